"""Every way in which `dsh-app ask` ends: its status, its silence, and the terminal as it was."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import BATCH, ONE, REDIS, SECOND_ROW, Ask, ready, write_request
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal
from tests.pty.scene import pause

CRASH = """
import sys
from {room} import {module}
from dsh_app.cli import main
def crash(*arguments, **options): raise ZeroDivisionError("ours")
{module}.{name} = crash
sys.exit(main(["ask", *sys.argv[1:]]))
"""
# A session leader that hears no hang-up, so that nobody tells the app either.
DEAF_LEADER = """
import os, signal, subprocess, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = subprocess.Popen(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    print(child.pid, file=file, flush=True)
    print(child.wait(), file=file, flush=True)
"""
SHELL_HAS = {"mode 2004 on", "line discipline"}
"""What a shell that edits lines changes in the terminal."""


def quiet(tmp_path: Path) -> None:
    assert (tmp_path / "out").read_bytes() == b""
    assert (tmp_path / "err").read_bytes() == b""


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_gone(terminal: Terminal, pid: int) -> None:
    limit = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and "\nState:\tZ" not in _status(pid):
        assert time.monotonic() < limit, "it did not end"
        terminal.pump(0.05)


def _status(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/status").read_text()
    return "\nState:\tZ"


@pytest.mark.parametrize("key", ["X", "ctrl+q"])
def test_dismissing_with_nothing_to_lose(ask: Ask, tmp_path: Path, key: str) -> None:
    terminal = ask(BATCH, stdout=tmp_path / "out", stderr=tmp_path / "err")
    ready(terminal)
    terminal.press(key)
    assert terminal.wait_exit() == ExitStatus.DISMISSED
    assert terminal.left_behind() == []
    quiet(tmp_path)


@pytest.mark.parametrize("key", ["X", "ctrl+q"])
def test_dismissing_asks_when_something_would_be_lost(ask: Ask, tmp_path: Path, key: str) -> None:
    terminal = ask(BATCH, stdout=tmp_path / "out", stderr=tmp_path / "err")
    ready(terminal)
    terminal.press("2")
    terminal.wait_for("Which parts?")
    terminal.press(key)
    terminal.wait_for("1 answer will not be sent")
    terminal.press("n")
    terminal.wait_gone("1 answer will not be sent")
    terminal.settle(0.3)
    terminal.press(key)
    terminal.wait_for("1 answer will not be sent")
    terminal.press("y")
    assert terminal.wait_exit() == ExitStatus.DISMISSED
    assert terminal.left_behind() == []
    quiet(tmp_path)


def test_ctrl_c_twice_interrupts_and_once_does_not(ask: Ask, tmp_path: Path) -> None:
    terminal = ask(ONE, stdout=tmp_path / "out", stderr=tmp_path / "err")
    ready(terminal)
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again")
    terminal.press("down")
    terminal.wait_gone("Ctrl+C again")
    terminal.settle(0.3)
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again")
    terminal.settle(0.2)
    terminal.press("ctrl+c")
    assert terminal.wait_exit() == ExitStatus.INTERRUPTED
    assert terminal.left_behind() == []
    quiet(tmp_path)


def test_ctrl_c_with_another_key_between_does_not_interrupt(ask: Ask, tmp_path: Path) -> None:
    terminal = ask(ONE, stdout=tmp_path / "out", stderr=tmp_path / "err")
    ready(terminal)
    terminal.press("ctrl+c", "down", "ctrl+c")
    terminal.settle(0.3)
    assert "Ctrl+C again" in terminal.wait_for(SECOND_ROW)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE


@pytest.mark.parametrize("first", [0.225, 0.66])
def test_ctrl_c_held_down_does_not_interrupt(ask: Ask, tmp_path: Path, first: float) -> None:
    """The rule is about times: where the machine is busy, the app may see others."""

    def hold_down() -> Terminal:
        terminal = ask(ONE, stdout=tmp_path / "out", stderr=tmp_path / "err")
        ready(terminal)
        terminal.press("ctrl+c")
        pause(terminal, first)
        for _ in range(7):
            terminal.press("ctrl+c")
            pause(terminal, 0.033)
        terminal.settle(0.3)
        return terminal

    terminal = hold_down()
    for _ in range(3):
        if terminal.process.poll() is not None:
            terminal = hold_down()
    assert terminal.process.poll() is None
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, ExitStatus.INTERRUPTED),
        (signal.SIGTERM, ExitStatus.ABORTED),
        (signal.SIGHUP, ExitStatus.ABORTED),
        (signal.SIGQUIT, ExitStatus.ABORTED),
    ],
    ids=["int", "term", "hup", "quit"],
)
@pytest.mark.parametrize("way", ["--full", "--inline", "--linear"])
def test_signals(
    ask: Ask, tmp_path: Path, number: signal.Signals, status: ExitStatus, way: str
) -> None:
    flags = () if way == "--full" else (way,)
    files = {} if way == "--linear" else {"stderr": tmp_path / "err"}
    (tmp_path / "err").touch()
    terminal = ask(ONE, *flags, stdout=tmp_path / "out", **files)
    terminal.wait_for(":? explains" if way == "--linear" else "Enter")
    terminal.kill(number)
    assert terminal.wait_exit() == status
    assert terminal.left_behind() == []
    quiet(tmp_path)


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, ExitStatus.INTERRUPTED), (signal.SIGTERM, ExitStatus.ABORTED)],
    ids=["int", "term"],
)
def test_signals_while_it_waits_for_the_request(
    spawn_app: Spawn, tmp_path: Path, number: signal.Signals, status: ExitStatus
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    terminal = spawn_app("ask", str(pipe), stdout=tmp_path / "out", stderr=tmp_path / "err")
    with pipe.open("wb"):  # opens when the other end does: then it listens to signals
        terminal.kill(number)
        assert terminal.wait_exit() == status
    assert terminal.raw == b""
    quiet(tmp_path)


@pytest.mark.parametrize("seconds", ["0.2", "1e-09"])
@pytest.mark.parametrize("way", ["--full", "--inline", "--linear"])
def test_a_timeout(ask: Ask, tmp_path: Path, way: str, seconds: str) -> None:
    flags = () if way == "--full" else (way,)
    terminal = ask(ONE, *flags, "--timeout", seconds, stdout=tmp_path / "out")
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == ""
    assert f"dsh-app: nobody answered within {seconds} s".encode() in terminal.raw


@pytest.mark.parametrize("way", ["--full", "--inline", "--linear"])
def test_a_terminal_that_goes_away(ask: Ask, tmp_path: Path, way: str) -> None:
    flags = () if way == "--full" else (way,)
    terminal = ask(ONE, *flags, stdout=tmp_path / "out")
    terminal.wait_for("Redis")
    terminal.hang_up()
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert (tmp_path / "out").read_text() == ""


@pytest.mark.parametrize("way", ["--full", "--inline"])
def test_a_terminal_that_goes_away_without_a_word(spawn: Spawn, tmp_path: Path, way: str) -> None:
    request, note = write_request(tmp_path, ONE), tmp_path / "note"
    flags = () if way == "--full" else (way,)
    program = (sys.executable, "-m", "dsh_app", "ask", *flags, str(request))
    terminal = spawn(sys.executable, "-c", DEAF_LEADER, str(note), *program, stdout=tmp_path / "o")
    ready(terminal)
    pid = int(note.read_text())
    before = after = cpu_of(pid)
    terminal.hang_up()
    limit = time.monotonic() + 30
    while note.read_text().count("\n") < 2:
        assert time.monotonic() < limit, "it did not end"
        with contextlib.suppress(OSError, IndexError):
            after = cpu_of(pid)
        time.sleep(0.05)
    assert note.read_text().splitlines()[1] == str(int(ExitStatus.ABORTED))
    assert after - before < 3, "it went on looking for keys that cannot come"


def test_a_parent_that_is_killed(spawn: Spawn, tmp_path: Path) -> None:
    request = write_request(tmp_path, ONE)
    inner = f'echo $$ >{tmp_path}/parent; "$0" -m dsh_app ask {request}; echo "not reached"'
    outer = f'sh -c \'{inner}\' "$0"; echo "parent gone"; sleep 1000'
    terminal = spawn("/bin/sh", "-c", outer, sys.executable)
    ready(terminal)
    parent = int((tmp_path / "parent").read_text())
    (child,) = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    os.kill(parent, signal.SIGKILL)
    wait_gone(terminal, int(child))
    terminal.wait_raw(b"parent gone")
    assert terminal.left_behind() == []
    assert "Which store?" not in terminal.text


@pytest.mark.parametrize(
    ("module", "name"),
    [("ask_app", "AskApp._open"), ("ask_app", "AskApp.compose"), ("asking", "AskApp.run")],
)
@pytest.mark.parametrize("way", ["--ascii", "--inline"], ids=["full", "inline"])
def test_a_crash(spawn: Spawn, tmp_path: Path, module: str, name: str, way: str) -> None:
    code = CRASH.format(room="dsh_app", module=module, name=name)
    request = write_request(tmp_path, ONE)
    terminal = spawn(sys.executable, "-c", code, way, str(request), stdout=tmp_path / "out")
    assert terminal.wait_exit() == ExitStatus.INTERNAL
    assert terminal.left_behind() == []
    assert b"ZeroDivisionError" in terminal.raw
    assert (tmp_path / "out").read_text() == ""


def test_a_request_that_cannot_be_drawn(spawn: Spawn, tmp_path: Path) -> None:
    code = CRASH.format(room="dsh_widgets", module="dock_panels", name="make_panel")
    request = write_request(tmp_path, ONE)
    terminal = spawn(sys.executable, "-c", code, str(request), stdout=tmp_path / "out")
    assert terminal.wait_exit() == ExitStatus.INTERNAL
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == ""


def test_nobody_takes_the_answer(spawn: Spawn, tmp_path: Path) -> None:
    request = write_request(tmp_path, ONE)
    line = f'set -o pipefail; "$0" -m dsh_app ask {request} 2>{tmp_path}/err | true'
    terminal = spawn("/bin/bash", "-c", line, sys.executable)
    ready(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []
    assert (tmp_path / "err").read_text() == "dsh-app: nobody took the answer\n"


@pytest.mark.parametrize("way", ["", "--inline"], ids=["full", "inline"])
def test_ctrl_z_stops_the_whole_pipeline_and_fg_goes_on(
    spawn: Spawn, tmp_path: Path, way: str
) -> None:
    request = write_request(tmp_path, ONE)
    terminal = spawn("/bin/bash", "--norc", "--noprofile", "-i", env={"PS1": "$ ", "TERM": "xterm"})
    terminal.wait_for("$ ".rstrip())
    program = f"{sys.executable} -m dsh_app ask {way} -"
    terminal.send(f"cat {request} | {program} | cat >{tmp_path}/out\r")
    ready(terminal)
    terminal.press("down", "ctrl+z")
    terminal.wait_for("Stopped")
    assert "Which store?" not in terminal.text
    assert set(terminal.left_behind()) <= SHELL_HAS
    terminal.send("bg; echo in the $((1+1))nd\r")
    terminal.wait_for("in the 2nd")
    terminal.settle(0.3)
    assert "Which store?" not in terminal.text
    assert set(terminal.left_behind()) <= SHELL_HAS
    terminal.send("fg\r")
    terminal.wait_for("Which store?")
    terminal.settle(0.3)
    ending = len(terminal.raw)
    terminal.press("2")
    terminal.wait_raw(b"\x1b[?2004h", ending)  # what is typed before the shell listens may be lost
    terminal.send('echo "ended $?"\r')
    terminal.wait_for("ended 0")
    assert (tmp_path / "out").read_text() == REDIS
    terminal.send("exit\r")
    assert terminal.wait_exit() == 0


@pytest.mark.parametrize("editing", [False, True], ids=["form", "editor"])
@pytest.mark.parametrize("way", ["", "--inline"], ids=["full", "inline"])
def test_a_stopped_job_is_ended_by_kill(
    spawn: Spawn, tmp_path: Path, way: str, editing: bool
) -> None:
    request = write_request(tmp_path, ONE)
    env = {"PS1": "$ ", "EDITOR": 'sh -c "echo EDITING; exec sleep 600"', "VISUAL": ""}
    terminal = spawn("/bin/bash", "--norc", "--noprofile", "-i", env=env)
    terminal.wait_for("$ ".rstrip())
    terminal.send(f"{sys.executable} -m dsh_app ask {way} {request}\r")
    ready(terminal)
    if editing:
        terminal.press("o")
        terminal.wait_for("Enter done")
        terminal.press("ctrl+g")
        terminal.wait_for("EDITING")
    terminal.press("ctrl+z")
    terminal.wait_for("Stopped")
    terminal.send("kill %1\r")
    limit = time.monotonic() + 30
    while f"Exit {ExitStatus.ABORTED:d}" not in terminal.text:
        assert time.monotonic() < limit, terminal.text
        terminal.send("\r")  # a shell tells of its jobs before it prompts
        terminal.settle(0.1)
    assert set(terminal.left_behind()) <= SHELL_HAS


def test_ctrl_z_while_nobody_takes_the_answer_yet(spawn: Spawn, tmp_path: Path) -> None:
    request, pipe = write_request(tmp_path, ONE), tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(reader, b"." * 4096)
        terminal = spawn("/bin/bash", "--norc", "--noprofile", "-i", env={"PS1": "$ "})
        terminal.wait_for("$ ".rstrip())
        terminal.send(f"{sys.executable} -m dsh_app ask {request} >{pipe}\r")
        ready(terminal)
        terminal.press("2")
        terminal.wait_for(lambda terminal: terminal.left_behind() == [])
        limit = time.monotonic() + 30
        while "Stopped" not in terminal.text:  # the app may still be at its very end
            assert time.monotonic() < limit, terminal.text
            terminal.press("ctrl+z")
            terminal.settle(0.1)
        with contextlib.suppress(BlockingIOError):
            while os.read(reader, 4096):
                pass
        terminal.send("fg\r")
        terminal.wait_for(lambda terminal: select.select([reader], [], [], 0) != ([], [], []))
        assert os.read(reader, 1 << 16) == REDIS.encode()
    finally:
        os.close(reader)


def test_a_line_without_an_end_is_the_end_of_the_input(ask: Ask, tmp_path: Path) -> None:
    terminal = ask(ONE, "--linear", stdin=Path("/dev/zero"), stdout=tmp_path / "out")
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert (tmp_path / "out").read_text() == ""


def test_lines_that_never_make_anybody_wait_do_not_keep_time_from_passing(
    ask: Ask, tmp_path: Path
) -> None:
    options = {"stdin": Path("/dev/zero"), "stdout": tmp_path / "out"}
    terminal = ask(ONE, "--linear", "--timeout", "1e-9", **options)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert b"nobody answered within 1e-09 s" in terminal.raw


def test_lines_are_dismissed_and_end_with_the_input(ask: Ask, tmp_path: Path) -> None:
    files = {"stdin": tmp_path / "in", "stdout": tmp_path / "out", "stderr": tmp_path / "err"}
    for typed, status in (
        ("2\n", ExitStatus.ABORTED),
        ("2\n:x\nn\n:x\ny\n", ExitStatus.DISMISSED),
    ):
        (tmp_path / "in").write_text(typed)
        assert ask(BATCH, "--linear", **files).wait_exit() == status
        assert (tmp_path / "out").read_text() == ""
