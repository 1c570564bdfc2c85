"""What a person has put down for one question so far, and every change it can undergo.

A draft holds option *positions*, never labels: two options may carry the same label and still be
ticked apart. Whatever a pick or a skip removes moves into the stash, each part replaced only by a
non-empty part, so that nothing typed is ever lost by a key. The stash is shown, never sent.

A choice and an own text exclude each other in a question that takes one answer; every function
here keeps it so, which is why most of them want the question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from dsh_core.base.text import is_blank
from dsh_core.form.plan_text import Comment
from dsh_core.questions.types import Question

__all__ = [
    "Draft",
    "Stash",
    "choose",
    "clear",
    "fit",
    "holds_something",
    "is_answered",
    "is_completed",
    "is_multi",
    "kept_note",
    "kept_text",
    "put_aside",
    "set_note",
    "set_text",
    "skip",
    "takes_note",
    "toggle",
    "unskip",
]


@dataclass(frozen=True, slots=True)
class Stash:
    """What a key took out of a draft, kept for coming back to it.

    Attributes:
        selected: Option positions, in the order they were chosen.
        custom: The person's own text.
        note: The note that stood beside a pick.
        last: Which of the two was the answer when it was last taken out. With one answer only,
            un-skipping brings back that one and leaves the other here.
    """

    selected: tuple[int, ...] = ()
    custom: str = ""
    note: str = ""
    last: Literal["", "choice", "text"] = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer to one question as it stands.

    Attributes:
        selected: Option positions (index into the asker's list), in the order they were chosen.
        custom: The person's own text, raw and untrimmed.
        skipped: The question was skipped on purpose.
        note: A note beside a single-select pick.
        stash: What was removed by a pick, a skip or an un-answer.
        comments: Comments on lines, where the question is the review of a plan.
    """

    selected: tuple[int, ...] = ()
    custom: str = ""
    skipped: bool = False
    note: str = ""
    stash: Stash = Stash()
    comments: tuple[Comment, ...] = ()


def is_multi(question: Question) -> bool:
    """Whether several options may be chosen."""
    return question.multi_select is True


def takes_note(question: Question) -> bool:
    """Whether a pick of this question may carry a note.

    Not where several may be chosen (the own text says it there), and not where the asker
    compares the label that comes back with the one it named.
    """
    return bool(question.options) and not is_multi(question) and question.intent is None


def is_answered(draft: Draft) -> bool:
    """Whether something would be sent for it."""
    return bool(draft.selected) or not is_blank(draft.custom)


def is_completed(draft: Draft) -> bool:
    """Whether it is answered or skipped on purpose."""
    return draft.skipped or is_answered(draft)


def holds_something(draft: Draft) -> bool:
    """Whether anything was chosen, typed or skipped, the stash included."""
    stash = draft.stash
    return (
        is_completed(draft)
        or bool(stash.selected or draft.comments)
        or not is_blank(draft.note + stash.custom + stash.note)
    )


def kept_text(draft: Draft) -> str:
    """The own text that the field loads: the one in force, else the one in the stash."""
    if is_blank(draft.custom) and not is_blank(draft.stash.custom):
        return draft.stash.custom
    return draft.custom


def kept_note(draft: Draft) -> str:
    """The note that its field loads: the one in force, else the one in the stash."""
    if is_blank(draft.note) and not is_blank(draft.stash.note):
        return draft.stash.note
    return draft.note


def choose(question: Question, draft: Draft, option: int) -> Draft:
    """Make this option the one answer; a note stays, an own text goes to the stash."""
    if draft.selected == (option,) and not draft.custom and not draft.skipped:
        return draft
    kept = replace(draft, note="", selected=() if option in draft.selected else draft.selected)
    return Draft(selected=(option,), note=draft.note, stash=_stashed(kept))


