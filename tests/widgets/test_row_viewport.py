"""The anchor is the truth: no move, append or wrong guess shifts what is on screen."""

from __future__ import annotations

import random

import pytest

from dsh_widgets.row_heights import HeightIndex
from dsh_widgets.row_viewport import Place, Viewport


def make(heights: list[int], size: int = 10, guess: float = 1.0, **state: object) -> Viewport:
    index = HeightIndex()
    for height in heights:
        index.append(max(1, int(height * guess)))
    viewport = Viewport(lambda entry: heights[entry], index, size)
    viewport.follow = bool(state.get("follow", True))
    return viewport


def flat(heights: list[int]) -> list[Place]:
    return [(entry, row) for entry, height in enumerate(heights) for row in range(height)]


HEIGHTS = [random.Random(3).choice([1, 1, 2, 3, 7, 25]) for _ in range(200)]


def test_it_follows_the_end() -> None:
    heights = list(HEIGHTS)
    viewport = make(heights)
    assert viewport.frame() == flat(heights)[-10:]
    heights.append(4)
    viewport.heights.append(1)
    assert viewport.frame() == flat(heights)[-10:]


@pytest.mark.parametrize("guess", [0.1, 1.0, 10.0])
def test_moves_are_exact_whatever_was_guessed(guess: float) -> None:
    rows = flat(HEIGHTS)
    viewport = make(HEIGHTS, guess=guess)
    at = len(rows) - 10
    pick = random.Random(5)
    for _ in range(300):
        delta = pick.randint(-40, 40)
        viewport.move(delta)
        at = max(0, min(len(rows) - 10, at + delta))
        assert viewport.frame() == rows[at : at + 10]
        assert viewport.follow == (at == len(rows) - 10)


@pytest.mark.parametrize("guess", [0.1, 1.0, 10.0])
def test_a_jump_lands_somewhere_whole_and_can_be_left_and_found_again(guess: float) -> None:
    rows = flat(HEIGHTS)
    viewport = make(HEIGHTS, guess=guess)
    pick = random.Random(6)
    for _ in range(40):
        viewport.jump(pick.randrange(viewport.heights.total))
        frame = viewport.frame()
        at = rows.index(frame[0])
        assert frame == rows[at : at + 10]
        if 5 <= at < len(rows) - 15:
            viewport.move(-5)
            viewport.move(5)
            assert viewport.frame() == frame


def test_appending_while_scrolled_up_moves_nothing() -> None:
    heights = list(HEIGHTS)
    viewport = make(heights)
    viewport.move(-60)
    frame = viewport.frame()
    for _ in range(20):
        heights.append(3)
        viewport.heights.append(9)
        assert viewport.frame() == frame


def test_a_change_above_moves_nothing() -> None:
    heights = list(HEIGHTS)
    viewport = make(heights)
    viewport.move(-60)
    frame = viewport.frame()
    heights[3] = 90
    assert viewport.frame() == frame


def test_a_toggled_row_keeps_its_place() -> None:
    heights = [1] * 40
    viewport = make(heights)
    viewport.move(-5)
    frame = viewport.frame()
    entry = frame[4][0]
    heights[entry] = 30
    viewport.hold((entry, 0), 4)
    assert viewport.frame()[4] == (entry, 0)
    heights[entry] = 1
    viewport.hold((entry, 0), 4)
    assert viewport.frame() == frame


def test_reveal_scrolls_as_little_as_needed() -> None:
    viewport = make([1] * 40)
    viewport.frame()
    viewport.reveal((5, 0))
    assert viewport.frame()[0] == (5, 0)
    viewport.reveal((20, 0))
    assert viewport.frame()[-1] == (20, 0)
    frame = viewport.frame()
    viewport.reveal((15, 0))
    assert viewport.frame() == frame


@pytest.mark.parametrize(
    ("heights", "size"), [([], 10), ([], 0), ([1, 2], 10), ([50], 1), ([3], 0)]
)
def test_small_worlds(heights: list[int], size: int) -> None:
    viewport = make(heights, size)
    for move in (1, -1, 100, -100):
        viewport.move(move)
        viewport.jump(move)
        frame = viewport.frame()
        assert len(frame) == min(size, sum(heights))
    viewport.to_start()
    assert viewport.frame() == flat(heights)[:size]


def test_heights() -> None:
    index = HeightIndex()
    for height in [3] * 2000:
        index.append(height)
    index[700] = 10
    assert (index.total, len(index), index[700]) == (6007, 2000, 10)
    assert (index.top(700), index.top(701), index.top(2000)) == (2100, 2110, 6007)
    assert index.locate(2105) == (700, 5)
    assert index.locate(10**9) == (1999, 2)
    index.prepend([1, 2])
    assert (index[0], index[1], index[702], index.total) == (1, 2, 10, 6010)
    with pytest.raises(IndexError):
        HeightIndex().locate(0)
