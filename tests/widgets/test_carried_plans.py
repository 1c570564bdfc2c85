"""What was written about a plan and not sent comes back with the next one."""

from __future__ import annotations

from dataclasses import replace

from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import at_seat

PLAN = Question(
    "plan",
    "Approve this plan?",
    detail="# Plan\n\n1. Do it.\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)


async def test_feedback_that_was_not_sent_comes_back_and_the_change_is_counted() -> None:
    async with at_seat() as person:
        request, task = await person.ask(PLAN)
        await person.rest()
        await person.press("f", *"why")
        person.app.pending.cancel(request.id)
        await person.settle()
        assert task.done()
        await person.ask(replace(PLAN, detail="# Plan\n\n1. Do it.\n2. Test it.\n"))
        assert isinstance(person.panel, PlanReviewPanel)
        assert person.panel.state.feedback == "why"
        assert person.panel.state.diff is not None
