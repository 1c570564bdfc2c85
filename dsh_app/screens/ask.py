"""The screen of one request: the seat without a composer, and no transcript."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from dsh_app.keys_in_turn import KeysHeld
from dsh_app.screens.second_press import ARMED_SECONDS, SecondPress
from dsh_app.screens.status_line import StatusLine
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.held_keys import CLOSE
from dsh_core.questions.pending import PendingRequests
from dsh_widgets.dock import QuestionDock
from dsh_widgets.key_compat import key_name
from dsh_widgets.key_path import KeyPath
from dsh_widgets.keymap import PARENTS, Keymap
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.seat import Seat
from dsh_widgets.text import literal_line

__all__ = ["AskScreen", "ask_keymap"]

_LOW: Final = 30
"""Below this many lines the form takes them all: nothing else wants them."""

_ELSEWHERE: Final = frozenset(
    {
        "list.park",
        "list.discuss",
        "review.park",
        "review.discuss",
        "plan.park",
        "dock.fold",
        "dock.previous_request",
        "dock.next_request",
        "dock.transcript_up",
        "dock.transcript_down",
        "app.cycle_focus",
    }
)
"""What needs a composer, a transcript, an agent or a second request."""


def ask_keymap(table: Keymap, *, inline: bool = False) -> Keymap:
    """A table without what means nothing where there is one request and nothing else.

    Args:
        table: The whole one.
        inline: Whether there are only a few lines, without the room to choose commands in.
    """
    elsewhere = _ELSEWHERE | {"app.palette"} if inline else _ELSEWHERE
    kept = []
    for row in (row for scope in PARENTS for row in table.rows(scope)):
        if row.id in elsewhere or row.scope in ("composer", "transcript", "approval"):
            continue
        over = tuple(action for action in row.over if action not in elsewhere)
        # Without anybody to talk to, talking about the plan leaves its dismissal.
        label = "hint.dismiss" if row.id in ("plan.discuss", "app.quit") else row.label
        kept.append(replace(row, over=over, label=label))
    return Keymap(kept)


class AskScreen(Screen[None]):
    """One request, and nothing else.

    Args:
        pending: The table that the request waits in, or will.
        keymap: What each key does where.
        catalogue: The language.
        since: The plan that the one under review is compared with; None for none.
    """

    AUTO_FOCUS = ""
    TITLE = "dsh_app"
    BINDINGS: ClassVar = []

    DEFAULT_CSS = """
    AskScreen {
        layout: vertical;
        align: left bottom;

        & > StatusLine { dock: none; }
        & > Seat { height: auto; }
        &:inline { border: none; height: auto; }
    }
    """

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    @dataclass
    class ActionRequested(Message):
        """A key asked for something of the app's own.

        Attributes:
            screen: The screen.
            action: A keymap id.
            scope: The keymap scope that the key was pressed in.
        """

        screen: AskScreen
        action: str
        scope: str

        @property
        def control(self) -> AskScreen:
            return self.screen

    @dataclass
    class Interrupted(Message):
        """The person pressed the key that interrupts a second time."""

        screen: AskScreen

        @property
        def control(self) -> AskScreen:
            return self.screen

    def __init__(
        self,
        pending: PendingRequests,
        keymap: Keymap,
        catalogue: Catalogue | None = None,
        *,
        since: str | None = None,
    ) -> None:
        super().__init__()
        words = catalogue or Catalogue()
        self.set_reactive(AskScreen.catalogue, words)
        self.keys = KeyPath(keymap)
        self.keys.unused = self.use_key
        self.keys.edits = self._hold_keys
        self.status_line = StatusLine(id="status")
        self._since = since
        dock = QuestionDock(
            pending,
            previous_plan=lambda _: since,
            keys=self.keys,
            catalogue=words,
            id="dock",
        )
        self.seat = Seat(dock, self.keys, catalogue=words, id="seat")
        self._second_press = SecondPress()

    def compose(self) -> ComposeResult:
        yield self.status_line
        yield self.seat

    def on_mount(self) -> None:
        if not self.app.is_inline:  # what is above there is the person's own
            self.seat.dock.below = 1  # The line of keys.
            self.seat.dock.above = 0
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

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
            self._dismiss(event.time)
        else:
            self.post_message(self.ActionRequested(self, action, scope))
            self._hold_keys()
        return True

    def on_question_dock_request_shown(self, event: QuestionDock.RequestShown) -> None:
        """Who asks for the changes sees them first."""
        panel = self.seat.dock.panel
        if self._since is not None and isinstance(panel, PlanReviewPanel):
            self._since = None  # Only at first: it comes again when the screen was too small.
            step = panel.plan_step("plan.changes", 0.0)
            if step is not None:
                panel.commit(step)

    def on_plan_review_panel_text_copied(self, event: PlanReviewPanel.TextCopied) -> None:
        event.stop()
        self.app.copy_to_clipboard(event.text)

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self.seat.catalogue = catalogue

    def _dismiss(self, time: float) -> None:
        """Leaving is dismissing: at once if nothing is lost by it, else it asks."""
        panel = self.seat.dock.panel
        if panel is not None:
            plan = isinstance(panel, PlanReviewPanel)
            self.keys.press(panel, "plan.discuss" if plan else "list.dismiss", time)

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
                self._tell(self.catalogue.text("ask.interrupt_armed"))
                self.set_timer(ARMED_SECONDS, lambda: self._disarm_when_over(time))
            case "perhaps":
                self.set_timer(CLOSE, lambda: self._end(presses))
            case "second":
                self._end(presses)

    def _end(self, presses: int) -> None:
        """What the second Ctrl+C does, unless keys have come since it."""
        if self.keys.presses == presses:
            self._disarm()
            self.post_message(self.Interrupted(self))

    def _disarm_when_over(self, since: float) -> None:
        if self._second_press.since == since:
            self._disarm()

    def _disarm(self) -> None:
        if self._second_press.since is not None:
            self._second_press.forget()
            self._tell("")

    def _tell(self, notice: str) -> None:
        self.status_line.show(literal_line(notice, "bold $text-warning"))
        self._fit()

    def _fit(self) -> None:
        """The seat's room is the screen without the line above it."""
        lines = 1 if self.status_line.has_class("-telling") else 0
        size = self.app.size
        room = Size(size.width, max(0, size.height - lines))
        self.seat.dock.full = not self.app.is_inline and size.height < _LOW
        if room != self.seat.room:
            self.seat.room = room
