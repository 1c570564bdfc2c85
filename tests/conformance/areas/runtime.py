"""The agent runtime: the registry, the loop, the log, and the abort rules of a tool call."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dsh_core.agents.agent import Agent
from dsh_core.agents.registry import AgentRegistry, AgentRegistryError
from dsh_core.base.abort import AbortController
from dsh_core.features.ask_user import register_ask_user
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, QuestionRequest
from dsh_core.session.events import (
    ASSISTANT_MESSAGE,
    STEP_START,
    TOOL_CALL,
    TOOL_RESULT,
    TURN_END,
    TURN_START,
    USER_MESSAGE,
    Event,
)
from dsh_core.session.log import ReentrantAppendError, SessionLog
from dsh_core.session.messages import message_text
from dsh_core.session.repair import repaired
from dsh_core.session.transcript import ToolEntry, TranscriptFold
from dsh_core.tools.definition import ToolExecution
from dsh_core.tools.registry import ToolRegistry
from tests.conformance.agent_world import (
    ANSWER,
    ASK,
    Step,
    StepModel,
    World,
    call,
    collapsed,
    in_order,
    result_of,
    say,
    source_of,
)
from tests.conformance.vectors import Handler, UnknownOperationError, Vector, keys, one_of


async def loop(vector: Vector) -> None:
    given, when = vector.given, vector.when
    keys(given, "model", "pending", "calls", "status")
    if "status" in given:
        return await idle(vector)
    model = StepModel(*_script(given))
    world = World(model)
    steps = [when] if isinstance(when, dict) else when
    waits_first = "pending" in given or "calls" in given
    if waits_first:
        await world.open_question()
    else:
        world.agents.register(world.agent)
        if not any(step["do"] == "followup" for step in steps):
            world.agent.followup("hi")
    for step in steps:
        await _do(world, step)
    await world.agent.wait_idle()
    _expect(world, vector.expect)


def _script(given: Any) -> list[Step]:
    """Read what the model does, one entry a request.

    `pending` and `calls` set up an agent whose question is already open; in `calls` a
    `write` that would run after it stands in the same message. After its script the
    model says one more text, so that a wrong further request shows.
    """
    if "pending" in given:
        one_of(given["pending"], "ask_user_question")
        return [call("ask_user_question"), say("after")]
    if "calls" in given:
        assert one_of(given["calls"], ["ask (pending)", "write (not started)"])
        return [call("ask_user_question", "write"), say("after")]
    known = {
        "tool-call ask_user_question": call("ask_user_question"),
        "text DONE": say("DONE"),
        "two ask_user_question calls in one message": call(
            "ask_user_question", "ask_user_question"
        ),
        "tool-call cut at max-tokens": call("ask_user_question", finish="max-tokens"),
    }
    return [known[one_of(words, *known)] for words in given["model"]]


async def _do(world: World, step: dict[str, Any]) -> None:
    keys(step, "do", "text", "cause", "keepInbox")
    match step["do"]:
        case "followup":
            world.agent.followup(step.get("text", "hi"))
        case "steer":
            world.agent.steer(step["text"])
        case "answer" | "answer 1" | "answer 2":
            await world.answer()
        case "inject":
            world.agent.inject(step.get("text", "context"))
        case "form cancel":
            await world.until_asked()
            assert world.pending.cancel(world.pending.requests[0].id).accepted
        case "cancel":
            world.agent.cancel(step["cause"], keep_inbox=step.get("keepInbox", False))
        case other:
            raise UnknownOperationError(f"unknown step {other}")


def _expect(world: World, expect: Any) -> None:
    checks: dict[str, Callable[[Any], None]] = {
        "events": lambda value: _same(collapsed(world.types()), value),
        "turn_end": lambda value: _same(world.turn_end(), value),
        "order": lambda value: in_order(_named_for(world, value), value),
        "model_called_again": lambda value: _same(len(world.model.requests) > 1, value),
        "tool_result": lambda value: _same(result_of(world.results()[0]), value),
        "second_call": lambda value: _second_call(world, value),
        "turns": lambda value: _same(world.types().count(TURN_START), value),
        "second_turn_message": lambda value: _same(_turn_message(world, 2), value),
        "tool_call_events": lambda value: _same(world.types().count(TOOL_CALL), value),
    }
    keys(expect, *checks)
    for name, value in expect.items():
        checks[name](value)


def _named_for(world: World, expected: list[str]) -> list[str]:
    """Write events the way the vector does: with or without the number of the call."""
    if any(re.match(r"tool/(call|result) [0-9]", name) for name in expected):
        return world.order
    return [
        " ".join([name.split(" ")[0], *name.split(" ")[2:]])
        if name.startswith(("tool/call", "tool/result"))
        else name
        for name in world.order
    ]


def _second_call(world: World, value: dict[str, Any]) -> None:
    keys(value, "events", "text", "error")
    assert "write ran" not in world.order
    events = [event for event in world.log.events if event.type in (TOOL_CALL, TOOL_RESULT)]
    second = [
        event
        for event in events
        if (event.data.get("callId") or ("message" in event.data and source_of(event)["callId"]))
        == "c2"
    ]
    assert [event.type for event in second] == value["events"]
    assert result_of(second[-1]) == {"text": value["text"], "error": value["error"]}


def _turn_message(world: World, turn: int) -> str:
    started = [e.seq for e in world.log.events if e.type == TURN_START][turn - 1]
    later = (e for e in world.log.events[started:] if e.type == USER_MESSAGE)
    return message_text(next(later).data)


def _same(seen: object, expected: object) -> None:
    assert seen == expected


async def idle(vector: Vector) -> None:
    """Look at an agent nobody has spoken to right after its input, before any task has run."""
    keys(vector.given, "status")
    one_of(vector.given["status"], "idle")
    keys(vector.expect, "status", "inbox")
    world = World(StepModel())
    for step in [vector.when] if isinstance(vector.when, dict) else vector.when:
        one_of(step["do"], "followup", "steer", "inject", "cancel")
        await _do(world, step)
    lists = {"next-step": world.agent.inbox.next_step, "next-turn": world.agent.inbox.next_turn}
    found: dict[str, object] = {"status": world.agent.status}
    waiting = [name for name, messages in lists.items() if messages]
    if waiting:
        (found["inbox"],) = waiting
    await asyncio.sleep(0)
    assert world.agent.status == found["status"]
    await world.agent.wait_idle()
    assert bool(world.model.requests) is (found["status"] == "running")
    assert found == vector.expect


def registry(vector: Vector) -> None:
    keys(vector.given)
    steps = [vector.when] if isinstance(vector.when, dict) else vector.when
    agents, error = AgentRegistry(), None
    made: dict[str, Agent] = {}
    detach: dict[str, Callable[[], None]] = {}
    for step in steps:
        keys(step, "do", "id", "owner", "sessionId")
        name = step["id"]
        if one_of(step["do"], "enter", "detach") == "detach":
            detach[name]()
            continue
        log = SessionLog(str(step.get("sessionId", name)))
        made[name] = Agent(name, log, StepModel(), ToolRegistry())
        owner = step.get("owner")
        try:
            detach[name] = agents.enter(made[name], made[owner] if owner else None)
        except AgentRegistryError as caught:
            error = caught.message
    checks: dict[str, Callable[[], object]] = {
        "roots": lambda: [agent.id for agent in agents.roots()],
        "list": lambda: [agent.id for agent in agents.list()],
        "isOwnedBy(kid,root)": lambda: agents.is_owned_by("kid", made["root"]),
        "error": lambda: error,
    }
    keys(vector.expect, *checks)
    for name, value in vector.expect.items():
        assert checks[name]() == value


async def log_area(vector: Vector) -> None:
    keys(vector.when, "op")
    match vector.when["op"]:
        case "model_call":
            await child_refusal(vector)
        case "append inside an event observer":
            reentrant(vector)
        case "load after crash":
            crash(vector)
        case "answer a question":
            await no_question_event(vector)
        case other:
            raise UnknownOperationError(f"unknown operation {other}")


async def child_refusal(vector: Vector) -> None:
    keys(vector.given, "agent")
    one_of(vector.given["agent"], "owned child")
    keys(vector.expect, "tool_result_event", "surfaceOp", "sourceEventSeqs")
    world = World(StepModel(call("ask_user_question")))
    owner = Agent("owner", SessionLog("owner"), StepModel(), world.tools)
    world.agents.enter(owner, None)
    world.agents.enter(world.agent, owner)
    world.agent.followup("hi")
    await world.agent.wait_idle()
    (event,) = world.results()
    call_seq = next(e.seq for e in world.log.events if e.type == TOOL_CALL)
    expected = dict(vector.expect["tool_result_event"])
    message = expected["message"]
    message["source"]["callId"] = message["content"][0]["toolCallId"] = "c1"
    seen = event.data["message"]
    assert isinstance(seen, dict)
    assert {key: seen[key] for key in message} == message
    assert event.data["error"] == expected["error"]
    assert event.surface_op == vector.expect["surfaceOp"]
    assert vector.expect["sourceEventSeqs"] == ["<seq of tool/call>"]
    assert event.source_event_seqs == (call_seq,)


def reentrant(vector: Vector) -> None:
    keys(vector.given)
    keys(vector.expect, "error")
    log, caught = SessionLog("s"), []

    def observer(_event: Event) -> None:
        try:
            log.append("session/title", {"title": "again"})
        except ReentrantAppendError as error:
            caught.append(error.message)

    log.subscribe(observer)
    log.append("session/title", {"title": "once"})
    assert caught == [vector.expect["error"]]
    assert len(log.events) == 1


def crash(vector: Vector) -> None:
    keys(vector.given, "log_tail")
    keys(vector.expect, "synthesised", "form_restored")
    log, place = SessionLog("s"), {"turn": 1, "step": 1}
    block = {"type": "tool-call", "id": "c1", "name": "ask_user_question", "arguments": ASK}
    data: dict[str, dict[str, Any]] = {
        "turn/start": {"turn": 1},
        STEP_START: place,
        "assistant/message(tool-call)": {
            **place,
            "message": {"id": "m", "role": "assistant", "content": [block]},
        },
        TOOL_CALL: {**place, "callId": "c1", "name": "ask_user_question", "arguments": ASK},
    }
    for name in vector.given["log_tail"]:
        kind = ASSISTANT_MESSAGE if name.startswith(ASSISTANT_MESSAGE) else name
        log.append(kind, data[one_of(name, *data)])
    loaded = SessionLog("s", events=repaired(log.events))
    added = loaded.events[len(log.events) :]
    assert [_described(event) for event in added] == vector.expect["synthesised"]
    assert vector.expect["form_restored"] is False
    for row in (e for e in TranscriptFold(loaded).entries if isinstance(e, ToolEntry)):
        assert (row.name, row.state) == ("ask_user_question", "error")
        assert row.ask is not None
        assert row.ask.answers is None


def _described(event: Event) -> str:
    if event.type == TOOL_RESULT:
        error = event.data["error"]
        assert isinstance(error, dict)
        return f"{event.type} error {error['code']}"
    if event.type == TURN_END:
        reason = event.data["reason"]
        assert isinstance(reason, dict)
        return f"{event.type} {reason['kind']}"
    return event.type


async def no_question_event(vector: Vector) -> None:
    keys(vector.given)
    keys(vector.expect, "events_added_by_the_seam", "evidence")
    world = World(StepModel(call("ask_user_question")))
    await world.open_question()
    before = len(world.log.events)
    await world.answer()
    added = [event.type for event in world.log.events[before:]]
    assert added == vector.expect["events_added_by_the_seam"]
    await world.agent.wait_idle()
    assert vector.expect["evidence"] == ["tool/call.arguments", "tool/result.message"]
    asked = next(e for e in world.log.events if e.type == TOOL_CALL)
    assert asked.data["arguments"] == ASK
    assert '"selected":["yes"]' in result_of(world.results()[0])["text"]
    assert not [name for name in world.types() if name.startswith("question")]


@dataclass
class LateProvider:
    """Answers, but only when the signal fires."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0

    async def ask(self, request: QuestionRequest) -> Answer:
        self.calls += 1
        fired = asyncio.Event()
        assert request.signal is not None
        request.signal.add_listener(fired.set)
        self.asked.set()
        await fired.wait()
        return ANSWER


