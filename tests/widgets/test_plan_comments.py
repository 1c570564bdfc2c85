"""Comments, ranges, the list and the changes of a plan on screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.selection import SELECT_ALL

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_review import PlanFocus
from dsh_core.form.state import Message as Line
from tests.support.seats import screen_text
from tests.support.snapshots import SnapCompare
from tests.widgets.plan_samples import (
    EARLIER,
    LATE,
    LEFT,
    LONG,
    PLAN,
    PlanApp,
    act,
    do,
    ready,
    running,
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


# What it does


async def test_a_comment_is_no_part_of_what_is_copied() -> None:
    async with PlanApp("# One\nclean up\nthree").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.down", "plan.comment", "=why\nnow", "comment.leave"])
        assert "why" in app.screen_text
        app.screen.selections = {panel.view: SELECT_ALL}
        do(panel, "plan.copy")
        await pilot.pause()
        assert app.copied == ["# One\nclean up\nthree"]


async def test_with_many_comments_every_line_still_counts_as_seen() -> None:
    async with PlanApp(LONG).run_test() as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.down", "plan.comment", "=a\nb\nc\nd\ne\nf", "comment.leave"])
        for _ in range(200):
            if not panel.state.unseen:
                break
            do(panel, "plan.page_down")
            await pilot.pause()
        assert panel.state.unseen == ()


async def test_what_is_seen_among_the_changes_is_seen_in_the_plan() -> None:
    lines = LONG.split("\n")
    before = "\n".join(line for at, line in enumerate(lines) if at != 40)
    async with PlanApp(LONG, previous=before).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        assert 40 not in panel.state.seen
        await act(pilot, ["plan.changes"])
        assert set(range(37, 44)) <= panel.state.seen
        assert 50 not in panel.state.seen


async def test_the_cursor_comes_back_to_the_line_from_the_changes() -> None:
    async with PlanApp(previous=EARLIER).run_test() as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.changes", "plan.last", "plan.up", "plan.changes"])
        assert not panel.state.changes
        assert panel.view.cursor == panel.state.cursor == 13


async def test_clicks_go_to_lines_comments_and_fields() -> None:
    async with PlanApp(previous=EARLIER, draft=LEFT).run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.comments"])
        await pilot.click(panel.comment_list, offset=(5, 4))
        await pilot.pause()
        assert panel.state.listed == 1
        do(panel, "comments.leave", "plan.comment")
        panel.paste("x")
        await pilot.pause()
        await pilot.click("#plan-comment", offset=(0, 0))
        await pilot.pause()
        assert panel.state.focus is PlanFocus.COMMENT
        await pilot.click("#plan-view", offset=(9, 3))
        await pilot.pause()
        assert panel.state.editing is None
        assert [comment.text for comment in panel.state.comments] == ["x", "Too few."]
        assert set(app.requested) == {"plan.focus"}


async def test_the_language_and_raw_lines_follow_everywhere() -> None:
    async with PlanApp(previous=EARLIER, draft=LEFT).run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.changes", "plan.styling"])
        assert "4 unchanged lines" in app.screen_text
        panel.catalogue = Catalogue("zh")
        await pilot.pause()
        assert "4 行未变" in app.screen_text.replace("  ", "")
        do(panel, "plan.changes", "plan.comments")
        await pilot.pause()
        assert "第 5 行" in app.screen_text.replace("  ", "")


async def test_an_editor_gives_back_what_it_was_given() -> None:
    async with PlanApp().run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.comment", "=first"])
        do(panel, "comment.editor")
        await pilot.pause()
        (request,) = app.edits
        assert request.text == "first"
        request.take("second\n")
        await pilot.pause()
        assert panel.state.comments[0].text == panel.comment.text == "second"
        request.fail(Line("editor.not_here"))
        await pilot.pause()
        assert panel.state.comments[0].text == "second"
        assert panel.state.error is not None
        do(panel, "comment.leave", "plan.editor")
        await pilot.pause()
        assert app.edits[-1].text == PLAN
        app.edits[-1].take(PLAN.replace("create", "drop"))
        await pilot.pause()
        assert panel.state.focus is PlanFocus.FEEDBACK
        assert "+- [x] drop the tables" in panel.feedback.text


async def test_what_an_editor_gives_back_too_late_is_kept() -> None:
    app = PlanApp()
    async with app.run_test() as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.editor"])
        await panel.remove()
        app.edits[-1].take(PLAN + "more")
        assert [state.feedback for state in app.kept] == [panel.state.feedback]
        assert "+more" in panel.state.feedback


async def test_a_locked_panel_hands_nothing_out() -> None:
    async with PlanApp("# Short").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.refuse"])
        assert panel.state.busy == "answer"
        for action in ("plan.editor", "plan.save", "plan.copy"):
            assert panel.plan_step(action, LATE) is None
        assert app.edits == []


async def test_above_the_feedback_each_comment_is_one_line() -> None:
    keys = ["plan.comment", "=" + "很长的注释" * 9, "comment.leave", "plan.feedback"]
    async with PlanApp().run_test(size=(40, 24)) as pilot:
        await act(pilot, keys)
        rows = screen_text(pilot.app).splitlines()
        (row,) = [at for at, text in enumerate(rows) if "✎ 1: 很长的注释很长" in text]
        assert rows[row].rstrip().endswith("…")
        assert "很长" not in rows[row + 1]
