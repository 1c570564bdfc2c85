from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from dsh_core.base.abort import AbortController
from dsh_core.base.errors import HarnessError
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolFailure, ToolOutput
from dsh_core.tools.registry import (
    Allow,
    Ask,
    Decision,
    Deny,
    DuplicateToolError,
    PlannedCall,
    ToolRegistry,
)

Body = Callable[[Mapping[str, object], ToolExecution], Awaitable[ToolOutput]]
OPEN = {"type": "object"}


def tool(body: Body, **extra: Any) -> ToolDefinition:
    return ToolDefinition("t", "", OPEN, body, **extra)


def returning(output: ToolOutput) -> Body:
    async def body(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        return output

    return body


def raising(error: BaseException) -> Body:
    async def body(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        raise error

    return body


def with_tool(body: Body, **extra: Any) -> ToolRegistry:
    registry = ToolRegistry()
    registry.register(tool(body, **extra))
    return registry


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (ToolOutput("plain"), "plain"),
        (ToolOutput({"ü": [1, None]}), '{"ü":[1,null]}'),
        (ToolOutput({"a": 1}, "told"), "told"),
        (
            ToolOutput(content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
            "a\nb",
        ),
        (ToolOutput("\ud800"), "\ufffd"),
    ],
)
async def test_results_are_rendered(output: ToolOutput, text: str) -> None:
    outcome = await with_tool(returning(output)).run("t", "{}", ToolExecution("c"))
    assert (outcome.text, outcome.is_error, outcome.error) == (text, False, None)


async def test_what_else_a_tool_returns_is_handed_on() -> None:
    context = {"role": "user", "content": []}
    output = ToolOutput(1, meta={"plan": "approved"}, context=(context,), concludes_turn=True)
    outcome = await with_tool(returning(output)).run("t", "{}", ToolExecution("c"))
    assert (outcome.value, outcome.meta) == (1, {"plan": "approved"})
    assert (outcome.context, outcome.concludes_turn) == ((context,), True)


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise ValueError


class WithMessageError(Exception):
    message = "of its own"


@pytest.mark.parametrize(
    ("error", "text", "info"),
    [
        (HarnessError("no", "CODE"), "Error: no", {"name": "HarnessError", "code": "CODE"}),
        (ValueError("plain"), "Error: plain", None),
        (ValueError(), "Error: ValueError", None),
        (WithMessageError("other"), "Error: of its own", None),
        (UnprintableError(), "Error: <unprintable thrown value>", None),
    ],
    ids=["harness", "plain", "empty", "message", "unprintable"],
)
async def test_any_exception_is_an_error_result(error: Exception, text: str, info: object) -> None:
    outcome = await with_tool(raising(error)).run("t", "{}", ToolExecution("c"))
    assert (outcome.text, outcome.is_error, outcome.error) == (text, True, info)


async def test_a_failure_may_leave_a_note_for_the_log() -> None:
    failure = ToolFailure("sent back", {"plan": "refused"})
    outcome = await with_tool(raising(failure)).run("t", "{}", ToolExecution("c"))
    assert (outcome.text, outcome.meta) == ("Error: sent back", {"plan": "refused"})


async def test_a_value_that_breaks_the_tools_own_schema_is_an_error() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "number"}}}
    registry = with_tool(returning(ToolOutput({"n": "x"})), output_schema=schema)
    outcome = await registry.run("t", "{}", ToolExecution("c"))
    assert outcome.text == 'Error: tool "t" returned invalid output: "value.n" must be a number'
    assert outcome.error == {"name": "ToolOutputError", "code": "INVALID_TOOL_OUTPUT"}


async def test_a_value_that_is_no_json_is_an_error() -> None:
    outcome = await with_tool(returning(ToolOutput(object()))).run("t", "{}", ToolExecution("c"))
    assert outcome.is_error


