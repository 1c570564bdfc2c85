from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dsh_core.agents.agent import Agent, AgentClosedError
from dsh_core.agents.hooks import StepDecision, StepProposal
from dsh_core.agents.registry import AgentRegistry, current_agent
from dsh_core.base.errors import HarnessError
from dsh_core.models.protocol import Finish, ReasoningDelta, TextDelta, ToolCallDelta
from dsh_core.session.inbox import InboxLists
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text, user_message
from dsh_core.session.repair import closing_events
from dsh_core.tools.definition import ToolExecution, ToolOutput
from dsh_core.tools.registry import ToolRegistry
from tests.core.agents.play import Play, StepModel, call, say, settle
from tests.support.machines import machine_settings

Rest = Callable[[], Awaitable[StepDecision]]

STOPPED = {"kind": "aborted", "reason": {"kind": "user"}}


def streaming() -> Play:
    """An agent whose first answer never ends by itself."""
    half = (
        ReasoningDelta("hm", 0),
        TextDelta("half an", 1),
        ToolCallDelta('{"a', 2, "c1", "t"),
        asyncio.Event(),
        Finish(),
    )
    return Play(half)


async def test_status_runs_from_the_waking_call_on() -> None:
    play, seen = Play(), list[str]()
    remove = play.agent.subscribe(seen.append)
    play.agent.subscribe(lambda _status: 1 / 0)  # type: ignore[arg-type]
    assert play.agent.status == "idle"
    play.agent.followup("hi")
    assert (play.agent.status, seen) == ("running", ["running"])
    await play.agent.wait_idle()
    assert (play.agent.status, seen) == ("idle", ["running", "idle"])
    remove()
    await play.run()
    assert len(seen) == 2


async def test_a_stop_keeps_what_was_said_and_drops_half_a_call() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.cancel()
    await play.agent.wait_idle()
    (event,) = play.of("assistant/message")
    assert event.data["interrupted"] is True
    message = event.data["message"]
    assert isinstance(message, dict)
    assert [block["type"] for block in message["content"]] == ["reasoning", "text"]
    assert play.types()[-3:] == ["assistant/message", "step/end", "turn/end"]
    assert play.ends() == [STOPPED]


async def test_a_stop_before_anything_was_said_saves_no_message() -> None:
    play = Play((asyncio.Event(),))
    play.agent.followup("hi")
    await settle()
    play.agent.cancel()
    await play.agent.wait_idle()
    assert not play.of("assistant/message")
    assert play.ends() == [STOPPED]


async def test_the_first_cause_wins() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.cancel({"kind": "hook", "reason": "budget"})
    play.agent.cancel({"kind": "user"})
    await play.agent.wait_idle()
    assert play.ends() == [{"kind": "aborted", "reason": {"kind": "hook", "reason": "budget"}}]


async def test_a_model_that_fails_because_of_the_stop_was_stopped() -> None:
    play = Play()

    class Fails(StepModel):
        async def stream(self, request, signal):  # type: ignore[no-untyped-def]
            yield TextDelta("a")
            try:
                await asyncio.Event().wait()
            finally:
                raise ConnectionError("closed")

    play.agent.model = Fails()
    play.agent.followup("hi")
    await settle()
    play.agent.cancel()
    await play.agent.wait_idle()
    assert play.ends() == [STOPPED]
    assert play.of("assistant/message")[0].data["interrupted"] is True


async def test_a_stop_clears_the_inbox_or_keeps_it() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.followup("queued")
    play.agent.cancel(keep_inbox=True)
    await play.agent.wait_idle()
    assert len(play.agent.inbox.next_turn) == 1
    play.agent.cancel()
    assert not play.agent.inbox.has_pending
    assert play.of("agent/inbox/spliced")[-1].data["outcome"] == "canceled"


async def test_waking_input_after_a_stop_opens_the_next_turn() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.cancel()
    play.agent.steer("instead")
    play.agent.inject("by the way")
    assert len(play.agent.inbox.next_turn) == 1
    await play.agent.wait_idle()
    assert play.said() == ["hi", "by the way", "instead"]
    assert play.ends() == [STOPPED, {"kind": "completed"}]


async def test_a_second_stop_takes_back_the_wake_unless_the_inbox_is_kept() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.cancel()
    play.agent.steer("instead")
    play.agent.cancel()
    await play.agent.wait_idle()
    assert play.ends() == [STOPPED]
    assert not play.agent.inbox.has_pending


async def test_closing_ends_the_turn_and_keeps_the_queue_for_the_next_run() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    play.agent.followup("queued")
    await play.agent.close()
    assert play.ends() == [{"kind": "aborted", "reason": {"kind": "disposed"}}]
    assert play.agent.closed
    with pytest.raises(AgentClosedError):
        play.agent.followup("late")
    again = Play(log=SessionLog("s", events=play.log.events))
    await again.run("new")
    assert again.said() == ["hi", "queued", "new"]


async def test_closing_cancels_a_tool_that_does_not_listen_and_logs_its_end() -> None:
    play, ended = Play(call("deaf", "deaf")), list[str]()

    async def deaf(_arguments: Mapping[str, object], execution: ToolExecution) -> ToolOutput:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(execution.call_id)
        return ToolOutput("never")

    play.tool("deaf", deaf)
    play.agent.followup("hi")
    await settle()
    await play.agent.close(grace=0)
    assert ended == ["c1"]
    assert play.calls() == ["call c1", "result c1", "call c2", "result c2"]
    assert play.ends() == [{"kind": "aborted", "reason": {"kind": "disposed"}}]
    assert closing_events(play.log.events) == ()


