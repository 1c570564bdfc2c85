from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import plugin_notice, tool_result_message, user_message
from dsh_core.session.transcript import (
    AskedOption,
    AskedQuestion,
    AssistantEntry,
    Changed,
    CommandEntry,
    GivenAnswer,
    NoticeEntry,
    PlanModeEntry,
    StreamedText,
    ToolEntry,
    TranscriptFold,
    TurnEndEntry,
    UserEntry,
    fold,
    pretty_json,
)

PLACE = {"turn": 1, "step": 1}
ENGLISH = Catalogue("en")


class Session:
    """A log that is written by hand, and the fold that follows it."""

    def __init__(self) -> None:
        self.log = SessionLog("s")
        self.fold = TranscriptFold(self.log)
        self.changes: list[Changed] = []
        self.fold.subscribe(self.changes.append)

    def chunk(self, kind: str, text: str, index: int = 0) -> None:
        chunk = {"type": kind, "index": index, "text": text}
        self.log.append("assistant/chunk", {**PLACE, "chunk": chunk})

    def message(self, text: str = "", thinking: str = "", **extra: object) -> None:
        blocks = [{"type": "reasoning", "text": thinking}, {"type": "text", "text": text}]
        content = [block for block in blocks if block["text"]]
        message = {"id": "m", "role": "assistant", "content": content}
        self.log.append("assistant/message", {**PLACE, "message": message, **extra})

    def call(self, name: str, arguments: object, call_id: str = "c1") -> None:
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        data = {"callId": call_id, "name": name, "arguments": raw}
        self.log.append("tool/call", {**PLACE, **data})

    def result(
        self, text: str, call_id: str = "c1", *, is_error: bool = False, **extra: object
    ) -> None:
        blocks = [{"type": "text", "text": text}] if text else []
        message = tool_result_message(call_id, blocks, is_error)
        self.log.append("tool/result", {**PLACE, "message": message, **extra})

    def row(self) -> ToolEntry:
        (entry,) = self.fold.entries
        assert isinstance(entry, ToolEntry)
        return entry

    def line(self) -> tuple[str, str, str]:
        row = self.row()
        return row.title.render(ENGLISH), row.summary.render(ENGLISH), row.state


@pytest.fixture
def session() -> Session:
    return Session()


def test_people_and_plugins_are_told_apart(session: Session) -> None:
    session.log.append("user/message", user_message("hi", message_id="m1"))
    session.log.append("user/message", plugin_notice("plan-mode", "Switched."))
    context = user_message("context", {"kind": "tool", "callId": "c"})
    session.log.append("user/message", context)
    person, notice, tool = session.fold.entries
    assert person == UserEntry("hi", 0, session.log.events[0].time, "m1")
    assert isinstance(notice, NoticeEntry)
    assert (notice.text, notice.origin, notice.form) == ("Switched.", "plan-mode", "notice")
    assert isinstance(tool, NoticeEntry)
    assert (tool.text, tool.origin, tool.form) == ("context", "tool", None)


def test_a_message_streams_into_one_entry(session: Session) -> None:
    session.chunk("reasoning-delta", "hm")
    session.chunk("text-delta", "Hel", 1)
    early = session.fold.entries[0]
    session.chunk("text-delta", "lo", 1)
    assert isinstance(early, AssistantEntry)
    assert (early.text, early.thinking, early.streaming) == ("Hel", "hm", True)
    session.message("Hello", "hm")
    (entry,) = session.fold.entries
    assert entry == AssistantEntry("Hello", "hm", time=early.time)
    assert early.text == "Hel"
    kinds = [(change.index, change.kind) for change in session.changes]
    assert kinds == [(0, "appended")] + [(0, "updated")] * 3


