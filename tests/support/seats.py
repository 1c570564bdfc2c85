"""An app around one seat, and a person at its keyboard whose every key has a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widget import Widget

from dsh_core.approvals.pending import PendingApproval, PendingApprovals
from dsh_core.approvals.types import ApprovalRequest, Outcome
from dsh_core.base.clock import ManualClock
from dsh_core.form.store import DraftStore
from dsh_core.questions.pending import PendingRequest, PendingRequests
from dsh_core.questions.types import Answer, Question, QuestionRequest
from dsh_widgets.composer import Composer
from dsh_widgets.dock import QuestionDock
from dsh_widgets.dock_panels import DockPanel
from dsh_widgets.editing import EditRequested
from dsh_widgets.form import QuestionForm
from dsh_widgets.key_names import canonical_key
from dsh_widgets.key_path import KeyPath
from dsh_widgets.key_rows import widget_keymap
from dsh_widgets.keymap import Keymap
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.seat import Seat
from dsh_widgets.transcript import TranscriptView

Result = TypeVar("Result")

_TYPED = {"space": " ", "enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f"}
_AT_ONCE = 20
"""Keys posted before the app is given time to handle them."""


@dataclass(frozen=True)
class Asker:
    """An agent, as the seam knows it."""

    id: str = "agent-1"
    name: str = "Ada"


def key_event(name: str, time: float) -> events.Key:
    """A key as a terminal reports it, pressed at this time. A single character is typed."""
    if len(name) == 1:
        event = events.Key(canonical_key(name) or name, name)
    else:
        event = events.Key(canonical_key(name) or name, _TYPED.get(name))
    event.time = time
    return event


def screen_text(app: App[Any]) -> str:
    """What is on screen, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(s.text for s in line).rstrip() for line in strips)


class SeatApp(App[None]):
    """A transcript, a dock and a composer: all that the seat needs, and no agent."""

    ENABLE_COMMAND_PALETTE = False
    # Textual's own would act before any part of the seat.
    BINDINGS: ClassVar = [Binding("ctrl+q", "nothing", priority=False)]

    def __init__(
        self,
        *,
        composer: bool = True,
        pending: PendingRequests | None = None,
        keymap: Keymap | None = None,
        drafts: DraftStore | None = None,
    ) -> None:
        super().__init__()
        # Textual stamps its own events with the machine's clock; ours goes ahead of it.
        self.clock = ManualClock(time.monotonic())
        self.pending = pending or PendingRequests(require_agent=False, clock=self.clock)
        self.approvals = PendingApprovals(clock=self.clock)
        self.keys = KeyPath(keymap or widget_keymap())
        self.dock = QuestionDock(
            self.pending, self.approvals, drafts, keys=self.keys, clock=self.clock, id="dock"
        )
        self.transcript = TranscriptView(keys=self.keys, id="transcript")
        self.seat = Seat(
            self.dock,
            self.keys,
            composer=Composer(self.keys, id="composer") if composer else None,
            transcript=(self.transcript, self.transcript) if composer else None,
            clock=self.clock,
        )
        self.submitted: list[str] = []
        self.discussed: list[tuple[str, str]] = []
        self.ended: list[tuple[str, str]] = []
        self.unused: list[str] = []
        self.outside: list[str] = []
        """Texts that somebody was asked to open in an editor, or to save."""
        self.edits: list[EditRequested] = []

    def compose(self) -> ComposeResult:
        yield self.transcript
        yield self.seat

    def on_mount(self) -> None:
        self.transcript.styles.height = "1fr"
        self.seat.keyboard.to_composer()

    def on_resize(self, event: events.Resize) -> None:
        self.seat.room = Size(event.size.width, event.size.height)
        # Textual's own timer for this may miss its moment, and then it never tells the screen.
        self.screen.post_message(events.Resize(event.size, event.size))

    def on_key(self, event: events.Key) -> None:
        if self.focused is not None or not self.keys.use(event):
            self.unused.append(event.key)

    def action_nothing(self) -> None:
        """Not quit."""

    def on_seat_submitted(self, event: Seat.Submitted) -> None:
        self.submitted.append(event.text)

    def on_seat_discussed(self, event: Seat.Discussed) -> None:
        self.discussed.append((event.agent_id, event.text))

    def on_edit_requested(self, event: EditRequested) -> None:
        self.edits.append(event)
        self.outside.append(event.text)

    def on_plan_review_panel_text_copied(self, event: PlanReviewPanel.TextCopied) -> None:
        self.copy_to_clipboard(event.text)

    def on_transcript_view_text_copied(self, event: TranscriptView.TextCopied) -> None:
        self.copy_to_clipboard(event.text)

    def on_plan_review_panel_save_requested(self, event: Any) -> None:
        self.outside.append(event.text)

    def on_question_dock_request_ended(self, event: QuestionDock.RequestEnded) -> None:
        self.ended.append((event.pending.id, event.outcome))


