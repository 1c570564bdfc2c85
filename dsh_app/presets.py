"""Answers that are there before anybody is asked: from a file, and by a policy for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from dsh_app.request import parse_json
from dsh_app.source import Source
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.labels import is_recommended
from dsh_core.questions.answers_json import compact_json
from dsh_core.questions.types import Answer, AnswerItem, Question
from dsh_core.questions.validation import misfit

__all__ = ["Policy", "UnansweredError", "answer_by_policy", "parse_presets", "read_presets"]

Policy = Literal["recommended", "skip", "fail"]

_SHAPES = '{"<id>": answer} or {"answers": […]}'

Presets = tuple[AnswerItem | None, ...]
"""For each question its answer, or None."""


class UnansweredError(Exception):
    """A question has no answer and nobody may be asked; its text is the question's id."""


def read_presets(name: str, questions: Sequence[Question], texts: Catalogue) -> Presets:
    """Read answers by question id from a file.

    Args:
        name: A path, or `source.STDIN`.
        questions: What they answer.
        texts: The language.

    Raises:
        InputError: If it is no such file, or an answer fits no question.
    """
    source = Source(name, texts)
    return parse_presets(source.read(), source, questions)


def parse_presets(text: str, source: Source, questions: Sequence[Question]) -> Presets:
    """Read answers by question id.

    Two shapes: `{"answers": [{"id", "selected", "custom"?}, …]}`, which is what `ask` prints; and
    `{"<id>": answer, …}`, where an answer is a text, a list of labels, or an object with
    `selected` and `custom`. A text that is a label chooses it, any other is the own answer.

    Raises:
        InputError: As `read_presets`.
    """
    value = parse_json(text, source)
    if not isinstance(value, dict):
        raise source.wrong("answers.no_object", shapes=_SHAPES)
    listed = value.get("answers")
    if isinstance(listed, list):
        presets = _listed(listed, source, questions)
    else:
        presets = _by_id(value, source, questions)
    for question, item in zip(questions, presets, strict=True):
        wrong = misfit((question,), Answer((item,))) if item is not None else None
        if wrong is not None:
            why = wrong.removeprefix("answers[0]: ")
            name = compact_json(question.id)
            raise source.wrong("answers.misfit", question=name, why=why)
    return presets


def answer_by_policy(
    questions: Sequence[Question], presets: Presets, policy: Policy | None
) -> Answer:
    """The answer without asking anybody.

    Args:
        questions: The batch.
        presets: What is answered already; empty for nothing.
        policy: What to do with the rest. `recommended` takes the recommended options, one where
            one is allowed, and skips a question that has none. None is `fail`.

    Raises:
        UnansweredError: At the first question without an answer, under `fail`.
    """
    items = []
    for index, question in enumerate(questions):
        item = presets[index] if presets else None
        if item is None and policy not in ("recommended", "skip"):
            raise UnansweredError(question.id)
        items.append(
            item or (_recommended(question) if policy == "recommended" else _skip(question))
        )
    return Answer(tuple(items))


def _skip(question: Question) -> AnswerItem:
    return AnswerItem(question.id)


def _recommended(question: Question) -> AnswerItem:
    options = question.options or ()
    labels = [option.label for at, option in enumerate(options) if is_recommended(question, at)]
    if not question.multi_select:
        labels = labels[:1]
    return AnswerItem(question.id, tuple(dict.fromkeys(labels)))


def _listed(listed: list[object], source: Source, questions: Sequence[Question]) -> Presets:
    """The n-th answer with an id belongs to the n-th question with it."""
    from dsh_core.questions.wire import WireError, parse_answer

    try:
        given = list(parse_answer({"answers": listed}).answers)
    except WireError as error:
        raise source.wrong("input.at", error, problem=error.message) from error
    presets: list[AnswerItem | None] = []
    for question in questions:
        found = next((item for item in given if item.id == question.id), None)
        if found is not None:
            given.remove(found)
        presets.append(found)
    if given:
        asked = any(question.id == given[0].id for question in questions)
        key = "answers.too_many" if asked else "answers.no_question"
        raise source.wrong(key, question=compact_json(given[0].id))
    return tuple(presets)


def _by_id(given: Mapping[str, object], source: Source, questions: Sequence[Question]) -> Presets:
    known = {question.id for question in questions}
    for name in given:
        if name not in known:
            raise source.wrong("answers.no_question", question=compact_json(name))
    return tuple(
        _item(question, given[question.id], source) if question.id in given else None
        for question in questions
    )


def _item(question: Question, value: object, source: Source) -> AnswerItem:
    if isinstance(value, str):
        if any(option.label == value for option in question.options or ()):
            return AnswerItem(question.id, (value,))
        return AnswerItem(question.id, custom=value)
    if isinstance(value, list):
        value = {"selected": value}
    if isinstance(value, dict) and set(value) <= {"selected", "custom"}:
        selected, custom = value.get("selected", []), value.get("custom")
        right = isinstance(selected, list) and all(isinstance(label, str) for label in selected)
        if right and ("custom" not in value or isinstance(custom, str)):
            return AnswerItem(question.id, tuple(selected), custom)
    raise source.wrong("answers.shape", question=compact_json(question.id))
