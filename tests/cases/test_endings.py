"""Outcomes that nobody meant: stopped, sent twice, dismissed instead of skipped."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.base.abort import AbortController
from dsh_core.base.clock import ManualClock
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.types import Answer, Question, QuestionRequest
from dsh_core.session.events import TOOL_RESULT
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import user_message
from dsh_core.session.repair import closing_events
from dsh_widgets.form import QuestionForm
from dsh_widgets.form_body import FormBody
from dsh_widgets.review_page import ReviewPage
from dsh_widgets.tabs import QuestionTabs
from tests.cases.forms import form_of, open_form, sent
from tests.cases.reported import batch_of, case
from tests.support.desk import at_desk
from tests.support.seats import Asker, Person, at_seat

BATCH = batch_of("cs-03")
CACHE, QUEUE, TARGETS = BATCH
NAME = Question("name", "Which name?")


async def code_of(person: Person, task: asyncio.Task[Answer]) -> str:
    """The code of the error that a wait ended with."""
    with pytest.raises(UserQuestionError) as caught:
        await person.result(task)
    return str(caught.value.code)


# Stopping, and what comes at the same time

ASKS = """\
prompt: Go.
speed: 0
steps:
  - ask:
      - {id: q1, question: "Which one?", options: [Alpha, Beta]}
  - say: "You said {answers.q1}."
