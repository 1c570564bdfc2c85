"""The `review` policy while a question's list has the keyboard."""

from __future__ import annotations

from dataclasses import replace

from dsh_core.base.text import is_blank
from dsh_core.form.drafts import (
    choose,
    clear,
    is_answered,
    is_completed,
    is_multi,
    kept_note,
    set_text,
    skip,
    takes_note,
    toggle,
    unskip,
)
from dsh_core.form.events import (
    ClearAnswer,
    Commit,
    Edited,
    EnterField,
    EnterFilter,
    EnterNote,
    Event,
    Move,
    MoveTo,
    PasteText,
    Pick,
    Select,
    TakeAllRecommended,
    TakeRecommended,
    ToggleSkip,
)
from dsh_core.form.labels import display_order, is_recommended
from dsh_core.form.moves import (
    commit_question,
    drop_filter,
    enter_field,
    go_on,
    highlight,
    message,
    open_review,
    own_row,
    to_list,
)
from dsh_core.form.review_text import focused_text, text_event
from dsh_core.form.rows import can_filter, shown_rows
from dsh_core.form.state import Focus, FormState, Step
from dsh_core.questions.types import Question

__all__ = ["list_event"]


def list_event(state: FormState, event: Event) -> Step:
    """Handle what a key, a click or a paste means on a question's page.

    Clicks and the action line's buttons also reach it while a text has the focus; what only
    a key of the list can mean does nothing then.
    """
    match event:
        case MoveTo(row):
            return Step(_move_to(to_list(state), row))
        case Select(row):
            return _select(state, row)
        case ToggleSkip():
            return _toggle_skip(state)
        case EnterField():
            return Step(state if state.focus is Focus.FIELD else enter_field(state))
        case PasteText(text):
            return Step(_paste(state, text))
    if state.focus is not Focus.LIST:
        return Step(state)
    return _list_key(state, event)


def _list_key(state: FormState, event: Event) -> Step:
    match event:
        case Move(delta):
            rows = own_row(state) + 1
            return Step(highlight(state, (state.cursors[state.index] + delta) % rows))
        case Pick(row):
            return _pick(state, row) if 0 <= row < own_row(state) else Step(state)
        case Commit():
            return _commit(state)
        case EnterNote():
            return Step(_enter_note(state))
        case EnterFilter():
            wanted = can_filter(state.question)
            return Step(replace(state, focus=Focus.FILTER) if wanted else state)
        case ClearAnswer():
            if not (is_completed(state.draft) or state.draft.custom):
                return Step(state)
            return Step(state.with_draft(state.index, clear(state.draft)))
        case TakeRecommended():
            return _take_recommended(state)
        case TakeAllRecommended():
            return _take_all_recommended(state)
    return Step(state)


def _move_to(state: FormState, row: int) -> FormState:
    """Highlight a row.

    The end of the list is its last option, which is what End is pressed for; from there it is
    the own answer.
    """
    if row >= 0:
        return highlight(state, row)
    last = own_row(state) - 1
    return highlight(state, last + 1 if state.cursors[state.index] == last else last)


def _choose(state: FormState, row: int) -> tuple[FormState, bool]:
    """Make the option in this row the one answer; also tell whether that stashed a text."""
    state = highlight(state, row)
    before = state.draft
    draft = choose(state.question, before, shown_rows(state)[row])
    return state.with_draft(state.index, draft), not is_blank(before.custom)


def _pick(state: FormState, row: int) -> Step:
    """A digit, or Enter on an option: choose it and go on, or tick it."""
    if is_multi(state.question):
        draft = toggle(state.draft, shown_rows(state)[row])
        return Step(highlight(state, row).with_draft(state.index, draft))
    state, stashed = _choose(state, row)
    if stashed and len(state.questions) == 1:
        return Step(replace(state, notice=message("form.text_not_sent")), confirmed=True)
    return commit_question(state)


