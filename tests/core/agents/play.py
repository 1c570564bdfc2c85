"""A tiny model and agent for the loop's tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

from dsh_core.agents.agent import Agent
from dsh_core.base.abort import AbortSignal
from dsh_core.models.protocol import Chunk, Finish, ModelRequest, TextDelta, ToolCallDelta
from dsh_core.session.events import ASSISTANT_CHUNK, TOOL_CALL, TOOL_RESULT, TURN_END, Event
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import ToolRegistry

Step = Sequence[Chunk | BaseException | asyncio.Event]
Body = Callable[[Mapping[str, object], ToolExecution], Awaitable[ToolOutput]]


def say(text: str) -> Step:
    return (TextDelta(text), Finish())


def call(*names: str) -> Step:
    """A step that calls tools; the n-th call has the id `c<n>`."""
    chunks = [ToolCallDelta("{}", index, f"c{index + 1}", n) for index, n in enumerate(names)]
    return (*chunks, Finish("tool-calls"))


class StepModel:
    """Plays a step a request; an event in a step is waited for, an exception raised."""

    provider = "test"
    model = "steps"

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.requests: list[ModelRequest] = []

    async def stream(self, request: ModelRequest, signal: AbortSignal) -> AsyncIterator[Chunk]:
        self.requests.append(request)
        for item in self.steps.pop(0) if self.steps else say("done"):
            if isinstance(item, asyncio.Event):
                await item.wait()
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item


class Play:
    """An agent on a log of its own."""

    def __init__(self, *steps: Step, log: SessionLog | None = None) -> None:
        self.model = StepModel(*steps)
        self.tools = ToolRegistry()
        self.log = log or SessionLog("s")
        self.agent = Agent("s", self.log, self.model, self.tools)

    def tool(self, name: str, body: Body, *, safe: bool = False) -> None:
        self.tools.register(ToolDefinition(name, "", {"type": "object"}, body, safe))

    async def run(self, text: str = "hi") -> None:
        self.agent.followup(text)
        await self.agent.wait_idle()

    def types(self, *wanted: str) -> list[str]:
        names = [event.type for event in self.log.events if event.type != ASSISTANT_CHUNK]
        return [name for name in names if name in wanted] if wanted else names

    def of(self, event_type: str) -> list[Event]:
        return [event for event in self.log.events if event.type == event_type]

    def ends(self) -> list[object]:
        return [event.data["reason"] for event in self.of(TURN_END)]

    def said(self) -> list[str]:
        """The text of all user messages, oldest first."""
        return [message_text(event.data) for event in self.of("user/message")]

    def calls(self) -> list[str]:
        """Calls and results by id, in the order of the log."""
        return [
            f"call {event.data['callId']}"
            if event.type == TOOL_CALL
            else f"result {result(event)['toolCallId']}"
            for event in self.log.events
            if event.type in (TOOL_CALL, TOOL_RESULT)
        ]


def result(event: Event) -> Mapping[str, object]:
    message = event.data["message"]
    assert isinstance(message, dict)
    block = message["content"][0]
    assert isinstance(block, dict)
    return block


async def settle() -> None:
    """Let everything that is ready run."""
    for _ in range(20):
        await asyncio.sleep(0)
