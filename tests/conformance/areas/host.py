"""The table of pending requests, its wire, and what a session waits for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from dsh_core.approvals.pending import PendingApprovals
from dsh_core.approvals.types import ApprovalRequest
from dsh_core.base.abort import AbortController
from dsh_core.form.waiting import status
from dsh_core.questions.pending import (
    PendingEvent,
    PendingRequests,
    Receipt,
    Requested,
    Resolved,
)
from dsh_core.questions.types import Answer, AnswerItem, QuestionRequest
from dsh_core.questions.wire import (
    WireError,
    parse_question,
    parse_questions,
    respond,
)
from tests.conformance.areas.seam import SHIP, FakeAgent, outcome_of, request_of
from tests.conformance.vectors import Handler, UnknownOperationError, Vector, compare, keys, word

SKIP = Answer((AnswerItem("ship"),))
"""An answer to `SHIP`."""


@dataclass
class Host:
    """A table with one pending request, and what was published about it."""

    table: PendingRequests
    controller: AbortController
    task: asyncio.Task[Answer]
    events: list[PendingEvent]

    @property
    def id(self) -> str:
        assert isinstance(self.events[0], Requested)
        return self.events[0].pending.id


async def host_with(session: str, questions: Any) -> Host:
    table = PendingRequests()
    events: list[PendingEvent] = []
    table.subscribe(events.append)
    controller = AbortController()
    request = QuestionRequest(parse_questions(questions), FakeAgent(session), controller.signal)
    task = asyncio.ensure_future(table.ask(request))
    await asyncio.sleep(0)
    return Host(table, controller, task, events)


def receipt_value(receipt: Receipt) -> dict[str, Any]:
    if receipt.accepted:
        return {"accepted": True}
    return {"accepted": False, "reason": receipt.reason}


async def host_respond(vector: Vector) -> None:
    keys(vector.given, "pending")
    pending = vector.given["pending"]
    keys(pending, "rpcId", "sessionId", "questions")
    host = await host_with(pending["sessionId"], pending["questions"])
    host_id = host.id
    receipts: list[dict[str, Any]] = []
    for step in vector.steps:
        if "do" in step:
            keys(step, "do")
            if word(step, "do", "dispose", "abort") == "dispose":
                host.table.dispose()
            else:
                host.controller.abort()
            continue
        keys(step, "rpcId", "result")
        request_id = host_id if step["rpcId"] == pending["rpcId"] else step["rpcId"]
        receipts.append(receipt_value(respond(host.table, request_id, step["result"])))
    await asyncio.sleep(0)
    still_pending = host.table.get(host_id) is not None
    assert host.task.done() is not still_pending
    found = {
        "receipts": receipts,
        "still_pending": still_pending,
        "resolved_frames": [
            {"type": "question/resolved", "outcome": event.outcome}
            for event in host.events
            if isinstance(event, Resolved)
        ],
        "ask_settled": None if still_pending else await outcome_of(host.task),
    }
    host.task.cancel()
    await asyncio.wait([host.task])
    compare(vector, found)


async def host_lifecycle(vector: Vector) -> None:
    op = word(vector.step, "op", "ask", "respond valid")
    if op == "ask":
        keys(vector.given)
        keys(vector.step, "op", "request")
        table = PendingRequests()
        frames: list[PendingEvent] = []
        table.subscribe(frames.append)
        request = request_of(vector.step["request"], None)
        found = await outcome_of(asyncio.ensure_future(table.ask(request)))
        compare(vector, {**found, "frames": frames}, "answer", "error")
        return
    keys(vector.given, "pending")
    keys(vector.step, "op")
    (_,) = vector.given["pending"]
    host = await host_with("s1", SHIP)
    order: list[str] = []

    def on_event(event: PendingEvent) -> None:
        if not host.table.requests:
            order.append("entry removed")
        if isinstance(event, Resolved):
            order.append("question/resolved broadcast")

    async def tool_call() -> None:
        await host.task
        order.append("tool/result appended")

    host.task.add_done_callback(lambda _: order.append("ask promise resolved"))
    host.table.subscribe(on_event)
    call = asyncio.ensure_future(tool_call())
    await asyncio.sleep(0)
    assert host.table.answer(host.id, SKIP).accepted
    await call
    compare(vector, {"order": order})


def host_wire(vector: Vector) -> None:
    keys(vector.given)
    keys(vector.step, "op", "payload")
    word(vector.step, "op", "parse_item")
    try:
        parse_question(vector.step["payload"])
    except WireError:
        valid = False
    else:
        valid = True
    compare(vector, {"valid": valid})


async def identity_core(vector: Vector) -> None:
    keys(vector.given, "rpcId")
    host = await host_with("s1", SHIP)
    for step in vector.steps:
        keys(step, "do", "type", "questionRpcId", "outcome")
        word(step, "do", "frame")
        word(step, "type", "question/resolved")
        same = step["questionRpcId"] == vector.given["rpcId"]
        request_id = host.id if same else step["questionRpcId"]
        if word(step, "outcome", "answered", "cancelled") == "answered":
            host.table.answer(request_id, SKIP)
        else:
            host.table.cancel(request_id)
    found = {"form_mounted": host.table.get(host.id) is not None}
    host.table.dispose()
    await asyncio.wait([host.task])
    compare(vector, found)


@dataclass
class Waits:
    """Both tables of one session, and the asks that wait in them."""

    questions: PendingRequests = field(default_factory=PendingRequests)
    approvals: PendingApprovals = field(default_factory=PendingApprovals)
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)

    async def question_requested(self, questions: Any = SHIP) -> None:
        request = QuestionRequest(parse_questions(questions), FakeAgent("s1"))
        self.tasks.append(asyncio.ensure_future(self.questions.ask(request)))
        await asyncio.sleep(0)

    async def approval_requested(self) -> None:
        request = ApprovalRequest("shell", FakeAgent("s1"))
        self.tasks.append(asyncio.ensure_future(self.approvals.request(request)))
        await asyncio.sleep(0)

    async def step(self, step: Any) -> None:
        if step.get("do") == "requested":
            keys(step, "do", "questions")
            await self.question_requested(step["questions"])
            return
        keys(step, "do")
        match step.get("do"):
            case "question requested":
                await self.question_requested()
            case "approval requested":
                await self.approval_requested()
            case "resolved" | "question resolved":
                self.questions.cancel(self.questions.requests[0].id)
            case "approval resolved":
                self.approvals.decide(self.approvals.requests[0].id, "rejected")
            case unknown:
                raise UnknownOperationError(f"unknown step {unknown!r}")


async def client_pending(vector: Vector) -> None:
    keys(vector.given)
    waits = Waits()
    statuses: list[str | None] = []
    for step in vector.steps:
        await waits.step(step)
        key = status(waits.questions.requests, waits.approvals.requests)
        statuses.append(None if key is None else key.removeprefix("status."))
    waits.questions.dispose()
    waits.approvals.dispose()
    await asyncio.gather(*waits.tasks, return_exceptions=True)
    compare(vector, {"status_after_each": statuses})


HANDLERS: dict[str, Handler] = {
    "host.respond": host_respond,
    "host.lifecycle": host_lifecycle,
    "host.wire": host_wire,
    "form.identity/core": identity_core,
    "client.pending": client_pending,
}
