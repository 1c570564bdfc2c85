"""The whole state of the review of one plan, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from dsh_core.form.drafts import Draft
from dsh_core.form.plan_claim import PlanClaim
from dsh_core.form.plan_comments import reattach, without_blank
from dsh_core.form.plan_diff import PlanDiff, diff_plans
from dsh_core.form.plan_text import Comment, build_feedback, headings, plan_lines, unseen_ranges
from dsh_core.form.state import Effect, Message

__all__ = [
    "PlanConfirm",
    "PlanFocus",
    "PlanState",
    "PlanStep",
    "draft_of",
    "feedback_of",
    "open_plan",
]


class PlanFocus(Enum):
    """The part of the review that the next key belongs to: its scope in the keymap."""

    PLAN = "plan"
    FEEDBACK = "feedback"
    COMMENT = "comment"
    """The text of one comment."""
    COMMENTS = "comments"
    """The list of comments."""
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class PlanConfirm:
    """What the confirm line asks.

    Attributes:
        gate: Why it asks: feedback that is not sent, lines not seen, or a dismissal.
        action: What `y` goes on with.
        back: The focus that any other key returns to.
    """

    gate: Literal["unsent", "unseen", "dismiss"]
    action: Literal["approve", "refuse", "dismiss"]
    back: PlanFocus


@dataclass(frozen=True, slots=True)
class PlanState:
    """One plan under review.

    Attributes:
        claim: What is reviewed.
        lines: The plan's source, line by line.
        headings: Which of the lines are headings.
        cursor: The highlighted line, from 0.
        anchor: The line where a range begins that ends at the cursor; `None` for no range.
        seen: The lines that have been on screen.
        feedback: The text of the feedback box.
        comments: Comments on lines, in the order of the lines.
        stale: Comments on an earlier plan whose lines this one does not have.
        deleted: Comments that were deleted, the last one last.
        editing: Which of the comments is edited; `None` for none.
        unedited: That comment before it was edited; `None` if it is new.
        listed: The highlighted one in the list of comments, the stale ones after the others.
        diff: What changed since the plan before; `None` if there was none.
        changes: The changes are shown instead of the whole plan.
        row: The highlighted row of the changes.
        focus: Where the next key goes.
        back: Where the list or the text of a comment goes back to.
        focused_at: When the panel last took the focus, in seconds; `None` before.
        armed: What the next press of the same key does.
        confirm: What the confirm line asks, or `None`.
        busy: A verb is on its way to the asker; everything is locked.
        sent: What was sent last; `None` if nothing was.
        error: What went wrong last, until the next key.
        notice: What just happened, until the next key.
        raw: Styling is switched off.
        can_discuss: The request has an agent to talk to.
    """

    claim: PlanClaim
    lines: tuple[str, ...]
    headings: tuple[int, ...] = ()
    cursor: int = 0
    anchor: int | None = None
    seen: frozenset[int] = frozenset()
    feedback: str = ""
    comments: tuple[Comment, ...] = ()
    stale: tuple[Comment, ...] = ()
    deleted: tuple[Comment, ...] = ()
    editing: int | None = None
    unedited: Comment | None = None
    listed: int = 0
    diff: PlanDiff | None = None
    changes: bool = False
    row: int = 0
    focus: PlanFocus = PlanFocus.PLAN
    back: PlanFocus = PlanFocus.PLAN
    focused_at: float | None = None
    armed: Literal["approve", "refuse", "feedback"] | None = None
    confirm: PlanConfirm | None = None
    busy: Literal["answer", "cancel"] | None = None
    sent: Literal["approve", "refuse", "feedback"] | None = None
    error: Message | None = None
    notice: Message | None = None
    raw: bool = False
    can_discuss: bool = False

    @property
    def unseen(self) -> tuple[tuple[int, int], ...]:
        """First and last line of each run of lines that were never on screen."""
        return unseen_ranges(len(self.lines), self.seen)

    @property
    def span(self) -> tuple[int, int]:
        """The first and last line of the range, or of the cursor's line."""
        anchor = self.cursor if self.anchor is None else self.anchor
        return min(anchor, self.cursor), max(anchor, self.cursor)

    @property
    def list_length(self) -> int:
        """How many comments the list has."""
        return len(self.comments) + len(self.stale)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """What one event made of a review; the attributes are those of `state.Step`."""

    state: PlanState
    effects: tuple[Effect, ...] = ()
    confirmed: bool = False


def open_plan(
    plan: PlanClaim,
    *,
    can_discuss: bool = False,
    draft: Draft | None = None,
    comments: tuple[Comment, ...] = (),
    previous: str | None = None,
) -> PlanState:
    """Open a review.

    Args:
        plan: What is reviewed.
        can_discuss: The request has an agent to talk to.
        draft: What an earlier review left: feedback, and comments on the plan it was about.
            They go to where their lines stand now; those without such lines are stale.
        comments: Comments on this very plan.
        previous: The plan that was shown before this one; `None` if there was none.
    """
    lines = plan_lines(plan.plan)
    earlier = () if previous is None else plan_lines(previous)
    diff = None if previous is None else diff_plans(earlier, lines)
    carried = () if draft is None else without_blank(draft.comments)
    placed, stale = reattach(carried, lines, earlier, None if diff is None else diff.moved)
    return PlanState(
        claim=plan,
        lines=lines,
        headings=headings(lines),
        feedback="" if draft is None else draft.custom,
        comments=(*placed, *comments),
        stale=stale,
        diff=diff,
        notice=_carried(placed, stale),
        can_discuss=can_discuss,
    )


def feedback_of(state: PlanState) -> str:
    """The feedback as it would be sent; empty if there is none."""
    return build_feedback(state.comments, state.feedback)


def draft_of(state: PlanState) -> Draft:
    """What is to be kept when the review ends: all that was written and not sent."""
    if state.sent == "feedback":
        # What was sent is not carried over; a stale comment was not part of it.
        return Draft(comments=state.stale)
    comments = without_blank((*state.comments, *state.stale))
    return Draft(custom=state.feedback, comments=comments)


def _carried(placed: Sequence[Comment], stale: Sequence[Comment]) -> Message | None:
    if stale:
        values = (("count", len(placed)), ("stale", len(stale)))
        return Message("plan.carried_stale", values)
    if placed:
        return Message("plan.carried", (("count", len(placed)),))
    return None
