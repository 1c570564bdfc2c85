"""What each keymap action means to the review of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsh_core.form import plan_events as e
from dsh_widgets.plan_view import PlanView

__all__ = ["OUTSIDE", "PAGES", "event_for", "page_for", "scroll_for"]

OUTSIDE: Final = frozenset(
    {"plan.copy", "plan.save", "plan.editor", "feedback.editor", "comment.editor"}
)
"""What is not done in the review but with its text, by its owner."""

_PLAIN: Final[Mapping[str, e.PlanEvent]] = {
    "plan.up": e.MoveLine(-1),
    "plan.down": e.MoveLine(1),
    "plan.first": e.MoveToLine(0),
    "plan.last": e.MoveToLine(-1),
    "plan.previous_heading": e.MoveHeading(-1),
    "plan.next_heading": e.MoveHeading(1),
    "plan.range": e.ToggleRange(),
    "plan.range_up": e.MoveRange(-1),
    "plan.range_down": e.MoveRange(1),
    "plan.comment": e.OpenComment(),
    "plan.edit_comment": e.EditComment(),
    "plan.delete_comment": e.DeleteComment(),
    "plan.undelete_comment": e.UndeleteComment(),
    "plan.comments": e.OpenComments(),
    "plan.changes": e.ToggleChanges(),
    "plan.feedback": e.OpenFeedback(),
    "plan.discuss": e.DiscussPlan(),
    "plan.styling": e.ToggleRaw(),
    "plan.park": e.ParkPlan(),
    "feedback.send": e.CommitFeedback(),
    "feedback.leave": e.LeaveFeedback(),
    "comment.leave": e.LeaveComment(),
    "comments.up": e.MoveListed(-1),
    "comments.down": e.MoveListed(1),
    "comments.first": e.MoveListed(to=0),
    "comments.last": e.MoveListed(to=-1),
    "comments.go": e.GoToListed(),
    "comments.edit": e.EditComment(),
    "comments.delete": e.DeleteComment(),
    "comments.undelete": e.UndeleteComment(),
    "comments.feedback": e.OpenFeedback(),
    "comments.leave": e.LeaveComments(),
    "confirm.yes": e.PlanConfirmKey("yes"),
    "confirm.feedback": e.PlanConfirmKey("feedback"),
    "confirm.no": e.PlanConfirmKey("back"),
}
PAGES: Final[Mapping[str, int]] = {"plan.page_up": -1, "plan.page_down": 1}
"""The actions that go on by a page, and which way."""

_DIRECTIONS: Final[Mapping[str, int]] = {"plan.up": -1, "plan.down": 1}


def event_for(action: str, time: float) -> e.PlanEvent | None:
    """The event of an action; `None` if it means nothing to a plan.

    Args:
        action: A keymap id.
        time: When its key was pressed, in seconds of the event clock.
    """
    match action:
        case "plan.approve":
            return e.Approve(time)
        case "plan.refuse":
            return e.Refuse(time)
    return _PLAIN.get(action)


def scroll_for(action: str, view: PlanView) -> int:
    """The row to scroll inside the cursor's line before the cursor goes on; 0 for none."""
    if action not in _DIRECTIONS:
        return 0
    delta = _DIRECTIONS[action]
    return delta * min(view.hidden_rows(delta), 1)


def page_for(action: str, view: PlanView) -> tuple[int, int]:
    """Where an action of `PAGES` leads: no row is passed that was not on screen on the way.

    Returns:
        The rows to scroll, and the row of what is shown that the cursor is on then.
    """
    direction, before = PAGES[action], view.rows_on_screen
    rows = direction * max(1, len(before) - 1)
    after = view.rows_after(rows)
    if after == before:
        return 0, -1 if direction > 0 else 0
    beside = (y for y, (line, _) in enumerate(before) if line == view.cursor)
    y = next(beside, 0 if direction > 0 else len(before) - 1)
    # Beside the row it was on, or where a line begins next: there it has its mark.
    begins = (line for line, row in after[y:] if not row)
    return rows, next(begins, after[min(y, len(after) - 1)][0])
