"""The `review` policy while a text (own answer, note or filter) has the keyboard."""

from __future__ import annotations

from dataclasses import replace

from dsh_core.base.text import is_blank
from dsh_core.form.drafts import is_answered, set_note, set_text
from dsh_core.form.events import CommitText, Edited, Event, LeaveText
from dsh_core.form.moves import (
    commit_question,
    drop_filter,
    highlight,
    message,
    own_row,
    to_list,
)
from dsh_core.form.state import Focus, FormState, Step

__all__ = ["focused_text", "text_event"]


def focused_text(state: FormState) -> str:
    """What the focused text reads now; empty if no text has the focus."""
    if state.focus is Focus.FILTER:
        return state.filter
    if state.focus is Focus.FIELD:
        return state.draft.custom if state.entered is None else state.entered
    if state.focus is Focus.NOTE:
        return state.draft.note if state.entered is None else state.entered
    return ""


def text_event(state: FormState, event: Event, *, armed: bool = False) -> Step:
    """Handle an edit, Enter and the ways out.

    Args:
        state: The form.
        event: `Edited`, `CommitText` or `LeaveText`; others do nothing.
        armed: The text was told `Enter again to send`, and this is the next key.
    """
    if state.focus not in (Focus.FIELD, Focus.NOTE, Focus.FILTER):
        return Step(state)
    match event:
        case Edited(text):
            return Step(_edit(state, text))
        case LeaveText(by):
            return Step(_leave(state, by))
        case CommitText():
            if state.focus is Focus.FILTER:
                return Step(to_list(state))
            return _commit_text(state, armed)
    return Step(state)


def _edit(state: FormState, text: str) -> FormState:
    if text == focused_text(state):
        # Loading a text into its widget is no edit.
        return state
    if state.focus is Focus.FILTER:
        return highlight(replace(state, filter=text), 0)
    return _write(state, text)


def _write(state: FormState, text: str) -> FormState:
    """Write the focused text through to the draft."""
    if state.focus is Focus.FIELD:
        draft = set_text(state.question, state.draft, text)
    else:
        draft = set_note(state.draft, text)
    return replace(state.with_draft(state.index, draft), entered=None)


def _leave(state: FormState, by: str) -> FormState:
    if state.focus is Focus.FILTER:
        return to_list(drop_filter(state) if by == "escape" else state)
    if by != "escape" and not state.question.options:
        return state
    if state.focus is Focus.FIELD and by != "escape":
        state = highlight(state, own_row(state) - 1 if by == "up" else 0)
    return to_list(state)


def _commit_text(state: FormState, armed: bool) -> Step:
    """Enter in the own answer or the note: make it count, then send or go on."""
    if state.entered is not None and not is_blank(state.entered):
        state = _write(state, state.entered)
    if not is_answered(state.draft):
        # Without options there is no list to go back to.
        state = to_list(state) if state.question.options else state
        return Step(replace(state, error=message("error.unanswered")))
    if len(state.questions) == 1 and not armed:
        state = replace(state, armed=True, notice=message("form.enter_again"))
        return Step(state, confirmed=True)
    return commit_question(state)
