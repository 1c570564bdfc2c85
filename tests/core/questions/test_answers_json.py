from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.questions.answers_json import answer_json, canonical_answer, compact_json
from dsh_core.questions.types import Answer, AnswerItem

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
ITEMS = st.builds(
    AnswerItem,
    ANY_TEXT,
    st.lists(ANY_TEXT, max_size=3).map(tuple),
    st.none() | ANY_TEXT,
)
ANSWERS = st.builds(Answer, st.lists(ITEMS, max_size=4).map(tuple))


def test_the_canonical_text() -> None:
    answer = Answer(
        (AnswerItem("pkg", ("pnpm",)), AnswerItem("why", (), "weil 你\n"), AnswerItem("s"))
    )
    assert answer_json(answer) == (
        '{"answers":[{"id":"pkg","selected":["pnpm"]},'
        '{"id":"why","selected":[],"custom":"weil 你\\n"},{"id":"s","selected":[]}]}'
    )


def test_an_absent_custom_has_no_key() -> None:
    assert canonical_answer(Answer((AnswerItem("a"),))) == {
        "answers": [{"id": "a", "selected": []}]
    }


def test_the_canonical_lists_are_copies() -> None:
    answer = Answer((AnswerItem("a", ("x",)),))
    canonical_answer(answer)["answers"][0]["selected"].append("y")
    assert answer.answers[0].selected == ("x",)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("\u2028\x7f/é😀", '"\u2028\x7f/é😀"'),
        ('"\\\b\f\n\r\t\x00\x1f', '"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f"'),
        ("\ud83d", '"\\ud83d"'),
        ("\udead x", '"\\udead x"'),
        ("\ud83d\ude00", '"😀"'),
    ],
)
def test_strings_are_written_as_javascript_does(value: str, text: str) -> None:
    assert compact_json(value) == text


@given(ANSWERS)
def test_it_can_be_encoded_and_read_back(answer: Answer) -> None:
    text = answer_json(answer)
    assert text.encode("utf-8").decode("utf-8") == text
    # Two surrogates side by side are one character, for JSON as for JavaScript.
    assert json.loads(text) == json.loads(json.dumps(canonical_answer(answer)))
