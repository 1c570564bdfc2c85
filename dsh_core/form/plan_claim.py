"""Which requests are shown as the review of a plan (contract §5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsh_core.form.drafts import is_multi
from dsh_core.questions.types import Option, Question, QuestionRequest

__all__ = ["PlanClaim", "claim", "claim_questions"]


@dataclass(frozen=True, slots=True)
class PlanClaim:
    """A plan under review.

    Attributes:
        id: The question's id.
        question: What is asked about the plan.
        plan: Its Markdown source; may be empty.
        approve: The option that means yes.
        decline: The option that means no, if there is one.
    """

    id: str
    question: str
    plan: str
    approve: Option
    decline: Option | None = None


def claim(request: QuestionRequest) -> PlanClaim | None:
    """The plan this request is about; `None` for every request that the form shows."""
    return claim_questions(request.questions)


def claim_questions(questions: Sequence[Question]) -> PlanClaim | None:
    """The plan these questions are about.

    One question that takes one answer, declares the intent, carries the plan and has the named
    option and at most one other.
    """
    if len(questions) != 1:
        return None
    question = questions[0]
    intent, plan, options = question.intent, question.detail, question.options or ()
    if intent is None or plan is None:
        return None
    if is_multi(question) or len(options) > 2:
        return None
    approve = next((option for option in options if option.label == intent.approve), None)
    if approve is None:
        return None
    decline = next((option for option in options if option.label != intent.approve), None)
    return PlanClaim(question.id, question.question, plan, approve, decline)
