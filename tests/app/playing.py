"""A person made of rules, and a whole session played with one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dsh_app.scenarios.load import Scenario
from dsh_app.scenarios.stage import open_scenario
from dsh_core.approvals.pending import ApprovalEvent, ApprovalRequested, PendingApprovals
from dsh_core.approvals.types import Decision
from dsh_core.features.local_source import LocalAgentSource
from dsh_core.questions.pending import PendingEvent, PendingRequest, PendingRequests, Requested
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Answer, AnswerItem
from dsh_core.session.events import ASSISTANT_MESSAGE, TOOL_CALL, TOOL_RESULT, TURN_END, Event
from dsh_core.session.messages import message_text

DISMISS = "dismiss"
TALK = "talk: "
STOP = "stop"
APPROVE: Mapping[str, Any] = {"plan-review": ["Approve"]}
REFUSE: Mapping[str, Any] = {"plan-review": ["Keep planning"]}

Reaction = str | Mapping[str, Any]
"""`DISMISS`, `STOP`, `TALK` and words, or by question id labels, own words, or a pair of both."""


def feedback(words: str) -> Reaction:
    return {"plan-review": words}


def answer_of(pending: PendingRequest, reaction: Mapping[str, Any]) -> Answer:
    unknown = set(reaction) - {question.id for question in pending.questions}
    assert not unknown, f"answers to questions that were not asked: {unknown}"
    items = []
    for question in pending.questions:
        given = reaction.get(question.id, [])
        labels, words = given if isinstance(given, tuple) else (given, None)
        if isinstance(given, str):
            labels, words = [], given
        items.append(AnswerItem(question.id, tuple(labels), words))
    return Answer(tuple(items))


@dataclass
class Playing:
    """One scenario, played to its end with the reactions in order.

    `words` are sent one by one whenever the agent is idle and waits.
    """

    scenario: Scenario
    reactions: list[Reaction] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    leave: Decision | None = "allowed-once"
    sleep: Callable[[float], Any] = asyncio.sleep
    asked: list[PendingRequest] = field(default_factory=list)

    async def run(self) -> Playing:
        self.table, self.approvals = PendingRequests(), PendingApprovals()
        questions = UserQuestionService()
        questions.register_provider(self.table)
        self.table.subscribe(self._on_question)
        self.approvals.subscribe(self._on_approval)
        self.source = open_scenario(
            self.scenario, questions=questions, approvals=self.approvals, sleep=self.sleep
        )
        await self.source.start()
        try:
            for words in [self.scenario.prompt or "Go.", *self.words]:
                await self.source.prompt(words)
                await self.source.agent.wait_idle()
        finally:
            await self.source.close()
        assert not self.reactions, f"never asked for {self.reactions}"
        return self

    def _on_question(self, event: PendingEvent) -> None:
        if isinstance(event, Requested):
            self.asked.append(event.pending)
            asyncio.get_running_loop().call_soon(self._react, event.pending)

    def _react(self, pending: PendingRequest) -> None:
        assert self.reactions, f"unexpected question {pending.questions}"
        reaction = self.reactions.pop(0)
        if reaction == STOP:
            self.source.agent.cancel(keep_inbox=True)
        elif reaction == DISMISS:
            assert self.table.cancel(pending.id).accepted
        elif isinstance(reaction, str):
            # Speaking instead of answering: the words go first, then the request.
            self.source.agent.steer(reaction.removeprefix(TALK))
            assert self.table.cancel(pending.id).accepted
        else:
            receipt = self.table.answer(pending.id, answer_of(pending, reaction))
            assert receipt.accepted, receipt.detail

    def _on_approval(self, event: ApprovalEvent) -> None:
        if isinstance(event, ApprovalRequested):
            asyncio.get_running_loop().call_soon(self._allow, event.pending.id)

    def _allow(self, approval_id: str) -> None:
        if self.leave is None:
            self.approvals.cancel(approval_id)
        else:
            self.approvals.decide(approval_id, self.leave)

    @property
    def events(self) -> list[Event]:
        return list(self.source.events)

    @property
    def says(self) -> list[str]:
        """What the model said, one text for each message."""
        messages = [e.data["message"] for e in self.events if e.type == ASSISTANT_MESSAGE]
        texts = [message_text(message) for message in messages if isinstance(message, dict)]
        return [text for text in texts if text]

    @property
    def results(self) -> list[tuple[str, str]]:
        """Tool and result text of every call, in order."""
        names = {e.data["callId"]: str(e.data["name"]) for e in self.events if e.type == TOOL_CALL}
        found = []
        for event in self.events:
            if event.type == TOOL_RESULT:
                block = result_block(event)
                found.append((names[block["toolCallId"]], message_text(block)))
        return found

    def results_of(self, *tools: str) -> list[str]:
        return [text for tool, text in self.results if tool in tools]

    @property
    def ends(self) -> list[Any]:
        """How each turn ended."""
        return [event.data["reason"] for event in self.events if event.type == TURN_END]

    @property
    def plans(self) -> list[str]:
        """Every plan that was put before the person."""
        details = [pending.questions[0].detail for pending in self.asked]
        return [detail for detail in details if detail is not None]


def result_block(event: Event) -> Any:
    message: Any = event.data["message"]
    return message["content"][0]


async def play(scenario: Scenario, *reactions: Reaction, **options: Any) -> Playing:
    return await Playing(scenario, list(reactions), **options).run()


__all__ = [
    "APPROVE",
    "DISMISS",
    "REFUSE",
    "STOP",
    "TALK",
    "LocalAgentSource",
    "Playing",
    "feedback",
    "play",
]
