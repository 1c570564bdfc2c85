"""JSON data that can be neither changed nor lost on the way to disk.

The containers are a `dict` and a `list` still, so that they compare equal to
plain ones and `json.dumps` takes them; every way to change them raises.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NoReturn

from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import MAX_DEPTH

__all__ = ["FrozenDict", "FrozenList", "LossyDataError", "freeze"]


class LossyDataError(HarnessError):
    """Data would not come back from JSON as it went in; code `LOSSY_DATA`."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(
            f"event data is not lossless JSON: {path or 'data'} {problem}", "LOSSY_DATA"
        )


def _refuse(*_args: object, **_kwargs: object) -> NoReturn:
    raise TypeError("logged data cannot be changed")


class FrozenDict(dict[str, object]):
    """An object of logged data."""

    __slots__ = ()

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
    __ior__ = _refuse

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenDict, (dict(self),)


class FrozenList(list[object]):
    """A list of logged data."""

    __slots__ = ()

    __setitem__ = __delitem__ = append = clear = extend = insert = pop = _refuse
    remove = reverse = sort = __iadd__ = __imul__ = _refuse

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenList, (list(self),)


def freeze(value: object, path: str = "", _depth: int = 0) -> object:
    """Return a deep copy that cannot be changed.

    Mappings become `FrozenDict`, lists and tuples `FrozenList`. What is frozen
    already is returned as it is.

    Raises:
        LossyDataError: For anything that JSON cannot carry without loss: other
            types, non-finite numbers, lone surrogates, keys that are no strings,
            and nesting deeper than 200.
    """
    if value is None or isinstance(value, bool | int | FrozenDict | FrozenList):
        return value
    if isinstance(value, str):
        return _text(value, path)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise LossyDataError(path, "is not a finite number")
        return value
    if _depth >= MAX_DEPTH:
        raise LossyDataError(path, f"is nested deeper than {MAX_DEPTH}")
    if isinstance(value, Mapping):
        return FrozenDict(_items(value, path, _depth))
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return FrozenList(
            freeze(item, f"{path}[{index}]", _depth + 1) for index, item in enumerate(value)
        )
    raise LossyDataError(path, f"is a {type(value).__name__}")


def _items(value: Mapping[object, object], path: str, depth: int) -> list[tuple[str, object]]:
    items: list[tuple[str, object]] = []
    for key, item in value.items():
        if not isinstance(key, str):
            raise LossyDataError(path, f"has the key {key!r}, which is not a string")
        below = f"{path}.{key}" if path else key
        items.append((_text(key, path), freeze(item, below, depth + 1)))
    return items


def _text(value: str, path: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise LossyDataError(path, "holds a lone surrogate") from None
    return str(value)
