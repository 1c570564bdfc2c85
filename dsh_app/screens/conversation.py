"""The screen of one conversation: the transcript, what the agent does, and the seat.

It turns what the widgets say into verbs of the conversation, and what the conversation says into
what the widgets show. It decides nothing that either of them can decide.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size

from dsh_app.conversation import Conversation, UnknownCommandError
from dsh_app.screens.seat_screen import SeatScreen
from dsh_app.screens.status_line import status_content
from dsh_core.agents.source import SourceError, SourceStatus
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_claim import claim_questions
from dsh_core.questions.pending import PendingEvent, Resolved
from dsh_core.questions.types import Question
from dsh_core.session.transcript import ToolEntry
from dsh_widgets.composer import Composer
from dsh_widgets.dock import QuestionDock
from dsh_widgets.keymap import Keymap
from dsh_widgets.seat import Seat
from dsh_widgets.still_lines import StillLines
from dsh_widgets.transcript import TranscriptView

__all__ = ["ConversationScreen"]

_LOW = 13
"""Rows below which a form needs all there are."""


def _asks(entry: ToolEntry, questions: tuple[Question, ...]) -> bool:
    """Whether the row is that of these questions."""
    asked = entry.ask.questions if entry.ask is not None else ()
    return [each.question for each in asked] == [each.question for each in questions]


class Above(StillLines, Vertical):
    """What is above the seat."""


class ConversationScreen(SeatScreen):
    """One conversation.

    Args:
        conversation: Its agent is started once the provider is registered, and not before.
        keymap: What each key does where.
        catalogue: The language.
    """

    DEFAULT_CSS = """
    ConversationScreen {
        layout: vertical;

        & > Above { height: 1fr; min-height: 1; }
        & TranscriptView { height: 1fr; }
        & StatusLine { dock: bottom; }
        & > Seat { height: auto; }
    }
    """

    def __init__(
        self, conversation: Conversation, keymap: Keymap, catalogue: Catalogue | None = None
    ) -> None:
        super().__init__(keymap, catalogue)
        self.conversation = conversation
        words = self.catalogue
        self.transcript = TranscriptView(
            conversation.entries, catalogue=words, keys=self.keys, id="transcript"
        )
        dock = QuestionDock(
            conversation.pending,
            conversation.approvals,
            conversation.drafts,
            conversation.previous_plan,
            keys=self.keys,
            catalogue=words,
            id="dock",
        )
        self.seat = Seat(
            dock,
            self.keys,
            composer=Composer(self.keys, catalogue=words, id="composer"),
            transcript=(self.transcript, self.transcript),
            catalogue=words,
            id="seat",
        )
        self._stop_providing: Callable[[], None] = lambda: None
        self._stop_listening: list[Callable[[], None]] = []

    def compose(self) -> ComposeResult:
        with Above():
            yield self.transcript
            yield self.status_line
        yield self.seat

    async def on_mount(self) -> None:
        conversation = self.conversation
        self._stop_providing = conversation.questions.register_provider(self.seat.dock)
        self._stop_listening = [
            conversation.source.subscribe_status(self._on_status),
            conversation.pending.subscribe(self._on_pending),
            conversation.approvals.subscribe(lambda event: self.show_status()),
        ]
        self.seat.keyboard.to_composer()
        self.show_status()
        try:
            await conversation.start()
        except SourceError as error:
            self.tell_of(error)

    def on_unmount(self) -> None:
        self._stop_providing()
        for stop in self._stop_listening:
            stop()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    async def on_seat_submitted(self, event: Seat.Submitted) -> None:
        event.stop()
        try:
            outcome = await self.conversation.submit(event.text)
        except UnknownCommandError as error:
            self.tell("app.unknown_command", name=str(error))
            self.seat.give_back(event.text)
        except SourceError as error:
            self.tell_of(error)
            self.seat.give_back(event.text)
        else:
            self.tell_nothing()
            if outcome is not None and not outcome.ok and outcome.text:
                self.tell_of(outcome.text)

    async def on_seat_discussed(self, event: Seat.Discussed) -> None:
        event.stop()
        try:
            await self.conversation.discuss(event.request_id, event.text)
        except SourceError as error:
            self.tell_of(error)
            self.seat.give_back(event.text)

    def on_composer_editing_failed(self, event: Composer.EditingFailed) -> None:
        event.stop()
        self.tell(event.problem.key, **dict(event.problem.values))

    def on_transcript_view_text_copied(self, event: TranscriptView.TextCopied) -> None:
        event.stop()
        self.app.copy_to_clipboard(event.text)

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self.seat.catalogue = catalogue
        self.transcript.catalogue = catalogue
        self.show_status()

    def ask_to_quit(self) -> None:
        """Quit, asking first if something would be lost."""
        reasons = []
        if self.conversation.waiting:
            reasons.append("app.reason_pending")
        elif self.conversation.running:
            reasons.append("app.reason_running")
        if self._written:
            reasons.append("app.reason_draft")
        if not reasons:
            self.app.exit()
            return
        words = self.catalogue.text("join.words").join(map(self.catalogue.text, reasons))
        question = self.catalogue.text("app.confirm_quit", reasons=words)
        self.seat.keyboard.ask(question, self.app.exit)

    def leave(self, time: float) -> None:
        self.ask_to_quit()

    @property
    def armed_notice(self) -> str:
        if self._stoppable:
            return "app.stop_armed"
        return "app.use_quit" if self._written else "app.quit_armed"

    def interrupt(self) -> None:
        """Stop the agent or, if it does nothing, quit."""
        if self._stoppable:
            self._stop_turn()
        elif not self._written:
            self.app.exit()

    def show_status(self) -> None:
        if not self.is_mounted:
            return
        conversation = self.conversation
        self.status_line.show(
            status_content(
                conversation.source.status,
                self.catalogue,
                waiting=conversation.waiting,
                notice=self.notice,
            )
        )
        self._fit()

    @property
    def _written(self) -> bool:
        """Whether a message is begun."""
        return self.seat.composer is not None and bool(self.seat.composer.text)

    @property
    def _stoppable(self) -> bool:
        return self.conversation.running

    def _stop_turn(self) -> None:
        """Stop the turn, asking first if answers would be lost."""
        drafts = self.seat.dock.drafts
        if not drafts:
            self.run_worker(self.conversation.source.cancel())
            return
        key = "app.confirm_stop_one" if drafts == 1 else "app.confirm_stop"
        question = self.catalogue.text(key, count=drafts)
        self.seat.keyboard.ask(question, lambda: self.run_worker(self.conversation.source.cancel()))

    def _on_pending(self, event: PendingEvent) -> None:
        """The last look at what was sent: its row in the transcript opens once.

        That of a plan says the verdict and the feedback while it is closed, too. Which row it is
        must be seen before the agent goes on, and asks the next question.
        """
        self.show_status()
        if not isinstance(event, Resolved) or event.outcome != "answered":
            return
        asked = event.pending.questions
        if claim_questions(asked) is not None:
            return
        for entry in reversed(self.conversation.entries.entries):
            if isinstance(entry, ToolEntry) and _asks(entry, asked):
                self.call_later(self.transcript.expand_call, entry.call_id)
                return

    def _on_status(self, status: SourceStatus) -> None:
        self.show_status()

    def _fit(self) -> None:
        """The seat's room is the screen without the line above it.

        In few rows that line takes the transcript's place, not the form's.
        """
        low = self.size.height < _LOW
        lines = 1 if self.status_line.has_class("-telling") and not low else 0
        room = Size(self.size.width, max(0, self.size.height - lines))
        if room != self.seat.room:
            self.seat.room = room
