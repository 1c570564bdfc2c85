from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsh_core.questions.answers_json import canonical_answer
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)
from dsh_core.questions.wire import (
    WireError,
    parse_answer,
    parse_question,
    parse_questions,
    questions_value,
    respond,
)

CASES = Path(__file__).parents[2] / "data" / "cases.jsonl"


def complaint(value: object, *, either_spelling: bool = False) -> str:
    with pytest.raises(WireError) as caught:
        parse_questions(value, either_spelling=either_spelling)
    assert caught.value.code == "BAD_WIRE_VALUE"
    return caught.value.message


def test_a_full_question() -> None:
    raw = {
        "id": "p",
        "question": "Approve?",
        "detail": "",
        "header": "Plan",
        "options": [{"label": "Approve", "description": "go", "value": 7, "tags": ["x"]}],
        "multiSelect": False,
        "intent": {"kind": "plan-review", "approve": "Approve", "later": 1},
        "unknown": {"dropped": True},
    }
    assert parse_question(raw) == Question(
        "p",
        "Approve?",
        detail="",
        header="Plan",
        options=(Option("Approve", "go", {"value": 7, "tags": ["x"]}),),
        multi_select=False,
        intent=PlanReviewIntent("Approve"),
    )


def test_absent_keys_are_none() -> None:
    assert parse_question({"id": "q", "question": "?"}) == Question("q", "?")


def test_a_list_or_an_object() -> None:
    raw = [{"id": "q", "question": "?"}]
    assert parse_questions(raw) == parse_questions({"questions": raw, "agent": 1})
    assert parse_questions([]) == ()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("x", "the request must be an object"),
        (None, "the request must be an object"),
        ({}, 'missing required property "questions"'),
        ({"questions": "x"}, '"questions" must be an array'),
        (["q"], '"questions[0]" must be an object'),
        ([{"id": 1}], 'missing required property "questions[0].question"'),
        ([{"id": 1, "question": "?"}], '"questions[0].id" must be a string'),
        (
            [{"id": "a", "question": "?"}, {"id": "b", "question": "?", "options": [{}]}],
            'missing required property "questions[1].options[0].label"',
        ),
        (
            [{"id": "a", "question": "?", "options": [{"label": "x", "description": 3}]}],
            '"questions[0].options[0].description" must be a string',
        ),
        ([{"id": "a", "question": "?", "options": {}}], '"questions[0].options" must be an array'),
        ([{"id": "a", "question": "?", "detail": None}], '"questions[0].detail" must be a string'),
        (
            [{"id": "a", "question": "?", "multiSelect": "true"}],
            '"questions[0].multiSelect" must be a boolean',
        ),
        (
            [{"id": "a", "question": "?", "multiSelect": 1}],
            '"questions[0].multiSelect" must be a boolean',
        ),
        (
            [{"id": "a", "question": "?", "intent": None}],
            '"questions[0].intent" must be an object',
        ),
        (
            [{"id": "a", "question": "?", "intent": {"kind": "poll", "approve": "A"}}],
            '"questions[0].intent.kind" must be "plan-review"',
        ),
        (
            [{"id": "a", "question": "?", "intent": {"kind": "plan-review"}}],
            'missing required property "questions[0].intent.approve"',
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_path(value: object, message: str) -> None:
    assert complaint(value) == message


def test_the_tools_spelling_only_where_allowed() -> None:
    raw = [{"id": "a", "question": "?", "multi_select": True}]
    assert parse_questions(raw)[0].multi_select is None
    assert parse_questions(raw, either_spelling=True)[0].multi_select is True


def test_both_spellings_in_one_question_are_an_error() -> None:
    raw: list[object] = [
        {"id": "a", "question": "?", "multi_select": True},
        {"id": "b", "question": "?", "multiSelect": True},
    ]
    assert [item.multi_select for item in parse_questions(raw, either_spelling=True)] == [True] * 2
    raw.append({"id": "c", "question": "?", "multi_select": True, "multiSelect": True})
    assert complaint(raw, either_spelling=True) == (
        '"questions[2]" has both "multi_select" and "multiSelect"; give only one'
    )


def test_a_complaint_uses_the_spelling_it_was_given() -> None:
    raw = [{"id": "a", "question": "?", "multi_select": "x"}]
    assert complaint(raw, either_spelling=True) == '"questions[0].multi_select" must be a boolean'


def test_lone_surrogates_go_for_good() -> None:
    raw = json.loads(
        '[{"id": "\\ud800", "question": "\\ud83d\\ude00",'
        ' "options": [{"label": "\\udc00", "\\ud801": ["\\ud802"]}]}]'
    )
    assert parse_questions(raw) == (
        Question("\ufffd", "😀", options=(Option("\ufffd", extra={"\ufffd": ["\ufffd"]}),)),
    )


def test_deep_nesting_is_an_error_not_a_crash() -> None:
    deep: object = []
    for _ in range(900):
        deep = [deep]
    raw = [{"id": "a", "question": "?", "options": [{"label": "x", "deep": deep}]}]
    assert complaint(raw) == "the value is nested deeper than 200"


def test_the_value_given_is_not_changed() -> None:
    raw = [{"id": "a\ud800", "question": "?", "multi_select": True}]
    before = [dict(raw[0])]
    parse_questions(raw, either_spelling=True)
    assert raw == before


TEXT = st.text(max_size=8)
OPTIONS = st.builds(
    Option,
    TEXT,
    st.none() | TEXT,
    st.dictionaries(
        TEXT.filter(lambda key: key not in {"label", "description"}),
        st.none() | st.booleans() | st.integers() | TEXT,
        max_size=2,
    ),
)
QUESTIONS = st.builds(
    Question,
    TEXT,
    TEXT,
    st.none() | TEXT,
    st.none() | TEXT,
    st.none() | st.lists(OPTIONS, max_size=3).map(tuple),
    st.none() | st.booleans(),
    st.none() | st.builds(PlanReviewIntent, TEXT),
)


@settings(max_examples=100)
@given(st.lists(QUESTIONS, max_size=3).map(tuple))
def test_what_is_written_is_read_back(questions: tuple[Question, ...]) -> None:
    text = json.dumps(questions_value(questions))
    assert parse_questions(json.loads(text)) == questions


ITEMS = st.builds(AnswerItem, TEXT, st.lists(TEXT, max_size=3).map(tuple), st.none() | TEXT)


@settings(max_examples=100)
@given(st.builds(Answer, st.lists(ITEMS, max_size=3).map(tuple)))
def test_answers_are_read_back(answer: Answer) -> None:
    assert parse_answer(json.loads(json.dumps(canonical_answer(answer)))) == answer


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, 'missing required property "answers"'),
        ({"answers": [{"id": "a"}]}, 'missing required property "answers[0].selected"'),
        ({"answers": [{"id": "a", "selected": "x"}]}, '"answers[0].selected" must be an array'),
        ({"answers": [{"id": "a", "selected": [1]}]}, '"answers[0].selected[0]" must be a string'),
        (
            {"answers": [{"id": "a", "selected": [], "custom": None}]},
            '"answers[0].custom" must be a string',
        ),
    ],
)
def test_what_is_wrong_with_an_answer(value: object, message: str) -> None:
    with pytest.raises(WireError) as caught:
        parse_answer(value)
    assert caught.value.message == message


