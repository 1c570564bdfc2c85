"""A key that is to be pressed twice: the times and the keys between."""

from __future__ import annotations

import pytest

from dsh_app.screens.second_press import ARMED_SECONDS, SecondPress


def words(*presses: tuple[float, int]) -> list[str]:
    """What each press is: its time, and how many keys there have been."""
    second = SecondPress()
    return [second.press(time, count) for time, count in presses]


def test_twice_in_time_is_twice() -> None:
    assert words((10.0, 1), (11.0, 2)) == ["first", "second"]
    assert words((10.0, 1), (10.0 + ARMED_SECONDS, 2)) == ["first", "second"]


def test_too_late_or_with_another_key_between_it_is_the_first_again() -> None:
    assert words((10.0, 1), (12.1, 2), (13.0, 3)) == ["first", "first", "second"]
    assert words((10.0, 1), (11.0, 3), (12.0, 4)) == ["first", "first", "second"]


@pytest.mark.parametrize("first", [0.225, 0.66])
def test_held_down_it_is_never_the_second_for_sure(first: float) -> None:
    times = [10.0, *(10.0 + first + 0.033 * repeat for repeat in range(100))]
    found = words(*((time, count) for count, time in enumerate(times, start=1)))
    assert found[:3] == ["first", "perhaps", "repeat"]
    assert "second" not in found
    assert "perhaps" not in found[2:], "each is followed by another within the moment it waits"


def test_what_is_forgotten_does_not_count() -> None:
    second = SecondPress()
    assert second.press(10.0, 1) == "first"
    assert second.since == 10.0
    second.forget()
    assert second.since is None
    assert second.press(11.0, 2) == "first"
