from __future__ import annotations

import pytest

from dsh_core.base.text import WHITESPACE, is_blank, trim


@pytest.mark.parametrize("char", WHITESPACE, ids=lambda char: f"U+{ord(char):04X}")
def test_trims_what_javascript_trims(char: str) -> None:
    assert trim(f"{char}a{char}b{char}") == f"a{char}b"
    assert is_blank(char)


@pytest.mark.parametrize("char", "\x1c\x1d\x1e\x1f\x85\u200b\u180e\u2060")
def test_leaves_what_javascript_leaves(char: str) -> None:
    assert trim(f"{char}a{char}") == f"{char}a{char}"
    assert not is_blank(char)


def test_the_set_is_the_whole_of_it() -> None:
    # ECMAScript: tab, line breaks, vertical tab, form feed, U+FEFF and the category Zs.
    assert len(WHITESPACE) == len(set(WHITESPACE)) == 25


def test_empty_is_blank() -> None:
    assert is_blank("")
    assert not is_blank(" x ")
