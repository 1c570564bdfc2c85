from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest

from dsh_core.agents.agent import Agent
from dsh_core.agents.hooks import AgentView, Enter, Reject, StepDecision, StepProposal
from dsh_core.base.abort import AbortSignal
from dsh_core.models.protocol import (
    BlockEnd,
    BlockStart,
    Finish,
    ModelError,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import user_message
from dsh_core.tools.definition import ToolExecution, ToolOutput
from tests.core.agents.play import Play, StepModel, call, result, say

Rest = Callable[[], Awaitable[StepDecision]]


async def fine(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
    return ToolOutput("fine")


async def test_a_turn_in_the_log() -> None:
    play = Play(call("t"), say("done"))
    play.tool("t", fine)
    await play.run()
    assert play.types() == [
        "agent/inbox/spliced",
        "turn/start",
        "agent/inbox/spliced",
        "step/start",
        "user/message",
        "request/header",
        "request/context",
        "assistant/message",
        "tool/call",
        "tool/result",
        "step/end",
        "step/start",
        "assistant/message",
        "step/end",
        "turn/end",
    ]
    (shown,) = play.of("tool/result")
    assert result(shown)["content"] == [{"type": "text", "text": "fine"}]
    assert shown.source_event_seqs == (play.of("tool/call")[0].seq,)
    assert play.ends() == [{"kind": "completed"}]


async def test_a_message_names_its_chunks_and_keeps_blocks_and_usage() -> None:
    step = (
        BlockStart(0, "reasoning"),
        ReasoningDelta("hm", 0),
        BlockEnd(0),
        BlockStart(1, "text"),
        TextDelta("\ud83d", 1),
        TextDelta("\ude00 \udc00", 1),
        BlockEnd(1),
        Usage(3, 4),
        Finish(),
    )
    play = Play(step)
    await play.run()
    (event,) = play.of("assistant/message")
    assert event.source_event_seqs == tuple(e.seq for e in play.of("assistant/chunk"))
    assert event.data["usage"] == {"inputTokens": 3, "outputTokens": 4}
    message = event.data["message"]
    assert isinstance(message, dict)
    assert message["content"] == [
        {"type": "reasoning", "text": "hm"},
        {"type": "text", "text": "😀 \ufffd"},
    ]
    assert message["source"] == {"kind": "model", "provider": "test", "model": "steps"}


async def test_what_the_model_sees_is_what_is_logged() -> None:
    play = Play(call("t"), say("done"))
    play.tool("t", fine)
    await play.run()
    first, second = play.model.requests
    assert [message["role"] for message in first.messages] == ["user"]
    assert list(second.messages) == list(play.log.messages()[:3])
    assert [(r.turn, r.step, r.session_id) for r in play.model.requests] == [
        (1, 1, "s"),
        (1, 2, "s"),
    ]


async def test_headers_are_logged_when_they_are_new() -> None:
    play = Play()
    sections = {"plan": "", "base": "You help."}
    play.agent.prompt.add("plan", 50, lambda _agent: sections["plan"])
    play.agent.prompt.add("base", 10, lambda _agent: sections["base"])
    await play.run()
    await play.run()
    sections["plan"] = "Plan first."
    await play.run()
    again = Play(log=SessionLog("s", events=play.log.events))
    await again.run()
    other = StepModel()
    other.model = "other"
    again.agent.model = other
    await again.run()
    reasons = [event.data["reason"] for event in again.of("request/header")]
    assert reasons == ["initial", "change", "resume", "change"]
    assert [event.data["model"] for event in again.of("request/context")] == ["steps", "other"]
    system = [section.text for section in play.model.requests[-1].system]
    assert system == ["You help.", "Plan first."]
    assert play.model.requests[-1].system_text == "You help.\n\nPlan first."
    header = play.of("request/header")[1].data["header"]
    assert isinstance(header, dict)
    assert [section["name"] for section in header["system"]] == ["base", "plan"]


async def test_turns_are_counted_over_the_session() -> None:
    play = Play()
    await play.run()
    again = Play(log=SessionLog("s", events=play.log.events))
    await again.run()
    assert [event.data["turn"] for event in again.of("turn/start")] == [1, 2]


async def test_a_failing_model_ends_the_turn() -> None:
    play = Play((TextDelta("hal"), ModelError("overloaded", "OVERLOADED")))
    await play.run()
    assert play.ends() == [
        {"kind": "error", "error": {"message": "overloaded", "code": "OVERLOADED"}}
    ]
    assert play.types()[-2:] == ["step/end", "turn/end"]
    assert not play.of("assistant/message")
    await play.run("again")
    assert play.ends()[1] == {"kind": "completed"}


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ((TextDelta("a"),), "INCOMPLETE_STREAM"),
        ((TextDelta("a"), ToolCallDelta("{}", 0), Finish()), "BAD_STREAM"),
        ((ValueError("broken"),), "UNKNOWN"),
        ((asyncio.CancelledError(),), "STREAM_CANCELLED"),
    ],
)
async def test_a_broken_stream_is_an_error(
    step: tuple[TextDelta | BaseException, ...], code: str
) -> None:
    play = Play(step)
    await play.run()
    (end,) = play.ends()
    assert isinstance(end, dict)
    assert end["error"]["code"] == code


