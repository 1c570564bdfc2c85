"""Pastes of any size, as a terminal brackets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pty.conftest import Stage
from tests.pty.scene import Scene

SCENARIO = """
steps:
  - ask:
      - {id: pick, header: Pick, question: Which one?, options: [Alpha, Beta, Gamma]}
      - {id: text, header: Text, question: What else?}
"""
LARGE = "".join(f"line {number} of what was pasted: äöü 日本\n" for number in range(23_000))


@pytest.fixture
def scene(stage: Stage, tmp_path: Path) -> Scene:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, rows=30)
    scene.open()
    scene.take("Which one?")
    return scene


def test_a_paste_on_a_list_is_an_own_answer_and_confirms_nothing(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.paste("2\nX\ny\n")
    terminal.wait_for("✐ 2")
    assert "[● Pick] ○ Text" in terminal.text
    assert scene.texts("result") == []
    terminal.press("enter")
    terminal.wait_for("● Pick [○ Text]")
    terminal.send("no\r")
    terminal.wait_for("[● Review]")
    scene.again("enter")
    scene.wait_texts("result", 1)
    assert scene.answers()[0]["custom"] == "2\nX\ny"


def test_a_megabyte_is_one_mark_at_once_and_all_of_it_in_the_answer(scene: Scene) -> None:
    assert len(LARGE.encode()) > 1_000_000
    terminal = scene.terminal
    terminal.press("2")
    terminal.wait_for("● Pick [○ Text]")
    terminal.paste("before ")
    terminal.wait_for("before")
    terminal.paste(LARGE)
    sent = terminal.cpu_seconds()
    terminal.wait_for("23001 lines", timeout=30)
    shown = terminal.cpu_seconds()
    for letter in "after":
        begin = terminal.cpu_seconds()
        seen = len(terminal.raw)
        terminal.send(letter)
        while len(terminal.raw) == seen:
            terminal.pump(0.05)
        assert terminal.cpu_seconds() - begin < 0.3
    assert shown - sent < 1
    terminal.wait_for("after")
    terminal.press("enter")
    terminal.wait_for("[● Review]")
    scene.again("enter")
    scene.wait_texts("result", 1)
    assert scene.answers()[1]["custom"] == f"before {LARGE}after"
