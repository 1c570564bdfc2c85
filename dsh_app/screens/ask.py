"""The screen of one request: the seat without a composer, and no transcript."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message

from dsh_app.screens.seat_screen import SeatScreen
from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.pending import PendingRequests
from dsh_widgets.dock import QuestionDock
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


class AskScreen(SeatScreen):
    """One request, and nothing else.

    Args:
        pending: The table that the request waits in, or will.
        keymap: What each key does where.
        catalogue: The language.
        since: The plan that the one under review is compared with; None for none.
    """

    DEFAULT_CSS = """
    AskScreen {
        layout: vertical;
        align: left bottom;

        & > StatusLine { dock: none; }
        & > Seat { height: auto; }
        &:inline { border: none; height: auto; }
    }
    """

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
        super().__init__(keymap, catalogue)
        self._since = since
        dock = QuestionDock(
            pending,
            previous_plan=lambda _: since,
            keys=self.keys,
            catalogue=self.catalogue,
            id="dock",
        )
        self.seat = Seat(dock, self.keys, catalogue=self.catalogue, id="seat")

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

    def on_question_dock_request_shown(self, event: QuestionDock.RequestShown) -> None:
        """Who asks for the changes sees them first."""
        panel = self.seat.dock.panel
        if self._since is not None and isinstance(panel, PlanReviewPanel):
            self._since = None  # Only at first: it comes again when the screen was too small.
            step = panel.plan_step("plan.changes", 0.0)
            if step is not None:
                panel.commit(step)

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self.seat.catalogue = catalogue
        self.show_status()

    def leave(self, time: float) -> None:
        """Leaving is dismissing: at once if nothing is lost by it, else it asks."""
        panel = self.seat.dock.panel
        if panel is not None:
            plan = isinstance(panel, PlanReviewPanel)
            self.keys.press(panel, "plan.discuss" if plan else "list.dismiss", time)

    @property
    def armed_notice(self) -> str:
        return "ask.interrupt_armed"

    def interrupt(self) -> None:
        self.post_message(self.Interrupted(self))

    def show_status(self) -> None:
        self.status_line.show(literal_line(self.notice, "bold $text-warning"))
        self._fit()

    def _fit(self) -> None:
        """The seat's room is the screen without the line above it."""
        lines = 1 if self.status_line.has_class("-telling") else 0
        size = self.app.size
        room = Size(size.width, max(0, size.height - lines))
        self.seat.dock.full = not self.app.is_inline and size.height < _LOW
        if room != self.seat.room:
            self.seat.room = room
