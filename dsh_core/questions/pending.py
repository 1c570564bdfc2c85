"""The table of requests that wait for an answer (contract §7)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from dsh_core.base.clock import Clock, SystemClock
from dsh_core.base.table import PendingTable
from dsh_core.questions.errors import (
    MISSING_AGENT_MESSAGE,
    UserQuestionError,
    ask_aborted,
    ask_cancelled,
    ask_disposed,
)
from dsh_core.questions.types import Answer, Question, QuestionRequest
from dsh_core.questions.validation import misfit

__all__ = [
    "PendingEvent",
    "PendingOutcome",
    "PendingRequest",
    "PendingRequests",
    "Receipt",
    "RefusalReason",
    "Requested",
    "Resolved",
]

PendingOutcome = Literal["answered", "cancelled"]
RefusalReason = Literal["not-pending", "bad-response"]


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A request in the table.

    Attributes:
        id: Fresh and random; never one of the model's strings.
        request: The asker's own object.
        asked_at: Seconds on the table's monotonic clock.
    """

    id: str
    request: QuestionRequest
    asked_at: float

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions asked."""
        return self.request.questions

    @property
    def agent_id(self) -> str | None:
        """The id of the asking agent; None for a programmatic request."""
        return None if self.request.agent is None else self.request.agent.id

    @property
    def agent_name(self) -> str | None:
        """The name to show for the asking agent; None when it has none."""
        name = getattr(self.request.agent, "name", None)
        return name if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class Requested:
    """A request came; it is in the table."""

    pending: PendingRequest


@dataclass(frozen=True, slots=True)
class Resolved:
    """A request ended; it has left the table and its asker has not gone on yet."""

    pending: PendingRequest
    outcome: PendingOutcome


PendingEvent = Requested | Resolved


@dataclass(frozen=True, slots=True)
class Receipt:
    """Whether the table took what it was told.

    Attributes:
        accepted: If not, nothing has changed, and what waited still waits.
        reason: Why not: nothing waits under that id, or the answer does not fit
            (contract §7.4). None when accepted.
        detail: The same in a sentence, for a person; empty when accepted.
    """

    accepted: bool
    reason: RefusalReason | None = None
    detail: str = ""


_ACCEPTED = Receipt(True)
_NOT_PENDING = Receipt(False, "not-pending", "this request is no longer waiting")


class PendingRequests:
    """Owns every waiting request from its arrival to its one end.

    It is a `QuestionProvider`. Several requests may wait at once; whoever shows
    them takes them first come first served, and the first valid answer wins.

    Args:
        require_agent: Refuse requests without an agent.
        clock: Gives `PendingRequest.asked_at`.
    """

    def __init__(self, *, require_agent: bool = True, clock: Clock | None = None) -> None:
        self._require_agent = require_agent
        self._clock: Clock = SystemClock() if clock is None else clock
        self._table: PendingTable[PendingRequest, PendingOutcome, Answer, PendingEvent] = (
            PendingTable(requested=Requested, resolved=Resolved, lost="cancelled")
        )

    @property
    def requests(self) -> tuple[PendingRequest, ...]:
        """What is waiting, in the order it came."""
        return self._table.items

    def get(self, request_id: str) -> PendingRequest | None:
        """The request waiting under this id; None when there is none (any more)."""
        return self._table.get(request_id)

    def subscribe(self, listener: Callable[[PendingEvent], None]) -> Callable[[], None]:
        """Hear of every request that comes and every one that ends.

        Events are published synchronously: `Requested` after the request is in
        the table, `Resolved` after it has left and before its asker goes on. A
        listener that raises on `Requested` ends that request with its exception.

        Returns:
            A remover; calling it twice does nothing.
        """
        return self._table.subscribe(listener)

    async def ask(self, request: QuestionRequest) -> Answer:
        """Enter the request and wait for its end.

        Cancelling the waiting task takes the request out of the table as cancelled.

        Raises:
            UserQuestionError: `ASK_MISSING_AGENT`, `ASK_CANCELLED` or `ASK_ABORTED`
                (the signal aborted, or the table was disposed).
            BaseException: What the request was rejected with, or what a listener
                raised that could not take it.
        """
        if self._require_agent and request.agent is None:
            raise UserQuestionError(MISSING_AGENT_MESSAGE, "ASK_MISSING_AGENT")
        pending = PendingRequest(str(uuid.uuid4()), request, self._clock.monotonic())
        return await self._table.wait(pending.id, pending, request.signal, ask_aborted)

    def answer(self, request_id: str, answer: Answer) -> Receipt:
        """Give the answer: the first one that fits ends the request (contract §7.4).

        Returns:
            Accepted; `bad-response` when it does not fit, and the request waits on;
            `not-pending` when nothing waits under this id (any more).
        """
        pending = self._table.get(request_id)
        if pending is None:
            return _NOT_PENDING
        wrong = misfit(pending.questions, answer)
        if wrong is not None:
            return Receipt(False, "bad-response", wrong)
        return self._finish(request_id, "answered", answer)

    def cancel(self, request_id: str) -> Receipt:
        """Dismiss the whole request: its asker gets `ASK_CANCELLED`.

        Returns:
            Accepted, or `not-pending`.
        """
        return self._finish(request_id, "cancelled", ask_cancelled())

    def reject(self, request_id: str, error: BaseException) -> Receipt:
        """End a request that cannot be shown; its asker gets `error` unchanged.

        Returns:
            Accepted, or `not-pending`.
        """
        return self._finish(request_id, "cancelled", error)

    def dispose(self) -> None:
        """End everything that waits with `ASK_ABORTED`, and so every later `ask`.

        Unregister the table from the service first. A second call does nothing.
        """
        self._table.dispose(ask_disposed)

    def _finish(
        self, request_id: str, outcome: PendingOutcome, result: Answer | BaseException
    ) -> Receipt:
        return _ACCEPTED if self._table.finish(request_id, outcome, result) else _NOT_PENDING
