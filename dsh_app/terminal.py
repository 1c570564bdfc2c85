"""The terminal as a thing to find, to own for a while and to give back as it was.

A full-screen app on Textual reads file descriptor 0, writes to 2 and takes its size from
1. With pipes there it is deaf, or always 80x24, or paints into a log. So the app finds
its controlling terminal, puts it on all three for as long as it runs, and hands the
caller's own descriptors back afterwards.
"""

from __future__ import annotations

import contextvars
import fcntl
import os
import signal
import sys
import termios
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from dsh_app.exit_status import ExitStatus
from dsh_app.job import in_front
from dsh_app.streams import FIRST_FREE, STREAMS, duplicate, flush_streams, original, whole_stream
from dsh_core.base.errors import HarnessError

__all__ = [
    "NoTerminalError",
    "OwnedTerminal",
    "ends_on_signals",
    "find_terminal",
    "own_terminal",
]

GRACE_SECONDS = 3.0
"""How long an app that was told to end may take before it is ended."""

WATCH_SECONDS = 1.0
"""How often an app looks whether its terminal and whoever started it are still there."""

_DEVICE = "/dev/tty"

_STATUS = {
    signal.SIGTERM: ExitStatus.ABORTED,
    signal.SIGHUP: ExitStatus.ABORTED,
    signal.SIGQUIT: ExitStatus.ABORTED,
    signal.SIGINT: ExitStatus.INTERRUPTED,
}
_STOPS = (signal.SIGTSTP, signal.SIGCONT)  # Textual does not give these back

# Everything a full-screen app switches on, switched off: synchronized output, mouse, focus reports,
# bracketed paste, in-band resize, kitty keys, the alternate screen; then autowrap and the cursor
# back on. In this order, as the kitty stack is one per screen. Leaving the other screen restores
# a saved cursor; saving it first keeps it where it is if the app had not entered that screen yet.
_RESET = (
    b"\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l"
    b"\x1b[?2004l\x1b[?2048l\x1b[<u\x1b7\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m"
)


class NoTerminalError(HarnessError):
    """There is no terminal to draw on; code `NO_TERMINAL`.

    Attributes:
        reason: `none`, `background` or `dumb`: a key of the catalogue below
            `cli.no_terminal.`.
    """

    def __init__(self, reason: str, cause: BaseException | None = None) -> None:
        super().__init__(f"no usable terminal: {reason}", "NO_TERMINAL", cause)
        self.reason = reason


def find_terminal(*, lines: bool = False) -> int:
    """Open the controlling terminal, if a full-screen app may draw on it now.

    Never waits: a process in the background is told so rather than stopped.

    Args:
        lines: Plain lines are all that is wanted, which the dumbest terminal can do.

    Returns:
        A descriptor of our own, not inherited by children; the caller closes it.

    Raises:
        NoTerminalError: No terminal, not in front of it, or one that cannot move its cursor.
    """
    try:
        opened = os.open(_DEVICE, os.O_RDWR | os.O_NOCTTY)
    except OSError as error:
        raise NoTerminalError("none", error) from error
    try:
        # With 0, 1 or 2 closed, open() hands out exactly those.
        fd = fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE)
    finally:
        os.close(opened)
    try:
        if os.tcgetpgrp(fd) != os.getpgrp():
            raise NoTerminalError("background")
        if not lines and os.environ.get("TERM") == "dumb":
            raise NoTerminalError("dumb")
        termios.tcgetattr(fd)
    except (OSError, termios.error) as error:
        os.close(fd)
        raise NoTerminalError("none", error) from error
    except NoTerminalError:
        os.close(fd)
        raise
    return fd


