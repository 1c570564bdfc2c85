"""`dsh-app run` in the other cells of the table: on a dumb terminal, and in lines without one."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.conftest import Spawn


def test_on_a_dumb_terminal_it_plays_in_lines(spawn_app: Spawn, tmp_path: Path) -> None:
    streams = {"stdout": tmp_path / "out", "stderr": tmp_path / "err"}
    terminal = spawn_app("run", "one_question", env={"TERM": "dumb"}, **streams)
    terminal.wait_for(":? explains")
    terminal.send("1\r")
    terminal.wait_for("Message (end of input leaves)")
    terminal.press("ctrl+d")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert b"\x1b" not in terminal.raw
    assert b"Agent: " in terminal.raw
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_bytes() == (tmp_path / "err").read_bytes() == b""


def test_in_the_background_lines_are_no_trouble(spawn_app: Spawn, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("1\n")
    streams = {name: tmp_path / name for name in ("stdout", "stderr")}
    terminal = spawn_app(
        "run", "one_question", "--linear", stdin=tmp_path / "in", front=False, **streams
    )
    assert terminal.wait_exit() == ExitStatus.DONE
    assert terminal.raw == b""
    assert "Agent: " in (tmp_path / "stdout").read_text()
    assert "1. " in (tmp_path / "stderr").read_text()


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, ExitStatus.INTERRUPTED),
        (signal.SIGTERM, ExitStatus.ABORTED),
        (signal.SIGHUP, ExitStatus.ABORTED),
    ],
    ids=["int", "term", "hup"],
)
def test_signals(spawn_app: Spawn, number: signal.Signals, status: ExitStatus) -> None:
    terminal = spawn_app("run", "one_question", "--linear")
    terminal.wait_for(":? explains")
    terminal.kill(number)
    assert terminal.wait_exit() == status
    assert terminal.left_behind() == []
    assert b"Traceback" not in terminal.raw
