from __future__ import annotations

import dataclasses

import pytest

from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)


def test_values_are_equal_by_value_and_hashable() -> None:
    question = Question("q", "?", options=(Option("A", extra={"value": 1}),))
    same = Question("q", "?", options=(Option("A", extra={"value": 1}),))
    assert question == same
    assert hash(question) == hash(same)
    assert Option("A") != Option("A", extra={"value": 1})
    assert Answer((AnswerItem("q"),)) == Answer((AnswerItem("q", ()),))


def test_a_request_is_itself() -> None:
    questions = (Question("q", "?"),)
    request = QuestionRequest(questions)
    assert request != QuestionRequest(questions)
    assert {request: 1}[request] == 1


def test_absent_differs_from_empty() -> None:
    assert Question("q", "?", detail="") != Question("q", "?")
    assert Question("q", "?", multi_select=False) != Question("q", "?")
    assert Question("q", "?", options=()) != Question("q", "?")


def test_values_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Question("q", "?").id = "x"  # type: ignore[misc]


def test_the_intent_knows_its_kind() -> None:
    assert PlanReviewIntent("Approve").kind == "plan-review"
    assert PlanReviewIntent.kind == "plan-review"
