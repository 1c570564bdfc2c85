"""Whatever happens to a table in whatever order: nothing lost, nothing twice, nobody hangs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.errors import HarnessError
from dsh_core.questions.pending import PendingEvent, PendingRequests, Requested, Resolved
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem, Option, Question, QuestionRequest
from tests.support.machines import machine_settings

QUESTIONS = (Question("q", "?", options=(Option("yes"), Option("no"))),)
YES = Answer((AnswerItem("q", ("yes",)),))
WRONG = Answer((AnswerItem("q", ("maybe",)),))

CUT = "the waiting task was cancelled"


@dataclass
class Asked:
    """The model of one ask: what it must end with, once something ended it."""

    id: str
    task: asyncio.Task[Answer]
    controller: AbortController
    ends_with: str | None = None
    outcome: str | None = None


@dataclass(eq=False)
class Root:
    id: str


@dataclass
class Roots:
    """Live agents, all of them roots."""

    agents: list[Root]

    def get(self, agent_id: str) -> object | None:
        return next((agent for agent in self.agents if agent.id == agent_id), None)

    def roots(self) -> list[object]:
        return list(self.agents)


class PendingMachine(RuleBasedStateMachine):
    """Programs that ask the table itself."""

    cut_is = CUT

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.table = PendingRequests(require_agent=False)
        self.events: list[PendingEvent] = []
        self.table.subscribe(self.events.append)
        self.asked: list[Asked] = []
        self.disposed = False

    def turn(self) -> None:
        """Let everything run that can."""
        for _ in range(4):
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()

    def pick(self, data: st.DataObject) -> Asked:
        return data.draw(st.sampled_from(self.asked))

    def end(self, asked: Asked, ends_with: str, outcome: str) -> None:
        if asked.ends_with is None:
            asked.ends_with = ends_with
            asked.outcome = outcome

    def start(self, signal: AbortSignal) -> tuple[QuestionRequest, asyncio.Task[Answer]]:
        request = QuestionRequest(QUESTIONS, signal=signal)
        return request, self.loop.create_task(self.table.ask(request))

    @rule()
    def ask(self) -> None:
        controller = AbortController()
        request, task = self.start(controller.signal)
        self.turn()
        if self.disposed:
            assert task.done()
            assert str(task.exception()) == "web user-questions provider was disposed"
            return
        newest = self.table.requests[-1]
        assert newest.request is request
        self.asked.append(Asked(newest.id, task, controller))

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        receipt = self.table.answer(asked.id, YES)
        assert receipt.accepted is (asked.ends_with is None)
        assert receipt.reason == (None if receipt.accepted else "not-pending")
        self.end(asked, "answer", "answered")

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def answer_wrongly(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        waiting = self.table.get(asked.id) is not None
        receipt = self.table.answer(asked.id, WRONG)
        assert not receipt.accepted
        assert receipt.reason == ("bad-response" if waiting else "not-pending")

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        assert self.table.cancel(asked.id).accepted is (asked.ends_with is None)
        self.end(asked, "ASK_CANCELLED", "cancelled")

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def reject(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        assert self.table.reject(asked.id, KeyError("drawing")).accepted is (
            asked.ends_with is None
        )
        self.end(asked, "KeyError", "cancelled")

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def abort(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        asked.controller.abort()
        self.end(asked, "ASK_ABORTED", "cancelled")

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def cut(self, data: st.DataObject) -> None:
        asked = self.pick(data)
        if asked.task.cancel():
            # Even an end that was claimed does not reach a waiter that is cut.
            outcome = asked.outcome or "cancelled"
            asked.ends_with, asked.outcome = CUT, outcome

    @rule()
    def dispose(self) -> None:
        self.table.dispose()
        self.disposed = True
        for asked in self.asked:
            self.end(asked, "ASK_ABORTED", "cancelled")

    @rule()
    def let_it_run(self) -> None:
        self.turn()
        for asked in self.asked:
            assert asked.task.done() is (asked.ends_with is not None)

    @invariant()
    def the_table_holds_what_has_not_ended(self) -> None:
        waiting = [pending.id for pending in self.table.requests]
        # A cut waiter leaves when its task runs; nothing can be said to it until then.
        assert [
            asked.id
            for asked in self.asked
            if asked.ends_with is None or (asked.ends_with == CUT and asked.id in waiting)
        ] == waiting

    @invariant()
    def nothing_is_announced_twice(self) -> None:
        heard = [(type(event), event.pending.id) for event in self.events]
        assert len(heard) == len(set(heard))

    def teardown(self) -> None:
        self.turn()
        for asked in self.asked:
            self.end(asked, "ASK_ABORTED", "cancelled")
        self.table.dispose()
        self.turn()
        try:
            self.check_every_end()
        finally:
            self.loop.close()

    def check_every_end(self) -> None:
        assert self.table.requests == ()
        outcomes = {
            event.pending.id: event.outcome for event in self.events if isinstance(event, Resolved)
        }
        came = [event.pending.id for event in self.events if isinstance(event, Requested)]
        assert came == [asked.id for asked in self.asked]
        for asked in self.asked:
            assert asked.task.done(), "a waiter hangs"
            expected = self.cut_is if asked.ends_with == CUT else asked.ends_with
            assert ending(asked.task) == expected
            assert outcomes.pop(asked.id) == asked.outcome
        assert outcomes == {}


def ending(task: asyncio.Task[Answer]) -> str:
    if task.cancelled():
        return CUT
    error = task.exception()
    if error is None:
        assert task.result() is YES
        return "answer"
    return error.code if isinstance(error, HarnessError) else type(error).__name__


class SeamMachine(PendingMachine):
    """Several agents that ask through the service."""

    cut_is = "ASK_ABORTED"

    def __init__(self) -> None:
        super().__init__()
        self.agents = Roots([Root("a"), Root("b"), Root("c")])
        self.service = UserQuestionService(self.agents)
        self.stop_providing = self.service.register_provider(self.table)

    def start(self, signal: AbortSignal) -> tuple[QuestionRequest, asyncio.Task[Answer]]:
        agent = self.agents.agents[len(self.asked) % 3]
        request = QuestionRequest(QUESTIONS, agent, signal)
        return request, self.loop.create_task(self.service.ask(request))

    def refused(self, signal: AbortSignal) -> str:
        """Ask what is refused at once; nobody hears of it."""
        request, task = self.start(signal)
        self.turn()
        assert all(event.pending.request is not request for event in self.events)
        return ending(task)

    @rule()
    def ask_when_it_is_too_late(self) -> None:
        controller = AbortController()
        controller.abort()
        assert self.refused(controller.signal) == "ASK_ABORTED"

    @rule()
    def ask_while_nobody_provides(self) -> None:
        self.turn()
        before = self.table.requests
        stale = self.stop_providing
        stale()
        assert self.refused(AbortController().signal) == "NO_PROVIDER"
        self.stop_providing = self.service.register_provider(self.table)
        stale()
        assert self.table.requests == before

    @invariant()
    def each_is_bound_to_its_agent(self) -> None:
        turns = {asked.id: at for at, asked in enumerate(self.asked)}
        for pending in self.table.requests:
            assert pending.request.agent is self.agents.agents[turns[pending.id] % 3]


TestPendingMachine = PendingMachine.TestCase
TestPendingMachine.settings = machine_settings(steps=20)
TestSeamMachine = SeamMachine.TestCase
TestSeamMachine.settings = machine_settings(steps=20)