async def test_closing_logs_what_a_cancelled_tool_says_of_its_end() -> None:
    play = Play(call("asking"))

    async def asking(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError as error:
            raise HarnessError("cut", "CUT") from error
        return ToolOutput("never")

    play.tool("asking", asking)
    play.agent.followup("hi")
    await settle()
    await play.agent.close(grace=0)
    (result,) = play.of("tool/result")
    assert result.data["error"] == {"name": "HarnessError", "code": "CUT"}
    assert play.ends() == [{"kind": "aborted", "reason": {"kind": "disposed"}}]


async def test_closing_an_idle_agent_or_twice_is_quiet() -> None:
    play = Play()
    await play.agent.close()
    await play.agent.close()
    assert not play.log.events


async def test_nothing_is_left_running() -> None:
    play = streaming()
    play.agent.followup("hi")
    await settle()
    await play.agent.close()
    gc.collect()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_messages_keep_their_ids_or_get_one() -> None:
    play = Play()
    assert play.agent.followup(user_message("a", message_id="m1")) == "m1"
    bare = {"role": "user", "content": [{"type": "text", "text": "b"}], "source": {"kind": "user"}}
    fresh = play.agent.inject(bare)
    assert fresh not in ("", "m1")
    await play.agent.wait_idle()
    assert [event.data["id"] for event in play.of("user/message")] == [fresh, "m1"]


async def test_an_agent_made_in_a_turn_is_owned_by_whose_turn_it_is() -> None:
    agents, play = AgentRegistry(), Play(call("spawn"))
    agents.register(play.agent)

    async def spawn(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        assert current_agent.get() is play.agent
        child = Agent("kid", SessionLog("kid"), StepModel(say("child")), ToolRegistry())
        agents.register(child)
        child.followup("work")
        await child.wait_idle()
        return ToolOutput("spawned")

    play.tool("spawn", spawn)
    await play.run()
    assert [agent.id for agent in agents.roots()] == ["s"]
    assert agents.is_owned_by("kid", play.agent)
    assert current_agent.get() is None


class AgentMachine(RuleBasedStateMachine):
    """Any mix of input and stops: the log stays whole and every prompt is heard or cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.play = self.runner.run(self._make())
        self.sent: list[str] = []

    async def _make(self) -> Play:
        play = Play()

        async def tool(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
            await asyncio.sleep(0)
            return ToolOutput("ok")

        async def late(_proposal: StepProposal, rest: Rest) -> StepDecision:
            await asyncio.sleep(0)
            return await rest()

        play.tool("t", tool)
        play.tool("s", tool, safe=True)
        play.agent.hooks.add_pre_step(late)
        return play

    def teardown(self) -> None:
        self.runner.run(self.play.agent.close())
        self.runner.close()
        assert closing_events(self.play.log.events) == ()
        super().teardown()

    def _send(self, verb: str) -> None:
        text = f"m{len(self.sent)}"
        self.sent.append(text)

        async def send() -> None:
            getattr(self.play.agent, verb)(text)

        self.runner.run(send())

    @rule(names=st.lists(st.sampled_from(["t", "s", "gone"]), max_size=3))
    def script(self, names: list[str]) -> None:
        self.play.model.steps.append(call(*names) if names else say("x"))

    @rule(verb=st.sampled_from(["followup", "steer", "inject"]))
    def send(self, verb: str) -> None:
        self._send(verb)

    @rule(keep=st.booleans())
    def stop(self, keep: bool) -> None:
        self.play.agent.cancel(keep_inbox=keep)

    @rule(turns=st.integers(1, 30))
    def let_run(self, turns: int) -> None:
        async def spin() -> None:
            for _ in range(turns):
                await asyncio.sleep(0)

        self.runner.run(spin())

    @precondition(lambda self: self.sent)
    @rule()
    def finish(self) -> None:
        self.runner.run(self.play.agent.wait_idle())
        assert self.play.agent.status == "idle"
        assert not self.play.agent.inbox.claimed
        assert closing_events(self.play.log.events) == ()

    @invariant()
    def boundaries_nest(self) -> None:
        open_turn = open_step = None
        for event in self.play.log.events:
            match event.type:
                case "turn/start":
                    assert open_turn is None
                    open_turn = event.data["turn"]
                case "step/start":
                    assert open_step is None
                    assert event.data["turn"] == open_turn
                    open_step = event.data["step"]
                case "step/end":
                    assert event.data["step"] == open_step
                    open_step = None
                case "turn/end":
                    assert open_step is None
                    assert event.data["turn"] == open_turn
                    open_turn = None

    @invariant()
    def nothing_is_lost_or_said_twice(self) -> None:
        inbox, texts = self.play.agent.inbox, self.play.said()
        waiting = (*inbox.next_turn, *inbox.next_step, *inbox.claimed)
        texts += [message_text(message) for message in waiting]
        texts += self._cancelled()
        assert sorted(texts) == sorted(self.sent)

    def _cancelled(self) -> list[str]:
        """What splices took back, told from the log alone."""
        lists, texts = InboxLists(), list[str]()
        for event in self.play.of("agent/inbox/spliced"):
            removed = lists.apply(event.data)
            if event.data.get("outcome") == "canceled":
                texts += [message_text(message) for message in removed]
        return texts


TestAgentMachine = AgentMachine.TestCase
TestAgentMachine.settings = machine_settings(steps=25)
