from __future__ import annotations

import json
import time

import pytest

from dsh_core.session.tool_rows import call_row


def title(plan: str) -> str | None:
    """What the row of a plan is called; `None` when the plan has no name of its own."""
    phrase = call_row("c", "exit_plan_mode", json.dumps({"plan": plan})).title
    return None if phrase.key else phrase.text


@pytest.mark.parametrize(
    ("plan", "name"),
    [
        ("# Move it ##\n", "Move it"),
        ("# Port it to C#", "Port it to C#"),
        ("#\tTab \t\r\n", "Tab"),
        ("# \n#\n### ###\n## Second\n# Third", "Second"),
        ("#no\n    # no\n# #", None),
    ],
)
def test_a_plan_is_called_by_its_first_heading(plan: str, name: str | None) -> None:
    assert title(plan) == name


@pytest.mark.parametrize("middle", [" ", "#", " #", "# "])
def test_no_heading_takes_forever(middle: str) -> None:
    started = time.process_time()
    assert title(f"# a{middle * 20_000}x") == f"a{middle * 20_000}x"
    assert time.process_time() - started < 1