def test_blocks_are_parted_alike_while_streaming_and_after(session: Session) -> None:
    session.chunk("text-delta", "one", 0)
    session.chunk("text-delta", "two", 2)
    streamed = session.fold.entries[0]
    blocks = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    message = {"id": "m", "role": "assistant", "content": blocks}
    session.log.append("assistant/message", {**PLACE, "message": message})
    finished = session.fold.entries[0]
    assert isinstance(streamed, AssistantEntry)
    assert isinstance(finished, AssistantEntry)
    assert streamed.text == finished.text == "one\n\ntwo"


def test_a_message_without_text_is_no_entry(session: Session) -> None:
    session.chunk("text-delta", "")
    session.message()
    assert not session.fold.entries


def test_what_was_broken_off_stays_and_says_so(session: Session) -> None:
    session.chunk("text-delta", "half")
    session.message("half", interrupted=True)
    session.chunk("text-delta", "a quarter")
    session.log.append("step/end", PLACE)
    session.log.append("turn/end", {"turn": 1, "reason": {"kind": "aborted"}})
    stopped, failed, end = session.fold.entries
    assert isinstance(stopped, AssistantEntry)
    assert isinstance(failed, AssistantEntry)
    assert (stopped.text, stopped.interrupted, stopped.streaming) == ("half", True, False)
    assert (failed.text, failed.interrupted, failed.streaming) == ("a quarter", True, False)
    assert isinstance(end, TurnEndEntry)


@pytest.mark.parametrize(
    ("reason", "summary", "detail"),
    [
        ({"kind": "aborted", "reason": {"kind": "user"}}, "Stopped", ""),
        ({"kind": "blocked"}, "Not started", ""),
        ({"kind": "error", "error": {"message": "no", "code": "X"}}, "The model failed", "no"),
        ({"kind": "max-tokens"}, "The answer was cut off at the token limit", ""),
        ({"kind": "interrupted"}, "Interrupted: the program ended during this turn", ""),
        ({"kind": "of a later version"}, "of a later version", ""),
    ],
)
def test_turn_ends(session: Session, reason: dict[str, Any], summary: str, detail: str) -> None:
    session.log.append("turn/end", {"turn": 3, "reason": reason})
    (entry,) = session.fold.entries
    assert isinstance(entry, TurnEndEntry)
    assert (entry.summary.render(ENGLISH), entry.detail, entry.turn) == (summary, detail, 3)


