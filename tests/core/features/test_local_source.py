"""The in-process agent as an `AgentSource`."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dsh_core.agents.registry import AgentRegistry
from dsh_core.agents.source import (
    AgentSource,
    CommandSpec,
    PlanState,
    QueuedMessage,
    SourceError,
    SourceStatus,
)
from dsh_core.approvals.pending import PendingApprovals
from dsh_core.features.commands import Command, CommandInvocation, CommandResult
from dsh_core.features.local_source import LocalAgentSource, build_local_agent
from dsh_core.models.script import Call, Instruction, Say, Script, Wait
from dsh_core.models.scripted import ScriptedModel
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text, user_message
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import Ask
from tests.core.features.waiting import first

ASK = Call("ask_user_question", lambda _facts: '{"questions":[{"id":"a","question":"A?"}]}')


def say(text: str) -> Say:
    return Say(lambda _facts: text)


def build(*instructions: Instruction, **options: Any) -> LocalAgentSource:
    questions = options.pop("questions", None) or UserQuestionService()
    return build_local_agent(
        model=ScriptedModel(Script(instructions)), questions=questions, **options
    )


def texts(source: LocalAgentSource) -> list[str]:
    return [message_text(e.data) for e in source.events if e.type == "user/message"]


async def test_it_is_a_source_and_enters_the_registry_when_it_starts() -> None:
    questions = UserQuestionService()
    local = build(say("hi"), questions=questions, name="builder")
    source: AgentSource = local
    agents = questions.agents
    assert isinstance(agents, AgentRegistry)
    assert source.status.state == "starting"
    assert agents.roots() == []
    await source.start()
    await source.start()
    assert [agent.id for agent in agents.roots()] == [source.id]
    assert source.name == "builder"
    assert source.status == SourceStatus("idle", (), PlanState(False))
    assert await source.older(10) == ()
    await source.close()
    await source.close()
    assert agents.roots() == []
    assert local.status.state == "closed"


async def test_nothing_is_taken_before_the_start_and_after_the_end() -> None:
    source = build(say("hi"))
    with pytest.raises(SourceError, match="has not been started"):
        await source.prompt("x")
    await source.start()
    await source.close()
    for verb in (
        source.prompt("x"),
        source.steer("x"),
        source.run_command("/plan"),
        source.start(),
    ):
        with pytest.raises(SourceError):
            await verb
    with pytest.raises(SourceError):
        await source.set_plan_mode(True)
    assert texts(source) == []


async def test_a_question_is_asked_answered_and_its_answer_logged() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    source = build(ASK, say("thanks"), questions=questions)
    await source.start()
    await source.prompt("go")
    pending = await first(table)
    assert pending.agent_id == source.id
    table.answer(pending.id, Answer((AnswerItem("a", (), "yes"),)))
    await source.agent.wait_idle()
    results = [e for e in source.events if e.type == "tool/result"]
    assert '{"answers":[{"id":"a","selected":[],"custom":"yes"}]}' in str(results[0].data).replace(
        "\\\\", "\\"
    )
    await source.close()


async def test_two_agents_share_a_service_and_close_alone() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    one, two = (build(ASK, say("k"), questions=questions) for _ in range(2))
    for source in (one, two):
        await source.start()
        await source.prompt("go")
        await asyncio.sleep(0.01)
    assert [each.agent_id for each in table.requests] == [one.id, two.id]
    await one.close()
    assert [each.agent_id for each in table.requests] == [two.id]
    await two.close()
    assert table.requests == ()
    foreign = UserQuestionService(agents=AgentsOfAnotherKind())
    with pytest.raises(TypeError):
        build(questions=foreign)


class AgentsOfAnotherKind:
    def get(self, _agent_id: str, /) -> object | None:
        return None

    def roots(self) -> list[object]:
        return []


async def test_status_tells_of_turns_queue_and_plan_mode() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    source = build(ASK, say("k"), say("next"), questions=questions)
    told: list[SourceStatus] = []
    remove = source.subscribe_status(told.append)
    await source.start()
    await source.prompt("one")
    pending = await first(table)
    await source.prompt("two")
    await source.steer("now")
    assert await source.set_plan_mode(True) == "queued"
    await asyncio.sleep(0)
    assert told[-1].state == "running"
    assert [(each.text, each.target) for each in told[-1].queue] == [
        ("now", "next-step"),
        ("two", "next-turn"),
    ]
    assert told[-1].plan == PlanState(False, True)
    remove()
    remove()
    count = len(told)
    table.cancel(pending.id)
    await source.agent.wait_idle()
    assert len(told) == count
    assert source.status == SourceStatus("idle", (), PlanState(True))
    assert told == [status for i, status in enumerate(told) if i == 0 or status != told[i - 1]]
    await source.close()


async def test_what_is_queued_can_be_changed_and_taken_back() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    source = build(ASK, say("a"), Wait(), say("b"), questions=questions)
    await source.start()
    await source.prompt("one")
    pending = await first(table)
    source.agent.followup(
        user_message([{"type": "image", "data": "x"}, {"type": "text", "text": "old"}])
    )
    await source.prompt("gone")
    old, gone = source.status.queue
    assert isinstance(old, QueuedMessage)
    assert await source.edit_queued(old.id, "new\nwords")
    assert not await source.edit_queued("nobody", "x")
    assert await source.remove_queued(gone.id)
    assert not await source.remove_queued(gone.id)
    table.cancel(pending.id)
    await source.agent.wait_idle()
    assert texts(source) == ["one", "new\nwords"]
    assert "image" in str([e.data for e in source.events if e.type == "user/message"][1])
    await source.close()


async def test_stopping_keeps_the_queue() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    source = build(ASK, say("k"), questions=questions)
    await source.start()
    await source.prompt("one")
    await first(table)
    await source.prompt("two")
    await source.cancel()
    await source.agent.wait_idle()
    assert [each.text for each in source.status.queue] == ["two"]
    assert table.requests == ()
    await source.close()


async def test_commands_are_listed_run_and_ended_with_the_source() -> None:
    source = build(say("k"))
    assert await source.commands() == [
        CommandSpec("plan", "Enter or leave plan mode", "[off|message]")
    ]
    await source.start()
    begun = asyncio.Event()

    async def wait(invocation: CommandInvocation) -> CommandResult:
        ended = asyncio.Event()
        invocation.signal.add_listener(ended.set)
        begun.set()
        await ended.wait()
        return CommandResult("success", "ended")

    async def broken(_invocation: CommandInvocation) -> CommandResult:
        raise ValueError("no such thing")

    source.command_registry.register(Command("wait", "", wait))
    source.command_registry.register(Command("broken", "", broken))
    with pytest.raises(SourceError, match="no such thing"):
        await source.run_command("/broken")
    assert await source.run_command("/nope") is None
    assert await source.run_command("plain words") is None
    running = asyncio.ensure_future(source.run_command("/wait"))
    await begun.wait()
    await source.close()
    outcome = await running
    assert outcome is not None
    assert outcome.text == "ended"


async def test_a_line_is_a_command_or_a_message() -> None:
    source = build(say("k"), Wait(), say("k"))
    await source.start()
    outcome = await source.enter("/plan")
    assert outcome is not None
    assert outcome.ok
    assert await source.enter("/nope") is None
    await source.agent.wait_idle()
    assert texts(source) == ["/nope"]
    await source.close()


async def test_without_plan_mode_there_is_none() -> None:
    source = build(say("k"), plan_section=None)
    await source.start()
    assert source.status.plan is None
    assert await source.commands() == []
    with pytest.raises(SourceError, match="no plan mode"):
        await source.set_plan_mode(True)
    assert source.agent.tools.get("exit_plan_mode") is None
    await source.close()


async def test_approvals_are_answered_through_the_source() -> None:
    table = PendingApprovals()

    async def execute(_arguments: object, _execution: ToolExecution) -> ToolOutput:
        return ToolOutput("ran")

    async def gate(_call: object, _next: object) -> Ask:
        return Ask("why")

    source = build(
        *[Call("t", lambda _facts: "{}")] * 3,
        approvals=table,
        tools=[ToolDefinition("t", "", {"type": "object"}, execute)],
        gates=[gate],
    )
    await source.start()
    await source.prompt("go")
    for outcome in ("allowed-once", "rejected", "cancelled"):
        pending = await first(table)
        assert await source.answer_approval(pending.id, outcome)
        assert not await source.answer_approval(pending.id, "rejected")
        await asyncio.sleep(0.01)
    await source.agent.wait_idle()
    decided = [e.data["outcome"] for e in source.events if e.type == "approval/decided"]
    assert decided == ["allowed-once", "rejected", "cancelled"]
    await source.close()
    without = build()
    assert not await without.answer_approval("x", "rejected")


async def test_a_session_left_in_the_middle_is_closed_and_gone_on_with() -> None:
    table, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(table)
    source = build(ASK, questions=questions, plan_mode=True)
    await source.start()
    await source.prompt("one")
    await first(table)
    crashed = list(source.events)
    await source.close()

    questions = UserQuestionService()
    again = build(
        say("back"), questions=questions, log=SessionLog(source.id, events=crashed), plan_mode=False
    )
    assert [e.type for e in again.events][-3:] == ["tool/result", "step/end", "turn/end"]
    await again.start()
    assert again.status.plan == PlanState(True)
    await again.prompt("two")
    await again.agent.wait_idle()
    assert again.events[-1].data["reason"] == {"kind": "completed"}
    await again.close()


async def test_one_id_lives_once() -> None:
    questions = UserQuestionService()
    one = build(questions=questions, log=SessionLog("s"))
    two = build(questions=questions, log=SessionLog("s"))
    await one.start()
    with pytest.raises(SourceError, match="cannot be started"):
        await two.start()
    await two.close()
    assert questions.agents is not None
    assert questions.agents.get("s") is one.agent
    await one.close()
