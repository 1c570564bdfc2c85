"""The tool that asks, approvals, and commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from dsh_core.approvals.types import ApprovalRequest, Outcome
from dsh_core.base.abort import AbortController
from dsh_core.features.approvals import ApprovalOutsideTurnError, ApprovalService
from dsh_core.features.ask_user import TOOL_NAME, ask_user_tool, register_ask_user
from dsh_core.features.commands import Command, CommandRegistry, CommandResult, parse_line
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.wire import questions_value
from dsh_core.session.events import (
    APPROVAL_ASKED,
    APPROVAL_DECIDED,
    APPROVAL_POLICY,
    TURN_START,
    JsonObject,
)
from dsh_core.session.log import SessionLog
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import Ask, Decision, PlannedCall, ToolRegistry
from tests.conformance.areas.seam import agent_of, provider_of, registry_of
from tests.conformance.vectors import Handler, Vector, compare, keys, one_of, operation, word


@dataclass(eq=False)
class LoggedAgent:
    """An agent with a log and nothing else."""

    session: SessionLog = field(default_factory=lambda: SessionLog("s"))

    @property
    def id(self) -> str:
        return self.session.id

    def inject(self, message: JsonObject) -> None:
        raise AssertionError("no vector of these areas changes a policy while it runs")

    def logged(self) -> list[str]:
        types = (APPROVAL_ASKED, APPROVAL_DECIDED)
        return [event.type for event in self.session.events if event.type in types]


async def tool_ask(vector: Vector) -> None:
    keys(vector.given, "provider", "registry", "agent")
    call = vector.step
    keys(call, "op", "arguments", "signal")
    word(call, "op", "model_call")
    agents = registry_of(vector.given["registry"]) if "registry" in vector.given else None
    service, tools = UserQuestionService(agents), ToolRegistry()
    provider = provider_of(vector.given["provider"])
    if provider is not None:
        service.register_provider(provider)
    register_ask_user(tools, service)
    agent = agent_of(vector.given["agent"], agents) if "agent" in vector.given else None
    if "signal" in call:
        word(call, "signal", "S")
    execution = ToolExecution("c1", agent)
    outcome = await tools.run(TOOL_NAME, call["arguments"], execution)

    found: dict[str, Any] = {"isError": outcome.is_error, "text": outcome.text}
    if outcome.is_error:
        found["error"] = outcome.error
    else:
        found["value"] = outcome.value
    if provider is not None and provider.received:
        (request,) = provider.received
        found["request_questions"] = questions_value(request.questions)
        same = request.signal is execution.signal
        found["provider_saw_signal"] = "S (identical object)" if same else "another signal"
    compare(vector, found, "error", "value", "request_questions", "provider_saw_signal")


def tool_schema(vector: Vector) -> None:
    keys(vector.given)
    operation(vector, "schema")
    tool = ask_user_tool(UserQuestionService())
    root = cast("dict[str, Any]", tool.parameters)
    questions = root["properties"]["questions"]
    item = questions["items"]
    option = item["properties"]["options"]["items"]
    output = cast("dict[str, Any]", tool.output_schema)
    answer = output["properties"]["answers"]["items"]
    assert "additionalProperties" not in root
    assert {option["properties"][name]["type"] for name in option["properties"]} == {"string"}
    absent = ["value", "recommended", "preview"]
    assert not set(absent) & set(option["properties"])
    found = {
        "name": tool.name,
        "parameters": {
            "type": root["type"],
            "required": root["required"],
            "property_names": list(root["properties"]),
            "questions": {
                "type": questions["type"],
                "minItems": questions.get("minItems"),
                "items": {
                    "type": item["type"],
                    "additionalProperties": item["additionalProperties"],
                    "required": item["required"],
                    "property_names": list(item["properties"]),
                    "types": {name: each["type"] for name, each in item["properties"].items()},
                    "options_items": {
                        "type": option["type"],
                        "additionalProperties": option["additionalProperties"],
                        "required": option["required"],
                        "property_names": list(option["properties"]),
                    },
                },
            },
        },
        "output": {
            "additionalProperties": output["additionalProperties"],
            "answers_items": {
                "additionalProperties": answer["additionalProperties"],
                "required": answer["required"],
                "optional": [
                    name for name in answer["properties"] if name not in answer["required"]
                ],
            },
        },
        "absent_option_properties": absent,
        "concurrency": "shared" if tool.concurrency_safe else "exclusive",
        # A tool has no such field here, so none can be set.
        "timeoutMs": getattr(tool, "timeout", None),
    }
    compare(vector, found)


async def tool_lifecycle(vector: Vector) -> None:
    keys(vector.given)
    tools = ToolRegistry()
    unload: Callable[[], None] | None = None
    found: dict[str, Any] = {}
    for step in vector.steps:
        if "op" in step:
            keys(step, "op", "name")
            word(step, "op", "model_call")
            outcome = await tools.run(step["name"], "{}", ToolExecution("c1"))
            found.update(isError=outcome.is_error, text=outcome.text, error=outcome.error)
            continue
        keys(step, "do")
        if word(step, "do", "load", "unload") == "load":
            unload = register_ask_user(tools, UserQuestionService())
            assert tools.get(TOOL_NAME) is not None
        else:
            assert unload is not None
            unload()
    found["tool_visible"] = tools.get(TOOL_NAME) is not None
    compare(vector, found, "isError", "text", "error")


async def approval_tool(vector: Vector) -> None:
    keys(vector.given, "tool", "approval_service", "agent", "outcome", "reason")
    operation(vector, "pre-execute returned ask")
    name, tools, agent, ran = vector.given["tool"], ToolRegistry(), LoggedAgent(), []
    agent.session.append(TURN_START, {"turn": 1})

    async def execute(_arguments: Mapping[str, object], execution: ToolExecution) -> ToolOutput:
        ran.append(execution.call_id)
        return ToolOutput("done")

    async def gate(_call: PlannedCall, _next: Callable[[], Awaitable[Decision]]) -> Decision:
        return Ask(vector.given.get("reason"))

    tools.register(ToolDefinition(name, "", {"type": "object"}, execute))
    tools.add_gate(gate)
    service = ApprovalService()
    if word(vector.given, "approval_service", True, False):
        service.attach(tools)
    if "outcome" in vector.given:
        outcome = word(
            vector.given, "outcome", "allowed-once", "rejected", "cancelled", "unavailable"
        )
        service.add_answerer(answering(outcome))
    caller = agent if word(vector.given, "agent", True, False) else None
    result = await tools.run(name, "{}", ToolExecution("c1", caller))
    text = result.text if result.is_error else None
    compare(vector, {"runs": bool(ran), "text": text, "error_info": result.error})


def answering(outcome: Any) -> Any:
    async def answerer(
        _request: ApprovalRequest, _next: Callable[[], Awaitable[Outcome]]
    ) -> Outcome:
        if outcome == "throws":
            raise RuntimeError("broken")
        if outcome == "pending":
            await asyncio.Event().wait()
        return cast("Outcome", outcome)

    return answerer


async def approval_decide(vector: Vector) -> None:
    keys(vector.given, "open_turn", "signal", "policy", "answerer", "then")
    operation(vector, "request")
    agent, service, controller = LoggedAgent(), ApprovalService(), AbortController()
    if word(vector.given, "open_turn", True, False):
        agent.session.append(TURN_START, {"turn": 1})
    if "policy" in vector.given:
        agent.session.append(APPROVAL_POLICY, {"policy": word(vector.given, "policy", "never")})
    answerer = one_of(
        vector.given.get("answerer"), None, "allowed-once", "throws", "maybe", "pending"
    )
    if answerer is not None:
        service.add_answerer(answering(answerer))
    if "signal" in vector.given:
        word(vector.given, "signal", "aborted")
        controller.abort()
    request = ApprovalRequest("bash", agent, signal=controller.signal)
    logging.disable()  # what a broken answerer raises is logged, and meant here
    try:
        task = asyncio.ensure_future(service.request(request))
        if "then" in vector.given:
            word(vector.given, "then", "abort")
            await asyncio.sleep(0)
            controller.abort()
        found: dict[str, Any] = {"outcome": await task}
    except ApprovalOutsideTurnError as error:
        begins = error.message.startswith("approval.request() outside an open turn:")
        found = {"throws": begins}
    finally:
        logging.disable(logging.NOTSET)
    found["events"] = agent.logged()
    compare(vector, found, "outcome", "throws")


def command_parse(vector: Vector) -> None:
    keys(vector.given, "line")
    operation(vector, "parse")
    parsed = parse_line(vector.given["line"])
    value = None if parsed is None else {"name": parsed.name, "rawInput": parsed.raw_input}
    compare(vector, {"parsed": value})


async def command_execute(vector: Vector) -> None:
    keys(vector.given, "line")
    operation(vector, "execute")
    agent, commands = LoggedAgent(), CommandRegistry()

    async def run(_invocation: object) -> CommandResult:
        return CommandResult("success")

    commands.register(Command("plan", "", run))
    result = await commands.execute(agent, vector.given["line"])
    events = [{"type": event.type, **event.data} for event in agent.session.events]
    ids = {event.pop("commandId") for event in events}
    if result is None:
        compare(vector, {"result": None, "events": events}, "same_commandId")
    else:
        same = ids == {result.command_id}
        compare(vector, {"events": events, "same_commandId": same}, "result")


HANDLERS: dict[str, Handler] = {
    "approval.decide": approval_decide,
    "approval.tool": approval_tool,
    "command.execute": command_execute,
    "command.parse": command_parse,
    "tool.ask_user_question": tool_ask,
    "tool.lifecycle": tool_lifecycle,
    "tool.schema": tool_schema,
}
