"""What is logged of a question, and what a log that was cut off says when it is loaded."""

from __future__ import annotations

import json
from typing import Any

from dsh_core.agents.agent import Agent
from dsh_core.session.events import (
    ASSISTANT_MESSAGE,
    STEP_START,
    TOOL_CALL,
    TOOL_RESULT,
    TURN_END,
    Event,
)
from dsh_core.session.log import ReentrantAppendError, SessionLog
from dsh_core.session.repair import repaired
from dsh_core.session.transcript import ToolEntry, TranscriptFold
from tests.conformance.agent_world import ASK, StepModel, World, call, result_of
from tests.conformance.vectors import Handler, Vector, compare, keys, one_of, operation, word


async def log_area(vector: Vector) -> None:
    words = ("model_call", "append inside an event observer", "load after crash")
    match operation(vector, *words, "answer a question"):
        case "model_call":
            await child_refusal(vector)
        case "append inside an event observer":
            reentrant(vector)
        case "load after crash":
            crash(vector)
        case _:
            await no_question_event(vector)


async def child_refusal(vector: Vector) -> None:
    keys(vector.given, "agent")
    word(vector.given, "agent", "owned child")
    world = World(StepModel(call("ask_user_question")))
    owner = Agent("owner", SessionLog("owner"), StepModel(), world.tools)
    world.agents.enter(owner, None)
    world.agents.enter(world.agent, owner)
    world.agent.followup("hi")
    await world.agent.wait_idle()
    (event,) = world.results()
    call_seq = next(e.seq for e in world.log.events if e.type == TOOL_CALL)
    # The vector names what is made up in each run in brackets.
    message = json.loads(json.dumps(event.data["message"]).replace('"c1"', '"<id>"'))
    assert message.pop("id")
    names = {call_seq: "<seq of tool/call>"}
    found = {
        "tool_result_event": {"message": message, "error": event.data["error"]},
        "surfaceOp": event.surface_op,
        "sourceEventSeqs": [names.get(seq, seq) for seq in event.source_event_seqs or ()],
    }
    compare(vector, found)


def reentrant(vector: Vector) -> None:
    keys(vector.given)
    log, caught = SessionLog("s"), []

    def observer(_event: Event) -> None:
        try:
            log.append("session/title", {"title": "again"})
        except ReentrantAppendError as error:
            caught.append(error.message)

    log.subscribe(observer)
    log.append("session/title", {"title": "once"})
    (error,) = caught
    compare(vector, {"error": error})
    assert len(log.events) == 1


def crash(vector: Vector) -> None:
    keys(vector.given, "log_tail")
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
    # A form is never restored: what was asked comes back as a row that failed.
    found = {"synthesised": [_described(event) for event in added], "form_restored": False}
    compare(vector, found)
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
    world = World(StepModel(call("ask_user_question")))
    await world.open_question()
    before = len(world.log.events)
    await world.answer()
    added = [event.type for event in world.log.events[before:]]
    await world.agent.wait_idle()
    evidence = ["tool/call.arguments", "tool/result.message"]
    compare(vector, {"events_added_by_the_seam": added, "evidence": evidence})
    asked = next(e for e in world.log.events if e.type == TOOL_CALL)
    assert asked.data["arguments"] == ASK
    assert '"selected":["yes"]' in result_of(world.results()[0])["text"]
    assert not [name for name in world.types() if name.startswith("question")]


HANDLERS: dict[str, Handler] = {"runtime.log": log_area}