def toggle(draft: Draft, option: int) -> Draft:
    """Tick the option, at the end of the choice, or take its tick away."""
    if option in draft.selected:
        selected = tuple(chosen for chosen in draft.selected if chosen != option)
    else:
        selected = (*draft.selected, option)
    return replace(draft, selected=selected, skipped=False)


def set_text(question: Question, draft: Draft, text: str) -> Draft:
    """Make `text` the own answer.

    In single-select the choice and its note go to the stash; that does not happen again
    backwards when the text is emptied. Text that came out of the stash leaves it.
    """
    stash = draft.stash
    if is_blank(draft.custom) and stash.custom:
        stash = replace(stash, custom="")
    if is_multi(question):
        return replace(draft, custom=text, skipped=False, stash=stash)
    stash = _stashed(replace(draft, custom="", stash=stash))
    return Draft(custom=text, stash=stash)


def set_note(draft: Draft, text: str) -> Draft:
    """Make `text` the note beside the pick; a note that came out of the stash leaves it."""
    stash = draft.stash
    if is_blank(draft.note) and stash.note:
        stash = replace(stash, note="")
    return replace(draft, note=text, stash=stash)


def put_aside(draft: Draft, text: str, *, before: str, note: bool = False) -> Draft:
    """Keep a text, or a note, that came too late to count; what it was made from goes."""
    if is_blank(text):
        return draft
    if note:
        kept = "" if draft.note == before else draft.note
        return replace(draft, note=kept, stash=replace(draft.stash, note=text))
    kept = "" if draft.custom == before else draft.custom
    return replace(draft, custom=kept, stash=replace(draft.stash, custom=text))


def skip(draft: Draft) -> Draft:
    """Skip the question; what it held goes to the stash."""
    return Draft(skipped=True, stash=_stashed(draft))


def clear(draft: Draft) -> Draft:
    """Un-answer the question; what it held goes to the stash."""
    return Draft(stash=_stashed(draft))


def unskip(question: Question, draft: Draft) -> Draft:
    """Take the skip back and put what was there before it in force again."""
    stash = draft.stash
    if is_multi(question):
        return Draft(selected=stash.selected, custom=stash.custom, stash=Stash(note=stash.note))
    if stash.custom and (stash.last == "text" or not stash.selected):
        return Draft(custom=stash.custom, stash=replace(stash, custom="", last=""))
    return Draft(
        selected=stash.selected,
        note=stash.note if stash.selected else "",
        stash=Stash(custom=stash.custom, note="" if stash.selected else stash.note),
    )


def fit(question: Question, draft: Draft) -> Draft:
    """Make a draft from an earlier form fit a question with the same words.

    The skip is not carried over. What the question cannot take (a position it does not have, a
    second choice, a text beside a choice, a note) goes to the stash or, if it is no text, goes.
    """
    count = len(question.options or ())

    def valid(positions: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(p for p in positions if 0 <= p < count))

    stash = replace(draft.stash, selected=valid(draft.stash.selected))
    draft = replace(draft, selected=valid(draft.selected), skipped=False, stash=stash)
    if is_multi(question):
        return replace(draft, note="", stash=_stashed(replace(draft, selected=(), custom="")))
    stash = replace(stash, selected=stash.selected[:1])
    draft = replace(draft, selected=draft.selected[:1], stash=stash)
    if not is_blank(draft.custom) and (draft.selected or draft.note):
        return Draft(custom=draft.custom, stash=_stashed(replace(draft, custom="")))
    if draft.note and not (draft.selected and takes_note(question)):
        moved = _stashed(replace(draft, selected=(), custom=""))
        return replace(draft, note="", stash=moved)
    return draft


def _stashed(draft: Draft) -> Stash:
    """The stash after everything in `draft` was taken out of it."""
    stash = draft.stash
    has_text = not is_blank(draft.custom)
    return Stash(
        selected=draft.selected or stash.selected,
        custom=draft.custom if has_text else stash.custom,
        note=stash.note if is_blank(draft.note) else draft.note,
        last="text" if has_text else "choice" if draft.selected else stash.last,
    )
