from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import dataclass, field

import pytest

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.clock import ManualClock
from dsh_core.questions.errors import (
    ABORTED_MESSAGE,
    CANCELLED_MESSAGE,
    DISPOSED_MESSAGE,
    MISSING_AGENT_MESSAGE,
    UserQuestionError,
)
from dsh_core.questions.pending import (
    PendingEvent,
    PendingRequest,
    PendingRequests,
    Requested,
    Resolved,
)
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem, Option, Question, QuestionRequest

YES = Answer((AnswerItem("q", ("yes",)),))
NO = Answer((AnswerItem("q", ("no",)),))
WRONG = Answer((AnswerItem("q", ("maybe",)),))
QUESTIONS = (Question("q", "?", options=(Option("yes"), Option("no"))),)


@dataclass(eq=False)
class Agent:
    id: str = "s1"
    name: str = "Ada"


@dataclass
class Desk:
    """A table, a log of what it published, and asks that run."""

    table: PendingRequests = field(default_factory=PendingRequests)
    log: list[PendingEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table.subscribe(self.log.append)

    async def ask(self, signal: AbortSignal | None = None) -> asyncio.Task[Answer]:
        task = asyncio.ensure_future(self.table.ask(QuestionRequest(QUESTIONS, Agent(), signal)))
        await asyncio.sleep(0)
        return task

    @property
    def only(self) -> PendingRequest:
        (pending,) = self.table.requests
        return pending

    @property
    def outcomes(self) -> list[str]:
        return [event.outcome for event in self.log if isinstance(event, Resolved)]


async def code_and_message(task: asyncio.Task[Answer]) -> tuple[str, str]:
    with pytest.raises(UserQuestionError) as caught:
        await task
    return caught.value.code, caught.value.message


async def test_an_answer_ends_the_wait() -> None:
    desk = Desk()
    task = await desk.ask()
    pending = desk.only
    receipt = desk.table.answer(pending.id, YES)
    assert (receipt.accepted, receipt.reason, receipt.detail) == (True, None, "")
    assert desk.table.requests == ()
    assert await task is YES
    assert desk.log == [Requested(pending), Resolved(pending, "answered")]


async def test_what_a_pending_request_knows() -> None:
    clock = ManualClock(12.5)
    table = PendingRequests(clock=clock)
    agent = Agent("s7", "Grace")
    request = QuestionRequest(QUESTIONS, agent)
    task = asyncio.ensure_future(table.ask(request))
    await asyncio.sleep(0)
    (pending,) = table.requests
    assert pending.request is request
    assert pending.questions is QUESTIONS
    assert (pending.agent_id, pending.agent_name, pending.asked_at) == ("s7", "Grace", 12.5)
    assert table.get(pending.id) is pending
    table.cancel(pending.id)
    assert table.get(pending.id) is None
    await code_and_message(task)


@pytest.mark.parametrize("name", [None, 7])
async def test_an_agent_without_a_usable_name(name: object) -> None:
    agent = Agent()
    agent.name = name  # type: ignore[assignment]
    assert PendingRequest("x", QuestionRequest(QUESTIONS, agent), 0.0).agent_name is None
    assert PendingRequest("x", QuestionRequest(QUESTIONS), 0.0).agent_name is None


async def test_first_come_first_shown() -> None:
    desk = Desk()
    tasks = [await desk.ask() for _ in range(4)]
    ids = [pending.id for pending in desk.table.requests]
    assert ids == [event.pending.id for event in desk.log]
    assert len(set(ids)) == 4
    desk.table.answer(ids[1], YES)
    assert [pending.id for pending in desk.table.requests] == [ids[0], ids[2], ids[3]]
    desk.table.dispose()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_bad_answer_leaves_it_waiting() -> None:
    desk = Desk()
    task = await desk.ask()
    receipt = desk.table.answer(desk.only.id, WRONG)
    assert (receipt.accepted, receipt.reason) == (False, "bad-response")
    assert receipt.detail == 'answers[0]: "maybe" is not one of the options'
    assert (task.done(), desk.outcomes) == (False, [])
    assert desk.table.answer(desk.only.id, NO).accepted
    assert await task is NO


async def test_the_first_end_wins() -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.ask(controller.signal)
    request_id = desk.only.id
    assert desk.table.answer(request_id, YES).accepted
    for late in (
        desk.table.answer(request_id, NO),
        desk.table.answer(request_id, WRONG),
        desk.table.cancel(request_id),
        desk.table.reject(request_id, ValueError("late")),
    ):
        assert (late.accepted, late.reason) == (False, "not-pending")
        assert late.detail
    controller.abort()
    desk.table.dispose()
    assert await task is YES
    assert desk.outcomes == ["answered"]


async def test_an_unknown_id_is_not_pending() -> None:
    desk = Desk()
    assert desk.table.answer("nobody", YES).reason == "not-pending"
    assert desk.table.cancel("nobody").reason == "not-pending"
    assert desk.log == []


async def test_cancel() -> None:
    desk = Desk()
    task = await desk.ask()
    assert desk.table.cancel(desk.only.id).accepted
    assert await code_and_message(task) == ("ASK_CANCELLED", CANCELLED_MESSAGE)
    assert desk.outcomes == ["cancelled"]


@pytest.mark.parametrize("error", [ValueError("cannot draw"), StopIteration("odd")])
async def test_reject_passes_the_error_unchanged(error: Exception) -> None:
    desk = Desk()
    task = await desk.ask()
    assert desk.table.reject(desk.only.id, error).accepted
    with pytest.raises(Exception, match=r"cannot draw|StopIteration") as caught:
        await task
    # Python itself turns a StopIteration that leaves a coroutine into a RuntimeError.
    assert error in (caught.value, caught.value.__cause__)
    assert desk.outcomes == ["cancelled"]


async def test_abort_while_waiting() -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.ask(controller.signal)
    controller.abort()
    # Claimed and announced before abort returned.
    assert (desk.table.requests, desk.outcomes) == ((), ["cancelled"])
    assert await code_and_message(task) == ("ASK_ABORTED", ABORTED_MESSAGE)


async def test_an_aborted_signal_never_enters() -> None:
    desk = Desk()
    controller = AbortController()
    controller.abort()
    task = await desk.ask(controller.signal)
    assert await code_and_message(task) == ("ASK_ABORTED", ABORTED_MESSAGE)
    assert desk.log == []


async def test_dispose_ends_all_in_order_and_later_asks_too() -> None:
    desk = Desk()
    tasks = [await desk.ask() for _ in range(3)]
    waiting = desk.table.requests
    desk.table.dispose()
    desk.table.dispose()
    assert desk.log[3:] == [Resolved(pending, "cancelled") for pending in waiting]
    for task in [*tasks, await desk.ask()]:
        assert await code_and_message(task) == ("ASK_ABORTED", DISPOSED_MESSAGE)
    assert len(desk.log) == 6


async def test_an_agent_is_required() -> None:
    table = PendingRequests()
    log: list[PendingEvent] = []
    table.subscribe(log.append)
    with pytest.raises(UserQuestionError) as caught:
        await table.ask(QuestionRequest(QUESTIONS))
    assert (caught.value.code, caught.value.message) == ("ASK_MISSING_AGENT", MISSING_AGENT_MESSAGE)
    assert log == []


async def test_an_agent_can_be_optional() -> None:
    desk = Desk(PendingRequests(require_agent=False))
    task = asyncio.ensure_future(desk.table.ask(QuestionRequest(QUESTIONS)))
    await asyncio.sleep(0)
    assert desk.only.agent_id is None
    desk.table.answer(desk.only.id, YES)
    assert await task is YES


async def test_cancelling_the_waiting_task_takes_the_request_away() -> None:
    desk = Desk()
    task = await desk.ask()
    request_id = desk.only.id
    task.cancel()
    # The waiter is gone already, even if its task has not run yet.
    assert desk.table.answer(request_id, YES).reason == "not-pending"
    assert desk.table.cancel(request_id).reason == "not-pending"
    with pytest.raises(asyncio.CancelledError):
        await task
    assert desk.table.requests == ()
    assert desk.outcomes == ["cancelled"]


@pytest.mark.parametrize("end", ["abort", "dispose"])
async def test_a_cancelled_task_and_an_end_at_once(end: str) -> None:
    desk = Desk()
    controller = AbortController()
    task = await desk.ask(controller.signal)
    task.cancel()
    if end == "abort":
        controller.abort()
    else:
        desk.table.dispose()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (desk.table.requests, desk.outcomes) == ((), ["cancelled"])


async def test_a_task_cancelled_after_the_answer_was_claimed() -> None:
    desk = Desk()
    task = await desk.ask()
    desk.table.answer(desk.only.id, YES)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert desk.outcomes == ["answered"]


async def test_a_request_that_cannot_be_drawn_fails_with_that_error() -> None:
    desk = Desk()

    def draw(event: PendingEvent) -> None:
        if isinstance(event, Requested):
            raise ValueError("cannot draw this")

    remove = desk.table.subscribe(draw)
    task = await desk.ask()
    with pytest.raises(ValueError, match="cannot draw this"):
        await task
    assert (desk.table.requests, desk.outcomes) == ((), ["cancelled"])
    remove()
    task = await desk.ask()
    desk.table.answer(desk.only.id, YES)
    assert await task is YES


async def test_nothing_is_kept_of_what_has_ended() -> None:
    table = PendingRequests(require_agent=False)
    controller = AbortController()
    request = QuestionRequest(QUESTIONS, signal=controller.signal)
    gone = weakref.ref(request)
    task = asyncio.ensure_future(table.ask(request))
    await asyncio.sleep(0)
    table.answer(table.requests[0].id, YES)
    await task
    del task, request
    gc.collect()
    assert gone() is None


async def test_the_table_is_a_provider() -> None:
    service = UserQuestionService()
    table = PendingRequests(require_agent=False)
    service.register_provider(table)
    task = asyncio.ensure_future(service.ask(QuestionRequest(QUESTIONS)))
    await asyncio.sleep(0)
    table.answer(table.requests[0].id, NO)
    assert await task is NO
