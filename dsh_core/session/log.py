"""The append-only log of one session: the only thing that holds truth."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import overload

from dsh_core.base.clock import Clock, SystemClock
from dsh_core.base.errors import HarnessError
from dsh_core.base.registration import register_in
from dsh_core.session.events import (
    SURFACE_TYPES,
    USER_MESSAGE,
    Event,
    EventFormatError,
    JsonObject,
    Replace,
    SurfaceOp,
)
from dsh_core.session.frozen import freeze

__all__ = ["EventView", "Observer", "ReentrantAppendError", "SessionLog"]

Observer = Callable[[Event], None]

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())  # a full-screen program owns stderr


class ReentrantAppendError(HarnessError):
    """An observer appended to the log that was telling it of an event; code `REENTRANT_APPEND`."""

    def __init__(self) -> None:
        super().__init__(
            "session append cannot reenter while another append is being published",
            "REENTRANT_APPEND",
        )


class EventView(Sequence[Event]):
    """A live, read-only view of a log's events; making one costs nothing."""

    __slots__ = ("_events",)

    def __init__(self, events: list[Event]) -> None:
        self._events = events

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._events[index]

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)


class SessionLog:
    """One session's events.

    Args:
        session_id: Who the session is; an agent on it has the same id.
        clock: Where the time of new events comes from.
        events: Events of an earlier run, from seq 0.

    Raises:
        EventFormatError: If the seqs of `events` are not contiguous from 0.
        LossyDataError: If their data is not lossless JSON.
    """

    def __init__(
        self, session_id: str, clock: Clock | None = None, events: Iterable[Event] = ()
    ) -> None:
        self.id = session_id
        self._clock: Clock = clock or SystemClock()
        self._events: list[Event] = []
        self._view = EventView(self._events)
        self._surface: list[Event] = []
        self._newest: dict[str, Event] = {}
        self._observers: dict[object, Observer] = {}
        self._publishing = False
        for event in events:
            if event.seq != len(self._events):
                raise EventFormatError(
                    f"session {session_id} expected seq {len(self._events)}, found {event.seq}"
                )
            self._commit(replace(event, data=_frozen_object(event.type, event.data)))

    @property
    def events(self) -> EventView:
        """All events, oldest first, as a live view."""
        return self._view

    def append(
        self,
        event_type: str,
        data: JsonObject,
        *,
        surface_op: SurfaceOp | None = None,
        source_event_seqs: Iterable[int] | None = None,
        ignorable: bool | None = None,
    ) -> Event:
        """Commit one event, then tell the observers.

        Args:
            event_type: A name of `events`.
            data: Plain JSON; a deep-frozen copy of it is logged.
            surface_op: None means `append` for the three model-visible events.
            source_event_seqs: Earlier events this one was made from.
            ignorable: As in `Event`.

        Returns:
            The event as logged.

        Raises:
            ReentrantAppendError: When called by an observer; schedule it instead.
            LossyDataError: If `data` is not lossless JSON. Nothing is logged then.
            EventFormatError: If another event is to be model-visible, a visible one
                holds no message, or a named seq does not exist yet.
        """
        if self._publishing:
            raise ReentrantAppendError
        event = self._make(event_type, data, surface_op, source_event_seqs, ignorable)
        self._commit(event)
        self._publish(event)
        return event

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Have `observer` called synchronously after each commit.

        What it raises is logged and reaches neither the appender nor the others.

        Returns:
            A remover; calling it twice does nothing.
        """
        return register_in(self._observers, observer)

    def messages(self) -> tuple[JsonObject, ...]:
        """The messages a model sees, oldest first."""
        messages = (_message(event.type, event.data) for event in self._surface)
        return tuple(message for message in messages if isinstance(message, Mapping))

    def last(self, *types: str) -> Event | None:
        """Return the newest event of one of `types`; None if there is none."""
        found = (self._newest[kind] for kind in types if kind in self._newest)
        return max(found, key=lambda event: event.seq, default=None)

    def _make(
        self,
        event_type: str,
        data: JsonObject,
        surface_op: SurfaceOp | None,
        seqs: Iterable[int] | None,
        ignorable: bool | None,
    ) -> Event:
        visible = event_type in SURFACE_TYPES
        if surface_op is not None and not visible:
            raise EventFormatError(f"{event_type} cannot be model-visible")
        if visible and surface_op is None:
            surface_op = "append"
        seq = len(self._events)
        if isinstance(surface_op, Replace) and not 0 <= surface_op.first <= surface_op.last < seq:
            raise EventFormatError(f"{event_type} replaces a range that is not logged")
        sources = None if seqs is None else tuple(seqs)
        if sources is not None and not all(0 <= source < seq for source in sources):
            raise EventFormatError(f"{event_type} names a source event that is not logged")
        frozen = _frozen_object(event_type, data)
        return Event(event_type, seq, self._clock.now_ms(), frozen, surface_op, sources, ignorable)

    def _commit(self, event: Event) -> None:
        self._events.append(event)
        self._newest[event.type] = event
        if event.surface_op is None:
            return
        if isinstance(event.surface_op, Replace):
            first, last = event.surface_op.first, event.surface_op.last
            inside = [i for i, e in enumerate(self._surface) if first <= e.seq <= last]
            at = inside[0] if inside else len(self._surface)
            self._surface[at : at + len(inside)] = [event]
        else:
            self._surface.append(event)

    def _publish(self, event: Event) -> None:
        self._publishing = True
        try:
            for key, observer in list(self._observers.items()):
                if key not in self._observers:
                    continue  # removed by an observer before it
                try:
                    observer(event)
                except Exception:  # any exception: an observer may not undo what is committed
                    _logger.exception("an observer of session %s failed", self.id)
        finally:
            self._publishing = False


def _frozen_object(event_type: str, data: JsonObject) -> JsonObject:
    frozen = freeze(data)
    if not isinstance(frozen, Mapping):
        raise EventFormatError(f"data of {event_type} must be an object")
    if event_type in SURFACE_TYPES and not isinstance(_message(event_type, frozen), Mapping):
        raise EventFormatError(f"{event_type} holds no message")
    return frozen


def _message(event_type: str, data: JsonObject) -> object:
    return data if event_type == USER_MESSAGE else data.get("message")
