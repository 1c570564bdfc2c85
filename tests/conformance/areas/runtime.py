"""The agent runtime: the registry, the loop, and the abort rules of a tool call."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
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
    TOOL_CALL,
    TOOL_RESULT,
    TURN_START,
    USER_MESSAGE,
)
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
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
from tests.conformance.vectors import (
    Handler,
    UnknownOperationError,
    Vector,
    compare,
    flag,
    is_same,
    keys,
    one_of,
    operation,
    word,
)


async def loop(vector: Vector) -> None:
    given = vector.given
    keys(given, "model", "pending", "calls", "status")
    if len(given) != 1:
        raise UnknownOperationError(f"one situation a vector, not {sorted(given)}")
    if "status" in given:
        return await idle(vector)
    world = World(StepModel(*_script(given)))
    if "model" not in given:
        await world.open_question()
    else:
        world.agents.register(world.agent)
        if not _speaks(vector.steps):
            world.agent.followup("hi")
    for step in vector.steps:
        await _do(world, step)
    await world.agent.wait_idle()
    _expect(world, vector.expect)


def _speaks(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the vector itself says what the agent is told; else it is told `hi` before."""
    words = [step.get("do") for step in steps]
    return words[:1] in (["steer"], ["inject"]) or "followup" in words


def _script(given: Any) -> list[Step]:
    """Read what the model does, one entry a request.

    `pending` and `calls` set up an agent whose question is already open; in `calls` a
    `write` that would run after it stands in the same message. After its script the
    model says one more text, so that a wrong further request shows.
    """
    if "pending" in given:
        word(given, "pending", "ask_user_question")
        return [call("ask_user_question"), say("after")]
    if "calls" in given:
        word(given, "calls", ["ask (pending)", "write (not started)"])
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


STEPS = {
    **dict.fromkeys(("followup", "steer", "inject"), ("text",)),
    **dict.fromkeys(("answer", "answer 1", "answer 2", "form cancel"), ()),
    "cancel": ("cause", "keepInbox"),
}
"""What may be said of each step."""
CAUSES = {"user": (), "parent": (), "hook": ("reason",), "disposed": ()}


async def _do(world: World, step: Mapping[str, Any]) -> None:
    do = word(step, "do", *STEPS)
    keys(step, "do", *STEPS[do])
    match do:
        case "followup":
            world.agent.followup(step.get("text", "hi"))
        case "steer":
            world.agent.steer(step.get("text", "hi"))
        case "inject":
            world.agent.inject(step.get("text", "context"))
        case "form cancel":
            await world.until_asked()
            assert world.pending.cancel(world.pending.requests[0].id).accepted
        case "cancel":
            keep = flag(step, "keepInbox", False)
            world.agent.cancel(_cause(step["cause"]), keep_inbox=keep)
        case _:
            await world.answer(None if do == "answer" else int(do.removeprefix("answer ")))


def _cause(cause: Any) -> dict[str, Any]:
    keys(cause, "kind", "reason")
    kind = word(cause, "kind", *CAUSES)
    keys(cause, "kind", *CAUSES[kind])
    return dict(cause)


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
    assert is_same(seen, expected), f"found {seen}, expected {expected}"


async def idle(vector: Vector) -> None:
    """Look at an agent nobody has spoken to right after its input, before any task has run."""
    keys(vector.given, "status")
    word(vector.given, "status", "idle")
    world = World(StepModel())
    for step in vector.steps:
        word(step, "do", "followup", "steer", "inject", "cancel")
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
    compare(vector, found, "inbox")


def registry(vector: Vector) -> None:
    keys(vector.given)
    agents, error = AgentRegistry(), None
    made: dict[str, Agent] = {}
    detach: dict[str, Callable[[], None]] = {}
    for step in vector.steps:
        name = step["id"]
        if word(step, "do", "enter", "detach") == "detach":
            keys(step, "do", "id")
            detach[name]()
            continue
        keys(step, "do", "id", "owner", "sessionId")
        log = SessionLog(str(step.get("sessionId", name)))
        made[name] = Agent(name, log, StepModel(), ToolRegistry())
        owner = step.get("owner")
        try:
            detach[name] = agents.enter(made[name], None if owner is None else made[owner])
        except AgentRegistryError as caught:
            error = caught.message
    found: dict[str, object] = {
        "roots": [agent.id for agent in agents.roots()],
        "list": [agent.id for agent in agents.list()],
        "error": error,
    }
    if "root" in made:
        found["isOwnedBy(kid,root)"] = agents.is_owned_by("kid", made["root"])
    compare(vector, found, "isOwnedBy(kid,root)")


@dataclass
class LateProvider:
    """Passes the question on to a table; without one it answers when the signal fires."""

    table: PendingRequests | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0

    async def ask(self, request: QuestionRequest) -> Answer:
        self.calls += 1
        fired = asyncio.Event()
        assert request.signal is not None
        request.signal.add_listener(fired.set)
        self.asked.set()
        if self.table is not None:
            return await self.table.ask(request)
        await fired.wait()
        return ANSWER


async def tool_abort(vector: Vector) -> None:
    keys(vector.given, "signal", "provider")
    before = "signal" in vector.given
    if before:
        word(vector.given, "signal", "aborted before dispatch")
    rejects, answers = "rejects ASK_ABORTED on abort", "answers although the signal fired"
    words = one_of(vector.given.get("provider", answers if before else None), rejects, answers)
    # Without an aborted signal there is nothing to see but what an abort does.
    operation(vector, "abort_while_pending", *(["model_call"] if before else []))
    abort, tools, questions = AbortController(), ToolRegistry(), UserQuestionService()
    register_ask_user(tools, questions)
    provider = LateProvider(PendingRequests(require_agent=False) if words == rejects else None)
    questions.register_provider(provider)
    if before:
        abort.abort()
    call = tools.run("ask_user_question", ASK, ToolExecution("c1", None, abort.signal))
    running = asyncio.create_task(call)
    if not before:
        await provider.asked.wait()
        abort.abort()
    outcome = await running
    found = {"isError": outcome.is_error, "text": outcome.text, "error": outcome.error}
    compare(vector, {**found, "provider_calls": provider.calls})


HANDLERS: dict[str, Handler] = {
    "runtime.loop": loop,
    "runtime.registry": registry,
    "tool.abort": tool_abort,
}
