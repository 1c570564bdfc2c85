"""Plan mode and the review of plans in the whole app: what is typed, shown, told and kept."""

from __future__ import annotations

from typing import Any

import pytest
from textual.content import Content

from dsh_app.conversation import Conversation
from dsh_core.approvals.pending import PendingApprovals
from dsh_core.features.local_source import build_local_agent
from dsh_core.form.plan_state import PlanState
from dsh_core.models.script import Call, Say, Script
from dsh_core.models.scripted import ScriptedModel
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.events import COMMAND_DONE, COMMAND_RUN, PLAN_MODE, STEP_START, USER_MESSAGE
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.session.transcript import ToolEntry
from dsh_widgets.plan_review import PlanReviewPanel
from tests.core.features.waiting import first as waiting
from tests.support.desk import Desk, at_desk

IDLE = """\
speed: 0
steps:
  - say: Here I am.
"""
ASKS = """\
prompt: Go.
speed: 0
steps:
  - ask: [{id: one, question: "The first?", options: [Alpha, Beta]}]
  - say: "You said {answers.one}."
"""
PLANS = """\
prompt: Go.
plan_mode: on
speed: 0
steps:
  - plan: "# First\\n\\n1. one\\n2. two\\n"
  - plan: "# Second\\n\\n1. one\\n2. zwei\\n3. three\\n"
  - say: Done.
"""


def status(desk: Desk) -> str:
    content = desk.screen.status_line.render()
    assert isinstance(content, Content)
    return content.plain


def events(desk: Desk, event_type: str) -> list[Any]:
    return [each.data for each in desk.app.conversation.source.events if each.type == event_type]


def said(desk: Desk) -> list[str]:
    """What the model was told, oldest first."""
    return [message_text(data) for data in events(desk, USER_MESSAGE)]


def review(desk: Desk) -> PlanState:
    panel = desk.screen.seat.dock.panel
    assert isinstance(panel, PlanReviewPanel)
    return panel.state


async def to_plan(desk: Desk, title: str) -> None:
    """Wait for a plan and go to it; the next key comes when the panel is no longer new."""
    await desk.until(
        lambda: desk.screen.seat.dock.panel is not None and title in review(desk).claim.plan
    )
    await desk.take()
    desk.now += 3.0


# Plan mode


async def test_plan_and_plan_off_are_told_at_once_while_nothing_runs() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("/plan")
        await desk.until_shown("Plan mode on. Use /plan off to leave.")
        assert "plan mode" in status(desk)
        await desk.write("/plan off")
        await desk.until_shown("Plan mode off.")
        assert "plan mode" not in status(desk)
        assert [data["active"] for data in events(desk, PLAN_MODE)] == [True, False]
        assert not desk.ends, "neither opens a turn"


async def test_plan_with_words_enters_and_opens_a_turn_with_them() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("/plan a move")
        await desk.until_shown("Here I am.")
        assert "plan mode" in status(desk)
        assert said(desk)[-1] == "a move"


async def test_words_that_begin_with_off_are_words() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("/plan offline work")
        await desk.until_shown("Here I am.")
        assert said(desk)[-1] == "offline work"
        assert "plan mode" in status(desk)


async def test_while_a_turn_runs_it_waits_for_the_next_step_and_says_so() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.write("/plan")
        await desk.until_shown("plan mode from the next step")
        assert not events(desk, PLAN_MODE)
        await desk.take("1")
        await desk.until_shown("You said Alpha.")
        assert "from the next step" not in status(desk)
        assert "plan mode" in status(desk)
        assert "The user switched this session to plan mode." in said(desk)


async def test_a_wish_that_waits_can_be_taken_back() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.write("/plan")
        await desk.until_shown("plan mode from the next step")
        await desk.write("/plan off")
        await desk.until(lambda: "plan mode" not in status(desk))
        assert "Plan mode entry cancelled." in desk.text
        await desk.take("1")
        await desk.until_shown("You said Alpha.")
        assert not events(desk, PLAN_MODE)
        assert not any("plan mode" in words for words in said(desk))


async def test_leaving_says_that_it_waits() -> None:
    async with at_desk(PLANS) as desk:
        await to_plan(desk, "First")
        desk.screen.seat.keyboard.to_composer()
        await desk.write("/plan off")
        await desk.until_shown("leaving plan mode at the next step")
        assert desk.screen.seat.dock.panel is not None, "a command ends no review"


