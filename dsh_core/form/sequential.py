"""The `sequential` policy: one question after the other (contract §4).

The drafts, the rules and the answers are those of the full-screen form; only the way through is
another: a choice goes on, the last question submits, and there is no review page. Linear mode
walks this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dsh_core.form.answers import build_answer
from dsh_core.form.drafts import (
    Draft,
    choose,
    is_answered,
    is_completed,
    is_multi,
    set_note,
    set_text,
    skip,
    takes_note,
    toggle,
)
from dsh_core.form.events import Delivered
from dsh_core.form.state import Dismiss, FormState, Message, Send, Step
from dsh_core.questions.types import Question

__all__ = [
    "Cancel",
    "Choose",
    "EnterInField",
    "EnterOnOption",
    "Event",
    "ImeEnterInField",
    "Next",
    "Previous",
    "Primary",
    "SetNote",
    "SetText",
    "ShiftEnterInField",
    "SkipQuestion",
    "ToggleCollapse",
    "open_form",
    "pager",
    "primary_enabled",
    "primary_label",
    "update",
]


@dataclass(frozen=True, slots=True)
class Choose:
    """Activate the option at this position."""

    option: int


@dataclass(frozen=True, slots=True)
class SetText:
    """The own-answer field now reads `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class SetNote:
    """The note beside the pick now reads `text`; nothing happens where no pick takes one."""

    text: str


@dataclass(frozen=True, slots=True)
class EnterInField:
    """Enter in the own-answer field: continue."""


@dataclass(frozen=True, slots=True)
class ShiftEnterInField:
    """Shift+Enter in the field: a newline, which arrives as `SetText`."""


@dataclass(frozen=True, slots=True)
class ImeEnterInField:
    """Enter that ends a composition of an input method: it belongs to the text."""


@dataclass(frozen=True, slots=True)
class EnterOnOption:
    """Enter on the option at this position: submit if all is done, else choose it."""

    option: int


@dataclass(frozen=True, slots=True)
class Primary:
    """The button that goes on, and on the last question submits."""


@dataclass(frozen=True, slots=True)
class SkipQuestion:
    """Skip the question and go on."""


@dataclass(frozen=True, slots=True)
class Previous:
    """The previous question."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next question."""


@dataclass(frozen=True, slots=True)
class ToggleCollapse:
    """Collapse the form to its head, or open it again."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """Dismiss the whole batch."""


Event = (
    Choose
    | SetText
    | SetNote
    | EnterInField
    | ShiftEnterInField
    | ImeEnterInField
    | EnterOnOption
    | Primary
    | SkipQuestion
    | Previous
    | Next
    | ToggleCollapse
    | Cancel
    | Delivered
)


def open_form(questions: Sequence[Question]) -> FormState:
    """Open a form on its first question.

    Raises:
        ValueError: If there is none.
    """
    count = len(questions)
    if not count:
        raise ValueError("a form needs a question")
    state = FormState(
        questions=tuple(questions),
        drafts=(Draft(),) * count,
        cursors=(0,) * count,
        seen=(False,) * count,
        visited_field=(False,) * count,
        carried=(False,) * count,
    )
    return _at(state, 0)


def update(state: FormState, event: Event) -> Step:
    """What one event makes of the form. An event for a control that is off does nothing."""
    if isinstance(event, Delivered):
        if state.busy is None or event.failure is None:
            return Step(state)
        return Step(replace(state, busy=None, error=Message(text=event.failure)))
    if state.busy is not None:
        return Step(state)
    match event:
        case Cancel():
            return Step(replace(state, busy="cancel", error=None), (Dismiss(),))
        case ToggleCollapse():
            return Step(replace(state, minimized=not state.minimized))
    return Step(state) if state.minimized else _in_body(state, event)


def pager(state: FormState) -> str:
    """Where in the batch the form is."""
    return f"{state.index + 1} / {len(state.questions)}"


def primary_enabled(state: FormState) -> bool:
    """Whether the button that goes on can be pressed; a skip alone does not enable it."""
    return state.busy is None and is_answered(state.draft)


def primary_label(state: FormState) -> Literal["submitting", "submit", "action.next"]:
    """The catalogue key on the button that goes on."""
    if state.busy == "answer":
        return "submitting"
    return "submit" if _is_last(state) else "action.next"


def _in_body(state: FormState, event: Event) -> Step:
    match event:
        case Choose(option):
            return Step(_choose(state, option))
        case EnterOnOption(option):
            if all(map(is_completed, state.drafts)):
                return _submit(state)
            return Step(_choose(state, option))
        case SetText(text):
            return Step(_put(state, set_text(state.question, state.draft, text)))
        case SetNote(text):
            if not takes_note(state.question):
                return Step(state)
            return Step(_put(state, set_note(state.draft, text)))
        case EnterInField():
            return _continue(state)
        case Primary():
            return _continue(state) if primary_enabled(state) else Step(state)
        case SkipQuestion():
            state = _put(state, skip(state.draft))
            return _submit(state) if _is_last(state) else Step(_at(state, state.index + 1))
        case Previous():
            return Step(_at(state, state.index - 1) if state.index else state)
        case Next():
            return Step(state if _is_last(state) else _at(state, state.index + 1))
    return Step(state)


def _is_last(state: FormState) -> bool:
    return state.index == len(state.questions) - 1


def _at(state: FormState, index: int) -> FormState:
    """The form on this question; the field of one without options has been offered."""
    visited, seen = list(state.visited_field), list(state.seen)
    seen[index] = True
    visited[index] = visited[index] or not state.questions[index].options
    return replace(state, index=index, seen=tuple(seen), visited_field=tuple(visited), error=None)


def _put(state: FormState, draft: Draft) -> FormState:
    return replace(state.with_draft(state.index, draft), error=None)


def _choose(state: FormState, option: int) -> FormState:
    question = state.question
    if not 0 <= option < len(question.options or ()):
        return state
    if is_multi(question):
        return _put(state, toggle(state.draft, option))
    state = _put(state, choose(question, state.draft, option))
    return state if _is_last(state) else _at(state, state.index + 1)


def _continue(state: FormState) -> Step:
    if not is_answered(state.draft):
        return Step(replace(state, error=Message("error.unanswered")))
    return _submit(state) if _is_last(state) else Step(_at(state, state.index + 1))


def _submit(state: FormState) -> Step:
    """Send the batch, or show the first question that is neither answered nor skipped."""
    for index, draft in enumerate(state.drafts):
        if not is_completed(draft):
            return Step(replace(_at(state, index), error=Message("error.incomplete")))
    answer = build_answer(state.questions, state.drafts)
    return Step(replace(state, busy="answer", error=None), (Send(answer),), confirmed=True)
