"""Contract vectors: loading them, and the closed vocabulary they are written in."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
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

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """What is done, one after another; a single step may stand without a list."""
        steps = self.when if isinstance(self.when, list) else [self.when]
        strange = [step for step in steps if not isinstance(step, dict)]
        if strange:
            raise UnknownOperationError(f"no steps: {strange!r}")
        return steps

    @property
    def step(self) -> Mapping[str, Any]:
        """The one thing that is done, in an area that knows no second."""
        if len(self.steps) != 1:
            raise UnknownOperationError(f"{self.area} takes one step, not {len(self.steps)}")
        return self.steps[0]


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
    if not isinstance(value, dict):
        raise UnknownOperationError(f"{value!r} has no keys; known here: {sorted(known)}")
    unknown = sorted(set(value) - set(known))
    if unknown:
        raise UnknownOperationError(f"unknown keys {unknown}; known here: {sorted(known)}")


def one_of(value: Any, *known: Any) -> Any:
    """Return `value` if it is a word of the vocabulary; `1` is not `true`."""
    if not any(type(value) is type(word) and value == word for word in known):
        raise UnknownOperationError(f"unknown value {value!r}; known here: {list(known)}")
    return value


def word(value: Mapping[str, Any], key: str, *known: Any) -> Any:
    """Return what stands under `key` if it is a word of the vocabulary."""
    if key not in value:
        raise UnknownOperationError(f"no {key!r} in {value!r}")
    return one_of(value[key], *known)


def flag(value: Mapping[str, Any], key: str, default: bool) -> bool:
    """Return what stands under `key` if it is `true` or `false`."""
    found: bool = one_of(value.get(key, default), True, False)
    return found


def operation(vector: Vector, *known: str) -> str:
    """Return the one word that a plain `when` consists of."""
    keys(vector.step, "op")
    op: str = word(vector.step, "op", *known)
    return op


def compare(vector: Vector, found: Mapping[str, Any], *others: str) -> None:
    """Check all that the vector expects.

    Args:
        vector: Whose `expect` is meant; it need not speak of everything that was found.
        found: What there is to see.
        others: What is to be seen in other cases of this area.
    """
    keys(vector.expect, *found, *others)
    seen = {key: found[key] for key in vector.expect if key in found}
    assert is_same(seen, vector.expect), f"found {seen}, expected {dict(vector.expect)}"


def is_same(found: Any, expected: Any) -> bool:
    """Whether two values are the same JSON; to Python, `1` is equal to `true`."""
    return _json(found) == _json(expected)


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)
