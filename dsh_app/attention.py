"""Calling a person back who looks elsewhere: the bell, the title, a desktop notification."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from textual.app import App

from dsh_core.base.sanitise import one_line

__all__ = ["Attention", "AttentionRule"]

AWAY_AFTER: Final = 30.0
"""Seconds without a key after which nobody is there, where the terminal does not tell."""
BELL_REST: Final = 5.0
"""Seconds between two bells."""
_LONGEST: Final = 100

_SAVE_TITLE: Final = "\x1b[22;0t"
_RESTORE_TITLE: Final = "\x1b[23;0t"
_UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f;]")


@dataclass(slots=True)
class AttentionRule:
    """Whether somebody looks, and whom to call for what.

    Attributes:
        focused: What the terminal said last; None while it has said nothing.
        last_key: When a key came last, in seconds.
        last_bell: When it rang last.
        called: Requests that were called for; each is once.
    """

    focused: bool | None = None
    last_key: float = float("-inf")
    last_bell: float = float("-inf")
    called: set[str] = field(default_factory=set)

    def away(self, now: float) -> bool:
        """Whether nobody looks."""
        if self.focused is None:
            return now - self.last_key >= AWAY_AFTER
        return not self.focused

    def call(self, request: str, now: float) -> bool:
        """Whether to call for a request now; it counts as called if so."""
        if request in self.called or not self.away(now):
            return False
        self.called.add(request)
        return True

    def ring(self, now: float) -> bool:
        """Whether the bell may ring now; it counts as rung if so."""
        if now - self.last_bell < BELL_REST:
            return False
        self.last_bell = now
        return True

    def look_again(self, now: float) -> float | None:
        """In how many seconds it may be that nobody looks; None if only the terminal can tell."""
        return max(0.0, AWAY_AFTER - (now - self.last_key)) if self.focused is None else None


class Attention:
    """Calls by the means of a terminal.

    Args:
        app: Whose terminal.
        bell: Ring.
        desktop: Send a desktop notification, to terminals that pass one on.
        now: The clock, in seconds.
    """

    def __init__(
        self, app: App[Any], *, bell: bool, desktop: bool, now: Callable[[], float]
    ) -> None:
        self.rule = AttentionRule(last_key=now())  # Who starts an app is there.
        self._app = app
        self._bell = bell
        self._desktop = desktop
        self._now = now
        self._marked = False
        self.quiet = False
        """The terminal is somebody else's, an editor's: nothing is written. Who is in it is there,
        and sees what has come when they are back."""

    def key(self) -> None:
        """A key came: somebody is there."""
        self.rule.last_key = self._now()
        if self._marked:
            self.clear()

    def focus(self, focused: bool) -> None:
        """The terminal told whether it is in front."""
        self.rule.focused = focused
        if focused:
            self.clear()

    def waits(self, request: str, text: str, still: Callable[[], bool]) -> None:
        """Call for a request, now or when nobody has been there for a while.

        Args:
            request: Its id.
            text: What to say; harmless whatever is in it.
            still: Whether it still waits.
        """
        if self.quiet:
            return
        now = self._now()
        if self.rule.call(request, now):
            self._call(text, now)
            return
        later = self.rule.look_again(now)
        if later is not None and request not in self.rule.called:

            def again() -> None:
                if still():
                    self.waits(request, text, still)

            self._app.set_timer(later, again)

    def clear(self) -> None:
        """Take the mark off the title; the one from before comes back."""
        if self._marked and not self.quiet:
            self._marked = False
            self._write(_title(self._app.TITLE or "") + _RESTORE_TITLE)

    def _call(self, text: str, now: float) -> None:
        words = _UNWRITABLE.sub(" ", one_line(text))[:_LONGEST]
        if self._bell and self.rule.ring(now):
            self._app.bell()
        if not self._marked:
            self._marked = True
            self._write(_SAVE_TITLE)
        self._write(_title(f"* {words}"))
        if self._desktop:
            # The two ways there are: a terminal that does not know one of them ignores it.
            self._write(f"\x1b]9;{words}\x07")
            self._write(f"\x1b]777;notify;{self._app.TITLE};{words}\x07")

    def _write(self, sequence: str) -> None:
        # Textual has no public way to send a sequence in its place among what it draws; writing
        # beside its driver would tear a frame in two.
        driver = self._app._driver
        if driver is not None and not self._app.is_headless:
            driver.write(sequence)
            driver.flush()


def _title(text: str) -> str:
    return f"\x1b]2;{text}\x07"
