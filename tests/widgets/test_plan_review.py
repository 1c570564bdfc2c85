"""The plan panel: what it draws, what counts as seen, and what each action does."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_review import PlanFocus
from dsh_core.form.state import Discuss, Dismiss, Park, Send
from dsh_core.questions.types import Answer, AnswerItem
from dsh_widgets.panel import Panel, PanelStep
from tests.support.snapshots import SnapCompare
from tests.widgets.plan_samples import (
    LATE,
    LONG,
    QUESTION,
    PlanApp,
    do,
    ready,
    running,
    step,
    type_text,
)

# What it looks like


def test_looks_plain(snap_compare: SnapCompare) -> None:
    assert snap_compare(PlanApp())


@pytest.mark.parametrize("case", ["feedback", "armed", "confirm", "refused-send", "raw", "busy"])
def test_looks(snap_compare: SnapCompare, case: str) -> None:
    async def prepare(pilot: Pilot[Any]) -> None:
        await ready(pilot)
        _, panel = running(pilot.app)
        if case in ("feedback", "armed"):
            do(panel, "plan.feedback")
            panel.paste("Not yet:\nfirst measure.")
        if case == "armed":
            do(panel, "feedback.send")
        elif case == "confirm":
            do(panel, "plan.approve")
        elif case in ("refused-send", "busy"):
            do(panel, "plan.refuse")
        elif case == "raw":
            do(panel, "plan.next_heading", "plan.styling")
        if case == "refused-send":
            panel.delivered("question response rejected: not-pending")
        await pilot.pause()

    assert snap_compare(PlanApp(LONG), run_before=prepare)


@pytest.mark.parametrize("size", [(24, 8), (34, 12), (160, 50)], ids=["24x8", "34x12", "160x50"])
def test_looks_at(snap_compare: SnapCompare, size: tuple[int, int]) -> None:
    async def prepare(pilot: Pilot[Any]) -> None:
        await ready(pilot)
        do(running(pilot.app)[1], "plan.down", "plan.down", "plan.approve")
        await pilot.pause()

    assert snap_compare(PlanApp(LONG), terminal_size=size, run_before=prepare)


# What it does


async def test_it_is_a_panel() -> None:
    async with PlanApp().run_test() as pilot:
        panel: Panel = running(pilot.app)[1]
        assert panel.scope == "plan"
        assert panel.fold_line() == (QUESTION, 0, 1)
        assert panel.plan_step("plan.no_such_thing", LATE) is None


@pytest.mark.parametrize(
    ("action", "label"), [("plan.approve", "Approve"), ("plan.refuse", "Keep planning")]
)
async def test_a_verdict_sends_the_asker_s_label(action: str, label: str) -> None:
    async with PlanApp("# Short\n\nplan").run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        planned = step(panel, action)
        assert planned.effects == (Send(Answer((AnswerItem("plan-review", (label,)),))),)
        assert planned.irrevocable
        assert panel.state.busy is None, "nothing changes before the commit"
        panel.commit(planned)
        assert panel.state.busy == "answer"
        assert panel.plan_step("plan.approve", LATE) == PanelStep(panel.state)


async def test_a_new_panel_wants_a_second_press() -> None:
    async with PlanApp("# Short\n\nplan").run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        focused_at = panel.state.focused_at
        assert focused_at is not None
        panel.commit(first := step(panel, "plan.approve", focused_at + 0.5))
        assert not first.effects
        second = step(panel, "plan.approve", focused_at + 1.0)
        assert isinstance(second.effects[0], Send)


async def test_what_was_never_on_screen_is_asked_about() -> None:
    async with PlanApp(LONG).run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        assert panel.state.unseen[-1][1] == len(panel.state.lines) - 1
        assert not do(panel, "plan.approve").effects
        await pilot.pause()
        assert panel.scope == "confirm"
        assert "not seen" in app.screen_text
        do(panel, "confirm.no")
        for _ in range(10):
            do(panel, "plan.page_down")
            await pilot.pause()
        assert panel.state.unseen == ()
        assert do(panel, "plan.approve").effects


async def test_jumping_over_lines_does_not_count_as_seeing_them() -> None:
    async with PlanApp(LONG).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.last")
        await pilot.pause()
        ranges = panel.state.unseen
        assert len(ranges) == 1
        assert 0 < ranges[0][0] < ranges[0][1] < len(panel.state.lines) - 1
        # A jump there and back that was never painted shows nothing.
        do(panel, "plan.first", "plan.page_down", "plan.page_down", "plan.last")
        assert panel.state.unseen == ranges


async def test_a_line_taller_than_the_screen_is_read_row_by_row() -> None:
    plan = "# Tall\n" + "word " * 400 + "\nend"
    async with PlanApp(plan).run_test(size=(40, 12)) as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.down")
        await pilot.pause()
        assert panel.state.cursor == 1
        presses = 0
        while panel.state.cursor == 1:
            do(panel, "plan.down")
            await pilot.pause()
            presses += 1
        assert presses > 20
        assert panel.state.unseen == ()


async def test_a_line_partly_on_screen_is_not_seen() -> None:
    plan = "word " * 400
    async with PlanApp(plan).run_test(size=(40, 12)) as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        assert panel.state.unseen == ((0, 0),)
        do(panel, "plan.approve")
        await pilot.pause()
        assert panel.scope == "confirm"


async def test_feedback_is_sent_after_a_second_enter() -> None:
    async with PlanApp().run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.feedback")
        await pilot.pause()
        assert app.focused is panel.feedback
        assert panel.scope == "feedback"
        type_text(panel, "no")
        panel.paste("\r\nway")
        assert panel.state.feedback == "no\nway"
        assert not do(panel, "feedback.send").effects
        type_text(panel, "!")
        assert not do(panel, "feedback.send").effects, "another key disarms"
        planned = do(panel, "feedback.send")
        assert planned.effects == (Send(Answer((AnswerItem("plan-review", custom="no\nway!"),))),)


async def test_feedback_is_kept_and_asked_about() -> None:
    async with PlanApp("# Short").run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        panel.paste("wait")
        do(panel, "feedback.leave")
        await pilot.pause()
        assert "wait" in app.screen_text
        assert app.focused is panel.view
        assert not do(panel, "plan.approve").effects
        assert do(panel, "confirm.yes").effects == (
            Send(Answer((AnswerItem("plan-review", ("Approve",)),))),
        )


async def test_a_refused_send_says_why_and_loses_nothing() -> None:
    async with PlanApp().run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        panel.paste("my text")
        do(panel, "feedback.send", "feedback.send")
        assert panel.state.busy == "answer"
        assert not panel.apply_text_key(events.Key("x", "x")), "locked while on its way"
        panel.delivered("rejected: [b]no[/b]")
        await pilot.pause()
        assert "rejected: [b]no[/b]" in app.screen_text
        assert panel.state.feedback == "my text"
        do(panel, "feedback.send")
        assert do(panel, "feedback.send").effects


async def test_a_state_can_be_taken_back() -> None:
    async with PlanApp().run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.feedback")
        type_text(panel, "a")
        before = panel.state
        type_text(panel, "a")
        panel.restore(before)
        await pilot.pause()
        assert panel.state.feedback == panel.feedback.text == "a"


@pytest.mark.parametrize(("can_discuss", "effect"), [(True, Discuss(0)), (False, Dismiss())])
async def test_talking_about_it(can_discuss: bool, effect: object) -> None:
    async with PlanApp(can_discuss=can_discuss).run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        assert ("Chat about it" in app.screen_text) == can_discuss
        assert step(panel, "plan.discuss").effects == (effect,)
        assert step(panel, "plan.discuss").irrevocable == (not can_discuss)
        assert step(panel, "plan.park").effects == (Park(),)


async def test_without_a_way_to_refuse_there_is_none() -> None:
    async with PlanApp(decline=False).run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        assert "Refuse" not in app.screen_text
        assert not step(panel, "plan.refuse").effects


async def test_the_mouse() -> None:
    async with PlanApp().run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        await pilot.click("#plan-view", offset=(8, 4))
        await pilot.pause()
        assert panel.state.cursor == 3, "the third line takes two rows"
        await pilot.click("#plan-actions", offset=(3, 0))
        await pilot.pause()
        assert app.requested == ["plan.focus", "plan.approve"]
        assert panel.state.busy is None, "the owner judges it"


async def test_the_position_and_the_words_follow() -> None:
    async with PlanApp(LONG).run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        assert " 26 %" in app.screen_text
        do(panel, "plan.last")
        await pilot.pause()
        assert "100 %" in app.screen_text
        panel.catalogue = Catalogue("zh")
        await pilot.pause()
        assert "确认执行" in app.screen_text.replace(" ", "")


@pytest.mark.parametrize("size", [(24, 8), (10, 4)])
async def test_every_line_is_reached_at_any_size(size: tuple[int, int]) -> None:
    async with PlanApp(LONG).run_test(size=size) as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        for _ in range(2_000):
            if not panel.state.unseen:
                break
            do(panel, "plan.down")
            await pilot.pause()
        assert panel.state.unseen == ()


async def test_an_empty_plan_says_so() -> None:
    async with PlanApp("").run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        assert "The plan is empty." in app.screen_text
        do(panel, "plan.down", "plan.last", "plan.page_down", "plan.next_heading")
        assert do(panel, "plan.approve").effects


async def test_copying_gives_the_original() -> None:
    async with PlanApp("# One\x1b[31m\n[b]two[/b]").run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.copy")
        await pilot.pause()
        assert app.copied == ["# One\x1b[31m\n[b]two[/b]"]
        await pilot.double_click("#plan-view", offset=(9, 1))
        do(panel, "plan.copy")
        await pilot.pause()
        assert app.copied[-1] == "[b]two[/b]"


async def test_needed_height() -> None:
    async with PlanApp("# One\ntwo\nthree").run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        panel.fit(80, 24)
        assert panel.needed_height == 3 + 3
        assert PlanFocus.PLAN.value == panel.scope
