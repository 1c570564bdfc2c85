"""Entries of every kind, and a source that can be appended to, for the transcript's tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import App, ComposeResult

from dsh_core.session.transcript import (
    AskDetail,
    AskedOption,
    AskedQuestion,
    AssistantEntry,
    Changed,
    CommandEntry,
    Entry,
    GivenAnswer,
    NoticeEntry,
    Phrase,
    PlanDetail,
    PlanModeEntry,
    ToolEntry,
    TurnEndEntry,
    UserEntry,
)
from dsh_widgets.transcript import TranscriptView

QUESTIONS = (
    AskedQuestion(
        "db",
        "Which database do we move to? [b]Mind the licence.[/b]",
        "Database",
        (AskedOption("Postgres (Recommended)"), AskedOption("SQLite")),
    ),
    AskedQuestion("why", "Why?"),
)
ASK_TITLE = Phrase("transcript.ask.title")
ASKED = ToolEntry(
    "call-ask",
    "ask_user_question",
    '{"questions": []}',
    "ok",
    ASK_TITLE,
    Phrase("transcript.ask.answered", values={"answered": 1, "total": 2}),
    "{}",
    ask=AskDetail(
        QUESTIONS,
        (
            GivenAnswer("db", ("Postgres (Recommended)",), "but later\nand slowly"),
            GivenAnswer("why"),
        ),
    ),
)
WAITING = ToolEntry(
    "call-waiting",
    "ask_user_question",
    "{}",
    "running",
    ASK_TITLE,
    Phrase("transcript.ask.waiting"),
    ask=AskDetail(QUESTIONS),
)
CANCELLED = ToolEntry(
    "call-cancelled",
    "ask_user_question",
    "{}",
    "error",
    ASK_TITLE,
    Phrase("transcript.ask.cancelled"),
    "Error: the questions were dismissed",
    {"name": "UserQuestionError", "code": "ASK_CANCELLED"},
    ask=AskDetail(QUESTIONS[:1]),
)
FAILED = ToolEntry(
    "call-failed",
    "bash",
    '{"command": "ls /nowhere"}',
    "error",
    Phrase(text="bash"),
    Phrase(text="ls: cannot access '/nowhere' \x1b[31m"),
    "ls: cannot access '/nowhere' \x1b[31m\nexit status 2",
)
PLAN = ToolEntry(
    "call-plan",
    "exit_plan_mode",
    "{}",
    "stopped",
    Phrase(text="Move to Postgres"),
    Phrase("transcript.plan.feedback"),
    "",
    plan=PlanDetail(
        "# Move to Postgres\n\n- [ ] dump\n- [x] read <!-- x -->", "feedback", "Not yet."
    ),
)
TALK: tuple[Entry, ...] = (
    UserEntry("Please move [red]everything[/red] \x1b[31mnow\nand safely."),
    AssistantEntry(
        "Sure. **First** a plan:\n\n1. `dump`\n2. restore\n\n```python\nprint(1)\n```",
        "The user wants it moved.\nSafely.",
    ),
    NoticeEntry("todo list changed", "todo"),
    CommandEntry("c", "plan", " off", "ok", "Plan mode off."),
    PlanModeEntry(True),
    TurnEndEntry("error", Phrase("transcript.turn.error"), "connection reset"),
    TurnEndEntry("aborted", Phrase("transcript.turn.aborted")),
)
TOOLS: tuple[Entry, ...] = (ASKED, WAITING, CANCELLED, FAILED, PLAN)


class Source:
    """An entry source under a test's control."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.entries: list[Entry] = list(entries)
        self.listeners: list[Callable[[Changed], None]] = []

    def subscribe(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._tell(Changed(len(self.entries) - 1, "appended"))

    def update(self, index: int, entry: Entry) -> None:
        self.entries[index] = entry
        self._tell(Changed(index, "updated"))

    def prepend(self, entries: Sequence[Entry]) -> None:
        self.entries[:0] = entries
        self._tell(Changed(len(entries), "prepended"))

    def _tell(self, change: Changed) -> None:
        for listener in list(self.listeners):
            listener(change)


class TranscriptApp(App[None]):
    """Nothing but a transcript."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.messages: list[object] = []

    @property
    def view(self) -> TranscriptView:
        return self.query_one(TranscriptView)

    @property
    def screen_rows(self) -> list[str]:
        """The text of each row of the transcript."""
        view = self.view
        size = view.size
        return [strip.text.rstrip() for strip in view.render_lines(size.region)]

    def compose(self) -> ComposeResult:
        yield TranscriptView(self.source)

    def on_transcript_view_row_toggled(self, event: TranscriptView.RowToggled) -> None:
        self.messages.append((event.control.id, event.index, event.expanded))

    def on_transcript_view_text_copied(self, event: TranscriptView.TextCopied) -> None:
        self.messages.append(event.text)
