"""The full-screen form, one sentence of its rules a test."""

from __future__ import annotations

import pytest

from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.events import (
    ClearAnswer,
    Commit,
    CommitText,
    ConfirmKey,
    Delivered,
    DiscussQuestion,
    DismissBatch,
    Edited,
    EnterField,
    Event,
    GoTo,
    LeaveText,
    Move,
    MoveTo,
    NextQuestion,
    ParkForm,
    PasteText,
    Pick,
    PreviousQuestion,
    Select,
    SendBatch,
    SkipAll,
    ToggleSkip,
)
from dsh_core.form.review import confirm_message, focused_text, open_form, update
from dsh_core.form.rows import gaps, review_rows
from dsh_core.form.state import Discuss, Dismiss, Focus, FormState, Park, Send
from tests.core.form.batches import (
    BATCH,
    CACHE,
    TARGETS,
    after,
    free,
    key_of,
    play,
    sent,
    single,
)


class TestAdvance:
    def test_a_pick_goes_to_the_next_open_question(self) -> None:
        assert after(BATCH, Pick(0)).index == 1

    def test_it_goes_forward_and_then_from_the_start(self) -> None:
        state = after(BATCH, GoTo(1), Pick(0), Pick(1), Commit())
        assert state.index == 0

    def test_a_skipped_question_counts_as_done(self) -> None:
        state = after(BATCH, NextQuestion(), ToggleSkip(), PreviousQuestion(), GoTo(0), Pick(1))
        assert state.index == 2

    def test_after_the_last_one_comes_the_review(self) -> None:
        state, effects = play(open_form(BATCH), [Pick(0), Pick(1), Pick(0), Pick(2), Commit()])
        assert state.on_review
        assert state.focus is Focus.REVIEW
        assert not effects

    def test_a_digit_is_a_position_in_display_order(self) -> None:
        question = single("A", "B (Recommended)")
        state = after((question, free()), Pick(0))
        assert state.drafts[0].selected == (1,)

    def test_a_digit_without_an_option_does_nothing(self) -> None:
        assert after(BATCH, Pick(2)) == after(BATCH)

    def test_turning_pages_does_not_wrap(self) -> None:
        assert after(BATCH, PreviousQuestion()).index == 0
        state = after(BATCH, *[NextQuestion()] * 5)
        assert state.on_review

    def test_every_question_that_was_shown_is_seen(self) -> None:
        assert after(BATCH, Pick(0)).seen == (True, True, False)


class TestBatchOfOne:
    def test_a_pick_sends(self) -> None:
        state, effects = play(open_form((CACHE,)), [Pick(1)])
        assert sent(effects) == [("q1", ("In-memory",), None)]
        assert state.busy == "answer"

    def test_enter_picks_the_highlighted_option_and_sends(self) -> None:
        _, effects = play(open_form((CACHE,)), [Move(1), Commit()])
        assert sent(effects) == [("q1", ("In-memory",), None)]

    def test_a_pick_that_takes_text_away_does_not_send(self) -> None:
        typed: list[Event] = [EnterField(), Edited("Kafka"), LeaveText()]
        state, effects = play(open_form((CACHE,)), [*typed, Pick(0)])
        assert not effects
        assert key_of(state) == "form.text_not_sent"
        assert state.draft == Draft(selected=(0,), stash=Stash(custom="Kafka", last="text"))
        _, effects = play(state, [Commit()])
        assert sent(effects) == [("q1", ("Redis",), None)]

    def test_o_goes_back_to_the_text(self) -> None:
        typed: list[Event] = [EnterField(), Edited("Kafka"), LeaveText(), Pick(0), EnterField()]
        state, _ = play(open_form((CACHE,)), typed)
        assert focused_text(state) == "Kafka"
        assert state.draft.selected == (0,)
        _, effects = play(state, [CommitText(), CommitText()])
        assert sent(effects) == [("q1", (), "Kafka")]

    def test_enter_in_a_text_asks_for_another(self) -> None:
        state, effects = play(open_form((free(),)), [Edited("Kafka"), CommitText()])
        assert state.armed
        assert key_of(state) == "form.enter_again"
        assert not effects
        _, effects = play(state, [CommitText()])
        assert sent(effects) == [("f", (), "Kafka")]

    def test_any_other_key_edits_on(self) -> None:
        state, effects = play(
            open_form((free(),)), [Edited("a"), CommitText(), Edited("a\n"), CommitText()]
        )
        assert state.armed
        assert not effects

    def test_space_chooses_without_sending(self) -> None:
        state, effects = play(open_form((CACHE,)), [Select()])
        assert state.draft.selected == (0,)
        assert not effects

    def test_skip_goes_to_the_review_where_enter_sends(self) -> None:
        state, effects = play(open_form((CACHE,)), [ToggleSkip()])
        assert state.on_review
        assert not effects
        _, effects = play(state, [Commit()])
        assert sent(effects) == [("q1", (), None)]

    @pytest.mark.parametrize("back", [ToggleSkip(), PreviousQuestion()])
    def test_the_review_is_left_again(self, back: Event) -> None:
        state = after((CACHE,), ToggleSkip(), back)
        assert state.index == 0
        assert state.draft.skipped is (back == PreviousQuestion())

    @pytest.mark.parametrize("turn", [NextQuestion(), GoTo(1)])
    def test_there_is_no_review_to_turn_to(self, turn: Event) -> None:
        assert after((CACHE,), turn).index == 0

    def test_multi_select_is_sent_by_enter_only(self) -> None:
        state, effects = play(open_form((TARGETS,)), [Pick(2), Pick(0)])
        assert not effects
        _, effects = play(state, [Commit()])
        assert sent(effects) == [("q3", ("win", "linux"), None)]


class TestReview:
    def full(self) -> FormState:
        return after(BATCH, Pick(0), Pick(1), Pick(0), Commit())

    def test_it_opens_on_send_when_nothing_is_missing(self) -> None:
        assert self.full().review_cursor == 3

    def test_else_on_the_first_gap(self) -> None:
        assert after(BATCH, Pick(0), GoTo(3)).review_cursor == 1

    def test_it_shows_what_is_sent(self) -> None:
        state = self.full()
        step = update(state, Commit())
        (effect,) = step.effects
        assert isinstance(effect, Send)
        assert effect.answer.answers == tuple(row.item for row in review_rows(state))

    def test_send_with_gaps_goes_to_the_first(self) -> None:
        state, effects = play(open_form(BATCH), [Pick(0), GoTo(3), MoveTo(-1), Commit()])
        assert not effects
        assert state.review_cursor == 1
        assert key_of(state) == "form.gaps"
        assert state.error is not None
        assert dict(state.error.values) == {"count": 2}

    def test_ends_do_not_wrap(self) -> None:
        state = self.full()
        assert update(state, Move(1)).state.review_cursor == 3
        assert update(update(state, MoveTo(0)).state, Move(-1)).state.review_cursor == 0
        assert update(state, NextQuestion()).state.on_review

    def test_enter_and_digits_edit_a_row(self) -> None:
        state = self.full()
        assert play(state, [Move(-2), Commit()])[0].index == 1
        assert update(state, Pick(2)).state.index == 2
        assert update(state, Pick(3)).state.on_review

    def test_s_unskips_and_goes_there(self) -> None:
        state = after(BATCH, Pick(0), ToggleSkip(), GoTo(3), MoveTo(1), ToggleSkip())
        assert state.index == 1
        assert not state.draft.skipped

    def test_s_on_an_answered_row_or_on_send_does_nothing(self) -> None:
        state = self.full()
        assert update(state, ToggleSkip()).state == state
        state = update(state, MoveTo(0)).state
        assert update(state, ToggleSkip()).state == state

    def test_skip_all_marks_the_unanswered_and_stays(self) -> None:
        state, effects = play(open_form(BATCH), [Pick(0), GoTo(3), SkipAll()])
        assert state.on_review
        assert [draft.skipped for draft in state.drafts] == [False, True, True]
        assert not effects
        assert not gaps(state)

    def test_left_goes_to_the_last_question(self) -> None:
        assert update(self.full(), PreviousQuestion()).state.index == 2

    def test_what_is_kept_is_shown(self) -> None:
        typed: list[Event] = [EnterField(), Edited("Kafka"), LeaveText(), Pick(0), GoTo(3)]
        row = review_rows(after(BATCH, *typed))[0]
        assert [part.text for part in row.kept] == ["Kafka"]
        assert row.item.custom is None

    def test_send_from_a_question_goes_there_with_gaps(self) -> None:
        state, effects = play(open_form(BATCH), [SendBatch()])
        assert state.on_review
        assert not effects


