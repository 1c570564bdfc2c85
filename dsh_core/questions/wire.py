"""Questions and answers as they come in from outside: validated, in the seam's spelling.

Keys are camelCase (`multiSelect`). Unknown keys are dropped, except inside an
option, where they are kept. Lone surrogates become U+FFFD here, for good. The
models behind this module need pydantic and are imported when first used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import TooDeepError, clean
from dsh_core.questions.pending import PendingRequests, Receipt
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
)

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

    from dsh_core.questions import wire_models

__all__ = [
    "CANCELLED_CODE",
    "WireError",
    "parse_answer",
    "parse_question",
    "parse_questions",
    "questions_value",
    "respond",
]

CANCELLED_CODE: Final = "cancelled"
"""The error code with which a client dismisses a request."""

_SNAKE: Final = "multi_select"
_CAMEL: Final = "multiSelect"

_EXPECTED: Final = {
    "string_type": "must be a string",
    "list_type": "must be an array",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "bool_type": "must be a boolean",
    "string_too_short": "must not be empty",
}

Model = TypeVar("Model", bound="BaseModel")


class WireError(HarnessError):
    """A value from outside is not what it should be.

    The message names the first offending key by its path, such as
    `"questions[0].id" must be a string`.

    Args:
        message: What is wrong.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message, "BAD_WIRE_VALUE")


def parse_questions(value: object, *, either_spelling: bool = False) -> tuple[Question, ...]:
    """Read a batch: a list of questions, or an object with `questions`.

    An empty list is a valid value; refusing it is the service's part.

    Args:
        value: Plain JSON values.
        either_spelling: Also take the tool's `multi_select`, question by
            question. Both spellings in one question are an error.

    Raises:
        WireError: If it is not such a batch.
    """
    from dsh_core.questions import wire_models

    if isinstance(value, list):
        value = {"questions": value}
    value = _clean(value)
    spelled: set[int] = set()
    if either_spelling:
        value, spelled = _one_spelling(value)
    batch = _validate(wire_models.BatchModel, value, "the request", spelled)
    return tuple(_question(item) for item in batch.questions)


def parse_question(value: object) -> Question:
    """Read one question.

    Raises:
        WireError: If it is not one.
    """
    from dsh_core.questions import wire_models

    return _question(_validate(wire_models.QuestionModel, _clean(value), "the question"))


def parse_answer(value: object) -> Answer:
    """Read `{answers: [{id, selected, custom?}]}`.

    Whether it fits its questions is not checked here.

    Raises:
        WireError: If it is not an answer.
    """
    from dsh_core.questions import wire_models

    return _answer(_validate(wire_models.AnswerModel, _clean(value), "the answer"))


def questions_value(questions: Sequence[Question]) -> list[dict[str, object]]:
    """Return plain values that `parse_questions` reads back to the same questions."""
    return [_question_value(question) for question in questions]


def respond(pending: PendingRequests, request_id: str, result: object) -> Receipt:
    """Settle a request by a client's response (contract §7.3, §7.4).

    Args:
        pending: The table.
        request_id: The id under which the request was announced.
        result: `{ok: true, value: {sessionId, answer}}`, or `{ok: false, error}`
            where only the code `cancelled` is understood.
    """
    from dsh_core.questions import wire_models

    waiting = pending.get(request_id)
    if waiting is None:
        return Receipt(False, "not-pending", "this request is no longer waiting")
    try:
        response = _validate(wire_models.ResponseModel, _clean(result), "the response")
        if not response.ok:
            if "error" not in response.model_fields_set or response.error.code != CANCELLED_CODE:
                return Receipt(False, "bad-response", f'only the code "{CANCELLED_CODE}" ends it')
            return pending.cancel(request_id)
        value = _validate(wire_models.AnsweredModel, response.value, "value")
    except WireError as error:
        return Receipt(False, "bad-response", error.message)
    if value.sessionId != waiting.agent_id:
        return Receipt(False, "bad-response", "the answer is for another session")
    return pending.answer(request_id, _answer(value.answer))


def _question(model: wire_models.QuestionModel) -> Question:
    given = model.model_fields_set
    return Question(
        id=model.id,
        question=model.question,
        detail=model.detail if "detail" in given else None,
        header=model.header if "header" in given else None,
        options=tuple(map(_option, model.options)) if "options" in given else None,
        multi_select=model.multiSelect if _CAMEL in given else None,
        intent=PlanReviewIntent(model.intent.approve) if "intent" in given else None,
    )


def _option(model: wire_models.OptionModel) -> Option:
    description = model.description if "description" in model.model_fields_set else None
    return Option(model.label, description, dict(model.model_extra or {}))


def _answer(model: wire_models.AnswerModel) -> Answer:
    return Answer(
        tuple(
            AnswerItem(
                item.id,
                tuple(item.selected),
                item.custom if "custom" in item.model_fields_set else None,
            )
            for item in model.answers
        )
    )


def _question_value(question: Question) -> dict[str, object]:
    value: dict[str, object] = {"id": question.id, "question": question.question}
    if question.detail is not None:
        value["detail"] = question.detail
    if question.header is not None:
        value["header"] = question.header
    if question.options is not None:
        value["options"] = [_option_value(option) for option in question.options]
    if question.multi_select is not None:
        value[_CAMEL] = question.multi_select
    if question.intent is not None:
        value["intent"] = {"kind": question.intent.kind, "approve": question.intent.approve}
    return value


def _option_value(option: Option) -> dict[str, object]:
    value: dict[str, object] = {"label": option.label}
    if option.description is not None:
        value["description"] = option.description
    return value | dict(option.extra)


def _one_spelling(value: object) -> tuple[object, set[int]]:
    """Rename the tool's key to the seam's; also say in which questions."""
    questions = value.get("questions") if isinstance(value, Mapping) else None
    if not isinstance(questions, list):
        return value, set()
    spelled: set[int] = set()
    renamed: list[object] = []
    for index, question in enumerate(questions):
        if isinstance(question, dict) and _SNAKE in question:
            if _CAMEL in question:
                raise WireError(
                    f'"questions[{index}]" has both "{_SNAKE}" and "{_CAMEL}"; give only one'
                )
            spelled.add(index)
            question = {_CAMEL if key == _SNAKE else key: it for key, it in question.items()}
        renamed.append(question)
    return {"questions": renamed}, spelled


def _clean(value: object) -> object:
    try:
        return clean(value)
    except TooDeepError as error:
        raise WireError(error.message) from error


def _validate(
    model: type[Model], value: object, whole: str, spelled: set[int] | None = None
) -> Model:
    from pydantic import ValidationError

    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise WireError(_complaint(error, whole, spelled or set())) from None


def _complaint(error: ValidationError, whole: str, spelled: set[int]) -> str:
    # Missing keys first, as the tool's own argument check does.
    details = error.errors(include_url=False, include_context=True)
    first = next((detail for detail in details if detail["type"] == "missing"), details[0])
    location = first["loc"]
    if location[-1:] == (_CAMEL,) and len(location) > 1 and location[1] in spelled:
        location = (*location[:-1], _SNAKE)
    path = _path(location)
    if first["type"] == "missing":
        return f'missing required property "{path}"'
    expected = _EXPECTED.get(first["type"], first["msg"])
    if first["type"] == "literal_error":
        expected = "must be " + first["ctx"]["expected"].replace("'", '"')
    return f'"{path}" {expected}' if path else f"{whole} {expected}"


def _path(location: Sequence[int | str]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path
