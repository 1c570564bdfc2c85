"""A terminal that leaves the front and comes back, and the mouse, as bytes."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import pytest

from tests.pty.asking import STORE, Ask, ready
from tests.pty.conftest import Spawn, Stage
from tests.pty.harness import Terminal
from tests.pty.scene import Scene, pause

ALTERNATE = 1049
"""The mode of the other screen that a full-screen program draws on."""

SCENARIO = """
steps:
  - ask:
      - id: pick
        header: Pick
        question: Which of the one two three?
        options: [Alpha, Beta, Gamma]
      - {id: text, header: Text, question: What else?}
"""


@pytest.fixture
def scene(stage: Stage, tmp_path: Path) -> Scene:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, rows=30)
    scene.open()
    scene.take("Which of the one two three?")
    return scene


def cell(terminal: Terminal, text: str) -> tuple[int, int]:
    """Where a text begins on screen: row and column, from 0."""
    for row, line in enumerate(terminal.lines):
        if text in line:
            return row, line.index(text)
    raise AssertionError(f"no {text!r} on screen")


def mark(terminal: Terminal, option: str) -> tuple[int, int]:
    """Where the mark of an option is."""
    row, column = cell(terminal, option)
    return row, column - 2


def test_a_click_on_a_row_highlights_it_and_one_on_its_mark_picks_it(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.click(*cell(terminal, "Beta"))
    terminal.wait_for("❯ 2 ○ Beta")
    terminal.click(*mark(terminal, "Gamma"))
    terminal.wait_for("[● Pick] ○ Text")
    assert "❯ 3 ◉ Gamma" in terminal.text


def test_a_click_that_brings_the_terminal_to_the_front_does_nothing_else(scene: Scene) -> None:
    terminal = scene.terminal
    beta = mark(terminal, "Beta")
    for first in ("focus", "click"):
        terminal.press("blur")
        scene.pause(0.1)
        if first == "focus":
            terminal.press("focus")
        terminal.click(*beta)
        if first == "click":
            terminal.press("focus")
        scene.pause(0.5)
        terminal.settle()
        assert "[○ Pick] ○ Text" in terminal.text
        assert "❯ 1 ○ Alpha" in terminal.text
    terminal.click(*beta)
    terminal.wait_for("[● Pick] ○ Text")


def drag(terminal: Terminal, text: str) -> None:
    row, column = cell(terminal, text)
    start, end = f"{column + 1};{row + 1}", f"{column + len(text)};{row + 1}"
    middle = f"{column + 3};{row + 1}"
    terminal.send(f"\x1b[<0;{start}M")
    terminal.settle(0.1)
    terminal.send(f"\x1b[<32;{middle}M\x1b[<32;{end}M")
    terminal.settle(0.1)
    terminal.send(f"\x1b[<0;{end}m")
    terminal.settle(0.1)


@pytest.mark.parametrize("text", ["one two", "words in detail"])
def test_what_is_dragged_over_is_copied(ask: Ask, text: str) -> None:
    question = {**STORE, "question": "Of one two three?", "detail": "Some words in detail here."}
    terminal = ask({"questions": [question]}, columns=80, rows=30)
    ready(terminal, "Of one two three?")
    drag(terminal, text)
    since = len(terminal.raw)
    terminal.press("ctrl+c")
    terminal.wait_raw(b"\x1b]52;c;" + base64.b64encode(text.encode()) + b"\a", since)
    terminal.settle()
    assert "Ctrl+C again" not in terminal.text, "and nothing else happened"
    assert "❯ 1 ○ Postgres" in terminal.text


SHELL = """
set -m
"$@"
echo "the shell again"
read -r line
fg
"""
"""As in an interactive shell: the program is a job, and comes back by `fg`."""


def test_stopped_and_continued_the_terminal_is_right(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("prompt: Go.\n" + SCENARIO)
    app = (sys.executable, "-m", "dsh_app", "run", str(path))
    terminal = spawn("bash", "-c", SHELL, "bash", *app, columns=100, rows=30)
    terminal.wait_for("Enter answer")
    pause(terminal, 0.6)
    modes = set(terminal.emulator.modes)
    assert ALTERNATE in modes
    terminal.press("ctrl+z")
    terminal.wait_for("the shell again")
    assert ALTERNATE not in terminal.emulator.modes
    assert terminal.left_behind() == []
    terminal.send("\r")
    terminal.wait_for("Which of the one two three?")
    terminal.wait_for(lambda _: modes <= set(terminal.emulator.modes))
    terminal.press("2")
    terminal.wait_for("● Pick [○ Text]")
    terminal.send("abc")
    terminal.wait_for("abc")


def test_in_a_text_it_takes_the_last_edit_back(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.press("o", *"abc")
    terminal.wait_for("abc")
    terminal.press("ctrl+z")
    terminal.wait_gone("abc")
    terminal.press(*"de")
    terminal.wait_for("de")
