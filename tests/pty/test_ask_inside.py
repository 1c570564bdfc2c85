"""`dsh-app ask` inside what people run between it and their terminal."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import ONE, REDIS, Ask, ready, write_request
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not there")


def stopped(terminal: Terminal) -> bool:
    return ") T " in Path(f"/proc/{terminal.process.pid}/stat").read_text()


@needs("script")
def test_over_a_second_terminal(spawn: Spawn, tmp_path: Path) -> None:
    request = write_request(tmp_path, ONE)
    line = f"{sys.executable} -m dsh_app ask {request} >{tmp_path}/out"
    terminal = spawn("script", "-qefc", line, str(tmp_path / "typescript"), columns=70, rows=20)
    ready(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == REDIS


@needs("tmux")
def test_inside_tmux(spawn: Spawn, tmp_path: Path) -> None:
    request = write_request(tmp_path, ONE)
    line = f"cat {request} | {sys.executable} -m dsh_app ask - >{tmp_path}/out 2>{tmp_path}/err"
    terminal = spawn(
        "tmux", "-f", "/dev/null", "new-session", line, env={"TMUX_TMPDIR": str(tmp_path)}
    )
    ready(terminal)
    terminal.resize(60, 20)
    terminal.wait_for(lambda it: "Which store?" in it.text)
    terminal.settle(0.3)
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert (tmp_path / "out").read_text() == REDIS
    assert (tmp_path / "err").read_text() == ""


@pytest.mark.parametrize("way", [(), ("--inline",)], ids=["full", "inline"])
def test_stopped_and_continued_from_outside(ask: Ask, tmp_path: Path, way: tuple[str, ...]) -> None:
    terminal = ask(ONE, *way, stdout=tmp_path / "out")
    ready(terminal)
    terminal.press("down")
    terminal.settle(0.2)
    for number in (signal.SIGSTOP, signal.SIGTSTP):
        terminal.kill(number)
        terminal.wait_for(stopped)
        if number == signal.SIGTSTP:
            terminal.settle(0.05)
            assert terminal.left_behind() == []
            assert "Which store?" not in terminal.text
        terminal.kill(signal.SIGCONT)
        terminal.wait_for(lambda it: it.text.count("Which store?") == 1)
    terminal.settle(0.3)
    terminal.press("enter")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == REDIS


def test_ctrl_z_without_a_shell_to_go_back_to(ask: Ask, tmp_path: Path) -> None:
    """As in a window of its own: it would stand still for ever."""
    terminal = ask(ONE, stdout=tmp_path / "out")
    ready(terminal)
    terminal.press("ctrl+z")
    terminal.settle(0.3)
    assert not stopped(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert (tmp_path / "out").read_text() == REDIS


def test_an_environment_with_a_wrong_size(ask: Ask) -> None:
    terminal = ask(ONE, columns=60, rows=20, env={"COLUMNS": "200", "LINES": "5"})
    ready(terminal)
    assert max(map(len, terminal.lines)) <= 60
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.wait_exit() == ExitStatus.ABORTED
