"""Plan mode: configuration, selection, the command, the review, the notice, the projection."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dsh_core.agents.hooks import AgentHooks, Enter, StepProposal, SystemPrompt
from dsh_core.agents.registry import AgentRegistry
from dsh_core.base.abort import AbortController
from dsh_core.features.commands import CommandInvocation, CommandRegistry
from dsh_core.features.plan_mode import (
    EXIT_TOOL,
    PlanMode,
    PlanModeConfigError,
    PlanModeState,
    read_config,
)
from dsh_core.features.plan_state import PlanProjection
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, QuestionRequest
from dsh_core.questions.wire import questions_value
from dsh_core.session.events import (
    COMMAND_DONE,
    COMMAND_RUN,
    PLAN_MODE,
    REQUEST_HEADER,
    TURN_START,
    Event,
    JsonObject,
)
from dsh_core.session.inbox import Inbox
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolExecution, ToolOutcome
from dsh_core.tools.registry import ToolRegistry
from tests.conformance.areas.seam import error_of, given_answer
from tests.conformance.vectors import (
    Handler,
    UnknownOperationError,
    Vector,
    compare,
    flag,
    keys,
    operation,
    word,
)

PLAN = "# The plan\n\ndo things"
APPROVED = [{"id": "plan-review", "selected": ["Approve"]}]
EXIT_SHOWS = (
    *("isError", "text", "logged_state_immediately_after", "asked", "get_after"),
    *("next_assembly_has_policy", "notice", "after_boundary"),
)
"""All that a vector of `plan.exit` may expect."""


class Refusing(SessionLog):
    """A log that can be told to refuse events."""

    refuses = False

    def append(self, event_type: str, data: JsonObject, **options: Any) -> Event:
        if self.refuses:
            raise OSError("the disk is full")
        return super().append(event_type, data, **options)


@dataclass(eq=False)
class PlannedAgent:
    """An agent of which plan mode sees all it may see, without a driver."""

    session: Refusing = field(default_factory=lambda: Refusing("s"))
    steered: list[list[str]] = field(default_factory=list)
    injected: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.inbox = Inbox(self.session)

    @property
    def id(self) -> str:
        return self.session.id

    def steer(self, message: JsonObject) -> None:
        content = message["content"]
        assert isinstance(content, Sequence)
        self.steered.append([block.get("text", block["type"]) for block in content])

    def inject(self, message: JsonObject) -> None:
        assert message["source"] == {
            "kind": "plugin",
            "plugin": "plan-mode",
            "form": "notice",
            "summary": message_text(message),
        }
        self.injected.append(message_text(message))

    def log_plan(self, active: bool) -> None:
        if active:
            self.session.append(PLAN_MODE, {"active": True})

    def open_turn(self) -> None:
        self.session.append(TURN_START, {"turn": 1})


def state_value(state: PlanModeState) -> dict[str, bool]:
    value = {"active": state.active}
    if state.pending is not None:
        value["pending"] = state.pending
    return value


def composed(given: Mapping[str, Any]) -> tuple[PlanMode, PlannedAgent]:
    """Plan mode and an agent as `given` (`logged`, `open_turn`, `pending`) describes them."""
    plan, agent = PlanMode("The policy."), PlannedAgent()
    agent.log_plan(flag(given, "logged", False))
    open_turn = flag(given, "open_turn", False)
    if open_turn or "pending" in given:
        agent.open_turn()
    if "pending" in given:
        plan.set(agent, word(given, "pending", True, False))
    if not open_turn and "pending" in given:
        agent.session.append("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
    return plan, agent


def plan_config(vector: Vector) -> None:
    keys(vector.given, "config")
    operation(vector, "load")
    try:
        found = {"section": read_config(vector.given["config"])}
    except PlanModeConfigError as error:
        found = {"error": error.message}
    compare(vector, found, "section", "error")


def plan_set(vector: Vector) -> None:
    keys(vector.given, "logged", "open_turn", "pending")
    plan, agent = composed(vector.given)
    outcomes = []
    for step in vector.steps:
        keys(step, "set")
        outcomes.append(plan.set(agent, word(step, "set", True, False)))
    compare(vector, {"outcomes": outcomes, "get": state_value(plan.get(agent))})


async def plan_command(vector: Vector) -> None:
    keys(vector.given, "logged", "open_turn")
    plan, agent = composed(vector.given)
    results = []
    for step in vector.steps:
        keys(step, "command", "rawInput", "images")
        word(step, "command", "/plan")
        images = [{"type": "image"}] * step["images"]
        invocation = CommandInvocation(agent, step["rawInput"], images, AbortController().signal)
        result = await plan.command().run(invocation)
        results.append({"kind": result.kind, "text": result.text})
    state = state_value(plan.get(agent))
    compare(vector, {"results": results, "steered": agent.steered, "get": state})


@dataclass
class Reviewer:
    """Answers as a vector says; may dispose plan mode while the plan is under review."""

    answers: Any = ()
    error: Exception | None = None
    disposes: bool = False
    received: list[QuestionRequest] = field(default_factory=list)
    dispose: Callable[[], None] | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Reviewer:
        if {"answers", "ask_error"} <= set(given):
            raise UnknownOperationError("a review is answered or fails, not both")
        error = None
        if "ask_error" in given:
            word(given["ask_error"], "name", "UserQuestionError")
            error = error_of(given["ask_error"])
        return cls(given.get("answers", ()), error, flag(given, "disposed_during_review", False))

    async def ask(self, request: QuestionRequest) -> Answer:
        self.received.append(request)
        if self.disposes and self.dispose is not None:
            self.dispose()
        if self.error is not None:
            raise self.error
        return given_answer({"answers": self.answers})


@dataclass
class Exit:
    """Plan mode in an open turn, the one who reviews, and what was seen step by step."""

    given: Mapping[str, Any]
    agent: PlannedAgent = field(default_factory=PlannedAgent)
    tools: ToolRegistry = field(default_factory=ToolRegistry)
    hooks: AgentHooks = field(default_factory=AgentHooks)
    prompt: SystemPrompt = field(default_factory=SystemPrompt)
    found: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given, agents = self.given, AgentRegistry()
        keys(given, "agent", "answers", "service", "ask_error", "disposed_during_review", "active")
        self.reviewer = Reviewer.of(given)
        service = UserQuestionService(agents)
        service.register_provider(self.reviewer)
        self.plan = PlanMode("The policy.", service if flag(given, "service", True) else None)
        agents.register(self.agent)
        self.agent.log_plan(flag(given, "active", True))
        self.agent.open_turn()
        self.caller = self.agent if flag(given, "agent", True) else None
        self.reviewer.dispose = self.plan.attach(
            tools=self.tools, commands=CommandRegistry(), hooks=self.hooks, prompt=self.prompt
        )

    async def step(self, step: Mapping[str, Any]) -> None:
        if "op" in step:
            keys(step, "op", "plan")
            word(step, "op", "exit_plan_mode")
            await self.present(step["plan"])
            return
        keys(step, "do")
        match word(step, "do", "exit approved", "get", "next accepted pre-step"):
            case "exit approved":
                if {"answers", "ask_error"} & set(self.given):
                    raise UnknownOperationError("what is approved has no other answer")
                self.reviewer.answers = APPROVED
                assert not (await self.present(PLAN)).is_error
            case "get":
                self.found["get_after"] = state_value(self.plan.get(self.agent))
                self.found["next_assembly_has_policy"] = bool(self.prompt.assemble(self.agent))
            case _:
                self.found["notice"] = await pre_step(self.hooks, self.agent)
                self.found["after_boundary"] = state_value(self.plan.get(self.agent))

    async def present(self, text: Any) -> ToolOutcome:
        execution = ToolExecution("c1", self.caller)
        outcome = await self.tools.run(EXIT_TOOL, {"plan": text}, execution)
        self.found.update(isError=outcome.is_error, text=outcome.text)
        self.found["logged_state_immediately_after"] = self.plan.get(self.agent).active
        for request in self.reviewer.received[-1:]:
            assert request.agent is self.agent
            assert request.signal is execution.signal
            self.found["asked"] = questions_value(request.questions)
        return outcome


async def plan_exit(vector: Vector) -> None:
    played = Exit(vector.given)
    for step in vector.steps:
        await played.step(step)
    compare(vector, played.found, *EXIT_SHOWS)


async def pre_step(hooks: AgentHooks, agent: PlannedAgent) -> str | None:
    """Run an accepted pre-step; return the notice it adds."""
    decision = await hooks.pre_step(StepProposal(agent, 1, 2, (), AbortController().signal))
    assert isinstance(decision, Enter)
    return next((message_text(message) for message in decision.messages), None)


async def plan_notice(vector: Vector) -> None:
    if "append" in vector.given:
        await append_fails(vector)
        return
    keys(vector.given, "last_header_logged_under")
    header = word(vector.given, "last_header_logged_under", None, True, False)
    wanted = operation(vector, "commit True", "commit False") == "commit True"
    plan, agent = header_logged_under(header, then=not wanted)
    assert plan.set(agent, wanted) == "committed"
    compare(vector, {"notice": agent.injected[0] if agent.injected else None})
    # The same through a step of an open turn.
    plan, agent = header_logged_under(header, then=not wanted)
    agent.open_turn()
    assert plan.set(agent, wanted) == "queued"
    hooks = AgentHooks()
    hooks.add_pre_step(plan.before_step)
    compare(vector, {"notice": await pre_step(hooks, agent)})


def header_logged_under(header: bool | None, *, then: bool) -> tuple[PlanMode, PlannedAgent]:
    """A session whose model last read one state (None: nothing yet), and which is in another."""
    plan, agent = PlanMode("The policy."), PlannedAgent()
    if header is not None:
        agent.session.append(PLAN_MODE, {"active": header})
        agent.session.append(REQUEST_HEADER, {"header": {}, "reason": "initial"})
    agent.session.append(PLAN_MODE, {"active": then})
    return plan, agent


async def append_fails(vector: Vector) -> None:
    keys(vector.given, "pending", "append")
    word(vector.given, "append", "fails")
    operation(vector, "pre-step")
    plan, agent = composed({"open_turn": True, "pending": vector.given["pending"]})
    hooks = AgentHooks()
    hooks.add_pre_step(plan.before_step)
    agent.session.refuses = True
    logging.disable()
    try:
        decision = await hooks.pre_step(StepProposal(agent, 1, 1, (), AbortController().signal))
    finally:
        logging.disable(logging.NOTSET)
    blocked = not isinstance(decision, Enter)
    compare(vector, {"turn_blocked": blocked, "get": state_value(plan.get(agent))})


PROJECTED = {
    COMMAND_RUN: ("commandId", "name", "args"),
    COMMAND_DONE: ("commandId", "kind"),
    PLAN_MODE: ("active",),
}
"""The events that are folded, with what a vector says of each."""


def plan_projection(vector: Vector) -> None:
    keys(vector.given)
    projection, values = PlanProjection(), []
    for seq, event in enumerate(vector.steps):
        kind = word(event, "type", *PROJECTED)
        keys(event, "type", *PROJECTED[kind])
        if kind == COMMAND_DONE:
            word(event, "kind", "success", "error")
        elif kind == PLAN_MODE:
            word(event, "active", True, False)
        data = {key: value for key, value in event.items() if key != "type"}
        view = projection.apply(Event(event["type"], seq, 0, data))
        values.append({"active": view.active, "pending": view.pending})
    compare(vector, {"values_after_each": values})


HANDLERS: dict[str, Handler] = {
    "plan.command": plan_command,
    "plan.config": plan_config,
    "plan.exit": plan_exit,
    "plan.notice": plan_notice,
    "plan.projection": plan_projection,
    "plan.set": plan_set,
}
