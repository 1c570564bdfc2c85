"""What counts as seen, against what was on screen: at any size, among changes, with comments."""

from __future__ import annotations

import random
import re

import pytest

from tests.widgets.plan_samples import PlanApp, commit, ready, running

ACTIONS = [
    *("plan.up", "plan.down", "plan.down", "plan.range_down", "plan.range", "plan.first"),
    *("plan.page_down", "plan.page_down", "plan.page_up", "plan.last", "plan.next_heading"),
    *("plan.changes", "plan.changes", "plan.styling", "plan.comment", "plan.comment"),
    *("plan.delete_comment", "plan.undelete_comment", "plan.comments", "plan.feedback"),
]
BACK = {
    "comment": ["comment.leave"],
    "comments": ["comments.go", "comments.down", "comments.leave"],
    "feedback": ["feedback.leave"],
}
SIZES = [(60, 20), (61, 20), (40, 12), (30, 9), (100, 40)]


def random_lines(draw: random.Random) -> list[str]:
    """Lines of words that stand nowhere else, the longest higher than a small screen."""
    lines = ["# T"]
    for at in range(draw.choice([5, 30, 120])):
        words = " ".join(f"w{at}x{nth}e" for nth in range(draw.choice([1, 1, 1, 2, 3, 12, 60])))
        lines.append(f"## {words}" if draw.random() < 0.1 else words)
    return lines


@pytest.mark.parametrize("seed", [3, 11, 26, 29, 35])
async def test_only_what_was_on_screen_is_seen_and_all_that_is_on_screen(seed: int) -> None:
    draw = random.Random(seed)
    lines = random_lines(draw)
    words = [set(re.findall(r"w\d+x\d+e", line)) for line in lines]
    earlier = [line for line in lines if draw.random() < 0.9]
    app = PlanApp("\n".join(lines), previous="\n".join(earlier))
    shown_once: set[str] = set()
    async with app.run_test(size=SIZES[0]) as pilot:
        _, panel = running(app)
        await ready(pilot)
        for _ in range(60):
            shown = set(re.findall(r"w\d+x\d+e", app.screen_text))
            shown_once |= shown
            whole = {at for at, each in enumerate(words) if each and each <= shown}
            assert whole <= panel.state.seen
            assert set().union(*(words[at] for at in panel.state.seen)) <= shown_once
            if draw.random() < 0.12:
                await pilot.resize_terminal(*draw.choice(SIZES))
            elif panel.scope == "comment" and draw.random() < 0.5:
                panel.paste(draw.choice(["so", "so\n" * 6]))
            else:
                commit(panel, draw.choice(BACK.get(panel.scope, ACTIONS)))
                panel.focus_target().focus()
            await pilot.pause()


@pytest.mark.parametrize("between", ["plan.range_down", "plan.delete_comment"])
async def test_pages_pass_nothing_by_whatever_comes_along_or_goes(between: str) -> None:
    lines = [f"{at}. {'word ' * (60 if at % 7 == 3 else 1)}" for at in range(60)]
    async with PlanApp("\n".join(lines)).run_test(size=(60, 20)) as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        while panel.view.position < 100:
            commit(panel, between)  # A range that goes along, or a line that says there is none.
            await pilot.pause()
            *_, last = panel.view.rows_on_screen
            commit(panel, "plan.page_down")
            await pilot.pause()
            assert panel.view.rows_on_screen[0] <= last
        assert panel.state.unseen == ()
