"""Everything that can happen to the review of a plan, and what it makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsh_core.form.events import Delivered

__all__ = [
    "Approve",
    "CommitFeedback",
    "DiscussPlan",
    "FeedbackEdited",
    "LeaveFeedback",
    "LinesSeen",
    "MoveHeading",
    "MoveLine",
    "MoveToLine",
    "OpenFeedback",
    "ParkPlan",
    "PasteFeedback",
    "PlanConfirmKey",
    "PlanEvent",
    "Refuse",
    "ToggleRaw",
    "TookFocus",
]


@dataclass(frozen=True, slots=True)
class TookFocus:
    """The panel took the focus, at this time in seconds."""

    time: float


@dataclass(frozen=True, slots=True)
class LinesSeen:
    """These lines of the source are on screen, both ends included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Move the cursor by `delta` lines; the ends do not wrap."""

    delta: int


@dataclass(frozen=True, slots=True)
class MoveToLine:
    """Move the cursor to a line; -1 is the last one."""

    line: int


@dataclass(frozen=True, slots=True)
class MoveHeading:
    """Move the cursor to the next heading (`delta` is 1) or the previous one (-1)."""

    delta: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Approve:
    """Approve the plan, at this time in seconds."""

    time: float


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the plan, at this time in seconds."""

    time: float


@dataclass(frozen=True, slots=True)
class PlanConfirmKey:
    """A key on the confirm line: `y`, `f`, or any other, which goes back."""

    answer: Literal["yes", "feedback", "back"]


@dataclass(frozen=True, slots=True)
class OpenFeedback:
    """Put the caret into the feedback box."""


@dataclass(frozen=True, slots=True)
class FeedbackEdited:
    """The feedback box now reads `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class PasteFeedback:
    """A paste, or an edited copy's difference: it is added to the feedback box."""

    text: str


@dataclass(frozen=True, slots=True)
class CommitFeedback:
    """Enter in the feedback box."""


@dataclass(frozen=True, slots=True)
class LeaveFeedback:
    """Back to the plan; the text stays."""


@dataclass(frozen=True, slots=True)
class ToggleRaw:
    """Switch styling off, or on again."""


@dataclass(frozen=True, slots=True)
class DiscussPlan:
    """Talk about the plan in the composer or, without an agent to talk to, dismiss it."""


@dataclass(frozen=True, slots=True)
class ParkPlan:
    """Escape on the plan: the keyboard goes to the transcript."""


PlanEvent = (
    TookFocus
    | LinesSeen
    | MoveLine
    | MoveToLine
    | MoveHeading
    | Approve
    | Refuse
    | PlanConfirmKey
    | OpenFeedback
    | FeedbackEdited
    | PasteFeedback
    | CommitFeedback
    | LeaveFeedback
    | ToggleRaw
    | DiscussPlan
    | ParkPlan
    | Delivered
)
