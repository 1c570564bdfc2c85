"""The `review` policy: the full-screen form.

A question is answered and the form goes on to the next open one; after the last one a review
page shows everything as it will be sent, and Enter there sends it. A batch of one has no such
stop: a pick sends it, a text asks for Enter twice.

Three outcomes, three words: skip one question, send the batch, dismiss the batch. No event does
two of them, and none of them loses a typed text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsh_core.base.text import is_blank
from dsh_core.form.drafts import (
    Draft,
    fit,
    holds_something,
    kept_note,
    kept_text,
    put_aside,
    set_note,
    set_text,
)
from dsh_core.form.events import (
    CommitText,
    ConfirmKey,
    Delivered,
    DiscussQuestion,
    DismissBatch,
    Edited,
    Event,
    GoTo,
    LeaveText,
    NextQuestion,
    ParkForm,
    PreviousQuestion,
    SendBatch,
    Written,
)
from dsh_core.form.moves import message, send, show
from dsh_core.form.review_list import list_event
from dsh_core.form.review_page import page_event
from dsh_core.form.review_text import focused_text, text_event
from dsh_core.form.state import Confirm, Discuss, Dismiss, Focus, FormState, Message, Park, Step
from dsh_core.questions.types import Question

__all__ = ["confirm_message", "focused_text", "open_form", "update"]


def open_form(
    questions: Sequence[Question],
    *,
    can_discuss: bool = False,
    carried: Sequence[Draft | None] = (),
) -> FormState:
    """Open a form on its first question.

    Args:
        questions: The batch.
        can_discuss: The request has an agent to talk to.
        carried: For each question the draft an earlier form left for it, or `None`. Nothing is
            carried over if empty.

    Raises:
        ValueError: If `carried` is neither empty nor one a question.
    """
    count = len(questions)
    earlier = tuple(carried) or (None,) * count
    if len(earlier) != count:
        raise ValueError(f"{len(earlier)} carried drafts for {count} questions")
    drafts = tuple(
        Draft() if draft is None else fit(question, draft)
        for question, draft in zip(questions, earlier, strict=True)
    )
    state = FormState(
        questions=tuple(questions),
        drafts=drafts,
        cursors=(0,) * count,
        seen=(False,) * count,
        visited_field=(False,) * count,
        carried=tuple(map(holds_something, drafts)),
        can_discuss=can_discuss,
    )
    return show(state, 0)


def update(state: FormState, event: Event) -> Step:
    """What one event makes of the form. Total: an event that means nothing here does nothing."""
    if isinstance(event, Delivered):
        return Step(_delivered(state, event.failure))
    if isinstance(event, Written):
        return Step(_written(state, event))
    if state.busy is not None:
        return Step(state)
    if state.focus is Focus.CONFIRM:
        return _answer_confirm(state, event)
    armed = state.armed
    state = replace(state, notice=None, error=None, armed=False)
    match event:
        case GoTo() | NextQuestion() | PreviousQuestion():
            return Step(_turn(state, event))
        case Edited() | CommitText() | LeaveText():
            return text_event(state, event, armed=armed)
        case SendBatch():
            return send(state)
        case DismissBatch():
            return _dismiss(state)
        case ParkForm():
            return Step(state, (Park(),))
        case DiscussQuestion():
            return _discuss(state)
    return page_event(state, event) if state.on_review else list_event(state, event)


def confirm_message(confirm: Confirm) -> Message:
    """What the confirm line asks."""
    key = "form.confirm_dismiss_one" if confirm.lost == 1 else "form.confirm_dismiss"
    return message(key, count=confirm.lost)


def _delivered(state: FormState, failure: str | None) -> FormState:
    """A refusal unlocks the form and says why; after success it stays locked until it goes."""
    if state.busy is None or failure is None:
        return state
    return replace(state, busy=None, error=Message(text=failure))


def _written(state: FormState, event: Written) -> FormState:
    """A text comes back from an editor: an edit where it was taken from, wherever one is now."""
    if state.focus is Focus.CONFIRM:
        state = _answer_confirm(state, event).state
    state = replace(state, notice=None, armed=False)
    index, text = event.index, event.text
    focus = Focus.NOTE if event.note else Focus.FIELD
    question, draft = state.questions[index], state.drafts[index]
    here = state.index == index and state.focus is focus
    other = state.index == index and state.focus is Focus.NOTE and not event.note
    aside = event.late or state.busy is not None or draft.skipped or other
    if aside or (event.note and not draft.selected):
        draft = put_aside(draft, text, before=event.before, note=event.note)
        state = state.with_draft(index, draft)
        if not here or not is_blank(draft.note if event.note else draft.custom):
            return state
        return replace(state, entered=kept_note(draft) if event.note else kept_text(draft))
    if here:
        return update(state, Edited(text)).state
    draft = set_note(draft, text) if event.note else set_text(question, draft, text)
    return state.with_draft(index, draft)


def _answer_confirm(state: FormState, event: Event) -> Step:
    """`y` does it; whatever else happens goes back and does nothing else."""
    if state.confirm is None:
        return Step(replace(state, focus=Focus.REVIEW if state.on_review else Focus.LIST))
    back = replace(state, focus=state.confirm.back, confirm=None, notice=None, error=None)
    if event == ConfirmKey(yes=True):
        return Step(replace(back, busy="cancel"), (Dismiss(),))
    return Step(back)


def _turn(state: FormState, event: GoTo | NextQuestion | PreviousQuestion) -> FormState:
    """Turn to another page. A batch of one has only one to turn to."""
    count = len(state.questions)
    if isinstance(event, GoTo):
        index = event.index
    else:
        index = state.index + (1 if isinstance(event, NextQuestion) else -1)
    last = count - 1 if count == 1 else count
    return show(state, index) if 0 <= index <= last else state


def _dismiss(state: FormState) -> Step:
    """Dismiss at once if there is nothing to lose, else ask and say how much that is."""
    lost = sum(map(holds_something, state.drafts))
    if not lost:
        return Step(replace(state, busy="cancel"), (Dismiss(),))
    confirm = Confirm("dismiss", lost=lost, back=state.focus)
    return Step(replace(state, focus=Focus.CONFIRM, confirm=confirm))


def _discuss(state: FormState) -> Step:
    """Talk about the question on screen or, on the review page, the highlighted one."""
    if not state.can_discuss or not state.questions:
        return Step(state)
    index = state.review_cursor if state.on_review else state.index
    return Step(state, (Discuss(min(index, len(state.questions) - 1)),))
