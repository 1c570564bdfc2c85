"""The pydantic models behind `wire`; nothing else imports this module."""

# Field names are the wire's own.
# ruff: noqa: N815
from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AnswerItemModel",
    "AnswerModel",
    "AnsweredModel",
    "BatchModel",
    "ErrorModel",
    "IntentModel",
    "OptionModel",
    "QuestionModel",
    "ResponseModel",
]


class _Strict(BaseModel):
    # Strict: "yes" is no boolean, and null is no absent key.
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class OptionModel(_Strict):
    """An option; keys it does not know are kept."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)

    label: str
    description: str = ""


class IntentModel(_Strict):
    """The one intent there is."""

    kind: Literal["plan-review"]
    approve: str


class QuestionModel(_Strict):
    """A question; which optional keys were there is read from `model_fields_set`."""

    id: str
    question: str
    detail: str = ""
    header: str = ""
    options: list[OptionModel] = []
    multiSelect: bool = False
    intent: IntentModel = Field(default=None)  # type: ignore[assignment]


class BatchModel(_Strict):
    """A request's questions."""

    questions: list[QuestionModel]


class AnswerItemModel(_Strict):
    """The answer to one question."""

    id: str
    selected: list[str]
    custom: str = ""


class AnswerModel(_Strict):
    """The answer to a batch."""

    answers: list[AnswerItemModel]


class AnsweredModel(_Strict):
    """A successful response's value."""

    sessionId: str = Field(min_length=1)
    answer: AnswerModel


class ErrorModel(_Strict):
    """A failed response's error."""

    code: str


class ResponseModel(_Strict):
    """A client's response; `value` is checked apart, for its own paths."""

    ok: bool
    value: object = None
    error: ErrorModel = Field(default=None)  # type: ignore[assignment]
