"""An agent with its questions, small enough to play a vector with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dsh_core.agents.agent import Agent
from dsh_core.agents.registry import AgentRegistry
from dsh_core.base.abort import AbortSignal
from dsh_core.features.ask_user import register_ask_user
from dsh_core.models.protocol import (
    Chunk,
    Finish,
    FinishReason,
    ModelRequest,
    TextDelta,
    ToolCallDelta,
)
from dsh_core.questions.pending import PendingRequests, Requested, Resolved
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.events import (
    ASSISTANT_CHUNK,
    TOOL_CALL,
    TOOL_RESULT,
    TURN_END,
    USER_MESSAGE,
    Event,
)
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import ToolRegistry

ASK = '{"questions":[{"id":"q","question":"Go on?","options":[{"label":"yes"},{"label":"no"}]}]}'
ANSWER = Answer((AnswerItem("q", ("yes",)),))

Step = Sequence[Chunk]


def call(*names: str, finish: FinishReason = "tool-calls") -> Step:
    chunks: list[Chunk] = [
        ToolCallDelta(ASK, index, f"c{index + 1}", name) for index, name in enumerate(names)
    ]
    return (*chunks, Finish(finish))


def say(text: str) -> Step:
    return (TextDelta(text), Finish())


class StepModel:
    """Plays one step a request, then says nothing more."""

    provider = "test"
    model = "steps"

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.requests: list[ModelRequest] = []

    async def stream(self, request: ModelRequest, signal: AbortSignal) -> AsyncIterator[Chunk]:
        self.requests.append(request)
        for chunk in self.steps.pop(0) if self.steps else say("done"):
            yield chunk


@dataclass
class World:
    """A whole agent with its questions; what happens is noted in `order`."""

    model: StepModel
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pending = PendingRequests()
        self.agents = AgentRegistry()
        self.questions = UserQuestionService(self.agents)
        self.questions.register_provider(self.pending)
        self.tools = ToolRegistry()
        register_ask_user(self.tools, self.questions)
        self.tools.register(ToolDefinition("write", "", {"type": "object"}, self._write))
        self.log = SessionLog("root")
        self.agent = Agent("root", self.log, self.model, self.tools)
        self.log.subscribe(self._note_event)
        self.pending.subscribe(self._note_pending)
        self._calls = 0
        self._asked = asyncio.Event()

    async def _write(self, _arguments: object, _execution: ToolExecution) -> ToolOutput:
        self.order.append("write ran")
        return ToolOutput("written")

    def _note_event(self, event: Event) -> None:
        name = event.type
        if name in (TOOL_CALL, TOOL_RESULT):
            call_id = event.data.get("callId") or source_of(event)["callId"]
            error = event.data.get("error")
            code = f" error {error['code']}" if isinstance(error, dict) else ""
            self.order.append(f"{name} {str(call_id)[1:]}{code}")
        elif name == USER_MESSAGE:
            self.order.append(f"{name} {message_text(event.data)}")
        else:
            self.order.append(name)

    def _note_pending(self, event: object) -> None:
        if isinstance(event, Requested):
            self._calls += 1
            self._asked.set()
            self.order.append(f"question {self._calls} visible")
        elif isinstance(event, Resolved):
            self.order.append(f"question/resolved {event.outcome}")

    async def until_asked(self) -> None:
        while not self.pending.requests:
            self._asked.clear()
            await self._asked.wait()

    async def answer(self, number: int | None = None) -> None:
        """Answer the question that is open or opens next; it must be the one of that number."""
        await self.until_asked()
        assert number in (None, self._calls), f"question {self._calls} is open, not {number}"
        assert self.pending.answer(self.pending.requests[0].id, ANSWER).accepted

    async def open_question(self) -> None:
        self.agents.register(self.agent)
        self.agent.followup("hi")
        await self.until_asked()

    def types(self) -> list[str]:
        return [event.type for event in self.log.events]

    def results(self) -> list[Event]:
        return [event for event in self.log.events if event.type == TOOL_RESULT]

    def turn_end(self) -> object:
        event = self.log.last(TURN_END)
        return None if event is None else event.data["reason"]


def source_of(event: Event) -> dict[str, Any]:
    message = event.data["message"]
    assert isinstance(message, dict)
    return dict(message["source"])


def result_of(event: Event) -> dict[str, Any]:
    message = event.data["message"]
    assert isinstance(message, dict)
    block = message["content"][0]
    value: dict[str, Any] = {"text": message_text(block)}
    if "error" in event.data:
        value["error"] = event.data["error"]
    return value


def collapsed(types: list[str]) -> list[str]:
    """Write a run of chunks as one `assistant/chunk*`."""
    short: list[str] = []
    for name in types:
        shown = f"{name}*" if name == ASSISTANT_CHUNK else name
        if not (shown == f"{ASSISTANT_CHUNK}*" and short and short[-1] == shown):
            short.append(shown)
    return short


def in_order(whole: list[str], part: list[str]) -> None:
    """Check that `part` occurs in `whole` in this order."""
    rest = iter(whole)
    for name in part:
        assert any(name == seen for seen in rest), f"{name} is not in its place in {whole}"
