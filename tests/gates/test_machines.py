"""State machines run as long as they are said to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.machines import SOAK_EXAMPLES, SUITE_EXAMPLES, machine_settings

TESTS = Path(__file__).resolve().parents[1]


def test_the_numbers() -> None:
    assert (SUITE_EXAMPLES, SOAK_EXAMPLES) == (200, 2_000)
    assert settings.get_profile("soak").max_examples == SOAK_EXAMPLES
    soaking = settings().max_examples == SOAK_EXAMPLES
    assert machine_settings(5).max_examples == (SOAK_EXAMPLES if soaking else SUITE_EXAMPLES)


def test_every_machine_has_them() -> None:
    machines = [
        path
        for path in sorted(TESTS.rglob("test_*.py"))
        if "(RuleBasedStateMachine)" in (text := path.read_text(encoding="utf-8"))
        and path != Path(__file__)
        and len(re.findall(r"^class \w+Machine\(", text, re.M))
        != text.count(".settings = machine_settings(")
    ]
    assert machines == []


def test_a_machine_is_marked(request: pytest.FixtureRequest) -> None:
    marked = {
        item.nodeid.split("::")[0]
        for item in request.session.items
        if item.get_closest_marker("machine")
    }
    collected = {
        item.nodeid.split("::")[0] for item in request.session.items if "Machine::" in item.nodeid
    }
    assert marked == collected
