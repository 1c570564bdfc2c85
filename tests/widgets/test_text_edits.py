from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_widgets.text_edits import field_text, is_typed, single_edit

TEXTS = st.text(st.sampled_from("ab\n"), max_size=12)


@given(TEXTS, TEXTS)
def test_the_edit_makes_one_text_the_other(old: str, new: str) -> None:
    start, end, inserted = single_edit(old, new)

    def index(location: tuple[int, int]) -> int:
        row, column = location
        return sum(len(line) + 1 for line in old.split("\n")[:row]) + column

    assert old[: index(start)] + inserted + old[index(end) :] == new


def test_the_edit_is_no_larger_than_it_must_be() -> None:
    assert single_edit("one\ntwXo", "one\ntwo") == ((1, 2), (1, 3), "")
    assert single_edit("aa", "aaa") == ((0, 2), (0, 2), "a")


@given(st.text(st.sampled_from("a\r\n\v\x85\u2028\x00")))
def test_a_text_of_a_field_has_one_kind_of_line_break(text: str) -> None:
    held = field_text(text)
    assert set(held) <= {"a", "\n"}
    assert held == field_text(held)
    assert held.split("\n") == (held.splitlines() + [""] * (held.endswith("\n") or not held))


@pytest.mark.parametrize("text", ["a", "日本語", "👩\u200d👧", "\u200c", " ", "¡"])
def test_typed(text: str) -> None:
    assert is_typed(text)


@pytest.mark.parametrize("text", ["", "\r", "\x1b", "a\n", "\x7f", "\ud800"])
def test_not_typed(text: str) -> None:
    assert not is_typed(text)
