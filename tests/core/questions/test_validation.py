from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.questions.types import Answer, AnswerItem, Option, Question
from dsh_core.questions.validation import misfit

OPTIONS = (Option("A"), Option("B"), Option("A"))
SINGLE = Question("q", "?", options=OPTIONS)
MULTI = Question("q", "?", options=OPTIONS, multi_select=True)
FREE = Question("q", "?")
EMPTY = Question("q", "?", options=())


def item(*selected: str, custom: str | None = None, of: str = "q") -> AnswerItem:
    return AnswerItem(of, selected, custom)


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        (SINGLE, item()),
        (SINGLE, item("A")),
        (SINGLE, item(custom=" own ")),
        (Question("q", "?", options=OPTIONS, multi_select=False), item("B")),
        (MULTI, item()),
        (MULTI, item("B", "A")),
        (MULTI, item("A", custom="and this")),
        (MULTI, item(custom="only this")),
        (FREE, item(custom="text")),
        (FREE, item()),
        (EMPTY, item(custom="text")),
        (SINGLE, item(custom="\u0085")),  # not blank: trimming is JavaScript's
    ],
)
def test_fits(question: Question, answered: AnswerItem) -> None:
    assert misfit((question,), Answer((answered,))) is None


@pytest.mark.parametrize(
    ("question", "answered", "wrong"),
    [
        (SINGLE, item("C"), 'answers[0]: "C" is not one of the options'),
        (SINGLE, item("a"), 'answers[0]: "a" is not one of the options'),
        (SINGLE, item("A", "B"), "answers[0]: only one option can be selected"),
        (SINGLE, item("A", custom="x"), "answers[0]: a selected option and custom text exclude"),
        (SINGLE, item(custom=""), "answers[0]: custom must not be blank"),
        (SINGLE, item(custom="\ufeff \n"), "answers[0]: custom must not be blank"),
        (MULTI, item("A", custom=" "), "answers[0]: custom must not be blank"),
        (MULTI, item("A", "A"), 'answers[0]: "A" is selected twice'),
        (FREE, item("A"), 'answers[0]: "A" is not one of the options'),
        (EMPTY, item(""), 'answers[0]: "" is not one of the options'),
        (SINGLE, item("A", of="Q"), 'answers[0]: id must be "q", not "Q"'),
    ],
)
def test_does_not_fit(question: Question, answered: AnswerItem, wrong: str) -> None:
    said = misfit((question,), Answer((answered,)))
    assert said is not None
    assert said.startswith(wrong)


def test_the_number_of_answers() -> None:
    assert misfit((FREE, FREE), Answer((item(),))) == "2 answers are expected, not 1"
    assert misfit((FREE,), Answer((item(), item()))) == "1 answers are expected, not 2"


def test_ids_count_position_by_position() -> None:
    questions = (Question("a", "?"), Question("b", "?"))
    assert misfit(questions, Answer((item(of="a"), item(of="b")))) is None
    assert misfit(questions, Answer((item(of="b"), item(of="a")))) is not None


def test_questions_may_share_an_id() -> None:
    questions = (SINGLE, MULTI)
    assert misfit(questions, Answer((item("A"), item("B", "A")))) is None
    wrong = misfit(questions, Answer((item("A"), item("C"))))
    assert wrong == 'answers[1]: "C" is not one of the options'


LABELS = st.lists(st.sampled_from("ABC"), max_size=4).map(tuple)


@given(
    LABELS,
    st.none() | st.sampled_from(["", " ", "x", " x "]),
    st.sampled_from([SINGLE, MULTI, FREE, EMPTY]),
)
def test_the_rule_as_one_formula(
    selected: tuple[str, ...], custom: str | None, question: Question
) -> None:
    offered = {option.label for option in question.options or ()}
    fits = (
        len(set(selected)) == len(selected)
        and set(selected) <= offered
        and (custom is None or custom.strip() != "")
        and (question.multi_select or len(selected) + (custom is not None) <= 1)
    )
    said = misfit((question,), Answer((AnswerItem("q", selected, custom),)))
    assert (said is None) is bool(fits)
