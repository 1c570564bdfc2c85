"""The vocabulary is closed: one word the runner was never taught, and a vector fails."""

from __future__ import annotations

import asyncio
import copy
import inspect
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.conformance.areas import handler_of
from tests.conformance.vectors import DEFAULT_PATH, Vector, load

WORD = "never heard of"
SECONDS = 10

PLAYED = [vector for vector in load(DEFAULT_PATH) if vector.applies != "web"]


def with_step(vector: Vector, at: int, **changed: Any) -> Vector:
    steps = copy.deepcopy(vector.when)
    steps[at].update(changed)
    return replace(vector, when=steps)


def strangers(vector: Vector) -> Iterator[tuple[str, Vector]]:
    """The vector with one unknown word in it, in every place there is for one."""
    yield "given", replace(vector, given={**vector.given, WORD: 1})
    yield "expect", replace(vector, expect={**vector.expect, WORD: 1})
    if isinstance(vector.when, dict):
        yield "when", replace(vector, when={**vector.when, WORD: 1})
        for verb in {"op", "do"} & set(vector.when):
            yield verb, replace(vector, when={**vector.when, verb: WORD})
        return
    for at, step in enumerate(vector.when):
        yield f"when[{at}]", with_step(vector, at, **{WORD: 1})
        if "do" in step:
            yield f"when[{at}].do", with_step(vector, at, do=WORD)


async def fails(vector: Vector) -> bool:
    handler = handler_of(vector)
    assert handler is not None
    try:
        result = handler(vector)
        if inspect.isawaitable(result):
            async with asyncio.timeout(SECONDS):
                await result
    except TimeoutError:
        raise
    except Exception:  # noqa: BLE001  any complaint will do
        return True
    return False


@pytest.mark.parametrize("vector", PLAYED, ids=[vector.id for vector in PLAYED])
async def test_an_unknown_word_fails(vector: Vector) -> None:
    let_through = [where for where, stranger in strangers(vector) if not await fails(stranger)]
    assert let_through == []
