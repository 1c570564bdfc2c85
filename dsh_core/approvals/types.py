"""The values of the approval seam (contract §3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from dsh_core.base.abort import AbortSignal

__all__ = [
    "DECISIONS",
    "OUTCOMES",
    "AgentRef",
    "ApprovalRequest",
    "Decision",
    "Outcome",
]

Outcome = Literal["allowed-once", "rejected", "cancelled", "unavailable"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("allowed-once", "rejected", "cancelled", "unavailable")
"""How a request can end. There is no "always": nothing is remembered."""

Decision = Literal["allowed-once", "rejected"]
DECISIONS: Final[tuple[Decision, ...]] = ("allowed-once", "rejected")
"""What a person can say."""


class AgentRef(Protocol):
    """What the seam knows of an agent; it may also have a `name: str` to show."""

    @property
    def id(self) -> str:
        """The agent's id, which is its session's id."""
        ...


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ApprovalRequest:
    """A tool call that needs a person's yes; compared by identity.

    Attributes:
        tool_name: The tool that wants to run.
        agent: The agent whose call it is. None means a programmatic request.
        call_id: The tool call; None when it is not known.
        reason: Why it is asked. None leaves the general sentence.
        body: What would be done, in full: the whole command, the whole diff.
            None when the tool says nothing about it.
        signal: Ends the wait when it aborts.
    """

    tool_name: str
    agent: AgentRef | None = None
    call_id: str | None = None
    reason: str | None = None
    body: str | None = None
    signal: AbortSignal | None = None
