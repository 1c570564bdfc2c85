"""Which clicks only bring the terminal to the front."""

from __future__ import annotations

import pytest
from textual import events

from dsh_widgets.front_click import FrontClick


def at(time: float, event: events.Event) -> events.Event:
    event.time = time
    return event


def mouse(kind: type[events.MouseEvent]) -> events.MouseEvent:
    return kind(None, 1, 1, 0, 0, 1, False, False, False)


def taken(*timed: tuple[float, events.Event]) -> list[bool]:
    rule = FrontClick()
    return [rule.takes(at(time, event)) for time, event in timed]


def press(time: float) -> tuple[float, events.Event]:
    return time, mouse(events.MouseDown)


def release(time: float) -> tuple[float, events.Event]:
    return time, mouse(events.MouseUp)


BLUR = (5.0, events.AppBlur())


def test_a_click_in_front_is_a_click() -> None:
    assert taken(press(10), release(10.1)) == [False, False]


def test_one_in_the_moment_of_coming_to_the_front_is_not() -> None:
    focus = (10.0, events.AppFocus())
    clicks = press(10.01), release(10.3), press(10.5), release(10.6)
    assert taken(BLUR, focus, *clicks) == [False, False, True, True, False, False]


def test_nor_is_one_that_comes_before_the_terminal_says_so() -> None:
    events_ = press(10), (10.01, events.AppFocus()), release(10.2), press(10.5)
    assert taken(BLUR, *events_) == [False, True, False, True, False]


@pytest.mark.parametrize("later", [0.25, 1, 60])
def test_one_after_that_moment_is_a_click(later: float) -> None:
    focus = (10.0, events.AppFocus())
    assert taken(BLUR, focus, press(10 + later)) == [False, False, False]


def test_a_terminal_that_says_again_that_it_is_in_front_does_not_matter() -> None:
    focus = (10.0, events.AppFocus())
    assert taken(focus, press(10.01)) == [False, False]


def test_the_mouse_that_moves_or_scrolls_is_let_through() -> None:
    moves = (10.0, mouse(events.MouseMove)), (10.0, mouse(events.MouseScrollDown))
    assert taken(BLUR, (10.0, events.AppFocus()), *moves) == [False] * 4


def test_a_key_shows_that_the_terminal_is_in_front() -> None:
    key = (9.0, events.Key("a", "a"))
    assert taken(BLUR, key, press(10)) == [False, False, False]
