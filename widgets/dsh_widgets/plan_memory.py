"""What outlives the review of a plan: what was written and not sent, and the plan itself."""

from __future__ import annotations

from collections.abc import Callable

from dsh_core.form.drafts import holds_something
from dsh_core.form.plan_claim import PlanClaim
from dsh_core.form.plan_state import PlanState, draft_of, open_plan
from dsh_core.form.store import DraftStore, draft_keys
from dsh_core.questions.pending import PendingRequest

__all__ = ["PlanMemory", "PreviousPlan", "session_of"]

PreviousPlan = Callable[[PendingRequest], str | None]
"""Says which plan a session showed before the one that a request is about."""


def session_of(pending: PendingRequest) -> str:
    """An agent has the id of its session; a request without one belongs to none."""
    return pending.agent_id or ""


class PlanMemory:
    """Opens each review with what the one before it left.

    Args:
        drafts: Where comments and feedback that were not sent are kept.
        previous: Says which plan a session showed before the one that a request is about;
            `None` remembers those that were opened here.
    """

    def __init__(self, drafts: DraftStore, previous: PreviousPlan | None) -> None:
        self._drafts = drafts
        self._previous = previous
        self._shown: dict[str, str] = {}

    def open(self, pending: PendingRequest, claim: PlanClaim) -> PlanState:
        """The review of a plan that was presented."""
        session = session_of(pending)
        if self._previous is not None:
            previous = self._previous(pending)
        else:
            previous = self._shown.get(session)
            self._shown[session] = claim.plan
        (key,) = draft_keys(session, pending.questions)
        return open_plan(
            claim,
            can_discuss=pending.agent_id is not None,
            draft=self._drafts.load(key),
            previous=previous,
        )

    def keep(self, pending: PendingRequest, state: PlanState) -> None:
        """Keep what was written and not sent: the review is over."""
        (key,) = draft_keys(session_of(pending), pending.questions)
        draft = draft_of(state)
        if holds_something(draft):
            self._drafts.save(key, draft)
        else:
            self._drafts.drop(key)
