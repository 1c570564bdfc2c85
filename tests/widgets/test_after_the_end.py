"""A request has ended: where the keyboard is then, and what keys that are still held down do."""

from __future__ import annotations

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, Question
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")
FIRST_REPEATS = (0.225, 0.5, 0.66)
"""When terminals report the first repeat of a held key, in seconds."""


def repeats(first: float) -> list[float]:
    return [0.0, *(first + 0.033 * n for n in range(20))]


async def ends_elsewhere(person: Person) -> None:
    person.app.pending.cancel(person.front)
    await person.settle()


# Where the keyboard goes


@pytest.mark.parametrize("key", ["escape", "ctrl+]"], ids=["parked", "folded"])
async def test_from_a_form_that_was_left_it_goes_to_the_composer(key: str) -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press(key)
        assert person.place == "transcript"
        await ends_elsewhere(person)
        assert person.place == "composer"


async def test_the_next_request_arrives_by_the_same_rule() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.ask(NAME)
        await person.rest()
        await person.press("escape")
        await ends_elsewhere(person)
        assert person.place == "composer", "it is drawn, and does not have the keyboard yet"
        assert "Which name?" in person.screen
        await person.rest()
        assert person.place == "panel"


async def test_the_frame_of_the_next_request_says_that_it_has_no_keyboard() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.ask(NAME)
        await person.rest()
        assert "┏" in person.screen
        await person.press("2")
        assert "Which name?" in person.screen
        assert "┏" not in person.screen
        await person.rest()
        assert "┏" in person.screen


async def test_a_message_that_is_begun_keeps_it() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.ask(NAME)
        await person.rest()
        await person.press("escape", "i", *"abc", "escape")
        assert person.place == "transcript"
        await ends_elsewhere(person)
        await person.rest()
        assert person.place == "composer"
        assert person.composer.text == "abc"


async def test_another_request_that_ends_moves_nothing() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        second, _ = await person.ask(NAME)
        await person.rest()
        await person.press("escape")
        person.app.pending.cancel(second.id)
        await person.settle()
        assert person.place == "transcript"


# Keys that come late


@pytest.mark.parametrize("key", ["enter", "2", "s", "space", "backspace"])
async def test_a_key_that_was_meant_for_the_form_does_nothing(key: str) -> None:
    async with at_seat() as person:
        await person.press("a")
        await person.ask(STORE)
        await person.press("tab")
        await ends_elsewhere(person)
        await person.press(key, gap=0.1)
        assert person.app.submitted == []
        assert person.composer.text == "a"
        await person.press(*"bc", "enter", gap=0.4)
        assert person.app.submitted == ["abc"]


async def test_the_way_out_is_never_late() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await ends_elsewhere(person)
        await person.press("ctrl+c", "ctrl+q", gap=0.1)
        assert person.app.unused == ["ctrl+c", "ctrl+q"]


async def test_what_comes_after_ones_own_answer_is_not_late() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        await person.burst("2", *"so be it", "enter")
        assert (await person.result(task)).answers[0].selected == ("Files",)
        assert person.app.submitted == ["so be it"]


# Keys that are held


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_dismissal_is_no_text(first: float) -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.held("X", repeats(first))
        assert not person.app.pending.requests
        assert person.composer.text == ""
        await person.press("X")
        assert person.composer.text == "X", "a fresh press is"


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_yes_is_no_text(first: float) -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("2", *"abc", "escape", "X")
        await person.held("y", repeats(first))
        assert not person.app.pending.requests
        assert person.composer.text == ""


@pytest.mark.parametrize("first", FIRST_REPEATS)
@pytest.mark.parametrize("key", ["2", "enter"])
async def test_a_held_answer_is_no_text_and_sends_none(key: str, first: float) -> None:
    async with at_seat() as person:
        await person.press("a")
        await person.ask(STORE)
        await person.press("tab")
        await person.held(key, repeats(first))
        assert not person.app.pending.requests
        assert person.app.submitted == []
        assert person.composer.text == "a"


@pytest.mark.parametrize("first", FIRST_REPEATS)
@pytest.mark.parametrize("key", ["a", "r"])
async def test_a_held_verdict_on_a_tool_is_no_text(key: str, first: float) -> None:
    async with at_seat() as person:
        await person.want_leave(ApprovalRequest("shell", body="ls"))
        await person.rest()
        await person.held(key, repeats(first))
        assert not person.app.approvals.requests
        assert person.composer.text == ""


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_yes_on_the_line_of_the_seat_is_no_text(first: float) -> None:
    async with at_seat() as person:
        done = []
        person.app.seat.keyboard.ask("Stop?", lambda: done.append("stop"))
        await person.held("y", repeats(first))
        assert done == ["stop"]
        assert person.composer.text == ""
