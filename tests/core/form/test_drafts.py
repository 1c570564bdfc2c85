from __future__ import annotations

from dsh_core.form.drafts import (
    Draft,
    Stash,
    choose,
    clear,
    fit,
    holds_something,
    is_answered,
    is_completed,
    set_note,
    set_text,
    skip,
    toggle,
    unskip,
)
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from tests.core.form.batches import free, multi, single

ONE = single("A", "B")
MANY = multi("A", "B", "C")


def test_a_choice_puts_the_text_into_the_stash() -> None:
    draft = choose(ONE, Draft(custom="Kafka"), 1)
    assert draft == Draft(selected=(1,), stash=Stash(custom="Kafka", last="text"))


def test_a_choice_in_place_of_another_keeps_the_text_that_is_in_the_stash() -> None:
    draft = choose(ONE, choose(ONE, Draft(custom="Kafka"), 1), 0)
    assert draft.selected == (0,)
    assert draft.stash.custom == "Kafka"


def test_choosing_again_changes_nothing() -> None:
    draft = Draft(selected=(1,), note="soon")
    assert choose(ONE, draft, 1) == draft


def test_a_choice_keeps_the_note() -> None:
    assert choose(ONE, Draft(selected=(0,), note="soon"), 1).note == "soon"


def test_the_first_character_puts_choice_and_note_into_the_stash() -> None:
    draft = set_text(ONE, Draft(selected=(0,), note="soon"), " ")
    assert draft == Draft(custom=" ", stash=Stash((0,), note="soon", last="choice"))
    assert set_text(ONE, draft, "").selected == ()


def test_text_joins_the_ticks() -> None:
    assert set_text(MANY, Draft(selected=(2,)), "x") == Draft(selected=(2,), custom="x")


def test_ticks_are_in_the_order_of_choosing() -> None:
    draft = Draft()
    for option in (2, 0, 2, 2):
        draft = toggle(draft, option)
    assert draft.selected == (0, 2)


def test_typing_and_choosing_take_a_skip_back() -> None:
    assert not set_text(ONE, Draft(skipped=True), "x").skipped
    assert not choose(ONE, Draft(skipped=True), 0).skipped
    assert not toggle(Draft(skipped=True), 0).skipped


def test_an_empty_part_replaces_nothing_in_the_stash() -> None:
    draft = skip(choose(ONE, Draft(custom="Kafka"), 1))
    assert draft.stash == Stash((1,), "Kafka", last="choice")
    assert skip(Draft(custom="  ", stash=Stash(custom="Kafka"))).stash.custom == "Kafka"


def test_unskip_brings_back_the_answer_that_was_skipped() -> None:
    chosen = choose(ONE, Draft(custom="Kafka"), 1)
    assert unskip(ONE, skip(chosen)).selected == (1,)
    assert unskip(ONE, skip(chosen)).stash.custom == "Kafka"
    typed = set_text(ONE, Draft(selected=(0,)), "Kafka")
    assert unskip(ONE, skip(typed)).custom == "Kafka"
    assert unskip(ONE, skip(typed)).stash.selected == (0,)


def test_unskip_brings_back_the_note() -> None:
    draft = Draft(selected=(0,), note="soon")
    assert unskip(ONE, skip(draft)) == draft


def test_unskip_brings_back_ticks_and_text() -> None:
    draft = Draft(selected=(2, 0), custom="x")
    assert unskip(MANY, skip(draft)) == draft


def test_clear_keeps_everything() -> None:
    draft = clear(Draft(selected=(0,), note="soon"))
    assert draft == Draft(stash=Stash((0,), note="soon", last="choice"))


def test_a_text_out_of_the_stash_leaves_it() -> None:
    draft = clear(Draft(custom="Kafka"))
    assert set_text(ONE, draft, "Kafka!") == Draft(custom="Kafka!", stash=Stash(last="text"))
    assert set_note(Draft(selected=(0,), stash=Stash(note="a")), "ab").stash.note == ""


def test_answered_and_completed() -> None:
    assert not is_answered(Draft(custom=" \ufeff"))
    assert is_answered(Draft(custom="x"))
    assert is_answered(Draft(selected=(0,)))
    assert is_completed(Draft(skipped=True))
    assert not is_answered(Draft(skipped=True))


def test_what_only_the_stash_holds_is_something() -> None:
    assert not holds_something(Draft())
    assert holds_something(clear(Draft(custom="x")))
    assert holds_something(clear(Draft(selected=(0,))))
    assert holds_something(Draft(skipped=True))


def test_a_carried_draft_is_made_to_fit() -> None:
    assert fit(ONE, Draft(skipped=True, stash=Stash(custom="x"))) == Draft(stash=Stash(custom="x"))
    assert fit(ONE, Draft(selected=(1, 0))).selected == (1,)
    assert fit(ONE, Draft(selected=(5, 1))).selected == (1,)
    assert fit(free(), Draft(selected=(0,), custom="x")) == Draft(custom="x")
    assert fit(MANY, Draft(selected=(2, 0), custom="x")) == Draft(selected=(2, 0), custom="x")


def test_a_carried_text_wins_over_a_choice_beside_it() -> None:
    draft = fit(ONE, Draft(selected=(0,), custom="x"))
    assert (draft.selected, draft.custom, draft.stash.selected) == ((), "x", (0,))


def test_a_carried_note_that_has_no_place_is_kept() -> None:
    assert fit(MANY, Draft(selected=(0,), note="n")) == Draft(selected=(0,), stash=Stash(note="n"))
    plan = Question("q", "?", options=(Option("Go"),), intent=PlanReviewIntent("Go"))
    assert fit(plan, Draft(selected=(0,), note="n")).stash.note == "n"
