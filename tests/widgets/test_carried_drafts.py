"""Drafts that come back when the same is asked again, and those that do not."""

from __future__ import annotations

import pytest

from dsh_core.form.store import MemoryDraftStore, draft_keys
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.types import Option, Question
from tests.support.seats import Asker, Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")
MORE = Question("more", "Anything else?")


async def begin(person: Person) -> None:
    """Answer the first question, and half of the second."""
    await person.rest()
    await person.press("2", *"abc")


async def assert_back(person: Person) -> None:
    """Ask the same again: what was begun is there, and says where it is from."""
    _, task = await person.ask(STORE, NAME, MORE)
    assert person.form.state.carried == (True, True, False)
    assert "carried over" in person.screen
    await person.rest()
    assert person.form.state.drafts[0].selected == (1,)
    await person.press("R")  # to the review page: what was not on screen yet is open there
    assert "carried over" in person.screen
    await person.press("G", "enter", "enter")
    assert not task.done(), "the second one was not on screen yet: it is the first gap"
    assert "abc" in person.screen
    assert "carried over" in person.screen
    await person.press("enter", *"no", "enter")
    await person.press("enter")
    answer = await person.result(task)
    assert [item.custom for item in answer.answers] == [None, "abc", "no"]
    assert answer.answers[0].selected == ("Files",)


async def test_after_a_discussion() -> None:
    async with at_seat() as person:
        request, task = await person.ask(STORE, NAME, MORE)
        await begin(person)
        await person.press("escape", "d", *"hm", "enter")
        assert person.app.discussed == [("agent-1", "hm")]
        person.app.pending.cancel(request.id)
        with pytest.raises(UserQuestionError):
            await person.result(task)
        await assert_back(person)


async def test_after_a_dismissal() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME, MORE)
        await begin(person)
        await person.press("escape", "X", "y")
        with pytest.raises(UserQuestionError):
            await person.result(task)
        await assert_back(person)


async def test_after_the_asker_stopped_waiting() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME, MORE)
        await begin(person)
        task.cancel()
        await person.settle()
        await assert_back(person)


async def test_after_its_agent_died() -> None:
    async with at_seat() as person:
        request, task = await person.ask(STORE, NAME, MORE)
        await begin(person)
        person.app.pending.reject(request.id, RuntimeError("gone"))
        with pytest.raises(RuntimeError):
            await person.result(task)
        await assert_back(person)


async def test_not_after_an_answer() -> None:
    async with at_seat() as person:
        _, first = await person.ask(STORE, NAME)
        await begin(person)
        first.cancel()
        await person.settle()
        _, second = await person.ask(STORE, NAME)
        await person.rest()
        await person.press("2")
        await person.press("enter", "enter")
        assert (await person.result(second)).answers[1].custom == "abc"
        await person.ask(STORE, NAME)
        assert person.form.state.carried == (False, False)
        assert "carried over" not in person.screen


async def test_a_skip_does_not_come_back() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        await person.rest()
        await person.press("s")
        task.cancel()
        await person.settle()
        await person.ask(STORE, NAME)
        assert not person.form.state.drafts[0].skipped


async def test_another_agent_gets_nothing_of_it() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        await begin(person)
        task.cancel()
        await person.settle()
        await person.ask(STORE, NAME, agent=Asker("agent-2", "Bob"))
        assert person.form.state.carried == (False, False)


async def test_equal_questions_are_told_apart_by_their_place() -> None:
    async with at_seat() as person:
        _, task = await person.ask(NAME, NAME)
        await person.rest()
        await person.press("tab", *"abc")
        task.cancel()
        await person.settle()
        await person.ask(NAME, NAME)
        assert [draft.custom for draft in person.form.state.drafts] == ["", "abc"]


async def test_they_are_kept_in_the_store_of_the_dock_and_when_the_dock_goes() -> None:
    store = MemoryDraftStore()
    async with at_seat(drafts=store) as person:
        await person.ask(STORE, NAME)
        await begin(person)
        await person.app.seat.remove()
        store_key, name_key = draft_keys("agent-1", (STORE, NAME))
        assert (kept := store.load(store_key)) is not None
        assert kept.selected == (1,)
        assert (kept := store.load(name_key)) is not None
        assert kept.custom == "abc"
