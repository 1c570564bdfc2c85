"""What the whole app looks like in every state of a question, a plan and the seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.app.stage import press, scenario_app, seat_of, shown, staged, until
from tests.support.snapshots import SnapCompare

RunBefore = Callable[[Pilot[Any]], Awaitable[None]]
WIDE = (120, 40)
TYPED = tuple("Valkey")


async def _arriving(pilot: Pilot[Any]) -> None:
    await shown(pilot)
    seat = seat_of(pilot)
    seat.keyboard.to_composer()
    await press(pilot, *"still typing")
    await pilot.pause()


async def _answered(pilot: Pilot[Any]) -> None:
    seat = await shown(pilot)
    await press(pilot, "2")
    await until(pilot, lambda: seat.dock.panel is None)
    await until(pilot, lambda: not pilot.app.screen.conversation.running)  # type: ignore[attr-defined]


async def _verdict(pilot: Pilot[Any]) -> None:
    seat = await shown(pilot)
    await press(pilot, "a", "a")
    await until(pilot, lambda: seat.dock.panel is None)
    await until(pilot, lambda: not pilot.app.screen.conversation.running)  # type: ignore[attr-defined]


STATES: dict[str, tuple[str, RunBefore]] = {
    "single": ("default", staged()),
    "single_moved": ("default", staged("down")),
    "single_picked": ("default", staged("space")),
    "multi_ticked": ("default", staged("1", "space", "down", "down", "space")),
    "own_answer_highlighted": ("default", staged("k")),
    "own_answer_typed": ("default", staged("o", *TYPED)),
    "own_answer_then_pick": ("default", staged("o", *TYPED, "escape", "home", "space")),
    "note": ("default", staged("n", *"if it fits")),
    "free_text": ("default", staged("]", "]")),
    "unanswered": ("default", staged("]", "enter")),
    "skipped": ("default", staged("s", "[")),
    "review_gaps": ("default", staged("1", "]", "]", "tab")),
    "review_complete": ("default", staged("1", "2", "enter", *"one minute", "enter")),
    "review_kept": ("default", staged("o", *TYPED, "escape", "s", "tab", "tab")),
    "dismiss_confirm": ("default", staged("1", "X")),
    "filter": ("many_options", staged("/", "t", "h")),
    "many_tabs": ("long", staged("]", "]", "]")),
    "batch_of_one": ("one_question", staged()),
    "batch_of_one_text": ("free_text", staged(*"a name", "enter")),
    "folded": ("default", staged("1", "f2")),
    "parked": ("default", staged("escape")),
    "full_height": ("default", staged("z")),
    "arriving": ("default", _arriving),
    "discussing": ("default", staged("d")),
    "quit_confirm": ("default", staged("ctrl+q")),
    "stop_armed": ("default", staged("ctrl+c")),
    "keys": ("default", staged("?")),
    "answered": ("one_question", _answered),
    "hostile": ("hostile", staged()),
    "plan": ("plan", staged()),
    "plan_long": ("long_plan", staged()),
    "plan_again": ("long_plan", staged("a")),
    "plan_unseen": ("long_plan", staged("a", "a", "a", "a")),
    "plan_feedback": ("plan", staged("f", *"keep the shim", "enter")),
    "plan_unsent": ("plan", staged("f", *"keep it", "escape", "a", "a", "a")),
    "plan_approved": ("plan", _verdict),
    "approval": ("approval", staged()),
    "approval_parked": ("approval", staged("escape")),
}


@pytest.mark.parametrize("state", STATES)
def test_looks_80x24(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), run_before=before)


CHOSEN = (
    "single",
    "multi_ticked",
    "own_answer_typed",
    "note",
    "review_gaps",
    "review_complete",
    "dismiss_confirm",
    "many_tabs",
    "hostile",
    "plan",
)
"""States that are drawn at other sizes too."""


@pytest.mark.parametrize("state", CHOSEN)
def test_looks_120x40(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), terminal_size=WIDE, run_before=before)


@pytest.mark.parametrize("state", [*CHOSEN, "keys"])
def test_looks_40x12(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), terminal_size=(40, 12), run_before=before)
