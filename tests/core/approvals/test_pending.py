from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from dsh_core.approvals.pending import (
    ApprovalEvent,
    ApprovalRequested,
    ApprovalResolved,
    PendingApproval,
    PendingApprovals,
)
from dsh_core.approvals.types import DECISIONS, OUTCOMES, ApprovalRequest, Decision, Outcome
from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.clock import ManualClock


@dataclass(eq=False)
class Agent:
    id: str = "s1"
    name: str = "Ada"


class Desk:
    def __init__(self) -> None:
        self.table = PendingApprovals(clock=ManualClock(3.0))
        self.log: list[ApprovalEvent] = []
        self.table.subscribe(self.log.append)

    async def ask(self, signal: AbortSignal | None = None) -> asyncio.Task[Outcome]:
        request = ApprovalRequest("shell", Agent(), "call-1", "needs root", "rm x", signal)
        task = asyncio.ensure_future(self.table.request(request))
        await asyncio.sleep(0)
        return task

    @property
    def only(self) -> PendingApproval:
        (pending,) = self.table.requests
        return pending

    @property
    def outcomes(self) -> list[str]:
        return [event.outcome for event in self.log if isinstance(event, ApprovalResolved)]


def test_there_is_no_always() -> None:
    assert OUTCOMES == ("allowed-once", "rejected", "cancelled", "unavailable")
    assert DECISIONS == ("allowed-once", "rejected")


def test_a_request_is_itself() -> None:
    assert ApprovalRequest("shell") != ApprovalRequest("shell")


@pytest.mark.parametrize("decision", DECISIONS)
async def test_a_decision_ends_the_wait(decision: Decision) -> None:
    desk = Desk()
    task = await desk.ask()
    pending = desk.only
    assert (pending.agent_id, pending.agent_name, pending.asked_at) == ("s1", "Ada", 3.0)
    assert desk.table.get(pending.id) is pending
    assert desk.table.decide(pending.id, decision).accepted
    assert desk.table.requests == ()
    assert not task.done()
    assert await task == decision
    assert desk.log == [ApprovalRequested(pending), ApprovalResolved(pending, decision)]


async def test_the_first_decision_wins() -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.ask(controller.signal)
    approval_id = desk.only.id
    desk.table.decide(approval_id, "rejected")
    for late in (
        desk.table.decide(approval_id, "allowed-once"),
        desk.table.cancel(approval_id),
        desk.table.decide("nobody", "rejected"),
    ):
        assert (late.accepted, late.reason) == (False, "not-pending")
    controller.abort()
    desk.table.dispose()
    assert await task == "rejected"
    assert desk.outcomes == ["rejected"]


@pytest.mark.parametrize("word", ["cancelled", "unavailable", "allowed-always", ""])
async def test_what_no_person_can_say_is_refused(word: str) -> None:
    desk = Desk()
    task = await desk.ask()
    receipt = desk.table.decide(desk.only.id, word)  # type: ignore[arg-type]
    assert (receipt.accepted, receipt.reason) == (False, "bad-response")
    desk.table.decide(desk.only.id, "allowed-once")
    assert await task == "allowed-once"


@pytest.mark.parametrize("end", ["cancel", "abort", "dispose"])
async def test_going_away_is_cancelled(end: str) -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.ask(controller.signal)
    if end == "cancel":
        assert desk.table.cancel(desk.only.id).accepted
    elif end == "abort":
        controller.abort()
    else:
        desk.table.dispose()
    assert await task == "cancelled"
    assert desk.outcomes == ["cancelled"]


async def test_what_never_enters() -> None:
    desk = Desk()
    controller = AbortController()
    controller.abort()
    assert await (await desk.ask(controller.signal)) == "cancelled"
    desk.table.dispose()
    assert await (await desk.ask()) == "cancelled"
    assert desk.log == []


async def test_cancelling_the_waiting_task() -> None:
    desk = Desk()
    task = await desk.ask()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (desk.table.requests, desk.outcomes) == ((), ["cancelled"])


async def test_without_an_agent() -> None:
    pending = PendingApproval("x", ApprovalRequest("shell"), 0.0)
    assert (pending.agent_id, pending.agent_name) == (None, None)
