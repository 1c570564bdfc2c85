"""Everything that can happen to a form under the `review` policy.

Widgets translate keys, clicks and pastes into these; a row is a row as displayed (see
`labels.display_rows`), the row after the last option being the own answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ClearAnswer",
    "Commit",
    "CommitText",
    "ConfirmKey",
    "Delivered",
    "DiscussQuestion",
    "DismissBatch",
    "Edited",
    "EnterField",
    "EnterFilter",
    "EnterNote",
    "Event",
    "GoTo",
    "LeaveText",
    "Move",
    "MoveTo",
    "NextQuestion",
    "ParkForm",
    "PasteText",
    "Pick",
    "PreviousQuestion",
    "Select",
    "SendBatch",
    "SkipAll",
    "TakeAllRecommended",
    "TakeRecommended",
    "ToggleSkip",
    "Written",
]


@dataclass(frozen=True, slots=True)
class Move:
    """Move the highlight by `delta` rows (wraps on the list, stops at the ends on Review)."""

    delta: int


@dataclass(frozen=True, slots=True)
class MoveTo:
    """Highlight a row; -1 is the last one."""

    row: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A digit: pick this row and go on (single), tick it (multi), edit it (Review)."""

    row: int


@dataclass(frozen=True, slots=True)
class Select:
    """Space, or a click on the mark: select without going on (single), tick (multi).

    `row` is `None` for the highlighted row.
    """

    row: int | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """Enter on the list or on the review page."""


@dataclass(frozen=True, slots=True)
class EnterField:
    """Put the caret into the own answer."""


@dataclass(frozen=True, slots=True)
class EnterNote:
    """Pick the highlighted row and put the caret into its note."""


@dataclass(frozen=True, slots=True)
class EnterFilter:
    """Put the caret into the filter."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The focused text (own answer, note or filter) now reads `text`."""

    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """A text was written elsewhere, in an editor, while anything may have happened here.

    Attributes:
        index: The question.
        text: All of it.
        before: What it was made from.
        note: It is the note, not the own answer.
        late: Its request had ended by then; the question was asked again.
    """

    index: int
    text: str
    before: str = ""
    note: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class PasteText:
    """A paste while no text has the focus: it goes to the own answer, appended."""

    text: str


@dataclass(frozen=True, slots=True)
class CommitText:
    """Enter in the focused text."""


@dataclass(frozen=True, slots=True)
class LeaveText:
    """Escape (`by` is "escape"), or an arrow over the text's edge, back to the list."""

    by: Literal["escape", "up", "down"] = "escape"


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The next question, or the review page after the last one. The end does not wrap."""


@dataclass(frozen=True, slots=True)
class PreviousQuestion:
    """The previous question."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Show question `index`; `len(questions)` is the review page."""

    index: int


@dataclass(frozen=True, slots=True)
class ToggleSkip:
    """Skip the question (or, on Review, un-skip the row's question and go to it)."""


@dataclass(frozen=True, slots=True)
class SkipAll:
    """Mark every unanswered question skipped."""


@dataclass(frozen=True, slots=True)
class ClearAnswer:
    """Un-answer: everything goes to the stash."""


@dataclass(frozen=True, slots=True)
class TakeRecommended:
    """Take this question's recommended options and go on; never sends."""


@dataclass(frozen=True, slots=True)
class TakeAllRecommended:
    """Take the recommended options of every unanswered question and go to Review."""


@dataclass(frozen=True, slots=True)
class SendBatch:
    """The action line's send button: what Enter on Review's Send row does."""


@dataclass(frozen=True, slots=True)
class DismissBatch:
    """Dismiss the whole batch, asking once if something would be lost."""


@dataclass(frozen=True, slots=True)
class ConfirmKey:
    """A key on the confirm line: `yes` does it, anything else goes back."""

    yes: bool


@dataclass(frozen=True, slots=True)
class DiscussQuestion:
    """Talk about the question in the composer before answering."""


@dataclass(frozen=True, slots=True)
class ParkForm:
    """Escape on the list: the keyboard goes to the transcript."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The asker's receipt for the last send or dismissal.

    Attributes:
        failure: `None` when accepted; otherwise the text to show, and the form is armed again.
    """

    failure: str | None = None


Event = (
    Move
    | MoveTo
    | Pick
    | Select
    | Commit
    | EnterField
    | EnterNote
    | EnterFilter
    | Edited
    | Written
    | PasteText
    | CommitText
    | LeaveText
    | NextQuestion
    | PreviousQuestion
    | GoTo
    | ToggleSkip
    | SkipAll
    | ClearAnswer
    | TakeRecommended
    | TakeAllRecommended
    | SendBatch
    | DismissBatch
    | ConfirmKey
    | DiscussQuestion
    | ParkForm
    | Delivered
)
