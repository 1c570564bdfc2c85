"""The answer as the model reads it: canonical, compact JSON (contract §2.3)."""

from __future__ import annotations

import json
import re
from typing import NotRequired, TypedDict

from dsh_core.base.sanitise import join_surrogates
from dsh_core.questions.types import Answer

__all__ = [
    "AnswerItemValue",
    "AnswerValue",
    "answer_json",
    "canonical_answer",
    "compact_json",
]

_SURROGATE = re.compile("[\ud800-\udfff]")


class AnswerItemValue(TypedDict):
    """One item; `custom` is left out when absent."""

    id: str
    selected: list[str]
    custom: NotRequired[str]


class AnswerValue(TypedDict):
    """The whole answer."""

    answers: list[AnswerItemValue]


def canonical_answer(answer: Answer) -> AnswerValue:
    """Return the answer as plain values, with exactly the keys the contract names."""
    items: list[AnswerItemValue] = []
    for item in answer.answers:
        value: AnswerItemValue = {"id": item.id, "selected": list(item.selected)}
        if item.custom is not None:
            value["custom"] = item.custom
        items.append(value)
    return {"answers": items}


def answer_json(answer: Answer) -> str:
    """Return the canonical answer as compact JSON."""
    return compact_json(canonical_answer(answer))


def compact_json(value: object) -> str:
    """Write JSON as JavaScript's `JSON.stringify` does.

    No white space, keys in their order, nothing escaped that need not be; a lone
    surrogate is escaped, so that the result can always be encoded.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", join_surrogates(text))
