"""What goes over the seam: arguments in, answers out, and to whom.

A whole agent runs; the person is a form state that is driven by events, so that what is proved
is the way from a model's text to the text the model reads next.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from dsh_core import (
    Answer,
    AnswerItem,
    PendingRequests,
    QuestionRequest,
    UserQuestionService,
    build_local_agent,
)
from dsh_core.base.sanitise import sanitise
from dsh_core.features.local_source import LocalAgentSource
from dsh_core.form.events import (
    Commit,
    CommitText,
    Edited,
    EnterField,
    Event,
    GoTo,
    Move,
    NextQuestion,
    Select,
    SendBatch,
)
from dsh_core.form.review import open_form, update
from dsh_core.form.state import Send
from dsh_core.models.protocol import Finish, TextDelta, ToolCallDelta
from dsh_core.session.events import TOOL_RESULT
from dsh_core.session.events import Event as Logged
from dsh_core.session.log import SessionLog
from dsh_core.session.repair import closing_events
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import Allow
from tests.cases.reported import CASES, case, questions_of
from tests.core.agents.play import Step, StepModel, result
from tests.core.features.waiting import at_least, first


class Person:
    """Answers each request by the events it is given, on a form of its own."""

    def __init__(self, *events: Event) -> None:
        self.events = events
        self.shown: list[QuestionRequest] = []

    async def ask(self, request: QuestionRequest) -> Answer:
        self.shown.append(request)
        state = open_form(request.questions)
        for event in self.events:
            step = update(state, event)
            state = step.state
            for effect in step.effects:
                assert isinstance(effect, Send)
                return effect.answer
        raise AssertionError(f"nothing was sent; the form is at {state}")


def asks(*arguments: object) -> Step:
    """A step with one call of the tool for each of the arguments."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in arguments]
    chunks = [
        ToolCallDelta(text, index, f"c{index}", "ask_user_question")
        for index, text in enumerate(texts)
    ]
    return (*chunks, Finish("tool-calls"))


class Play:
    """An agent whose model calls the tool and then says that it is done."""

    def __init__(self, provider: Any, *steps: Step, name: str | None = None) -> None:
        self.model = StepModel(*steps)
        self.questions = UserQuestionService()
        if provider is not None:
            self.questions.register_provider(provider)
        self.source: LocalAgentSource = build_local_agent(
            model=self.model, questions=self.questions, name=name
        )

    async def run(self) -> list[str]:
        """Play a turn; return what the model read of its calls."""
        await self.source.start()
        await self.source.prompt("go")
        await self.source.agent.wait_idle()
        texts = [text_of(event) for event in self.results()]
        await self.source.close()
        return texts

    def results(self) -> list[Logged]:
        return [event for event in self.source.events if event.type == TOOL_RESULT]


def text_of(event: Logged) -> str:
    blocks: Any = result(event)["content"]
    return str(blocks[0]["text"])


def wait_for_person() -> Person:
    return Person(Commit(), SendBatch())


# Arguments: mended only where there is no doubt, and nobody is asked before they are valid.


@case("pt-01")
async def test_a_batch_sent_as_json_text_is_read_once() -> None:
    person = wait_for_person()
    (text,) = await Play(person, asks(CASES["pt-01"]["input"]["arguments"])).run()
    assert text == '{"answers":[{"id":"q1","selected":["Yes"]}]}'
    assert [option.label for option in person.shown[0].questions[0].options or ()] == ["Yes"]


ONE = '[{"id": "q1", "question": "Go?"}]'


