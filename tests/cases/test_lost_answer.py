"""What a person chose or typed gets lost, or lands in another question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.types import Question
from dsh_core.questions.wire import parse_questions
from tests.cases.forms import form_of, open_form, sent
from tests.cases.reported import case, questions_of
from tests.support.desk import at_desk
from tests.support.seats import Person

ONWARD: Sequence[Sequence[str]] = [
    ["tab"],
    ["escape", "]"],
    ["escape", "right"],
    ["up", "tab"],
    ["down", "tab"],
    ["escape", "tab", "tab", "shift+tab"],
]


async def click_on(person: Person, words: str) -> None:
    """Press the mouse on a tab that is called so."""
    line = next(row for row in person.screen.split("\n") if words in row)
    tabs = person.form.tabs
    await person.click(tabs, line.index(words) - tabs.region.x, 0)


@case("la-01")
@pytest.mark.parametrize("keys", ONWARD, ids="-".join)
async def test_each_question_has_a_text_of_its_own(keys: Sequence[str]) -> None:
    async with form_of("la-01") as person:
        await person.press("o", *"Kafka", *keys)
        field = person.form.body.answer.field
        assert person.form.state.index == 1
        await person.press("o")
        assert field.text == ""
        await person.press("shift+tab")
        await person.press("o")
        assert field.text == "Kafka"
        assert field.cursor_location == (0, 5)
        await person.press("tab", "1", "enter")
        assert await sent(person) == [("q1", (), "Kafka"), ("q2", ("NATS",), None)]


@case("la-02")
@pytest.mark.parametrize("tab", ["Q2", "Review"])
async def test_a_click_on_a_tab_keeps_the_text_where_it_was_typed(tab: str) -> None:
    async with form_of("la-02") as person:
        await person.press("o", *"abc")
        await click_on(person, tab)
        assert [draft.custom for draft in person.form.state.drafts] == ["abc", ""]
        await click_on(person, "Review")
        lines = person.screen.split("\n")
        assert any("abc" in line for line in lines)
        assert "not answered yet" in person.screen


async def fold(person: Person) -> None:
    await person.press("ctrl+]", "ctrl+]")


async def go_round(person: Person) -> None:
    await person.press("f6", "f6", "f6")


async def another_request(person: Person) -> None:
    await person.ask(Question("x", "Another?"))
    await person.press("escape", ">", "escape", "<", "o")


async def resize(person: Person) -> None:
    for size in ((10, 5), (200, 60), (80, 24)):
        await person.pilot.resize_terminal(*size)
    await person.rest()


async def change_language(person: Person) -> None:
    person.app.seat.catalogue = Catalogue("zh")
    await person.settle()


async def help_and_back(person: Person) -> None:
    await person.press("escape", "z", "z", "escape", "tab", "o")


@pytest.mark.parametrize(
    "leave", [fold, go_round, another_request, resize, change_language, help_and_back]
)
async def test_a_text_is_there_after_looking_elsewhere(leave: Any) -> None:
    async with form_of("la-01") as person:
        await person.press("o", *"Kafka")
        await leave(person)
        await person.press("!")
        assert person.form.state.drafts[0].custom == "Kafka!"
        assert person.form.body.answer.field.text == "Kafka!"


@case("la-06")
@pytest.mark.parametrize("size", [(80, 24), (30, 12)])
async def test_a_batch_ends_only_after_every_question_was_shown(size: tuple[int, int]) -> None:
    async with form_of("la-06", size) as person:
        await person.press("enter")
        assert person.form.state.index == 1
        assert "Which queue?" in person.screen
        assert "[○ Q2]" in person.screen or "2/4" in person.screen
        await person.press("tab", "tab", "end", "enter")
        assert "2 questions have no answer yet" in " ".join(person.screen.split())
        assert not person.tasks[0].done()


@case("la-07")
@pytest.mark.parametrize("blank", ["", " ", "  \u3000", "\t", "\n \n"])
async def test_an_empty_own_answer_leaves_the_ticks(blank: str) -> None:
    async with form_of("la-07") as person:
        await person.press("space", "down", "space", "o")
        if blank:
            await person.paste(blank)
        await person.press("enter")
        if not person.tasks[0].done():
            await person.press("enter")
        assert await sent(person) == [("q3", ("linux", "mac"), None)]


@case("la-09")
@pytest.mark.parametrize("multi", [{}, {"multi_select": False}, {"multi_select": True}])
@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["1", "enter"], (("Yes",), None)),
        (["o", "x", "enter", "enter"], ((), "x")),
        (["s", "enter"], ((), None)),
    ],
    ids=["pick", "own", "skip"],
)
async def test_once_shown_any_answer_is_taken(
    multi: dict[str, Any], keys: list[str], answer: tuple[tuple[str, ...], str | None]
) -> None:
    batch = parse_questions([{**questions_of("la-09")[0], **multi}], either_spelling=True)
    async with open_form(*batch) as person:
        for key in keys:
            if not person.tasks[0].done():
                await person.press(key)
        assert await sent(person) == [("q1", *answer)]


@case("la-10")
async def test_enter_on_nothing_ticked_is_no_silent_skip() -> None:
    async with form_of("la-10") as person:
        await person.press("enter", "enter", "enter")
        assert person.form.state.index == 2
        assert "Please select an option" in person.screen
        await person.press("tab")
        assert "not answered yet" in person.screen
        await person.press("S", "end", "enter")
        assert await sent(person) == [
            ("q1", ("Redis",), None),
            ("q2", ("NATS",), None),
            ("q3", (), None),
        ]


ASKS_FOR_NOTES = """\
prompt: Go.
speed: 0
steps:
  - ask:
      - {id: q1, question: "Notes?", options: ["None"]}
  - say: Thank you.
"""


@case("la-11")
async def test_a_long_reply_can_be_read_in_the_transcript() -> None:
    words = [f"word{at:03}" for at in range(86)]
    text = " ".join(words)
    assert len(text) > 600
    async with at_desk(ASKS_FOR_NOTES, size=(80, 60)) as desk:
        await desk.until_shown("Notes?")
        await desk.take("o")
        await desk.press(*text, gap=0.05)
        await desk.press("enter", "enter")
        await desk.until_shown("Thank you.")
        above = desk.text.split("Thank you.")[0]
        assert "Notes?" in above
        position = 0
        for word in words:
            position = above.index(word, position)
