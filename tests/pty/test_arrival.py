"""A form that arrives while somebody types takes no key that was not meant for it."""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path

import pytest

from tests.pty.conftest import Stage
from tests.pty.scene import Scene

SCENARIO = """
steps:
  - say: {text: "Thinking.", speed: 0}
  - pause: 0.8
  - ask:
      - {id: pick, header: Pick, question: Which one?, options: [Alpha, Beta, Gamma]}
      - {id: text, header: Text, question: What else?}
  - say: Thank you.
"""
REST = 0.4
ANSWERING = "Enter answer"
"""A hint that stands there while a list has the keyboard."""


@pytest.fixture
def scene(stage: Stage, tmp_path: Path) -> Scene:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, rows=30, instant=False)
    scene.terminal.wait_for("Enter send")
    scene.terminal.send("Go on.\r")
    scene.terminal.wait_for("Thinking.")
    return scene


@pytest.mark.parametrize("rate", [2, 3, 5, 8, 15])
def test_typing_on_while_a_form_arrives_loses_nothing(scene: Scene, rate: int) -> None:
    terminal = scene.terminal
    typed, seen_at = "", None
    for key in itertools.cycle("1s2 Xr okay d3"):
        scene.type([key], 1 / rate)
        typed += key
        if seen_at is None and "Which one?" in terminal.text:
            seen_at = time.monotonic()
        if seen_at is not None and time.monotonic() > seen_at + 1:
            break
    terminal.wait_for(re.compile(rf"^ \S {re.escape(typed.rstrip())}$", re.MULTILINE))
    assert "[○ Pick] ○ Text" in terminal.text
    assert "Tab answer" in terminal.text
    assert scene.texts("result") == []


def test_a_form_takes_the_focus_when_the_person_rests(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.wait_for("Which one?")
    seen = time.monotonic()
    assert ANSWERING not in terminal.text
    assert "Tab answer" in terminal.text
    terminal.wait_for(ANSWERING)
    assert time.monotonic() - seen > REST / 2
    scene.pause(REST + 0.2)
    terminal.press("2")
    terminal.wait_for("● Pick [○ Text]")


def test_with_a_draft_it_waits_to_be_asked(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.send("later")
    terminal.wait_for("Which one?")
    scene.pause(3 * REST)
    assert "Tab answer" in terminal.text
    terminal.press("2")
    terminal.wait_for("later2")
    terminal.press("tab")
    terminal.wait_for(ANSWERING)
    terminal.press("2")  # asked for: no key is early
    terminal.wait_for("● Pick [○ Text]")


def test_keys_right_after_it_took_the_focus_go_to_the_composer(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.wait_for(ANSWERING)
    terminal.press("enter", "backspace", "2", " ", "s")
    terminal.wait_for("2 s")
    terminal.wait_for("Tab answer")
    assert "[○ Pick] ○ Text" in terminal.text
    scene.pause(3 * REST)
    assert "Tab answer" in terminal.text
    assert scene.texts("said") == ["Go on."]


def test_an_emptied_composer_gives_the_focus_away_again(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.send("no")
    terminal.wait_for("Which one?")
    terminal.press("backspace", "backspace")
    terminal.wait_for(ANSWERING)


def test_a_message_sent_meanwhile_reaches_the_agent(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.send("And quickly")
    terminal.wait_for("Which one?")
    terminal.press("enter")
    terminal.wait_for("queued: And quickly")
    terminal.wait_for(ANSWERING)
    scene.pause(REST + 0.2)
    terminal.press("1")
    terminal.wait_for("What else?")
    terminal.send("no\r")
    terminal.wait_for("[● Review]")
    scene.again("enter")
    assert scene.wait_texts("said", 2) == ["Go on.", "And quickly"]
