"""The screen of one conversation: the transcript, what the agent does, and the seat.

It turns what the widgets say into verbs of the conversation, and what the conversation says into
what the widgets show. It decides nothing that either of them can decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from dsh_app.conversation import Conversation, UnknownCommandError
from dsh_app.keys_in_turn import KeysHeld
from dsh_app.screens.second_press import ARMED_SECONDS, SecondPress
from dsh_app.screens.status_line import StatusLine, status_content
from dsh_core.agents.source import SourceError, SourceStatus
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.held_keys import CLOSE
from dsh_core.form.plan_claim import claim_questions
from dsh_core.questions.pending import PendingEvent, Resolved
from dsh_core.questions.types import Question
from dsh_core.session.transcript import ToolEntry
from dsh_widgets.composer import Composer
from dsh_widgets.dock import QuestionDock
from dsh_widgets.key_compat import key_name
from dsh_widgets.key_path import KeyPath
from dsh_widgets.keymap import Keymap
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.seat import Seat
from dsh_widgets.transcript import TranscriptView

__all__ = ["ConversationScreen"]

_LOW = 13
"""Rows below which a form needs all there are."""


def _nothing(catalogue: Catalogue) -> str:
    return ""


def _asks(entry: ToolEntry, questions: tuple[Question, ...]) -> bool:
    """Whether the row is that of these questions."""
    asked = entry.ask.questions if entry.ask is not None else ()
    return [each.question for each in asked] == [each.question for each in questions]


class ConversationScreen(Screen[None]):
    """One conversation.

    Args:
        conversation: Its agent is started once the provider is registered, and not before.
        keymap: What each key does where.
        catalogue: The language.
    """

    AUTO_FOCUS = ""
    TITLE = "dsh_app"
    BINDINGS: ClassVar = []

    DEFAULT_CSS = """
    ConversationScreen {
        layout: vertical;

        & > #above { height: 1fr; min-height: 1; }
        & TranscriptView { height: 1fr; }
        & StatusLine { dock: bottom; }
        & > Seat { height: auto; }
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

        screen: ConversationScreen
        action: str
        scope: str

        @property
        def control(self) -> ConversationScreen:
            return self.screen

    def __init__(
        self, conversation: Conversation, keymap: Keymap, catalogue: Catalogue | None = None
    ) -> None:
        super().__init__()
        self.conversation = conversation
        words = catalogue or Catalogue()
        self.set_reactive(ConversationScreen.catalogue, words)
        self.keys = KeyPath(keymap)
        self.keys.unused = self.use_key
        self.keys.edits = self._hold_keys
        self.transcript = TranscriptView(
            conversation.entries, catalogue=words, keys=self.keys, id="transcript"
        )
        self.status_line = StatusLine(id="status")
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
        self._second_press = SecondPress()
        self._notice: Callable[[Catalogue], str] = _nothing

    def compose(self) -> ComposeResult:
        with Vertical(id="above"):
            yield self.transcript
            yield self.status_line
        yield self.seat

    async def on_mount(self) -> None:
        conversation = self.conversation
        self._stop_providing = conversation.questions.register_provider(self.seat.dock)
        self._stop_listening = [
            conversation.source.subscribe_status(self._on_status),
            conversation.pending.subscribe(self._on_pending),
            conversation.approvals.subscribe(lambda event: self._show_status()),
        ]
        self.seat.keyboard.to_composer()
        self._show_status()
        try:
            await conversation.start()
        except SourceError as error:
            self._tell_of(error)

    def on_unmount(self) -> None:
        self._stop_providing()
        for stop in self._stop_listening:
            stop()

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
            self.ask_to_quit()
        else:
            self.post_message(self.ActionRequested(self, action, scope))
            self._hold_keys()
        return True

    async def on_seat_submitted(self, event: Seat.Submitted) -> None:
        event.stop()
        try:
            outcome = await self.conversation.submit(event.text)
        except UnknownCommandError as error:
            self._tell("app.unknown_command", name=str(error))
            self.seat.give_back(event.text)
        except SourceError as error:
            self._tell_of(error)
            self.seat.give_back(event.text)
        else:
            self._tell_nothing()
            if outcome is not None and not outcome.ok and outcome.text:
                self._tell_of(outcome.text)

    async def on_seat_discussed(self, event: Seat.Discussed) -> None:
        event.stop()
        try:
            await self.conversation.discuss(event.request_id, event.text)
        except SourceError as error:
            self._tell_of(error)
            self.seat.give_back(event.text)

    def on_composer_editing_failed(self, event: Composer.EditingFailed) -> None:
        event.stop()
        self._tell(event.problem.key, **dict(event.problem.values))

    def on_transcript_view_text_copied(self, event: TranscriptView.TextCopied) -> None:
        event.stop()
        self.app.copy_to_clipboard(event.text)

    def on_plan_review_panel_text_copied(self, event: PlanReviewPanel.TextCopied) -> None:
        event.stop()
        self.app.copy_to_clipboard(event.text)

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self.seat.catalogue = catalogue
        self.transcript.catalogue = catalogue
        self._show_status()

    def ask_to_quit(self) -> None:
        """Quit, asking first if something would be lost."""
        reasons = []
        composer = self.seat.composer
        if self.conversation.waiting:
            reasons.append("app.reason_pending")
        elif self.conversation.running:
            reasons.append("app.reason_running")
        if composer is not None and composer.text:
            reasons.append("app.reason_draft")
        if not reasons:
            self.app.exit()
            return
        words = self.catalogue.text("join.words").join(map(self.catalogue.text, reasons))
        question = self.catalogue.text("app.confirm_quit", reasons=words)
        self.seat.keyboard.ask(question, self.app.exit)

    def _hold_keys(self) -> None:
        """Let the keys behind this one wait until all that it asks for is done."""
        self.keys.hold()
        self.post_message(KeysHeld(self.keys))

    def _interrupt(self, time: float) -> None:
        """Ctrl+C: copy what is selected; else the second one stops the agent, or quits."""
        if self.seat.copy_selection():
            return
        presses, composer = self.keys.presses, self.seat.composer
        match self._second_press.press(time, presses):
            case "first":
                key = "app.stop_armed" if self._stoppable else "app.quit_armed"
                if not self._stoppable and composer is not None and composer.text:
                    key = "app.use_quit"
                self._tell(key)
                self.set_timer(ARMED_SECONDS, lambda: self._disarm_when_over(time))
            case "perhaps":
                self.set_timer(CLOSE, lambda: self._stop_or_quit(presses))
            case "second":
                self._stop_or_quit(presses)

    def _stop_or_quit(self, presses: int) -> None:
        """What the second Ctrl+C does, unless keys have come since it."""
        if self.keys.presses != presses:
            return
        self._disarm()
        composer = self.seat.composer
        if self._stoppable:
            self._stop_turn()
        elif composer is None or not composer.text:
            self.app.exit()

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

    def _disarm_when_over(self, since: float) -> None:
        if self._second_press.since == since:
            self._disarm()

    def _disarm(self) -> None:
        if self._second_press.since is not None:
            self._second_press.forget()
            self._tell_nothing()

    def _tell(self, key: str, **values: object) -> None:
        """Tell something of ours, in whatever language is set."""
        self._notice = lambda catalogue: catalogue.text(key, **values)
        self._show_status()

    def _tell_of(self, text: object) -> None:
        """Tell what somebody else says."""
        self._notice = lambda catalogue: str(text)
        self._show_status()

    def _tell_nothing(self) -> None:
        self._notice = _nothing
        self._show_status()

    def _on_pending(self, event: PendingEvent) -> None:
        """The last look at what was sent: its row in the transcript opens once.

        That of a plan says the verdict and the feedback while it is closed, too. Which row it is
        must be seen before the agent goes on, and asks the next question.
        """
        self._show_status()
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
        self._show_status()

    def _show_status(self) -> None:
        if not self.is_mounted:
            return
        conversation = self.conversation
        self.status_line.show(
            status_content(
                conversation.source.status,
                self.catalogue,
                waiting=conversation.waiting,
                notice=self._notice(self.catalogue),
            )
        )
        self._fit()

    def _fit(self) -> None:
        """The seat's room is the screen without the line above it.

        In few rows that line takes the transcript's place, not the form's.
        """
        low = self.size.height < _LOW
        lines = 1 if self.status_line.has_class("-telling") and not low else 0
        room = Size(self.size.width, max(0, self.size.height - lines))
        if room != self.seat.room:
            self.seat.room = room
