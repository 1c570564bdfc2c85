"""Below the prompt: what is above the app is not the app's, also when the terminal is resized."""

from __future__ import annotations

import asyncio
import contextvars
import os
import signal
import sys
from types import FrameType
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size

__all__ = ["keep_what_is_above"]


def keep_what_is_above(app: App[Any]) -> None:
    """Clear only the app's own lines when the size changes.

    Textual clears the whole visible screen, with everything that was printed before it. To be
    called in the running loop of an inline app, in the main thread. Lines that a terminal wraps
    anew by itself may stay behind; that is better than lines of others which are gone.
    """
    loop, context = asyncio.get_running_loop(), contextvars.copy_context()

    def resized(number: int, frame: FrameType | None) -> None:
        # Threadsafe because it wakes the loop, which a signal by itself does not.
        loop.call_soon_threadsafe(_resize, app, context=context)

    signal.signal(signal.SIGWINCH, resized)


def _resize(app: App[Any]) -> None:
    try:
        width, height = os.get_terminal_size(1)
    except OSError:  # it is going away
        return
    if sys.__stderr__ is not None:
        # Where the last frame left the cursor, counted from the app's first cell. No public way
        # tells: `cursor_position` is where the next frame will put it.
        x, y = app._previous_cursor_position
        up = f"\x1b[{y}A" if y else ""
        down = f"\x1b[{y}B" if y else ""
        right = f"\x1b[{x}C" if x else ""
        sys.__stderr__.write(f"{up}\r\x1b[J{down}{right}")
        sys.__stderr__.flush()
    size = Size(width, height)
    app.post_message(events.Resize(size, size))
