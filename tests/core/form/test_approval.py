from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.approvals.types import ApprovalRequest, Decision
from dsh_core.form.approval import (
    Allow,
    ApprovalEvent,
    ApprovalState,
    ConfirmUnseen,
    LinesShown,
    ParkApproval,
    Reject,
    approval_update,
    request_lines,
    unseen_message,
)
from dsh_core.form.events import Delivered
from dsh_core.form.state import Decide, Effect, Message, Park

REQUEST = ApprovalRequest("shell", reason="It deletes files.", body="rm -rf build\nrm -rf dist\n")
ALL = LinesShown(frozenset(range(4)))


def play(state: ApprovalState, *happened: ApprovalEvent) -> tuple[ApprovalState, list[Effect]]:
    effects: list[Effect] = []
    for event in happened:
        step = approval_update(state, event)
        state = step.state
        effects.extend(step.effects)
    return state, effects


def test_what_is_asked_comes_before_what_would_be_done() -> None:
    lines = request_lines(REQUEST, "not needed")
    assert lines == ("It deletes files.", "", "rm -rf build", "rm -rf dist")


def test_without_a_reason_a_general_sentence_stands_for_it() -> None:
    assert request_lines(ApprovalRequest("shell"), "Tool shell") == ("Tool shell",)
    assert request_lines(ApprovalRequest("shell", reason=""), "Tool shell") == ("Tool shell",)


@pytest.mark.parametrize(("event", "outcome"), [(Allow(), "allowed-once"), (Reject(), "rejected")])
def test_a_decision_is_made_once(event: ApprovalEvent, outcome: Decision) -> None:
    state, effects = play(ApprovalState(REQUEST), ALL, event, event, Allow(), Reject())
    assert effects == [Decide(outcome)]
    assert state.busy == outcome


def test_a_refused_decision_arms_again_and_says_nothing() -> None:
    state, effects = play(ApprovalState(REQUEST), ALL, Reject(), Delivered("not-pending"))
    assert state == ApprovalState(REQUEST, seen=ALL.lines)
    assert play(state, Allow())[1] == [Decide("allowed-once")]
    assert effects == [Decide("rejected")]


def test_nothing_is_allowed_that_was_never_on_screen_without_saying_so() -> None:
    state, effects = play(ApprovalState(REQUEST), LinesShown(frozenset({0, 1, 2})), Allow())
    assert not effects
    assert state.focus == "confirm"
    assert unseen_message(state) == Message("approval.unseen_one", (("count", 1),))
    assert play(state, ConfirmUnseen(yes=True))[1] == [Decide("allowed-once")]
    back, effects = play(state, ConfirmUnseen(yes=False))
    assert (back.focus, effects) == ("approval", [])


def test_the_key_that_asks_is_guarded_against_its_repeats() -> None:
    assert approval_update(ApprovalState(REQUEST), Allow()).confirmed


def test_rejecting_unseen_lines_asks_nothing() -> None:
    assert play(ApprovalState(REQUEST), Reject())[1] == [Decide("rejected")]


def test_parking_decides_nothing() -> None:
    state, effects = play(ApprovalState(REQUEST), ParkApproval())
    assert (state, effects) == (ApprovalState(REQUEST), [Park()])


happenings: st.SearchStrategy[ApprovalEvent] = st.one_of(
    st.just(Allow()),
    st.just(Reject()),
    st.just(ParkApproval()),
    st.builds(ConfirmUnseen, st.booleans()),
    st.builds(LinesShown, st.frozensets(st.integers(0, 3))),
    st.builds(Delivered, st.none() | st.just("not-pending")),
)


@given(st.lists(happenings, max_size=30))
def test_between_two_decisions_there_is_a_refusal_and_allowed_means_seen_or_said(
    happened: list[ApprovalEvent],
) -> None:
    state = ApprovalState(REQUEST)
    open_decision = False
    for event in happened:
        step = approval_update(state, event)
        for effect in step.effects:
            if isinstance(effect, Decide):
                assert not open_decision
                open_decision = True
                said = event == ConfirmUnseen(yes=True)
                assert effect.outcome == "rejected" or said or not state.unseen
        if isinstance(event, Delivered) and event.failure is not None:
            open_decision = False
        assert step.state.seen >= state.seen
        state = step.state