async def test_arguments_are_prepared_before_they_are_judged() -> None:
    seen: list[object] = []

    async def body(arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        seen.append(arguments)
        return ToolOutput("")

    registry = with_tool(body, prepare=lambda value: {"mended": value})
    await registry.run("t", "[1]", ToolExecution("c"))
    assert seen == [{"mended": [1]}]


async def test_a_body_that_awaited_something_cancelled_is_an_aborted_call() -> None:
    outcome = await with_tool(raising(asyncio.CancelledError())).run("t", "", ToolExecution("c"))
    assert outcome.error == {"name": "AbortError", "code": "ABORTED"}


async def test_being_cancelled_is_no_result() -> None:
    async def body(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        await asyncio.Event().wait()
        return ToolOutput("never")

    task = asyncio.create_task(with_tool(body).run("t", "", ToolExecution("c")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_names_are_unique_and_a_stale_disposer_harmless() -> None:
    registry = ToolRegistry()
    first, second = (tool(returning(ToolOutput())) for _ in range(2))
    dispose = registry.register(first)
    with pytest.raises(DuplicateToolError) as caught:
        registry.register(second)
    assert caught.value.code == "DUPLICATE_TOOL"
    dispose()
    registry.register(second)
    dispose()
    assert registry.get("t") is second
    assert registry.list() == (second,)


def test_a_stale_disposer_leaves_the_same_tool_alone_when_it_is_back() -> None:
    registry, again = ToolRegistry(), tool(returning(ToolOutput()))
    stale = registry.register(again)
    stale()
    dispose = registry.register(again)
    stale()
    assert registry.get("t") is again
    dispose()
    assert registry.get("t") is None


async def ran(registry: ToolRegistry, abort: AbortController | None = None) -> str:
    signal = (abort or AbortController()).signal
    return (await registry.run("t", "", ToolExecution("c", None, signal))).text


async def test_the_first_gate_decides_on_the_answer_of_the_others() -> None:
    registry, order = with_tool(returning(ToolOutput("ran"))), list[str]()

    async def outer(_call: PlannedCall, rest: Callable[[], Awaitable[Decision]]) -> Decision:
        order.append("outer")
        return Allow() if isinstance(await rest(), Deny) else Deny("outer says no")

    async def inner(_call: PlannedCall, _rest: Callable[[], Awaitable[Decision]]) -> Decision:
        order.append("inner")
        return Deny("inner says no")

    registry.add_gate(outer)
    dispose = registry.add_gate(inner)
    assert await ran(registry) == "ran"
    dispose()
    assert await ran(registry) == "Error: outer says no"
    assert order == ["outer", "inner", "outer"]


async def test_a_gate_that_fails_lets_nothing_through() -> None:
    registry = with_tool(returning(ToolOutput("ran")))

    async def broken(_call: PlannedCall, _rest: Callable[[], Awaitable[Decision]]) -> Decision:
        raise ValueError("gate")

    registry.add_gate(broken)
    assert await ran(registry) == "Error: gate"


async def test_a_gates_ask_is_put_to_the_resolver() -> None:
    registry, asked = with_tool(returning(ToolOutput("ran"))), list[str | None]()

    async def gate(_call: PlannedCall, _rest: Callable[[], Awaitable[Decision]]) -> Decision:
        return Ask("sure?")

    async def resolver(_call: PlannedCall, ask: Ask) -> Allow | Deny:
        asked.append(ask.reason)
        return Allow()

    registry.add_gate(gate)
    assert await ran(registry) == "Error: sure?"
    registry.ask_resolver = resolver
    assert await ran(registry) == "ran"
    assert asked == ["sure?"]


async def test_an_abort_while_a_gate_decides_is_an_abort_before_dispatch() -> None:
    registry, abort = with_tool(returning(ToolOutput("ran"))), AbortController()

    async def gate(_call: PlannedCall, _rest: Callable[[], Awaitable[Decision]]) -> Decision:
        abort.abort()
        return Ask()

    registry.add_gate(gate)
    assert await ran(registry, abort) == "Error: tool call aborted before dispatch"
