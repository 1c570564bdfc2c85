"""What every state of a plan review looks like: also in Chinese, in ASCII without colour, small."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from dsh_app.settings import Settings
from dsh_widgets.plan_review import PlanReviewPanel
from tests.app.stage import press, scenario_app, seat_of, shown, staged, until
from tests.support.snapshots import SnapCompare

RunBefore = Callable[[Pilot[Any]], Awaitable[None]]

CHINESE: Final = Settings(language="zh")
PLAIN: Final = Settings(ascii_only=True)


def revised(*keys: str) -> RunBefore:
    """Comment on two lines of the first plan, keep planning, and go on at the second."""

    async def run(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await press(pilot, "j", "j", "c", *"tests?", "enter")
        await press(pilot, "j", "j", "c", *"how long?", "enter", "r", "y")
        seat = seat_of(pilot)

        def there() -> bool:
            panel = seat.dock.panel
            return isinstance(panel, PlanReviewPanel) and panel.state.diff is not None

        await until(pilot, lambda: there() and seat.dock.size.height > 1)
        seat.keyboard.to_panel()
        await pilot.pause()
        await press(pilot, *keys)

    return run


STATES: Final[dict[str, tuple[str, RunBefore]]] = {
    "range": ("plan", staged("j", "j", "V", "j", "j")),
    "commenting": ("plan", staged("j", "j", "c", *"why", "shift+enter", *"now")),
    "commented": ("plan", staged("j", "j", "shift+down", "c", *"why", "enter", "k")),
    "list": ("plan", staged("j", "j", "c", *"why", "enter", "j", "c", *"how", "enter", "C")),
    "deleted": ("plan", staged("j", "j", "c", *"why", "enter", "D")),
    "feedback": ("plan", staged("j", "j", "c", *"why", "enter", "f", *"not yet")),
    "carried": ("plan", revised()),
    "stale": ("plan", revised("C", "j")),
    "changes": ("plan", revised("t", "]")),
    "unseen": ("long_plan", staged("j", "j", "j", "a")),
    "raw": ("long_plan", staged("v")),
    "scrolled": ("long_plan", staged("pagedown", "]")),
    "full_height": ("plan", staged("z")),
    "folded": ("plan", staged("j", "c", *"why", "enter", "f2")),
    "parked": ("plan", staged("escape")),
}
SMALL: Final = ("range", "commented", "feedback", "carried", "stale", "changes", "unseen")


@pytest.mark.parametrize("state", STATES)
def test_looks_80x24(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), run_before=before)


@pytest.mark.parametrize("state", SMALL)
def test_looks_40x12(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), terminal_size=(40, 12), run_before=before)


@pytest.mark.parametrize("state", ["changes", "scrolled"])
def test_looks_200x50(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name), terminal_size=(200, 50), run_before=before)


@pytest.mark.parametrize("state", ["commented", "list", "feedback", "stale", "changes", "unseen"])
def test_in_chinese(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name, CHINESE), run_before=before)


@pytest.mark.parametrize("state", ["range", "commented", "list", "stale", "changes", "scrolled"])
def test_without_colour_in_ascii(
    snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    name, before = STATES[state]
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(scenario_app(name, PLAIN), run_before=before)
