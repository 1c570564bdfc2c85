"""Plays every contract vector that has a counterpart here (see README.md beside this file)."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path

import pytest

from tests.conformance.areas import ALL_HANDLERS, AREAS_TO_COME, handler_of
from tests.conformance.vectors import DEFAULT_PATH, UnknownOperationError, Vector, load

SECONDS = 10
APPLIES = {"core", "form", "web"}


def vectors_path(config: pytest.Config) -> Path:
    path: Path = config.getoption("vectors", DEFAULT_PATH)
    return path


def played(vector: Vector) -> bool:
    return vector.applies != "web" and vector.area not in AREAS_TO_COME


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" in metafunc.fixturenames:
        # Areas to come are left out only where no handler exists either.
        chosen = [
            vector
            for vector in load(vectors_path(metafunc.config))
            if vector.applies != "web" and (played(vector) or handler_of(vector) is not None)
        ]
        metafunc.parametrize("vector", chosen, ids=[vector.id for vector in chosen])


@pytest.fixture
def vectors(request: pytest.FixtureRequest) -> list[Vector]:
    return load(vectors_path(request.config))


async def test_vector(vector: Vector) -> None:
    handler = handler_of(vector)
    if handler is None:
        raise UnknownOperationError(f"unknown area {vector.area} ({vector.applies})")
    result = handler(vector)
    if inspect.isawaitable(result):
        async with asyncio.timeout(SECONDS):
            await result


def test_ids_are_unique(vectors: list[Vector]) -> None:
    ids = [vector.id for vector in vectors]
    assert sorted(set(ids)) == sorted(ids)


def test_every_vector_says_whom_it_binds(vectors: list[Vector]) -> None:
    assert {vector.applies for vector in vectors} <= APPLIES


def test_no_handler_is_left_over() -> None:
    areas = {vector.area for vector in load(DEFAULT_PATH)}
    assert {key.split("/")[0] for key in ALL_HANDLERS} <= areas


def test_areas_without_a_handler_are_known() -> None:
    missing = {
        vector.area
        for vector in load(DEFAULT_PATH)
        if vector.applies != "web" and handler_of(vector) is None
    }
    assert missing == AREAS_TO_COME
