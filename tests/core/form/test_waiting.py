from __future__ import annotations

from dataclasses import dataclass

from dsh_core.form.waiting import neighbour, order, shown, status
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from tests.core.form.batches import free


@dataclass(frozen=True)
class Request:
    questions: tuple[Question, ...]


PLAN = Request(
    (Question("p", "?", detail="", options=(Option("Go"),), intent=PlanReviewIntent("Go")),)
)
ASK = Request((free(),))


def test_questions_come_before_approvals_first_come_first_shown() -> None:
    assert order(["q1", "q2"], ["a1"]) == ("q1", "q2", "a1")
    assert shown(["q1", "q2"], ["a1"]) == "q1"
    assert shown([], ["a1", "a2"]) == "a1"
    assert shown([], []) is None


def test_the_status_is_that_of_the_first_question() -> None:
    assert status([PLAN, ASK], ["a"]) == "status.plan-review"
    assert status([ASK, PLAN], []) == "status.question"
    assert status([], ["a"]) == "status.approval"
    assert status([], []) is None


def test_neighbours_stop_at_the_ends() -> None:
    requests = [object(), object(), object()]
    assert neighbour(requests, requests[0], 1) is requests[1]
    assert neighbour(requests, requests[0], -1) is requests[0]
    assert neighbour(requests, requests[2], 1) is requests[2]


def test_after_a_request_that_ended_comes_the_first() -> None:
    requests = [object(), object()]
    assert neighbour(requests, object(), 1) is requests[0]
    assert neighbour([], None, 1) is None
