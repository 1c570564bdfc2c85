"""The vocabulary is closed: one word the runner was never taught, and a vector fails."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.conformance.areas import handler_of
from tests.conformance.vectors import UnknownOperationError, Vector, load_all

WORD = "never heard of"
SECONDS = 10

DATA = {
    *("questions", "arguments", "payload", "config", "label", "value", "text", "message", "plan"),
    *("rawInput", "images", "line", "args", "answer", "answers", "returns", "tool", "commandId"),
    *("id", "owner", "delegationDepth", "rpcId", "questionRpcId", "sessionId", "callId", "key"),
    *("as", "handle", "ask", "code"),
}
"""Keys below which a vector says what it likes, in every area."""
DATA_HERE = {
    *(("approval.tool", "reason"), ("runtime.loop", "cause.reason"), ("tool.lifecycle", "name")),
    *(("plan.projection", "name"), ("transcript.row", "error.name"), ("host.respond", "result")),
    *(("host.lifecycle", "pending"), ("service.lifecycle", "step.provider")),
}
"""The same for the end of a path, in one area."""

PLAYED = [vector for vector in load_all() if vector.applies != "web"]


def is_data(area: str, path: str) -> bool:
    ends = [path.split(".", start)[-1] for start in range(path.count(".") + 1)]
    return ends[-1] in DATA or any((area, end) in DATA_HERE for end in ends)


def strange(
    path: str, value: Any, is_free: Callable[[str], bool] = lambda _path: False
) -> Iterator[tuple[str, Any]]:
    """The value with one unknown word in it, in every place that is not free."""
    if is_free(path):
        return
    yield path, WORD
    if isinstance(value, dict):
        yield f"{path}.*", {**value, WORD: 1}
        for key, below in value.items():
            for where, changed in strange(f"{path}.{key}", below, is_free):
                yield where, {**value, key: changed}
    elif isinstance(value, list):
        for at, below in enumerate(value):
            for where, changed in strange(f"{path}.{at}", below, is_free):
                yield where, [*value[:at], changed, *value[at + 1 :]]
    elif isinstance(value, bool):
        yield path, int(value)
    elif value in (0, 1) and isinstance(value, int):
        yield path, bool(value)


def strangers(vector: Vector) -> Iterator[tuple[str, Vector]]:
    """The vector with one unknown word, in every place there is for one."""
    is_free = partial(is_data, vector.area)
    for where, changed in strange("given", vector.given, is_free):
        if where != "given":
            yield where, replace(vector, given=changed)
    for at, step in enumerate(vector.steps):
        for where, changed in strange("step", step, is_free):
            steps = [*vector.steps[:at], changed, *vector.steps[at + 1 :]]
            yield f"{where}[{at}]", replace(vector, when=steps)


async def complaint(vector: Vector) -> Exception | None:
    """What comes of playing the vector; None if it passes."""
    handler = handler_of(vector)
    assert handler is not None
    try:
        result = handler(vector)
        if inspect.isawaitable(result):
            async with asyncio.timeout(SECONDS):
                await result
    except TimeoutError:
        raise
    except Exception as error:  # noqa: BLE001  any complaint is looked at
        return error
    return None


@pytest.mark.parametrize("vector", PLAYED, ids=[vector.id for vector in PLAYED])
async def test_an_unknown_word_fails(vector: Vector) -> None:
    let_through = [
        f"{where}: {found!r}"
        for where, stranger in strangers(vector)
        if not isinstance(found := await complaint(stranger), UnknownOperationError)
    ]
    assert let_through == []


YES = {"answers": [{"id": "a", "selected": ["x"]}]}
ERROR = {"name": "Error", "code": None, "message": "m"}
CANCELLED = {"name": "UserQuestionError", "code": "ASK_CANCELLED", "message": "m"}
ASK: dict[str, Any] = {"op": "ask", "request": {"questions": [{"id": "a", "question": "?"}]}}
APPROVE: dict[str, Any] = {"do": "exit approved"}
EXIT: dict[str, Any] = {"op": "exit_plan_mode", "plan": "# P"}
FREE = {"questions": [{"id": "a", "question": "?"}]}


@pytest.mark.parametrize(
    ("area", "given", "when", "expect"),
    [
        ("service.ask", {"provider": {"returns": YES, "raises": ERROR}}, ASK, {}),
        ("service.ask", {"provider": {}}, ASK, {}),
        ("service.ask", {"provider": {"raises": {**ERROR, "code": "X"}}}, ASK, {}),
        ("service.ask", {"provider": None}, [ASK, ASK], {}),
        ("service.ask", {"provider": None}, [], {}),
        ("service.lifecycle", {}, [], {"note": "nothing in particular"}),
        ("tool.abort", {"signal": WORD, "provider": "rejects ASK_ABORTED on abort"}, "model", {}),
        ("tool.abort", {"provider": "rejects ASK_ABORTED on abort"}, {"op": "model_call"}, {}),
        ("tool.abort", {}, {"op": "abort_while_pending"}, {}),
        ("runtime.loop", {"model": [], "pending": "ask_user_question"}, [], {}),
        ("runtime.loop", {}, {"do": "followup"}, {}),
        ("runtime.loop", {"model": []}, {"do": "answer", "text": "x"}, {}),
        ("runtime.loop", {"model": []}, {"do": "steer", "keepInbox": True}, {}),
        ("runtime.loop", {"model": []}, {"do": "cancel", "cause": {"kind": "hook", "x": 1}}, {}),
        ("runtime.loop", {"model": []}, {"do": "answer 3"}, {}),
        ("runtime.registry", {}, {"do": "detach", "id": "a", "owner": None}, {}),
        ("plan.exit", {"answers": [], "ask_error": CANCELLED}, EXIT, {}),
        ("plan.exit", {"ask_error": CANCELLED}, APPROVE, {}),
        ("plan.projection", {}, {"type": "plan/mode", "active": True, "name": "plan"}, {}),
        ("form.render", FREE, {"do": "locale", "value": "fr"}, {}),
        ("form.flow", FREE, {"op": "skip"}, {}),
    ],
)
async def test_what_fits_no_situation_fails(
    area: str, given: dict[str, Any], when: Any, expect: dict[str, Any]
) -> None:
    found = await complaint(Vector("made-up", area, given, when, expect, "core"))
    assert isinstance(found, UnknownOperationError)


@pytest.mark.parametrize("vector", PLAYED, ids=[vector.id for vector in PLAYED])
async def test_all_that_is_expected_counts(vector: Vector) -> None:
    let_through = [
        where
        for where, changed in strange("expect", vector.expect)
        if where != "expect" and await complaint(replace(vector, expect=changed)) is None
    ]
    assert let_through == []


@pytest.mark.parametrize("vector", PLAYED, ids=[vector.id for vector in PLAYED])
async def test_one_step_may_stand_alone_or_in_a_list(vector: Vector) -> None:
    steps = list(vector.steps)
    assert await complaint(replace(vector, when=steps)) is None
    if len(steps) == 1:
        assert await complaint(replace(vector, when=steps[0])) is None
