"""Waiting until something waits for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

Item_co = TypeVar("Item_co", covariant=True)
Item = TypeVar("Item")


class Table(Protocol[Item_co]):
    @property
    def requests(self) -> Sequence[Item_co]: ...

    def subscribe(self, listener: Callable[[Any], None], /) -> Callable[[], None]: ...


async def first(table: Table[Item]) -> Item:
    """The oldest request, as soon as there is one."""
    return (await at_least(1, table))[0]


async def at_least(count: int, table: Table[Item]) -> Sequence[Item]:
    """What waits, as soon as it is so many."""
    changed = asyncio.Event()
    remove = table.subscribe(lambda _event: changed.set())
    async with asyncio.timeout(5):
        while len(table.requests) < count:
            changed.clear()
            await changed.wait()
    remove()
    return table.requests
