"""An agent that goes while its questions wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from dsh_app.app import DshApp
from dsh_app.conversation import Conversation
from dsh_app.scenarios.load import parse_scenario
from dsh_app.screens.conversation import ConversationScreen
from dsh_core.agents.source import SourceStatus
from dsh_core.approvals.types import ApprovalRequest
from dsh_core.form.store import draft_keys
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.types import Option, Question, QuestionRequest
from tests.app.stage import press, seat_of, shown, until
from tests.support.seats import Asker, screen_text

ASKS = """\
prompt: Go.
speed: 0
steps:
  - ask:
      - {id: one, question: "The first?", options: [Alpha, Beta]}
      - {id: two, question: "The second?"}
"""


class Remote:
    """An agent in another process, which may be lost without a word."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._listeners: list[Callable[[SourceStatus], None]] = []
        self.status = inner.status

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def subscribe_status(self, listener: Callable[[SourceStatus], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def lose(self, problem: str) -> None:
        self.status = SourceStatus("closed", problem=problem)
        for listener in tuple(self._listeners):
            listener(self.status)


def lost_agent(remote: list[Remote]) -> Conversation:
    conversation = Conversation.with_scenario(parse_scenario(ASKS, name="t"), name="Ada")
    remote.append(Remote(conversation.source))
    return Conversation(
        remote[0],
        conversation.questions,
        conversation.pending,
        conversation.approvals,
    )


async def test_its_form_goes_and_what_was_begun_is_kept() -> None:
    app = DshApp(Conversation.with_scenario(parse_scenario(ASKS, name="t"), name="Ada"))
    async with app.run_test() as pilot:
        seat = await shown(pilot)
        await press(pilot, "2", *"abc")
        conversation = app.conversation
        questions = conversation.pending.requests[0].questions
        await conversation.source.close()
        await until(pilot, lambda: seat.dock.panel is None)
        assert not conversation.waiting
        assert "ended" in screen_text(app)
        one, two = draft_keys(conversation.source.id, questions)
        assert (draft := conversation.drafts.load(one)) is not None
        assert draft.selected == (1,)
        assert (draft := conversation.drafts.load(two)) is not None
        assert draft.custom == "abc"


async def test_one_that_is_lost_without_a_word_waits_for_nothing() -> None:
    remote: list[Remote] = []
    app = DshApp(lost_agent(remote))
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, ConversationScreen))
        agent = Asker(remote[0].id)
        conversation = app.conversation
        questions = (Question("q", "Which?", options=(Option("A"), Option("B"))),)
        ask = conversation.pending.ask(QuestionRequest(questions, agent))
        leave = conversation.approvals.request(ApprovalRequest("shell", agent))
        asked, wanted = asyncio.create_task(ask), asyncio.create_task(leave)
        await until(pilot, lambda: bool(conversation.approvals.requests))
        remote[0].lose("the connection was lost")
        with pytest.raises(UserQuestionError) as raised:
            await asked
        assert raised.value.code == "ASK_ABORTED"
        assert await wanted == "cancelled"
        await until(pilot, lambda: seat_of(pilot).dock.panel is None)
        assert "the connection was lost" in screen_text(app)


async def test_the_questions_of_others_wait_on() -> None:
    remote: list[Remote] = []
    conversation = lost_agent(remote)
    agent = Asker("somebody-else")
    questions = (Question("q", "Which?"),)
    asked = asyncio.create_task(conversation.pending.ask(QuestionRequest(questions, agent)))
    await asyncio.sleep(0)
    remote[0].lose("gone")
    assert len(conversation.pending.requests) == 1
    await conversation.close()
    with pytest.raises(UserQuestionError):
        await asked
