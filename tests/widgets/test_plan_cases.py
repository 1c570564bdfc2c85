"""Mistakes that a review of a plan made once: in its panel, and in the row that stays of it."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from textual import events
from textual.content import Content

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_diff import diff_plans
from dsh_core.form.plan_state import draft_of
from dsh_core.session.entries import PlanDetail
from dsh_widgets.glyphs import UNICODE
from dsh_widgets.plan_rows import change_rows
from dsh_widgets.transcript_tools import closed_body, tool_body
from tests.widgets.plan_samples import EARLIER, LEFT, PlanApp, act, commit, do, running, step
from tests.widgets.transcript_samples import PLAN as ENTRY

TALL = "# T\n" + "word " * 2_000


@pytest.mark.parametrize("between", ["plan.down", "plan.copy", "plan.save", "plan.editor"])
async def test_a_key_between_two_presses_starts_them_again(between: str) -> None:
    async with PlanApp(TALL).run_test(size=(60, 14)) as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.down"])
        focused_at = panel.state.focused_at
        assert focused_at is not None
        panel.commit(step(panel, "plan.approve", focused_at + 0.5))
        assert panel.state.armed == "approve"
        do(panel, between)
        assert panel.state.armed is None
        assert panel.state.notice is None
        assert step(panel, "plan.approve", focused_at + 0.7).effects == ()


async def test_a_large_paste_on_the_plan_is_folded_behind_what_is_written() -> None:
    async with PlanApp("# T").run_test() as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.feedback", "=first ", "feedback.leave"])
        panel.feedback.move_cursor((0, 0))
        panel.paste("a\r\n" * 100)
        await pilot.pause()
        assert panel.state.feedback == panel.feedback.text == "first " + "a\n" * 100
        assert "\n" not in panel.feedback.document.text
        assert panel.scope == "feedback"


async def test_a_click_on_the_plan_leaves_a_comment_that_was_opened_from_the_list() -> None:
    async with PlanApp(previous=EARLIER, draft=LEFT).run_test() as pilot:
        _, panel = running(pilot.app)
        await act(pilot, ["plan.comments", "comments.edit"])
        assert panel.scope == "comment"
        await pilot.click("#plan-view", offset=(9, 3))
        await pilot.pause()
        assert panel.scope == "plan"


async def test_of_two_equal_comments_each_is_drawn() -> None:
    async with PlanApp("# T").run_test() as pilot:
        app, panel = running(pilot.app)
        twin = ["plan.comment", "=twin", "comment.leave"]
        await act(pilot, [*twin, "plan.delete_comment", *twin, "plan.undelete_comment"])
        assert app.screen_text.count("twin") == 2
        commit(panel, "plan.delete_comment")
        await pilot.pause()
        assert app.screen_text.count("twin") == 1


@pytest.mark.parametrize("text", ["word " * 200_000, "line\n" * 200_000])
async def test_a_comment_of_a_million_characters_holds_nothing_up(text: str) -> None:
    async with PlanApp("# T\nx").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.comment", f"={text}"])
        started = time.process_time()
        await act(pilot, ["comment.leave", "plan.down", "plan.feedback", "feedback.leave"])
        assert app.screen_text.count("…") == 1
        await act(pilot, ["plan.comments", "comments.down"])
        assert panel.comment_list.rows[0].lines[-1].plain == "…"
        assert time.process_time() - started < 2
        assert panel.state.comments[0].text == text


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("an e\u0301 here", "an e\u0300 here", "e\u0300"),
        ("a 👨\u200d👩\u200d👧 b", "a 👨\u200d👩\u200d👦 b", "👨\u200d👩\u200d👦"),
        ("先备份旧的数据库", "先备份新的数据库", "新"),
    ],
)
def test_a_changed_part_is_never_a_piece_of_a_sign(old: str, new: str, marked: str) -> None:
    diff = diff_plans([old], [new])
    row = change_rows(diff, [Content(new)], Catalogue(), UNICODE)[1].content
    (span,) = [span for span in row.spans if span.style == "bold underline"]
    assert row.plain[span.start : span.end] == marked


@pytest.mark.parametrize(
    ("before", "meanwhile", "kept"),
    [
        (["plan.comment", "=a", "comment.editor"], ["comment.leave"], ("", "new")),
        (["plan.comment", "comment.editor"], ["comment.leave", "plan.feedback"], ("", "new")),
        (["plan.comment", "=a", "comment.editor"], ["plan.approve"], ("", "new")),
        (["plan.feedback", "=a", "feedback.editor"], ["feedback.leave"], ("new",)),
        (["plan.feedback", "=a", "feedback.editor"], ["plan.approve"], ("new",)),
        (["plan.feedback", "=a", "feedback.editor"], ["feedback.send"] * 2, ("new",)),
        (
            ["plan.comment", "=a", "comment.editor"],
            ["comment.leave", "plan.feedback", *["feedback.send"] * 2],
            ("", "new"),
        ),
    ],
)
async def test_keys_before_an_editor_opens_cost_nothing_of_what_is_written_in_it(
    before: list[str], meanwhile: list[str], kept: tuple[str, ...]
) -> None:
    async with PlanApp("# T").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, [*before, *meanwhile])
        app.edits[0].take("new\n")
        draft = draft_of(panel.state)
        assert (draft.custom, *(comment.text for comment in draft.comments)) == kept
        assert (panel.state.confirm is None) == (panel.scope != "confirm")


async def test_a_comment_that_was_emptied_in_an_editor_is_deleted_and_can_come_back() -> None:
    async with PlanApp("# T").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.comment", "=a", "comment.editor", "comment.leave"])
        app.edits[0].take("a\n")
        assert [comment.text for comment in panel.state.comments] == ["a"]
        app.edits[0].take("\n")
        assert panel.drafts == 0
        commit(panel, "plan.undelete_comment")
        assert [comment.text for comment in panel.state.comments] == ["a"]


async def test_what_an_editor_gives_back_can_be_undone() -> None:
    async with PlanApp("# T").run_test() as pilot:
        app, panel = running(pilot.app)
        await act(pilot, ["plan.feedback", "=mine", "feedback.editor"])
        app.edits[0].take("theirs\r\n\x00!\n")
        assert panel.state.feedback == panel.feedback.text == "theirs\n!"
        assert panel.apply_text_key(events.Key("ctrl+z", None))
        assert panel.state.feedback == "mine"


# The row that stays of it


def opened(detail: PlanDetail, width: int) -> list[str]:
    rows = tool_body(replace(ENTRY, plan=detail), width, Catalogue())
    return [row.content.plain for row in rows]


def test_what_is_left_out_of_a_long_feedback_is_said() -> None:
    rows = opened(PlanDetail("# T", "feedback", "x\n" * 2_500 + "end"), 60)
    assert "501" in rows[-1]


@pytest.mark.parametrize("text", ["word " * 400_000, f"{'x' * 5_000}\n" * 500])
def test_a_closed_row_looks_only_at_what_it_shows_of_a_long_feedback(text: str) -> None:
    started = time.process_time()
    rows = closed_body(replace(ENTRY, plan=PlanDetail("# T", "feedback", text)), 80, Catalogue())
    assert time.process_time() - started < 0.2
    assert len(rows) == 5
    assert rows[-1].content.plain.endswith("…")


@pytest.mark.parametrize("width", range(20, 60))
def test_its_tables_are_aligned_for_the_room_beside_the_bar(width: int) -> None:
    table = f"| a | b |\n|---|---|\n| {'x' * 20} | y |\n| 22 | {'z' * 20} |"
    rows = opened(PlanDetail(f"# T\n\n{table}\n", "approved"), width)
    if max(map(len, table.split("\n"))) <= width - 4:
        assert sum("|" in row for row in rows) == 4
