"""The `review` policy on the review page, which shows every answer before it is sent."""

from __future__ import annotations

from dataclasses import replace

from dsh_core.form.drafts import is_completed, skip, unskip
from dsh_core.form.events import Commit, Event, Move, MoveTo, Pick, SkipAll, ToggleSkip
from dsh_core.form.moves import send, show
from dsh_core.form.state import FormState, Step

__all__ = ["page_event"]


def page_event(state: FormState, event: Event) -> Step:
    """Handle what a key or a click means on the review page; everything else does nothing."""
    count = len(state.questions)
    match event:
        case Move(delta):
            return Step(_highlight(state, state.review_cursor + delta))
        case MoveTo(row):
            return Step(_highlight(state, row if row >= 0 else count))
        case Commit():
            if state.review_cursor == count:
                return send(state)
            return Step(show(state, state.review_cursor))
        case Pick(row):
            return Step(show(state, row) if 0 <= row < count else state)
        case ToggleSkip():
            return Step(_unskip(state))
        case SkipAll():
            return Step(_skip_all(state))
    return Step(state)


def _highlight(state: FormState, row: int) -> FormState:
    return replace(state, review_cursor=max(0, min(row, len(state.questions))))


def _unskip(state: FormState) -> FormState:
    """Un-skip the row's question (the only one, in a batch of one) and go to it."""
    index = 0 if len(state.questions) == 1 else state.review_cursor
    if index >= len(state.questions) or not state.drafts[index].skipped:
        return state
    draft = unskip(state.questions[index], state.drafts[index])
    return show(state.with_draft(index, draft), index)


def _skip_all(state: FormState) -> FormState:
    drafts = tuple(draft if is_completed(draft) else skip(draft) for draft in state.drafts)
    return replace(state, drafts=drafts)
