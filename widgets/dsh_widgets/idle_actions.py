"""Which actions do nothing as a panel stands, so that no key is offered for them."""

from __future__ import annotations

from dsh_core.form.drafts import is_completed, takes_note
from dsh_core.form.plan_state import PlanState
from dsh_core.form.state import FormState

__all__ = ["idle_actions"]


def idle_actions(state: object) -> frozenset[str]:
    """The keymap ids of those among the actions that the line of keys would name.

    Args:
        state: A panel's.
    """
    if isinstance(state, PlanState):
        return frozenset(_of_plan(state))
    # There is feedback to send only about a plan.
    idle = _of_form(state) if isinstance(state, FormState) else set()
    return frozenset(idle | {"confirm.feedback"})


def _of_form(state: FormState) -> set[str]:
    idle = set()
    if len(state.questions) == 1:
        idle |= {"list.next_question", "text.next_question"}
    if not state.can_discuss:
        idle |= {"list.discuss", "review.discuss"}
    if not state.on_review and not takes_note(state.question):
        idle.add("list.note")
    if all(map(is_completed, state.drafts)):
        idle.add("review.skip_all")
    if not any(draft.skipped for draft in state.drafts):
        idle.add("review.skip")
    return idle


def _of_plan(state: PlanState) -> set[str]:
    idle = set()
    if state.diff is None or not state.diff.rows:
        idle.add("plan.changes")
    if state.claim.decline is None:
        idle.add("plan.refuse")
    if not state.lines:
        idle.add("plan.comment")
    if state.listed >= len(state.comments):
        idle.add("comments.edit")
    if state.confirm is None or state.confirm.gate != "unsent":
        idle.add("confirm.feedback")
    if not state.deleted:
        idle.add("comments.undelete")
    return idle
