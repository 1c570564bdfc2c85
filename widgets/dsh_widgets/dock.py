"""The dock: where the requests of agents wait for a person, and the registered provider.

The dock answers `ask` by handing the request to the table it was given; the table owns what waits,
so nothing is lost when a screen goes. Each request has a widget of its own.

Questions come before approvals. A question that arrives while an approval is in front takes its
place, but not under the fingers of somebody who has the keyboard there: it is shown when that
approval ends, or when the person asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from dsh_core.approvals.pending import ApprovalEvent, ApprovalResolved, PendingApprovals
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.clock import Clock, SystemClock
from dsh_core.form.state import Decide, Dismiss, Send
from dsh_core.form.store import DraftStore
from dsh_core.form.waiting import neighbour, order
from dsh_core.questions.pending import PendingEvent, PendingRequests, Requested, Resolved
from dsh_core.questions.types import Answer, QuestionRequest
from dsh_widgets.approval_panel import ApprovalPanel
from dsh_widgets.dock_panels import (
    DockPanel,
    PanelAction,
    Waiting,
    fold_text,
    hand_over,
    make_panel,
    panel_title,
    refusal,
)
from dsh_widgets.dock_size import dock_size
from dsh_widgets.draft_memory import DraftMemory
from dsh_widgets.form import QuestionForm
from dsh_widgets.keys import KeyHandler
from dsh_widgets.own_class import set_own_class
from dsh_widgets.panel import DrawingFailed, Panel
from dsh_widgets.plan_memory import PreviousPlan
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.still_lines import StillLines
from dsh_widgets.still_text import StillText
from dsh_widgets.text import literal_line

__all__ = ["QuestionDock"]

_FRAME_CELLS: Final = 4
"""Cells of a framed dock that are border or padding."""


@dataclass
class DockMessage(Message):
    """What a dock tells."""

    dock: QuestionDock

    @property
    def control(self) -> QuestionDock:
        return self.dock


class QuestionDock(StillLines, Widget):
    """Shows the first waiting request, and is the provider of answers to questions.

    Args:
        pending: The table of waiting questions.
        approvals: The table of tools that wait for leave; `None` where there are none.
        drafts: Where answers that were begun and not sent are kept; `None` keeps them for as long
            as the dock is there.
        previous_plan: Says which plan a session showed before that of a request; `None`
            remembers those that were shown here.
        keys: Where the parts of a panel take their keys; set by the seat.
        catalogue: The language of everything but the agent's own words.
        clock: Tells how long a request has been waiting.
    """

    DEFAULT_CSS = """
    QuestionDock {
        height: auto;
        width: 1fr;
        display: none;

        &.-waiting { display: block; }
        & > .dock--line { height: 1; padding: 0 1; color: $foreground-muted; }
        & > .dock--line { text-wrap: nowrap; text-overflow: ellipsis; }
        &.-framed { border: round $foreground 30%; padding: 0 1; }
        &.-framed { border-title-color: $foreground-muted; }
        &.-framed.-reached { border: heavy $border; border-title-color: $text-primary; }
        & > #dock-fold { display: none; color: $foreground; }
        &.-folded { border: none; height: 1; }
        &.-folded > #dock-fold { display: block; }
        &.-folded > #dock-header { display: none; }
    }
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

    room: reactive[Size] = reactive(Size(80, 24))
    """The size of the whole screen."""

    below: reactive[int] = reactive(2)
    """Lines of the screen that are taken by what is below the dock."""

    above: reactive[int] = reactive(1)
    """Lines of the screen that are left to what is above it; 0 where there is nothing."""

    folded: reactive[bool] = reactive(False)
    """One line stands for the request; its keys are off."""

    full: reactive[bool] = reactive(False)
    """The person asked for all the height there is."""

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    @dataclass
    class RequestShown(DockMessage):
        """A request came to the front or back into view, or none is left (`None`)."""

        pending: Waiting | None

    @dataclass
    class RequestEnded(DockMessage):
        """A request is answered, decided or cancelled, here or elsewhere."""

        pending: Waiting
        outcome: str

    @dataclass
    class ActionRequested(DockMessage):
        """The mouse asked for an action of the panel in front.

        Attributes:
            panel: The panel.
            action: A keymap id.
            time: When, in seconds of the event clock.
        """

        panel: Panel
        action: str
        time: float

    def __init__(
        self,
        pending: PendingRequests,
        approvals: PendingApprovals | None = None,
        drafts: DraftStore | None = None,
        previous_plan: PreviousPlan | None = None,
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        clock: Clock | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.pending = pending
        self.approvals = approvals
        self._memory = DraftMemory(drafts, previous_plan)
        self.keys = keys
        self.clock: Clock = clock or SystemClock()
        self.set_reactive(QuestionDock.catalogue, catalogue or Catalogue())
        self.front_ended: Callable[[], None] = lambda: None
        """Called when the request in front has ended, before anything else happens: a message
        would come after keys that are already on their way to its widget."""
        self.in_use: Callable[[], bool] = lambda: self.has_class("-reached")
        """Set by the seat: whether the person is here, also while the terminal is not in front."""
        self.key_back = ""
        """The key that unfolds the dock, as it is written; set by the seat."""
        self._panels: dict[str, DockPanel] = {}
        self._shown: str | None = None
        self._minute = -1
        self.too_small = False
        """Only one line fits, which says so: nobody can see what a key would do."""
        self._stop_listening: list[Callable[[], None]] = []

    async def ask(self, request: QuestionRequest) -> Answer:
        """Wait for a person's answer; this is what makes the dock a provider.

        Raises:
            UserQuestionError: As the table does (contract §7).
        """
        return await self.pending.ask(request)

    @property
    def requests(self) -> tuple[Waiting, ...]:
        """All that wait, in the order they are shown."""
        return order(self.pending.requests, self.approvals.requests if self.approvals else ())

    @property
    def shown(self) -> Waiting | None:
        """The request in front."""
        if self._shown is None:
            return None
        approval = self.approvals.get(self._shown) if self.approvals is not None else None
        return approval or self.pending.get(self._shown)

    @property
    def panel(self) -> DockPanel | None:
        """The widget of the request in front."""
        return self._panels.get(self._shown) if self._shown is not None else None

    @property
    def drafts(self) -> int:
        """How many answers are begun in all waiting requests, and not sent."""
        return sum(panel.drafts for panel in self._panels.values())

    def step_request(self, delta: int) -> bool:
        """Bring the next (1) or previous (-1) request to the front; whether there was one."""
        current = self.shown
        wanted = neighbour(self.requests, current, delta)
        if wanted is None or wanted is current or not self._panels[wanted.id].is_mounted:
            return False
        self._show(wanted)
        return True

    def deliver(self, panel: Panel, effect: Send | Dismiss | Decide) -> None:
        """Send, dismiss or decide what a panel shows; a refusal arms the panel again."""
        request_id = self._request_of(panel)
        if request_id is None:
            return
        receipt = hand_over(effect, request_id, self.pending, self.approvals)
        panel.delivered(refusal(effect, receipt, self.catalogue))

    def compose(self) -> ComposeResult:
        yield StillText(id="dock-header", classes="dock--line")
        yield StillText(id="dock-fold", classes="dock--line")

    def on_mount(self) -> None:
        self._stop_listening = [self.pending.subscribe(self._on_waiting)]
        if self.approvals is not None:
            self._stop_listening.append(self.approvals.subscribe(self._on_waiting))
        self.set_interval(5, self._draw_lines)
        for size in ("room", "below", "above", "full"):
            self.watch(self, size, self.fit, init=False)
        self.watch(self.screen, "focused", self._focus_moved)
        for waiting in self.requests:
            self._prepare(waiting)
        self._show_first()

    def on_unmount(self) -> None:
        for stop in self._stop_listening:
            stop()
        self._memory.keep(self.pending.requests, self._panels)

    def on_resize(self, event: events.Resize) -> None:
        self.fit()

    def _focus_moved(self, focused: Widget | None) -> None:
        # Not by the events: a part that goes takes that of its own loss with it.
        set_own_class(self, focused is not None and self in focused.ancestors_with_self, "-reached")

    def watch_folded(self) -> None:
        self.set_class(self.folded, "-folded")
        self._draw_lines(force=True)
        self.fit()

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        for panel in self._panels.values():
            panel.catalogue = catalogue
        self._draw_lines(force=True)

    @on(QuestionForm.ActionRequested)
    @on(PlanReviewPanel.ActionRequested)
    @on(ApprovalPanel.ActionRequested)
    def _pass_on(self, event: PanelAction) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.control, event.action, event.time))

    def on_drawing_failed(self, event: DrawingFailed) -> None:
        event.stop()
        if (request_id := self._request_of(event.panel)) is not None:
            self._reject(request_id, event.error)

    @on(QuestionForm.Resized)
    @on(PlanReviewPanel.Resized)
    def _fit_again(self, event: QuestionForm.Resized | PlanReviewPanel.Resized) -> None:
        event.stop()
        if event.control is self.panel:
            self.fit()

    def fit(self) -> None:
        """Give the panel in front the room there is."""
        panel = self.panel
        if panel is None or not self.is_mounted:
            return
        if self.folded:
            self.styles.height = 1
            set_own_class(self, False, "-framed")
            return
        inner, plan = self.room.width - _FRAME_CELLS, isinstance(panel, PlanReviewPanel)
        panel.fit(inner, self.room.height)
        needed, before = panel.needed_height, self.too_small
        size = dock_size(*self.room, needed, self.below, self.above, plan=plan, full=self.full)
        self.too_small = size.too_small
        self.styles.height = size.height
        set_own_class(self, size.borders, "-framed")
        panel.display = not size.too_small
        self._draw_lines(force=True)
        if size.borders:
            panel.fit(inner, size.height - 2)
        else:
            panel.fit(self.room.width, size.height - self.query_one("#dock-header").display)
        if before and not size.too_small:
            self.post_message(self.RequestShown(self, self.shown))

    def _request_of(self, panel: object) -> str | None:
        return next((key for key, each in self._panels.items() if each is panel), None)

    def _on_waiting(self, event: PendingEvent | ApprovalEvent) -> None:
        if isinstance(event, Resolved | ApprovalResolved):
            if isinstance(event, Resolved):
                self._memory.ended(event.pending, self._panels.get(event.pending.id), event.outcome)
            self._forget(event.pending.id)
            self.post_message(self.RequestEnded(self, event.pending, event.outcome))
        else:
            self._prepare(event.pending)
        # An approval that nobody has the keyboard in gives way to a question.
        unused = isinstance(self.panel, ApprovalPanel) and not self.in_use()
        if self.shown is None or (unused and isinstance(event, Requested)):
            self._show_first()
        else:
            self._draw_lines(force=True)

    def _prepare(self, waiting: Waiting) -> None:
        """Make the widget of a request that came, out of sight.

        It exists before anybody can ask for it, so that keys that arrive together find it.
        """
        # Any exception: what cannot be made into a panel ends that request with its own error.
        try:
            panel = make_panel(waiting, self.keys, self.catalogue, self._memory)
        except Exception as error:  # noqa: BLE001
            self._reject(waiting.id, error)
            return
        panel.display = False
        self._panels[waiting.id] = panel
        self.mount(panel)

    def _reject(self, request_id: str, error: Exception) -> None:
        """End a request that cannot be shown; a question's asker learns why."""
        if not self.pending.reject(request_id, error).accepted and self.approvals is not None:
            self.approvals.cancel(request_id)

    def _show_first(self) -> None:
        first = next(iter(self.requests), None)
        if first is not None and first.id in self._panels:
            self._show(first)
            return
        self._shown = None
        self.folded = self.full = False
        set_own_class(self, False, "-waiting")
        self.post_message(self.RequestShown(self, None))

    def _show(self, waiting: Waiting) -> None:
        self._shown = waiting.id
        self.folded = False
        for other_id, panel in self._panels.items():
            panel.display = other_id == waiting.id
        set_own_class(self, True, "-waiting")
        self.call_after_refresh(self.fit)
        self.post_message(self.RequestShown(self, waiting))

    def _forget(self, request_id: str) -> None:
        panel = self._panels.pop(request_id, None)
        if self._shown == request_id:
            self._shown = None
            # Before the widget goes: its going would move the focus to whatever is next.
            self.front_ended()
        if panel is not None:
            panel.remove()

    def _draw_lines(self, *, force: bool = False) -> None:
        """Draw the header; by itself only when the minute it shows has changed."""
        front, panel = self.shown, self.panel
        if front is None or panel is None or not self.is_mounted:
            return
        minute = int((self.clock.monotonic() - front.asked_at) // 60)
        if minute == self._minute and not force:
            return
        self._minute = minute
        small = self.catalogue.text("dock.too_small") if self.too_small else ""
        title = small or panel_title(front, self.requests, minute, self.catalogue)
        header = self.query_one("#dock-header", StillText)
        if header.show(literal_line(title)):
            self.border_title = literal_line(title)
        # The frame says it; without one a line is spent only on what the person must know.
        several = len(self.requests) > 1
        header.display = self.too_small or (several and not self.has_class("-framed"))
        fold = fold_text(front, panel, self.key_back, self.catalogue)
        self.query_one("#dock-fold", StillText).show(literal_line(fold))
