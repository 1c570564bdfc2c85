from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.clock import ManualClock
from dsh_core.session.events import (
    Event,
    EventFormatError,
    Replace,
    event_from_json,
    event_to_json,
)
from dsh_core.session.frozen import LossyDataError
from dsh_core.session.log import ReentrantAppendError, SessionLog
from dsh_core.session.messages import message_text, tool_result_message, user_message

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
values = st.recursive(
    scalars,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(keys, below, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(keys, values, max_size=4)


@given(st.lists(objects, max_size=8))
def test_seqs_are_contiguous_and_data_survives_json(datas: list[dict[str, object]]) -> None:
    log = SessionLog("s")
    for data in datas:
        log.append("todo/write", data)
    assert [event.seq for event in log.events] == list(range(len(datas)))
    written = [json.dumps(event_to_json(event)) for event in log.events]
    loaded = SessionLog("s", events=[event_from_json(json.loads(line)) for line in written])
    assert list(loaded.events) == list(log.events)
    assert [event.data for event in log.events] == datas


def test_data_is_a_copy_that_cannot_be_changed() -> None:
    log, data = SessionLog("s"), {"list": [{"a": 1}]}
    event = log.append("todo/write", data)
    data["list"].append({"b": 2})
    assert event.data == {"list": [{"a": 1}]}
    items = event.data["list"]
    assert isinstance(items, list)
    with pytest.raises(TypeError):
        items.append(1)
    with pytest.raises(TypeError):
        items[0]["a"] = 2
    with pytest.raises(TypeError):
        items[0].update(a=2)
    with pytest.raises(TypeError):
        items.__iadd__([1])


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        "\ud800",
        b"bytes",
        {1: 2},
        {"\udfff": 1},
        {1, 2},
        object(),
        nested(300),
    ],
    ids=["nan", "inf", "surrogate", "bytes", "int-key", "bad-key", "set", "object", "deep"],
)
def test_what_json_would_lose_is_refused_and_nothing_is_logged(value: object) -> None:
    log = SessionLog("s")
    with pytest.raises(LossyDataError) as caught:
        log.append("todo/write", {"a": [value]})
    assert caught.value.code == "LOSSY_DATA"
    assert not log.events


def test_a_refusal_says_where() -> None:
    with pytest.raises(LossyDataError, match=r"a\.b\[1\] is a set"):
        SessionLog("s").append("todo/write", {"a": {"b": [0, set()]}})


def test_observers_hear_after_the_commit_and_cannot_break_it() -> None:
    log, heard = SessionLog("s", ManualClock(1.5)), []

    def fails(_event: Event) -> None:
        raise ValueError("observer")

    remove = log.subscribe(fails)
    log.subscribe(lambda event: heard.append((event.seq, len(log.events), event.time)))
    log.append("session/title", {"title": "a"})
    remove()
    remove()
    log.append("session/title", {"title": "b"})
    assert heard == [(0, 1, 1500), (1, 2, 1500)]


def test_an_observer_removed_by_another_stays_silent() -> None:
    log, heard = SessionLog("s"), []
    log.subscribe(lambda _event: remove())
    remove = log.subscribe(lambda event: heard.append(event.seq))
    log.append("session/title", {"title": "a"})
    assert heard == []


def test_an_observer_cannot_append_but_the_next_caller_can() -> None:
    log, errors = SessionLog("s"), []

    def observer(_event: Event) -> None:
        try:
            log.append("session/title", {"title": "inner"})
        except ReentrantAppendError as error:
            errors.append(error)

    log.subscribe(observer)
    log.append("session/title", {"title": "one"})
    log.append("session/title", {"title": "two"})
    assert [error.code for error in errors] == ["REENTRANT_APPEND"] * 2
    assert [event.data["title"] for event in log.events] == ["one", "two"]


def test_messages_are_the_visible_events_only() -> None:
    log = SessionLog("s")
    log.append("turn/start", {"turn": 1})
    log.append("user/message", user_message("hello"))
    log.append("assistant/message", {"message": {"role": "assistant", "content": []}})
    log.append("tool/result", {"message": tool_result_message("c", [], is_error=False)})
    log.append("plan/mode", {"active": True})
    assert [message["role"] for message in log.messages()] == ["user", "assistant", "user"]
    assert message_text(log.messages()[0]) == "hello"
    assert [event.surface_op for event in log.events] == [None, "append", "append", "append", None]


def test_a_replacement_stands_where_the_replaced_stood() -> None:
    log = SessionLog("s")
    for text in ("a", "b", "c"):
        log.append("user/message", user_message(text))
    log.append("user/message", user_message("a and b"), surface_op=Replace(0, 1))
    assert [message_text(message) for message in log.messages()] == ["a and b", "c"]
    again = SessionLog("s", events=[event_from_json(as_json(event)) for event in log.events])
    assert again.messages() == log.messages()


def as_json(event: Event) -> object:
    return json.loads(json.dumps(event_to_json(event)))


def test_bad_appends_are_refused() -> None:
    log = SessionLog("s")
    with pytest.raises(EventFormatError, match="cannot be model-visible"):
        log.append("plan/mode", {"active": True}, surface_op="append")
    with pytest.raises(EventFormatError, match="holds no message"):
        log.append("tool/result", {"turn": 1})
    with pytest.raises(EventFormatError, match="source event"):
        log.append("plan/mode", {"active": True}, source_event_seqs=[0])
    with pytest.raises(EventFormatError, match="range"):
        log.append("user/message", user_message("a"), surface_op=Replace(0, 0))
    assert not log.events


def test_a_log_with_a_gap_is_refused() -> None:
    event = Event("turn/start", 1, 0, {"turn": 1})
    with pytest.raises(EventFormatError, match="expected seq 0, found 1"):
        SessionLog("s", events=[event])


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {},
        {"type": "", "seq": 0, "time": 0, "data": {}},
        {"type": "x", "seq": True, "time": 0, "data": {}},
        {"type": "x", "seq": 0, "time": "now", "data": {}},
        {"type": "x", "seq": 0, "time": 0, "data": []},
        {"type": "x", "seq": 0, "time": 0, "data": {}, "surfaceOp": "prepend"},
        {"type": "x", "seq": 0, "time": 0, "data": {}, "surfaceOp": {"replace": [1]}},
        {"type": "x", "seq": 0, "time": 0, "data": {}, "sourceEventSeqs": [None]},
        {"type": "x", "seq": 0, "time": 0, "data": {}, "ignorable": 1},
    ],
)
def test_what_is_no_record_is_refused(record: object) -> None:
    with pytest.raises(EventFormatError):
        event_from_json(record)


def test_last_is_the_newest_of_several_types() -> None:
    log = SessionLog("s")
    assert log.last("turn/start", "turn/end") is None
    log.append("turn/start", {"turn": 1})
    log.append("turn/end", {"turn": 1})
    log.append("turn/start", {"turn": 2})
    log.append("step/start", {"turn": 2, "step": 1})
    found = log.last("turn/end", "turn/start")
    assert found is log.events[2]
