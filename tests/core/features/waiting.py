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
    arrived = asyncio.Event()
    remove = table.subscribe(lambda _event: arrived.set())
    if not table.requests:
        async with asyncio.timeout(5):
            await arrived.wait()
    remove()
    return table.requests[0]
