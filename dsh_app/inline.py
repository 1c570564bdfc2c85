"""Below the prompt: what is above the app is not the app's, also when the terminal is resized."""

from __future__ import annotations

import asyncio
import contextvars
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any, Final

from textual import events
from textual.app import App
from textual.drivers.linux_inline_driver import LinuxInlineDriver
from textual.geometry import Size

__all__ = ["InlineDriver"]

_CLEAR: Final = "\r\x1b[J"
"""From the first line of ours on, where the cursor rests."""

_RESIZE_PAUSE: Final = 0.05
"""Seconds that the size must rest before it is drawn for."""


class InlineDriver(LinuxInlineDriver):
    """Draws some lines below the prompt, and can lay the terminal down and take it up again.

    Two rules keep it from losing its place, whatever a terminal does with its lines when its size
    changes. The cursor rests on the first cell of ours, wherever that goes and however many rows
    the lines below it are wrapped into; so the app's `cursor_position` is to stay there. And no
    line is wrapped when it is drawn: one for more columns than there are by now is one row still.

    What is left is a terminal that wraps anew what it shows. If it has no room for all of it, it
    moves our first rows into its history, and there they stay. And if it does so in the middle of
    a frame, it is not known how far up the first cell is; some old rows stay above it. As nothing
    is drawn while the size changes, both can happen only once each time.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._owner = app
        self._laid_down = False
        self._restarts = True
        self._drawing: asyncio.TimerHandle | None = None
        self._held = ExitStack()
        signal.signal(signal.SIGTSTP, self._on_stop)
        signal.signal(signal.SIGCONT, self._on_continue)

    @property
    def can_suspend(self) -> bool:
        return True

    def write(self, data: str) -> None:
        if not self._laid_down:
            with suppress(OSError):  # it has gone; whoever watches it ends the app
                super().write(data)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()  # type: ignore[no-untyped-call]

    def start_application_mode(self) -> None:
        self._laid_down = False
        # Textual clears the whole screen on a resize, with everything that was printed before.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
        try:
            self.write("\x1b[?7l")
            super().start_application_mode()
            self._listen_to_resizes()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

    def stop_application_mode(self) -> None:
        self.write("\x1b[?7h")
        super().stop_application_mode()

    def suspend_application_mode(self) -> None:
        padding = self._owner.INLINE_PADDING
        self.write(f"\r\x1b[{padding}A" if padding else "\r")
        super().suspend_application_mode()
        self._laid_down = True

    @contextmanager
    def no_automatic_restart(self) -> Iterator[None]:
        self._restarts = False
        try:
            with super().no_automatic_restart():
                yield
        finally:
            self._restarts = True

    # -- resizes ------------------------------------------------------------------

    def _listen_to_resizes(self) -> None:
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()

        def resized(number: int, frame: FrameType | None) -> None:
            # Threadsafe because it wakes the loop, which a signal by itself does not.
            loop.call_soon_threadsafe(self._resize, context=context)

        signal.signal(signal.SIGWINCH, resized)

    def _resize(self) -> None:
        try:
            size = Size(*os.get_terminal_size(self.fileno))
        except OSError:  # it is going away
            return
        if not all(size):  # it does not know
            return
        if self._drawing is None:
            # Nothing is drawn until the size rests: what is not there cannot be wrapped anew, and
            # no frame is resized in its middle.
            self._held.enter_context(self._owner.batch_update())
        else:
            self._drawing.cancel()
        self.write(_CLEAR)
        self.flush()
        self._owner.post_message(events.Resize(size, size))
        loop = asyncio.get_running_loop()
        self._drawing = loop.call_later(_RESIZE_PAUSE, self._draw_at, size)

    def _draw_at(self, size: Size) -> None:
        """Draw, also if the size is what it was, and if Textual missed to tell the screens."""
        self._drawing = None
        self._held.close()
        app = self._owner
        if app.is_running and app.size == size:
            for screen in app.screen_stack:
                screen.post_message(events.Resize(size, size))
            app.refresh(layout=True)

    # -- being stopped ------------------------------------------------------------

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        if self._restarts:
            self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _on_continue(self, number: int, frame: FrameType | None) -> None:
        if not self._restarts:
            return
        try:
            in_front = os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:  # it has gone
            return
        if in_front:
            self.resume_application_mode()
        else:
            # As the system does to whoever touches the terminal from there: the whole job, or the
            # shell would not continue it.
            os.killpg(os.getpgrp(), signal.SIGTTOU)
