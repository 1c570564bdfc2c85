"""The one way a key takes.

Textual delivers keys that arrive together through several queues: characters run in the focused
widget's, bindings later in the app's. So no part of the seat looks a key up itself. Each hands it
to one handler, which decides by the state as it is now and acts before it returns; a burst then
gives what the same keys give one by one.
"""

from __future__ import annotations

from typing import Protocol

from textual import events
from textual.widget import Widget

__all__ = ["KeyHandler"]


class KeyHandler(Protocol):
    """Where a focusable part takes its keys."""

    def handle_key(self, part: Widget, event: events.Key) -> None:
        """Act on a key now, and stop the event if it was used.

        Args:
            part: The widget whose queue the key came through; not necessarily the one that it
                belongs to by now.
            event: The key. Its `time` is when it was pressed, not when it is handled.
        """
        ...

    def handle_paste(self, part: Widget, event: events.Paste) -> None:
        """Put pasted text where the state says; a paste confirms nothing."""
        ...
