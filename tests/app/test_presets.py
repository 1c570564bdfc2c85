from __future__ import annotations

import json

import pytest

from dsh_app.presets import UnansweredError, answer_by_policy, parse_presets
from dsh_app.source import InputError, Source
from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.answers_json import answer_json
from dsh_core.questions.types import AnswerItem, Option, Question

DB = Question("db", "?", options=(Option("SQLite"), Option("Redis (Recommended)")))
PARTS = Question(
    "parts",
    "?",
    options=(Option("a (Recommended)"), Option("b"), Option("c（推荐）")),
    multi_select=True,
)
NAME = Question("name", "?")
BATCH = (DB, PARTS, NAME)


def read(value: object, questions: tuple[Question, ...] = BATCH) -> tuple[AnswerItem | None, ...]:
    return parse_presets(json.dumps(value), Source("a.json", Catalogue("en")), questions)


def complaint(value: object) -> str:
    with pytest.raises(InputError) as caught:
        read(value)
    return caught.value.message


def test_by_id() -> None:
    given: dict[str, object] = {"db": "SQLite", "parts": ["b", "c（推荐）"], "name": "Nemo"}
    assert read(given) == (
        AnswerItem("db", ("SQLite",)),
        AnswerItem("parts", ("b", "c（推荐）")),
        AnswerItem("name", custom="Nemo"),
    )
    given = {"db": "Mongo", "parts": {"selected": ["b"], "custom": "x"}, "name": []}
    assert read(given) == (
        AnswerItem("db", custom="Mongo"),
        AnswerItem("parts", ("b",), "x"),
        AnswerItem("name"),
    )
    assert read({"db": "SQLite"})[1:] == (None, None)


def test_what_ask_prints_is_read_back() -> None:
    answer = answer_by_policy(BATCH, (), "recommended")
    assert read(json.loads(answer_json(answer))) == answer.answers


def test_equal_ids_are_answered_in_order() -> None:
    twice = (Question("q", "1?"), Question("q", "2?"), Question("q", "3?"))
    given = [{"id": "q", "selected": list[str](), "custom": text} for text in ("one", "two")]
    assert read({"answers": given}, twice) == (
        AnswerItem("q", custom="one"),
        AnswerItem("q", custom="two"),
        None,
    )


def test_lone_surrogates_are_replaced_in_either_shape() -> None:
    question = Question("a\ufffd", "?", options=(Option("x\ufffd"),))
    picked = (AnswerItem("a\ufffd", ("x\ufffd",)),)
    listed = {"answers": [{"id": "a\ud800", "selected": ["x\ud800"]}]}
    for given in ({"a\ud800": "x\ud800"}, {"a\ud800": ["x\ud800"]}, listed):
        assert read(given, (question,)) == picked
    own = {"a\ud800": {"custom": "y\ud800"}}
    assert read(own, (question,)) == (AnswerItem("a\ufffd", custom="y\ufffd"),)


def test_a_question_may_be_called_answers() -> None:
    assert read({"answers": "x"}, (Question("answers", "?"),)) == (
        AnswerItem("answers", custom="x"),
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "expected an object"),
        ({"db": 7}, 'answer for "db": must be a text, a list of labels'),
        ({"db": ["Oracle"]}, 'answer for "db": "Oracle" is not one of the options'),
        ({"db": ["SQLite", "Redis (Recommended)"]}, 'for "db": only one option can be selected'),
        ({"db": {"selected": ["SQLite"], "custom": "x"}}, "exclude each other"),
        ({"db": {"choice": "SQLite"}}, 'answer for "db": must be'),
        ({"db": {"custom": None}}, 'answer for "db": must be'),
        ({"name": " "}, 'answer for "name": custom must not be blank'),
        ({"nmae": "x"}, 'there is no question "nmae" to answer'),
        ({"answers": [{"id": "x", "selected": []}]}, 'there is no question "x" to answer'),
        (
            {"answers": [{"id": "db", "selected": []}, {"id": "db", "selected": []}]},
            'question "db" is answered more often than it is asked',
        ),
        ({"answers": [{"id": "db"}]}, 'missing required property "answers[0].selected"'),
    ],
)
def test_what_is_wrong_is_told(value: object, words: str) -> None:
    message = complaint(value)
    assert message.startswith("a.json: ")
    assert words in message


def test_policies() -> None:
    assert answer_by_policy(BATCH, (), "recommended").answers == (
        AnswerItem("db", ("Redis (Recommended)",)),
        AnswerItem("parts", ("a (Recommended)", "c（推荐）")),
        AnswerItem("name"),
    )
    assert answer_by_policy(BATCH, (), "skip").answers == tuple(AnswerItem(q.id) for q in BATCH)
    presets = (AnswerItem("db", ("SQLite",)), None, AnswerItem("name", custom="x"))
    assert answer_by_policy(BATCH, presets, "skip").answers[::2] == (presets[0], presets[2])
    with pytest.raises(UnansweredError, match="parts"):
        answer_by_policy(BATCH, presets, "fail")
    with pytest.raises(UnansweredError, match="parts"):
        answer_by_policy(BATCH, presets, None)
