"""A tool's request for leave as a value: allow it once, or reject it.

There is no "always": nothing is remembered. What is allowed was on screen, or the person said
that it may be allowed unseen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from dsh_core.approvals.types import ApprovalRequest, Decision
from dsh_core.form.events import Delivered
from dsh_core.form.state import Decide, Effect, Message, Park

__all__ = [
    "Allow",
    "ApprovalEvent",
    "ApprovalState",
    "ApprovalStep",
    "ConfirmUnseen",
    "LinesShown",
    "ParkApproval",
    "Reject",
    "approval_update",
    "request_lines",
    "unseen_message",
]


@dataclass(frozen=True, slots=True)
class Allow:
    """Let the tool run this once."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Do not let it run."""


@dataclass(frozen=True, slots=True)
class ParkApproval:
    """Escape: the keyboard goes to the transcript."""


@dataclass(frozen=True, slots=True)
class LinesShown:
    """These lines have been on screen, whole."""

    lines: frozenset[int]


@dataclass(frozen=True, slots=True)
class ConfirmUnseen:
    """A key on the confirm line."""

    yes: bool


ApprovalEvent = Allow | Reject | ParkApproval | LinesShown | ConfirmUnseen | Delivered


@dataclass(frozen=True, slots=True)
class ApprovalState:
    """One request for leave.

    Attributes:
        request: What is asked.
        seen: The lines that have been on screen, each by its place in `request_lines`.
        focus: Where the next key goes: the scope the keymap looks it up in.
        busy: The decision that is on its way; everything is locked.
    """

    request: ApprovalRequest
    seen: frozenset[int] = frozenset()
    focus: Literal["approval", "confirm"] = "approval"
    busy: Decision | None = None

    @property
    def unseen(self) -> int:
        """How many lines were never on screen."""
        return len(request_lines(self.request, "")) - len(self.seen)


@dataclass(frozen=True, slots=True)
class ApprovalStep:
    """What one event made of a request; the attributes are those of `state.Step`."""

    state: ApprovalState
    effects: tuple[Effect, ...] = ()
    confirmed: bool = False


def request_lines(request: ApprovalRequest, sentence: str) -> tuple[str, ...]:
    """All that is shown of a request, line by line: what is asked, then what would be done.

    Args:
        request: What is asked.
        sentence: The general sentence, which stands for a reason that is not given.
    """
    head = (request.reason or sentence).split("\n")
    if not request.body:
        return tuple(head)
    return (*head, "", *request.body.removesuffix("\n").split("\n"))


def unseen_message(state: ApprovalState) -> Message:
    """What the confirm line asks."""
    unseen = state.unseen
    key = "approval.unseen_one" if unseen == 1 else "approval.unseen"
    return Message(key, (("count", unseen),))


def approval_update(state: ApprovalState, event: ApprovalEvent) -> ApprovalStep:
    """What one event makes of a request. Total: an event that means nothing does nothing.

    A decision is made once. One that is refused arms the request again and says nothing: whoever
    decided before has said it (contract §3.1).
    """
    match event:
        case Delivered(failure):
            return ApprovalStep(state if failure is None else replace(state, busy=None))
        case LinesShown(lines):
            if lines <= state.seen:
                return ApprovalStep(state)
            return ApprovalStep(replace(state, seen=state.seen | lines))
    if state.busy is not None:
        return ApprovalStep(state)
    if state.focus == "confirm":
        back = replace(state, focus="approval")
        if event == ConfirmUnseen(yes=True):
            return _decide(back, "allowed-once")
        return ApprovalStep(back)
    match event:
        case Allow() if state.unseen:
            # The key that opens the line may be held: it must not reach what comes after it.
            return ApprovalStep(replace(state, focus="confirm"), confirmed=True)
        case Allow():
            return _decide(state, "allowed-once")
        case Reject():
            return _decide(state, "rejected")
        case ParkApproval():
            return ApprovalStep(state, (Park(),))
    return ApprovalStep(state)


def _decide(state: ApprovalState, outcome: Decision) -> ApprovalStep:
    return ApprovalStep(replace(state, busy=outcome), (Decide(outcome),), confirmed=True)
