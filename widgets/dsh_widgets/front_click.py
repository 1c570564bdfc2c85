"""A click that brings the terminal to the front does nothing else.

The terminal tells that it is in front, and sends the click that made it so, in one go and in any
order. Whoever sees events before they are handed to a screen shows them to this rule first.
"""

from __future__ import annotations

from typing import Final

from textual import events

__all__ = ["FrontClick"]

_MOMENT: Final = 0.2
"""Seconds after the terminal came to the front in which a press of the mouse is what brought it."""


class FrontClick:
    """Tells the clicks that only bring the terminal to the front from the others."""

    def __init__(self) -> None:
        self._away = False
        self._came_at = float("-inf")
        self._held = False

    def takes(self, event: events.Event) -> bool:
        """Whether this event is part of such a click, and is to go nowhere.

        Args:
            event: Any event, in the order in which they come.
        """
        match event:
            case events.AppBlur():
                self._away = True
            case events.AppFocus() if self._away:
                self._away = False
                self._came_at = event.time
            case events.MouseDown():
                self._held = self._away or event.time - self._came_at < _MOMENT
                if self._away:
                    self._away = False
                    self._came_at = event.time
                return self._held
            case events.MouseUp() if self._held:
                self._held = False
                return True
            case events.Key():
                self._away = False
        return False
