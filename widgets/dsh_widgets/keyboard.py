"""Who has the keyboard: the panel in front, the composer or the transcript, and how it moves.

Where it is follows from the screen's focus, which changes the moment it is set. A form that
arrives gets it late, when the person has rested.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from textual.widget import Widget

from dsh_core.base.clock import Clock, SystemClock
from dsh_core.form.arrival import Arrival, Route
from dsh_widgets.composer import Composer
from dsh_widgets.dock import QuestionDock
from dsh_widgets.dock_panels import DockPanel
from dsh_widgets.panel import Panel

__all__ = ["Asking", "Host", "Keyboard", "Place", "Reader"]

_SOON: Final = 0.02
"""Seconds after which a panel that is just being made is looked at again."""


class Place(Enum):
    """Who has the keyboard."""

    PANEL = "panel"
    COMPOSER = "composer"
    TRANSCRIPT = "transcript"
    NOWHERE = "nowhere"


class Reader(Protocol):
    """What the keyboard needs of a transcript, which is also a focusable widget."""

    def act(self, action: str) -> bool:
        """Do a `transcript.*` action; whether it meant anything."""
        ...


class Host(Protocol):
    """What the keyboard needs of the seat that owns it."""

    def later(self, seconds: float, action: Callable[[], object]) -> None:
        """Call `action` once after this time, unless the seat has gone by then."""
        ...

    def keyboard_moved(self) -> None:
        """The keyboard is somewhere else, or means something else, than before."""
        ...

    @property
    def may_take_focus(self) -> bool:
        """Nothing lies over the seat, so that a form may take the focus by itself."""
        ...


@dataclass(frozen=True, slots=True)
class Asking:
    """What the seat's confirm line asks: one key does it, any other goes back.

    Attributes:
        text: The question, in the person's language and harmless to draw.
        act: What `y` does.
    """

    text: str
    act: Callable[[], object]


class Keyboard:
    """One for each seat.

    Args:
        host: The seat.
        dock: Where requests wait.
        composer: Where early keys go; without one a form has the focus at once.
        transcript: Where the keyboard goes when a form is parked, as widget and as reader.
        clock: The clock that Textual stamps its events with.
    """

    def __init__(
        self,
        host: Host,
        dock: QuestionDock,
        composer: Composer | None,
        transcript: tuple[Widget, Reader] | None,
        clock: Clock | None = None,
    ) -> None:
        self.host = host
        self.dock = dock
        self.composer = composer
        self.transcript = transcript
        self.clock: Clock = clock or SystemClock()
        self.discussing: str | None = None
        """The id of the request that the composer talks about."""
        self.asking: Asking | None = None
        """What the confirm line asks; while it does, every key is an answer to it."""
        self._arrival: Arrival | None = None
        self._timer_runs = False
        self._last = Place.COMPOSER if composer is not None else Place.NOWHERE
        self._away = False
        self._came_while_away = False
        self._placed: tuple[Widget, Place] | None = None

    @property
    def place(self) -> Place:
        """Who has the keyboard now; while the terminal is not in front, who will have it."""
        if self._away:
            return self._last
        return self._place_of(self.dock.screen.focused if self.dock.is_attached else None)

    def _place_of(self, focused: Widget | None) -> Place:
        if focused is None:
            return Place.NOWHERE
        if self._placed is None or self._placed[0] is not focused:
            self._placed = (focused, self._look_for(focused))  # A part stays where it is.
        return self._placed[1]

    def _look_for(self, focused: Widget) -> Place:
        if self.composer is not None and self.composer in focused.ancestors_with_self:
            return Place.COMPOSER
        if self.transcript is not None and focused is self.transcript[0]:
            return Place.TRANSCRIPT
        return Place.PANEL if self.dock in focused.ancestors_with_self else Place.NOWHERE

    @property
    def panel(self) -> Panel | None:
        """The panel in front, if it has the keyboard."""
        return self._in_sight if self.place is Place.PANEL else None

    @property
    def _in_sight(self) -> DockPanel | None:
        """The panel in front, if the person can see what a key would do."""
        return None if self.dock.too_small else self.dock.panel

    @property
    def scope(self) -> str:
        """The keymap scope of the next key."""
        if self.asking is not None:
            return "confirm"
        if self.panel is not None:
            return self.panel.scope
        return "transcript" if self.place is Place.TRANSCRIPT else "composer"

    def arrived(self) -> None:
        """The panel in front was just drawn: it takes the focus when the person has rested."""
        self._arrival = Arrival(self.clock.monotonic(), has_composer=self.composer is not None)
        self.arrive()

    def arrive(self) -> None:
        """Give the panel in front the focus, if the rule of late focus says so by now."""
        panel = self._in_sight
        if self._arrival is None or panel is None or self.dock.folded:
            return
        if not panel.is_mounted:
            self.host.later(_SOON, self.arrive)
            return
        place = self.place
        idle = place is Place.COMPOSER and self.composer is not None and not self.composer.text
        free = (idle or place is Place.NOWHERE) and self.discussing is None
        free = free and self.asking is None
        now = self.clock.monotonic()
        due = self._arrival.due(now, keyboard_free=free and self.host.may_take_focus)
        if due is None:
            return
        if due > 0:
            if not self._timer_runs:
                self._timer_runs = True
                self.host.later(due, self._look_again)
            return
        self._arrival = self._arrival.focused(now)
        self._came_while_away = self._away
        self._focus(panel.focus_target())
        self.host.keyboard_moved()

    def pressed(self, time: float) -> None:
        """A key or a paste came at this time, wherever it went."""
        if self._arrival is not None:
            self._arrival = self._arrival.pressed(time)
            self.arrive()

    def early(self, key: str, time: float, *, printable: bool) -> Route:
        """Where a key goes that may have been meant for what was there before the panel.

        If that is the composer, the composer has the keyboard from now on.
        """
        if self._arrival is None:
            return Route.FORM
        route = self._arrival.route(key, time, printable=printable)
        if route is Route.COMPOSER:
            self._arrival = self._arrival.given_back(time)
            self.to_composer()
        return route

    def ended(self) -> bool:
        """What was in front is gone, here or elsewhere: the keyboard goes to the composer.

        Also from the transcript, to which a form that is parked or folded gives it: only in the
        composer does the keyboard come to the next request by itself.

        Returns:
            Whether it was somewhere else, and somebody was there to see it.
        """
        self._arrival = None
        self.discussing = None
        moved = self.place is not Place.COMPOSER
        if moved:
            self.to_composer()
        return moved and not self._away

    def follow(self) -> None:
        """Put the focus where the state of the panel says, if the panel has the keyboard."""
        if self.panel is not None and not self.dock.folded:
            self._focus(self.panel.focus_target())

    def recover(self) -> None:
        """Nobody has the keyboard: give it to whoever had it last."""
        target = None
        match self._last:
            case Place.PANEL if self._in_sight is not None and self._in_sight.is_mounted:
                target = self._in_sight.focus_target()
            case Place.TRANSCRIPT if self.transcript is not None:
                target = self.transcript[0]
            case Place.COMPOSER:
                target = self.composer
        if target is not None:
            self._focus(target)
        if self.place is Place.NOWHERE and not self.to_composer() and self._in_sight is not None:
            self._focus(self._in_sight.focus_target())

    def noticed(self) -> None:
        """Remember who has the keyboard, for `recover`."""
        if not self._away and self.place is not Place.NOWHERE:
            self._last = self.place

    def went_away(self) -> None:
        """The terminal is not in front any more, and Textual has taken the focus from all."""
        self._away = True

    def came_back(self) -> None:
        """The terminal is in front again: the focus goes where it belongs by now.

        Textual gives it to whatever had it, which may be about something that has ended.
        """
        if not self._away:
            return
        self._away = False
        if self._came_while_away and self._arrival is not None:
            self._arrival = self._arrival.focused(self.clock.monotonic())
        self._came_while_away = False
        self.recover()

    def to_panel(self) -> bool:
        """The person wants the keyboard in the panel in front; whether there is one."""
        panel = self._in_sight
        if panel is None or not panel.is_mounted:
            return False
        self.dock.folded = False
        self.discussing = self.asking = None
        if self._arrival is not None:
            self._arrival = self._arrival.asked_for()
        self._focus(panel.focus_target())
        return True

    def to_composer(self) -> bool:
        """Give the composer the keyboard; whether there is one."""
        if self.composer is None:
            return False
        self._focus(self.composer)
        return True

    def to_transcript(self) -> bool:
        """Give the transcript the keyboard; whether there is one."""
        if self.transcript is None:
            return False
        self._focus(self.transcript[0])
        return True

    def ask(self, text: str, act: Callable[[], object]) -> None:
        """Ask on the confirm line. See `Asking`."""
        self.asking = Asking(text, act)
        self.host.keyboard_moved()

    def discuss(self) -> None:
        """Give the composer the keyboard to talk about the request in front."""
        if self.dock.shown is not None and self.to_composer():
            self.discussing = self.dock.shown.id

    def act(self, action: str) -> bool:
        """Do what holds outside of any one part.

        Args:
            action: A keymap id of the dock or the app.

        Returns:
            Whether it was done here; if not, it is the app's own.
        """
        dock = self.dock
        match action:
            case "dock.enter":
                return self.to_panel() or self.to_composer()
            case "dock.fold":
                return self._toggle_fold()
            case "dock.full_height":
                dock.full = not dock.full
            case "dock.previous_request" | "dock.next_request":
                if dock.step_request(-1 if action == "dock.previous_request" else 1):
                    self.to_panel()
            case "dock.transcript_up" | "dock.transcript_down" if self.transcript is not None:
                page = "page_up" if action.endswith("_up") else "page_down"
                self.transcript[1].act(f"transcript.{page}")
            case "app.cycle_focus":
                return self._cycle()
            case _:
                return False
        return True

    def _look_again(self) -> None:
        self._timer_runs = False
        self.arrive()

    def _toggle_fold(self) -> bool:
        if self.panel is None:
            return self.to_panel()
        self.dock.folded = True
        return self.to_transcript() or self.to_composer()

    def _cycle(self) -> bool:
        match self.place:
            case Place.PANEL:
                return self.to_composer() or self.to_transcript()
            case Place.COMPOSER:
                return self.to_transcript() or self.to_panel()
            case _:
                return self.to_panel() or self.to_composer()

    def _focus(self, widget: Widget) -> None:
        if self._away:
            self._last = self._place_of(widget)
            return
        widget.screen.set_focus(widget, scroll_visible=False)
        self.noticed()
