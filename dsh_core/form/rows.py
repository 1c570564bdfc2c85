"""What a form shows in which row, computed from its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsh_core.base.text import is_blank, trim
from dsh_core.form.answers import build_item
from dsh_core.form.drafts import Draft, is_completed
from dsh_core.form.labels import display_labels, display_order, tab_title
from dsh_core.form.state import FormState
from dsh_core.questions.types import AnswerItem, Question

__all__ = [
    "FILTER_MINIMUM",
    "Kept",
    "ReviewRow",
    "can_filter",
    "gaps",
    "is_open",
    "kept",
    "matching",
    "review_rows",
    "shown_rows",
]

FILTER_MINIMUM = 10
"""A list with this many options can be filtered: the digits no longer reach them all."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One part of the stash to show dimmed: it is kept and will not be sent.

    Attributes:
        kind: A choice that an own text replaced, an own text, or a note.
        text: Display labels joined by a comma, or the text itself.
    """

    kind: Literal["choice", "text", "note"]
    text: str


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One question on the review page.

    Attributes:
        index: The question.
        title: Its short title.
        item: The answer exactly as it will be sent.
        state: A `gap` keeps the batch from being sent: unanswered, or carried over and not
            looked at yet.
        carried: The draft came back from an earlier form.
        kept: What is kept and will not be sent.
    """

    index: int
    title: str
    item: AnswerItem
    state: Literal["answered", "skipped", "gap"]
    carried: bool
    kept: tuple[Kept, ...]


def can_filter(question: Question) -> bool:
    """Whether the list is long enough to be filtered."""
    return len(question.options or ()) >= FILTER_MINIMUM


def matching(question: Question, text: str) -> tuple[int, ...]:
    """Option positions in display order whose label or description contains `text`.

    Case does not count, nor does white space around it; a blank text matches everything.
    """
    order = display_order(question)
    wanted = trim(text).casefold()
    if not wanted:
        return order
    labels = display_labels(question)
    options = question.options or ()
    return tuple(
        at
        for at in order
        if wanted in labels[at].casefold() or wanted in (options[at].description or "").casefold()
    )


def shown_rows(state: FormState) -> tuple[int, ...]:
    """Option positions of the current question, row by row; the own answer follows them.

    Empty for a question without options and on the review page.
    """
    return () if state.on_review else matching(state.question, state.filter)


def is_open(state: FormState, index: int) -> bool:
    """Whether the question still waits for the person.

    A draft that was carried over does not count before its question was on screen.
    """
    unseen = state.carried[index] and not state.seen[index]
    return unseen or not is_completed(state.drafts[index])


def gaps(state: FormState) -> tuple[int, ...]:
    """The open questions: while there are any, nothing is sent."""
    return tuple(at for at in range(len(state.questions)) if is_open(state, at))


def kept(question: Question, draft: Draft) -> tuple[Kept, ...]:
    """What the draft keeps without sending it.

    A choice that gave way to another choice is no news and is left out.
    """
    stash = draft.stash
    parts: list[Kept] = []
    if stash.selected and not draft.selected:
        labels = display_labels(question)
        parts.append(Kept("choice", ", ".join(labels[at] for at in stash.selected)))
    if not is_blank(stash.custom):
        parts.append(Kept("text", stash.custom))
    if not is_blank(stash.note):
        parts.append(Kept("note", stash.note))
    return tuple(parts)


def review_rows(state: FormState) -> tuple[ReviewRow, ...]:
    """The review page, one row a question; its Send row follows them."""
    return tuple(_review_row(state, at) for at in range(len(state.questions)))


def _review_row(state: FormState, index: int) -> ReviewRow:
    question, draft = state.questions[index], state.drafts[index]
    row_state: Literal["answered", "skipped", "gap"]
    if is_open(state, index):
        row_state = "gap"
    else:
        row_state = "skipped" if draft.skipped else "answered"
    return ReviewRow(
        index=index,
        title=tab_title(question, index),
        item=build_item(question, draft),
        state=row_state,
        carried=state.carried[index],
        kept=kept(question, draft),
    )
