"""Adding something to a table of listeners, hooks and the like, and taking it out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["register_as", "register_in"]

_T = TypeVar("_T")


def register_as(table: dict[str, _T], name: str, value: _T) -> Callable[[], None]:
    """Put `value` into `table` under a name that is free.

    The same value may come back there later; that is another registration.

    Returns:
        A remover for this registration only; calling it twice does nothing.
    """
    table[name] = value
    registered = True

    def remove() -> None:
        nonlocal registered
        if registered:
            registered = False
            del table[name]

    return remove


def register_in(table: dict[object, _T], value: _T) -> Callable[[], None]:
    """Put `value` at the end of `table`, under a key of its own.

    So one value may be there twice, and each remover takes out exactly its own entry.

    Returns:
        A remover; calling it twice does nothing.
    """
    key = object()
    table[key] = value

    def remove() -> None:
        table.pop(key, None)

    return remove
