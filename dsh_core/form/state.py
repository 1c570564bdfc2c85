"""The whole state of one question form as a value.

Widgets draw it; the policies (`sequential`, `review`) turn it and an event into the next one.
There is no clock, no I/O and no widget in here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

from dsh_core.approvals.types import Decision
from dsh_core.form.drafts import Draft
from dsh_core.questions.types import Answer, Question

__all__ = [
    "Confirm",
    "Decide",
    "Discuss",
    "Dismiss",
    "Effect",
    "Focus",
    "FormState",
    "Message",
    "Park",
    "Send",
    "Step",
]


class Focus(Enum):
    """The part of the form that the next key belongs to: the scope the keymap looks it up in."""

    LIST = "list"
    """The options and the own-answer row (or, without options, the question as a whole)."""
    FIELD = "field"
    """The own-answer text."""
    NOTE = "note"
    """The note beside a pick."""
    FILTER = "filter"
    """The filter text above a long list."""
    REVIEW = "review"
    """The page that shows all answers before they are sent."""
    CONFIRM = "confirm"
    """The one confirm line: `y` does it, any other key goes back."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line for the person: a catalogue key with values, or a literal text.

    A key is kept rather than a text, so that it follows a change of language. A literal text
    (`key` is empty) comes from elsewhere and is shown untranslated.
    """

    key: str = ""
    values: tuple[tuple[str, str | int], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Confirm:
    """What the confirm line asks.

    Attributes:
        action: What `y` does.
        lost: How many answers would not be sent.
        back: The focus that any other key returns to.
    """

    action: Literal["dismiss"]
    lost: int
    back: Focus


@dataclass(frozen=True, slots=True)
class FormState:
    """One form.

    Attributes:
        questions: The batch, in the asker's order.
        drafts: One draft a question, same order.
        index: The question on screen; `len(questions)` is the review page.
        focus: Where the next key goes.
        cursors: The highlighted row of each question, counted in display order among the rows
            shown; the row after the last option is the own answer.
        review_cursor: The highlighted row of the review page; `len(questions)` is its Send row.
        seen: Whether each question has been on screen.
        visited_field: Whether each optionless question's field has been focused by itself once.
        entered: The text of the field while it is focused and not yet edited (`None` otherwise):
            entering loads the kept text without touching the draft; the first edit, or Enter on
            it, makes it the answer.
        filter: The filter over the current question's options; empty means none.
        armed: The next Enter in this text sends the batch (a batch of one asks twice).
        confirm: What the confirm line asks, or `None`.
        busy: A verb is on its way to the asker; everything is locked.
        error: What went wrong last, until the next change.
        notice: What just happened, until the next event.
        carried: Whether each draft came back from an earlier form with the same question.
        can_discuss: The request has an agent to talk to.
        minimized: The form is collapsed (sequential policy only).
    """

    questions: tuple[Question, ...]
    drafts: tuple[Draft, ...]
    index: int = 0
    focus: Focus = Focus.LIST
    cursors: tuple[int, ...] = ()
    review_cursor: int = 0
    seen: tuple[bool, ...] = ()
    visited_field: tuple[bool, ...] = ()
    entered: str | None = None
    filter: str = ""
    armed: bool = False
    confirm: Confirm | None = None
    busy: Literal["answer", "cancel"] | None = None
    error: Message | None = None
    notice: Message | None = None
    carried: tuple[bool, ...] = ()
    can_discuss: bool = False
    minimized: bool = False

    @property
    def on_review(self) -> bool:
        return self.index == len(self.questions)

    @property
    def question(self) -> Question:
        """The question on screen. Raises `IndexError` on the review page."""
        return self.questions[self.index]

    @property
    def draft(self) -> Draft:
        """The draft of the question on screen. Raises `IndexError` on the review page."""
        return self.drafts[self.index]

    def with_draft(self, index: int, draft: Draft) -> FormState:
        drafts = (*self.drafts[:index], draft, *self.drafts[index + 1 :])
        return replace(self, drafts=drafts)


@dataclass(frozen=True, slots=True)
class Send:
    """Deliver this answer to the asker."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Dismiss the whole batch."""


@dataclass(frozen=True, slots=True)
class Decide:
    """Say yes once, or no, to a tool that asked for leave."""

    outcome: Decision


@dataclass(frozen=True, slots=True)
class Park:
    """Give the keyboard to the transcript; the form stays visible."""


@dataclass(frozen=True, slots=True)
class Discuss:
    """Give the cursor to the composer, marked with this question; nothing has ended."""

    index: int


Effect = Send | Dismiss | Decide | Park | Discuss


@dataclass(frozen=True, slots=True)
class Step:
    """What one event made of a form.

    Attributes:
        state: The next state.
        effects: What the owner of the form must do now, in order.
        confirmed: The event confirmed a question (a pick or a commit that goes on): the key that
            caused it is guarded against repeating itself.
    """

    state: FormState
    effects: tuple[Effect, ...] = field(default=())
    confirmed: bool = False
