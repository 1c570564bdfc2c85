"""Closing a turn that a crash left open, so that the log can be gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dsh_core.session.events import (
    ASSISTANT_MESSAGE,
    STEP_END,
    STEP_START,
    TOOL_CALL,
    TOOL_RESULT,
    TURN_END,
    TURN_START,
    Event,
)
from dsh_core.session.messages import tool_result_message

__all__ = ["TOOL_NOT_STARTED", "TOOL_OUTCOME_UNKNOWN", "closing_events", "repaired"]

TOOL_OUTCOME_UNKNOWN = "TOOL_OUTCOME_UNKNOWN"
TOOL_NOT_STARTED = "TOOL_NOT_STARTED"

_UNKNOWN_TEXT = (
    "The session ended while this tool call was running and its result was never recorded. "
    "Whether it took effect is unknown: repeat it only if doing it twice does no harm, "
    "otherwise check what happened or ask the user first."
)
_NOT_STARTED_TEXT = (
    "The session ended before this tool call was started. Call it again if it is still needed."
)


@dataclass(slots=True)
class _Tail:
    """What is open at the end of a log."""

    turn: object = None
    step: object = None
    # call id -> (step, seq of its tool/call or None), in the model's order
    calls: dict[str, tuple[object, int | None]] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        data = event.data
        if event.type in (TURN_START, TURN_END):
            self.turn = data.get("turn") if event.type == TURN_START else None
            self.step = None
            self.calls.clear()
        elif event.type in (STEP_START, STEP_END):
            self.step = data.get("step") if event.type == STEP_START else None
            if event.type == STEP_END:
                self.calls.clear()
        elif event.type == ASSISTANT_MESSAGE:
            for call_id in _call_ids(data.get("message")):
                self.calls[call_id] = (data.get("step"), None)
        elif event.type == TOOL_CALL:
            started = data.get("callId")
            if isinstance(started, str):
                # Usually a message announced it; a call that began needs its result anyhow.
                step, _seq = self.calls.get(started, (data.get("step"), None))
                self.calls[started] = (step, event.seq)
        elif event.type == TOOL_RESULT:
            self.calls.pop(_result_call_id(data.get("message")), None)


def closing_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events that close an open turn at the end of a log.

    Every call without a result gets an error result, in the model's order, then the
    step and the turn end, the turn as `interrupted`. A question that was open comes
    back as a call whose outcome is unknown, never as a form. They carry the last
    event's time, so that repairing twice gives the same.

    Args:
        events: A log, from seq 0.
    """
    tail = _Tail()
    last: Event | None = None
    for event in events:
        tail.take(event)
        last = event
    if tail.turn is None or last is None:
        return ()
    closing: list[Event] = []

    def add(kind: str, data: Mapping[str, object], sources: tuple[int, ...] | None = None) -> None:
        surface = "append" if kind == TOOL_RESULT else None
        closing.append(Event(kind, seq + len(closing), time, data, surface, sources))

    seq, time = last.seq + 1, last.time
    for call_id, (step, call_seq) in tail.calls.items():
        started = call_seq is not None
        message = tool_result_message(
            call_id,
            [{"type": "text", "text": _UNKNOWN_TEXT if started else _NOT_STARTED_TEXT}],
            is_error=True,
            message_id=f"interrupted-{call_id}-{seq + len(closing)}",
        )
        error = (
            {"name": "ToolOutcomeUnknownError", "code": TOOL_OUTCOME_UNKNOWN}
            if started
            else {"name": "ToolNotStartedError", "code": TOOL_NOT_STARTED}
        )
        data = {"turn": tail.turn, "step": step, "message": message, "error": error}
        add(TOOL_RESULT, data, None if call_seq is None else (call_seq,))
    if tail.step is not None:
        add(STEP_END, {"turn": tail.turn, "step": tail.step})
    add(TURN_END, {"turn": tail.turn, "reason": {"kind": "interrupted"}})
    return tuple(closing)


def repaired(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return a loaded log together with the events that close it."""
    return (*events, *closing_events(events))


def _call_ids(message: object) -> list[str]:
    content = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(content, Sequence) or isinstance(content, str):
        return []
    ids = (
        block.get("id")
        for block in content
        if isinstance(block, Mapping) and block.get("type") == "tool-call"
    )
    return [call_id for call_id in ids if isinstance(call_id, str)]


def _result_call_id(message: object) -> str:
    source = message.get("source") if isinstance(message, Mapping) else None
    call_id = source.get("callId") if isinstance(source, Mapping) else None
    return call_id if isinstance(call_id, str) else ""
