"""Everything that can happen to the review of a plan, and what it makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsh_core.form.events import Delivered
from dsh_core.form.state import Message

__all__ = [
    "Approve",
    "CommentEdited",
    "CommitFeedback",
    "CopyEdited",
    "DeleteComment",
    "DiscussPlan",
    "EditComment",
    "FeedbackEdited",
    "GoToListed",
    "LeaveComment",
    "LeaveComments",
    "LeaveFeedback",
    "LinesSeen",
    "MoveHeading",
    "MoveLine",
    "MoveListed",
    "MoveRange",
    "MoveToLine",
    "OpenComment",
    "OpenComments",
    "OpenFeedback",
    "ParkPlan",
    "PlanConfirmKey",
    "PlanEvent",
    "Refuse",
    "TellPlan",
    "TextTaken",
    "ToggleChanges",
    "ToggleRange",
    "ToggleRaw",
    "TookFocus",
    "UndeleteComment",
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
    """Move the cursor by `delta` of the lines shown; the ends do not wrap."""

    delta: int


@dataclass(frozen=True, slots=True)
class MoveToLine:
    """Move the cursor to one of the lines shown, counted from 0; -1 is the last one."""

    line: int


@dataclass(frozen=True, slots=True)
class MoveHeading:
    """Move the cursor to the next heading (`delta` is 1) or the previous one (-1).

    Among the changes it is the next or previous change.
    """

    delta: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class ToggleRange:
    """Begin a range of lines at the cursor, or give the range up."""


@dataclass(frozen=True, slots=True)
class MoveRange:
    """Move the cursor by `delta` lines and the end of the range with it."""

    delta: int


@dataclass(frozen=True, slots=True)
class OpenComment:
    """Comment on the range, or else on the cursor's line."""


@dataclass(frozen=True, slots=True)
class EditComment:
    """Edit the comment on the cursor's line, or the one the list is on."""


@dataclass(frozen=True, slots=True)
class DeleteComment:
    """Delete the comment on the cursor's line, or the one the list is on."""


@dataclass(frozen=True, slots=True)
class UndeleteComment:
    """Bring back the comment that was deleted last."""


@dataclass(frozen=True, slots=True)
class CommentEdited:
    """The comment under the caret now reads `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class LeaveComment:
    """Back to where the comment was opened; what it says stays, and nothing said is no comment."""


@dataclass(frozen=True, slots=True)
class OpenComments:
    """List the comments, the stale ones too."""


@dataclass(frozen=True, slots=True)
class LeaveComments:
    """Back from the list to the plan."""


@dataclass(frozen=True, slots=True)
class MoveListed:
    """Move by `delta` in the list of comments; `to` goes to that one instead, -1 to the last."""

    delta: int = 0
    to: int | None = None


@dataclass(frozen=True, slots=True)
class GoToListed:
    """Go to the line of the comment the list is on; a stale one is put on the cursor's line."""


@dataclass(frozen=True, slots=True)
class ToggleChanges:
    """Show what changed since the last plan, or the whole plan again."""


@dataclass(frozen=True, slots=True)
class CopyEdited:
    """A copy of the plan was edited and now reads `text`: the difference becomes feedback."""

    text: str


@dataclass(frozen=True, slots=True)
class TextTaken:
    """A text that was edited elsewhere comes back, whatever has happened meanwhile.

    Attributes:
        text: What it reads now.
        lines: The first and last line of the comment it is; `None` for the feedback.
    """

    text: str
    lines: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TellPlan:
    """Something happened outside of the review that the person should know, until the next key.

    Attributes:
        message: What to say.
        failed: It is about something that went wrong.
    """

    message: Message
    failed: bool = False


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
    | ToggleRange
    | MoveRange
    | OpenComment
    | EditComment
    | DeleteComment
    | UndeleteComment
    | CommentEdited
    | LeaveComment
    | OpenComments
    | LeaveComments
    | MoveListed
    | GoToListed
    | ToggleChanges
    | CopyEdited
    | TellPlan
    | TextTaken
    | Approve
    | Refuse
    | PlanConfirmKey
    | OpenFeedback
    | FeedbackEdited
    | CommitFeedback
    | LeaveFeedback
    | ToggleRaw
    | DiscussPlan
    | ParkPlan
    | Delivered
)
