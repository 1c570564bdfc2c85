"""A first-in first-out table of things that wait for a person.

The order is always claim, announce, settle: an entry leaves the table, its end is
published, and only then the waiter goes on. So whoever ends an entry first wins,
nothing settles twice, and no waiter runs before everybody knows.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from dsh_core.base.abort import AbortSignal
from dsh_core.base.registration import register_in

__all__ = ["PendingTable"]

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
Result = TypeVar("Result")
Event = TypeVar("Event")


class _Entry(Generic[Item, Result]):
    __slots__ = ("detach", "future", "item")

    def __init__(self, item: Item, future: asyncio.Future[Result | BaseException]) -> None:
        self.item = item
        # The result is a value even when it is an exception: a future refuses
        # some exceptions, and complains about those nobody came for.
        self.future = future
        self.detach: Callable[[], None] | None = None


class PendingTable(Generic[Item, Outcome, Result, Event]):
    """What the tables of questions and of approvals have in common.

    Everything but `wait` is synchronous and belongs on the event loop's thread.

    Args:
        requested: Makes the event that says an item came.
        resolved: Makes the event that says how an item ended.
        lost: The outcome of an item that ends without anybody deciding it.
    """

    def __init__(
        self,
        *,
        requested: Callable[[Item], Event],
        resolved: Callable[[Item, Outcome], Event],
        lost: Outcome,
    ) -> None:
        self._requested = requested
        self._resolved = resolved
        self._lost = lost
        self._entries: dict[str, _Entry[Item, Result]] = {}
        self._listeners: dict[object, Callable[[Event], None]] = {}
        self._queue: deque[Event] = deque()
        self._publishing = False
        self._end_of_table: Callable[[], Result | BaseException] | None = None

    @property
    def items(self) -> tuple[Item, ...]:
        """What is waiting, in the order it came."""
        return tuple(entry.item for entry in self._entries.values())

    def get(self, key: str) -> Item | None:
        """The item waiting under `key`, or None when nothing waits there any more."""
        entry = self._entries.get(key)
        return None if entry is None else entry.item

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Hear of every item that comes and every item that ends.

        Listeners run synchronously. One that ends an item from inside an event
        does so at once, but the event about it follows after the current one, so
        that every listener hears of an item's coming before its end.

        Returns:
            A remover; calling it twice does nothing.
        """
        return register_in(self._listeners, listener)

    async def wait(
        self,
        key: str,
        item: Item,
        signal: AbortSignal | None,
        aborted: Callable[[], Result | BaseException],
    ) -> Result:
        """Enter `item`, announce it and wait until somebody ends it.

        Args:
            key: A key that was never used before.
            item: What waits.
            signal: Ends the wait as lost when it aborts. An aborted one ends it
                before the item is entered or announced.
            aborted: Makes what the waiter gets then; an exception is raised.

        Raises:
            BaseException: What the item was ended with. When a listener fails to
                take the item, its exception.
        """
        if self._end_of_table is not None:
            return _unwrap(self._end_of_table())
        if signal is not None and signal.aborted:
            return _unwrap(aborted())
        entry: _Entry[Item, Result] = _Entry(item, asyncio.get_running_loop().create_future())
        self._entries[key] = entry
        try:
            if signal is not None:
                entry.detach = signal.add_listener(lambda: self._on_abort(key, aborted))
            _raise(self._publish(self._requested(item)))
            return _unwrap(await entry.future)
        finally:
            # Still there: the waiter was cancelled, or a listener failed.
            if self._entries.get(key) is entry:
                _raise(self._claim(key, entry, self._lost))

    def finish(self, key: str, outcome: Outcome, result: Result | BaseException) -> bool:
        """Claim, announce and settle; False when nothing waits under `key`.

        Raises:
            Exception: What a listener raised, after everything is settled.
        """
        entry = self._entries.get(key)
        if entry is None or entry.future.done():  # done: its waiter was just cancelled
            return False
        failures = self._claim(key, entry, outcome)
        self._settle(entry, result)
        _raise(failures)
        return True

    def dispose(self, result: Callable[[], Result | BaseException]) -> None:
        """End everything as lost, and every later wait before it begins.

        Args:
            result: Makes what each waiter gets; an exception is raised there.
        """
        if self._end_of_table is None:
            self._end_of_table = result
        failures: list[Exception] = []
        while self._entries:
            key, entry = next(iter(self._entries.items()))
            failures += self._claim(key, entry, self._lost)
            self._settle(entry, result())
        _raise(failures)

    def _on_abort(self, key: str, aborted: Callable[[], Result | BaseException]) -> None:
        self.finish(key, self._lost, aborted())

    def _claim(self, key: str, entry: _Entry[Item, Result], outcome: Outcome) -> list[Exception]:
        del self._entries[key]
        if entry.detach is not None:
            entry.detach()
        return self._publish(self._resolved(entry.item, outcome))

    def _settle(self, entry: _Entry[Item, Result], result: Result | BaseException) -> None:
        if not entry.future.done():
            entry.future.set_result(result)

    def _publish(self, event: Event) -> list[Exception]:
        self._queue.append(event)
        if self._publishing:
            return []
        self._publishing = True
        failures: list[Exception] = []
        try:
            while self._queue:
                current = self._queue.popleft()
                for key in tuple(self._listeners):
                    listener = self._listeners.get(key)
                    if listener is None:
                        continue
                    # Any exception: the other listeners and the waiter go first.
                    try:
                        listener(current)
                    except Exception as error:  # noqa: BLE001
                        failures.append(error)
        finally:
            self._publishing = False
        return failures


def _unwrap(result: Result | BaseException) -> Result:
    if isinstance(result, BaseException):
        raise result
    return result


def _raise(failures: list[Exception]) -> None:
    if failures:
        raise failures[0] if len(failures) == 1 else ExceptionGroup("listeners", failures)
