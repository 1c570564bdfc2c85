"""The fold over a real agent: what features log is what the transcript reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from dsh_core.base.abort import AbortSignal
from dsh_core.base.catalogue import Catalogue
from dsh_core.features.local_source import build_local_agent
from dsh_core.models.protocol import Chunk, Finish, ModelRequest, TextDelta, ToolCallDelta
from dsh_core.questions.pending import PendingEvent, PendingRequests, Requested
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.transcript import ToolEntry, TranscriptFold

PLAN = '{"plan": "# Move it\\n\\n1. do"}'


class Planner:
    """Presents one plan, then says it is done."""

    provider = "test"
    model = "planner"

    def __init__(self) -> None:
        self.asked = 0

    async def stream(self, request: ModelRequest, signal: AbortSignal) -> AsyncIterator[Chunk]:
        self.asked += 1
        if self.asked == 1:
            yield ToolCallDelta(PLAN, 0, "c1", "exit_plan_mode")
        else:
            yield TextDelta("done")
        yield Finish()


@pytest.mark.parametrize(
    ("item", "summary", "feedback"),
    [
        (AnswerItem("plan-review", ("Approve",)), "approved", None),
        (AnswerItem("plan-review", ("Keep planning",)), "refused", None),
        (
            AnswerItem("plan-review", (), "smaller,\nplease"),
            "sent back with feedback",
            "smaller,\nplease",
        ),
        (None, "being discussed", None),
    ],
)
async def test_a_plan_review_and_its_verdict(
    item: AnswerItem | None, summary: str, feedback: str | None
) -> None:
    pending, questions = PendingRequests(), UserQuestionService()
    questions.register_provider(pending)
    source = build_local_agent(model=Planner(), questions=questions, plan_mode=True)
    fold, asked = TranscriptFold(source), asyncio.Event()

    def on_pending(event: PendingEvent) -> None:
        if isinstance(event, Requested):
            asked.set()

    pending.subscribe(on_pending)
    await source.start()
    await source.prompt("plan it")
    await asked.wait()
    request_id = pending.requests[0].id
    done = (
        pending.cancel(request_id) if item is None else pending.answer(request_id, Answer((item,)))
    )
    assert done.accepted
    await source.agent.wait_idle()
    (row,) = (entry for entry in fold.entries if isinstance(entry, ToolEntry))
    assert row.title.render(Catalogue()) == "Move it"
    assert row.summary.render(Catalogue()) == summary
    assert row.plan is not None
    assert row.plan.feedback == feedback
    await source.close()
