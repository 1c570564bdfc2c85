"""The dock: where the requests of agents wait for a person, and the registered provider.

The dock answers `ask` by handing the request to the table it was given; the table owns what waits,
so nothing is lost when a screen goes. Each request has a widget of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.clock import Clock, SystemClock
from dsh_core.form.plan_review import claim
from dsh_core.form.state import Dismiss, Send
from dsh_core.questions.pending import PendingEvent, PendingRequest, PendingRequests, Resolved
from dsh_core.questions.types import Answer, QuestionRequest
from dsh_widgets.dock_size import dock_size
from dsh_widgets.form import QuestionForm
from dsh_widgets.keys import KeyHandler
from dsh_widgets.panel import Panel
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.text import literal_line

__all__ = ["QuestionDock"]

_FRAME_CELLS: Final = 4
"""Cells of a framed dock that are border or padding."""


class QuestionDock(Widget):
    """Shows the first waiting request as a form or a plan review, and is the provider.

    Args:
        pending: The table of waiting requests.
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
        & > .dock--line { height: 1; padding: 0 1; color: $text-muted; }
        &.-framed { border: round $border-blurred; padding: 0 1; }
        &.-framed:focus-within { border: round $border; }
        & > #dock-fold { display: none; color: $foreground; }
        &.-folded { border: none; height: 1; }
        &.-folded > #dock-fold { display: block; }
        &.-folded > #dock-header { display: none; }
    }
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

    room: reactive[Size] = reactive(Size(80, 24))
    """The size of the whole screen."""

    folded: reactive[bool] = reactive(False)
    """One line stands for the request; its keys are off."""

    full: reactive[bool] = reactive(False)
    """The person asked for all the height there is."""

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    @dataclass
    class RequestShown(Message):
        """Another request came to the front, or none is left (`pending` is `None`)."""

        dock: QuestionDock
        pending: PendingRequest | None

        @property
        def control(self) -> QuestionDock:
            return self.dock

    @dataclass
    class RequestEnded(Message):
        """A request is answered or cancelled, here or elsewhere."""

        dock: QuestionDock
        pending: PendingRequest
        outcome: str

        @property
        def control(self) -> QuestionDock:
            return self.dock

    @dataclass
    class ActionRequested(Message):
        """The mouse asked for an action of the panel in front.

        Attributes:
            dock: The dock.
            panel: The panel.
            action: A keymap id.
            time: When, in seconds of the event clock.
        """

        dock: QuestionDock
        panel: Panel
        action: str
        time: float

        @property
        def control(self) -> QuestionDock:
            return self.dock

    def __init__(
        self,
        pending: PendingRequests,
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        clock: Clock | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.pending = pending
        self.keys = keys
        self.clock: Clock = clock or SystemClock()
        self.set_reactive(QuestionDock.catalogue, catalogue or Catalogue())
        self.front_ended: Callable[[], None] = lambda: None
        """Called when the request in front has ended, before anything else happens: a message
        would come after keys that are already on their way to its widget."""
        self._panels: dict[str, QuestionForm | PlanReviewPanel] = {}
        self._shown: str | None = None
        self._minute = -1
        self._too_small = False

    async def ask(self, request: QuestionRequest) -> Answer:
        """Wait for a person's answer; this is what makes the dock a provider.

        Raises:
            UserQuestionError: As the table does (contract §7).
        """
        return await self.pending.ask(request)

    @property
    def shown(self) -> PendingRequest | None:
        """The request in front."""
        return self.pending.get(self._shown) if self._shown is not None else None

    @property
    def panel(self) -> QuestionForm | PlanReviewPanel | None:
        """The widget of the request in front."""
        return self._panels.get(self._shown) if self._shown is not None else None

    @property
    def drafts(self) -> int:
        """How many answers are begun in all waiting requests, and not sent."""
        return sum(panel.drafts for panel in self._panels.values())

    def step_request(self, delta: int) -> bool:
        """Bring the next (1) or previous (-1) request to the front; whether there was one."""
        waiting = [pending.id for pending in self.pending.requests]
        if self._shown not in waiting:
            return False
        at = waiting.index(self._shown) + delta
        if not 0 <= at < len(waiting):
            return False
        self._show(waiting[at])
        return True

    def deliver(self, effect: Send | Dismiss) -> None:
        """Send or dismiss what is in front; a refusal arms its panel again."""
        panel, shown = self.panel, self._shown
        if panel is None or shown is None:
            return
        if isinstance(effect, Send):
            receipt = self.pending.answer(shown, effect.answer)
            key = "error.answer_rejected"
        else:
            receipt = self.pending.cancel(shown)
            key = "error.cancel_rejected"
        if receipt.accepted:
            panel.delivered(None)
        else:
            panel.delivered(self.catalogue.text(key, reason=receipt.reason))

    def compose(self) -> ComposeResult:
        yield Static(id="dock-header", classes="dock--line")
        yield Static(id="dock-fold", classes="dock--line")

    def on_mount(self) -> None:
        self._stop_listening = self.pending.subscribe(self._on_pending)
        self.set_interval(5, self._tick)
        self._show_first()

    def on_unmount(self) -> None:
        self._stop_listening()

    def on_resize(self, event: events.Resize) -> None:
        self.fit()

    def watch_room(self) -> None:
        self.fit()

    def watch_full(self) -> None:
        self.fit()

    def watch_folded(self) -> None:
        self.set_class(self.folded, "-folded")
        self._draw_lines()
        self.fit()

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        for panel in self._panels.values():
            panel.catalogue = catalogue
        self._draw_lines(force=True)

    def on_question_form_action_requested(self, event: QuestionForm.ActionRequested) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.form, event.action, event.time))

    def on_plan_review_panel_action_requested(self, event: PlanReviewPanel.ActionRequested) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.panel, event.action, event.time))

    def on_question_form_resized(self, event: QuestionForm.Resized) -> None:
        event.stop()
        if event.form is self.panel:
            self.fit()

    def fit(self) -> None:
        """Give the panel in front the room there is."""
        panel = self.panel
        if panel is None or not self.is_mounted:
            return
        if self.folded:
            self.styles.height = 1
            self.set_class(False, "-framed")
            return
        plan = isinstance(panel, PlanReviewPanel)
        inner = self.room.width - _FRAME_CELLS
        panel.fit(inner, self.room.height)
        size = dock_size(*self.room, panel.needed_height, plan=plan, full=self.full)
        self._too_small = size.too_small
        self.styles.height = size.height
        self.set_class(size.borders, "-framed")
        panel.display = not size.too_small
        self._draw_lines(force=True)
        if size.borders:
            panel.fit(inner, size.height - 2)
        else:
            header = self.query_one("#dock-header", Static)
            panel.fit(self.room.width, size.height - header.display)

    def _on_pending(self, event: PendingEvent) -> None:
        if isinstance(event, Resolved):
            self._forget(event.pending.id)
            self.post_message(self.RequestEnded(self, event.pending, event.outcome))
        if self.shown is None:
            self._show_first()
        else:
            self._draw_lines(force=True)

    def _show_first(self) -> None:
        waiting = self.pending.requests
        if waiting:
            self._show(waiting[0].id)
        else:
            self._shown = None
            self.folded = False
            self.full = False
            self.set_class(False, "-waiting")
            self.post_message(self.RequestShown(self, None))

    def _show(self, request_id: str) -> None:
        pending = self.pending.get(request_id)
        if pending is None:
            return
        self._shown = request_id
        if request_id not in self._panels:
            panel = self._make_panel(pending)
            self._panels[request_id] = panel
            self.mount(panel)
        for other_id, panel in self._panels.items():
            panel.display = other_id == request_id
        self.set_class(True, "-waiting")
        self.call_after_refresh(self.fit)
        self.post_message(self.RequestShown(self, pending))

    def _make_panel(self, pending: PendingRequest) -> QuestionForm | PlanReviewPanel:
        can_discuss = pending.agent_id is not None
        review = claim(pending.request)
        if review is not None:
            return PlanReviewPanel(
                review, keys=self.keys, catalogue=self.catalogue, can_discuss=can_discuss
            )
        return QuestionForm(
            pending.questions, keys=self.keys, catalogue=self.catalogue, can_discuss=can_discuss
        )

    def _forget(self, request_id: str) -> None:
        panel = self._panels.pop(request_id, None)
        if self._shown == request_id:
            self._shown = None
            # Before the widget goes: its going would move the focus to whatever is next.
            self.front_ended()
        if panel is not None:
            panel.remove()

    def _tick(self) -> None:
        self._draw_lines()

    def _draw_lines(self, *, force: bool = False) -> None:
        """Draw the header; by itself only when the minute it shows has changed."""
        shown, panel = self.shown, self.panel
        if shown is None or panel is None or not self.is_mounted:
            return
        minute = int((self.clock.monotonic() - shown.asked_at) // 60)
        if minute == self._minute and not force:
            return
        self._minute = minute
        title = literal_line(self._header(shown, minute))
        self.border_title = title
        header = self.query_one("#dock-header", Static)
        header.update(title)
        # The frame says it; without one a line is spent only on what the person must know.
        several = len(self.pending.requests) > 1
        header.display = self._too_small or (several and not self.has_class("-framed"))
        text, answered, total = panel.fold_line()
        count = self.catalogue.text("dock.answered", answered=answered, total=total)
        self.query_one("#dock-fold", Static).update(literal_line(f"{count} · {text}"))

    def _header(self, shown: PendingRequest, minute: int) -> str:
        if self._too_small:
            return self.catalogue.text("dock.too_small")
        waiting = self.pending.requests
        parts = []
        if len(waiting) > 1:
            place = waiting.index(shown) + 1
            parts.append(self.catalogue.text("dock.place", place=place, total=len(waiting)))
        name = shown.agent_name or shown.agent_id
        if name:
            parts.append(self.catalogue.text("dock.from", agent=name))
        if minute:
            parts.append(self.catalogue.text("dock.waiting", minutes=minute))
        return " · ".join(parts)
