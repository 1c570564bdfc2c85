"""Plan mode as folds of the log: what is in force, and what a person is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from dsh_core.base.text import trim
from dsh_core.session.events import COMMAND_DONE, COMMAND_RUN, PLAN_MODE, REQUEST_HEADER, Event
from dsh_core.session.log import SessionLog

__all__ = [
    "PlanLog",
    "PlanProjection",
    "PlanStateError",
    "PlanView",
]

_COMMAND = "plan"


class PlanStateError(ValueError):
    """A `plan/mode` event does not say whether it is active."""


@dataclass(frozen=True, slots=True)
class PlanView:
    """Plan mode as a person is shown it.

    Attributes:
        active: Whether it is in force.
        pending: Whether a change of it has been asked for and is not in force yet.
    """

    active: bool = False
    pending: bool = False


class PlanProjection:
    """Folds events, one by one, into a `PlanView` (contract §6.6).

    Args:
        events: What there is already; more is taken by `apply`.

    Raises:
        PlanStateError: For a `plan/mode` event without a boolean.
    """

    __slots__ = ("_active", "_candidate", "_command")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._active = False
        self._command: object = None
        self._candidate: bool | None = None
        for event in events:
            self.apply(event)

    @property
    def view(self) -> PlanView:
        """The fold so far."""
        pending = self._candidate is not None and self._candidate != self._active
        return PlanView(self._active, pending)

    def apply(self, event: Event) -> PlanView:
        """Take the next event.

        Raises:
            PlanStateError: For a `plan/mode` event without a boolean.
        """
        data = event.data
        if event.type == PLAN_MODE:
            self._active = _active(event)
            self._candidate = None
        elif event.type == COMMAND_RUN and data.get("name") == _COMMAND:
            arguments = data.get("args")
            if isinstance(arguments, str):
                self._command = data.get("commandId")
                self._candidate = trim(arguments) != "off"
        elif event.type == COMMAND_DONE and self._candidate is not None:
            if data.get("commandId") != self._command:
                return self.view
            if data.get("kind") != "success" or self._candidate == self._active:
                self._candidate = None
        return self.view


def _active(event: Event) -> bool:
    active = event.data.get("active")
    if not isinstance(active, bool):
        raise PlanStateError(f"plan/mode at seq {event.seq} needs a boolean active")
    return active


@dataclass(slots=True)
class _Logged:
    """How far a log was read, and what it said up to there."""

    read: int = 0
    active: bool = False
    header: bool | None = None


class PlanLog:
    """The logged state of plan mode by session; reads each event once."""

    def __init__(self) -> None:
        self._logs: WeakKeyDictionary[SessionLog, _Logged] = WeakKeyDictionary()

    def active(self, log: SessionLog) -> bool:
        """Whether plan mode is in force: what the last `plan/mode` says, else no."""
        return self._read(log).active

    def header(self, log: SessionLog) -> bool | None:
        """The state under which the last request header was logged; None before the first."""
        return self._read(log).header

    def _read(self, log: SessionLog) -> _Logged:
        logged = self._logs.setdefault(log, _Logged())
        events = log.events
        while logged.read < len(events):
            event = events[logged.read]
            logged.read += 1
            if event.type == PLAN_MODE and isinstance(event.data, Mapping):
                logged.active = _active(event)
            elif event.type == REQUEST_HEADER:
                logged.header = logged.active
        return logged