@dataclass
class Person:
    """Somebody at the keyboard of a seat."""

    app: SeatApp
    pilot: Pilot[None]
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)

    @property
    def clock(self) -> ManualClock:
        return self.app.clock

    @property
    def panel(self) -> DockPanel:
        panel = self.app.dock.panel
        assert panel is not None
        return panel

    @property
    def front(self) -> str:
        """The id of the request in front."""
        shown = self.app.dock.shown
        assert shown is not None
        return shown.id

    @property
    def form(self) -> QuestionForm:
        assert isinstance(self.panel, QuestionForm)
        return self.panel

    @property
    def screen(self) -> str:
        return screen_text(self.app)

    @property
    def place(self) -> str:
        return self.app.seat.keyboard.place.value

    @property
    def composer(self) -> Composer:
        assert self.app.seat.composer is not None
        return self.app.seat.composer

    def start(self, waiting: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(waiting)
        self.tasks.append(task)
        return task

    async def settle(self) -> None:
        """Let everything that is on its way arrive and be drawn."""
        await self.pilot.pause()

    async def ask(
        self, *questions: Question, agent: Asker | None = None
    ) -> tuple[PendingRequest, asyncio.Task[Answer]]:
        """An agent asks; the form is drawn, and does not have the keyboard yet."""
        task = self.start(self.app.dock.ask(QuestionRequest(questions, agent or Asker())))
        await self.settle()
        return self.app.pending.requests[-1], task

    async def want_leave(
        self, request: ApprovalRequest
    ) -> tuple[PendingApproval, asyncio.Task[Outcome]]:
        """A tool asks for leave."""
        task = self.start(self.app.approvals.request(request))
        await self.settle()
        return self.app.approvals.requests[-1], task

    async def wait(self, seconds: float) -> None:
        """Press nothing for a while."""
        self.clock.advance(seconds)
        self.app.seat.keyboard.arrive()
        await self.settle()

    async def rest(self) -> None:
        """Press nothing until the form that waits for it has the keyboard, and is used to it."""
        await self.wait(1.0)
        await self.wait(1.0)

    async def result(self, task: asyncio.Task[Result]) -> Result:
        """What a wait came to; fails instead of waiting for ever."""
        async with asyncio.timeout(5):
            return await task

    async def press(self, *names: str, gap: float = 1.0) -> None:
        """Press keys one after the other, each handled before the next, `gap` seconds apart."""
        for name in names:
            self.clock.advance(gap)
            self.app.post_message(key_event(name, self.clock.monotonic()))
            await self.settle()

    async def burst(self, *names: str) -> None:
        """Press keys that all arrive at the same time."""
        for at, name in enumerate(names, 1):
            self.app.post_message(key_event(name, self.clock.monotonic()))
            if not at % _AT_ONCE:
                await self.pilot.pause()
        await self.settle()

    async def held(self, name: str, times: Sequence[float]) -> None:
        """Hold a key down: it is reported at these times, in seconds from now."""
        start = self.clock.monotonic()
        for at in times:
            self.clock.advance(start + at - self.clock.monotonic())
            self.app.post_message(key_event(name, start + at))
            await self.settle()

    async def paste(self, text: str) -> None:
        """Paste, as a terminal brackets it."""
        event = events.Paste(text)
        event.time = self.clock.monotonic()
        self.app.post_message(event)
        await self.settle()

    async def click(self, widget: Widget, x: int, y: int) -> None:
        """Press the mouse on a cell of a widget."""
        await self.pilot.click(widget, offset=(x, y))
        await self.settle()


@asynccontextmanager
async def at_seat(
    *,
    size: tuple[int, int] = (80, 24),
    composer: bool = True,
    pending: PendingRequests | None = None,
    keymap: Keymap | None = None,
    drafts: DraftStore | None = None,
) -> AsyncIterator[Person]:
    """A seat on a screen, and somebody before it."""
    app = SeatApp(composer=composer, pending=pending, keymap=keymap, drafts=drafts)
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        await person.settle()
        try:
            yield person
        finally:
            for task in person.tasks:
                task.cancel()
            await asyncio.gather(*person.tasks, return_exceptions=True)
