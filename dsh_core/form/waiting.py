"""What a session waits for: the one request that is shown, and the words for it.

Questions come before approvals, each first come first served.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeVar

from dsh_core.form.plan_claim import claim_questions
from dsh_core.questions.types import Question

__all__ = ["HasQuestions", "neighbour", "order", "shown", "status"]

_Q = TypeVar("_Q")
_A = TypeVar("_A")
_R = TypeVar("_R")

Status = Literal["status.question", "status.plan-review", "status.approval"]
"""Catalogue keys."""


class HasQuestions(Protocol):
    """A request that waits for an answer."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """The batch."""
        ...


def order(questions: Sequence[_Q], approvals: Sequence[_A]) -> tuple[_Q | _A, ...]:
    """All waiting requests in the order they are shown."""
    return (*questions, *approvals)


def shown(questions: Sequence[_Q], approvals: Sequence[_A]) -> _Q | _A | None:
    """The request that is shown when the person chose no other; `None` if nothing waits."""
    return next(iter(order(questions, approvals)), None)


def neighbour(requests: Sequence[_R], current: _R | None, delta: int) -> _R | None:
    """The request `delta` further along (`<` and `>`), stopping at the ends.

    The first one if `current` waits no more; `None` if nothing waits.
    """
    if not requests:
        return None
    for at, request in enumerate(requests):
        if request is current:
            return requests[max(0, min(at + delta, len(requests) - 1))]
    return requests[0]


def status(questions: Sequence[HasQuestions], approvals: Sequence[object]) -> Status | None:
    """The catalogue key of what the session waits for (contract §4.14); `None` for nothing."""
    if questions:
        plan = claim_questions(questions[0].questions)
        return "status.question" if plan is None else "status.plan-review"
    return "status.approval" if approvals else None
