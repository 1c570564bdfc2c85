"""Whether an answer fits its questions (contract §7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from dsh_core.base.text import is_blank
from dsh_core.questions.answers_json import compact_json
from dsh_core.questions.types import Answer, AnswerItem, Question

__all__ = ["misfit"]


def misfit(questions: Sequence[Question], answer: Answer) -> str | None:
    """Say the first thing that is wrong with `answer`; None means it fits.

    An item with nothing selected and no custom text is a skip and always fits.
    """
    if len(answer.answers) != len(questions):
        return f"{len(questions)} answers are expected, not {len(answer.answers)}"
    for index, (question, item) in enumerate(zip(questions, answer.answers, strict=True)):
        wrong = _item_misfit(question, item)
        if wrong is not None:
            return f"answers[{index}]: {wrong}"
    return None


def _item_misfit(question: Question, item: AnswerItem) -> str | None:
    if item.id != question.id:
        return f"id must be {compact_json(question.id)}, not {compact_json(item.id)}"
    labels = {option.label for option in question.options or ()}
    seen: set[str] = set()
    for label in item.selected:
        if label in seen:
            return f"{compact_json(label)} is selected twice"
        if label not in labels:
            return f"{compact_json(label)} is not one of the options"
        seen.add(label)
    if item.custom is not None and is_blank(item.custom):
        return "custom must not be blank"
    if question.multi_select:
        return None
    if len(item.selected) > 1:
        return "only one option can be selected"
    if item.selected and item.custom is not None:
        return "a selected option and custom text exclude each other"
    return None
