"""Plan mode: configuration, selection, the command, the review, the notice, the projection."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
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
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem, QuestionRequest
from dsh_core.questions.wire import questions_value
from dsh_core.session.events import PLAN_MODE, REQUEST_HEADER, TURN_START, Event, JsonObject
from dsh_core.session.inbox import Inbox
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text
from dsh_core.tools.definition import ToolExecution
from dsh_core.tools.registry import ToolRegistry
from tests.conformance.vectors import Handler, Vector, keys, one_of, operation

PLAN = "# The plan\n\ndo things"


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


def composed(
    given: Mapping[str, Any], questions: UserQuestionService | None = None
) -> tuple[PlanMode, PlannedAgent]:
    """Plan mode and an agent as `given` (`logged`, `open_turn`, `pending`) describes them."""
    plan, agent = PlanMode("The policy.", questions), PlannedAgent()
    agent.log_plan(given.get("logged", False))
    if given.get("open_turn", False) or "pending" in given:
        agent.open_turn()
    if "pending" in given:
        plan.set(agent, given["pending"])
    if not given.get("open_turn", False) and "pending" in given:
        agent.session.append("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
    return plan, agent


def plan_config(vector: Vector) -> None:
    keys(vector.given, "config")
    operation(vector, "load")
    try:
        found = {"section": read_config(vector.given["config"])}
    except PlanModeConfigError as error:
        found = {"error": error.message}
    assert found == vector.expect


def plan_set(vector: Vector) -> None:
    keys(vector.given, "logged", "open_turn", "pending")
    plan, agent = composed(vector.given)
    outcomes = []
    for step in vector.when:
        keys(step, "set")
        outcomes.append(plan.set(agent, step["set"]))
    assert {"outcomes": outcomes, "get": state_value(plan.get(agent))} == vector.expect


async def plan_command(vector: Vector) -> None:
    keys(vector.given, "logged", "open_turn")
    plan, agent = composed(vector.given)
    results = []
    for step in vector.when:
        keys(step, "command", "rawInput", "images")
        one_of(step["command"], "/plan")
        images = [{"type": "image"}] * step["images"]
        invocation = CommandInvocation(agent, step["rawInput"], images, AbortController().signal)
        result = await plan.command().run(invocation)
        results.append({"kind": result.kind, "text": result.text})
    assert {
        "results": results,
        "steered": agent.steered,
        "get": state_value(plan.get(agent)),
    } == vector.expect


@dataclass
class Reviewer:
    """Answers as a vector says; may dispose plan mode while the plan is under review."""

    given: Mapping[str, Any]
    received: list[QuestionRequest] = field(default_factory=list)
    dispose: Any = None

    async def ask(self, request: QuestionRequest) -> Answer:
        self.received.append(request)
        if self.given.get("disposed_during_review"):
            self.dispose()
        if "ask_error" in self.given:
            error = self.given["ask_error"]
            keys(error, "name", "code", "message")
            one_of(error["name"], "UserQuestionError")
            raise UserQuestionError(error["message"], error["code"])
        return Answer(
            tuple(
                AnswerItem(item["id"], tuple(item["selected"]), item.get("custom"))
                for item in self.given.get("answers", ())
            )
        )


async def plan_exit(vector: Vector) -> None:
    keys(
        vector.given,
        *("agent", "answers", "service", "ask_error", "disposed_during_review", "active"),
    )
    agents, tools = AgentRegistry(), ToolRegistry()
    service = UserQuestionService(agents)
    approving = {"answers": [{"id": "plan-review", "selected": ["Approve"]}]}
    reviewer = Reviewer(approving if isinstance(vector.when, list) else vector.given)
    service.register_provider(reviewer)
    plan = PlanMode("The policy.", service if vector.given.get("service", True) else None)
    agent = PlannedAgent()
    agents.register(agent)
    agent.log_plan(vector.given.get("active", True))
    agent.open_turn()
    hooks, prompt = AgentHooks(), SystemPrompt()
    reviewer.dispose = plan.attach(
        tools=tools, commands=CommandRegistry(), hooks=hooks, prompt=prompt
    )
    if isinstance(vector.when, list):
        assert await exit_approved(vector, plan, agent, tools, hooks, prompt) == vector.expect
        return
    keys(vector.when, "op", "plan")
    one_of(vector.when["op"], "exit_plan_mode")
    execution = ToolExecution("c1", agent if vector.given.get("agent", True) else None)
    outcome = await tools.run(EXIT_TOOL, {"plan": vector.when["plan"]}, execution)
    if "asked" in vector.expect:
        (request,) = reviewer.received
        assert request.agent is agent
        assert request.signal is execution.signal
        assert {"asked": questions_value(request.questions)} == vector.expect
        return
    assert {
        "isError": outcome.is_error,
        "text": outcome.text,
        "logged_state_immediately_after": plan.get(agent).active,
    } == vector.expect


async def exit_approved(
    vector: Vector,
    plan: PlanMode,
    agent: PlannedAgent,
    tools: ToolRegistry,
    hooks: AgentHooks,
    prompt: SystemPrompt,
) -> dict[str, Any]:
    assert vector.given == {"active": True}
    found: dict[str, Any] = {}
    for step in vector.when:
        keys(step, "do")
        match one_of(step["do"], "exit approved", "get", "next accepted pre-step"):
            case "exit approved":
                outcome = await tools.run(EXIT_TOOL, {"plan": PLAN}, ToolExecution("c1", agent))
                assert not outcome.is_error
            case "get":
                found["get_after"] = state_value(plan.get(agent))
                found["next_assembly_has_policy"] = bool(prompt.assemble(agent))
            case _:
                found["notice"] = await pre_step(hooks, agent)
                found["after_boundary"] = state_value(plan.get(agent))
    return found


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
    header = vector.given["last_header_logged_under"]
    wanted = operation(vector, "commit True", "commit False") == "commit True"
    plan, agent = header_logged_under(header, then=not wanted)
    assert plan.set(agent, wanted) == "committed"
    assert {"notice": agent.injected[0] if agent.injected else None} == vector.expect
    # The same through a step of an open turn.
    plan, agent = header_logged_under(header, then=not wanted)
    agent.open_turn()
    assert plan.set(agent, wanted) == "queued"
    hooks = AgentHooks()
    hooks.add_pre_step(plan.before_step)
    assert {"notice": await pre_step(hooks, agent)} == vector.expect


def header_logged_under(header: bool | None, *, then: bool) -> tuple[PlanMode, PlannedAgent]:
    """A session whose model last read one state (None: nothing yet), and which is in another."""
    plan, agent = PlanMode("The policy."), PlannedAgent()
    if header is not None:
        agent.session.append(PLAN_MODE, {"active": header})
        agent.session.append(REQUEST_HEADER, {"header": {}, "reason": "initial"})
    agent.session.append(PLAN_MODE, {"active": then})
    return plan, agent


async def append_fails(vector: Vector) -> None:
    assert vector.given == {"pending": True, "append": "fails"}
    operation(vector, "pre-step")
    plan, agent = composed({"open_turn": True, "pending": True})
    hooks = AgentHooks()
    hooks.add_pre_step(plan.before_step)
    agent.session.refuses = True
    logging.disable()
    try:
        decision = await hooks.pre_step(StepProposal(agent, 1, 1, (), AbortController().signal))
    finally:
        logging.disable(logging.NOTSET)
    assert {
        "turn_blocked": not isinstance(decision, Enter),
        "get": state_value(plan.get(agent)),
    } == vector.expect


def plan_projection(vector: Vector) -> None:
    keys(vector.given)
    projection, values = PlanProjection(), []
    for seq, event in enumerate(vector.when):
        keys(event, "type", "commandId", "name", "args", "kind", "active")
        data = {key: value for key, value in event.items() if key != "type"}
        view = projection.apply(Event(event["type"], seq, 0, data))
        values.append({"active": view.active, "pending": view.pending})
    assert {"values_after_each": values} == vector.expect


HANDLERS: dict[str, Handler] = {
    "plan.command": plan_command,
    "plan.config": plan_config,
    "plan.exit": plan_exit,
    "plan.notice": plan_notice,
    "plan.projection": plan_projection,
    "plan.set": plan_set,
}
