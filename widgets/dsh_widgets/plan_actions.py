"""What each keymap action means to the review of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsh_core.form import plan_events as e
from dsh_widgets.plan_view import PlanView

__all__ = ["OUTSIDE", "event_for", "scroll_for"]

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
    "comments.leave": e.LeaveComments(),
    "confirm.yes": e.PlanConfirmKey("yes"),
    "confirm.feedback": e.PlanConfirmKey("feedback"),
    "confirm.no": e.PlanConfirmKey("back"),
}
_DIRECTIONS: Final[Mapping[str, tuple[int, bool]]] = {
    "plan.up": (-1, False),
    "plan.down": (1, False),
    "plan.page_up": (-1, True),
    "plan.page_down": (1, True),
}


def event_for(action: str, time: float, page: int) -> e.PlanEvent | None:
    """The event of an action; `None` if it means nothing to a plan.

    Args:
        action: A keymap id.
        time: When its key was pressed, in seconds of the event clock.
        page: The lines that a page is.
    """
    match action:
        case "plan.approve":
            return e.Approve(time)
        case "plan.refuse":
            return e.Refuse(time)
        case "plan.page_up":
            return e.MoveLine(-page)
        case "plan.page_down":
            return e.MoveLine(page)
    return _PLAIN.get(action)


def scroll_for(action: str, view: PlanView) -> int:
    """The rows to scroll inside the cursor's line before the cursor goes on; 0 for none."""
    if action not in _DIRECTIONS:
        return 0
    delta, page = _DIRECTIONS[action]
    hidden = view.hidden_rows(delta)
    return delta * (min(hidden, max(1, view.size.height - 1)) if page else min(hidden, 1))