class OwnedTerminal:
    """The terminal while it is ours; made by `own_terminal`.

    Attributes:
        stdout: The caller's own standard output, None if it was closed. Write results
            here, after the app has ended.
        stderr: The caller's own standard error, None if it was closed.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._attributes = termios.tcgetattr(fd)
        self._stdin, self.stdout, self.stderr = (duplicate(number) for number in range(3))
        self._streams = {name: (getattr(sys, name), original(name)) for _, name, _ in STREAMS}
        self._handlers = {number: signal.getsignal(number) for number in (*_STATUS, *_STOPS)}
        self._stopped_by: signal.Signals | None = None
        self._wake: Callable[[], None] | None = None
        self._gone = False
        self._laid_down = False
        self._parent = os.getppid()

    def status(self, otherwise: int) -> int:
        """The exit status to end with: that of the signal, if there was one."""
        return otherwise if self._stopped_by is None else int(_STATUS[self._stopped_by])

    def end_if_stopped(self) -> None:
        """End the process, now that the terminal is given back, if a signal told it to.

        Nothing that is left of the app, such as a thread that waits for keys, can hold it up.
        """
        if self._stopped_by is not None:
            os._exit(self.status(ExitStatus.ABORTED))

    def when_stopped(
        self, callback: Callable[[], None], redraw: Callable[[], object] | None = None
    ) -> None:
        """Have something called, in the running event loop, when a signal tells to end.

        The app then saves what it has and ends by itself. It has `GRACE_SECONDS`; after
        that, or on a second signal, the terminal is restored and the process ended.
        Without a callback the signal raises SystemExit where the program stands.

        Args:
            callback: Ends the app.
            redraw: Draws everything anew, after somebody stopped and continued the process
                without the app's knowing; None if nothing can be done.

        Raises:
            RuntimeError: No event loop is running.
        """
        import asyncio  # a large module, and here whoever calls has it already

        loop = asyncio.get_running_loop()
        # Not that of whatever is interrupted: Textual finds its app in the context.
        context = contextvars.copy_context()

        def later(action: Callable[[], object]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(action, context=context)

        self._wake = lambda: later(callback)
        if redraw is not None:
            self._stop_in_order(later, redraw)

        def watch() -> None:
            if self._stopped_by is None:
                if self._hung_up() or os.getppid() != self._parent:
                    self._on_signal(signal.SIGHUP, None)
                else:
                    loop.call_later(WATCH_SECONDS, watch)

        loop.call_later(WATCH_SECONDS, watch)

    def _stop_in_order(
        self, later: Callable[[Callable[[], object]], None], redraw: Callable[[], object]
    ) -> None:
        """Let the app lay the terminal down and take it up again between two of its steps.

        Textual does both wherever the signal finds it, which may be with a lock in its hands that
        it then waits for. And it takes the terminal up on every SIGCONT: after a SIGSTOP, of which
        nobody can know, it would have two threads that read keys.
        """
        suspend, resume = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
        if not callable(suspend) or not callable(resume):
            return  # the app knows no way
        attributes = termios.tcgetattr(self._fd)

        def lay_down() -> None:
            self._laid_down = True
            suspend(signal.SIGTSTP, None)

        def take_up() -> None:
            if self._stopped_by is not None:
                return
            if self._laid_down:
                resume(signal.SIGCONT, None)
                # In the background it was stopped again before it could begin.
                self._laid_down = not self._is_raw()
                if not self._laid_down:
                    redraw()
                return
            with suppress(OSError, termios.error):  # a shell may have set it as it needs it
                if os.tcgetpgrp(self._fd) == os.getpgrp():
                    termios.tcsetattr(self._fd, termios.TCSANOW, attributes)
            redraw()

        signal.signal(signal.SIGTSTP, lambda number, frame: later(lay_down))
        signal.signal(signal.SIGCONT, lambda number, frame: later(take_up))

    def _is_raw(self) -> bool:
        try:
            return not termios.tcgetattr(self._fd)[3] & termios.ICANON
        except termios.error:  # it has gone
            return True

    # -- taking and giving back ---------------------------------------------------

    def _take(self) -> None:
        # Exported by some shells; they would beat the terminal's real size.
        for name in ("COLUMNS", "LINES"):
            os.environ.pop(name, None)
        flush_streams()
        self._point_streams_at(self._fd)
        for number, name, mode in STREAMS:
            stream = whole_stream(name, number, mode)
            if stream is not original(name):
                setattr(sys, name, stream)
                setattr(sys, f"__{name}__", stream)
        signal.signal(signal.SIGALRM, self._on_alarm)
        _handle(_STATUS, self._on_signal)

    def _give_back(self, *, clean: bool) -> None:
        self._wake = self._wake or _nothing  # a signal from here on is only noted
        if self._stopped_by is None and self._hung_up():  # the app may notice it before we do
            self._stopped_by = signal.SIGHUP
            self._let_go()
        flush_streams()
        self._restore(screen=not clean)
        for (number, name, _), saved in zip(
            STREAMS, (self._stdin, self.stdout, self.stderr), strict=True
        ):
            current, first = self._streams[name]
            setattr(sys, name, current)
            setattr(sys, f"__{name}__", first)
            if saved is None:
                os.close(number)
            else:
                os.dup2(saved, number)
                os.close(saved)
        os.close(self._fd)
        self._gone = True
        if self._stopped_by is None:
            # Otherwise they stay, with the alarm: a thread that will not end must not keep us.
            for handled, handler in self._handlers.items():
                signal.signal(handled, handler)

    def _restore(self, *, screen: bool) -> None:
        """Put the line discipline back and, if the app could not, the screen."""
        if self._gone:
            return
        if screen:
            with suppress(OSError):  # one that is held with Ctrl+S must not hold us
                os.set_blocking(self._fd, False)
                os.write(self._fd, _RESET)
        with suppress(OSError, termios.error):  # the terminal may go at any moment
            # Whoever is in front now has set the line discipline as it wants it; and to set it
            # from the background would stop us.
            if os.tcgetpgrp(self._fd) == os.getpgrp():
                termios.tcsetattr(self._fd, termios.TCSANOW, self._attributes)

    def _point_streams_at(self, fd: int) -> None:
        for number in range(3):
            os.dup2(fd, number, inheritable=True)

    # -- signals ------------------------------------------------------------------

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again = self._stopped_by is not None
        # In the background it is the shell's: to touch it from there would stop us once more.
        behind = self._laid_down or not in_front(self._fd)
        if behind or (number == signal.SIGHUP and self._hung_up()):
            self._let_go()
        if again:
            self._end_now()
        self._stopped_by = signal.Signals(number)
        signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS)
        if self._wake is None:
            raise SystemExit(self.status(ExitStatus.ABORTED))
        self._wake()

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        self._end_now()

    def _hung_up(self) -> bool:
        # The signal may also come from a person or a parent, with the terminal still there.
        try:
            termios.tcgetattr(self._fd)
        except termios.error:
            return True
        return False

    def _let_go(self) -> None:
        # A terminal that is gone fails every write and is for ever ready to be read.
        # Drawing into nothing lets the app come to its end.
        self._gone = True
        nothing = os.open(os.devnull, os.O_RDWR)
        self._point_streams_at(nothing)
        if nothing > 2:
            os.close(nothing)

    def _end_now(self) -> None:
        self._restore(screen=True)
        os._exit(self.status(ExitStatus.ABORTED))


@contextmanager
def own_terminal() -> Iterator[OwnedTerminal]:
    """Put the terminal on descriptors 0, 1 and 2 for the life of an app.

    SIGTERM, SIGHUP, SIGQUIT and SIGINT then end the app in good order, see
    `OwnedTerminal.when_stopped`, unless they were ignored before; then call
    `OwnedTerminal.end_if_stopped`, before anything that takes time. An exception that comes after
    a signal ends the process with the signal's status. To be used in the main thread, once at a
    time.

    Raises:
        NoTerminalError: There is no terminal to own.
    """
    terminal = OwnedTerminal(find_terminal())
    try:
        terminal._take()
        yield terminal
    except BaseException as error:
        # A refusal is orderly: nothing was drawn, or it was cleared.
        terminal._give_back(clean=isinstance(error, HarnessError))
        # Not later: the alarm is on, and Python forgets its handler when it winds itself up.
        terminal.end_if_stopped()
        raise
    terminal._give_back(clean=True)


@contextmanager
def ends_on_signals() -> Iterator[None]:
    """Have SIGTERM, SIGHUP and SIGQUIT raise SystemExit, so that things are put back.

    For what runs without owning the terminal; SIGINT raises KeyboardInterrupt as ever. What was
    ignored before stays ignored.
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(int(_STATUS[signal.Signals(number)]))

    before = _handle([number for number in _STATUS if number != signal.SIGINT], end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _handle(
    numbers: Iterable[signal.Signals], handler: Callable[[int, FrameType | None], None]
) -> dict[signal.Signals, Callable[[int, FrameType | None], None] | int | None]:
    """Handle signals; those that whoever started us ignores, as nohup does, stay ignored.

    Returns:
        What handled each before.
    """
    heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    return {number: signal.signal(number, handler) for number in heard}


def _nothing() -> None:
    pass
