"""The plan in the transcript, opened: whole, as it was reviewed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.entries import PlanDetail
from dsh_widgets.transcript_tools import tool_body
from tests.widgets.transcript_samples import PLAN


def drawn(plan: str, width: int) -> list[str]:
    entry = replace(PLAN, plan=PlanDetail(plan, "approved"))
    return [row.content.plain for row in tool_body(entry, width, Catalogue())]


def test_all_of_a_long_plan_is_there_hidden_parts_too() -> None:
    plan = "# T\n<!-- not said -->\n" + "".join(f"{at}. step\n" for at in range(500)) + "[a]: /b"
    rows = "\n".join(drawn(plan, 60))
    assert all(line in rows for line in plan.split("\n"))


@pytest.mark.parametrize("width", [30, 60])
def test_its_tables_are_aligned_for_the_room_there_is(width: int) -> None:
    rows = drawn(f"# T\n\n| a | b |\n|---|---|\n| 1 | {'x' * 80} |\n| 22 | y |\n", width)
    (head,) = [row for row in rows if "| a" in row]
    (last,) = [row for row in rows if "| 22" in row]
    bars = [[at for at, character in enumerate(row) if character == "|"] for row in (head, last)]
    assert bars[0] == bars[1]
    assert len(bars[0]) == 3
