"""The values that cross the question seam (contract §1.1).

None always means that the key is absent; nothing here is ever JSON null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from dsh_core.base.abort import AbortSignal

__all__ = [
    "AgentRef",
    "Answer",
    "AnswerItem",
    "LiveAgents",
    "Option",
    "PlanReviewIntent",
    "Question",
    "QuestionProvider",
    "QuestionRequest",
]


class AgentRef(Protocol):
    """What the seam knows of an agent; the object's identity is its authority.

    An agent may also have a `name: str`, which is only ever shown.
    """

    @property
    def id(self) -> str:
        """The agent's id, which is its session's id."""
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose.

    Attributes:
        label: Shown, and also the value that is sent back, byte for byte.
        description: One sentence on what choosing it means.
        extra: Keys the asker added that the seam has no meaning for.
    """

    label: str
    description: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class PlanReviewIntent:
    """Says that the question's detail is a plan under review.

    It changes the presentation only: the answer is the same as without it.

    Attributes:
        approve: The label of the option that means yes.
    """

    kind: ClassVar[Literal["plan-review"]] = "plan-review"

    approve: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a batch.

    Attributes:
        id: Echoed in the answer; not necessarily unique in its batch.
        question: The question itself.
        detail: Markdown that belongs to it. The empty string is present.
        header: A short title.
        options: What can be chosen. None and an empty tuple mean free text only.
        multi_select: Whether several may be chosen. None means one.
        intent: What kind of decision this is known to be.
    """

    id: str
    question: str
    detail: str | None = None
    header: str | None = None
    options: tuple[Option, ...] | None = None
    multi_select: bool | None = None
    intent: PlanReviewIntent | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class QuestionRequest:
    """A batch of questions that is answered at once; compared by identity.

    Attributes:
        questions: In the order they are asked.
        agent: The exact live caller. None means a programmatic request.
        signal: Ends the wait when it aborts.
    """

    questions: tuple[Question, ...]
    agent: AgentRef | None = None
    signal: AbortSignal | None = None


@dataclass(frozen=True, slots=True)
class AnswerItem:
    """The answer to one question; nothing selected and no `custom` is a skip.

    Attributes:
        id: The question's id.
        selected: Labels in the order they were chosen.
        custom: The person's own words. With single-select it replaces the
            choice, with multi-select it accompanies it. Never blank.
    """

    id: str
    selected: tuple[str, ...] = ()
    custom: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One item per question, in the order of the questions."""

    answers: tuple[AnswerItem, ...]


class QuestionProvider(Protocol):
    """Whatever puts a request before a person.

    It owns the waiting: its own abort handling, its own validation, its own end.
    """

    async def ask(self, request: QuestionRequest) -> Answer:
        """Wait for the answer to `request`.

        The service has looked at the signal, the caller and the intents, and looks no
        more: an abort that comes later is for the provider to see, and what it returns
        reaches the asker as it is (contract §1.5).

        Raises:
            UserQuestionError: `ASK_CANCELLED` when the person dismissed it all,
                `ASK_ABORTED` when the signal aborted or the provider went away. Any
                other exception reaches the asker unchanged.
        """
        ...


class LiveAgents(Protocol):
    """The little the service needs of an agent registry."""

    def get(self, agent_id: str, /) -> object | None:
        """The live agent under this id, or None."""
        ...

    def roots(self) -> Sequence[object]:
        """The live agents that no other agent owns."""
        ...
