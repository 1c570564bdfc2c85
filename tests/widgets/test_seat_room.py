"""The seat in the room it has: too little of it, less of it, and a form that stands folded."""

from __future__ import annotations

import pytest

from dsh_core.questions.types import Option, Question
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")
LONG = Question(
    "long",
    "Which one of these?",
    options=tuple(Option(f"Option {n}", f"Described as number {n}.") for n in range(1, 13)),
)


async def resize(person: Person, width: int, height: int) -> None:
    await person.pilot.resize_terminal(width, height)
    await person.settle()
    await person.settle()


async def test_a_form_that_cannot_be_seen_takes_no_keys() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        await resize(person, 20, 7)
        assert "Too small" in person.screen
        await person.press("1")
        await person.press("tab", "2")
        assert person.place == "composer"
        assert person.composer.text == "12"
        assert not task.done()


async def test_it_takes_the_keyboard_again_when_it_can_be_seen_as_if_it_had_just_come() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        await person.press("down")
        await resize(person, 20, 7)
        await resize(person, 80, 24)
        assert person.place == "composer", "the person may be typing"
        await person.rest()
        assert person.place == "panel"
        await person.press("enter")
        assert (await person.result(task)).answers[0].selected == ("Files",)


@pytest.mark.parametrize("height", [12, 17, 24])
async def test_a_long_message_makes_the_form_give_way_not_the_composer(height: int) -> None:
    async with at_seat(size=(60, height)) as person:
        await person.ask(LONG)
        await person.press(*"ab", "ctrl+j", *"cd", "ctrl+j", *"ef", "ctrl+j", *"gh")
        assert "gh" in person.screen
        assert "ab" in person.screen
        assert "Enter send" in person.screen, "nor does the line of keys"
        assert "Which one of these?" in person.screen


async def test_a_folded_form_says_the_key_back_before_what_may_be_cut() -> None:
    question = Question("q", "Which of them " + "really " * 30 + "?")
    async with at_seat(size=(60, 24)) as person:
        await person.ask(question)
        await person.rest()
        await person.press("escape", "f2")
        assert "Ctrl+] answer · 0 of 1 answered · Which of them" in person.screen


async def test_a_folded_form_says_how_far_it_is_by_now() -> None:
    async with at_seat(size=(60, 12)) as person:
        await person.ask(Question("a", "Which of the many stores that there are?"), NAME)
        await person.rest()
        await person.press(*"abc", "f2")
        assert "1 of 2 answered · Which of the m" in person.screen
        assert "…" in person.screen


async def test_a_click_on_the_folded_line_unfolds_it() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("f2")
        await person.click(person.app.dock, 30, 0)
        assert not person.app.dock.folded
        assert person.place == "panel"
        assert "Redis" in person.screen


async def test_after_each_layout_the_highlighted_row_is_in_view() -> None:
    async with at_seat(size=(60, 40)) as person:
        await person.ask(LONG)
        await person.rest()
        await person.press("G")
        for size in ((60, 12), (30, 14), (60, 20), (24, 8), (100, 30)):
            await resize(person, *size)
            assert "Option 12" in person.screen, size


async def test_of_a_row_higher_than_the_pane_the_label_is_in_view() -> None:
    options = tuple(Option(f"Option {n}", "Described at length. " * 8) for n in range(3))
    async with at_seat(size=(30, 14)) as person:
        await person.ask(Question("q", "Which?", options=options), NAME)
        await person.rest()
        for key, label in (("home", 0), ("down", 1), ("down", 2), ("up", 1)):
            await person.press(key)
            assert f"❯ {label + 1} ○ Option {label}" in person.screen
        await person.press("o", *"abc", "ctrl+j", *"def", *(["ctrl+j", "x"] * 9), "enter", "enter")
        await person.press("tab", "down", "home")
        assert "❯ 1 ● Q1" in person.screen


async def test_after_each_layout_the_caret_is_in_view() -> None:
    async with at_seat(size=(60, 40)) as person:
        await person.ask(LONG)
        await person.rest()
        await person.press("o", *"first", "ctrl+j", "a", "ctrl+j", "b", "ctrl+j", *"last")
        for size in ((60, 12), (30, 14), (60, 20), (30, 9), (100, 30)):
            await resize(person, *size)
            assert "last" in person.screen, size
        await resize(person, 60, 10)
        await person.press("ctrl+home")
        assert "first" in person.screen


@pytest.mark.parametrize("width", [1, 2, 3, 8, 23, 24, 40, 300])
async def test_no_size_is_an_error(width: int) -> None:
    async with at_seat(size=(width, 1)) as person:
        _, task = await person.ask(STORE, LONG, NAME)
        await person.rest()
        for height in (1, 2, 7, 8, 9, 17, 18, 60, 100, 3):
            await resize(person, width, height)
            await person.press("tab", "o", "x", "escape", "G", "z", "f2", "f2", "?", gap=0.8)
        assert not task.done()