def test_a_completed_turn_is_no_entry(session: Session) -> None:
    session.log.append("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
    assert not session.fold.entries


def test_commands_and_plan_mode(session: Session) -> None:
    run = {"commandId": "k", "name": "plan", "args": " off", "source": {"kind": "user"}}
    session.log.append("command/run", run)
    session.log.append("plan/mode", {"active": False})
    session.log.append("command/done", {"commandId": "k", "kind": "success", "text": "Off."})
    session.log.append("command/done", {"commandId": "older", "kind": "success"})
    command, mode = session.fold.entries
    assert isinstance(command, CommandEntry)
    assert (command.line, command.state, command.text) == ("/plan off", "ok", "Off.")
    assert isinstance(mode, PlanModeEntry)
    assert mode.summary.render(ENGLISH) == "Plan mode off"


def test_a_failed_command_without_recorded_input(session: Session) -> None:
    session.log.append("command/run", {"commandId": "k", "name": "login"})
    session.log.append("command/done", {"commandId": "k", "kind": "error", "text": "no"})
    (command,) = session.fold.entries
    assert isinstance(command, CommandEntry)
    assert (command.line, command.state, command.text) == ("/login", "error", "no")


ASKED = {
    "questions": [
        {
            "id": "a",
            "question": "Which?",
            "header": "Pick",
            "options": [{"label": "x (Recommended)", "description": "d"}, {"label": "y"}],
            "multi_select": True,
        },
        {"id": "a", "question": "Why?"},
    ]
}


def test_a_question_row_holds_what_was_asked_and_sent(session: Session) -> None:
    session.call("ask_user_question", ASKED)
    assert session.line() == ("Ask question", "waiting", "running")
    sent = '{"answers":[{"id":"a","selected":["y"],"custom":" both\\n"},{"id":"a","selected":[]}]}'
    session.result(sent)
    assert session.line() == ("Ask question", "1/2 answered", "ok")
    row = session.row()
    assert row.ask is not None
    assert row.ask.questions == (
        AskedQuestion(
            "a",
            "Which?",
            "Pick",
            (AskedOption("x (Recommended)", "d"), AskedOption("y")),
            multi_select=True,
        ),
        AskedQuestion("a", "Why?"),
    )
    assert row.ask.answers == (GivenAnswer("a", ("y",), " both\n"), GivenAnswer("a"))
    assert row.output == sent


@pytest.mark.parametrize("arguments", ["", "{", "[]", '{"questions":1}', '{"questions":[1,"a"]}'])
def test_questions_that_are_none_are_left_out(session: Session, arguments: str) -> None:
    session.call("ask_user_question", arguments)
    row = session.row()
    assert row.ask is not None
    assert row.ask.questions == ()


def test_a_failure_without_text_says_name_and_code_when_expanded(session: Session) -> None:
    session.call("ask_user_question", ASKED)
    session.result("", is_error=True, error={"name": "E", "code": "C"})
    assert session.row().output == "E: C"


PLAN = {"plan": "```\n```\n\n## Move it ##\n\n1. do"}


@pytest.mark.parametrize(
    ("meta", "is_error", "summary", "state"),
    [
        ({"plan": "approved"}, False, "approved", "ok"),
        ({"plan": "refused"}, True, "refused", "stopped"),
        ({"plan": "feedback", "feedback": "smaller"}, True, "sent back with feedback", "stopped"),
        ({"plan": "discussed"}, True, "being discussed", "stopped"),
        ({"plan": ["odd"]}, True, "Error: told", "error"),
        (None, False, "# Move", "ok"),
    ],
)
def test_a_plan_row_tells_the_verdict_by_its_meta(
    session: Session, meta: dict[str, Any] | None, is_error: bool, summary: str, state: str
) -> None:
    plan = {"plan": "# Move\nit"} if meta is None else PLAN
    session.call("exit_plan_mode", plan)
    title = "Move" if meta is None else "Move it"
    assert session.line() == (title, "waiting for review", "running")
    extra: dict[str, Any] = {"meta": meta} if meta else {}
    session.result("Error: told", is_error=is_error, **extra)
    assert session.line() == (title, summary, state)
    row = session.row()
    assert row.plan is not None
    assert row.plan.plan == plan["plan"]
    assert row.plan.feedback == ("smaller" if meta and "feedback" in meta else None)


def test_a_plan_without_a_heading_is_called_plan(session: Session) -> None:
    session.call("exit_plan_mode", {"plan": "just do it"})
    assert session.line()[0] == "Plan"


def test_a_plan_review_that_was_stopped(session: Session) -> None:
    session.call("exit_plan_mode", PLAN)
    session.result("Error: x", is_error=True, error={"name": "E", "code": "ASK_ABORTED"})
    assert session.line()[1:] == ("interrupted", "stopped")


@pytest.mark.parametrize(
    ("arguments", "summary"),
    [
        ({"n": 1, "command": "  ls -l\nrm"}, "ls -l"),
        ({"n": 1}, '{"n": 1}'),
        ("not json\nat all", "not json"),
        ("", "c1"),
    ],
)
def test_any_other_tool_shows_the_gist_of_its_arguments(
    session: Session, arguments: object, summary: str
) -> None:
    session.call("bash", arguments)
    assert session.line() == ("bash", summary, "running")
    session.result("fine")
    assert session.line() == ("bash", summary, "ok")


def test_any_other_tool_shows_the_first_line_of_its_error(session: Session) -> None:
    session.call("bash", {"command": "ls"})
    session.result("Error: no\nmore", is_error=True)
    assert session.line() == ("bash", "Error: no", "error")


def test_a_tool_that_was_aborted_is_stopped(session: Session) -> None:
    session.call("bash", {"command": "ls"})
    error = {"name": "AbortError", "code": "ABORTED_BEFORE_DISPATCH"}
    session.result("Error: aborted", is_error=True, error=error)
    assert session.line()[2] == "stopped"


def test_a_result_without_its_call_is_a_row(session: Session) -> None:
    session.result("text", "c9")
    assert session.row().call_id == "c9"
    assert session.row().state == "ok"


def test_results_find_their_calls_after_older_events_came_in_front(session: Session) -> None:
    old = Session()
    old.log.append("user/message", user_message("older"))
    old.call("bash", {"command": "old"}, "c1")
    old.result("ok", "c1")
    session.call("bash", {"command": "new"}, "c1")
    session.chunk("text-delta", "x")
    session.fold.prepend(old.log.events)
    assert session.changes[-1] == Changed(2, "prepended")
    session.result("done", "c1")
    session.chunk("text-delta", "y")
    texts = [
        entry.result_text if isinstance(entry, ToolEntry) else getattr(entry, "text", "")
        for entry in session.fold.entries
    ]
    assert texts == ["older", "ok", "done", "xy"]
    assert session.changes[-2:] == [Changed(2, "updated"), Changed(3, "updated")]


def test_a_closed_fold_follows_no_longer(session: Session) -> None:
    session.fold.close()
    session.log.append("user/message", user_message("hi"))
    assert not session.fold.entries


def test_unknown_and_malformed_events_change_nothing(session: Session) -> None:
    for kind in ("assistant/chunk", "plan/mode", "of/later", "turn/end", "step/end"):
        session.log.append(kind, {"active": 1, "chunk": 2, "reason": 3})
    assert not session.fold.entries
    assert not session.changes


def test_every_phrase_exists_in_every_language(session: Session) -> None:
    session.call("ask_user_question", ASKED)
    session.call("exit_plan_mode", {"plan": ""}, "c2")
    for entry in session.fold.entries:
        assert isinstance(entry, ToolEntry)
        for language in LANGUAGES:
            assert entry.title.render(Catalogue(language))
            assert entry.summary.render(Catalogue(language))


@given(st.lists(st.text(max_size=4), max_size=30), st.data())
def test_streamed_text_is_the_join_of_its_parts(parts: list[str], data: st.DataObject) -> None:
    text = StreamedText()
    for part in parts:
        text.add(part)
        upto = data.draw(st.integers(0, len(text)))
        assert text.first(upto) == "".join(parts[:upto])


@given(st.integers(0, 40))
def test_folding_in_pieces_is_folding_at_once(cut: int) -> None:
    session = Session()
    for number in range(5):
        session.log.append("user/message", user_message(str(number)))
        session.chunk("text-delta", "a")
        session.message("ab")
        session.call("bash", {"command": str(number)}, f"c{number}")
        session.result("ok", f"c{number}")
        session.log.append("turn/end", {"turn": number, "reason": {"kind": "max-tokens"}})
    events = session.log.events
    boundary = min(cut // 6 * 6, len(events))
    later = TranscriptFold()
    for event in events[boundary:]:
        later.push(event)
    later.prepend(events[:boundary])
    assert list(later.entries) == list(session.fold.entries) == fold(events)


def test_pretty_json_keeps_what_is_no_json() -> None:
    assert pretty_json('{"a":"ü"}') == '{\n  "a": "ü"\n}'
    assert pretty_json("{no") == "{no"


def test_a_chunk_costs_the_same_late_as_early(session: Session) -> None:
    """The entry of a long stream shares its text instead of copying it."""
    for _ in range(3000):
        session.chunk("text-delta", "word ")
    (entry,) = session.fold.entries
    assert isinstance(entry, AssistantEntry)
    source = entry._text
    assert isinstance(source, tuple)
    assert source[0]._known == ""
    assert len(entry.text) == 15000
