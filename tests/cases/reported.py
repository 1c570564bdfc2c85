"""Mistakes other programs of this kind were reported for; `tests/data/cases.jsonl` has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["CASES", "questions_of"]

_FILE = Path(__file__).parents[1] / "data" / "cases.jsonl"

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in map(json.loads, _FILE.read_text(encoding="utf-8").splitlines())
}
"""What is put in, and what should come of it, by id."""


def questions_of(case: str) -> list[dict[str, Any]]:
    """The questions of a case as the model writes them."""
    questions: list[dict[str, Any]] = CASES[case]["input"]["questions"]
    return questions
