from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from dsh_core.base.abort import AbortController
from dsh_core.base.errors import error_info
from dsh_core.questions.errors import (
    ABORTED_MESSAGE,
    CALLER_NOT_LIVE_MESSAGE,
    DELEGATED_CALLER_MESSAGE,
    UserQuestionError,
)
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)

ANSWER = Answer((AnswerItem("ship", ("yes",)),))
SHIP = (Question("ship", "Ship it?"),)
BAD = Question("p", "?", intent=PlanReviewIntent("Go"))


@dataclass(eq=False)
class Agent:
    id: str


@dataclass
class EqualAgent:
    """Equal to every agent of the same id; identity is what must count."""

    id: str


@dataclass
class Agents:
    live: dict[str, object] = field(default_factory=dict)
    root_list: list[object] = field(default_factory=list)

    def get(self, agent_id: str) -> object | None:
        return self.live.get(agent_id)

    def roots(self) -> Sequence[object]:
        return list(self.root_list)


@dataclass
class Provider:
    answer: Answer = ANSWER
    received: list[QuestionRequest] = field(default_factory=list)

    async def ask(self, request: QuestionRequest) -> Answer:
        self.received.append(request)
        return self.answer


async def refusal(service: UserQuestionService, request: QuestionRequest) -> UserQuestionError:
    with pytest.raises(UserQuestionError) as caught:
        await service.ask(request)
    return caught.value


def root_and_child() -> tuple[Agents, Agent, Agent]:
    root, child = Agent("root"), Agent("kid")
    return Agents({"root": root, "kid": child}, [root]), root, child


async def test_the_provider_gets_the_very_request() -> None:
    agents, root, _ = root_and_child()
    service = UserQuestionService(agents)
    provider = Provider()
    service.register_provider(provider)
    request = QuestionRequest(SHIP, root, AbortController().signal)
    assert await service.ask(request) is ANSWER
    assert provider.received == [request]
    assert provider.received[0] is request


async def test_asking_fails_late_not_on_the_call() -> None:
    waiting = UserQuestionService().ask(QuestionRequest(()))
    with pytest.raises(UserQuestionError, match="at least one question"):
        await waiting


async def test_checks_run_in_their_order() -> None:
    """With several things wrong at once, the earliest check is the one that speaks."""
    agents, root, child = root_and_child()
    codes = ["ASK_ABORTED", "EMPTY_QUESTIONS", "DELEGATED_CALLER", "BAD_INTENT", "NO_PROVIDER"]
    for wrong in product([False, True], repeat=len(codes)):
        aborted, empty, delegated, bad, no_provider = wrong
        if empty and bad:
            continue
        service = UserQuestionService(agents)
        provider = Provider()
        if not no_provider:
            service.register_provider(provider)
        controller = AbortController()
        if aborted:
            controller.abort()
        questions = () if empty else (BAD,) if bad else SHIP
        request = QuestionRequest(questions, child if delegated else root, controller.signal)
        if any(wrong):
            assert (await refusal(service, request)).code == codes[wrong.index(True)]
            assert provider.received == []
        else:
            assert await service.ask(request) is ANSWER


async def test_no_registry_refuses_every_agent() -> None:
    service = UserQuestionService()
    service.register_provider(Provider())
    error = await refusal(service, QuestionRequest(SHIP, Agent("root")))
    assert (error.code, error.message) == ("CALLER_NOT_LIVE", CALLER_NOT_LIVE_MESSAGE)


async def test_the_registry_is_looked_up_when_asking() -> None:
    agents, root, _ = root_and_child()
    service = UserQuestionService()
    service.register_provider(Provider())
    request = QuestionRequest(SHIP, root)
    assert (await refusal(service, request)).code == "CALLER_NOT_LIVE"
    service.agents = agents
    assert await service.ask(request) is ANSWER


async def test_an_equal_agent_is_not_the_agent() -> None:
    live = EqualAgent("root")
    service = UserQuestionService(Agents({"root": live}, [live]))
    service.register_provider(Provider())
    other = EqualAgent("root")
    assert other == live
    assert (await refusal(service, QuestionRequest(SHIP, other))).code == "CALLER_NOT_LIVE"
    assert await service.ask(QuestionRequest(SHIP, live)) is ANSWER


async def test_an_equal_root_does_not_vouch() -> None:
    child = EqualAgent("x")
    service = UserQuestionService(Agents({"x": child}, [EqualAgent("x")]))
    service.register_provider(Provider())
    error = await refusal(service, QuestionRequest(SHIP, child))
    assert (error.code, error.message) == ("DELEGATED_CALLER", DELEGATED_CALLER_MESSAGE)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            Question("p", "?", "# P", options=(Option("A"),), intent=PlanReviewIntent('B "ü"\n')),
            'question p declares intent plan-review whose approve label "B \\"ü\\"\\n"'
            " names none of its options",
        ),
        (
            Question("p", "?", "# P", options=(), intent=PlanReviewIntent("A")),
            'question p declares intent plan-review whose approve label "A"'
            " names none of its options",
        ),
        (
            Question("p", "?", options=(Option("A"),), intent=PlanReviewIntent("A")),
            "question p declares intent plan-review without the detail it reviews",
        ),
    ],
    ids=["label", "no options", "detail"],
)
async def test_bad_intents(question: Question, message: str) -> None:
    service = UserQuestionService()
    service.register_provider(Provider())
    error = await refusal(service, QuestionRequest((*SHIP, question)))
    assert (error.code, error.message) == ("BAD_INTENT", message)


