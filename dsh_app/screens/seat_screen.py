"""What the screens with a seat do with the keys that no part of the seat has used."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from dsh_app.keys_in_turn import KeysHeld
from dsh_app.screens.second_press import ARMED_SECONDS, SecondPress
from dsh_app.screens.status_line import StatusLine
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.held_keys import CLOSE
from dsh_widgets.key_compat import key_name
from dsh_widgets.key_path import KeyPath
from dsh_widgets.keymap import Keymap
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.seat import Seat
from dsh_widgets.still_lines import StillLines

__all__ = ["SeatScreen"]


def _nothing(catalogue: Catalogue) -> str:
    return ""


class SeatScreen(StillLines, Screen[None]):
    """A seat, and a line above it that tells things. A subclass makes the seat.

    Args:
        keymap: What each key does where.
        catalogue: The language.
    """

    AUTO_FOCUS = ""
    TITLE = "dsh_app"
    BINDINGS: ClassVar = []

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    @dataclass
    class ActionRequested(Message):
        """A key asked for something of the app's own.

        Attributes:
            screen: The screen.
            action: A keymap id.
            scope: The keymap scope that the key was pressed in.
        """

        screen: SeatScreen
        action: str
        scope: str

        @property
        def control(self) -> SeatScreen:
            return self.screen

    seat: Seat

    def __init__(self, keymap: Keymap, catalogue: Catalogue | None = None) -> None:
        super().__init__()
        self.set_reactive(SeatScreen.catalogue, catalogue or Catalogue())
        self.keys = KeyPath(keymap)
        self.keys.unused = self.use_key
        self.keys.edits = self._hold_keys
        self.status_line = StatusLine(id="status")
        self._second_press = SecondPress()
        self._notice: Callable[[Catalogue], str] = _nothing

    def on_screen_suspend(self) -> None:
        self.seat.may_take_focus = False

    def on_screen_resume(self) -> None:
        self.seat.may_take_focus = True

    def on_key(self, event: events.Key) -> None:
        """A key that came through no part of the seat."""
        used = self.keys.use(event) if self.focused is None else self.use_key(event)
        if used:
            event.stop()
            event.prevent_default()

    def use_key(self, event: events.Key) -> bool:
        """Do what the app does with a key that no part of the seat has used.

        Returns:
            Whether there was anything to do; see `KeyPath.unused`.
        """
        scope = self.seat.keyboard.scope
        action = self.keys.keymap.action(scope, key_name(event))
        if action is None:
            return False
        if action == "app.interrupt":
            self._interrupt(event.time)
            return True
        self._disarm()
        if action == "app.quit":
            self.leave(event.time)
        else:
            self.post_message(self.ActionRequested(self, action, scope))
            self._hold_keys()
        return True

    def on_plan_review_panel_text_copied(self, event: PlanReviewPanel.TextCopied) -> None:
        event.stop()
        self.app.copy_to_clipboard(event.text)

    @abstractmethod
    def leave(self, time: float) -> None:
        """Leave, asking first if something would be lost.

        Args:
            time: When the key for it was pressed.
        """

    @property
    @abstractmethod
    def armed_notice(self) -> str:
        """The catalogue key of what is told after the first Ctrl+C."""

    @abstractmethod
    def interrupt(self) -> None:
        """What the second Ctrl+C does."""

    @abstractmethod
    def show_status(self) -> None:
        """Show on the line above the seat what there is to tell by now."""

    def tell(self, key: str, **values: object) -> None:
        """Tell something of ours, in whatever language is set."""
        self._notice = lambda catalogue: catalogue.text(key, **values)
        self.show_status()

    def tell_of(self, text: object) -> None:
        """Tell what somebody else says."""
        self._notice = lambda catalogue: str(text)
        self.show_status()

    def tell_nothing(self) -> None:
        """Tell nothing any more."""
        self._notice = _nothing
        self.show_status()

    @property
    def notice(self) -> str:
        """What is told; empty for nothing."""
        return self._notice(self.catalogue)

    def _hold_keys(self) -> None:
        """Let the keys behind this one wait until all that it asks for is done."""
        self.keys.hold()
        self.post_message(KeysHeld(self.keys))

    def _interrupt(self, time: float) -> None:
        """Ctrl+C: copy what is selected; else the second one interrupts."""
        if self.seat.copy_selection():
            return
        presses = self.keys.presses
        match self._second_press.press(time, presses):
            case "first":
                self.tell(self.armed_notice)
                self.set_timer(ARMED_SECONDS, lambda: self._disarm_when_over(time))
            case "perhaps":
                self.set_timer(CLOSE, lambda: self._interrupt_now(presses))
            case "second":
                self._interrupt_now(presses)

    def _interrupt_now(self, presses: int) -> None:
        """Interrupt, unless keys have come since the second Ctrl+C."""
        if self.keys.presses == presses:
            self._disarm()
            self.interrupt()

    def _disarm_when_over(self, since: float) -> None:
        if self._second_press.since == since:
            self._disarm()

    def _disarm(self) -> None:
        if self._second_press.since is not None:
            self._second_press.forget()
            self.tell_nothing()