async def test_a_failed_turn_leaves_the_queue_to_the_next_wake() -> None:
    gate = asyncio.Event()
    play = Play((gate, ModelError("no", "X")))
    play.agent.followup("one")
    await asyncio.sleep(0)
    play.agent.followup("two")
    gate.set()
    await play.agent.wait_idle()
    assert len(play.agent.inbox.next_turn) == 1
    await play.run("three")
    assert play.said() == ["one", "two", "three"]


async def test_max_tokens_runs_no_tool_and_sticks() -> None:
    cut = (ToolCallDelta("{", 0, "c1", "t"), Finish("max-tokens"))
    play = Play(cut, say("after"))
    play.tool("t", fine)

    async def steer_once(agent: AgentView, _turn: int, _signal: AbortSignal) -> None:
        if len(play.model.requests) == 1:
            play.agent.steer("go on")

    play.agent.hooks.add_turn_stopping(steer_once)
    await play.run()
    assert not play.of("tool/call")
    assert play.types("step/start", "turn/end") == ["step/start", "step/start", "turn/end"]
    assert play.ends() == [{"kind": "max-tokens"}]


async def test_steering_before_the_turn_ends_runs_another_step() -> None:
    gate = asyncio.Event()
    play = Play((TextDelta("a"), gate, Finish()), say("b"))
    play.agent.followup("hi")
    await asyncio.sleep(0)
    play.agent.steer("and this")
    gate.set()
    await play.agent.wait_idle()
    assert play.said() == ["hi", "and this"]
    assert len(play.ends()) == 1


async def test_turn_stopping_listeners_run_one_after_another_until_nothing_is_steered() -> None:
    play, order = Play(), list[str]()

    async def first(agent: AgentView, _turn: int, _signal: AbortSignal) -> None:
        order.append("first")
        await asyncio.sleep(0)
        if len(order) < 3:
            play.agent.steer("more")

    async def second(_agent: AgentView, _turn: int, _signal: AbortSignal) -> None:
        order.append("second")

    play.agent.hooks.add_turn_stopping(first)
    dispose = play.agent.hooks.add_turn_stopping(second)
    await play.run()
    assert order == ["first", "second", "first", "second"]
    assert play.said() == ["hi", "more"]
    dispose()
    await play.run()
    assert order[4:] == ["first"]


async def test_followups_are_turns_of_their_own_in_order() -> None:
    play = Play()
    for text in ("one", "two", "three"):
        play.agent.followup(text)
    await play.agent.wait_idle()
    assert play.said() == ["one", "two", "three"]
    assert len(play.ends()) == 3


async def test_steering_an_idle_agent_opens_a_turn_with_what_was_injected() -> None:
    play = Play()
    play.agent.inject("context")
    play.agent.steer("go")
    play.agent.followup("later")
    await play.agent.wait_idle()
    assert play.said() == ["context", "go", "later"]
    assert len(play.ends()) == 1


async def test_a_pre_step_listener_adds_messages() -> None:
    play = Play()

    async def notice(proposal: StepProposal, rest: Rest) -> StepDecision:
        decision = await rest()
        assert isinstance(decision, Enter)
        assert proposal.messages == decision.messages
        return Enter((*decision.messages, user_message("a notice")))

    play.agent.hooks.add_pre_step(notice)
    await play.run()
    assert play.said() == ["hi", "a notice"]


async def test_a_pre_step_listener_blocks_a_turn() -> None:
    play = Play()

    async def no(_proposal: StepProposal, _rest: Rest) -> StepDecision:
        return Reject()

    dispose = play.agent.hooks.add_pre_step(no)
    play.agent.followup("one")
    play.agent.followup("two")
    await play.agent.wait_idle()
    assert play.ends() == [{"kind": "blocked"}]
    assert not play.of("step/start")
    assert len(play.agent.inbox.next_turn) == 1
    dispose()
    await play.run("three")
    assert play.said() == ["two", "three"]


async def test_a_turn_whose_message_was_taken_back_asks_no_model() -> None:
    play = Play()
    message_id = play.agent.followup("hi")
    assert play.agent.inbox.remove(message_id)
    await play.agent.wait_idle()
    assert play.ends() == [{"kind": "completed"}]
    assert not play.model.requests


async def test_a_failing_pre_step_listener_is_an_error_of_the_turn() -> None:
    play = Play()

    async def broken(_proposal: StepProposal, _rest: Rest) -> StepDecision:
        raise ValueError("listener")

    play.agent.hooks.add_pre_step(broken)
    await play.run()
    assert play.ends() == [{"kind": "error", "error": {"message": "listener", "code": "UNKNOWN"}}]


async def test_foreign_text_is_cleaned_at_the_door() -> None:
    play = Play((TextDelta("x\ud800"), ToolCallDelta('{"a":"\udfff"}', 1, "c1", "t"), Finish()))
    play.tool("t", fine)
    await play.run("in\udc00")
    assert play.said()[0] == "in\ufffd"
    assert play.of("tool/call")[0].data["arguments"] == '{"a":"\ufffd"}'
    assert play.ends() == [{"kind": "completed"}]


async def test_two_agents_may_share_tools_and_hooks() -> None:
    play = Play(say("one"))
    other = Agent("o", SessionLog("o"), StepModel(say("two")), play.tools, hooks=play.agent.hooks)
    play.agent.followup("a")
    other.followup("b")
    await play.agent.wait_idle()
    await other.wait_idle()
    assert play.said() == ["a"]
    assert len(other.session.messages()) == 2
