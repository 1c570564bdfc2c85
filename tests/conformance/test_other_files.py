"""Other files of the same form are played as they are: `--vectors PATH`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.vectors import load

ROOT = Path(__file__).resolve().parents[2]

ASK: dict[str, Any] = {
    "id": "made-up-ask",
    "area": "service.ask",
    "given": {"provider": None},
    "when": {"op": "ask", "request": {"questions": [{"id": "x", "question": "Really?"}]}},
    "expect": {
        "error": {
            "name": "UserQuestionError",
            "code": "NO_PROVIDER",
            "message": "no user-questions provider is registered",
        },
        "provider_calls": 0,
    },
    "applies": "core",
}
LABEL: dict[str, Any] = {
    "id": "made-up-label",
    "area": "form.recommended",
    "given": {"label": "Slow （推荐）"},
    "when": {"op": "parse_label"},
    "expect": {"label": "Slow", "recommended": True, "answer_value": "Slow （推荐）"},
    "applies": "form",
}
FLOW: dict[str, Any] = {
    "id": "made-up-flow",
    "area": "form.flow",
    "given": {"questions": [{"id": "x", "question": "Really?", "options": [{"label": "Yes"}]}]},
    "when": [{"do": "choose", "label": "Yes"}, {"do": "primary"}],
    "expect": {"sent": [{"answers": [{"id": "x", "selected": ["Yes"]}]}], "busy": "answer"},
    "applies": "form",
}
NOTICE: dict[str, Any] = {
    "id": "made-up-notice",
    "area": "plan.notice",
    "given": {"last_header_logged_under": True},
    "when": {"op": "commit True"},
    "expect": {"notice": None},
    "applies": "core",
}
LATE: dict[str, Any] = {
    "id": "made-up-late",
    "area": "service.lifecycle",
    "given": {"provider": "A never settles on its own"},
    "when": [
        {"do": "register", "provider": "A", "as": "a"},
        {"do": "ask", "as": "p"},
        {"do": "dispose", "handle": "a"},
        {"do": "register", "provider": "B", "as": "b"},
        {"do": "provider_resolves", "ask": "p", "answer": {"answers": []}},
    ],
    "expect": {"p": {"answer": {"answers": []}}},
    "applies": "core",
}
INACTIVE: dict[str, Any] = {
    "id": "made-up-inactive",
    "area": "plan.exit",
    "given": {"active": False},
    "when": {"op": "exit_plan_mode", "plan": "# P"},
    "expect": {
        "isError": True,
        "text": "Error: exit_plan_mode is only available in plan mode",
        "logged_state_immediately_after": False,
    },
    "applies": "core",
}
WEB: dict[str, Any] = {**ASK, "id": "made-up-web", "area": "web.only", "applies": "web"}

KNOWN = [ASK, LABEL, FLOW, NOTICE, LATE, INACTIVE]
UNKNOWN = [
    {**ASK, "id": "area", "area": "service.hint"},
    {**ASK, "id": "operation", "when": {**ASK["when"], "op": "whisper"}},
    {**ASK, "id": "situation", "given": {**ASK["given"], "weather": "fine"}},
    {**ASK, "id": "expectation", "expect": {**ASK["expect"], "mood": "good"}},
    {**FLOW, "id": "step", "when": [{"do": "wave"}]},
    {**LATE, "id": "prose", "given": {"provider": "settles when it likes"}},
    {**LATE, "id": "nothing", "expect": {}},
    {**LABEL, "id": "outcome", "expect": {**LABEL["expect"], "recommended": False}},
]


def play(path: Path, vectors: list[dict[str, Any]]) -> dict[str, str]:
    """Write a file, play it in a process of its own, and return what became of each test."""
    path.write_text(json.dumps(vectors, ensure_ascii=False), encoding="utf-8")
    command = ["-m", "pytest", "-p", "no:cacheprovider", "-rA", "-q", "--tb=no"]
    done = subprocess.run(
        [sys.executable, *command, "tests/conformance/test_vectors.py", "--vectors", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = (line.split(" ") for line in done.stdout.splitlines())
    return {
        words[1].removeprefix("tests/conformance/test_vectors.py::"): words[0]
        for words in lines
        if words[0] in ("PASSED", "FAILED", "ERROR", "SKIPPED") and len(words) > 1
    }


def test_known_words_in_a_new_order_are_played(tmp_path: Path) -> None:
    seen = play(tmp_path / "vectors.json", [*KNOWN, WEB])
    assert {name for name in seen if name.startswith("test_vector[")} == {
        f"test_vector[{vector['id']}]" for vector in KNOWN
    }
    assert set(seen.values()) == {"PASSED"}


def test_unknown_words_and_wrong_expectations_fail(tmp_path: Path) -> None:
    seen = play(tmp_path / "vectors.json", UNKNOWN)
    played = {name: seen[name] for name in seen if name.startswith("test_vector[")}
    assert played == {f"test_vector[{vector['id']}]": "FAILED" for vector in UNKNOWN}


@pytest.mark.parametrize("vectors", [[], [WEB]], ids=["empty", "web-only"])
def test_a_file_with_nothing_to_play_fails(vectors: list[dict[str, Any]], tmp_path: Path) -> None:
    assert play(tmp_path / "vectors.json", vectors)["test_there_is_something_to_play"] == "FAILED"


def test_a_vector_that_lacks_something_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    halves = [ASK, {key: ASK[key] for key in ("id", "area", "given", "when")}]
    path.write_text(json.dumps(halves), encoding="utf-8")
    with pytest.raises(ValueError, match=r"vector 2 \(made-up-ask\) lacks expect, applies"):
        load(path)
