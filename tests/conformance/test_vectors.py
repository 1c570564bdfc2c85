"""Plays every contract vector that has a counterpart here (see README.md beside this file)."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conformance.areas import ALL_HANDLERS, handler_of
from tests.conformance.vectors import (
    DEFAULT_PATH,
    DEFAULT_PATHS,
    UnknownOperationError,
    Vector,
    load,
    load_all,
)

SECONDS = 10
APPLIES = {"core", "form", "web"}
CONTRACT = Path(__file__).parents[2] / "docs" / "contract.md"


def vectors_paths(config: pytest.Config) -> Sequence[Path]:
    path: Path | None = config.getoption("vectors", None)
    if path is None:
        return DEFAULT_PATHS
    return [path]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" in metafunc.fixturenames:
        played = [one for one in load_all(vectors_paths(metafunc.config)) if one.applies != "web"]
        metafunc.parametrize("vector", played, ids=[one.id for one in played])


@pytest.fixture
def vectors(request: pytest.FixtureRequest) -> list[Vector]:
    return load_all(vectors_paths(request.config))


async def test_vector(vector: Vector) -> None:
    handler = handler_of(vector)
    if handler is None:
        raise UnknownOperationError(f"unknown area {vector.area} ({vector.applies})")
    assert vector.expect, "nothing is expected"
    result = handler(vector)
    if inspect.isawaitable(result):
        async with asyncio.timeout(SECONDS):
            await result


def test_there_is_something_to_play(vectors: list[Vector]) -> None:
    assert [vector for vector in vectors if vector.applies != "web"]


def test_ids_are_unique(vectors: list[Vector]) -> None:
    ids = [vector.id for vector in vectors]
    assert sorted(set(ids)) == sorted(ids)


def test_every_vector_says_whom_it_binds(vectors: list[Vector]) -> None:
    assert {vector.applies for vector in vectors} <= APPLIES


def test_no_handler_is_left_over() -> None:
    areas = {vector.area for vector in load(DEFAULT_PATH)}
    assert {key.split("/")[0] for key in ALL_HANDLERS} <= areas


def test_what_is_not_played_is_listed_with_its_reason() -> None:
    """The page on the contract names every vector of the web client, and no other."""
    listed = re.findall(r"^\| `([^`]+)` \| `[a-z]+\.[a-z]+` \|", CONTRACT.read_text("utf-8"), re.M)
    not_played = [one.id for one in load(DEFAULT_PATH) if one.applies == "web"]
    assert sorted(listed) == sorted(not_played)
