from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_widgets.dock_size import MIN_BODY, DockSize, dock_size


def test_it_takes_what_it_needs() -> None:
    assert dock_size(80, 24, 8) == DockSize(10, borders=True)


def test_it_takes_sixty_percent_at_most() -> None:
    assert dock_size(80, 24, 100).height == 14
    assert dock_size(80, 50, 100).height == 30


def test_a_plan_may_leave_the_transcript_two_lines() -> None:
    assert dock_size(80, 24, 100, plan=True).height == 20
    assert dock_size(80, 24, 5, plan=True).height == 7


def test_full_height_leaves_the_transcript_one_line() -> None:
    assert dock_size(80, 24, 5, full=True).height == 21
    assert dock_size(80, 24, 5, plan=True, full=True).height == 21


def test_where_nothing_is_above_it_takes_all_that_it_needs() -> None:
    assert dock_size(80, 24, 8, 1, 0) == DockSize(10, borders=True)
    assert dock_size(80, 24, 100, 1, 0) == DockSize(23, borders=True)
    assert dock_size(80, 24, 100, 1, 0, plan=True) == DockSize(23, borders=True)
    assert dock_size(80, 12, 100, 1, 0, plan=True) == DockSize(11, borders=False)


@pytest.mark.parametrize("height", range(8, 18))
def test_a_low_terminal_gives_all_but_one_line_and_no_frame(height: int) -> None:
    assert dock_size(80, height, 5) == DockSize(height - 3, borders=False)


@pytest.mark.parametrize(("width", "height"), [(23, 24), (24, 7), (1, 1), (300, 7), (0, 0)])
def test_where_nothing_fits_one_line_says_so(width: int, height: int) -> None:
    assert dock_size(width, height, 5) == DockSize(1, borders=False, too_small=True)


def test_the_smallest_terminal_that_can_answer() -> None:
    assert not dock_size(24, 8, 5).too_small


sizes = st.integers(0, 400)


@given(sizes, sizes, st.integers(1, 500), st.booleans(), st.booleans())
def test_there_is_always_room_for_the_rest_of_the_screen(
    width: int, height: int, needed: int, plan: bool, full: bool
) -> None:
    size = dock_size(width, height, needed, plan=plan, full=full)
    assert size.height >= 1
    if not size.too_small:
        # The transcript, the composer and the hints have a line each.
        assert size.height <= height - 3
        pinned, borders = 3, 2 * size.borders
        if needed >= MIN_BODY + pinned:
            assert size.height >= min(MIN_BODY + pinned + borders, height - 3)


@given(st.integers(24, 300), st.integers(18, 100), st.integers(1, 100))
def test_what_fits_is_shown_whole(width: int, height: int, needed: int) -> None:
    size = dock_size(width, height, needed)
    assert size.height - 2 == needed or size.height == height * 6 // 10
