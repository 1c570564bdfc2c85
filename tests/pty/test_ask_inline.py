"""`dsh-app ask --inline`: a few lines below the prompt, and nothing of what is above is touched."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pty.asking import ONE, REDIS, ready, write_request
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal, program_environment

SHELL = "/bin/sh"
ABOVE = [str(number) for number in range(100, 118)]

Below = Callable[..., Terminal]
"""Starts it below the numbers of `ABOVE`; takes what `Terminal` takes."""


@pytest.fixture
def below(spawn: Spawn, tmp_path: Path) -> Below:
    request = write_request(tmp_path, ONE)
    line = f'seq 100 117; "$0" -m dsh_app ask --inline {request} >{tmp_path}/out; echo "ended $?"'

    def start(editor: str = "", **options: int) -> Terminal:
        # Unbuffered, as in many containers, so that what a signal cuts is seen to be cut.
        env = {"PYTHONUNBUFFERED": "1", "EDITOR": f'sh -c "{editor} $0"', "VISUAL": ""}
        terminal = spawn(SHELL, "-c", line, sys.executable, env=env, **options)
        ready(terminal)
        return terminal

    return start


def tidy(terminal: Terminal) -> bool:
    """Whether the form is there once, and all that was above it."""
    return terminal.lines[:18] == ABOVE and terminal.text.count("Which store?") == 1


def finish(terminal: Terminal, tmp_path: Path) -> None:
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert [row for row in terminal.lines if row] == [*ABOVE, "ended 0"]
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == REDIS


def test_what_was_there_stays_and_the_form_goes(below: Below, tmp_path: Path) -> None:
    terminal = below(rows=40)
    assert 1049 not in terminal.emulator.modes
    assert tidy(terminal)
    assert len([row for row in terminal.lines[18:] if row]) < 20
    finish(terminal, tmp_path)


def test_at_the_end_of_the_screen(below: Below, tmp_path: Path) -> None:
    terminal = below(rows=20)
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert [row for row in terminal.lines if row][-2:] == ["117", "ended 0"]
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == REDIS


@pytest.mark.parametrize("in_text", [False, True], ids=["list", "text"])
def test_a_frame_of_the_old_size_that_arrives_after_the_resize(
    below: Below, tmp_path: Path, in_text: bool
) -> None:
    """The terminal is smaller already, and the program has not been told yet."""
    terminal = below(rows=40)
    if in_text:
        terminal.press("o")
        terminal.wait_for("Enter done")
    terminal.settle(0.1)
    terminal.emulator.resize(58, 36)
    terminal.press("a" if in_text else "down")
    terminal.settle(0.1)
    terminal.resize(58, 36)
    terminal.wait_for(lambda it: max(map(len, it.lines)) == 58)
    terminal.wait_for(tidy)
    if in_text:
        terminal.press("backspace", "escape")
        terminal.wait_for("X dismiss")
        terminal.settle(0.1)
    finish(terminal, tmp_path)


def test_resizes_of_every_kind_leave_nothing(below: Below, tmp_path: Path) -> None:
    chance = random.Random(7)
    terminal = below(rows=40)
    for _ in range(40):
        terminal.resize(chance.randint(40, 120), chance.randint(34, 48))
        terminal.press(chance.choice(["down", "up"]))
        terminal.pump(chance.choice([0, 0, 0.01, 0.03]))
    terminal.resize(77, 40)
    terminal.wait_for(lambda it: max(map(len, it.lines)) == 77)
    terminal.wait_for(tidy)
    finish(terminal, tmp_path)


def test_an_editor_and_the_list_of_keys(below: Below, tmp_path: Path) -> None:
    terminal = below(rows=60, editor="printf 'edited' >")
    terminal.press("?")
    terminal.wait_for("copy the option")
    assert "commands" not in terminal.text
    terminal.press("q")
    terminal.wait_for(tidy)
    terminal.press("o")
    terminal.wait_for("Enter done")
    terminal.press("ctrl+g")
    terminal.wait_for("edited")
    terminal.wait_for(tidy)
    terminal.press("enter")
    terminal.wait_for("Enter again")
    terminal.settle(0.3)
    terminal.press("enter")
    assert terminal.wait_exit() == 0
    assert [row for row in terminal.lines if row] == [*ABOVE, "ended 0"]
    assert terminal.left_behind() == []
    assert '"custom":"edited"' in (tmp_path / "out").read_text()


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Says something to a tmux of our own, which ends with the test."""

    def say(*words: str) -> str:
        return subprocess.run(
            ["tmux", "-f", "/dev/null", *words],
            env=program_environment({"TMUX_TMPDIR": str(tmp_path)}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        ).stdout

    yield say
    say("kill-server")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not there")
def test_a_terminal_that_wraps_its_lines_anew(
    spawn: Spawn, tmux: Callable[..., str], tmp_path: Path
) -> None:
    request = write_request(tmp_path, ONE)
    line = f"seq 100 125; {sys.executable} -m dsh_app ask --inline {request} >{tmp_path}/out; cat"
    program = ("tmux", "-f", "/dev/null", "new-session", line)
    above = [str(number) for number in range(100, 126)]
    terminal = spawn(*program, env={"TMUX_TMPDIR": str(tmp_path)}, columns=100, rows=40)

    def everything() -> list[str]:
        """What is on the terminal and in its history, without empty lines."""
        rows = tmux("capture-pane", "-p", "-S", "-").splitlines()
        return [row for row in rows if row.strip()]

    def drawn(terminal: Terminal) -> bool:
        """Whether the form is there once and as wide as the terminal, and all above it.

        tmux shows what it has read of a frame so far, so that this is asked until it holds.
        """
        rows = everything()
        form = rows[26:]
        return (
            rows[:26] == above
            and max(map(len, form), default=0) == terminal.emulator.columns
            and [row for row in form if "Which store?" in row] == form[1:2]
        )

    ready(terminal)
    terminal.press("o")
    terminal.wait_for("Enter done")
    # Narrower more often, and there would be no room for what it makes of our lines.
    for number, columns in enumerate((81, 120, 60, 90), 1):
        terminal.send("x")
        terminal.wait_for("x" * number)
        terminal.settle(0.1)  # in the middle of a frame it would lose its place
        terminal.resize(columns, 40)
        terminal.wait_for(drawn)
    terminal.settle(0.1)
    assert drawn(terminal)
    terminal.press("enter")
    terminal.wait_for("Enter again")
    terminal.settle(0.2)
    terminal.press("enter")
    terminal.wait_for(lambda _: "xxxx" in (tmp_path / "out").read_text())
    terminal.wait_for(lambda _: everything() == above)
