"""Owning the terminal: whatever the streams are, and giving it back however the app ends."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import ONE, REDIS, ready, write_request
from tests.pty.conftest import Spawn

APP = """
import os, sys, threading, time
from textual.app import App
from textual.widgets import Static
import dsh_app.terminal
from dsh_app.terminal import own_terminal

WAY = sys.argv[1]
if len(sys.argv) > 2:
    dsh_app.terminal.GRACE_SECONDS = float(sys.argv[2])

class Hello(App):
    def compose(self):
        yield Static(f"size {self.size.width}x{self.size.height} ready")
    def on_mount(self):
        if WAY == "orderly":
            terminal.when_stopped(lambda: self.exit(return_code=0))
        if WAY == "stuck":
            terminal.when_stopped(lambda: None)
            self.set_timer(0.2, self.hang)
        if WAY == "held":
            terminal.when_stopped(lambda: None)
            self.set_timer(0.2, self.write_on)
    def hang(self):
        while True: time.sleep(0.05)
    def write_on(self):
        while True: os.write(1, b"." * 4096)
    def key_p(self):
        self.exit()

with own_terminal() as terminal:
    Hello().run()
print("result", flush=True)
sys.exit(terminal.status(0))
"""


def test_the_app_is_on_the_terminal_whatever_the_streams_are(spawn: Spawn, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("not keys\n")
    terminal = spawn(
        sys.executable,
        "-c",
        APP,
        "orderly",
        columns=61,
        rows=13,
        stdin=tmp_path / "in",
        stdout=tmp_path / "out",
        stderr=tmp_path / "err",
        env={"COLUMNS": "99", "LINES": "9"},
    )
    terminal.wait_for("size 61x13 ready")
    terminal.press("p")
    assert terminal.wait_exit() == 0
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_text() == "result\n"
    assert (tmp_path / "err").read_text() == ""


def test_closed_streams_do_not_matter(spawn: Spawn) -> None:
    terminal = spawn("/bin/sh", "-c", 'exec "$0" -c "$1" orderly <&- >&- 2>&-', sys.executable, APP)
    terminal.wait_for("ready")
    terminal.press("p")
    assert terminal.wait_exit() in (0, 1)  # 1: there was nowhere to print the result
    assert terminal.left_behind() == []


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGTERM, ExitStatus.ABORTED),
        (signal.SIGINT, ExitStatus.INTERRUPTED),
        (signal.SIGHUP, ExitStatus.ABORTED),
        (signal.SIGQUIT, ExitStatus.ABORTED),
    ],
    ids=["term", "int", "hup", "quit"],
)
def test_a_signal_ends_the_app_in_good_order(
    spawn: Spawn, number: signal.Signals, status: ExitStatus, tmp_path: Path
) -> None:
    terminal = spawn(sys.executable, "-c", APP, "orderly", stdout=tmp_path / "out")
    terminal.wait_for("ready")
    terminal.kill(number)
    assert terminal.wait_exit() == status
    assert (tmp_path / "out").read_text() == "result\n"
    assert terminal.left_behind() == []


def test_a_terminal_that_goes_away_ends_the_app(spawn: Spawn, tmp_path: Path) -> None:
    terminal = spawn(sys.executable, "-c", APP, "orderly", stdout=tmp_path / "out")
    terminal.wait_for("ready")
    terminal.hang_up()
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert (tmp_path / "out").read_text() == "result\n"


@pytest.mark.parametrize("way", ["stuck", "deaf"])
def test_an_app_that_does_not_listen_is_ended_and_the_terminal_restored(
    spawn: Spawn, way: str
) -> None:
    terminal = spawn(sys.executable, "-c", APP, way, "0.5")
    terminal.wait_for("ready")
    terminal.settle(0.5)
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []


def test_a_second_signal_does_not_wait(spawn: Spawn) -> None:
    terminal = spawn(sys.executable, "-c", APP, "stuck", "1000")
    terminal.wait_for("ready")
    terminal.settle(0.5)
    terminal.kill(signal.SIGTERM)
    terminal.pump(0.2)
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []


def test_a_terminal_that_takes_nothing_gets_its_line_discipline_back(spawn: Spawn) -> None:
    """As one that is held with Ctrl+S, or whose other end hangs."""
    terminal = spawn(sys.executable, "-c", APP, "held", "1")
    terminal.wait_for("ready")
    terminal.kill(signal.SIGTERM)
    assert terminal.process.wait(30) == ExitStatus.ABORTED  # nothing is read meanwhile
    assert "line discipline" not in terminal.left_behind()


def test_what_is_drawn_is_in_utf_8_whatever_goes_through_pipes(
    spawn: Spawn, tmp_path: Path
) -> None:
    request = write_request(tmp_path, ONE)
    terminal = spawn(
        *(sys.executable, "-m", "dsh_app", "ask", str(request)),
        stdout=tmp_path / "out",
        env={"PYTHONIOENCODING": "latin-1"},
    )
    ready(terminal)
    assert "日本" in terminal.text
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert (tmp_path / "out").read_text() == REDIS


def test_a_terminal_that_does_not_know_its_size_is_taken_for_a_common_one(
    spawn: Spawn, tmp_path: Path
) -> None:
    request = write_request(tmp_path, ONE)
    line = f'stty rows 0 cols 0; exec "$0" -m dsh_app ask {request}'
    terminal = spawn("/bin/sh", "-c", line, sys.executable, stdout=tmp_path / "out")
    ready(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert (tmp_path / "out").read_text() == REDIS


SLOW_END = """
import os, signal, time
import dsh_app.terminal
from dsh_app.terminal import own_terminal

dsh_app.terminal.GRACE_SECONDS = 0.1

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.5)

slow = Slow()
with own_terminal():
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(60)
"""


def test_the_alarm_does_not_ring_when_python_winds_itself_up(spawn: Spawn) -> None:
    """It would kill the process, as its handler is forgotten by then."""
    terminal = spawn(sys.executable, "-c", SLOW_END)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []


def test_in_the_background_there_is_one_line(spawn_app: Spawn, tmp_path: Path) -> None:
    terminal = spawn_app("run", stderr=tmp_path / "err", front=False)
    assert terminal.wait_exit() == ExitStatus.UNUSABLE
    assert "in the background" in (tmp_path / "err").read_text()
    assert (tmp_path / "err").read_text().count("\n") == 1
    assert terminal.raw == b""