@case("pt-02", "pt-04")
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            CASES["pt-02"]["input"]["arguments"],
            '"questions[0].options[0]" must be an object; '
            '"questions[0].options[1]" must be an object',
        ),
        (CASES["pt-04"]["input"]["arguments"], 'missing required property "questions"'),
        ({"questions": json.dumps(ONE)}, '"questions" must be an array'),
        ({"questions": ONE[:-1]}, '"questions" must be an array'),
        ({"questions": {"id": "q1", "question": "Go?"}}, '"questions" must be an array'),
        ({"questions": ["Go?"]}, '"questions[0]" must be an object'),
        ({"questions": [{"question": "Go?"}]}, 'missing required property "questions[0].id"'),
        (
            {"questions": [{"id": 1, "question": "Go?", "multi_select": "yes"}]},
            '"questions[0].id" must be a string; "questions[0].multi_select" must be a boolean',
        ),
        (ONE, '"arguments" must be an object'),
        ('{"questions": [', '"arguments" must be an object'),
        ("", 'missing required property "questions"'),
    ],
    ids=[
        *("options-of-words", "one-question", "json-twice", "cut-off", "object", "words"),
        *("no-id", "two-mistakes", "bare-list", "no-json", "nothing"),
    ],
)
async def test_anything_else_is_refused_in_one_line_before_anybody_is_asked(
    arguments: object, complaint: str
) -> None:
    person = wait_for_person()
    play = Play(person, asks(arguments))
    (text,) = await play.run()
    assert text == f"Error: invalid arguments: {complaint}"
    assert person.shown == []
    assert play.results()[0].data["error"] == {"name": "ToolArgsError", "code": "INVALID_ARGS"}


async def test_an_empty_batch_is_refused_by_the_service() -> None:
    person = wait_for_person()
    (text,) = await Play(person, asks({"questions": []})).run()
    assert text == "Error: ask_user_question requires at least one question"
    assert person.shown == []


# Answers: the asker's own ids and labels, as JSON.


@case("pt-08")
async def test_ids_come_back_word_for_word_and_in_order() -> None:
    batch = [
        *questions_of("pt-08"),
        {"id": "Which cache?", "question": "cache_backend"},
        {"id": "", "question": "No id to speak of?"},
    ]
    person = Person(
        GoTo(2), EnterField(), Edited("c"), NextQuestion(),
        GoTo(1), EnterField(), Edited("b"), GoTo(0), Commit(), GoTo(3), SendBatch(),
    )  # fmt: skip
    (text,) = await Play(person, asks({"questions": batch})).run()
    assert text == (
        '{"answers":[{"id":"cache_backend","selected":["Redis"]},'
        '{"id":"Which cache?","selected":[],"custom":"b"},'
        '{"id":"","selected":[],"custom":"c"}]}'
    )


async def test_one_enter_answers_one_question() -> None:
    person = Person(Commit())
    (text,) = await Play(person, asks({"questions": questions_of("pt-08")})).run()
    assert text == '{"answers":[{"id":"cache_backend","selected":["Redis"]}]}'


@case("pt-10")
async def test_labels_with_commas_and_quotes_stay_labels() -> None:
    person = Person(
        Select(), Move(1), Select(), Move(1), Select(), EnterField(), Edited('x,"y"'),
        CommitText(), CommitText(),
    )  # fmt: skip
    (text,) = await Play(person, asks({"questions": questions_of("pt-10")})).run()
    assert json.loads(text)["answers"] == [
        {"id": "q1", "selected": ["Yes, always", "Yes", 'a"b'], "custom": 'x,"y"'}
    ]


@case("pt-11")
@pytest.mark.parametrize(
    "label",
    [
        questions_of("pt-11")[0]["options"][0]["label"],
        "Foo (recommended)",
        "(Recommended) Foo",
        "稳妥（推荐）",
        "Foo（RECOMMENDED） ",
        "(Recommended)",
        " Foo ",
    ],
)
async def test_a_label_comes_back_as_it_was_sent(label: str) -> None:
    question = {**questions_of("pt-11")[0], "options": [{"label": label}]}
    (text,) = await Play(Person(Commit()), asks({"questions": [question]})).run()
    assert json.loads(text)["answers"][0]["selected"] == [label]


@case("pt-13")
async def test_own_words_replace_a_single_choice() -> None:
    person = Person(Select(), EnterField(), Edited("tok"), CommitText(), CommitText())
    (text,) = await Play(person, asks({"questions": questions_of("pt-13")})).run()
    assert text == '{"answers":[{"id":"q1","selected":[],"custom":"tok"}]}'


# Requests: each answer reaches its own asker, once.


