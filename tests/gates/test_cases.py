"""Every reported mistake has one test that claims it."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
REPORTED = {
    json.loads(line)["id"]
    for line in (TESTS / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
}


def claims() -> Iterator[str]:
    """The ids in every `@case(…)` of a test."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            for mark in node.decorator_list:
                match mark:
                    case ast.Call(func=ast.Name(id="case"), args=ids):
                        assert node.name.startswith("test_")
                        yield from (
                            each.value
                            for each in ids
                            if isinstance(each, ast.Constant) and isinstance(each.value, str)
                        )


def test_each_case_is_claimed_once() -> None:
    claimed = Counter(claims())
    assert sorted(each for each, count in claimed.items() if count > 1) == []
    assert set(claimed) <= REPORTED
    # The review of a plan is tested elsewhere.
    missing = {each for each in REPORTED - set(claimed) if not each.startswith("pl-")}
    assert sorted(missing) == []
