"""The harness itself: what the other tests in this folder rely on."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.pty.conftest import Spawn

ECHO = """
import sys, tty
tty.setraw(0)
sys.stdout.write("ready\\r\\n"); sys.stdout.flush()
while (data := sys.stdin.buffer.raw.read(4096)) != b"q":
    sys.stdout.write(repr(data) + "\\r\\n"); sys.stdout.flush()
sys.exit(7)
"""
SIZE = """
import os, time
shown = None
while True:
    if (size := os.get_terminal_size()) != shown:
        print(shown := size, flush=True)
    time.sleep(0.01)
"""


def test_keys_go_in_text_comes_out_and_the_status_is_told(spawn: Spawn) -> None:
    terminal = spawn(sys.executable, "-c", ECHO)
    terminal.wait_for("ready")
    terminal.press("shift+tab")
    terminal.wait_for(r"b'\x1b[Z'")
    terminal.paste("a\nb")
    terminal.wait_for(r"b'a\rb'")
    terminal.send("q")
    assert terminal.wait_exit() == 7
    assert terminal.left_behind() == ["line discipline"]


def test_a_wait_that_fails_shows_the_screen(spawn: Spawn) -> None:
    terminal = spawn(sys.executable, "-c", "print('only this')")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)ended before 'that'.*only this"):
        terminal.wait_for("that")


def test_a_resize_reaches_the_program(spawn: Spawn) -> None:
    terminal = spawn(sys.executable, "-c", SIZE, columns=50, rows=9)
    terminal.wait_for("columns=50, lines=9")
    terminal.resize(70, 11)
    terminal.wait_for("columns=70, lines=11")
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_exit() == -signal.SIGTERM


def test_hanging_up_ends_the_program(spawn: Spawn) -> None:
    terminal = spawn(sys.executable, "-c", SIZE)
    terminal.wait_for("columns=80")
    terminal.hang_up()
    assert terminal.wait_exit() == -signal.SIGHUP


def test_more_input_than_the_terminal_holds(spawn: Spawn) -> None:
    count = "import sys, tty; tty.setraw(0); print('ready', flush=True)\n"
    count += "print('got', sum(len(sys.stdin.buffer.raw.read(999)) for _ in [0]) and "
    count += "len(sys.stdin.buffer.read(200_000)), flush=True)"
    terminal = spawn(sys.executable, "-c", count)
    terminal.wait_for("ready")
    terminal.send(b"x" * 200_999)
    terminal.wait_for("got 200000")


def test_redirects_and_the_background(spawn: Spawn, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("from a file")
    code = (
        "import os, sys; print(sys.stdin.read());"
        "tty = os.open('/dev/tty', os.O_RDWR);"
        "print(os.tcgetpgrp(tty) == os.getpgrp(), file=sys.stderr)"
    )
    for front in (True, False):
        terminal = spawn(
            sys.executable,
            "-c",
            code,
            stdin=tmp_path / "in",
            stdout=tmp_path / "out",
            stderr=tmp_path / "err",
            front=front,
        )
        assert terminal.wait_exit() == 0
        assert (tmp_path / "out").read_text() == "from a file\n"
        assert (tmp_path / "err").read_text() == f"{front}\n"


def test_a_textual_app_runs_and_leaves_nothing_behind(spawn: Spawn) -> None:
    code = (
        "from textual.app import App\nfrom textual.widgets import Static\n"
        "class Hello(App):\n"
        "    def compose(self): yield Static('hello from textual')\n"
        "Hello().run()"
    )
    terminal = spawn(sys.executable, "-c", code)
    terminal.wait_for("hello from textual")
    assert 1049 in terminal.emulator.modes
    assert terminal.cpu_seconds() > 0
    assert terminal.memory_kib("Rss") > 1000
    # The first frame may come before the answer that allows synchronized ones.
    terminal.resize(40, 10)
    terminal.wait_for(lambda terminal: terminal.emulator.frames > 0)
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == 0
    assert terminal.left_behind() == []
