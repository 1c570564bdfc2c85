"""Whatever a terminal sends for Enter with a modifier is a new line in a text, and else nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pty.conftest import Stage
from tests.pty.emulator import Traits
from tests.pty.scene import Scene

SCENARIO = """
steps:
  - ask:
      - {id: pick, header: Pick, question: Which one?, options: [Alpha, Beta]}
      - {id: text, header: Text, question: What else?}
"""
NEWLINES = {
    "ESC CR": b"\x1b\r",
    "xterm": b"\x1b[27;2;13~",
    "control j": b"\n",
    "kitty": b"\x1b[13;2u",
}


@pytest.fixture
def scene(stage: Stage, tmp_path: Path) -> Scene:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, rows=30, traits=Traits(kitty_keys=True))
    scene.open()
    scene.take("Which one?")
    return scene


def test_a_new_line_in_a_text_and_nothing_on_a_list(scene: Scene) -> None:
    terminal = scene.terminal
    for newline in NEWLINES.values():
        terminal.send(newline)
    terminal.send(b"j")
    terminal.wait_for(re.compile(r"[❯›] 2 ○ Beta"))
    assert "[○ Pick] ○ Text" in terminal.text
    terminal.press("2")
    terminal.wait_for("What else?")
    for name, newline in NEWLINES.items():
        terminal.send(name.encode() + newline)
    terminal.send("end")
    terminal.wait_for("end")
    terminal.press("enter")
    terminal.wait_for("[● Review]")
    # On the review page, where Enter would send, they do nothing either.
    for newline in NEWLINES.values():
        terminal.send(newline)
    terminal.send(b"k")
    terminal.wait_for(re.compile(r"[❯›] 2 ● Text"))
    assert scene.texts("result") == []
    terminal.press("G")
    scene.again("enter")
    scene.wait_texts("result", 1)
    assert scene.answers()[1]["custom"] == "\n".join([*NEWLINES, "end"])


def test_new_lines_in_the_composer(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.press("f6")
    terminal.wait_for("Tab answer")
    for name, newline in NEWLINES.items():
        terminal.send(newline + name.encode())
    terminal.wait_for("kitty")
    assert scene.texts("said") == ["Go on."]
    terminal.press("enter", "tab", "X")
    scene.wait_texts("said", 2)
    assert scene.texts("said")[1] == "\n".join(["x", *NEWLINES])
