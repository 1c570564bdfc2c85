"""Mistakes other programs of this kind were reported for; `tests/data/cases.jsonl` has them.

A test claims its case by `@case("id")`. The whole kind of mistake is tested, not the one example;
where a test expects something else than the report did, it says why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dsh_core.questions.types import Question
from dsh_core.questions.wire import parse_questions

__all__ = ["CASES", "batch_of", "case", "questions_of", "size_of"]

_FILE = Path(__file__).parents[1] / "data" / "cases.jsonl"

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in map(json.loads, _FILE.read_text(encoding="utf-8").splitlines())
}
"""What is put in, and what should come of it, by id."""


def case(*ids: str) -> pytest.MarkDecorator:
    """Claim cases for a test.

    Raises:
        KeyError: If there is no such case.
    """
    for each in ids:
        _ = CASES[each]
    return pytest.mark.case(*ids)


def questions_of(case: str) -> list[dict[str, Any]]:
    """The questions of a case as the model writes them."""
    questions: list[dict[str, Any]] = CASES[case]["input"]["questions"]
    return questions


def batch_of(case: str) -> tuple[Question, ...]:
    """The questions of a case."""
    return parse_questions(questions_of(case), either_spelling=True)


def size_of(case: str) -> tuple[int, int]:
    """Columns and rows of the terminal of a case."""
    width, height = CASES[case]["input"].get("size", (80, 24))
    return width, height
