"""Rows are never too wide, and lose nothing but blanks at a break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes
from textual.content import Content

from dsh_core.base.sanitise import sanitise
from dsh_widgets.wrapping import hang, wrap, wrap_rows

ALPHABET = "ab zZ-,.  你好。、한글ก็é\u0301👩‍💻👍🏽❤️🇩🇪\t[x]"


@given(text=st.text(alphabet=ALPHABET, max_size=80), width=st.integers(1, 40))
def test_no_row_is_wider_than_asked(text: str, width: int) -> None:
    for row in wrap(Content(sanitise(text)), width):
        assert row.cell_length <= width
        assert "\t" not in row.plain


@given(text=st.text(alphabet=ALPHABET, max_size=80), width=st.integers(2, 40))
def test_only_blanks_are_lost(text: str, width: int) -> None:
    rows = wrap(Content(sanitise(text)), width)
    assert "".join("".join(row.plain.split()) for row in rows) == "".join(sanitise(text).split())


@given(
    words=st.lists(st.text("abc", min_size=1, max_size=6), max_size=30), width=st.integers(1, 20)
)
def test_joints_put_a_line_together_again(words: list[str], width: int) -> None:
    line = " ".join(words)
    rows = wrap_rows(Content(line), width)
    assert rows[0].joint is None
    joined = "".join((row.joint or "") + row.content.plain for row in rows)
    assert joined == line


def test_a_grapheme_is_never_cut() -> None:
    family = "👩‍💻"
    rows = wrap(Content(family * 5), 4)
    assert [row.plain for row in rows] == [family * 2, family * 2, family]


def test_wide_text_breaks_between_its_characters_but_not_before_a_full_stop() -> None:
    assert [row.plain for row in wrap(Content("你好世界。再见"), 8)] == ["你好世", "界。再见"]


def test_a_prefix_hangs_before_every_row() -> None:
    rows = hang(Content("one two three"), 7, Content("• "), Content("  "))
    assert [row.content.plain for row in rows] == ["• one", "  two", "  three"]
    assert [row.lead for row in rows] == [2, 2, 2]


@pytest.mark.parametrize("width", range(1, 12))
def test_a_prefix_leaves_room_for_the_text(width: int) -> None:
    rows = hang(Content("wörd 你好"), width, Content("▌ ▌ ▌ "), Content("▌ ▌ ▌ "))
    assert all(row.content.cell_length <= width for row in rows)


def test_the_measure_is_the_terminal_s() -> None:
    text = "❤️ 👩‍💻 你"
    assert cell_len(text) == split_graphemes(text)[1] == Content(text).cell_length
