"""The quick way from a plainly right batch to its questions, without pydantic.

Importing pydantic costs more than a quarter of the time to a first frame. This module never says
what is wrong: it says no, and then `wire` reads the same value and names the place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from dsh_core.base.plain import TooDeepError, clean
from dsh_core.questions.types import Option, PlanReviewIntent, Question

__all__ = ["plain_batch"]

_T = TypeVar("_T")
_MULTI = ("multiSelect", "multi_select")


class _NotPlain(Exception):  # noqa: N818 - never leaves this module
    """The value is not plainly a batch."""


def plain_batch(value: object) -> tuple[Question, ...] | None:
    """Read what `wire.parse_questions` reads with `either_spelling`, to the same questions.

    Returns:
        None if the value is not such a batch.
    """
    if isinstance(value, list):
        value = {"questions": value}
    try:
        questions = _object(clean(value)).get("questions")
        return tuple(map(_question, _list(questions)))
    except (_NotPlain, TooDeepError):
        return None


def _question(value: object) -> Question:
    given = _object(value)
    return Question(
        id=_string(given.get("id")),
        question=_string(given.get("question")),
        detail=_optional(given, "detail", _string),
        header=_optional(given, "header", _string),
        options=_optional(given, "options", _options),
        multi_select=_multi(given),
        intent=_optional(given, "intent", _intent),
    )


def _multi(given: Mapping[str, object]) -> bool | None:
    spelled = [key for key in _MULTI if key in given]
    if len(spelled) > 1:
        raise _NotPlain
    if not spelled:
        return None
    value = given[spelled[0]]
    if not isinstance(value, bool):
        raise _NotPlain
    return value


def _options(value: object) -> tuple[Option, ...]:
    return tuple(map(_option, _list(value)))


def _option(value: object) -> Option:
    given = _object(value)
    extra = {key: item for key, item in given.items() if key not in ("label", "description")}
    label = _string(given.get("label"))
    return Option(label, _optional(given, "description", _string), extra)


def _intent(value: object) -> PlanReviewIntent:
    given = _object(value)
    if given.get("kind") != PlanReviewIntent.kind:
        raise _NotPlain
    return PlanReviewIntent(_string(given.get("approve")))


def _optional(given: Mapping[str, object], key: str, read: Callable[[object], _T]) -> _T | None:
    return read(given[key]) if key in given else None


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise _NotPlain
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise _NotPlain
    return value


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _NotPlain
    return value
