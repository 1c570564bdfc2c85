"""A turn that ends between claiming its input and starting its step loses none of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from dsh_core.agents.hooks import StepDecision, StepProposal
from dsh_core.session.inbox import InboxLists
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text, user_message
from dsh_core.tools.definition import ToolExecution, ToolOutput
from tests.core.agents.play import Play, call, settle

STOPPED = {"kind": "aborted", "reason": {"kind": "user"}}


class Held:
    """An agent with a listener that holds back one step until it is let go."""

    def __init__(self, play: Play, step: int = 1) -> None:
        self.play = play
        self.step = step
        self.go = asyncio.Event()
        play.agent.hooks.add_pre_step(self._hold)

    async def _hold(
        self, proposal: StepProposal, rest: Callable[[], Awaitable[StepDecision]]
    ) -> StepDecision:
        if proposal.step == self.step:
            await self.go.wait()
        return await rest()

    async def let_go(self) -> None:
        self.go.set()
        await self.play.agent.wait_idle()

    def waiting(self) -> tuple[list[str], list[str]]:
        """What waits for a step and what for a turn; the log has to tell the same."""
        inbox, lists = self.play.agent.inbox, InboxLists(self.play.log.events)
        assert (lists.get("next-step"), lists.get("next-turn")) == (
            inbox.next_step,
            inbox.next_turn,
        )
        return (
            [message_text(message) for message in inbox.next_step],
            [message_text(message) for message in inbox.next_turn],
        )


async def held(*, step: int = 1) -> Held:
    """An agent that has claimed `context` and `first`, and has `later` still waiting."""
    agent = Held(Play(), step)
    agent.play.agent.inject("context")
    agent.play.agent.followup("first")
    agent.play.agent.followup("later")
    await settle()
    assert agent.waiting() == ([], ["later"])
    return agent


async def test_a_stop_that_keeps_the_inbox_puts_the_claimed_back_in_their_places() -> None:
    agent = await held()
    agent.play.agent.inject("more context")
    agent.play.agent.cancel(keep_inbox=True)
    await agent.let_go()
    assert agent.play.ends() == [STOPPED]
    assert not agent.play.said()
    assert agent.waiting() == (["context", "more context"], ["first", "later"])
    await agent.play.run("last")
    assert agent.play.said() == ["context", "more context", "first", "later", "last"]


async def test_a_stop_cancels_the_claimed_with_the_rest_of_the_inbox() -> None:
    agent = await held()
    agent.play.agent.cancel()
    assert agent.waiting() == ([], [])
    await agent.let_go()
    assert agent.waiting() == ([], [])
    canceled = [
        event.data["removedCount"]
        for event in agent.play.of("agent/inbox/spliced")
        if event.data.get("outcome") == "canceled"
    ]
    assert canceled == [1, 2]
    await agent.play.run("new")
    assert agent.play.said() == ["new"]


async def test_a_second_stop_may_cancel_what_the_first_kept() -> None:
    agent = await held()
    agent.play.agent.cancel(keep_inbox=True)
    agent.play.agent.cancel()
    await agent.let_go()
    assert agent.waiting() == ([], [])


async def test_waking_input_after_the_stop_comes_after_what_was_claimed() -> None:
    agent = await held()
    agent.play.agent.cancel(keep_inbox=True)
    agent.play.agent.steer("instead")
    await agent.let_go()
    assert agent.play.said() == ["context", "first", "later", "instead"]


async def test_what_was_claimed_for_a_later_step_waits_for_a_step_again() -> None:
    agent = Held(Play(call("t")), step=2)

    async def body(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        agent.play.agent.steer("on the way")
        return ToolOutput("ok")

    agent.play.tool("t", body)
    agent.play.agent.followup("first")
    await settle()
    agent.play.agent.cancel(keep_inbox=True)
    await agent.let_go()
    assert agent.waiting() == (["on the way"], [])
    assert agent.play.said() == ["first"]


async def test_closing_keeps_the_claimed_for_the_next_run() -> None:
    agent = await held()
    await agent.play.agent.close(grace=0)
    assert agent.waiting() == (["context"], ["first", "later"])
    again = Play(log=SessionLog("s", events=agent.play.log.events))
    await again.run("new")
    assert again.said() == ["context", "first", "later", "new"]


async def test_a_listener_that_fails_does_not_cost_the_input() -> None:
    play = Play()

    async def broken(
        _proposal: StepProposal, _rest: Callable[[], Awaitable[StepDecision]]
    ) -> StepDecision:
        raise ValueError("listener")

    remove = play.agent.hooks.add_pre_step(broken)
    await play.run("first")
    assert [message_text(message) for message in play.agent.inbox.next_turn] == ["first"]
    remove()
    await play.run("second")
    assert play.said() == ["first", "second"]


async def test_a_claimed_message_that_was_sent_again_waits_once() -> None:
    agent = Held(Play())
    agent.play.agent.followup(user_message("first", message_id="m"))
    await settle()
    agent.play.agent.followup(user_message("first", message_id="m"))
    agent.play.agent.cancel(keep_inbox=True)
    await agent.let_go()
    assert agent.waiting() == ([], ["first"])
