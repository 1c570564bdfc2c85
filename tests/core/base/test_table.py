from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.table import PendingTable

Event = tuple[str, ...]
Table = PendingTable[str, str, str, Event]


def came(item: str) -> Event:
    return ("came", item)


def ended(item: str, outcome: str) -> Event:
    return ("ended", item, outcome)


def aborted() -> str | BaseException:
    return "aborted"


def disposed() -> str | BaseException:
    return "disposed"


@dataclass
class Desk:
    """A table, a log of what it published, and waits that run."""

    table: Table = field(
        default_factory=lambda: PendingTable(requested=came, resolved=ended, lost="lost")
    )
    log: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table.subscribe(self.log.append)

    async def wait(self, key: str, signal: AbortSignal | None = None) -> asyncio.Task[str]:
        task = asyncio.ensure_future(self.table.wait(key, key.upper(), signal, aborted))
        await asyncio.sleep(0)
        return task


async def test_a_result_is_returned_and_an_exception_raised() -> None:
    desk = Desk()
    first, second = await desk.wait("a"), await desk.wait("b")
    assert desk.table.items == ("A", "B")
    assert desk.table.get("a") == "A"
    assert desk.table.finish("b", "no", KeyError("b"))
    assert desk.table.finish("a", "yes", "done")
    assert not desk.table.finish("a", "yes", "again")
    assert await first == "done"
    with pytest.raises(KeyError):
        await second
    assert desk.log == [came("A"), came("B"), ended("B", "no"), ended("A", "yes")]


async def test_the_order_is_claim_announce_settle() -> None:
    desk = Desk()
    task = await desk.wait("a")
    seen: list[object] = []
    desk.table.subscribe(lambda _: seen.append((desk.table.items, task.done())))
    task.add_done_callback(lambda _: seen.append("settled"))
    desk.table.finish("a", "yes", "done")
    assert seen == [((), False)]
    await task
    await asyncio.sleep(0)
    assert seen[1:] == ["settled"]


async def test_an_announcement_finds_the_item_in_the_table() -> None:
    desk = Desk()
    found: list[object] = []
    desk.table.subscribe(lambda _: found.append(desk.table.get("a")))
    task = await desk.wait("a")
    assert found == ["A"]
    desk.table.dispose(disposed)
    assert await task == "disposed"


async def test_a_listener_may_end_at_once_and_all_hear_both_in_order() -> None:
    table: Table = PendingTable(requested=came, resolved=ended, lost="lost")

    def end(event: Event) -> None:
        if event == came("A"):
            assert table.finish("a", "yes", "done")

    table.subscribe(end)
    heard: list[Event] = []
    table.subscribe(heard.append)
    assert await table.wait("a", "A", None, aborted) == "done"
    assert heard == [came("A"), ended("A", "yes")]


async def test_an_abort_from_inside_the_announcement_counts() -> None:
    desk = Desk()
    controller = AbortController()
    desk.table.subscribe(lambda event: controller.abort())
    assert await (await desk.wait("a", controller.signal)) == "aborted"
    assert desk.log == [came("A"), ended("A", "lost")]


async def test_unsubscribing() -> None:
    desk = Desk()
    heard: list[str] = []
    removers: list[Callable[[], None]] = []
    desk.table.subscribe(lambda event: removers[0]())
    removers.append(desk.table.subscribe(lambda event: heard.append("removed in time")))
    remove = desk.table.subscribe(lambda event: heard.append("stays"))
    task = await desk.wait("a")
    assert heard == ["stays"]
    remove()
    remove()
    desk.table.dispose(disposed)
    await task
    assert heard == ["stays"]


async def test_dispose_ends_all_in_order_and_later_waits_too() -> None:
    desk = Desk()
    tasks = [await desk.wait(key) for key in "abc"]
    desk.table.dispose(disposed)
    desk.table.dispose(aborted)
    assert desk.log[3:] == [ended(item, "lost") for item in "ABC"]
    assert await asyncio.gather(*tasks, await desk.wait("d")) == ["disposed"] * 4
    assert len(desk.log) == 6


def broken(kind: str) -> Callable[[Event], None]:
    def listener(event: Event) -> None:
        if event[0] == kind:
            raise ValueError("cannot draw this")

    return listener


async def test_an_item_that_cannot_be_taken_fails_with_that_error() -> None:
    desk = Desk()
    desk.table.subscribe(broken("came"))
    task = await desk.wait("a")
    with pytest.raises(ValueError, match="cannot draw this"):
        await task
    assert (desk.table.items, desk.log) == ((), [came("A"), ended("A", "lost")])


@pytest.mark.parametrize("end", ["finish", "abort", "dispose"])
async def test_a_broken_listener_hides_no_end(end: str) -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.wait("a", controller.signal)
    desk.table.subscribe(broken("ended"))
    heard: list[Event] = []
    desk.table.subscribe(heard.append)
    ends: dict[str, Callable[[], object]] = {
        "finish": lambda: desk.table.finish("a", "yes", "finished"),
        "abort": controller.abort,
        "dispose": lambda: desk.table.dispose(disposed),
    }
    with pytest.raises(ValueError, match="cannot draw this"):
        ends[end]()
    assert await task == {"finish": "finished", "abort": "aborted", "dispose": "disposed"}[end]
    assert len(heard) == 1


async def test_several_broken_listeners_are_raised_together() -> None:
    desk = Desk()
    task = await desk.wait("a")
    desk.table.subscribe(broken("ended"))
    desk.table.subscribe(broken("ended"))
    with pytest.raises(ExceptionGroup) as caught:
        desk.table.finish("a", "yes", "done")
    assert len(caught.value.exceptions) == 2
    assert await task == "done"


class CountingSignal(AbortSignal):
    """Counts the listeners it still has."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def add_listener(self, callback: Callable[[], None]) -> Callable[[], None]:
        remove = super().add_listener(callback)
        self.count += 1

        def removed() -> None:
            self.count -= 1
            remove()

        return removed


@pytest.mark.parametrize("end", ["finish", "cut", "dispose"])
async def test_an_end_lets_go_of_the_signal(end: str) -> None:
    desk = Desk()
    signal = CountingSignal()
    task = await desk.wait("a", signal)
    assert signal.count == 1
    ends: dict[str, Callable[[], object]] = {
        "finish": lambda: desk.table.finish("a", "yes", "done"),
        "cut": task.cancel,
        "dispose": lambda: desk.table.dispose(disposed),
    }
    ends[end]()
    await asyncio.wait([task])
    assert signal.count == 0