async def test_an_empty_detail_is_present() -> None:
    service = UserQuestionService()
    service.register_provider(Provider())
    question = Question("p", "?", "", options=(Option("A"),), intent=PlanReviewIntent("A"))
    assert await service.ask(QuestionRequest((question,))) is ANSWER


async def test_the_first_bad_question_speaks() -> None:
    first = Question("one", "?", options=(Option("A"),), intent=PlanReviewIntent("A"))
    second = Question("two", "?", intent=PlanReviewIntent("B"))
    error = await refusal(UserQuestionService(), QuestionRequest((first, second)))
    assert error.message.startswith("question one declares")


def drive(steps: Coroutine[Any, Any, Answer]) -> None:
    """Step by hand: an event loop takes a KeyboardInterrupt in a task for its own."""
    while True:
        steps.send(None)


@pytest.mark.parametrize("raised", [ValueError("plain"), KeyboardInterrupt()])
async def test_what_the_provider_raises_passes_unchanged(raised: BaseException) -> None:
    class Late:
        async def ask(self, request: QuestionRequest) -> Answer:
            await asyncio.sleep(0)
            raise raised

    service = UserQuestionService()
    service.register_provider(Late())
    with pytest.raises(type(raised)) as caught:
        drive(service.ask(QuestionRequest(SHIP)))
    assert caught.value is raised
    assert error_info(caught.value) is None


async def test_a_provider_that_raises_at_once_still_fails_late() -> None:
    class Sync:
        def ask(self, request: QuestionRequest) -> Answer:
            raise ValueError("at once")

    service = UserQuestionService()
    service.register_provider(Sync())  # type: ignore[arg-type]
    waiting = service.ask(QuestionRequest(SHIP))
    with pytest.raises(ValueError, match="at once"):
        await waiting


async def test_the_answer_is_not_checked() -> None:
    service = UserQuestionService()
    odd = Answer((AnswerItem("other", ("never offered", "never offered"), ""),))
    service.register_provider(Provider(odd))
    assert await service.ask(QuestionRequest(SHIP)) is odd


async def test_a_second_provider_is_refused_and_the_first_stays() -> None:
    service = UserQuestionService()
    first, second = Provider(), Provider()
    service.register_provider(first)
    with pytest.raises(UserQuestionError) as caught:
        service.register_provider(second)
    assert caught.value.code == "DUPLICATE_PROVIDER"
    assert caught.value.message == "a user-questions provider is already registered"
    await service.ask(QuestionRequest(SHIP))
    assert (len(first.received), len(second.received)) == (1, 0)


async def test_a_stale_disposer_removes_nobody() -> None:
    service = UserQuestionService()
    dispose_first = service.register_provider(Provider())
    dispose_first()
    same = Provider()
    dispose_second = service.register_provider(same)
    dispose_first()
    assert await service.ask(QuestionRequest(SHIP)) is ANSWER
    dispose_second()
    dispose_second()
    error = await refusal(service, QuestionRequest(SHIP))
    assert (error.code, error.message) == (
        "NO_PROVIDER",
        "no user-questions provider is registered",
    )


async def test_the_same_provider_registered_again_has_its_own_disposer() -> None:
    service = UserQuestionService()
    provider = Provider()
    first = service.register_provider(provider)
    first()
    service.register_provider(provider)
    first()
    assert await service.ask(QuestionRequest(SHIP)) is ANSWER


async def test_a_falsy_provider_is_a_provider() -> None:
    class Empty(Provider):
        def __len__(self) -> int:
            return 0

    service = UserQuestionService()
    service.register_provider(Empty())
    with pytest.raises(UserQuestionError, match="already registered"):
        service.register_provider(Provider())
    assert await service.ask(QuestionRequest(SHIP)) is ANSWER


async def test_disposing_leaves_a_waiting_request_alone() -> None:
    class Slow:
        def __init__(self) -> None:
            self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        async def ask(self, request: QuestionRequest) -> Answer:
            return await self.answer

    service = UserQuestionService()
    slow = Slow()
    dispose = service.register_provider(slow)
    controller = AbortController()
    task = asyncio.ensure_future(service.ask(QuestionRequest(SHIP, signal=controller.signal)))
    await asyncio.sleep(0)
    dispose()
    controller.abort()
    await asyncio.sleep(0)
    assert not task.done()
    slow.answer.set_result(ANSWER)
    assert await task is ANSWER


async def test_the_aborted_message() -> None:
    controller = AbortController()
    controller.abort()
    error = await refusal(UserQuestionService(), QuestionRequest(SHIP, signal=controller.signal))
    assert (error.name, error.message) == ("UserQuestionError", ABORTED_MESSAGE)


async def test_a_cancelled_wait_ends_as_aborted() -> None:
    class Waiting:
        cut = False

        async def ask(self, request: QuestionRequest) -> Answer:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cut = True
                raise
            return ANSWER

    service, provider = UserQuestionService(), Waiting()
    service.register_provider(provider)
    task = asyncio.ensure_future(service.ask(QuestionRequest(SHIP)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(UserQuestionError, match=ABORTED_MESSAGE) as caught:
        await task
    assert caught.value.code == "ASK_ABORTED"
    assert isinstance(caught.value.__cause__, asyncio.CancelledError)
    assert provider.cut
