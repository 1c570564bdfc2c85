"""What each keymap action means to a question form, by its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsh_core.form import events as e
from dsh_core.form.state import FormState

__all__ = ["event_for"]

_PLAIN: Final[Mapping[str, e.Event]] = {
    "list.up": e.Move(-1),
    "list.down": e.Move(1),
    "list.first": e.MoveTo(0),
    "list.last": e.MoveTo(-1),
    "list.select": e.Select(),
    "list.commit": e.Commit(),
    "list.next_question": e.NextQuestion(),
    "list.previous_question": e.PreviousQuestion(),
    "list.own_answer": e.EnterField(),
    "list.skip": e.ToggleSkip(),
    "list.note": e.EnterNote(),
    "list.recommended": e.TakeRecommended(),
    "list.all_recommended": e.TakeAllRecommended(),
    "list.filter": e.EnterFilter(),
    "list.unanswer": e.ClearAnswer(),
    "list.dismiss": e.DismissBatch(),
    "list.discuss": e.DiscussQuestion(),
    "list.park": e.ParkForm(),
    "text.commit": e.CommitText(),
    "text.leave": e.LeaveText(),
    "text.next_question": e.NextQuestion(),
    "text.previous_question": e.PreviousQuestion(),
    "filter.commit": e.CommitText(),
    "filter.leave": e.LeaveText(),
    "filter.next_question": e.NextQuestion(),
    "filter.previous_question": e.PreviousQuestion(),
    "review.up": e.Move(-1),
    "review.down": e.Move(1),
    "review.first": e.MoveTo(0),
    "review.last": e.MoveTo(-1),
    "review.commit": e.Commit(),
    "review.previous_question": e.PreviousQuestion(),
    "review.skip": e.ToggleSkip(),
    "review.skip_all": e.SkipAll(),
    "review.send": e.SendBatch(),
    "review.dismiss": e.DismissBatch(),
    "review.discuss": e.DiscussQuestion(),
    "review.park": e.ParkForm(),
    "confirm.yes": e.ConfirmKey(yes=True),
    "confirm.feedback": e.ConfirmKey(yes=False),
    "confirm.no": e.ConfirmKey(yes=False),
}


def event_for(action: str, state: FormState) -> e.Event | None:
    """The event of an action; `None` if it means nothing to a form.

    Args:
        action: A keymap id.
        state: Decides nothing yet but whether a digit has a row to pick.
    """
    scope, _, rest = action.partition(".pick_")
    if rest:
        row = int(rest) - 1
        rows = len(state.questions) if scope == "review" else None
        return e.Pick(row) if rows is None or row < rows else None
    return _PLAIN.get(action)
