"""What whoever starts the app ignores, as nohup does: it stays so, and yet nothing hangs."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import ONE, REDIS, ready, write_request
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal

IGNORED = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
"""By nohup the first, by a shell without jobs the others, in what it starts in the background."""

DEAF = """
import os, signal, sys
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
    signal.signal(number, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, "-m", "dsh_app", "ask", *sys.argv[1:]])
"""


@pytest.fixture(params=["--full", "--inline", "--linear"])
def terminal(request: pytest.FixtureRequest, spawn: Spawn, tmp_path: Path) -> Terminal:
    """`ask`, started by somebody who ignores these, and ready to be answered."""
    flags = () if request.param == "--full" else (request.param,)
    path = write_request(tmp_path, ONE)
    started = spawn(sys.executable, "-c", DEAF, *flags, str(path), stdout=tmp_path / "out")
    if request.param == "--linear":
        started.wait_for(":? explains")
    else:
        ready(started)
    return started


def test_what_was_ignored_stays_ignored(terminal: Terminal, tmp_path: Path) -> None:
    for number in IGNORED:
        terminal.kill(number)
    terminal.settle()
    terminal.press("2", *["enter"] * ("--linear" in terminal.argv))
    assert terminal.wait_exit() == ExitStatus.DONE
    assert (tmp_path / "out").read_text() == REDIS
    assert terminal.left_behind() == []


def test_the_terminal_goes_away(terminal: Terminal, tmp_path: Path) -> None:
    terminal.hang_up()
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert (tmp_path / "out").read_text() == ""


def test_other_signals_are_heard(terminal: Terminal) -> None:
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []
