"""Ways to answer one question in the full-screen form."""

from __future__ import annotations

import pytest

from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.events import (
    ClearAnswer,
    Commit,
    CommitText,
    Edited,
    EnterField,
    EnterNote,
    Event,
    GoTo,
    LeaveText,
    MoveTo,
    NextQuestion,
    PasteText,
    Pick,
    PreviousQuestion,
    Select,
    ToggleSkip,
)
from dsh_core.form.review import focused_text, open_form, update
from dsh_core.form.rows import kept
from dsh_core.form.state import Focus
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from tests.core.form.batches import (
    BATCH,
    CACHE,
    QUEUE,
    after,
    free,
    key_of,
    play,
    sent,
)


class TestMultiSelect:
    def test_enter_with_nothing_ticked_stays(self) -> None:
        state = after(BATCH, GoTo(2), Commit())
        assert state.index == 2
        assert key_of(state) == "error.unanswered"

    def test_enter_on_whitespace_commits_the_ticks(self) -> None:
        state = after(BATCH, GoTo(2), Pick(0), EnterField(), CommitText())
        assert state.index == 0
        assert state.drafts[2] == Draft(selected=(0,))

    def test_the_text_joins_the_ticks(self) -> None:
        state = after(BATCH, GoTo(2), Pick(0), EnterField(), Edited("bsd"), CommitText())
        assert state.drafts[2] == Draft(selected=(0,), custom="bsd")


class TestOwnAnswer:
    def test_moving_onto_it_only_highlights_it(self) -> None:
        state = after(BATCH, MoveTo(2))
        assert state.focus is Focus.LIST
        assert update(state, Commit()).state.focus is Focus.FIELD

    def test_space_on_it_does_nothing_and_a_click_enters_it(self) -> None:
        state = after(BATCH, MoveTo(2))
        assert update(state, Select()).state.focus is Focus.LIST
        assert update(state, Select(2)).state.focus is Focus.FIELD

    def test_entering_leaves_the_draft_alone(self) -> None:
        before = after(BATCH, Select(0))
        state = after(BATCH, Select(0), EnterField())
        assert state.drafts == before.drafts
        assert update(state, LeaveText()).state.drafts == before.drafts

    def test_the_first_edit_moves_the_choice_to_the_stash(self) -> None:
        state = after(BATCH, Select(0), EnterField(), Edited("K"))
        assert state.draft.custom == "K"
        assert kept(state.question, state.draft)[0].text == "Redis"

    def test_loading_a_text_into_its_widget_is_no_edit(self) -> None:
        state = after(BATCH, EnterField(), Edited("K"), LeaveText(), Select(0), EnterField())
        assert update(state, Edited("K")).state.draft.selected == (0,)

    def test_enter_on_the_kept_text_makes_it_the_answer(self) -> None:
        typed: list[Event] = [
            EnterField(),
            Edited("K"),
            LeaveText(),
            Select(0),
            EnterField(),
            CommitText(),
        ]
        state = after(BATCH, *typed)
        assert state.drafts[0].custom == "K"
        assert state.index == 1

    def test_whitespace_without_a_choice_goes_back_and_says_so(self) -> None:
        state = after(BATCH, EnterField(), Edited("  "), CommitText())
        assert state.focus is Focus.LIST
        assert key_of(state) == "error.unanswered"
        assert state.index == 0

    def test_whitespace_with_a_choice_commits_the_question(self) -> None:
        state = after(BATCH, Select(1), EnterField(), CommitText())
        assert state.index == 1
        assert state.drafts[0] == Draft(selected=(1,))

    def test_arrows_leave_at_the_edges(self) -> None:
        up = after(BATCH, EnterField(), LeaveText("up"))
        assert (up.focus, up.cursors[0]) == (Focus.LIST, 1)
        down = after(BATCH, EnterField(), LeaveText("down"))
        assert (down.focus, down.cursors[0]) == (Focus.LIST, 0)

    def test_a_paste_on_the_list_goes_into_it(self) -> None:
        state = after(BATCH, PasteText("Ka\nfka"))
        assert state.focus is Focus.FIELD
        assert (state.index, state.draft.custom) == (0, "Ka\nfka")

    def test_a_paste_is_added_to_the_kept_text(self) -> None:
        state = after(BATCH, PasteText("Ka"), LeaveText(), Select(0), PasteText("fka"))
        assert state.draft.custom == "Kafka"

    def test_every_question_has_its_own_text(self) -> None:
        state = after(BATCH, EnterField(), Edited("Kafka"), NextQuestion(), EnterField())
        assert focused_text(state) == ""
        assert focused_text(update(state, PreviousQuestion()).state) == ""
        back = play(state, [PreviousQuestion(), EnterField()])[0]
        assert focused_text(back) == "Kafka"


