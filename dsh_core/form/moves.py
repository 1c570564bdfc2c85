"""Getting around in a form: what every part of the `review` policy does in the same way."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from dsh_core.form.answers import build_answer
from dsh_core.form.drafts import kept_text
from dsh_core.form.rows import gaps, is_open, matching, shown_rows
from dsh_core.form.state import Focus, FormState, Message, Send, Step

__all__ = [
    "commit_question",
    "drop_filter",
    "enter_field",
    "go_on",
    "highlight",
    "message",
    "open_review",
    "own_row",
    "put",
    "send",
    "show",
    "to_list",
]

_T = TypeVar("_T")


def message(key: str, **values: str | int) -> Message:
    """A message from the catalogue."""
    return Message(key, tuple(values.items()))


def put(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def own_row(state: FormState) -> int:
    """The row of the own answer: the one after the last option shown."""
    return len(shown_rows(state))


def highlight(state: FormState, row: int) -> FormState:
    """Put the highlight of the current question onto this row, as near as there is one."""
    row = max(0, min(row, own_row(state)))
    return replace(state, cursors=put(state.cursors, state.index, row))


def drop_filter(state: FormState) -> FormState:
    """Show all options again, with the highlight on the same one."""
    if not state.filter or state.on_review:
        return replace(state, filter="")
    shown, row = shown_rows(state), state.cursors[state.index]
    state = replace(state, filter="")
    everything = matching(state.question, "")
    return highlight(state, everything.index(shown[row]) if row < len(shown) else len(everything))


def to_list(state: FormState) -> FormState:
    """Leave whatever text has the focus for the list of the current question."""
    return replace(state, focus=Focus.LIST, entered=None)


def enter_field(state: FormState) -> FormState:
    """Put the caret into the own answer, which loads the kept text without making it count."""
    state = highlight(state, own_row(state))
    return replace(state, focus=Focus.FIELD, entered=kept_text(state.draft))


def show(state: FormState, index: int) -> FormState:
    """Put question `index` on screen; its field has the focus if it has no options."""
    if index == len(state.questions):
        return open_review(state)
    state = replace(
        drop_filter(state),
        index=index,
        seen=put(state.seen, index, True),
        focus=Focus.LIST,
        entered=None,
        error=None,
    )
    if state.question.options:
        return state
    return replace(enter_field(state), visited_field=put(state.visited_field, index, True))


def open_review(state: FormState) -> FormState:
    """Show the review page: on its Send row if nothing is missing, else on the first gap."""
    count = len(state.questions)
    return replace(
        drop_filter(state),
        index=count,
        focus=Focus.REVIEW,
        entered=None,
        error=None,
        review_cursor=next(iter(gaps(state)), count),
    )


def go_on(state: FormState) -> FormState:
    """Show the next open question, forward and then from the start; else the review page."""
    count = len(state.questions)
    for step in range(1, count):
        index = (state.index + step) % count
        if is_open(state, index):
            return show(state, index)
    return open_review(state)


def commit_question(state: FormState) -> Step:
    """The question on screen is answered: send a batch of one, else go on."""
    if len(state.questions) == 1:
        return send(state)
    return Step(go_on(state), confirmed=True)


def send(state: FormState) -> Step:
    """Deliver the answer and lock the form, or, with gaps, say how many and go to the first."""
    missing = gaps(state)
    if missing and len(state.questions) == 1 and not state.on_review:
        return Step(replace(state, error=message("error.unanswered")))
    if missing:
        key = "form.gap" if len(missing) == 1 else "form.gaps"
        state = open_review(state)
        return Step(replace(state, error=message(key, count=len(missing))))
    answer = build_answer(state.questions, state.drafts)
    return Step(replace(state, busy="answer"), (Send(answer),), confirmed=True)
