"""The review of a plan as a value: approve it, refuse it, send feedback, or talk about it.

Approving passes three gates, each in front of the next: a second press while the panel is new,
feedback that is written and not sent, lines that were never on screen. Refusing passes the
first two.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from dsh_core.form.events import Delivered
from dsh_core.form.plan_claim import PlanClaim, claim, claim_questions
from dsh_core.form.plan_events import (
    Approve,
    CommitFeedback,
    CopyEdited,
    DiscussPlan,
    LinesSeen,
    ParkPlan,
    PlanConfirmKey,
    PlanEvent,
    Refuse,
    TellPlan,
    TextTaken,
    TookFocus,
)
from dsh_core.form.plan_reading import leave_comment, read_or_write, take_from_editor
from dsh_core.form.plan_state import (
    PlanConfirm,
    PlanFocus,
    PlanState,
    PlanStep,
    draft_of,
    feedback_of,
    open_plan,
)
from dsh_core.form.plan_text import ranges_text
from dsh_core.form.state import Discuss, Dismiss, Message, Park, Send
from dsh_core.questions.types import Answer, AnswerItem, Option

__all__ = [
    "NEW",
    "PlanClaim",
    "PlanConfirm",
    "PlanFocus",
    "PlanState",
    "PlanStep",
    "claim",
    "claim_questions",
    "confirm_message",
    "disarmed",
    "draft_of",
    "feedback_of",
    "open_plan",
    "plan_update",
]

NEW: Final = 2.0
"""For this many seconds after the panel took the focus, a verdict wants a second press."""

Verdict = Literal["approve", "refuse"]


def plan_update(state: PlanState, event: PlanEvent) -> PlanStep:
    """What one event makes of the review. Total: an event that means nothing does nothing."""
    match event:
        case Delivered(failure):
            return PlanStep(_delivered(state, failure))
        case LinesSeen(first, last):
            lines = range(max(first, 0), min(last, len(state.lines) - 1) + 1)
            if state.seen.issuperset(lines):
                return PlanStep(state)
            return PlanStep(replace(state, seen=state.seen.union(lines)))
        case TookFocus(time):
            return PlanStep(replace(state, focused_at=time))
        case CopyEdited() | TextTaken():
            # The editor was in front of everything: what was locked has ended meanwhile.
            if state.confirm is not None:
                state = _answer_confirm(state, state.confirm, event).state
            return PlanStep(take_from_editor(disarmed(state), event))
        case TellPlan(message, failed):
            said = replace(state, error=message) if failed else replace(state, notice=message)
            return PlanStep(said)
    if state.busy is not None:
        return PlanStep(state)
    if state.confirm is not None:
        return _answer_confirm(state, state.confirm, event)
    armed = state.armed
    state = disarmed(state)
    if isinstance(event, (Approve, Refuse, CommitFeedback, DiscussPlan)):
        state = leave_comment(state)
    match event:
        case Approve(time):
            return _first_gate(state, "approve", time, again=armed == "approve")
        case Refuse(time):
            if state.claim.decline is None:
                return PlanStep(state)
            return _first_gate(state, "refuse", time, again=armed == "refuse")
        case CommitFeedback():
            return _commit_feedback(state, again=armed == "feedback")
        case DiscussPlan():
            return _discuss(state)
        case ParkPlan():
            return PlanStep(state, (Park(),))
    return PlanStep(read_or_write(state, event))


def disarmed(state: PlanState) -> PlanState:
    """The review after any key: no second press is awaited, and what was said is gone."""
    return replace(state, armed=None, notice=None, error=None)


def confirm_message(state: PlanState) -> Message | None:
    """What the confirm line asks; `None` if it asks nothing."""
    confirm = state.confirm
    if confirm is None:
        return None
    if confirm.gate == "unsent":
        return Message(f"plan.unsent_{confirm.action}")
    if confirm.gate == "dismiss":
        return Message("plan.confirm_dismiss")
    ranges = state.unseen
    one = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    key = "plan.unseen_one" if one else "plan.unseen"
    return Message(key, (("lines", ranges_text(ranges)),))


def _delivered(state: PlanState, failure: str | None) -> PlanState:
    if state.busy is None or failure is None:
        return state
    return replace(state, busy=None, sent=None, error=Message(text=failure))


def _first_gate(state: PlanState, verdict: Verdict, time: float, *, again: bool) -> PlanStep:
    """A panel that is new wants a second press: the first was perhaps meant for what was here."""
    new = state.focused_at is None or time - state.focused_at < NEW
    if new and not again:
        notice = Message(f"plan.again_{verdict}")
        return PlanStep(replace(state, armed=verdict, notice=notice), confirmed=True)
    if feedback_of(state):
        return _ask(state, "unsent", verdict)
    return _last_gate(state, verdict)


def _last_gate(state: PlanState, verdict: Verdict) -> PlanStep:
    """Nothing is approved that was never on screen without saying so."""
    if verdict == "approve" and state.unseen:
        return _ask(state, "unseen", verdict)
    return _send_verdict(state, verdict)


def _ask(state: PlanState, gate: Literal["unsent", "unseen"], verdict: Verdict) -> PlanStep:
    confirm = PlanConfirm(gate, verdict, back=state.focus)
    # The key that opens the line may be held: it must not reach what comes after it.
    return PlanStep(replace(state, confirm=confirm, focus=PlanFocus.CONFIRM), confirmed=True)


def _answer_confirm(state: PlanState, confirm: PlanConfirm, event: PlanEvent) -> PlanStep:
    """`y` goes on, `f` sends the feedback instead, whatever else happens goes back."""
    back = replace(disarmed(state), confirm=None, focus=confirm.back)
    answer = event.answer if isinstance(event, PlanConfirmKey) else "back"
    if answer == "feedback" and confirm.gate == "unsent":
        return _send_feedback(back)
    if answer != "yes":
        return PlanStep(back)
    if confirm.action == "dismiss":
        return _dismiss(back)
    if confirm.gate == "unsent":
        return _last_gate(back, confirm.action)
    return _send_verdict(back, confirm.action)


def _send_verdict(state: PlanState, verdict: Verdict) -> PlanStep:
    """Send the asker's own label, never the text of a button."""
    option: Option | None = state.claim.approve
    if verdict == "refuse":
        option = state.claim.decline
    if option is None:
        return PlanStep(state)
    return _send(state, AnswerItem(state.claim.id, (option.label,)), verdict)


