"""Turning drafts into the answer that is sent (contract §4.8)."""

from __future__ import annotations

from collections.abc import Sequence

from dsh_core.base.text import is_blank, trim
from dsh_core.form.drafts import Draft, is_multi, takes_note
from dsh_core.questions.types import Answer, AnswerItem, Question

__all__ = ["build_answer", "build_item"]


def build_item(question: Question, draft: Draft) -> AnswerItem:
    """The answer to one question as it will be sent.

    A skipped or empty draft gives an item with nothing in it. Labels are the asker's own, in
    the order they were chosen, equal ones once. A pick with a note is sent as text: the label,
    a blank line and the note.
    """
    if draft.skipped:
        return AnswerItem(question.id)
    custom = trim(draft.custom)
    if custom and not is_multi(question):
        return AnswerItem(question.id, custom=custom)
    options = question.options or ()
    labels = tuple(dict.fromkeys(options[at].label for at in draft.selected))
    if labels and not is_blank(draft.note) and takes_note(question):
        return AnswerItem(question.id, custom=f"{labels[0]}\n\nNote: {trim(draft.note)}")
    return AnswerItem(question.id, labels, custom or None)


def build_answer(questions: Sequence[Question], drafts: Sequence[Draft]) -> Answer:
    """One item per question, in the order of the questions."""
    return Answer(tuple(map(build_item, questions, drafts)))
