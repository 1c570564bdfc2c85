"""Drives a full-screen program in a pseudo-terminal, as a person with a terminal would.

    with Terminal([sys.executable, "-m", "dsh_app"]) as terminal:
        terminal.wait_for("Which database?")
        terminal.press("down", "enter")
        assert terminal.wait_exit() == 0

One thread: the program's bytes are read, and its queries answered, while a method waits.
Every wait has a limit and ends the moment its condition holds; the limits are generous,
as they only matter when something is wrong. `DSH_TEST_PATIENCE=3` makes them three times
as long.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from tests.pty.emulator import Emulator, Traits
from tests.pty.warm import Forked, fork_program

ROOT = Path(__file__).resolve().parent.parent.parent
LAUNCH = Path(__file__).with_name("launch.py")
PATIENCE = float(os.environ.get("DSH_TEST_PATIENCE", "1"))
TIMEOUT = 30.0
"""Seconds that a wait takes at most, before patience."""

KEYS: Mapping[str, bytes] = {
    "enter": b"\r",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "escape": b"\x1b",
    "space": b" ",
    "backspace": b"\x7f",
    "delete": b"\x1b[3~",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "shift+up": b"\x1b[1;2A",
    "shift+down": b"\x1b[1;2B",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "f6": b"\x1b[17~",
    "alt+enter": b"\x1b\r",
    "ctrl+]": b"\x1d",
    "focus": b"\x1b[I",
    "blur": b"\x1b[O",
    **{f"ctrl+{chr(code + 96)}": bytes([code]) for code in range(1, 27)},
}
"""The bytes an xterm sends for keys that have a name; anything else is sent as it is."""

Wanted = str | re.Pattern[str] | Callable[["Terminal"], bool]


def program_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment a program is started with: a plain xterm, this checkout first."""
    keep = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "TEXTUAL", "COV", "DSH_TEST"))
        and name not in ("NO_COLOR", "FORCE_COLOR", "CI", "COLUMNS", "LINES", "TMUX", "STY")
        # Hundreds of programs are started: each would compile all modules anew.
        and name != "PYTHONDONTWRITEBYTECODE"
    }
    path = [str(ROOT), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")]
    return {
        **keep,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": "/nonexistent",
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        **(extra or {}),
    }


class Terminal:
    """A program and the terminal it runs in.

    Args:
        argv: The program and its arguments.
        columns: Width in cells.
        rows: Height in cells.
        env: Variables to set on top of `program_environment()`.
        cwd: Where it runs; None for the checkout.
        traits: What kind of terminal it finds.
        stdin: A file to read instead of the terminal.
        stdout: A file to write instead of the terminal.
        stderr: A file to write instead of the terminal.
        front: Whether its process group has the terminal, as a shell's foreground job has.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        traits: Traits | None = None,
        stdin: Path | None = None,
        stdout: Path | None = None,
        stderr: Path | None = None,
        front: bool = True,
    ) -> None:
        self.emulator = Emulator(columns, rows, traits or Traits())
        self.raw = bytearray()
        """Every byte the program wrote, in order."""
        self.argv = list(argv)
        self._fd, slave = os.openpty()
        try:
            os.set_blocking(self._fd, False)
            self._set_size(columns, rows)
            self._flags = termios.tcgetattr(self._fd)
            self.process = self._start(
                slave,
                "front" if front else "back",
                [str(path) if path else "-" for path in (stdin, stdout, stderr)],
                cwd=cwd or ROOT,
                env=program_environment(env),
            )
        except BaseException:
            os.close(self._fd)
            raise
        finally:
            os.close(slave)
        self._open = True

    def _start(
        self, slave: int, place: str, redirects: list[str], *, cwd: Path, env: Mapping[str, str]
    ) -> subprocess.Popen[bytes] | Forked:
        tty = os.ttyname(slave)
        if redirects == ["-", "-", "-"]:
            forked = fork_program(tty, place, self.argv, cwd=cwd, env=env)
            if forked is not None:
                return forked
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCH), tty, place, *redirects, *self.argv],
            stdin=subprocess.DEVNULL,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            cwd=cwd,
            env=env,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # -- reading ----------------------------------------------------------------

    def pump(self, timeout: float = 0.0) -> int:
        """Read what is there, waiting up to `timeout` seconds for the first byte.

        Returns:
            How many bytes came; 0 also when the program has closed the terminal.
        """
        if not self._open:
            return 0
        ready, _, _ = select.select([self._fd], [], [], timeout)
        if not ready:
            return 0
        try:
            data = os.read(self._fd, 1 << 16)
        except BlockingIOError:
            return 0
        except OSError:  # EIO: nobody holds the other end any more
            data = b""
        if not data:
            # Not closed for good: a launcher may have gone before its child has opened it.
            if self.process.poll() is None:
                time.sleep(min(timeout, 0.01))
            return 0
        self.raw += data
        if reply := self.emulator.feed(data):
            self._write(reply)
        return len(data)

    def wait_for(self, wanted: Wanted, timeout: float = TIMEOUT) -> str:
        """Wait until the screen shows something, and return the screen's text.

        Args:
            wanted: A text to be on the screen, a pattern to be found in it, or a
                condition on this terminal. Never looked at in the middle of a frame.
            timeout: Seconds, before patience.

        Raises:
            AssertionError: It did not happen, or the program ended first.
        """
        self._until(lambda: not self.emulator.mid_frame and self._holds(wanted), wanted, timeout)
        return self.text

    def wait_gone(self, text: str, timeout: float = TIMEOUT) -> str:
        """Wait until the screen no longer shows a text."""
        return self.wait_for(lambda terminal: text not in terminal.text, timeout)

    def wait_raw(self, wanted: bytes, since: int = 0, timeout: float = TIMEOUT) -> int:
        """Wait until the program has written some bytes; returns the offset behind them."""
        self._until(lambda: self.raw.find(wanted, since) >= 0, wanted, timeout)
        return self.raw.find(wanted, since) + len(wanted)

    def settle(self, quiet: float = 0.25, timeout: float = TIMEOUT) -> str:
        """Wait until the program has written nothing for `quiet` seconds.

        For "and nothing else happened"; to wait for something use `wait_for`.
        """
        limit = time.monotonic() + timeout * PATIENCE
        while self.pump(quiet * PATIENCE):
            if time.monotonic() > limit:
                self._fail("the screen did not come to rest")
        return self.text

    def _until(self, condition: Callable[[], bool], wanted: object, timeout: float) -> None:
        limit = time.monotonic() + timeout * PATIENCE
        while not condition():
            ended = self.process.poll() is not None
            if self.pump(0.05) == 0 and ended and not condition():
                self._fail(f"the program ended before {wanted!r}")
            if time.monotonic() > limit:
                self._fail(f"no {wanted!r} within {timeout * PATIENCE:g} s")

    def _holds(self, wanted: Wanted) -> bool:
        if isinstance(wanted, str):
            return wanted in self.text
        if isinstance(wanted, re.Pattern):
            return wanted.search(self.text) is not None
        return wanted(self)

    def _fail(self, why: str) -> None:
        __tracebackhide__ = True
        frame = "─" * self.emulator.columns
        pytest.fail(
            f"{why}\nprogram: {self.argv}\nexit status: {self.process.poll()}\n"
            f"{frame}\n{self.text}\n{frame}\nlast bytes: {bytes(self.raw[-400:])!r}"
        )

    @property
    def lines(self) -> list[str]:
        """The rows on screen, from what has been read so far."""
        return self.emulator.lines

    @property
    def text(self) -> str:
        """The screen as one text, a line a row."""
        return "\n".join(self.lines)

    # -- writing ----------------------------------------------------------------

    def send(self, data: bytes | str) -> None:
        """Type bytes in one go; a text is sent as UTF-8."""
        self._write(data.encode() if isinstance(data, str) else data)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as fast as they go; names are in `KEYS`."""
        self._write(b"".join(KEYS.get(key) or key.encode() for key in keys))

    def paste(self, text: str) -> None:
        """Paste a text, bracketed if the program asked for that."""
        data = text.replace("\n", "\r").encode()
        self._write(b"\x1b[200~" + data + b"\x1b[201~" if 2004 in self.emulator.modes else data)

    def click(self, row: int, column: int) -> None:
        """Press and release the left button on a cell, both from 0."""
        place = f"{column + 1};{row + 1}"
        self.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def _write(self, data: bytes) -> None:
        limit = time.monotonic() + TIMEOUT * PATIENCE
        while data and self._open:
            _, ready, _ = select.select([], [self._fd], [], 0.05)
            try:
                data = data[os.write(self._fd, data[:1024]) :] if ready else data
            except BlockingIOError:
                ready = []
            except OSError:  # EIO: the program is gone, and so is who would read this
                return
            if not ready:
                self.pump()  # both may be waiting: it for us to read, we for it
                if time.monotonic() > limit:
                    self._fail("the program does not read its input")

    # -- the world outside the program ------------------------------------------

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the program is told by the system."""
        self.emulator.resize(columns, rows)
        self._set_size(columns, rows)

    def kill(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to the program."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Take the terminal away, as a closed window or a lost connection does."""
        if self._open:
            self._open = False
            os.close(self._fd)

    def wait_exit(self, timeout: float = TIMEOUT) -> int:
        """Wait until the program has ended, and read the rest of what it wrote.

        Returns:
            Its exit status; minus the signal's number when one killed it.
        """
        limit = time.monotonic() + timeout * PATIENCE
        while self.process.poll() is None:
            if not self._open:
                time.sleep(0.01)
            self.pump(0.02)
            if time.monotonic() > limit:
                self._fail("the program did not end")
        while self.pump():
            pass
        return self.process.wait()

    def left_behind(self) -> list[str]:
        """What the program changed in the terminal and did not put back."""
        wrong = self.emulator.left_behind()
        if self._open and termios.tcgetattr(self._fd)[:4] != self._flags[:4]:
            wrong.append("line discipline")
        return wrong

    def cpu_seconds(self) -> float:
        """CPU time of the program so far, its threads and ended children included."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(int(fields[index]) for index in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self, kind: str = "Anonymous") -> int:
        """A row of the program's memory summary, such as `Rss` or `Anonymous`, in KiB."""
        rows = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        match = re.search(rf"^{kind}:\s+(\d+) kB", rows, re.MULTILINE)
        if match is None:
            raise KeyError(kind)
        return int(match[1])

    def close(self) -> None:
        """End the program, whatever it is doing, and give the terminal back."""
        for pid in self._session():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def _session(self) -> list[int]:
        """Every live process of the program's session: its children may have own groups."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) == self.process.pid:
                    found.append(int(stat.parent.name))
        return found