async def tool_abort(vector: Vector) -> None:
    keys(vector.given, "signal", "provider")
    keys(vector.when, "op")
    keys(vector.expect, "isError", "text", "error", "provider_calls")
    one_of(vector.when["op"], "model_call", "abort_while_pending")
    abort, tools, questions = AbortController(), ToolRegistry(), UserQuestionService()
    register_ask_user(tools, questions)
    execution = ToolExecution("c1", None, abort.signal)
    provider = LateProvider()
    if "signal" in vector.given:
        one_of(vector.given["signal"], "aborted before dispatch")
        questions.register_provider(provider)
        abort.abort()
        outcome = await tools.run("ask_user_question", ASK, execution)
        assert provider.calls == vector.expect["provider_calls"]
    else:
        words = one_of(
            vector.given["provider"],
            "rejects ASK_ABORTED on abort",
            "answers although the signal fired",
        )
        pending = PendingRequests(require_agent=False)
        rejects = words.startswith("rejects")
        questions.register_provider(pending if rejects else provider)
        pending.subscribe(lambda _event: provider.asked.set())
        running = asyncio.create_task(tools.run("ask_user_question", ASK, execution))
        await provider.asked.wait()
        asked = len(pending.requests) if rejects else provider.calls
        abort.abort()
        outcome = await running
        assert asked == vector.expect.get("provider_calls", 1)
    assert outcome.is_error is vector.expect["isError"]
    assert outcome.text == vector.expect["text"]
    assert outcome.error == vector.expect["error"]


HANDLERS: dict[str, Handler] = {
    "runtime.loop": loop,
    "runtime.registry": registry,
    "runtime.log": log_area,
    "tool.abort": tool_abort,
}
