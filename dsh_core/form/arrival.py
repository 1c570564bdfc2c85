"""A form that arrives cannot eat keys: focus moves to it late.

The form is drawn at once, without focus. It takes the focus when the person has rested: 400 ms
since it was drawn, 400 ms without a key, and nobody is using the keyboard elsewhere. For 400 ms
after that, what is typed goes back to the composer, and the keys that act do nothing.

Where there is no composer, the form has the focus at once and the keys of its first 400 ms are
dropped.

Times are seconds on one monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Final

__all__ = ["PAUSE", "Arrival", "Route"]

PAUSE: Final = 0.400
"""How long the form and the keyboard rest before, and the form is guarded after, focus moves."""

_ACTING: Final = frozenset({"enter", "escape", "backspace", "ctrl+m", "ctrl+j", "ctrl+h"})


class Route(Enum):
    """Where a key goes that comes while the form has the focus."""

    FORM = "form"
    """It means what it says."""
    COMPOSER = "composer"
    """Into the composer, which takes the focus back."""
    NOWHERE = "nowhere"
    """It does nothing."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One form on its way to the focus.

    Attributes:
        drawn_at: When it was drawn.
        last_key_at: When the last key was pressed, or `None`.
        focused_at: When it took the focus, or `None` while it has not.
        has_composer: There is a composer for early keys to go to.
    """

    drawn_at: float
    last_key_at: float | None = None
    focused_at: float | None = None
    has_composer: bool = True

    def pressed(self, time: float) -> Arrival:
        """A key was pressed, wherever it went."""
        return replace(self, last_key_at=time)

    def focused(self, time: float) -> Arrival:
        """The form took the focus, by this rule or by a key that asked for it."""
        return replace(self, focused_at=time)

    def asked_for(self) -> Arrival:
        """The person gave the form the focus on purpose: no key is early any more.

        Nor is one that was pressed before this is handled, as in a burst.
        """
        return replace(self, focused_at=-inf)

    def given_back(self, time: float) -> Arrival:
        """The composer took the focus back; the form arrives again by the same rule."""
        return replace(self, focused_at=None, last_key_at=time)

    def due(self, now: float, *, keyboard_free: bool) -> float | None:
        """In how many seconds the focus may move; 0 is now.

        Args:
            now: The time.
            keyboard_free: The focus is in an empty composer or nowhere, and no other screen,
                palette or search is open.

        Returns:
            `None` if it will not move by waiting: it has, or the keyboard is in use.
        """
        if self.focused_at is not None:
            return None
        if not self.has_composer:
            return 0.0
        if not keyboard_free:
            return None
        since = self.drawn_at
        if self.last_key_at is not None:
            since = max(since, self.last_key_at)
        return max(0.0, since + PAUSE - now)

    def route(self, key: str, time: float, *, printable: bool) -> Route:
        """Where a key goes that is pressed while the form has the focus.

        Args:
            key: The key's name as Textual spells it.
            time: When it was pressed.
            printable: It types a character, a digit or a space.
        """
        if not self.has_composer:
            return Route.NOWHERE if time - self.drawn_at < PAUSE else Route.FORM
        if self.focused_at is None or time - self.focused_at >= PAUSE:
            return Route.FORM
        if printable:
            return Route.COMPOSER
        return Route.NOWHERE if key in _ACTING else Route.FORM
