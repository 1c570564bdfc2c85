"""The service a tool asks through; it knows the one provider and nothing of its form."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from dsh_core.questions.answers_json import compact_json
from dsh_core.questions.errors import (
    CALLER_NOT_LIVE_MESSAGE,
    DELEGATED_CALLER_MESSAGE,
    DUPLICATE_PROVIDER_MESSAGE,
    EMPTY_QUESTIONS_MESSAGE,
    NO_PROVIDER_MESSAGE,
    UserQuestionError,
    ask_aborted,
)
from dsh_core.questions.types import (
    AgentRef,
    Answer,
    LiveAgents,
    Question,
    QuestionProvider,
    QuestionRequest,
)

__all__ = ["UserQuestionService", "check_questions"]


class UserQuestionService:
    """Guards a request and hands it to the active provider.

    There is no timeout, no retry and no check of the answer here: the provider
    owns the waiting (contract §1.4, §1.5).

    Args:
        agents: The live agents, against which a caller is checked. It may be set
            later; each `ask` looks at what is there then. None refuses every
            request that names an agent.
    """

    def __init__(self, agents: LiveAgents | None = None) -> None:
        self.agents = agents
        self._provider: QuestionProvider | None = None
        self._registration: object = None

    def register_provider(self, provider: QuestionProvider) -> Callable[[], None]:
        """Make `provider` the one that is asked.

        Returns:
            A disposer for this registration only: called again, or after another
            provider took over, it does nothing. It leaves waiting requests alone;
            ending those is the provider's duty.

        Raises:
            UserQuestionError: `DUPLICATE_PROVIDER`, if there is one already.
        """
        if self._provider is not None:
            raise UserQuestionError(DUPLICATE_PROVIDER_MESSAGE, "DUPLICATE_PROVIDER")
        registration = object()
        self._provider = provider
        self._registration = registration

        def dispose() -> None:
            if self._registration is registration:
                self._provider = None
                self._registration = None

        return dispose

    async def ask(self, request: QuestionRequest) -> Answer:
        """Ask the person and wait for the answer.

        The checks run in a fixed order and the first that fails decides; the
        provider then gets this very request object, and what it returns or
        raises is passed on unchanged. Only a cancelled task is renamed: every
        asker owes its model a result, and that of a wait that was cut is
        `ASK_ABORTED`, however it was cut.

        Raises:
            UserQuestionError: `ASK_ABORTED`, `EMPTY_QUESTIONS`, `CALLER_NOT_LIVE`,
                `DELEGATED_CALLER`, `BAD_INTENT` or `NO_PROVIDER`.
            Exception: Whatever the provider raised.
        """
        if request.signal is not None and request.signal.aborted:
            raise ask_aborted()
        if not request.questions:
            raise UserQuestionError(EMPTY_QUESTIONS_MESSAGE, "EMPTY_QUESTIONS")
        if request.agent is not None:
            self._check_caller(request.agent)
        for question in request.questions:
            _check_intent(question)
        if self._provider is None:
            raise UserQuestionError(NO_PROVIDER_MESSAGE, "NO_PROVIDER")
        try:
            return await self._provider.ask(request)
        except asyncio.CancelledError as error:
            raise ask_aborted() from error

    def _check_caller(self, agent: AgentRef) -> None:
        # Being live and unowned is what counts, not what a session's header says.
        if self.agents is None or self.agents.get(agent.id) is not agent:
            raise UserQuestionError(CALLER_NOT_LIVE_MESSAGE, "CALLER_NOT_LIVE")
        if not any(root is agent for root in self.agents.roots()):
            raise UserQuestionError(DELEGATED_CALLER_MESSAGE, "DELEGATED_CALLER")


def check_questions(questions: Sequence[Question]) -> None:
    """Check what `ask` checks of a batch itself, for who must know before asking.

    Raises:
        UserQuestionError: `EMPTY_QUESTIONS` or `BAD_INTENT`.
    """
    if not questions:
        raise UserQuestionError(EMPTY_QUESTIONS_MESSAGE, "EMPTY_QUESTIONS")
    for question in questions:
        _check_intent(question)


def _check_intent(question: Question) -> None:
    intent = question.intent
    if intent is None:
        return
    declares = f"question {question.id} declares intent {intent.kind}"
    if not any(option.label == intent.approve for option in question.options or ()):
        label = compact_json(intent.approve)
        raise UserQuestionError(
            f"{declares} whose approve label {label} names none of its options", "BAD_INTENT"
        )
    if question.detail is None:
        raise UserQuestionError(f"{declares} without the detail it reviews", "BAD_INTENT")
