"""The table of tool calls that wait for a person's yes or no."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from dsh_core.approvals.types import DECISIONS, ApprovalRequest, Decision, Outcome
from dsh_core.base.clock import Clock, SystemClock
from dsh_core.base.table import PendingTable

__all__ = [
    "ApprovalEvent",
    "ApprovalReceipt",
    "ApprovalRequested",
    "ApprovalResolved",
    "PendingApproval",
    "PendingApprovals",
]


@dataclass(frozen=True, slots=True)
class PendingApproval:
    """An approval in the table.

    Attributes:
        id: Fresh and random.
        request: The asker's own object.
        asked_at: Seconds on the table's monotonic clock.
    """

    id: str
    request: ApprovalRequest
    asked_at: float

    @property
    def agent_id(self) -> str | None:
        """The id of the agent whose call it is; None for a programmatic request."""
        return None if self.request.agent is None else self.request.agent.id

    @property
    def agent_name(self) -> str | None:
        """The name to show for that agent; None when it has none."""
        name = getattr(self.request.agent, "name", None)
        return name if isinstance(name, str) else None


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """An approval is wanted; it is in the table."""

    pending: PendingApproval


@dataclass(frozen=True, slots=True)
class ApprovalResolved:
    """An approval ended; it has left the table and its asker has not gone on yet."""

    pending: PendingApproval
    outcome: Outcome


ApprovalEvent = ApprovalRequested | ApprovalResolved


@dataclass(frozen=True, slots=True)
class ApprovalReceipt:
    """Whether the table took the decision.

    Attributes:
        accepted: If not, nothing has changed.
        reason: Why not: nothing waits under that id, or it is no decision. None when
            accepted.
    """

    accepted: bool
    reason: Literal["not-pending", "bad-response"] | None = None


_ACCEPTED = ApprovalReceipt(True)
_NOT_PENDING = ApprovalReceipt(False, "not-pending")


class PendingApprovals:
    """Owns every waiting approval from its arrival to its one end.

    Args:
        clock: Gives `PendingApproval.asked_at`.
    """

    def __init__(self, *, clock: Clock | None = None) -> None:
        self._clock: Clock = SystemClock() if clock is None else clock
        self._table: PendingTable[PendingApproval, Outcome, Outcome, ApprovalEvent] = PendingTable(
            requested=ApprovalRequested, resolved=ApprovalResolved, lost="cancelled"
        )

    @property
    def requests(self) -> tuple[PendingApproval, ...]:
        """What is waiting, in the order it came."""
        return self._table.items

    def get(self, approval_id: str) -> PendingApproval | None:
        """The approval waiting under this id; None when there is none (any more)."""
        return self._table.get(approval_id)

    def subscribe(self, listener: Callable[[ApprovalEvent], None]) -> Callable[[], None]:
        """Hear, synchronously, of every approval that comes and every one that ends.

        Returns:
            A remover; calling it twice does nothing.
        """
        return self._table.subscribe(listener)

    async def request(self, request: ApprovalRequest) -> Outcome:
        """Enter the request and wait for its outcome.

        An aborted signal, and the table's end, give `cancelled`. Cancelling the
        waiting task takes the approval out of the table as cancelled.

        Raises:
            Exception: What a listener raised that could not take it.
        """
        pending = PendingApproval(str(uuid.uuid4()), request, self._clock.monotonic())
        return await self._table.wait(pending.id, pending, request.signal, _cancelled)

    def decide(self, approval_id: str, outcome: Decision) -> ApprovalReceipt:
        """Say yes once, or no. The first decision wins.

        Returns:
            Accepted; `not-pending` when nothing waits under this id (any more);
            `bad-response` when `outcome` is no decision.
        """
        if self._table.get(approval_id) is None:
            return _NOT_PENDING
        if outcome not in DECISIONS:
            return ApprovalReceipt(False, "bad-response")
        return self._finish(approval_id, outcome)

    def cancel(self, approval_id: str) -> ApprovalReceipt:
        """Let it go undecided: its asker gets `cancelled`.

        Returns:
            Accepted, or `not-pending`.
        """
        return self._finish(approval_id, "cancelled")

    def dispose(self) -> None:
        """End everything that waits as cancelled, and so every later request."""
        self._table.dispose(_cancelled)

    def _finish(self, approval_id: str, outcome: Outcome) -> ApprovalReceipt:
        return _ACCEPTED if self._table.finish(approval_id, outcome, outcome) else _NOT_PENDING


def _cancelled() -> Outcome:
    return "cancelled"