class TestWithoutOptions:
    @pytest.mark.parametrize("options", [None, ()])
    def test_the_field_is_the_body(self, options: tuple[Option, ...] | None) -> None:
        state = after((Question("q", "?", options=options), QUEUE))
        assert state.focus is Focus.FIELD

    def test_enter_on_whitespace_stays(self) -> None:
        state = after((free(), QUEUE), CommitText())
        assert (state.index, state.focus) == (0, Focus.FIELD)
        assert key_of(state) == "error.unanswered"

    def test_only_escape_leaves_it(self) -> None:
        state = after((free(), QUEUE), LeaveText("up"), LeaveText("down"))
        assert state.focus is Focus.FIELD
        left = update(state, LeaveText()).state
        assert left.focus is Focus.LIST
        assert update(left, Commit()).state.focus is Focus.FIELD


class TestSkip:
    def test_it_marks_and_goes_on(self) -> None:
        state = after(BATCH, ToggleSkip())
        assert state.drafts[0].skipped
        assert state.index == 1

    def test_again_brings_everything_back(self) -> None:
        state = after(BATCH, Select(1), ToggleSkip(), PreviousQuestion(), ToggleSkip())
        assert state.draft == Draft(selected=(1,))
        assert state.index == 0

    def test_the_last_one_does_not_send(self) -> None:
        state, effects = play(open_form(BATCH), [ToggleSkip(), ToggleSkip(), ToggleSkip()])
        assert state.on_review
        assert not effects

    def test_unanswer_keeps_everything(self) -> None:
        state = after(BATCH, Select(1), ClearAnswer())
        assert state.draft == Draft(stash=Stash((1,), last="choice"))
        assert update(state, ClearAnswer()).state == state


class TestNote:
    def test_it_picks_without_going_on(self) -> None:
        state, effects = play(open_form((CACHE,)), [EnterNote()])
        assert (state.index, state.focus) == (0, Focus.NOTE)
        assert state.draft.selected == (0,)
        assert not effects

    def test_it_is_sent_with_the_label(self) -> None:
        state, effects = play(open_form((CACHE,)), [EnterNote(), Edited("small"), CommitText()])
        assert state.armed
        assert not effects
        _, effects = play(state, [CommitText()])
        assert sent(effects) == [("q1", (), "Redis\n\nNote: small")]

    def test_enter_goes_on(self) -> None:
        assert after(BATCH, EnterNote(), Edited("small"), CommitText()).index == 1

    def test_a_later_pick_keeps_it(self) -> None:
        state = after(BATCH, EnterNote(), Edited("small"), LeaveText(), Pick(1))
        assert state.drafts[0] == Draft(
            selected=(1,), note="small", stash=Stash((0,), last="choice")
        )

    def test_own_text_puts_it_into_the_stash(self) -> None:
        note: list[Event] = [EnterNote(), Edited("small"), LeaveText(), EnterField(), Edited("x")]
        assert after(BATCH, *note).draft.stash.note == "small"

    def test_on_the_own_answer_it_enters_that(self) -> None:
        state = after(BATCH, MoveTo(2), EnterNote())
        assert state.focus is Focus.FIELD

    def test_there_is_none_where_several_may_be_chosen(self) -> None:
        assert after(BATCH, GoTo(2), EnterNote()).focus is Focus.LIST

    def test_there_is_none_where_a_label_is_named(self) -> None:
        question = Question(
            "p", "?", detail="", options=(Option("Go"),), intent=PlanReviewIntent("Go")
        )
        assert after((question, CACHE), EnterNote()) == after((question, CACHE))

    def test_the_text_it_takes_away_is_kept(self) -> None:
        state = after(BATCH, PasteText("Kafka"), LeaveText(), MoveTo(0), EnterNote())
        assert state.draft.stash.custom == "Kafka"
        assert key_of(state) == "form.text_kept"
