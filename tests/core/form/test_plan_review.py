from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.form.drafts import Draft
from dsh_core.form.events import Delivered
from dsh_core.form.plan_claim import claim, claim_questions
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
    PlanConfirmKey,
    PlanEvent,
    Refuse,
    ToggleRaw,
    TookFocus,
)
from dsh_core.form.plan_review import (
    PlanFocus,
    PlanState,
    confirm_message,
    feedback_of,
    open_plan,
    plan_update,
)
from dsh_core.form.plan_text import Comment
from dsh_core.form.state import Discuss, Dismiss, Effect, Park, Send
from dsh_core.questions.types import Option, PlanReviewIntent, Question, QuestionRequest
from dsh_core.questions.validation import misfit
from tests.core.form.batches import texts

PLAN = "# Ship\n\n- one\n- two\n\n## Later\n\n- three\n"
LINES = 8


def question(plan: str | None = PLAN, *labels: str, approve: str = "Go") -> Question:
    return Question(
        "p",
        "Approve?",
        detail=plan,
        options=tuple(map(Option, labels or ("Stay", "Go"))),
        intent=PlanReviewIntent(approve),
    )


def play(state: PlanState, *happened: PlanEvent) -> tuple[PlanState, list[Effect]]:
    effects: list[Effect] = []
    for event in happened:
        step = plan_update(state, event)
        state = step.state
        effects.extend(step.effects)
    return state, effects


def opened(
    asked: Question | None = None, *, seen: bool = True, can_discuss: bool = True
) -> PlanState:
    """A review that is no longer new."""
    found = claim_questions((asked or question(),))
    assert found is not None
    state = plan_update(open_plan(found, can_discuss=can_discuss), TookFocus(0.0)).state
    return plan_update(state, LinesSeen(0, LINES)).state if seen else state


def fed(text: str) -> tuple[PlanEvent, ...]:
    """What writing into the feedback box is."""
    return OpenFeedback(), FeedbackEdited(text)


def sent(effects: list[Effect]) -> tuple[tuple[str, ...], str | None]:
    (effect,) = effects
    assert isinstance(effect, Send)
    (item,) = effect.answer.answers
    assert misfit((question(),), effect.answer) is None
    return item.selected, item.custom


def key_of(state: PlanState) -> str:
    message = confirm_message(state) or state.error or state.notice
    return "" if message is None else message.key


class TestClaim:
    def test_approve_is_found_by_its_label(self) -> None:
        asked = question("# P", "Keep", "Yes (Recommended)", approve="Yes (Recommended)")
        found = claim(QuestionRequest((asked,)))
        assert found is not None
        assert found.approve.label == "Yes (Recommended)"
        assert found.decline is not None
        assert found.decline.label == "Keep"

    def test_three_options_are_a_form(self) -> None:
        assert claim_questions((question("#", "Go", "Stay", "Restart"),)) is None

    def test_two_equal_labels_leave_no_refusal(self) -> None:
        found = claim_questions((question("#", "Go", "Go"),))
        assert found is not None
        assert found.decline is None

    def test_without_a_plan_it_is_a_form(self) -> None:
        assert claim_questions((question(None),)) is None
        assert claim_questions((question(""),)) is not None


