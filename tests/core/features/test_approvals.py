"""Approvals: the policy, the chain of answerers, and what is shown of a call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from dsh_core.approvals.pending import PendingApprovals
from dsh_core.approvals.types import ApprovalRequest, Outcome
from dsh_core.base.abort import AbortController
from dsh_core.features.approvals import ApprovalOutsideTurnError, ApprovalService
from dsh_core.session.events import TURN_END, TURN_START, JsonObject
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import Ask, Decision, PlannedCall, ToolRegistry
from tests.core.features.waiting import first


@dataclass(eq=False)
class Agent:
    session: SessionLog = field(default_factory=lambda: SessionLog("a"))
    injected: list[str] = field(default_factory=list)
    name: str = "builder"

    def __post_init__(self) -> None:
        self.session.append(TURN_START, {"turn": 1})

    @property
    def id(self) -> str:
        return self.session.id

    def inject(self, message: JsonObject) -> None:
        self.injected.append(message_text(message))

    def data(self, kind: str) -> list[dict[str, object]]:
        return [dict(event.data) for event in self.session.events if event.type == kind]


def saying(outcome: Outcome | None) -> Any:
    async def answerer(
        _request: ApprovalRequest, following: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        return await following() if outcome is None else outcome

    return answerer


async def test_the_newest_answerer_decides_or_delegates() -> None:
    service, agent = ApprovalService(), Agent()
    service.add_answerer(saying("rejected"))
    dispose = service.add_answerer(saying("allowed-once"))
    service.add_answerer(saying(None))
    assert await service.request(ApprovalRequest("t", agent)) == "allowed-once"
    dispose()
    dispose()
    assert await service.request(ApprovalRequest("t", agent)) == "rejected"


async def test_what_is_logged_of_a_request() -> None:
    service, agent = ApprovalService(), Agent()
    service.add_answerer(saying("allowed-once"))
    await service.request(ApprovalRequest("t", agent, call_id="c1", reason="why"))
    (asked,) = agent.data("approval/asked")
    assert asked == {"id": asked["id"], "toolName": "t", "callId": "c1", "reason": "why"}
    assert agent.data("approval/decided") == [{"id": asked["id"], "outcome": "allowed-once"}]
    await service.request(ApprovalRequest("t", agent))
    assert set(agent.data("approval/asked")[1]) == {"id", "toolName"}


async def test_a_reason_that_cannot_be_written_is_asked_all_the_same() -> None:
    service, agent = ApprovalService(), Agent()
    service.add_answerer(saying("allowed-once"))
    assert await service.request(ApprovalRequest("t", agent, reason="why \udcff")) == "allowed-once"
    (asked,) = agent.data("approval/asked")
    assert asked["reason"] == "why \ufffd"


async def test_a_closed_turn_has_nobody_to_ask_for() -> None:
    service, agent = ApprovalService(), Agent()
    agent.session.append(TURN_END, {"turn": 1, "reason": {"kind": "completed"}})
    with pytest.raises(ApprovalOutsideTurnError) as caught:
        await service.request(ApprovalRequest("t", agent))
    assert caught.value.message.startswith("approval.request() outside an open turn:")
    assert agent.data("approval/asked") == []


async def test_a_late_answer_is_discarded_and_its_answerer_ended() -> None:
    service, agent, abort = ApprovalService(), Agent(), AbortController()
    begun, ended = asyncio.Event(), asyncio.Event()

    async def slow(_request: ApprovalRequest, _next: object) -> Outcome:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return "allowed-once"

    service.add_answerer(slow)
    task = asyncio.ensure_future(service.request(ApprovalRequest("t", agent, signal=abort.signal)))
    await begun.wait()
    abort.abort()
    assert await task == "cancelled"
    await asyncio.wait_for(ended.wait(), 1)


async def test_a_cancelled_task_leaves_a_decision_in_the_log() -> None:
    table = PendingApprovals()
    service, agent = ApprovalService(table), Agent()
    task = asyncio.ensure_future(service.request(ApprovalRequest("t", agent)))
    await first(table)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [each["outcome"] for each in agent.data("approval/decided")] == ["cancelled"]
    await asyncio.sleep(0)
    assert table.requests == ()


async def test_the_table_is_asked_and_its_decision_counts() -> None:
    table = PendingApprovals()
    service, agent = ApprovalService(table), Agent()
    request = ApprovalRequest("t", agent)
    task = asyncio.ensure_future(service.request(request))
    await first(table)
    assert table.requests[0].request is request
    assert table.requests[0].agent_name == "builder"
    table.decide(table.requests[0].id, "rejected")
    assert await task == "rejected"


async def test_the_policy_is_the_sessions_last_word() -> None:
    service, agent = ApprovalService(), Agent()
    service.add_answerer(saying("allowed-once"))
    assert service.policy(agent) == "ask"
    assert service.set_policy(agent, "never")
    assert not service.set_policy(agent, "never")
    assert agent.injected == [
        'The approval policy changed from "ask" to "never" (changed by the user).'
    ]
    assert await service.request(ApprovalRequest("t", agent)) == "rejected"
    assert service.set_policy(agent, "ask")
    assert await service.request(ApprovalRequest("t", agent)) == "allowed-once"
    assert ApprovalService(policy="never").policy(Agent()) == "never"
    agent.session.append("approval/policy", {"policy": "sometimes"})
    assert service.policy(agent) == "ask"


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        ({"command": "rm -rf build"}, "rm -rf build"),
        ({}, None),
        ({"command": "ls", "cwd": "/"}, '{\n  "command": "ls",\n  "cwd": "/"\n}'),
        ({"text": "é"}, '{\n  "text": "é"\n}'),
    ],
    ids=["command", "nothing", "more", "other"],
)
async def test_a_person_sees_all_of_what_would_be_done(
    arguments: Mapping[str, object], body: str | None
) -> None:
    table, tools, agent, ran = PendingApprovals(), ToolRegistry(), Agent(), []
    dispose = ApprovalService(table).attach(tools)

    async def execute(given: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        ran.append(given)
        return ToolOutput("done")

    async def gate(_call: PlannedCall, _next: Callable[[], Awaitable[Decision]]) -> Decision:
        return Ask("because")

    tools.register(ToolDefinition("shell", "", {"type": "object"}, execute))
    tools.add_gate(gate)
    task = asyncio.ensure_future(tools.run("shell", arguments, ToolExecution("c1", agent)))
    await first(table)
    request = table.requests[0].request
    assert (request.tool_name, request.call_id) == ("shell", "c1")
    assert (request.reason, request.body) == ("because", body)
    table.decide(table.requests[0].id, "allowed-once")
    assert (await task).text == "done"
    assert ran == [arguments]
    dispose()
    dispose()
    refused = await tools.run("shell", arguments, ToolExecution("c2", agent))
    assert refused.text == "Error: because"


async def test_stopping_the_turn_is_not_a_refusal() -> None:
    table, tools, agent, abort = PendingApprovals(), ToolRegistry(), Agent(), AbortController()
    ApprovalService(table).attach(tools)

    async def execute(_given: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        raise AssertionError("it must not run")

    async def gate(_call: PlannedCall, _next: Callable[[], Awaitable[Decision]]) -> Decision:
        return Ask()

    tools.register(ToolDefinition("shell", "", {"type": "object"}, execute))
    tools.add_gate(gate)
    execution = ToolExecution("c1", agent, abort.signal)
    task = asyncio.ensure_future(tools.run("shell", "{}", execution))
    await first(table)
    abort.abort()
    assert (await task).text == "Error: tool call aborted before dispatch"
    assert [each["outcome"] for each in agent.data("approval/decided")] == ["cancelled"]
