"""The quick reader says the same as the thorough one, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.questions.plain_batch import plain_batch
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_core.questions.wire import WireError, parse_questions

anything = st.sampled_from([None, True, 1, 1.5, "x", "", "\ud800", [], {}, ["x"], {"a": 1}])
texts = st.sampled_from(["a", "", "\ud83d\ude00", "\ud800 lone"]) | anything
option = st.fixed_dictionaries(
    {}, optional={"label": texts, "description": texts, "value": anything, "\udfff": anything}
)
intent = st.fixed_dictionaries(
    {}, optional={"kind": st.sampled_from(["plan-review", "other", 1]), "approve": texts}
)
question = st.fixed_dictionaries(
    {"id": texts, "question": texts},
    optional={
        "detail": texts,
        "header": texts,
        "options": st.lists(option | anything, max_size=3) | anything,
        "multiSelect": st.booleans() | anything,
        "multi_select": st.booleans() | anything,
        "intent": intent | anything,
        "more": anything,
    },
)
likely = st.fixed_dictionaries(
    {"id": st.just("q"), "question": st.just("?")},
    optional={
        "detail": st.just("d"),
        "options": st.lists(st.fixed_dictionaries({"label": st.just("l")}, optional={"x": texts})),
        "multi_select": st.booleans(),
        "intent": st.just({"kind": "plan-review", "approve": "l", "later": 1}),
    },
)
batch = st.lists(question | likely | anything, max_size=3)


@given(batch | st.fixed_dictionaries({}, optional={"questions": batch | anything, "agent": texts}))
def test_it_reads_what_the_wire_reads_and_refuses_what_it_refuses(value: Any) -> None:
    try:
        expected = parse_questions(value, either_spelling=True)
    except WireError:
        expected = None
    assert plain_batch(value) == expected


def test_a_full_batch() -> None:
    value = {
        "questions": [
            {
                "id": "p",
                "question": "Go?",
                "detail": "",
                "header": "H",
                "multi_select": False,
                "options": [{"label": "Yes", "description": "d", "value": [1]}],
                "intent": {"kind": "plan-review", "approve": "Yes"},
            },
            {"id": "q", "question": "?", "multiSelect": True},
        ],
        "agent": "dropped",
    }
    assert plain_batch(value) == (
        Question(
            "p",
            "Go?",
            "",
            "H",
            (Option("Yes", "d", {"value": [1]}),),
            False,
            PlanReviewIntent("Yes"),
        ),
        Question("q", "?", multi_select=True),
    )


@pytest.mark.parametrize("depth", [150, 100_000])
def test_depth(depth: int) -> None:
    nested: Any = "x"
    for _ in range(depth):
        nested = [nested]
    value = [{"id": "q", "question": "?", "options": [{"label": "l", "deep": nested}]}]
    assert (plain_batch(value) is None) == (depth > 200)
