from __future__ import annotations

from typing import Any

import pytest

from dsh_core.base.clock import ManualClock
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import tool_result_message, user_message
from dsh_core.session.repair import closing_events, repaired
from dsh_core.session.transcript import ToolEntry, fold

PLACE = {"turn": 1, "step": 1}


def asked(*call_ids: str) -> dict[str, Any]:
    blocks = [{"type": "tool-call", "id": i, "name": "t", "arguments": ""} for i in call_ids]
    return {**PLACE, "message": {"id": "m", "role": "assistant", "content": blocks}}


def started(call_id: str) -> dict[str, Any]:
    return {**PLACE, "callId": call_id, "name": "t", "arguments": ""}


def ended(call_id: str) -> dict[str, Any]:
    return {**PLACE, "message": tool_result_message(call_id, [], is_error=False)}


WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("turn/start", {"turn": 1}),
    ("step/start", PLACE),
    ("user/message", user_message("hi")),
    ("assistant/message", asked("a", "b")),
    ("tool/call", started("a")),
    ("tool/result", ended("a")),
    ("tool/call", started("b")),
    ("tool/result", ended("b")),
    ("step/end", PLACE),
    ("turn/end", {"turn": 1, "reason": {"kind": "completed"}}),
]


def log_of(events: list[tuple[str, dict[str, Any]]]) -> SessionLog:
    log = SessionLog("s", ManualClock(7.0))
    for kind, data in events:
        log.append(kind, data)
    return log


def shown(log: SessionLog) -> list[str]:
    return [
        f"{event.type} {event.data['error']['code']}"  # type: ignore[index]
        if "error" in event.data
        else event.type
        for event in closing_events(log.events)
    ]


UNKNOWN = "tool/result TOOL_OUTCOME_UNKNOWN"
NOT_STARTED = "tool/result TOOL_NOT_STARTED"


@pytest.mark.parametrize(
    ("length", "closing"),
    [
        (0, []),
        (1, ["turn/end"]),
        (2, ["step/end", "turn/end"]),
        (3, ["step/end", "turn/end"]),
        (4, [NOT_STARTED, NOT_STARTED, "step/end", "turn/end"]),
        (5, [UNKNOWN, NOT_STARTED, "step/end", "turn/end"]),
        (6, [NOT_STARTED, "step/end", "turn/end"]),
        (7, [UNKNOWN, "step/end", "turn/end"]),
        (8, ["step/end", "turn/end"]),
        (9, ["turn/end"]),
        (10, []),
    ],
)
def test_whatever_is_open_is_closed(length: int, closing: list[str]) -> None:
    log = log_of(WHOLE[:length])
    assert shown(log) == closing


@pytest.mark.parametrize("length", range(len(WHOLE) + 1))
def test_a_repaired_log_loads_and_needs_no_more(length: int) -> None:
    log = log_of(WHOLE[:length])
    loaded = SessionLog("s", events=repaired(log.events))
    assert closing_events(loaded.events) == ()
    assert closing_events(log.events) == closing_events(log.events)
    assert {event.time for event in loaded.events} <= {7000}


def test_results_name_their_calls() -> None:
    log = log_of(WHOLE[:7])
    event = closing_events(log.events)[0]
    assert event.source_event_seqs == (6,)
    assert event.surface_op == "append"
    message = event.data["message"]
    assert isinstance(message, dict)
    assert message["source"] == {"kind": "tool", "callId": "b"}
    assert message["content"][0]["isError"] is True
    assert closing_events(log.events)[-1].data["reason"] == {"kind": "interrupted"}


def test_a_started_call_that_no_message_names_is_closed_as_well() -> None:
    log = log_of([*WHOLE[:2], ("tool/call", started("a")), ("tool/call", started("b"))])
    assert shown(log) == [UNKNOWN, UNKNOWN, "step/end", "turn/end"]
    assert [event.source_event_seqs for event in closing_events(log.events)[:2]] == [(2,), (3,)]
    log.append("tool/result", ended("a"))
    assert shown(log) == [UNKNOWN, "step/end", "turn/end"]


def test_the_row_of_a_call_that_never_started_names_its_tool() -> None:
    loaded = SessionLog("s", events=repaired(log_of(WHOLE[:5]).events))
    rows = [entry for entry in fold(loaded.events) if isinstance(entry, ToolEntry)]
    assert [(row.call_id, row.name, row.state) for row in rows] == [
        ("a", "t", "error"),
        ("b", "t", "error"),
    ]


def test_what_a_message_called_is_forgotten_with_its_step() -> None:
    """The id may be used again; a result of that later call is not the old one's."""
    log = log_of([*WHOLE[:4], ("step/end", PLACE), ("tool/result", ended("a"))])
    (row,) = (entry for entry in fold(log.events) if isinstance(entry, ToolEntry))
    assert row.name == ""