def test_an_empty_custom_is_not_absent() -> None:
    answer = parse_answer({"answers": [{"id": "a", "selected": [], "custom": "", "x": 1}]})
    assert answer == Answer((AnswerItem("a", (), ""),))


@dataclass(eq=False)
class Agent:
    id: str


OK_VALUE = {"sessionId": "s1", "answer": {"answers": [{"id": "q", "selected": []}]}}


@pytest.mark.parametrize(
    ("result", "detail"),
    [
        ("x", "the response must be an object"),
        ({}, 'missing required property "ok"'),
        ({"ok": "true"}, '"ok" must be a boolean'),
        ({"ok": False}, 'only the code "cancelled" ends it'),
        ({"ok": False, "error": {"code": "other"}}, 'only the code "cancelled" ends it'),
        ({"ok": False, "error": {}}, 'missing required property "error.code"'),
        ({"ok": True}, "value must be an object"),
        ({"ok": True, "value": {"answer": {}}}, 'missing required property "sessionId"'),
        ({"ok": True, "value": OK_VALUE | {"sessionId": ""}}, '"sessionId" must not be empty'),
        (
            {"ok": True, "value": OK_VALUE | {"sessionId": "s2"}},
            "the answer is for another session",
        ),
        (
            {"ok": True, "value": OK_VALUE | {"answer": {"answers": []}}},
            "1 answers are expected, not 0",
        ),
    ],
)
async def test_a_bad_response_changes_nothing(result: object, detail: str) -> None:
    table = PendingRequests()
    request = QuestionRequest((Question("q", "?"),), Agent("s1"))
    task = asyncio.ensure_future(table.ask(request))
    await asyncio.sleep(0)
    (waiting,) = table.requests
    receipt = respond(table, waiting.id, result)
    assert (receipt.accepted, receipt.reason, receipt.detail) == (False, "bad-response", detail)
    assert table.requests == (waiting,)
    assert respond(table, waiting.id, {"ok": True, "value": OK_VALUE}).accepted
    assert await task == Answer((AnswerItem("q"),))
    assert respond(table, waiting.id, result).reason == "not-pending"


def test_importing_the_wire_loads_no_pydantic() -> None:
    code = (
        "import sys, dsh_core.questions.wire as wire;"
        "assert 'pydantic' not in sys.modules;"
        "wire.parse_questions([]);"
        "assert 'pydantic' in sys.modules"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root, timeout=60)


WITHOUT_IDS = "di-02"


def batches() -> dict[str, list[dict[str, object]]]:
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return {
        case["id"]: case["input"]["questions"] for case in cases if "questions" in case["input"]
    }


@pytest.mark.parametrize("case", [case for case in batches() if case != WITHOUT_IDS])
def test_every_reported_batch_can_be_read(case: str) -> None:
    questions = batches()[case]
    parsed = parse_questions(questions, either_spelling=True)
    assert [item.question for item in parsed] == [raw["question"] for raw in questions]
    assert parse_questions(questions_value(parsed)) == parsed


def test_a_batch_without_ids_is_refused_by_name() -> None:
    assert complaint(batches()[WITHOUT_IDS]) == 'missing required property "questions[0].id"'
