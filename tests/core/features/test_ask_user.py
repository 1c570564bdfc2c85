"""What reaches the provider, what comes back, and which mistakes are mended."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.abort import AbortController
from dsh_core.features.ask_user import TOOL_NAME, ask_user_tool, register_ask_user
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem, Option, Question, QuestionRequest
from dsh_core.tools.definition import ToolExecution, ToolOutcome
from dsh_core.tools.registry import DuplicateToolError, ToolRegistry
from tests.core.features.waiting import first

OPTIONS = [{"label": "pnpm", "description": "Fast."}, {"label": "npm", "weight": 3}]


class Provider:
    def __init__(self, answer: Any = None) -> None:
        self.answer = Answer((AnswerItem("pkg", ("pnpm",)),)) if answer is None else answer
        self.requests: list[QuestionRequest] = []

    async def ask(self, request: QuestionRequest) -> Answer:
        self.requests.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        answer: Answer = self.answer
        return answer


async def call(
    arguments: object, provider: Provider, execution: ToolExecution | None = None
) -> ToolOutcome:
    tools, service = ToolRegistry(), UserQuestionService()
    service.register_provider(provider)
    register_ask_user(tools, service)
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return await tools.run(TOOL_NAME, raw, execution or ToolExecution("c1"))


async def test_everything_the_model_may_set_arrives_and_nothing_else() -> None:
    provider = Provider()
    question = {
        "id": "pkg",
        "question": "Manager?",
        "header": "Choose",
        "options": OPTIONS,
        "multi_select": False,
        "detail": "no",
        "intent": {"kind": "plan-review", "approve": "pnpm"},
        "multiSelect": True,
    }
    outcome = await call({"questions": [question], "title": "?"}, provider)
    assert outcome.text == '{"answers":[{"id":"pkg","selected":["pnpm"]}]}'
    (request,) = provider.requests
    assert request.agent is None
    assert request.questions == (
        Question(
            "pkg",
            "Manager?",
            header="Choose",
            options=(Option("pnpm", "Fast."), Option("npm", extra={"weight": 3})),
            multi_select=False,
        ),
    )


async def test_a_question_without_options_differs_from_one_with_none() -> None:
    provider = Provider()
    questions = [{"id": "a", "question": "?"}, {"id": "b", "question": "?", "options": []}]
    await call({"questions": questions}, provider)
    assert [each.options for each in provider.requests[0].questions] == [None, ()]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(
            {"questions": json.dumps([{"id": "pkg", "question": "?", "options": OPTIONS}])},
            id="questions",
        ),
        pytest.param(
            {"questions": [{"id": "pkg", "question": "?", "options": json.dumps(OPTIONS)}]},
            id="options",
        ),
        pytest.param(
            {
                "questions": json.dumps(
                    [{"id": "pkg", "question": "?", "options": json.dumps(OPTIONS)}]
                )
            },
            id="both",
        ),
    ],
)
async def test_lists_sent_as_json_text_are_read_once(arguments: object) -> None:
    provider = Provider()
    outcome = await call(arguments, provider)
    assert not outcome.is_error
    options = provider.requests[0].questions[0].options
    assert options is not None
    assert [option.label for option in options] == ["pnpm", "npm"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"questions": json.dumps(json.dumps([]))}, '"questions" must be an array'),
        ({"questions": '{"id": "a"}'}, '"questions" must be an array'),
        ({"questions": "[" * 100_000}, '"questions" must be an array'),
        ({"questions": "[1]"}, '"questions[0]" must be an object'),
        (
            {"questions": [{"id": "a", "question": "?", "options": "yes or no"}]},
            '"questions[0].options" must be an array',
        ),
        (
            {"questions": [{"id": "a", "question": "?", "options": '["yes"]'}]},
            '"questions[0].options[0]" must be an object',
        ),
        (
            {"questions": [{"id": "a", "question": "?", "header": None}]},
            '"questions[0].header" must be a string',
        ),
        ("[]", '"arguments" must be an object'),
    ],
    ids=["twice", "object", "deep", "items", "prose", "texts", "null", "root"],
)
async def test_what_is_no_list_is_refused_as_ever(arguments: object, complaint: str) -> None:
    outcome = await call(arguments, Provider())
    assert outcome.text == f"Error: invalid arguments: {complaint}"
    assert outcome.error == {"name": "ToolArgsError", "code": "INVALID_ARGS"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["questions", "id", "options", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(json_values)
def test_no_arguments_break_the_tool(arguments: object) -> None:
    outcome = asyncio.run(call(arguments, Provider()))
    assert outcome.text.startswith(("Error: ", '{"answers":'))


async def test_a_provider_that_answers_nonsense_is_an_error_of_the_call() -> None:
    outcome = await call(
        {"questions": [{"id": "a", "question": "?"}]},
        Provider(Answer((AnswerItem(3, ()),))),  # type: ignore[arg-type]
    )
    assert outcome.text == (
        'Error: tool "ask_user_question" returned invalid output: '
        '"value.answers[0].id" must be a string'
    )
    assert outcome.error is not None
    assert outcome.error["code"] == "INVALID_TOOL_OUTPUT"
    outcome = await call(
        {"questions": [{"id": "a", "question": "?"}]},
        Provider(Answer((AnswerItem("a", None),))),  # type: ignore[arg-type]
    )
    assert outcome.is_error
    assert outcome.error is None


async def test_a_plain_exception_has_no_code() -> None:
    outcome = await call({"questions": [{"id": "a", "question": "?"}]}, Provider(ValueError("x")))
    assert (outcome.text, outcome.error) == ("Error: x", None)


async def test_the_turns_signal_ends_the_wait() -> None:
    table, service, tools = (
        PendingRequests(require_agent=False),
        UserQuestionService(),
        ToolRegistry(),
    )
    service.register_provider(table)
    register_ask_user(tools, service)
    abort = AbortController()
    execution = ToolExecution("c1", signal=abort.signal)
    arguments = '{"questions":[{"id":"a","question":"?"}]}'
    running = asyncio.ensure_future(tools.run(TOOL_NAME, arguments, execution))
    await first(table)
    assert table.requests[0].request.signal is abort.signal
    abort.abort()
    outcome = await running
    assert outcome.text == "Error: ask_user_question was aborted before the user answered"
    assert outcome.error == {"name": "UserQuestionError", "code": "ASK_ABORTED"}
    assert table.requests == ()


def test_registering_is_undone_once() -> None:
    tools, service = ToolRegistry(), UserQuestionService()
    dispose = register_ask_user(tools, service)
    with pytest.raises(DuplicateToolError):
        register_ask_user(tools, service)
    dispose()
    again = register_ask_user(tools, service)
    dispose()
    assert tools.get(TOOL_NAME) is not None
    again()
    assert tools.get(TOOL_NAME) is None


def test_every_parameter_is_explained_to_the_model() -> None:
    tool = ask_user_tool(UserQuestionService())
    assert tool.description
    undescribed: list[str] = []

    def walk(name: str, schema: Any) -> None:
        for key, each in schema.get("properties", {}).items():
            if not each.get("description"):
                undescribed.append(f"{name}.{key}")
            walk(f"{name}.{key}", each.get("items", each))

    walk("", tool.parameters)
    assert undescribed == []
    text = json.dumps(tool.parameters)
    assert all(word in text for word in ("(Recommended)", "Confirm", "Choose Mode"))


LONE: list[dict[str, Any]] = [
    {"id": "pkg", "question": "A\ud83d?", "options": [{"label": "\udcff"}]}
]


@pytest.mark.parametrize(
    "arguments",
    [
        json.dumps({"questions": LONE}),
        json.dumps({"questions": LONE}, ensure_ascii=False),
        json.dumps({"questions": json.dumps(LONE)}),
        {"questions": LONE},
        {"questions": json.dumps(LONE)},
    ],
    ids=["escaped", "raw", "in a text", "values", "text in values"],
)
async def test_no_lone_surrogate_reaches_the_provider(arguments: object) -> None:
    provider, tools, service = Provider(), ToolRegistry(), UserQuestionService()
    service.register_provider(provider)
    register_ask_user(tools, service)
    await tools.run(TOOL_NAME, arguments, ToolExecution("c1"))
    (question,) = provider.requests[0].questions
    assert (question.question, question.options) == ("A\ufffd?", (Option("\ufffd"),))


@pytest.mark.parametrize("cut", ["the call", "the wait inside"])
async def test_a_wait_that_is_cut_says_so(cut: str) -> None:
    table, tools, service = (
        PendingRequests(require_agent=False),
        ToolRegistry(),
        UserQuestionService(),
    )
    waits: list[asyncio.Task[Answer]] = []

    class Inner:
        async def ask(self, request: QuestionRequest) -> Answer:
            waits.append(asyncio.ensure_future(table.ask(request)))
            return await waits[0]

    service.register_provider(Inner())
    register_ask_user(tools, service)
    arguments = {"questions": [{"id": "q", "question": "?"}]}
    task = asyncio.ensure_future(tools.run(TOOL_NAME, arguments, ToolExecution("c1")))
    await first(table)
    (task if cut == "the call" else waits[0]).cancel()
    outcome = await task
    assert outcome.error == {"name": "UserQuestionError", "code": "ASK_ABORTED"}
    assert table.requests == ()
