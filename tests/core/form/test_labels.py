from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.sanitise import one_line
from dsh_core.form.labels import display_labels, display_order, parse_label, tab_title
from dsh_core.questions.types import Option, Question
from tests.core.form.batches import questions, single


@pytest.mark.parametrize(
    ("label", "display", "recommended"),
    [
        ("Fast (Recommended)", "Fast", True),
        ("Fast（RECOMMENDED） ", "Fast", True),
        ("稳妥（推荐）", "稳妥", True),
        ("稳妥 (推荐)\ufeff", "稳妥", True),
        ("(Recommended)", "", True),
        ("A（推荐）(Recommended)", "A（推荐）", True),
        ("  A (recommended)", "  A", True),
        ("Fast (Recommended）", "Fast (Recommended）", False),
        ("Fast ( Recommended )", "Fast ( Recommended )", False),
        ("Fast (Recommended) now", "Fast (Recommended) now", False),
        ("Recommended", "Recommended", False),
        ("Fast (Recommended)\x1c", "Fast (Recommended)\x1c", False),
        ("", "", False),
    ],
)
def test_recommended_suffix(label: str, display: str, recommended: bool) -> None:
    found = parse_label(label)
    assert (found.display, found.recommended) == (display, recommended)


def test_recommended_options_come_first_and_the_others_keep_their_order() -> None:
    question = single("A", "B (Recommended)", "C", "D（推荐）")
    assert display_order(question) == (1, 3, 0, 2)


def test_equal_labels_are_told_apart_as_they_are_listed() -> None:
    question = single("Yes", "No", "Yes (Recommended)")
    assert display_labels(question) == ("Yes (2)", "No", "Yes (1)")


def test_a_mark_never_makes_a_label_that_is_already_there() -> None:
    marked = display_labels(single("A", "A", "A (1)"))
    assert len(set(marked)) == 3


def test_labels_that_are_only_the_suffix_are_told_apart() -> None:
    assert display_labels(single("(Recommended)", "(推荐)")) == ("(1)", "(2)")


@given(questions())
def test_every_option_is_listed_once_under_a_name_of_its_own(question: Question) -> None:
    count = len(question.options or ())
    assert sorted(display_order(question)) == list(range(count))
    shown = display_labels(question)
    assert len(set(map(one_line, shown))) == count


@given(st.text(max_size=12), st.sampled_from(["", " ", "\u3000"]))
def test_a_suffix_is_found_behind_any_label(label: str, gap: str) -> None:
    assert parse_label(f"{label}{gap}(Recommended)").recommended


def test_tab_title() -> None:
    assert tab_title(Question("q", "?", header="Cache"), 0) == "Cache"
    assert tab_title(Question("q", "?", header=" "), 1) == "Q2"
    assert tab_title(Question("q", "?"), 2) == "Q3"
    assert "\n" not in tab_title(Question("q", "?", header="a\nb"), 0)


def test_many_equal_labels() -> None:
    question = Question("q", "?", options=(Option("Same"),) * 200)
    assert display_labels(question)[-1] == "Same (200)"
