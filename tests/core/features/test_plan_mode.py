"""Plan mode in a running session, and where the contract's vectors do not reach."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.abort import AbortController
from dsh_core.features.commands import CommandInvocation
from dsh_core.features.local_source import LocalAgentSource, build_local_agent
from dsh_core.features.plan_mode import (
    DEFAULT_SECTION,
    PlanMode,
    PlanModeConfigError,
    PlanModeState,
    is_plan,
    read_config,
)
from dsh_core.features.plan_state import (
    PlanProjection,
    PlanStateError,
    PlanView,
)
from dsh_core.models.protocol import ModelRequest
from dsh_core.models.script import Call, Facts, Instruction, Say, Script, Wait
from dsh_core.models.scripted import ScriptedModel
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.events import (
    COMMAND_DONE,
    COMMAND_RUN,
    PLAN_MODE,
    REQUEST_HEADER,
    TOOL_RESULT,
    USER_MESSAGE,
    Event,
)
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from tests.core.features.waiting import first

PRESENT = Call("exit_plan_mode", lambda _facts: '{"plan": "# P\\n\\nx"}')
ON = "The user switched this session to plan mode."
OFF = "The user switched this session back to the default mode."


class Recording(ScriptedModel):
    """A scripted model that keeps what it was asked."""

    def __init__(self, *instructions: Instruction) -> None:
        super().__init__(Script(instructions))
        self.requests: list[ModelRequest] = []

    def stream(self, request: ModelRequest, signal: Any) -> Any:
        self.requests.append(request)
        return super().stream(request, signal)

    @property
    def policies(self) -> list[bool]:
        """Whether each request had the section of plan mode."""
        return [DEFAULT_SECTION in request.system_text for request in self.requests]


def say(text: str) -> Say:
    return Say(lambda _facts: text)


class Session:
    """An agent, its table, and a tool that a test can hold."""

    def __init__(self, *instructions: Instruction, plan_mode: bool = False) -> None:
        self.model = Recording(*instructions)
        self.table = PendingRequests()
        self.gate = asyncio.Event()
        self.held = asyncio.Event()
        questions = UserQuestionService()
        questions.register_provider(self.table)
        self.source: LocalAgentSource = build_local_agent(
            model=self.model,
            questions=questions,
            tools=[ToolDefinition("hold", "", {"type": "object"}, self._hold)],
            plan_mode=plan_mode,
        )

    async def _hold(self, _arguments: object, _execution: ToolExecution) -> ToolOutput:
        self.held.set()
        await self.gate.wait()
        return ToolOutput("held")

    @property
    def plan(self) -> PlanMode:
        assert self.source.plan is not None
        return self.source.plan

    @property
    def state(self) -> PlanModeState:
        return self.plan.get(self.source.agent)

    async def __aenter__(self) -> Session:
        await self.source.start()
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.source.close()

    async def turn(self, text: str = "go") -> None:
        await self.source.prompt(text)
        await self.source.agent.wait_idle()

    def types(self) -> list[str]:
        return [event.type for event in self.source.events]

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.source.events if event.type == kind]

    def user_texts(self) -> list[str]:
        return [message_text(event.data) for event in self.of(USER_MESSAGE)]

    async def answer(self, selected: Sequence[str], custom: str | None = None) -> None:
        pending = await first(self.table)
        item = AnswerItem("plan-review", tuple(selected), custom)
        assert self.table.answer(pending.id, Answer((item,))).accepted


HOLD = Call("hold", lambda _facts: "{}")


async def test_a_selection_of_an_open_turn_waits_for_the_next_step() -> None:
    async with Session(HOLD, say("done")) as session:
        await session.source.prompt("go")
        await session.held.wait()
        assert session.plan.set(session.source.agent, True) == "queued"
        assert session.state == PlanModeState(False, True)
        assert session.of(PLAN_MODE) == []
        session.gate.set()
        await session.source.agent.wait_idle()
        assert session.state == PlanModeState(True)
        types = session.types()
        assert types.index(PLAN_MODE) < [i for i, t in enumerate(types) if t == "step/start"][1]
        assert session.user_texts() == ["go", ON]
        assert session.model.policies == [False, True]


async def test_a_selection_taken_back_in_time_says_nothing() -> None:
    async with Session(HOLD, say("done")) as session:
        await session.source.prompt("go")
        await session.held.wait()
        session.plan.set(session.source.agent, True)
        assert session.plan.set(session.source.agent, False) == "cancelled"
        assert session.plan.set(session.source.agent, False) == "noop"
        assert session.state == PlanModeState(False, False)
        session.gate.set()
        await session.source.agent.wait_idle()
        assert session.state == PlanModeState(False)
        assert session.of(PLAN_MODE) == []
        assert session.user_texts() == ["go"]


async def test_idle_changes_are_told_with_the_next_message_and_only_when_they_matter() -> None:
    async with Session(say("1"), Wait(), say("2"), Wait(), say("3")) as session:
        agent = session.source.agent
        assert session.plan.set(agent, True) == "committed"
        await session.turn("a")
        assert session.user_texts() == ["a"]  # the first prompt says so itself
        assert session.plan.set(agent, False) == "committed"
        assert session.source.status.state == "idle"
        await session.turn("b")
        assert session.user_texts() == ["a", OFF, "b"]
        await session.turn("c")
        assert session.model.policies == [True, False, False]


async def test_approval_leaves_plan_mode_silently() -> None:
    async with Session(PRESENT, say("working"), plan_mode=True) as session:
        await session.source.prompt("go")
        await session.answer(["Approve"])
        await session.source.agent.wait_idle()
        assert [event.data["active"] for event in session.of(PLAN_MODE)] == [True, False]
        assert session.user_texts() == ["go"]
        assert session.model.policies == [True, False]
        reasons = [event.data["reason"] for event in session.of(REQUEST_HEADER)]
        assert reasons == ["initial", "change"]


@pytest.mark.parametrize(
    ("selected", "custom", "meta"),
    [
        (["Approve"], None, {"plan": "approved"}),
        (["Keep planning"], None, {"plan": "refused"}),
        ([], "more", {"plan": "feedback", "feedback": "more"}),
        (None, None, {"plan": "discussed"}),
    ],
    ids=["approved", "refused", "feedback", "discussed"],
)
async def test_the_log_keeps_the_verdict_as_a_word(
    selected: list[str] | None, custom: str | None, meta: dict[str, str]
) -> None:
    async with Session(PRESENT, say("on"), plan_mode=True) as session:
        await session.source.prompt("go")
        if selected is None:
            assert session.table.cancel((await first(session.table)).id).accepted
        else:
            await session.answer(selected, custom)
        await session.source.agent.wait_idle()
        (event,) = session.of(TOOL_RESULT)
        assert event.data["meta"] == meta
        assert "error" not in event.data
        approved = meta == {"plan": "approved"}
        assert session.state == PlanModeState(not approved)


async def test_stopping_during_the_review_keeps_code_and_mode() -> None:
    async with Session(PRESENT, plan_mode=True) as session:
        await session.source.prompt("go")
        await first(session.table)
        await session.source.cancel()
        await session.source.agent.wait_idle()
        (event,) = session.of(TOOL_RESULT)
        assert event.data["error"] == {"name": "UserQuestionError", "code": "ASK_ABORTED"}
        assert "meta" not in event.data
        assert session.state == PlanModeState(True)


async def test_cancelling_the_task_of_a_review_is_an_abort() -> None:
    async with Session(plan_mode=True) as session:
        agent = session.source.agent
        execution = ToolExecution("c1", agent)
        run = agent.tools.run("exit_plan_mode", '{"plan": "# P"}', execution)
        task = asyncio.ensure_future(run)
        await first(session.table)
        task.cancel()
        outcome = await task
        assert outcome.error == {"name": "UserQuestionError", "code": "ASK_ABORTED"}
        assert session.table.requests == ()
        assert session.state == PlanModeState(True)


async def test_plan_with_words_steers_the_running_turn() -> None:
    async with Session(HOLD, say("done")) as session:
        await session.source.prompt("go")
        await session.held.wait()
        outcome = await session.source.run_command("/plan  think first ")
        assert outcome is not None
        assert outcome.text is not None
        assert outcome.text.startswith("Entering plan mode")
        session.gate.set()
        await session.source.agent.wait_idle()
        assert session.user_texts() == ["go", "think first", ON]


async def test_only_off_leaves() -> None:
    async with Session(say("1"), plan_mode=True) as session:
        await session.source.run_command("/plan offline work")
        await session.source.agent.wait_idle()
        assert session.state.active
        assert session.user_texts() == ["offline work"]
        outcome = await session.source.run_command("/plan   off\n")
        assert outcome is not None
        assert (outcome.ok, outcome.text) == (True, "Plan mode off.")


async def test_off_takes_no_images() -> None:
    async with Session(plan_mode=True) as session:
        command = session.plan.command()
        invocation = CommandInvocation(
            session.source.agent, " off", [{"type": "image"}], AbortController().signal
        )
        result = await command.run(invocation)
        assert result.kind == "error"
        assert result.text == "Image attachments cannot accompany /plan off."
        assert session.state == PlanModeState(True)


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ([("plan-review", ["Approve"], None)] * 2, "revise the plan"),
        ([("plan-review", ["Approve", "Keep planning"], None)], "revise the plan"),
        ([("other", ["Approve"], "words")], "revise the plan"),
        ([("plan-review", [], None)], "revise the plan"),
        ([("plan-review", ["Approve"], "")], "revise the plan"),
        ([("plan-review", ["approve"], None)], "revise the plan"),
        ([("plan-review", ["Approve"], "but")], "feedback: but"),
    ],
)
async def test_anything_but_one_clear_yes_keeps_planning(
    answers: list[tuple[str, list[str], str | None]], text: str
) -> None:
    items = tuple(AnswerItem(name, tuple(labels), words) for name, labels, words in answers)

    class Provider:
        async def ask(self, _request: object) -> Answer:
            return Answer(items)

    questions = UserQuestionService()
    questions.register_provider(Provider())
    model = Recording(PRESENT, say("on"))
    source = build_local_agent(model=model, questions=questions, plan_mode=True)
    await source.start()
    await source.prompt("go")
    await source.agent.wait_idle()
    assert source.plan is not None
    assert source.plan.get(source.agent) == PlanModeState(True)
    assert text in str(model.requests[-1].messages[-1])
    await source.close()


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("# A", True),
        ("#\nA", True),
        ("  \n# A\nb", True),
        ("\ufeff# A", True),
        ("#\tA", True),
        ("#", False),
        ("# ", False),
        ("## A", False),
        ("#A", False),
        ("", False),
        ("A # B", False),
    ],
)
def test_what_a_plan_looks_like(text: str, good: bool) -> None:
    assert is_plan(text) is good


def test_the_configuration_is_a_section_and_nothing_else() -> None:
    assert read_config({"section": " x "}) == " x "
    with pytest.raises(PlanModeConfigError, match="needs a string") as caught:
        read_config({"section": 3, "b": 1})
    assert caught.value.code == "BAD_PLAN_CONFIG"
    with pytest.raises(PlanModeConfigError, match=r"unknown key\(s\) b, a — config is"):
        read_config({"b": 1, "section": "s", "a": 2})
    with pytest.raises(PlanModeConfigError, match="non-empty"):
        PlanMode("\n\t")


def event(event_type: str, /, **data: object) -> Event:
    return Event(event_type, 0, 0, data)


def run(args: str, command: str = "c1", name: str = "plan") -> Event:
    return event(COMMAND_RUN, commandId=command, name=name, args=args)


def done(kind: str = "success", command: str = "c1") -> Event:
    return event(COMMAND_DONE, commandId=command, kind=kind)


@pytest.mark.parametrize(
    ("events", "view"),
    [
        ([], PlanView()),
        ([run("", name="other")], PlanView()),
        ([run(" off ")], PlanView()),
        ([run(""), done(command="c2")], PlanView(False, True)),
        ([run(""), done("error", "c2")], PlanView(False, True)),
        ([run(""), done("error")], PlanView()),
        ([run("x"), run(" off", "c2")], PlanView()),
        ([run("x"), run(" off", "c2"), done(command="c2")], PlanView()),
        ([event(PLAN_MODE, active=True), run("off"), done()], PlanView(True, True)),
        ([event(PLAN_MODE, active=True), run("on"), done()], PlanView(True, False)),
    ],
)
def test_the_projection(events: list[Event], view: PlanView) -> None:
    assert PlanProjection(events).view == view


@given(st.lists(st.sampled_from([run(""), run("off"), done(), done("error"), run("", "c2")])))
def test_a_commit_always_clears_what_is_pending(events: list[Event]) -> None:
    projection = PlanProjection(events)
    for active in (True, False):
        assert projection.apply(event(PLAN_MODE, active=active)) == PlanView(active, False)


def test_a_log_that_says_nothing_sensible_is_refused() -> None:
    with pytest.raises(PlanStateError, match="needs a boolean"):
        PlanProjection([event(PLAN_MODE, active="yes")])


def test_facts_are_not_needed_to_present() -> None:
    assert PRESENT.arguments(Facts()) == '{"plan": "# P\\n\\nx"}'
