"""Getting around in a list of the full-screen form."""

from __future__ import annotations

from dsh_core.form.events import (
    Commit,
    CommitText,
    Edited,
    EnterField,
    EnterFilter,
    Event,
    LeaveText,
    Move,
    MoveTo,
    NextQuestion,
    Pick,
    PreviousQuestion,
    TakeAllRecommended,
    TakeRecommended,
    ToggleSkip,
)
from dsh_core.form.review import open_form, update
from dsh_core.form.rows import shown_rows
from dsh_core.form.state import Focus, FormState
from dsh_core.questions.types import Option, Question
from tests.core.form.batches import (
    BATCH,
    CACHE,
    after,
    key_of,
    multi,
    play,
    sent,
    single,
)


class TestRecommended:
    ONE = single("A", "B (Recommended)", id="one")
    MANY = multi("A (Recommended)", "B", "C (Recommended)", id="many")

    def test_r_takes_it_and_goes_on(self) -> None:
        state = after((self.ONE, CACHE), TakeRecommended())
        assert state.drafts[0].selected == (1,)
        assert state.index == 1

    def test_r_takes_all_of_them_beside_the_ticks(self) -> None:
        state = after((self.MANY, CACHE), Pick(2), TakeRecommended())
        assert state.drafts[0].selected == (1, 0, 2)

    def test_r_never_sends(self) -> None:
        state, effects = play(open_form((self.ONE,)), [Move(1), TakeRecommended()])
        assert not effects
        assert key_of(state) == "form.taken"
        _, effects = play(state, [Commit()])
        assert sent(effects) == [("one", ("B (Recommended)",), None)]

    def test_r_says_so_when_there_is_none(self) -> None:
        state = after(BATCH, TakeRecommended())
        assert state.index == 0
        assert key_of(state) == "form.none_recommended"

    def test_big_r_takes_those_of_every_unanswered_question(self) -> None:
        batch = (self.ONE, self.MANY, CACHE)
        state = after(batch, Pick(1), TakeAllRecommended())
        assert state.drafts[0].selected == (0,)
        assert state.drafts[1].selected == (0, 2)
        assert state.on_review
        assert state.review_cursor == 2

    def test_big_r_leaves_a_skip_alone(self) -> None:
        state = after((self.ONE, CACHE), ToggleSkip(), TakeAllRecommended())
        assert state.drafts[0].skipped

    def test_big_r_never_sends(self) -> None:
        state, effects = play(open_form((self.ONE,)), [TakeAllRecommended()])
        assert state.on_review
        assert not effects
        assert state.review_cursor == 1


class TestFilter:
    LONG = Question(
        "long",
        "?",
        options=tuple(Option(f"Option {n}", "Größe" if n == 7 else None) for n in range(12)),
    )

    def test_only_a_long_list_has_one(self) -> None:

        nine = Question("n", "?", options=self.LONG.options[:9] if self.LONG.options else ())
        assert after((nine, CACHE), EnterFilter()).focus is Focus.LIST
        assert after((self.LONG, CACHE), EnterFilter()).focus is Focus.FILTER

    def filtered(self, text: str, *then: Event) -> FormState:

        return after((self.LONG, CACHE), EnterFilter(), Edited(text), *then)

    def test_it_looks_at_labels_and_descriptions_without_case(self) -> None:
        assert shown_rows(self.filtered("OPTION 1")) == (1, 10, 11)
        assert shown_rows(self.filtered("GRÖSSE")) == (7,)
        assert shown_rows(self.filtered("none such")) == ()

    def test_enter_keeps_it_and_digits_count_the_hits(self) -> None:
        state = self.filtered("option 1", CommitText())
        assert (state.focus, state.filter) == (Focus.LIST, "option 1")
        assert update(state, Pick(1)).state.drafts[0].selected == (10,)

    def test_escape_clears_it(self) -> None:
        state = self.filtered("option 1", LeaveText())
        assert (state.focus, state.filter) == (Focus.LIST, "")

    def test_the_highlight_stays_on_its_option(self) -> None:
        state = self.filtered("option 1", CommitText(), Move(2))

        state = play(state, [EnterFilter(), LeaveText()])[0]
        assert state.cursors[0] == 11

    def test_turning_the_page_drops_it(self) -> None:
        state = self.filtered("option 1", CommitText(), NextQuestion(), PreviousQuestion())
        assert state.filter == ""

    def test_ticks_outside_it_stay(self) -> None:

        question = Question("m", "?", options=self.LONG.options, multi_select=True)
        state = after((question, CACHE), Pick(0), EnterFilter(), Edited("option 11"))
        state = play(state, [CommitText(), Pick(0)])[0]
        assert state.drafts[0].selected == (0, 11)


class TestHighlight:
    def test_moving_wraps_over_the_own_answer(self) -> None:
        assert after(BATCH, Move(-1)).cursors[0] == 2
        assert after(BATCH, Move(3)).cursors[0] == 0

    def test_the_end_is_the_last_option_and_then_the_own_answer(self) -> None:
        assert after(BATCH, MoveTo(-1)).cursors[0] == 1
        assert after(BATCH, MoveTo(-1), MoveTo(-1)).cursors[0] == 2

    def test_the_last_of_many_options_is_reached(self) -> None:
        question = single(*(f"Option {n}" for n in range(200)))
        _, effects = play(open_form((question,)), [MoveTo(-1), Commit()])
        assert sent(effects) == [("q", ("Option 199",), None)]

    def test_a_click_leaves_the_text(self) -> None:
        state = after(BATCH, EnterField(), Edited("x"), MoveTo(1))
        assert (state.focus, state.cursors[0]) == (Focus.LIST, 1)
        assert state.draft.custom == "x"
