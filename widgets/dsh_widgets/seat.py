"""The seat: the dock with what agents ask, the composer, and the line of keys below them.

It owns who has the keyboard: how a form that arrives gets it, how it is parked and folded, and
what the composer is about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.clock import Clock
from dsh_widgets.composer import MAX_ROWS, Composer
from dsh_widgets.dock import QuestionDock
from dsh_widgets.hints import Hint, HintLine, scope_hints
from dsh_widgets.idle_actions import idle_actions
from dsh_widgets.key_path import KeyPath
from dsh_widgets.keyboard import Keyboard, Place, Reader
from dsh_widgets.still_lines import StillLines
from dsh_widgets.text import literal_line
from dsh_widgets.text_field import TextField

__all__ = ["Seat"]


class Seat(StillLines, Vertical):
    """Container of the dock and the composer.

    Args:
        dock: Where requests wait; its `keys` must be the same `keys`.
        keys: The handler that every part of the seat has.
        composer: Where the person writes to the agent; `None` where there is nobody to write to.
        transcript: A focusable widget that can be scrolled by actions; `None` for none.
        catalogue: The language.
        clock: The clock that Textual stamps its events with.
    """

    DEFAULT_CSS = """
    Seat {
        height: auto;
        width: 1fr;

        & > .seat--asking { height: 1; color: $text-warning; text-style: bold; }
    }
    """

    may_take_focus: reactive[bool] = reactive(True)
    """Set by the app: no other screen, palette or search is open."""

    room: reactive[Size] = reactive(Size(80, 24))
    """Set by the app: the size of the whole screen."""

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    @dataclass
    class Submitted(Message):
        """The person sent a text from the composer.

        Attributes:
            seat: The seat.
            text: As typed, not blank.
        """

        seat: Seat
        text: str

        @property
        def control(self) -> Seat:
            return self.seat

    @dataclass
    class Discussed(Message):
        """The person answered a request by talking about it.

        Whoever handles this steers the text to the request's agent and then cancels the
        request, in that order, so that the agent's next step carries both.

        Attributes:
            seat: The seat.
            request_id: The request, in the table of pending ones.
            agent_id: Its agent.
            text: As typed, not blank.
        """

        seat: Seat
        request_id: str
        agent_id: str
        text: str

        @property
        def control(self) -> Seat:
            return self.seat

    def __init__(
        self,
        dock: QuestionDock,
        keys: KeyPath,
        *,
        composer: Composer | None = None,
        transcript: tuple[Widget, Reader] | None = None,
        catalogue: Catalogue | None = None,
        clock: Clock | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.dock = dock
        self.composer = composer
        self.keys = keys
        self.hints = HintLine()
        self._ask_line = Static(classes="seat--asking")
        self._ask_line.display = False
        self.keyboard = Keyboard(self, dock, composer, transcript, clock)
        self.set_reactive(Seat.catalogue, catalogue or Catalogue())
        keys.attach(self.keyboard)
        self._tell_the_key_back()
        dock.front_ended = self._front_ended
        dock.in_use = lambda: self.keyboard.place is Place.PANEL

    def later(self, seconds: float, action: Callable[[], object]) -> None:
        """See `keyboard.Host`."""
        # Not a timer of Textual's: one that is late before it begins, as with next to no time
        # to wait or on a busy machine, never calls back.
        asyncio.get_running_loop().call_later(seconds, self.call_later, action)

    def keyboard_moved(self) -> None:
        """See `keyboard.Host`."""
        if not self.is_mounted:
            return
        place = self.keyboard.place
        if self.composer is not None:
            self.composer.compact = place is Place.PANEL
            self.composer.discussing = self._discussed_title()
        asking = self.keyboard.asking
        self._ask_line.display = asking is not None
        self.hints.display = asking is None
        if asking is not None:
            self._ask_line.update(literal_line(asking.text))
        self.hints.show(self._hints(place))

    def give_back(self, text: str) -> None:
        """Put a text that could not be sent back into the composer, before what is there now."""
        if self.composer is not None:
            rest = self.composer.text
            self.composer.show_text(f"{text}\n{rest}" if rest else text)

    def copy_selection(self) -> bool:
        """Copy what is selected, in the text that has the keyboard or else on screen.

        Returns:
            Whether there was anything.
        """
        screen = self.screen
        if isinstance(screen.focused, TextField) and screen.focused.copy_selection():
            return True
        text = screen.get_selected_text()
        if not text:
            return False
        self.app.copy_to_clipboard(text)
        screen.clear_selection()
        return True

    def on_composer_submitted(self, event: Composer.Submitted) -> None:
        event.stop()
        text = event.text
        pending = self.dock.pending.get(self.keyboard.discussing or "")
        if pending is None or pending.agent_id is None or text.startswith("/"):
            self.post_message(self.Submitted(self, text))
            return
        self.keyboard.discussing = None
        self.post_message(self.Discussed(self, pending.id, pending.agent_id, text))

    def compose(self) -> ComposeResult:
        yield self.dock
        if self.composer is not None:
            yield self.composer
        yield self._ask_line
        yield self.hints

    def on_mount(self) -> None:
        self.keyboard_moved()
        self.watch(self.screen, "focused", self._look_after_focus, init=False)
        self.watch(self.app, "app_focus", self._front_changed, init=False)

    def on_question_dock_request_shown(self, event: QuestionDock.RequestShown) -> None:
        if event.pending is not None:
            self.call_after_refresh(self.keyboard.arrived)
        self.keyboard_moved()

    def on_question_dock_action_requested(self, event: QuestionDock.ActionRequested) -> None:
        event.stop()
        self.keys.press(event.panel, event.action, event.time)

    def on_composer_resized(self, event: Composer.Resized) -> None:
        event.stop()
        self.dock.below = event.composer.outer_size.height + 1  # The line of keys.

    def on_click(self, event: events.Click) -> None:
        """The line that stands for a folded form is the way back to it."""
        if self.dock.folded and event.widget in self.dock.walk_children(with_self=True):
            self.keyboard.to_panel()
            self.keyboard_moved()

    def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
        if event.control is self.composer:
            event.stop()
            self.keyboard.asking = None
            self.keyboard.to_composer()
            self.keyboard_moved()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.keyboard_moved()

    def watch_may_take_focus(self) -> None:
        self.keyboard.arrive()

    def watch_room(self, room: Size) -> None:
        self.dock.room = room
        if self.composer is not None:
            self.composer.most_rows = max(1, min(MAX_ROWS, room.height // 3))

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self._tell_the_key_back()
        self.dock.catalogue = catalogue
        if self.composer is not None:
            self.composer.catalogue = catalogue
        self.keyboard_moved()

    def _front_changed(self, in_front: bool) -> None:
        if in_front:
            self.keyboard.came_back()
        else:
            self.keyboard.went_away()
        self.keyboard_moved()

    def _look_after_focus(self) -> None:
        """Give the keyboard back when it is lost, which Textual does to a part that is hidden."""
        self.keyboard.noticed()
        self.keyboard_moved()  # A click may move it to a part that is not in the seat.
        if self.screen.focused is None and self.app.app_focus:
            self.call_next(self._recover_focus)

    def _recover_focus(self) -> None:
        if not self.is_attached or self.screen.focused is not None or not self.app.app_focus:
            return
        held = self.app.mouse_captured
        if held is not None and not held.region:
            # A scrollbar, say, that was dragged and is not there any more: as long as it holds
            # the mouse, no other part gets a click, and each one takes the focus away.
            self.app.capture_mouse(None)
        self.keyboard.recover()
        self.keyboard_moved()

    def _front_ended(self) -> None:
        self.keys.forget(moved=self.keyboard.ended())
        self.keyboard_moved()

    def _tell_the_key_back(self) -> None:
        keymap = self.keys.keymap
        # Where there is nothing beside the form, nothing folds.
        folds = any(row.id == "dock.fold" for row in keymap.rows("dock"))
        self.dock.key_back = keymap.display("dock.fold", self.catalogue) if folds else ""

    def _discussed_title(self) -> str:
        """The question on screen of the request that is discussed."""
        pending = self.dock.pending.get(self.keyboard.discussing or "")
        if pending is None:
            return ""
        panel, shown = self.dock.panel, self.dock.shown
        if panel is not None and shown is not None and shown.id == pending.id:
            return panel.fold_line()[0]
        return pending.questions[0].question

    def _hints(self, place: Place) -> tuple[Hint, ...]:
        keymap, catalogue = self.keys.keymap, self.catalogue
        panel = None if self.dock.too_small else self.dock.panel
        without = frozenset({"dock"}) if panel is None else idle_actions(panel.state)
        if self.dock.folded:
            without |= {"dock.fold"}  # The folded line itself says which key unfolds it.
        hints: list[Hint] = []
        if panel is not None or self.composer is not None:
            scope = self.keyboard.scope
            hints += scope_hints(keymap, scope, catalogue, without=without)
        if place is not Place.PANEL and panel is not None:
            key = keymap.display("dock.enter", catalogue)
            hints.insert(0, Hint(key, catalogue.text("seat.to_answer"), essential=True))
        if not hints:  # Where there is no room for the form, and nothing beside it.
            way_out = Hint(keymap.display("app.quit", catalogue), catalogue.text("hint.app.quit"))
            hints.append(way_out)
        return tuple(hints)
