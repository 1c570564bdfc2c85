"""Comments, ranges, the list and the changes of a plan on screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from dsh_core.form.plan_review import PlanFocus
from tests.support.snapshots import SnapCompare
from tests.widgets.plan_samples import (
    EARLIER,
    LEFT,
    LONG,
    PLAN,
    PlanApp,
    do,
    ready,
    running,
    type_text,
)

DOWN_6 = ["plan.down"] * 6
STATES: dict[str, list[str]] = {
    "carried": [],
    "range": [*DOWN_6, "plan.range_down", "plan.range_down"],
    "commenting": [*DOWN_6, "plan.range_down", "plan.comment", "=not\nall at once"],
    "commented": [*DOWN_6, "plan.range_down", "plan.comment", "=one by one", "comment.leave"],
    "list": [*DOWN_6, "plan.comment", "=one by one", "comment.leave", "plan.comments"],
    "changes": ["plan.changes"],
    "changes_further": ["plan.changes", "plan.next_heading", "plan.down"],
    "feedback": [*DOWN_6, "plan.comment", "=one by one", "comment.leave", "plan.feedback"],
}


async def act(pilot: Pilot[Any], steps: list[str]) -> None:
    await ready(pilot)
    _, panel = running(pilot.app)
    for step in steps:
        if step.startswith("="):
            panel.paste(step[1:])
        else:
            do(panel, step)
        await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("state", STATES)
def test_looks(snap_compare: SnapCompare, state: str) -> None:
    async def prepare(pilot: Pilot[Any]) -> None:
        await act(pilot, STATES[state])

    assert snap_compare(PlanApp(previous=EARLIER, draft=LEFT), run_before=prepare)


@pytest.mark.parametrize("state", ["commenting", "list", "changes", "feedback"])
def test_looks_small(snap_compare: SnapCompare, state: str) -> None:
    async def prepare(pilot: Pilot[Any]) -> None:
        await act(pilot, STATES[state])

    app = PlanApp(previous=EARLIER, draft=LEFT)
    assert snap_compare(app, terminal_size=(40, 12), run_before=prepare)
