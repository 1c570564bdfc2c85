"""Every reported mistake is claimed by the tests of one file."""

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


def claims(path: Path) -> Iterator[str]:
    """The ids in every `@case(…)` of a test of a file; several tests may look at its sides."""
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


def test_each_case_is_claimed_in_one_file() -> None:
    files = Counter(each for path in TESTS.rglob("test_*.py") for each in set(claims(path)))
    assert sorted(each for each, count in files.items() if count > 1) == []
    assert set(files) == REPORTED
