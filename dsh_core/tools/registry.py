"""The tools an agent has, and the one way in which a call is run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import TooDeepError, clean
from dsh_core.base.registration import register_as, register_in
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutcome
from dsh_core.tools.render import aborted, aborted_before_dispatch, failure, refusal, success
from dsh_core.tools.schema import ToolArgsError, ToolOutputError, parse_arguments, validate

__all__ = [
    "Allow",
    "Ask",
    "AskResolver",
    "Decision",
    "Deny",
    "DuplicateToolError",
    "Gate",
    "PlannedCall",
    "ToolNotFoundError",
    "ToolRegistry",
]


class ToolNotFoundError(HarnessError):
    """The model called a tool that does not exist; code `UNKNOWN_TOOL`."""

    def __init__(self, name: str) -> None:
        super().__init__(f'unknown tool "{name}"', "UNKNOWN_TOOL")


class DuplicateToolError(HarnessError):
    """A second tool was registered under one name; code `DUPLICATE_TOOL`."""

    def __init__(self, name: str) -> None:
        super().__init__(f'tool "{name}" is already registered', "DUPLICATE_TOOL")


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call a gate decides on.

    Attributes:
        tool: The tool about to run.
        arguments: Its parsed and prepared arguments, not yet validated.
        execution: The circumstances.
    """

    tool: ToolDefinition
    arguments: object
    execution: ToolExecution


@dataclass(frozen=True, slots=True)
class Allow:
    """The call runs."""


@dataclass(frozen=True, slots=True)
class Deny:
    """The call does not run; the model reads `Error: <reason>`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A person decides; `reason` is what they read, None when there is none."""

    reason: str | None = None


Decision = Allow | Deny | Ask
NextGate = Callable[[], Awaitable[Decision]]
Gate = Callable[[PlannedCall, NextGate], Awaitable[Decision]]
"""Decides on a call, or returns `await next_gate()`; the innermost answer is `Allow`."""
AskResolver = Callable[[PlannedCall, Ask], Awaitable[Allow | Deny]]


class ToolRegistry:
    """Tools by name, the gates before them, and how an `Ask` of a gate is put to a person.

    Attributes:
        ask_resolver: Set by whoever composes approvals; None means that there are none.
    """

    def __init__(self) -> None:
        self._tools: dict[str, ToolDefinition] = {}
        self._gates: dict[object, Gate] = {}
        self.ask_resolver: AskResolver | None = None

    def register(self, tool: ToolDefinition) -> Callable[[], None]:
        """Add a tool.

        Returns:
            A disposer. Calling it twice does nothing, whatever has the name by then.

        Raises:
            DuplicateToolError: If the name is taken.
        """
        if tool.name in self._tools:
            raise DuplicateToolError(tool.name)
        return register_as(self._tools, tool.name, tool)

    def add_gate(self, gate: Gate) -> Callable[[], None]:
        """Have `gate` asked before each call; the first one added decides on the others' answer.

        Returns:
            A disposer; calling it twice does nothing.
        """
        return register_in(self._gates, gate)

    def get(self, name: str) -> ToolDefinition | None:
        """Return a tool; None if there is none of that name."""
        return self._tools.get(name)

    def list(self) -> tuple[ToolDefinition, ...]:
        """All tools in the order of registration."""
        return tuple(self._tools.values())

    async def run(
        self, name: str, raw_arguments: str | object, execution: ToolExecution
    ) -> ToolOutcome:
        """Run one call to its end; a failure is an outcome, never an exception.

        Args:
            name: As the model wrote it.
            raw_arguments: The model's JSON text, or arguments as values.
            execution: The circumstances.
        """
        if execution.signal.aborted:
            return aborted_before_dispatch()
        tool = self._tools.get(name)
        if tool is None:
            return failure(ToolNotFoundError(name))
        try:
            arguments = (
                parse_arguments(raw_arguments)
                if isinstance(raw_arguments, str)
                else clean(raw_arguments)
            )
        except TooDeepError as error:
            return failure(error)
        if tool.prepare is not None:
            arguments = tool.prepare(arguments)
        call = PlannedCall(tool, arguments, execution)
        decision: Allow | Deny | ToolOutcome
        try:
            decision = await self._decide(call)
        except Exception as error:  # noqa: BLE001 - a gate that fails must not let the call through
            decision = failure(error)
        if execution.signal.aborted:
            return aborted_before_dispatch()
        if isinstance(decision, ToolOutcome):
            return decision
        if isinstance(decision, Deny):
            return refusal(decision.reason)
        return await self._execute(call)

    async def _decide(self, call: PlannedCall) -> Allow | Deny:
        gates = list(self._gates.values())

        async def ask(index: int) -> Decision:
            if index == len(gates):
                return Allow()
            return await gates[index](call, lambda: ask(index + 1))

        decision = await ask(0)
        if not isinstance(decision, Ask):
            return decision
        if call.execution.signal.aborted:
            return Deny("")  # the caller reports the abort
        if self.ask_resolver is not None:
            return await self.ask_resolver(call, decision)
        fallback = f'tool "{call.tool.name}" requires approval (not yet supported)'
        return Deny(decision.reason or fallback)

    async def _execute(self, call: PlannedCall) -> ToolOutcome:
        tool, signal = call.tool, call.execution.signal
        try:
            arguments = call.arguments
            violations = validate(tool.parameters, arguments)
            if violations or not isinstance(arguments, Mapping):
                raise ToolArgsError(violations or ['"arguments" must be an object'])
            output = await tool.execute(arguments, call.execution)
            if tool.output_schema is not None:
                violations = validate(tool.output_schema, output.value, "value")
                if violations:
                    raise ToolOutputError(tool.name, violations)
            outcome = success(output)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise  # we are being cancelled ourselves
            return aborted()  # the body awaited something that was cancelled
        except Exception as error:  # noqa: BLE001 - the model reads any exception (contract §2.4)
            return failure(error)
        return aborted() if signal.aborted else outcome
