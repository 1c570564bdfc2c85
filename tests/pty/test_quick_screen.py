"""What is drawn quickly is drawn as pyte draws it."""

from __future__ import annotations

import contextlib

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pty.quick_screen import QuickScreen, QuickStream

PIECES = st.one_of(
    st.text("ab c─❯é漢\u0301\u200d👩x", min_size=1, max_size=12),
    st.sampled_from(["\r", "\n", "\t", "\b", "\x1b[4h", "\x1b[4l", "\x1b[?7l", "\x1b[?7h", "\x0e"]),
    st.sampled_from(["\x1b[", "\x1b[3", "1mx", "\x1b7", "\x1b8", "\x1b(0", "\x1bM"]),
    st.builds(
        lambda numbers, final: f"\x1b[{';'.join(numbers)}{final}",
        st.lists(st.sampled_from(["", "0", "1", "2", "5", "31", "48", "200", "99999"]), max_size=5),
        st.sampled_from("ABCDEFGHJKLMPXdfghmr@`"),
    ),
)


def drawn(screen: pyte.Screen, stream: pyte.Stream, pieces: list[str]) -> object:
    for piece in pieces:
        # What pyte has no answer for is the same error, and the stream goes on.
        with contextlib.suppress(TypeError, NameError):
            stream.feed(piece)
    cells = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    return cells, screen.cursor.x, screen.cursor.y, screen.cursor.attrs, screen.mode


@given(st.lists(PIECES, max_size=30))
def test_it_is_the_same_screen(pieces: list[str]) -> None:
    quick, slow = QuickScreen(9, 4), pyte.Screen(9, 4)
    assert drawn(quick, QuickStream(quick), pieces) == drawn(slow, pyte.Stream(slow), pieces)


@pytest.mark.parametrize("text", ["abc", "漢字", "e\u0301", "123456789x"])
def test_it_draws(text: str) -> None:
    screen = QuickScreen(9, 4)
    QuickStream(screen).feed(text)
    assert "".join(screen.display).replace(" ", "") == text.replace("e\u0301", "é")