def _select(state: FormState, row: int | None) -> Step:
    """Space, or a click on a mark: choose without going on, or tick."""
    if row is None:
        if state.focus is not Focus.LIST or state.cursors[state.index] == own_row(state):
            return Step(state)
        row = state.cursors[state.index]
    if row == own_row(state):
        return Step(state if state.focus is Focus.FIELD else enter_field(state))
    if not 0 <= row < own_row(state):
        return Step(state)
    state = to_list(state)
    if is_multi(state.question):
        return _pick(state, row)
    state, stashed = _choose(state, row)
    if not stashed:
        return Step(state)
    alone = len(state.questions) == 1
    key = "form.text_not_sent" if alone else "form.text_kept"
    return Step(replace(state, notice=message(key)))


def _commit(state: FormState) -> Step:
    """Enter: into the own answer, pick the highlighted option, or commit the ticks."""
    row = state.cursors[state.index]
    if row == own_row(state):
        return Step(enter_field(state))
    if not is_multi(state.question):
        return _pick(state, row)
    if not is_answered(state.draft):
        return Step(replace(state, error=message("error.unanswered")))
    return commit_question(state)


def _toggle_skip(state: FormState) -> Step:
    """Skip and go on, or take the skip back; never sends."""
    state, draft = to_list(state), state.draft
    if draft.skipped:
        state = state.with_draft(state.index, unskip(state.question, draft))
        return Step(state, confirmed=True)
    return Step(go_on(state.with_draft(state.index, skip(draft))), confirmed=True)


def _paste(state: FormState, text: str) -> FormState:
    """A paste is data: it is added to the focused text, from the list to the own answer."""
    if not text:
        return state
    if state.focus is not Focus.LIST:
        return text_event(state, Edited(focused_text(state) + text)).state
    state = enter_field(state)
    draft = set_text(state.question, state.draft, (state.entered or "") + text)
    return replace(state.with_draft(state.index, draft), entered=None)


def _enter_note(state: FormState) -> FormState:
    """Pick the highlighted option without going on, and open its note."""
    row = state.cursors[state.index]
    if row == own_row(state):
        allowed = takes_note(state.question) or not state.question.options
        return enter_field(state) if allowed else state
    if not takes_note(state.question):
        return state
    state, stashed = _choose(state, row)
    notice = message("form.text_kept") if stashed else None
    return replace(state, focus=Focus.NOTE, entered=kept_note(state.draft), notice=notice)


def _recommended(question: Question) -> tuple[int, ...]:
    """The recommended options in display order; only the first where one may be chosen."""
    found = tuple(at for at in display_order(question) if is_recommended(question, at))
    return found if is_multi(question) else found[:1]


def _with_recommended(state: FormState, index: int) -> FormState:
    question, draft = state.questions[index], state.drafts[index]
    for option in _recommended(question):
        if not is_multi(question):
            draft = choose(question, draft, option)
        elif option not in draft.selected:
            draft = toggle(draft, option)
    return state.with_draft(index, draft)


def _take_recommended(state: FormState) -> Step:
    """Take what the asker recommends here and go on; a batch of one stays."""
    if not _recommended(state.question):
        return Step(replace(state, notice=message("form.none_recommended")))
    stashed = not is_multi(state.question) and not is_blank(state.draft.custom)
    # The recommended options are the first rows once the filter is gone.
    state = highlight(_with_recommended(drop_filter(state), state.index), 0)
    if len(state.questions) > 1:
        return Step(go_on(state), confirmed=True)
    key = "form.text_not_sent" if stashed else "form.taken"
    return Step(replace(state, notice=message(key)), confirmed=True)


def _take_all_recommended(state: FormState) -> Step:
    """Take what the asker recommends for every unanswered question, and show the review."""
    taken = 0
    for index, question in enumerate(state.questions):
        if _recommended(question) and not is_completed(state.drafts[index]):
            state = _with_recommended(state, index)
            taken += 1
    key = "form.one_taken" if taken == 1 else "form.all_taken"
    notice = message(key, count=taken) if taken else message("form.none_recommended")
    return Step(replace(open_review(state), notice=notice), confirmed=True)
