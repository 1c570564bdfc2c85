"""Contract vectors: loading them, and the closed vocabulary they are written in."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

DEFAULT_PATH = Path(__file__).with_name("contract-vectors.json")
MORE_PATH = Path(__file__).with_name("more-vectors.json")
DEFAULT_PATHS = (DEFAULT_PATH, MORE_PATH)


class UnknownOperationError(Exception):
    """A vector says something the runner was never taught."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One example of the contract: a situation, what is done, what must come of it."""

    id: str
    area: str
    given: Mapping[str, Any]
    when: Any
    expect: Mapping[str, Any]
    applies: str


Handler = Callable[[Vector], Awaitable[None] | None]


def load_all(paths: Iterable[Path] = DEFAULT_PATHS) -> list[Vector]:
    return [vector for path in paths for vector in load(path)]


def load(path: Path) -> list[Vector]:
    raw = json.loads(path.read_text(encoding="utf-8"))
    return [_vector(value, f"{path}: vector {number}") for number, value in enumerate(raw, 1)]


def _vector(raw: Mapping[str, Any], place: str) -> Vector:
    names = [field.name for field in fields(Vector)]
    lacking = [name for name in names if name not in raw]
    if lacking:
        raise ValueError(f"{place} ({raw.get('id', 'without an id')}) lacks {', '.join(lacking)}")
    return Vector(**{name: raw[name] for name in names})


def keys(value: Mapping[str, Any], *known: str) -> None:
    """Refuse a mapping with a key that the handler does not read."""
    unknown = sorted(set(value) - set(known))
    if unknown:
        raise UnknownOperationError(f"unknown keys {unknown}; known here: {sorted(known)}")


def one_of(value: Any, *known: Any) -> Any:
    """Return `value` if it is a word of the vocabulary."""
    if value not in known:
        raise UnknownOperationError(f"unknown value {value!r}; known here: {list(known)}")
    return value


def operation(vector: Vector, *known: str) -> str:
    """Return the one word that a plain `when` consists of."""
    keys(vector.when, "op")
    op: str = one_of(vector.when["op"], *known)
    return op
