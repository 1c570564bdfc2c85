"""A held key confirms at most one question.

Terminals report a key that is held down as many presses; the first repeat comes 225 to 660 ms
after the press, the others every 30 to 90 ms. Three rules tell repeats from presses, all by the
times of the events, never by when a key is handled:

(a) After a key confirmed a question, the same key less than 150 ms after its previous press is
    ignored, until another key is pressed or the key has rested for 700 ms.
(b) If that key had been pressed in the 700 ms before its last press and comes again within
    150 ms of it, the last press was a repeat: whatever it did is taken back.
(c) What cannot be taken back waits 150 ms if its key had been pressed in the 700 ms before; the
    same key again in that time drops it. A fresh press acts at once.

The handler of keys asks `KeyGuard.press` about every key first. `PROCEED`: handle it, and call
`KeyGuard.confirmed` if that confirmed a question. `TAKE_BACK`: restore the state from before the
last press that proceeded. `IGNORE`: nothing. A step that cannot be taken back and whose press is
`repeated` is put into a `Held`; whatever key comes next is shown to `Held.meets`, after `press`
and before it is handled.

Times are seconds on one monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

__all__ = ["CLOSE", "RECENT", "Held", "KeyGuard", "Press", "Verdict"]

CLOSE: Final = 0.150
"""Presses of one key closer than this may be repeats."""

RECENT: Final = 0.700
"""A key that rested this long is no longer held."""


class Verdict(Enum):
    """What to do with a press."""

    PROCEED = "proceed"
    IGNORE = "ignore"
    TAKE_BACK = "take back"


@dataclass(frozen=True, slots=True)
class Press:
    """What the guard says about a press.

    Attributes:
        verdict: What to do with it.
        repeated: The key was also pressed in the 700 ms before.
    """

    verdict: Verdict
    repeated: bool


@dataclass(frozen=True, slots=True)
class KeyGuard:
    """What is remembered of the keys so far.

    Attributes:
        key: The last key pressed.
        recent: When each key was last pressed, for those pressed in the last 700 ms.
        guarded: The key that confirmed a question and may still be held.
        repeat: The last press proceeded and came in the 700 ms after another of the same key:
            the next one may show that it was a repeat.
    """

    key: str = ""
    recent: tuple[tuple[str, float], ...] = ()
    guarded: str | None = None
    repeat: bool = False

    def press(self, key: str, time: float) -> tuple[KeyGuard, Press]:
        """Remember a press and say what to do with it."""
        recent = tuple(item for item in self.recent if time - item[1] <= RECENT)
        previous = dict(recent).get(key)
        repeated = previous is not None
        held = (
            self.guarded == key
            and self.key == key
            and previous is not None
            and time - previous < RECENT
        )
        close = previous is not None and time - previous < CLOSE
        if not (held and close):
            verdict = Verdict.PROCEED
        else:
            verdict = Verdict.TAKE_BACK if self.repeat else Verdict.IGNORE
        guard = KeyGuard(
            key=key,
            recent=(*(item for item in recent if item[0] != key), (key, time)),
            guarded=key if held else None,
            repeat=repeated and verdict is Verdict.PROCEED,
        )
        return guard, Press(verdict, repeated)

    def confirmed(self, key: str) -> KeyGuard:
        """The last press, of this key, confirmed a question, or dropped a held step."""
        return replace(self, guarded=key)


@dataclass(frozen=True, slots=True)
class Held:
    """A step that cannot be taken back, waiting for its key to prove that it is not held down.

    Attributes:
        key: The key whose repeated press wants the step.
        time: When it was pressed.
    """

    key: str
    time: float

    @property
    def due(self) -> float:
        """When it acts if nothing happens."""
        return self.time + CLOSE

    def meets(self, key: str, time: float) -> Literal["act", "drop"]:
        """What a key does to the waiting step.

        `drop`: it was a repeat; the step is forgotten, the key does nothing either, and its
        guard is renewed by `KeyGuard.confirmed`. `act`: the step acts now, by its own key's
        right, and then the key is handled.
        """
        return "drop" if key == self.key and time - self.time < CLOSE else "act"