def _commit_feedback(state: PlanState, *, again: bool) -> PlanStep:
    """Enter in the feedback box asks once more, then sends; with nothing said it sends nothing."""
    if not feedback_of(state):
        return PlanStep(replace(state, error=Message("plan.feedback_empty")))
    if not again:
        notice = Message("plan.enter_again")
        return PlanStep(replace(state, armed="feedback", notice=notice), confirmed=True)
    return _send_feedback(state)


def _send_feedback(state: PlanState) -> PlanStep:
    item = AnswerItem(state.claim.id, custom=feedback_of(state))
    return _send(state, item, "feedback")


def _send(
    state: PlanState, item: AnswerItem, sent: Literal["approve", "refuse", "feedback"]
) -> PlanStep:
    state = replace(state, busy="answer", sent=sent)
    return PlanStep(state, (Send(Answer((item,))),), confirmed=True)


def _discuss(state: PlanState) -> PlanStep:
    """Talking about the plan is its dismissal; nobody to talk to leaves the dismissal alone."""
    if state.can_discuss:
        return PlanStep(state, (Discuss(0),))
    if not feedback_of(state):
        return _dismiss(state)
    confirm = PlanConfirm("dismiss", "dismiss", back=state.focus)
    return PlanStep(replace(state, confirm=confirm, focus=PlanFocus.CONFIRM))


def _dismiss(state: PlanState) -> PlanStep:
    return PlanStep(replace(state, busy="cancel"), (Dismiss(),))