"""


@case("ab-04")
@pytest.mark.parametrize("key", ["escape", "enter", "backspace", "X", "1", "ctrl+c"])
@pytest.mark.parametrize("gap", [0.005, 0.2])
async def test_a_key_pressed_just_before_a_form_came_does_nothing_to_it(
    key: str, gap: float
) -> None:
    async with at_seat() as person:
        await person.press(key)
        person.clock.advance(gap)
        _, task = await person.ask(CACHE, QUEUE)
        before = person.form.state
        await person.press(key, gap=0.03)
        assert not task.done()
        assert person.form.state == before


async def test_one_interrupt_stops_no_turn_whose_question_was_never_seen() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("Which one?")
        await desk.press("escape", "escape", "ctrl+c")
        assert "Which one?" in desk.text
        await desk.take("2")
        await desk.until_shown("You said Beta.")


@case("ab-05")
@pytest.mark.parametrize("how", ["signals", "disposed"])
async def test_everything_that_waits_ends_when_it_is_stopped(how: str) -> None:
    async with at_seat() as person:
        controllers = [AbortController() for _ in range(3)]
        tasks = [
            person.start(person.app.dock.ask(QuestionRequest(BATCH, Asker(), each.signal)))
            for each in controllers
        ]
        leave = person.start(person.app.approvals.request(ApprovalRequest("shell", body="ls")))
        await person.rest()
        await person.press("1", "o", *"ab")
        if how == "signals":
            for each in controllers:
                each.abort("stopped")
            person.app.approvals.dispose()
        else:
            person.app.pending.dispose()
            person.app.approvals.dispose()
        assert [await code_of(person, task) for task in tasks] == ["ASK_ABORTED"] * 3
        await person.settle()
        assert leave.done()
        assert person.app.dock.requests == ()
        assert not person.app.dock.display
        assert person.place == "composer"


@case("ab-07")
async def test_a_second_request_waits_its_turn() -> None:
    async with at_seat() as person:
        one, first = await person.ask(CACHE, QUEUE, agent=Asker("a", "Ada"))
        await person.rest()
        await person.press("2")
        before = person.form.state
        two, second = await person.ask(CACHE, QUEUE, agent=Asker("b", "Bob"))
        assert person.front == one.id
        assert person.form.state == before
        assert "1 of 2" in person.screen
        await person.press("1", "enter")
        answer = await person.result(first)
        assert [item.selected for item in answer.answers] == [("In-memory",), ("NATS",)]
        assert not second.done()
        await person.rest()
        assert person.front == two.id
        assert "from Bob" in person.screen
        assert all(not draft.selected for draft in person.form.state.drafts)


@case("ab-08")
@pytest.mark.parametrize("calls", [1, 2])
def test_a_question_that_was_open_when_the_program_was_killed_is_closed_on_load(calls: int) -> None:
    log = SessionLog("s", ManualClock(7.0))
    place = {"turn": 1, "step": 1}
    arguments = json.dumps({"questions": [{"id": "q", "question": "?"}]})
    blocks = [
        {"type": "tool-call", "id": f"c{n}", "name": "ask_user_question", "arguments": arguments}
        for n in range(calls)
    ]
    log.append("turn/start", {"turn": 1})
    log.append("step/start", place)
    log.append("user/message", user_message("hi"))
    message = {"id": "m", "role": "assistant", "content": blocks}
    log.append("assistant/message", {**place, "message": message})
    log.append("tool/call", {**place, "callId": "c0", "name": "ask_user_question", "arguments": ""})
    closing = closing_events(log.events)
    results = [event for event in closing if event.type == TOOL_RESULT]
    assert len(results) == calls
    for event in results:
        found: Any = event.data
        assert found["error"]["code"]
    again = SessionLog("s", events=(*log.events, *closing))
    assert closing_events(again.events) == (), "and closed only once"


@case("ab-09")
@pytest.mark.parametrize("keys", [[], ["ctrl+]"], ["escape"], ["d"], ["f6"]])
async def test_nothing_says_that_something_waits_once_it_is_gone(keys: list[str]) -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("Which one?")
        await desk.take(*keys)
        assert "waiting for you" in desk.text
        desk.app.conversation.pending.cancel(desk.app.conversation.pending.requests[0].id)
        await desk.until(lambda: desk.seat.dock.panel is None)
        await desk.pilot.pause()
        for words in ("waiting for you", "discussing", "Tab answer", "0 of 1 answered"):
            assert words not in desk.text
        assert desk.seat.keyboard.place.value != "panel"


# One key, one outcome


@case("ds-03")
@pytest.mark.parametrize("count", [2, 4, 30])
async def test_a_held_escape_leaves_the_text_and_nothing_more(count: int) -> None:
    async with open_form(CACHE, QUEUE) as person:
        await person.press("o", "a", "b")
        await person.held("escape", [1.0, *(1.5 + 0.03 * at for at in range(count))])
        assert person.form.state.drafts[0].custom == "ab"
        assert not person.tasks[0].done()


@pytest.mark.parametrize("key", ["escape", "enter", "X", "y", "s", "backspace", "space", "d"])
async def test_a_held_key_has_at_most_one_outcome(key: str) -> None:
    async with at_seat() as person:
        tasks = [(await person.ask(CACHE, NAME))[1] for _ in range(3)]
        await person.rest()
        await person.held(key, [0.0, *(0.5 + 0.033 * at for at in range(40))])
        await person.pilot.pause(0.3)
        assert sum(task.done() for task in tasks) <= (key == "X")


@case("ds-04")
async def test_what_ends_one_request_ends_no_other() -> None:
    async with at_seat() as person:
        tasks = [(await person.ask(CACHE, QUEUE))[1] for _ in range(3)]
        await person.rest()
        await person.press("escape")
        assert not any(task.done() for task in tasks), "Escape ends nothing"
        await person.press("tab", "X")
        assert await code_of(person, tasks[0]) == "ASK_CANCELLED"
        await person.press("X", "escape", "1", gap=0.05)
        assert not tasks[1].done(), "the next one was not there when these were pressed"
        await person.rest()
        assert all(not draft.selected for draft in person.form.state.drafts)


# Skip, dismiss, fail: three things


@case("cs-03")
async def test_skip_and_dismiss_say_what_they_do_and_have_keys_of_their_own() -> None:
    async with at_seat(size=(120, 30)) as person:
        await person.ask(*BATCH)
        await person.rest()
        for words in ("s skip", "X dismiss", "Skip this question"):
            assert words in person.screen
        await person.press("1", "s", "X")
        assert "Dismiss? 2 answers will not be sent" in person.screen
        await person.press("s")
        assert "Dismiss?" not in person.screen
        assert [draft.skipped for draft in person.form.state.drafts] == [False, True, False]
        await person.press("X", "y")
        assert await code_of(person, person.tasks[0]) == "ASK_CANCELLED"


@case("cs-04")
@pytest.mark.parametrize("typed", ["", "ab", " "])
async def test_backing_out_of_a_text_only_goes_back(typed: str) -> None:
    async with form_of("cs-04") as person:
        await person.press("]", "o", *typed, "escape")
        assert person.form.scope == "list"
        assert person.form.state.index == 1
        assert person.form.state.drafts[1].custom == typed
        await person.press("1", "1", "enter")
        assert await sent(person) == [("q1", ("Redis",), None), ("q2", ("NATS",), None)]


def fail(*arguments: object, **options: object) -> Any:
    raise ValueError("cannot be drawn")


@case("cs-05")
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (QuestionForm, "__init__"),
        (QuestionTabs, "show"),
        (FormBody, "show"),
        (FormBody, "fit"),
        (ReviewPage, "show_review"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
async def test_a_form_that_cannot_be_drawn_is_no_refusal_by_the_person(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_seat() as person:
        monkeypatch.setattr(owner, name, fail)
        task = person.start(person.app.dock.ask(QuestionRequest(BATCH, Asker())))
        await person.rest()
        if not task.done():
            await person.press("tab", "R")
        with pytest.raises(ValueError, match="cannot be drawn"):
            await person.result(task)
        monkeypatch.undo()
        _, again = await person.ask(CACHE)
        await person.rest()
        await person.press("1")
        assert (await person.result(again)).answers[0].selected == ("Redis",)


@case("cs-06")
async def test_sending_after_one_answer_says_what_is_missing() -> None:
    async with form_of("cs-06") as person:
        await person.press("enter", "]", "]", "end", "enter")
        assert not person.tasks[0].done()
        assert "2 questions have no answer yet" in person.screen
        assert person.screen.count("not answered yet") == 2
        await person.press("S")
        assert [draft.skipped for draft in person.form.state.drafts] == [False, True, True]
        assert not person.tasks[0].done(), "skipping never sends"
        await person.press("end", "enter")
        assert await sent(person) == [
            ("q1", ("Redis",), None),
            ("q2", (), None),
            ("q3", (), None),
        ]


@case("cs-09")
@pytest.mark.parametrize("answer", [["1"], ["o", "a", "tab"], ["n", "b", "enter"]])
async def test_skip_is_about_one_question_and_can_be_taken_back(answer: list[str]) -> None:
    async with form_of("cs-09") as person:
        await person.press(*answer)
        before = person.form.state.drafts[0]
        await person.press("s")
        assert [draft.skipped for draft in person.form.state.drafts] == [False, True, False]
        assert person.form.state.drafts[0] == before
        await person.press("[", "s")
        assert not any(draft.skipped for draft in person.form.state.drafts)
        await person.press("[", "s", "[", "s")
        assert person.form.state.drafts[0].selected == before.selected
        assert person.form.state.drafts[0].custom == before.custom
        assert person.form.state.drafts[0].note == before.note


@pytest.mark.parametrize("keys", [["1"], ["space"], ["enter"], ["r", "1"], ["o", "x", "tab"]])
async def test_an_answer_takes_a_skip_back(keys: list[str]) -> None:
    async with form_of("cs-09") as person:
        await person.press("s", "[", *keys)
        draft = person.form.state.drafts[0]
        assert not draft.skipped
        assert draft.selected or draft.custom == "x"
