"""Questions without options, and texts without anything in them."""

from __future__ import annotations

from typing import Any

import pytest

from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.types import Question
from dsh_core.questions.wire import parse_questions
from tests.cases.forms import form_of, open_form, sent
from tests.cases.reported import case, questions_of

NO_OPTIONS: list[dict[str, Any]] = [{"options": []}, {}]


def without_options(case: str, given: dict[str, Any]) -> Question:
    question = {key: value for key, value in questions_of(case)[0].items() if key != "options"}
    (parsed,) = parse_questions([{**question, **given}], either_spelling=True)
    return parsed


@case("eo-01")
@pytest.mark.parametrize("given", NO_OPTIONS)
@pytest.mark.parametrize("multi", [{}, {"multi_select": True}])
async def test_it_opens_in_the_text(given: dict[str, Any], multi: dict[str, Any]) -> None:
    async with open_form(without_options("eo-01", {**given, **multi})) as person:
        assert person.app.focused is person.form.body.answer.field
        await person.press("n", "e", "o", "enter", "enter")
        assert await sent(person) == [("q1", (), "neo")]


@case("eo-02")
@pytest.mark.parametrize("given", NO_OPTIONS)
@pytest.mark.parametrize("way", ["text", "skip", "dismiss", "mouse"])
async def test_it_can_always_be_answered_skipped_and_dismissed(
    given: dict[str, Any], way: str
) -> None:
    async with open_form(without_options("eo-02", given)) as person:
        match way:
            case "text":
                await person.press(*"a b", "enter", "enter")
                assert await sent(person) == [("q1", (), "a b")]
            case "skip":
                await person.press("escape", "s", "enter")
                assert await sent(person) == [("q1", (), None)]
            case "dismiss":
                await person.press("escape", "X")
                with pytest.raises(UserQuestionError, match="cancelled"):
                    await person.result(person.tasks[0])
            case _:
                line = next(row for row in person.screen.split("\n") if "Skip this" in row)
                actions = person.form.action_line
                await person.click(actions, line.index("Skip this") - actions.region.x, 0)
                assert person.form.state.drafts[0].skipped


@case("eo-04")
@pytest.mark.parametrize("typed", ["", "  ", "\u3000"])
async def test_an_empty_text_is_no_answer_and_none_is_made_up(typed: str) -> None:
    async with form_of("eo-04") as person:
        if typed:
            await person.paste(typed)
        await person.press("enter", "enter")
        assert "Please select an option or enter" in person.screen
        assert not person.tasks[0].done()
        await person.press("escape", "s", "enter")
        assert await sent(person) == [("q1", (), None)]


@case("eo-06")
async def test_blanks_do_not_count_as_an_answer() -> None:
    async with form_of("eo-06") as person:
        await person.press("o", "space", "space", "tab")
        assert "○ Q1" in person.screen
        await person.press("enter")
        assert person.form.state.index == 0, "on to what is open"
        await person.press("tab", "tab")
        assert "not answered yet" in person.screen
        await person.press("end", "enter")
        assert "1 question has no answer yet" in person.screen
        assert not person.tasks[0].done()
