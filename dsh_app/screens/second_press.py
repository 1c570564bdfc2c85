"""A key that does something only when it is pressed twice."""

from __future__ import annotations

from typing import Final, Literal

from dsh_core.form.held_keys import CLOSE, RECENT

__all__ = ["ARMED_SECONDS", "SecondPress"]

ARMED_SECONDS: Final = 2.0
"""How long after the first press a second one counts."""


class SecondPress:
    """Tells the first press of a key from the second, and both from a key that is held down.

    Times are those of the events, in seconds; presses is how many keys have been pressed by then,
    so that another key between the two shows.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._presses = 0
        self._last = 0.0

    @property
    def since(self) -> float | None:
        """When the first press was; None while there is none that counts."""
        return self._since

    def press(self, time: float, presses: int) -> Literal["first", "repeat", "perhaps", "second"]:
        """What a press is.

        Returns:
            `first`; `second`; `perhaps` if it is the second unless the same key comes again within
            `CLOSE`; `repeat` for one that comes too soon to count.
        """
        before, between, self._last = self._last, presses - self._presses, time
        self._presses = presses
        if self._since is None or between != 1 or time - self._since > ARMED_SECONDS:
            self._since = time
            return "first"
        if time - before < CLOSE:
            return "repeat"
        return "perhaps" if time - before < RECENT else "second"

    def forget(self) -> None:
        """The next press is the first."""
        self._since = None