class TestDismiss:
    def test_with_nothing_to_lose_at_once(self) -> None:
        state, effects = play(open_form(BATCH), [DismissBatch()])
        assert effects == [Dismiss()]
        assert state.busy == "cancel"

    def test_it_asks_once_and_counts(self) -> None:
        state, effects = play(open_form(BATCH), [Pick(0), Pick(0), DismissBatch()])
        assert state.focus is Focus.CONFIRM
        assert not effects
        assert state.confirm is not None
        assert confirm_message(state.confirm).values == (("count", 2),)
        assert play(state, [ConfirmKey(True)])[1] == [Dismiss()]

    @pytest.mark.parametrize("key", [ConfirmKey(False), DismissBatch(), Commit(), Pick(0)])
    def test_any_other_key_goes_back_and_does_nothing_else(self, key: Event) -> None:
        state = after(BATCH, Pick(0))
        step = update(update(state, DismissBatch()).state, key)
        assert step.state == state
        assert not step.effects

    def test_a_text_only_in_the_stash_is_worth_asking(self) -> None:
        state = after(BATCH, PasteText("x"), LeaveText(), ClearAnswer(), DismissBatch())
        assert state.focus is Focus.CONFIRM

    def test_it_goes_back_into_the_text(self) -> None:
        state = after(BATCH, EnterField(), Edited("x"), DismissBatch(), ConfirmKey(False))
        assert (state.focus, state.draft.custom) == (Focus.FIELD, "x")


class TestTheRest:
    def test_escape_parks(self) -> None:
        assert update(open_form(BATCH), ParkForm()).effects == (Park(),)

    def test_discuss_needs_an_agent(self) -> None:
        assert update(open_form(BATCH), DiscussQuestion()).effects == ()
        state = open_form(BATCH, can_discuss=True)
        assert update(state, DiscussQuestion()).effects == (Discuss(0),)

    def test_discuss_on_the_review_is_about_the_row(self) -> None:
        state = play(open_form(BATCH, can_discuss=True), [GoTo(3), MoveTo(1)])[0]
        assert update(state, DiscussQuestion()).effects == (Discuss(1),)
        state = update(state, MoveTo(-1)).state
        assert update(state, DiscussQuestion()).effects == (Discuss(2),)

    def test_a_refusal_unlocks_and_loses_nothing(self) -> None:
        state = after((CACHE,), Pick(1))
        assert update(state, Pick(0)).state is state
        state = update(state, Delivered("no")).state
        assert state.busy is None
        assert state.error is not None
        assert state.error.text == "no"
        assert state.draft.selected == (1,)
        assert update(state, Commit()).effects

    def test_after_success_it_stays_locked(self) -> None:
        state = after((CACHE,), Pick(1), Delivered())
        assert state.busy == "answer"

    def test_equal_ids_and_labels_are_told_apart_by_position(self) -> None:
        twice = (single("Yes", "Yes", id="x"), single("Yes", "Yes", id="x"))
        state, effects = play(open_form(twice), [Pick(0), Pick(1), Commit()])
        assert [draft.selected for draft in state.drafts] == [(0,), (1,)]
        assert sent(effects) == [("x", ("Yes",), None), ("x", ("Yes",), None)]

    def test_a_long_batch(self) -> None:
        batch = tuple(single("A", "B", id=f"d{n}") for n in range(30))
        _, effects = play(open_form(batch), [*[Pick(1)] * 30, Commit()])
        assert len(sent(effects)) == 30

    def test_an_empty_batch_is_a_review_page(self) -> None:
        state, effects = play(open_form(()), [Move(1), Commit()])
        assert state.on_review
        assert sent(effects) == []


class TestCarried:
    def test_it_counts_as_open_until_it_was_on_screen(self) -> None:
        carried = (Draft(selected=(0,)), Draft(selected=(1,)), None)
        state = open_form(BATCH, carried=carried)
        assert state.carried == (True, True, False)
        assert gaps(state) == (1, 2)
        assert gaps(update(state, NextQuestion()).state) == (2,)

    def test_the_skip_is_not_carried(self) -> None:
        state = open_form(BATCH, carried=(Draft(skipped=True), None, None))
        assert state.carried == (False, False, False), "an answer given now would seem an old one"
        assert not state.drafts[0].skipped

    def test_one_a_question(self) -> None:
        with pytest.raises(ValueError, match="1 carried drafts for 3"):
            open_form(BATCH, carried=(None,))


class TestConfirmed:
    """What the guard against held keys hears of."""

    @pytest.mark.parametrize(
        ("happened", "confirmed"),
        [
            ([Pick(0)], True),
            ([Commit()], True),
            ([ToggleSkip()], True),
            ([Move(1)], False),
            ([Select(0)], False),
            ([GoTo(2), Pick(0)], False),
            ([GoTo(2), Pick(0), Commit()], True),
            ([EnterField(), Edited("x")], False),
            ([EnterField(), Edited("x"), CommitText()], True),
            ([EnterField()], False),
        ],
    )
    def test_batch(self, happened: list[Event], confirmed: bool) -> None:
        state, _ = play(open_form(BATCH), happened[:-1])
        assert update(state, happened[-1]).confirmed is confirmed

    def test_asking_for_enter_again_counts(self) -> None:
        state, _ = play(open_form((free(),)), [Edited("x")])
        assert update(state, CommitText()).confirmed