class TestGates:
    def test_a_panel_that_is_new_wants_a_second_press(self) -> None:
        state, effects = play(opened(), Approve(1.9))
        assert not effects
        assert key_of(state) == "plan.again_approve"
        assert sent(play(state, Approve(1.95))[1]) == (("Go",), None)

    def test_two_seconds_later_one_is_enough(self) -> None:
        assert sent(play(opened(), Approve(2.0))[1]) == (("Go",), None)
        assert sent(play(opened(), Refuse(2.0))[1]) == (("Stay",), None)

    @pytest.mark.parametrize("between", [MoveLine(1), Refuse(1.0), ToggleRaw()])
    def test_another_key_between_starts_again(self, between: PlanEvent) -> None:
        state, effects = play(opened(), Approve(1.0), between, Approve(1.1))
        assert not effects
        assert state.armed == "approve"

    def test_what_is_drawn_between_does_not(self) -> None:
        state = opened()
        assert play(state, Approve(1.0), LinesSeen(0, 3), Approve(1.1))[1]

    def test_before_it_had_the_focus_it_is_new(self) -> None:
        found = claim_questions((question(""),))
        assert found is not None
        assert not play(open_plan(found), Approve(100.0))[1]

    def test_unsent_feedback_is_asked_about(self) -> None:
        written = (OpenFeedback(), FeedbackEdited("no"), LeaveFeedback())
        state, effects = play(opened(), *written, Approve(9.0))
        assert not effects
        assert key_of(state) == "plan.unsent_approve"
        assert sent(play(state, PlanConfirmKey("yes"))[1]) == (("Go",), None)
        assert sent(play(state, PlanConfirmKey("feedback"))[1]) == ((), "no")

    def test_feedback_that_was_gone_past_is_kept(self) -> None:
        written = (OpenFeedback(), FeedbackEdited("no"), LeaveFeedback())
        state, _ = play(opened(), *written, Approve(9.0), PlanConfirmKey("yes"))
        assert state.feedback == "no"

    @pytest.mark.parametrize("key", [PlanConfirmKey("back"), Approve(9.0), MoveLine(1)])
    def test_any_other_key_goes_back(self, key: PlanEvent) -> None:
        written = (OpenFeedback(), FeedbackEdited("no"), LeaveFeedback())
        before, _ = play(opened(), *written)
        state, effects = play(before, Approve(9.0), key)
        assert (state, effects) == (before, [])

    def test_comments_are_feedback(self) -> None:
        found = claim_questions((question(""),))
        assert found is not None
        state = open_plan(found, comments=(Comment(0, 0, "why?", ("x",)),))
        state, effects = play(state, TookFocus(0.0), Refuse(9.0))
        assert not effects
        assert key_of(state) == "plan.unsent_refuse"

    def test_lines_never_on_screen_are_said(self) -> None:
        state, effects = play(opened(seen=False), LinesSeen(0, 2), LinesSeen(4, 4), Approve(9.0))
        assert not effects
        message = confirm_message(state)
        assert message is not None
        assert Catalogue("en").text(message.key, **dict(message.values)) == (
            "lines 4, 6-8 not seen · y approves"
        )
        assert play(state, PlanConfirmKey("feedback"))[1] == []
        assert sent(play(state, PlanConfirmKey("yes"))[1]) == (("Go",), None)

    def test_refusing_does_not_ask_about_them(self) -> None:
        assert sent(play(opened(seen=False), Refuse(9.0))[1]) == (("Stay",), None)

    def test_the_gates_stand_in_this_order(self) -> None:
        state, effects = play(opened(seen=False), *fed("no"), LeaveFeedback(), Approve(1.0))
        assert state.armed == "approve"
        state, effects = play(state, Approve(1.1))
        assert key_of(state) == "plan.unsent_approve"
        state, effects = play(state, PlanConfirmKey("yes"))
        assert key_of(state) == "plan.unseen"
        assert not effects
        assert sent(play(state, PlanConfirmKey("yes"))[1]) == (("Go",), None)

    def test_every_step_through_them_is_guarded_against_a_held_key(self) -> None:
        state, _ = play(opened(seen=False), *fed("no"))
        for event in (Approve(1.0), Approve(1.1), PlanConfirmKey("yes"), PlanConfirmKey("yes")):
            step = plan_update(state, event)
            assert step.confirmed
            state = step.state

    def test_an_empty_plan_has_nothing_unseen(self) -> None:
        state = opened(question(""), seen=False)
        assert state.lines == ()
        assert sent(play(state, MoveLine(1), MoveToLine(-1), Approve(9.0))[1]) == (("Go",), None)

    def test_without_a_refusal_r_does_nothing(self) -> None:
        state = opened(question("#", "Go"))
        assert play(state, Refuse(9.0)) == (state, [])


class TestFeedback:
    def test_enter_asks_for_another(self) -> None:
        state, effects = play(opened(), OpenFeedback(), FeedbackEdited("no\n"), CommitFeedback())
        assert not effects
        assert key_of(state) == "plan.enter_again"
        assert sent(play(state, CommitFeedback())[1]) == ((), "no")

    def test_nothing_is_sent_for_nothing(self) -> None:
        state, effects = play(opened(), OpenFeedback(), CommitFeedback(), CommitFeedback())
        assert not effects
        assert key_of(state) == "plan.feedback_empty"

    def test_leaving_keeps_the_text(self) -> None:
        state, _ = play(opened(), OpenFeedback(), FeedbackEdited("no"), LeaveFeedback())
        assert (state.focus, state.feedback) == (PlanFocus.PLAN, "no")

    def test_an_earlier_draft_is_there_again(self) -> None:
        found = claim_questions((question(),))
        assert found is not None
        assert feedback_of(open_plan(found, draft=Draft(custom="no"))) == "no"


