from __future__ import annotations

import pytest

from dsh_core.form.arrival import PAUSE, Arrival, Route


def test_it_waits_since_it_was_drawn() -> None:
    arrival = Arrival(drawn_at=10.0)
    assert arrival.due(10.1, keyboard_free=True) == pytest.approx(0.3)
    assert arrival.due(10.0 + PAUSE, keyboard_free=True) == pytest.approx(0.0)
    assert arrival.due(20.0, keyboard_free=True) == 0.0


def test_it_waits_since_the_last_key() -> None:
    arrival = Arrival(drawn_at=10.0, last_key_at=9.0).pressed(10.3)
    assert arrival.due(10.5, keyboard_free=True) == pytest.approx(0.2)


def test_a_keyboard_in_use_is_waited_for_without_end() -> None:
    assert Arrival(drawn_at=10.0).due(1000.0, keyboard_free=False) is None


def test_what_has_the_focus_needs_no_more() -> None:
    assert Arrival(drawn_at=10.0).focused(11.0).due(12.0, keyboard_free=True) is None


@pytest.mark.parametrize("key", ["a", "1", "space"])
def test_early_characters_go_to_the_composer(key: str) -> None:
    arrival = Arrival(drawn_at=10.0).focused(11.0)
    assert arrival.route(key, 11.1, printable=True) is Route.COMPOSER
    assert arrival.route(key, 11.0 + PAUSE, printable=True) is Route.FORM


@pytest.mark.parametrize("key", ["enter", "escape", "backspace"])
def test_early_keys_that_act_do_nothing(key: str) -> None:
    arrival = Arrival(drawn_at=10.0).focused(11.0)
    assert arrival.route(key, 11.1, printable=False) is Route.NOWHERE
    assert arrival.route(key, 11.5, printable=False) is Route.FORM


def test_early_keys_that_only_move_are_the_forms() -> None:
    arrival = Arrival(drawn_at=10.0).focused(11.0)
    assert arrival.route("down", 11.1, printable=False) is Route.FORM


def test_given_back_it_arrives_again() -> None:
    arrival = Arrival(drawn_at=10.0).focused(11.0).given_back(11.1)
    assert arrival.due(11.2, keyboard_free=True) == pytest.approx(0.3)


def test_a_focus_that_was_asked_for_has_no_early_keys() -> None:
    arrival = Arrival(drawn_at=10.0).asked_for()
    assert arrival.route("1", 10.1, printable=True) is Route.FORM
    assert arrival.route("1", 9.9, printable=True) is Route.FORM  # handled late, as in a burst
    assert arrival.due(10.2, keyboard_free=True) is None


def test_without_a_composer_the_first_keys_are_dropped() -> None:
    arrival = Arrival(drawn_at=10.0, has_composer=False)
    assert arrival.due(10.0, keyboard_free=False) == 0.0
    arrival = arrival.focused(10.0)
    assert arrival.route("1", 10.1, printable=True) is Route.NOWHERE
    assert arrival.route("down", 10.1, printable=False) is Route.NOWHERE
    assert arrival.route("1", 10.0 + PAUSE, printable=True) is Route.FORM
