"""Time as a value that can be given, so that nothing has to sleep in a test."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """Where a room gets the time from."""

    def monotonic(self) -> float:
        """Seconds since some fixed point; for durations only."""
        ...

    def now_ms(self) -> int:
        """Milliseconds since the epoch; for what is written down."""
        ...


class SystemClock:
    """The clock of the machine."""

    __slots__ = ()

    def monotonic(self) -> float:
        """Seconds from `time.monotonic`."""
        return time.monotonic()

    def now_ms(self) -> int:
        """Milliseconds since the epoch."""
        return time.time_ns() // 1_000_000


class ManualClock:
    """A clock that stands still until it is moved.

    Args:
        start: Seconds; both readings begin there.
    """

    __slots__ = ("_now",)

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def monotonic(self) -> float:
        """Seconds: `start` plus all that was advanced."""
        return self._now

    def now_ms(self) -> int:
        """The same moment in milliseconds."""
        return round(self._now * 1000)

    def advance(self, seconds: float) -> None:
        """Move forward.

        Raises:
            ValueError: If `seconds` is negative.
        """
        if seconds < 0:
            raise ValueError("a clock does not run backwards")
        self._now += seconds