class TestTheRest:
    def test_moving_stops_at_the_ends(self) -> None:
        assert play(opened(), MoveLine(-1))[0].cursor == 0
        assert play(opened(), MoveToLine(-1), MoveLine(1))[0].cursor == LINES - 1

    def test_headings(self) -> None:
        state, _ = play(opened(), MoveHeading(1))
        assert state.cursor == 5
        assert play(state, MoveHeading(1))[0].cursor == 5
        assert play(state, MoveHeading(-1))[0].cursor == 0

    def test_discuss(self) -> None:
        assert play(opened(), DiscussPlan())[1] == [Discuss(0)]

    def test_without_an_agent_discuss_is_dismiss(self) -> None:
        state = opened(can_discuss=False)
        assert play(state, DiscussPlan())[1] == [Dismiss()]
        state, effects = play(state, *fed("no"), LeaveFeedback(), DiscussPlan())
        assert not effects
        assert key_of(state) == "plan.confirm_dismiss"
        assert play(state, PlanConfirmKey("yes"))[1] == [Dismiss()]

    def test_park(self) -> None:
        assert play(opened(), ParkPlan())[1] == [Park()]

    def test_a_refusal_unlocks(self) -> None:
        state, _ = play(opened(), Approve(9.0))
        assert play(state, Approve(9.5), Refuse(9.6), MoveLine(1)) == (state, [])
        state, _ = play(state, Delivered("no"))
        assert state.error is not None
        assert state.error.text == "no"
        assert play(state, Approve(9.7))[1]


plan_events: st.SearchStrategy[PlanEvent] = st.one_of(
    st.builds(TookFocus, st.floats(0, 10)),
    st.builds(LinesSeen, st.integers(-2, 9), st.integers(-2, 9)),
    st.builds(MoveLine, st.integers(-9, 9)),
    st.builds(MoveToLine, st.integers(-2, 9)),
    st.builds(MoveHeading, st.sampled_from([1, -1])),
    st.builds(Approve, st.floats(0, 10)),
    st.builds(Refuse, st.floats(0, 10)),
    st.builds(PlanConfirmKey, st.sampled_from(["yes", "feedback", "back"])),
    st.builds(FeedbackEdited, texts),
    st.sampled_from(
        [
            OpenFeedback(),
            CommitFeedback(),
            LeaveFeedback(),
            ToggleRaw(),
            DiscussPlan(),
            ParkPlan(),
            Delivered(),
            Delivered("no"),
        ]
    ),
)


@given(
    st.sampled_from(["", "x", PLAN]),
    st.sampled_from([("Go",), ("Stay", "Go"), ("Go", "Go")]),
    st.booleans(),
    st.lists(plan_events, max_size=40),
)
def test_whatever_happens(
    plan: str, labels: tuple[str, ...], can_discuss: bool, happened: list[PlanEvent]
) -> None:
    asked = question(plan, *labels)
    found = claim_questions((asked,))
    assert found is not None
    state = open_plan(found, can_discuss=can_discuss)
    for event in happened:
        before, step = state, plan_update(state, event)
        state = step.state
        assert len(step.effects) <= 1
        if before.busy is not None and not isinstance(event, Delivered | LinesSeen | TookFocus):
            assert state == before
        assert (state.focus is PlanFocus.CONFIRM) == (state.confirm is not None)
        assert 0 <= state.cursor < max(1, len(state.lines))
        if not isinstance(event, FeedbackEdited):
            assert state.feedback == before.feedback
        message = confirm_message(state) or state.error or state.notice
        if message is not None and message.key:
            for language in LANGUAGES:
                assert Catalogue(language).text(message.key, **dict(message.values))
        for effect in step.effects:
            if isinstance(effect, Send):
                assert misfit((asked,), effect.answer) is None
                (item,) = effect.answer.answers
                asked_first = event == PlanConfirmKey("yes")
                if item.selected == ("Go",):
                    assert asked_first or not (before.unseen or feedback_of(before))
                elif item.selected:
                    assert asked_first or not feedback_of(before)
