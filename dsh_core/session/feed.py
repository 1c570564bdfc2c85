"""Where entries and events come from, as protocols, and the change a listener is told of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, overload

from dsh_core.session.entries import Entry
from dsh_core.session.events import Event

__all__ = ["Changed", "EntrySource", "EntryView", "EventFeed"]


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of the entries.

    Attributes:
        index: The entry that was appended or updated; for `prepended`, how many
            entries now stand before the ones that were there.
        kind: What happened.
    """

    index: int
    kind: Literal["appended", "updated", "prepended"]


class EntrySource(Protocol):
    """Where a transcript gets its entries from."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, oldest first; a live view that is cheap to get."""
        ...

    def subscribe(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        """Have `listener` called synchronously after each change; returns a remover."""
        ...


class EventFeed(Protocol):
    """Something that has a session's events and tells of new ones, such as its log."""

    @property
    def events(self) -> Sequence[Event]:
        """What there is, oldest first."""
        ...

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        """Have `observer` called with each new event; returns a remover."""
        ...


class EntryView(Sequence[Entry]):
    """A live, read-only view of a fold's entries."""

    __slots__ = ("_entries",)

    def __init__(self, entries: list[Entry]) -> None:
        self._entries = entries

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        return self._entries[index]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)
