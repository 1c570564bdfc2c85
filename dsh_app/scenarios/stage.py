"""A scenario on stage: its model, its played tools, and an agent that has both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from dsh_app.scenarios.load import Scenario
from dsh_core.approvals.pending import PendingApprovals
from dsh_core.features.local_source import LocalAgentSource, build_local_agent
from dsh_core.models.scripted import ScriptedModel
from dsh_core.questions.service import UserQuestionService
from dsh_core.session.log import SessionLog
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolFailure, ToolOutput
from dsh_core.tools.registry import Allow, Ask, Decision, Gate, PlannedCall

__all__ = ["open_scenario", "played_gate", "played_tools"]

Sleep = Callable[[float], Awaitable[object]]


def played_tools(scenario: Scenario, model: ScriptedModel) -> tuple[ToolDefinition, ...]:
    """The tools of a scenario: each takes its time and answers what the script says."""

    async def execute(arguments: Mapping[str, object], execution: ToolExecution) -> ToolOutput:
        result = model.result_for(execution.call_id)
        if result is None:
            raise ToolFailure("nothing is scripted for this call")
        await model.rest(result.seconds, execution.signal)
        if result.is_error:
            raise ToolFailure(result.text)
        return ToolOutput(content=result.text)

    return tuple(
        ToolDefinition(
            name,
            "Played by the scenario; it does nothing and answers what is scripted.",
            {"type": "object"},
            execute,
            concurrency_safe=True,
        )
        for name in scenario.tools
    )


def played_gate(model: ScriptedModel) -> Gate:
    """A gate that asks a person before the calls for which the scenario says so."""

    async def gate(call: PlannedCall, next_gate: Callable[[], Awaitable[Decision]]) -> Decision:
        result = model.result_for(call.execution.call_id)
        if result is None or result.approval is None:
            return await next_gate()
        decision = await next_gate()
        return Ask(result.approval or None) if isinstance(decision, Allow) else decision

    return gate


def open_scenario(
    scenario: Scenario,
    *,
    questions: UserQuestionService,
    approvals: PendingApprovals | None = None,
    log: SessionLog | None = None,
    name: str | None = None,
    sleep: Sleep = asyncio.sleep,
) -> LocalAgentSource:
    """Return an agent that plays a scenario; start it, then prompt it with `scenario.prompt`.

    Args:
        scenario: What it plays.
        questions: Through which it asks.
        approvals: Where its tools wait for leave.
        log: Its session; None begins a new one.
        name: What a person calls it.
        sleep: Waits for seconds.
    """
    model = ScriptedModel(scenario.script, sleep, model=scenario.name)
    source = build_local_agent(
        model=model,
        questions=questions,
        approvals=approvals,
        tools=played_tools(scenario, model),
        gates=[played_gate(model)],
        log=log,
        name=name,
        plan_mode=scenario.plan_mode,
    )
    model.on_line = source.enter
    return source
