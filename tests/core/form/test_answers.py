from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.answers import build_answer, build_item
from dsh_core.form.drafts import Draft, fit
from dsh_core.questions.types import AnswerItem, Question
from dsh_core.questions.validation import misfit
from tests.core.form.batches import batches, free, multi, single, texts


def test_labels_are_sent_byte_for_byte_in_the_order_of_choosing() -> None:
    question = multi("A (Recommended)", " B ", "C")
    assert build_item(question, Draft(selected=(1, 0))).selected == (" B ", "A (Recommended)")


def test_an_equal_label_is_sent_once() -> None:
    item = build_item(multi("Yes", "Yes", "No"), Draft(selected=(1, 2, 0)))
    assert item.selected == ("Yes", "No")


def test_a_skip_sends_nothing() -> None:
    draft = Draft(selected=(0,), custom="x", skipped=True)
    assert build_item(multi("A"), draft) == AnswerItem("m")


def test_text_is_trimmed_outside_and_kept_inside() -> None:
    assert build_item(free(), Draft(custom="\ufeff a\n\n b \n")).custom == "a\n\n b"


def test_blank_text_is_no_answer() -> None:
    assert build_item(free(), Draft(custom=" \n")).custom is None
    assert build_item(multi("A"), Draft(selected=(0,), custom=" ")) == AnswerItem("m", ("A",))


def test_text_replaces_a_choice_and_joins_ticks() -> None:
    draft = Draft(selected=(0,), custom="x")
    assert build_item(single("A"), draft) == AnswerItem("q", custom="x")
    assert build_item(multi("A"), draft) == AnswerItem("m", ("A",), "x")


def test_a_note_is_sent_as_text_behind_the_label() -> None:
    item = build_item(single("A (Recommended)"), Draft(selected=(0,), note=" but\nslowly "))
    assert item == AnswerItem("q", custom="A (Recommended)\n\nNote: but\nslowly")


def test_a_blank_note_is_none() -> None:
    assert build_item(single("A"), Draft(selected=(0,), note=" ")) == AnswerItem("q", ("A",))


@st.composite
def drafted(draw: st.DrawFn) -> tuple[tuple[Question, ...], tuple[Draft, ...]]:
    batch = draw(batches)
    drafts = []
    for question in batch:
        positions = st.integers(0, max(0, len(question.options or ()) - 1))
        raw = Draft(
            selected=tuple(draw(st.lists(positions, max_size=4))),
            custom=draw(texts),
            note=draw(texts),
        )
        drafts.append(fit(question, raw))
    return batch, tuple(drafts)


@given(drafted())
def test_every_answer_fits_its_questions(
    given_: tuple[tuple[Question, ...], tuple[Draft, ...]],
) -> None:
    batch, drafts = given_
    assert misfit(batch, build_answer(batch, drafts)) is None
