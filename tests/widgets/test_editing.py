"""A text in the person's own editor: what becomes of it, whatever happened meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.state import Message as Line
from dsh_core.questions.types import Answer, AnswerItem, Option, PlanReviewIntent, Question
from dsh_widgets.editing import EditRequested
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
PARTS = Question("parts", "Which parts?", options=(Option("api"), Option("web")), multi_select=True)
NAME = Question("name", "Which name?")
PLAN = Question(
    "plan",
    "Approve?",
    detail="# Plan",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)


async def edit(person: Person, *keys: str) -> EditRequested:
    """Ask for an editor after some keys; it is open now."""
    await person.rest()
    await person.press(*keys, "ctrl+g")
    return person.app.edits[-1]


async def close(person: Person, editor: EditRequested, text: str) -> None:
    editor.take(text)
    await person.settle()


def draft(person: Person, index: int = 0) -> Draft:
    return person.form.state.drafts[index]


async def test_an_own_answer_beside_ticks() -> None:
    async with at_seat() as person:
        _, task = await person.ask(PARTS)
        editor = await edit(person, "1", *"oabc")
        assert editor.text == "abc"
        await close(person, editor, "abc\nand more")
        assert draft(person) == Draft(selected=(0,), custom="abc\nand more")
        await person.press("ctrl+z")
        assert draft(person).custom == "abc", "it is one edit"
        await person.press("ctrl+y", "enter", "enter")
        assert (await person.result(task)).answers[0] == AnswerItem(
            "parts", ("api",), "abc\nand more"
        )


async def test_a_note() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        editor = await edit(person, *"nit is fast")
        await close(person, editor, "it is very fast")
        await person.press("enter", "enter")
        assert (await person.result(task)).answers[0].custom == "Redis\n\nNote: it is very fast"


async def test_a_text_that_was_only_looked_at_is_no_edit() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc", "escape", "home", "space", "o")
        assert editor.text == "abc"
        await close(person, editor, "abc")
        assert draft(person) == Draft(selected=(0,), stash=Stash(custom="abc", last="text"))


async def test_keys_that_came_before_the_editor_do_not_lose_its_text() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc")
        await person.press("escape", "tab", "x")
        await close(person, editor, "abc and more")
        assert [each.custom for each in person.form.state.drafts] == ["abc and more", "x"]
        assert person.form.state.index == 1


async def test_a_note_whose_pick_was_taken_back_is_kept() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        editor = await edit(person, *"nabc")
        await person.press("escape", "delete")
        await close(person, editor, "abc and more")
        assert draft(person).note == ""
        assert draft(person).stash.note == "abc and more"


async def test_a_failure_is_told_and_loses_nothing() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        editor = await edit(person, *"oabc")
        editor.fail(Line("editor.not_here"))
        await person.settle()
        assert "! " in person.screen
        assert draft(person).custom == "abc"


async def end(person: Person, task: asyncio.Task[Answer], how: str) -> None:
    if how == "answered":
        given = Answer((AnswerItem("store", ("Redis",)), AnswerItem("name")))
        assert person.app.pending.answer(person.front, given).accepted
    elif how == "dismissed":
        assert person.app.pending.cancel(person.front).accepted
    else:
        task.cancel()
    await person.settle()


@pytest.mark.parametrize("how", ["answered", "dismissed", "aborted"])
async def test_the_request_ends_while_it_is_open(how: str) -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc")
        await end(person, task, how)
        await close(person, editor, "abc and more")
        assert "abc" not in person.screen
        await person.ask(STORE, NAME)
        assert "carried over" in person.screen
        assert "kept: abc and more" in person.screen
        assert draft(person).custom == "", "it is not sent by itself"
        await person.rest()
        await person.press("o", "enter")
        assert draft(person).custom == "abc and more"


@pytest.mark.parametrize("how", ["answered", "dismissed"])
async def test_a_note_comes_back_too(how: str) -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        editor = await edit(person, *"nabc")
        await end(person, task, how)
        await close(person, editor, "abc and more")
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("n")
        assert "abc and more" in person.screen


async def test_the_same_is_asked_again_while_it_is_open() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc")
        await end(person, task, "aborted")
        _, task = await person.ask(STORE, NAME)
        await close(person, editor, "abc and more")
        assert "kept: abc and more" in person.screen
        await end(person, task, "aborted")
        await person.ask(STORE, NAME)
        assert draft(person).stash.custom == "abc and more"


async def test_the_field_that_shows_what_it_was_made_from_shows_it() -> None:
    async with at_seat() as person:
        _, task = await person.ask(NAME)
        editor = await edit(person, *"abc")
        await end(person, task, "aborted")
        _, task = await person.ask(NAME)
        await close(person, editor, "abc and more")
        assert "✎ abc and more" in person.screen
        await person.rest()
        await person.press("enter", "enter")
        assert (await person.result(task)).answers[0].custom == "abc and more"


async def test_nothing_was_changed_by_then() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc")
        await end(person, task, "answered")
        await close(person, editor, "abc")
        await person.ask(STORE, NAME)
        assert draft(person) == Draft()


async def test_an_editor_that_fails_when_the_form_is_gone() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        editor = await edit(person, *"oabc")
        await end(person, task, "aborted")
        editor.fail(Line("editor.not_here"))
        await person.settle()
        await person.ask(STORE, NAME)
        assert draft(person).custom == "abc"


@pytest.mark.parametrize("keys", ["fabc", "cabc", ""], ids=["feedback", "comment", "copy"])
async def test_the_review_of_a_plan_ends_while_it_is_open(keys: str) -> None:
    async with at_seat() as person:
        _, task = await person.ask(PLAN)
        editor = await edit(person, *keys)
        await end(person, task, "aborted")
        await close(person, editor, "abc and more")
        await person.ask(PLAN)
        await person.rest()
        await person.press("f")
        assert "abc and more" in person.screen


async def test_a_message() -> None:
    async with at_seat() as person:
        editor = await edit(person, *"abc")
        await close(person, editor, "abc and more")
        await person.press("enter")
        assert person.app.submitted == ["abc and more"]
