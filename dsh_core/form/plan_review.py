"""The review of a plan as a value: approve it, refuse it, send feedback, or talk about it.

Approving passes three gates, each in front of the next: a second press while the panel is new,
feedback that is written and not sent, lines that were never on screen. Refusing passes the
first two.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

from dsh_core.form.drafts import Draft
from dsh_core.form.events import Delivered
from dsh_core.form.plan_claim import PlanClaim, claim, claim_questions
from dsh_core.form.plan_events import (
    Approve,
    CommitFeedback,
    DiscussPlan,
    FeedbackEdited,
    LeaveFeedback,
    LinesSeen,
    MoveHeading,
    MoveLine,
    MoveToLine,
    OpenFeedback,
    ParkPlan,
    PasteFeedback,
    PlanConfirmKey,
    PlanEvent,
    Refuse,
    ToggleRaw,
    TookFocus,
)
from dsh_core.form.plan_text import (
    Comment,
    build_feedback,
    headings,
    plan_lines,
    ranges_text,
    unseen_ranges,
)
from dsh_core.form.state import Discuss, Dismiss, Effect, Message, Park, Send
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
    "feedback_of",
    "open_plan",
    "plan_update",
]

NEW: Final = 2.0
"""For this many seconds after the panel took the focus, a verdict wants a second press."""

Verdict = Literal["approve", "refuse"]


class PlanFocus(Enum):
    """The part of the review that the next key belongs to: its scope in the keymap."""

    PLAN = "plan"
    FEEDBACK = "feedback"
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
        cursor: The highlighted line, from 0.
        seen: The lines that have been on screen.
        feedback: The text of the feedback box.
        comments: Comments on lines.
        focus: Where the next key goes.
        focused_at: When the panel last took the focus, in seconds; `None` before.
        armed: What the next press of the same key does.
        confirm: What the confirm line asks, or `None`.
        busy: A verb is on its way to the asker; everything is locked.
        error: What went wrong last, until the next key.
        notice: What just happened, until the next key.
        raw: Styling is switched off.
        can_discuss: The request has an agent to talk to.
    """

    claim: PlanClaim
    lines: tuple[str, ...]
    cursor: int = 0
    seen: frozenset[int] = frozenset()
    feedback: str = ""
    comments: tuple[Comment, ...] = ()
    focus: PlanFocus = PlanFocus.PLAN
    focused_at: float | None = None
    armed: Literal["approve", "refuse", "feedback"] | None = None
    confirm: PlanConfirm | None = None
    busy: Literal["answer", "cancel"] | None = None
    error: Message | None = None
    notice: Message | None = None
    raw: bool = False
    can_discuss: bool = False

    @property
    def unseen(self) -> tuple[tuple[int, int], ...]:
        """First and last line of each run of lines that were never on screen."""
        return unseen_ranges(len(self.lines), self.seen)


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
) -> PlanState:
    """Open a review.

    Args:
        plan: What is reviewed.
        can_discuss: The request has an agent to talk to.
        draft: What an earlier review left; its own text is the feedback.
        comments: Comments an earlier review left.
    """
    return PlanState(
        claim=plan,
        lines=plan_lines(plan.plan),
        feedback="" if draft is None else draft.custom,
        comments=comments,
        can_discuss=can_discuss,
    )


def feedback_of(state: PlanState) -> str:
    """The feedback as it would be sent; empty if there is none."""
    return build_feedback(state.comments, state.feedback)


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
    if state.busy is not None:
        return PlanStep(state)
    if state.confirm is not None:
        return _answer_confirm(state, state.confirm, event)
    armed = state.armed
    state = replace(state, armed=None, notice=None, error=None)
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
    return PlanStep(_read_or_write(state, event))


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
    return replace(state, busy=None, error=Message(text=failure))


def _read_or_write(state: PlanState, event: PlanEvent) -> PlanState:
    match event:
        case MoveLine(delta):
            return _at(state, state.cursor + delta)
        case MoveToLine(line):
            return _at(state, line if line >= 0 else len(state.lines) - 1)
        case MoveHeading(delta):
            return _at_heading(state, delta)
        case ToggleRaw():
            return replace(state, raw=not state.raw)
        case OpenFeedback():
            return replace(state, focus=PlanFocus.FEEDBACK)
        case LeaveFeedback():
            return replace(state, focus=PlanFocus.PLAN)
        case FeedbackEdited(text):
            return replace(state, feedback=text) if state.focus is PlanFocus.FEEDBACK else state
        case PasteFeedback(text):
            return replace(state, feedback=state.feedback + text, focus=PlanFocus.FEEDBACK)
    return state


def _at(state: PlanState, line: int) -> PlanState:
    return replace(state, cursor=max(0, min(line, len(state.lines) - 1)))


def _at_heading(state: PlanState, delta: int) -> PlanState:
    found = headings(state.lines)
    if delta > 0:
        beyond = [line for line in found if line > state.cursor]
        return _at(state, beyond[0]) if beyond else state
    before = [line for line in found if line < state.cursor]
    return _at(state, before[-1]) if before else state


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
    back = replace(state, confirm=None, focus=confirm.back, armed=None, notice=None, error=None)
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
    return _send(state, AnswerItem(state.claim.id, (option.label,)))


def _commit_feedback(state: PlanState, *, again: bool) -> PlanStep:
    """Enter in the feedback box asks once more, then sends; with nothing said it sends nothing."""
    if not feedback_of(state):
        return PlanStep(replace(state, error=Message("plan.feedback_empty")))
    if not again:
        notice = Message("plan.enter_again")
        return PlanStep(replace(state, armed="feedback", notice=notice), confirmed=True)
    return _send_feedback(state)


def _send_feedback(state: PlanState) -> PlanStep:
    return _send(state, AnswerItem(state.claim.id, custom=feedback_of(state)))


def _send(state: PlanState, item: AnswerItem) -> PlanStep:
    return PlanStep(replace(state, busy="answer"), (Send(Answer((item,))),), confirmed=True)


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
