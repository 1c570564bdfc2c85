"""The events of a session log: their names, their shape, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dsh_core.base.errors import HarnessError

__all__ = [
    "AGENT_INBOX_SPLICED",
    "APPROVAL_ASKED",
    "APPROVAL_DECIDED",
    "APPROVAL_POLICY",
    "ASSISTANT_CHUNK",
    "ASSISTANT_MESSAGE",
    "COMMAND_DONE",
    "COMMAND_RUN",
    "PLAN_MODE",
    "REQUEST_CONTEXT",
    "REQUEST_HEADER",
    "SESSION_TITLE",
    "STEP_END",
    "STEP_START",
    "SURFACE_TYPES",
    "TODO_WRITE",
    "TOOL_CALL",
    "TOOL_RESULT",
    "TURN_END",
    "TURN_START",
    "USER_MESSAGE",
    "Event",
    "EventFormatError",
    "JsonObject",
    "Replace",
    "SurfaceOp",
    "event_from_json",
    "event_to_json",
]

JsonObject = Mapping[str, object]

TURN_START: Final = "turn/start"
TURN_END: Final = "turn/end"
STEP_START: Final = "step/start"
STEP_END: Final = "step/end"
USER_MESSAGE: Final = "user/message"
ASSISTANT_CHUNK: Final = "assistant/chunk"
ASSISTANT_MESSAGE: Final = "assistant/message"
TOOL_CALL: Final = "tool/call"
TOOL_RESULT: Final = "tool/result"
REQUEST_HEADER: Final = "request/header"
REQUEST_CONTEXT: Final = "request/context"
AGENT_INBOX_SPLICED: Final = "agent/inbox/spliced"
PLAN_MODE: Final = "plan/mode"
APPROVAL_ASKED: Final = "approval/asked"
APPROVAL_DECIDED: Final = "approval/decided"
APPROVAL_POLICY: Final = "approval/policy"
COMMAND_RUN: Final = "command/run"
COMMAND_DONE: Final = "command/done"
TODO_WRITE: Final = "todo/write"
SESSION_TITLE: Final = "session/title"

SURFACE_TYPES: Final = frozenset({USER_MESSAGE, ASSISTANT_MESSAGE, TOOL_RESULT})
"""The only events a model ever sees."""


class EventFormatError(HarnessError):
    """A record or a list of records is no session log; code `BAD_EVENT`."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "BAD_EVENT")


@dataclass(frozen=True, slots=True)
class Replace:
    """Puts one message in the place of all that events `first` to `last` made visible."""

    first: int
    last: int


SurfaceOp = str | Replace
"""`"append"`, or a `Replace`."""


@dataclass(frozen=True, slots=True)
class Event:
    """One record of the log.

    Attributes:
        type: One of this module's names, or a name this version does not know.
        seq: Its position, from 0, without gaps.
        time: Milliseconds since the epoch.
        data: Deep-frozen JSON.
        surface_op: How it changes what the model sees; None for an event of the log only.
        source_event_seqs: The events it was made from; None when there are none to name.
        ignorable: Whether a reader that does not know `type` may pass over it;
            None leaves that to the reader.
    """

    type: str
    seq: int
    time: int
    data: JsonObject
    surface_op: SurfaceOp | None = None
    source_event_seqs: tuple[int, ...] | None = None
    ignorable: bool | None = None


def event_to_json(event: Event) -> dict[str, object]:
    """Return the record as it is written; absent fields are left out."""
    record: dict[str, object] = {
        "type": event.type,
        "seq": event.seq,
        "time": event.time,
        "data": event.data,
    }
    if isinstance(event.surface_op, Replace):
        record["surfaceOp"] = {"replace": [event.surface_op.first, event.surface_op.last]}
    elif event.surface_op is not None:
        record["surfaceOp"] = event.surface_op
    if event.source_event_seqs is not None:
        record["sourceEventSeqs"] = list(event.source_event_seqs)
    if event.ignorable is not None:
        record["ignorable"] = event.ignorable
    return record


def event_from_json(record: object) -> Event:
    """Read one record.

    The data is not frozen here: `SessionLog` does that for all it takes in.

    Raises:
        EventFormatError: If it is no event.
    """
    if not isinstance(record, Mapping):
        raise EventFormatError("a session record must be an object")
    kind, seq, time, data = (record.get(key) for key in ("type", "seq", "time", "data"))
    if not isinstance(kind, str) or not kind:
        raise EventFormatError("a session record needs a string type")
    if not _is_int(seq) or not _is_int(time) or not isinstance(data, Mapping):
        raise EventFormatError(
            f"the record of {kind} needs integers seq and time and an object data"
        )
    ignorable = record.get("ignorable")
    if ignorable is not None and not isinstance(ignorable, bool):
        raise EventFormatError(f"ignorable of {kind} must be a boolean")
    assert isinstance(seq, int)
    assert isinstance(time, int)
    return Event(
        kind,
        seq,
        time,
        data,
        _surface_op(kind, record.get("surfaceOp")),
        _seqs(kind, record.get("sourceEventSeqs")),
        ignorable,
    )


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _surface_op(kind: str, value: object) -> SurfaceOp | None:
    if value is None or value == "append":
        return "append" if value else None
    if isinstance(value, Mapping):
        bounds = value.get("replace")
        if isinstance(bounds, list) and len(bounds) == 2 and all(map(_is_int, bounds)):
            return Replace(bounds[0], bounds[1])
    raise EventFormatError(f"surfaceOp of {kind} must be append or a replaced range")


def _seqs(kind: str, value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(map(_is_int, value)):
        raise EventFormatError(f"sourceEventSeqs of {kind} must be a list of integers")
    return tuple(value)