# Reviews


async def test_the_second_plan_is_compared_with_the_first_and_comments_come_along() -> None:
    async with at_desk(PLANS) as desk:
        await to_plan(desk, "First")
        assert review(desk).diff is None
        await desk.press("t")
        assert "no earlier plan was shown in this session" in desk.text
        await desk.press("j", "j", "c", *"keep", "enter", "r", "y")
        await to_plan(desk, "Second")
        assert review(desk).diff is not None
        await desk.until_shown("+3 −2")
        assert [comment.text for comment in review(desk).comments] == ["keep"]
        await desk.press("t")
        assert review(desk).changes
        assert "- # First" in desk.text.replace("−", "-")


async def test_feedback_that_was_sent_stays_in_the_transcript_and_is_not_carried_over() -> None:
    async with at_desk(PLANS) as desk:
        await to_plan(desk, "First")
        await desk.press("j", "j", "c", *"keep", "enter", "f", *"more", "enter", "enter")
        await to_plan(desk, "Second")
        assert review(desk).comments == ()
        assert review(desk).feedback == ""
        desk.screen.seat.keyboard.to_transcript()
        assert "sent back with feedback" in desk.text
        assert "Line 3:" in desk.text
        (entry, _) = [e for e in desk.app.conversation.entries.entries if isinstance(e, ToolEntry)]
        assert entry.result_text is not None
        assert entry.result_text.endswith("Line 3:\n> 1. one\nkeep\n\nmore")


def agent_of(log: SessionLog, plan: str = r"# First\n\nx", *, mode: bool = True) -> Conversation:
    call = Call("exit_plan_mode", lambda _facts: f'{{"plan": "{plan}"}}')
    questions, pending = UserQuestionService(), PendingRequests()
    source = build_local_agent(
        model=ScriptedModel(Script((call, Say(lambda _facts: "ok")))),
        questions=questions,
        log=log,
        plan_mode=mode,
    )
    questions.register_provider(pending)
    return Conversation(source, questions, pending, PendingApprovals(), "Go.")


async def test_a_plan_that_ended_with_the_program_is_the_plan_before() -> None:
    log = SessionLog("s")
    first = agent_of(log)
    await first.start()
    assert first.previous_plan(await waiting(first.pending)) is None
    await first.close()

    resumed = agent_of(SessionLog("s", events=log.events), r"# Second\n\nx")
    assert resumed.source.status.plan is not None
    assert resumed.source.status.plan.active, "plan mode is what the log says"
    await resumed.start()
    assert resumed.previous_plan(await waiting(resumed.pending)) == "# First\n\nx"
    await resumed.close()


async def test_a_fork_goes_on_from_the_plan_that_was_shown_before_it() -> None:
    log = SessionLog("s")
    first = agent_of(log)
    await first.start()
    request = await waiting(first.pending)
    item = AnswerItem("plan-review", ("Keep planning",))
    assert first.pending.answer(request.id, Answer((item,))).accepted
    await first.source.agent.wait_idle()  # type: ignore[attr-defined]
    await first.close()

    types = [event.type for event in log.events]
    for upto, plan in ((types.index(STEP_START), None), (len(types), "# First\n\nx")):
        fork = agent_of(SessionLog("fork", events=log.events[:upto]), r"# Other\n\nx")
        assert fork.source.status.plan is not None
        assert fork.source.status.plan.active
        await fork.start()
        assert fork.previous_plan(await waiting(fork.pending)) == plan
        await fork.close()


@pytest.mark.parametrize("active", [False, True])
async def test_a_change_that_still_waited_when_the_program_ended_is_not_said_to_wait(
    active: bool,
) -> None:
    # What waits is kept in memory: nobody would put it in force any more.
    log = SessionLog("s")
    log.append(PLAN_MODE, {"active": active})
    log.append(COMMAND_RUN, {"commandId": "c", "name": "plan", "args": " off" if active else ""})
    log.append(COMMAND_DONE, {"commandId": "c", "kind": "success"})
    resumed = agent_of(SessionLog("s", events=log.events), mode=active)
    plan = resumed.source.status.plan
    assert plan is not None
    assert (plan.active, plan.pending) == (active, None)