@case("pt-09")
async def test_an_answer_reaches_the_agent_whose_request_it_is_for() -> None:
    table = PendingRequests()
    batches: Sequence[Any] = [questions_of("pt-08"), questions_of("pt-13")]
    plays = [
        Play(table, asks({"questions": batch}), name=name)
        for name, batch in zip("AB", batches, strict=True)
    ]
    runs = [asyncio.ensure_future(play.run()) for play in plays]
    of_a, of_b = await at_least(2, table)
    assert [of_a.agent_name, of_b.agent_name] == ["A", "B"]
    assert [of_a.agent_id, of_b.agent_id] == [play.source.id for play in plays]
    for_b = Answer((AnswerItem("q1", ("No",)),))
    assert table.answer(of_a.id, for_b).reason == "bad-response"
    assert table.answer(of_b.id, for_b).accepted
    assert await runs[1] == ['{"answers":[{"id":"q1","selected":["No"]}]}']
    assert table.requests == (of_a,)
    assert not runs[0].done()
    assert table.answer(of_b.id, for_b).reason == "not-pending"
    table.cancel(of_a.id)
    assert await runs[0] == ["Error: the user cancelled ask_user_question"]


@case("pt-14")
@pytest.mark.parametrize("together", [True, False], ids=["one message", "two steps"])
async def test_the_same_questions_are_asked_anew(together: bool) -> None:
    table = PendingRequests()
    batch = {"questions": questions_of("pt-17")[:1]}
    steps = [asks(batch, batch)] if together else [asks(batch), asks(batch)]
    run = asyncio.ensure_future(Play(table, *steps).run())
    ids = []
    for label in ("Redis", "In-memory"):
        pending = await first(table)
        assert len(table.requests) == 1
        ids.append(pending.id)
        assert table.answer(pending.id, Answer((AnswerItem("q1", (label,)),))).accepted
    assert len(set(ids)) == 2
    assert await run == [
        '{"answers":[{"id":"q1","selected":["Redis"]}]}',
        '{"answers":[{"id":"q1","selected":["In-memory"]}]}',
    ]


# Nobody: leave to run tools is no answer, and no interface is an error at once.


@case("pt-17")
async def test_allowing_every_tool_answers_no_question() -> None:
    table = PendingRequests()
    play = Play(table, asks({"questions": questions_of("pt-17")}))

    async def allow(_call: object, _next: object) -> Allow:
        return Allow()

    play.source.agent.tools.add_gate(allow)
    run = asyncio.ensure_future(play.run())
    pending = await first(table)
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.requests == (pending,)
    table.cancel(pending.id)
    assert await run == ["Error: the user cancelled ask_user_question"]


async def test_without_an_interface_the_call_fails_at_once_and_the_turn_goes_on() -> None:
    play = Play(None, asks({"questions": questions_of("pt-17")}))
    assert await play.run() == ["Error: no user-questions provider is registered"]
    error = play.results()[0].data["error"]
    assert error == {"name": "UserQuestionError", "code": "NO_PROVIDER"}
    assert len(play.model.requests) == 2


# Text that cannot be encoded.


@case("pt-15")
async def test_lone_surrogates_are_gone_before_anything_sees_them() -> None:
    person = Person(Commit())
    play = Play(person, (*asks(CASES["pt-15"]["input"]["arguments_json"]),))
    (text,) = await play.run()
    assert text == '{"answers":[{"id":"q1","selected":["\ufffdx"]}]}'
    assert sanitise(person.shown[0].questions[0].question) == "A\ufffd?"
    events = [(event.type, event.data) for event in play.source.events]
    assert json.loads(json.dumps(events, ensure_ascii=False).encode()) == [list(e) for e in events]
    again = SessionLog(play.source.id, events=play.source.events)
    assert closing_events(again.events) == ()


async def test_a_model_that_speaks_lone_surrogates_is_logged() -> None:
    table = PendingRequests()
    play = Play(table, (TextDelta("a\ud83d"), TextDelta("\udcff"), Finish()))
    assert await play.run() == []
    for event in play.source.events:
        json.dumps(event.data, ensure_ascii=False).encode()


async def test_a_tool_that_returns_lone_surrogates_is_logged() -> None:
    async def execute(_arguments: object, _execution: ToolExecution) -> ToolOutput:
        return ToolOutput("x\udcff")

    play = Play(None, (ToolCallDelta("{}", 0, "c", "t"), Finish("tool-calls")))
    play.source.agent.tools.register(ToolDefinition("t", "", {"type": "object"}, execute))
    assert await play.run() == ["x\ufffd"]
