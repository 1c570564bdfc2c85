"""`ask` and `review` in each cell of the table of terminals: full screen, lines, and neither."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import ONE, REDIS, detached, ready, twice
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal

EOF_KEY = "ctrl+d"


def _pick(terminal: Terminal) -> None:
    ready(terminal)
    terminal.press("2")


def _refuse(terminal: Terminal) -> None:
    terminal.wait_for("a approve")
    terminal.settle(0.5)  # the keys of the first moments are dropped
    twice(terminal, "r", "r again to refuse")


@dataclass(frozen=True)
class Command:
    """A command, what it is asked, and its second answer.

    Attributes:
        name: The command.
        content: What it reads.
        on_screen: Gives the second answer full screen.
        printed: That answer.
        status: The exit status with it.
    """

    name: str
    content: str
    on_screen: Callable[[Terminal], None]
    printed: str
    status: ExitStatus


ASK = Command("ask", json.dumps(ONE), _pick, REDIS, ExitStatus.DONE)
REVIEW = Command(
    "review",
    "# Plan\n\n1. one\n",
    _refuse,
    '{"answers":[{"id":"plan-review","selected":["Refuse"]}]}\n',
    ExitStatus.REFUSED,
)


@pytest.fixture(params=[ASK, REVIEW], ids=lambda command: command.name)
def command(request: pytest.FixtureRequest) -> Command:
    chosen = request.param
    assert isinstance(chosen, Command)
    return chosen


class Cell:
    """Starts the command somewhere, and looks at what it has written."""

    def __init__(self, command: Command, spawn_app: Spawn, folder: Path) -> None:
        self.command = command
        self.file = folder / "what"
        self.file.write_text(command.content, encoding="utf-8")
        self.out, self.err = folder / "out", folder / "err"
        self._spawn = spawn_app
        self._typed = folder / "typed"

    def __call__(self, *flags: str, typed: str | None = None, **options: Any) -> Terminal:
        """Start it with its request in a file; `typed` is then on standard input."""
        if typed is not None:
            self._typed.write_text(typed)
            options["stdin"] = self._typed
        options = {"stdout": self.out, **options}
        return self._spawn(self.command.name, *flags, str(self.file), **options)

    def piped(self, *flags: str, **options: Any) -> Terminal:
        """Start it with its request on standard input."""
        options = {"stdin": self.file, "stdout": self.out, **options}
        return self._spawn(self.command.name, *flags, "-", **options)

    def answered(self, terminal: Terminal) -> bool:
        assert terminal.wait_exit() == self.command.status
        assert terminal.left_behind() == []
        assert self.out.read_text(encoding="utf-8") == self.command.printed
        return True

    def refused(self, terminal: Terminal, words: str) -> bool:
        """One line on standard error; nothing printed, and the terminal not touched."""
        assert terminal.wait_exit() == ExitStatus.UNUSABLE
        assert terminal.raw == b""
        assert self.out.read_text() == ""
        assert self.err.read_text().count("\n") == 1
        assert words in self.err.read_text()
        return True


@pytest.fixture
def cell(command: Command, spawn_app: Spawn, tmp_path: Path) -> Cell:
    return Cell(command, spawn_app, tmp_path)


def test_full_screen_whatever_the_streams_are(cell: Cell) -> None:
    terminal = cell(typed="not keys\n", stderr=cell.err, columns=61, rows=17)
    cell.command.on_screen(terminal)
    assert 1049 in terminal.emulator.modes
    assert cell.answered(terminal)
    assert cell.err.read_bytes() == b""


def test_a_dumb_terminal_is_asked_in_lines(cell: Cell) -> None:
    terminal = cell(typed="not an answer\n", stderr=cell.err, env={"TERM": "dumb"})
    terminal.wait_for(":? explains")
    terminal.send("2\r")
    assert cell.answered(terminal)
    assert b"\x1b" not in terminal.raw
    assert cell.err.read_text() == ""


def test_in_the_background_nothing_is_asked(cell: Cell) -> None:
    assert cell.refused(cell(front=False, stderr=cell.err), "in the background")


def test_without_a_terminal_nothing_is_asked(cell: Cell) -> None:
    for arguments, words in (
        ([str(cell.file)], "no terminal"),
        (["-"], "no terminal"),
        (["--linear", "-"], "no terminal to answer on"),
    ):
        done = detached(cell.command.name, *arguments, typed=cell.command.content)
        assert (done.returncode, done.stdout) == (ExitStatus.UNUSABLE, "")
        assert words in done.stderr
        assert done.stderr.count("\n") == 1


def test_lines_take_answers_from_standard_input(cell: Cell) -> None:
    for options in ({}, {"env": {"TERM": "dumb"}}, {"front": False}):
        terminal = cell("--linear", typed="2\n", stderr=cell.err, **options)
        assert cell.answered(terminal)
        assert terminal.raw == b""
        assert "2. Re" in cell.err.read_text()
    done = detached(cell.command.name, "--linear", str(cell.file), typed="2\n")
    assert (done.returncode, done.stdout) == (cell.command.status, cell.command.printed)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_lines_take_answers_from_the_terminal_when_the_request_is_piped_in(
    cell: Cell, term: str
) -> None:
    terminal = cell.piped("--linear", env={"TERM": term})
    terminal.wait_for(":? explains")
    terminal.send("2\r")
    assert cell.answered(terminal)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_their_prompts_are_on_standard_error_then_too(cell: Cell, term: str) -> None:
    terminal = cell.piped("--linear", stderr=cell.err, env={"TERM": term})
    terminal.wait_for(lambda _: cell.err.exists() and ":? explains" in cell.err.read_text())
    terminal.send("2\r")
    assert cell.answered(terminal)
    assert "2. Re" in cell.err.read_text()
    assert terminal.text.split() == ["2"]  # what was typed, and nothing else


def test_a_dumb_terminal_is_asked_on_itself_when_the_request_is_piped_in(cell: Cell) -> None:
    terminal = cell.piped(stderr=cell.err, env={"TERM": "dumb"})
    terminal.wait_for(":? explains")
    terminal.send("2\r")
    assert cell.answered(terminal)
    assert cell.err.read_text() == ""


def test_lines_in_the_background_take_no_answer_from_the_terminal(cell: Cell) -> None:
    """Reading would stop the process, so it does not try."""
    for start in (cell, cell.piped):
        terminal = start("--linear", front=False, stderr=cell.err)
        assert cell.refused(terminal, "in the background")


def test_the_end_of_the_input_is_4(cell: Cell) -> None:
    terminal = cell("--linear", typed="", stderr=cell.err)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert cell.err.read_text().endswith("the input ended before the last answer\n")
    terminal = cell("--linear")
    terminal.wait_for(":? explains")
    terminal.press(EOF_KEY)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert cell.out.read_text() == ""
