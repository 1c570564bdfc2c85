"""A paste is data: it answers nothing, and it is lost neither to a line that asks nor to a key."""

from __future__ import annotations

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")
PLAN = Question(
    "plan",
    "Approve this plan?",
    detail="# Plan\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)


def asks(person: Person) -> bool:
    return person.app.seat.keyboard.scope == "confirm"


async def test_it_goes_back_from_the_confirm_line_and_to_the_own_answer() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE, NAME)
        await person.rest()
        await person.press("space", "X")
        assert asks(person)
        await person.paste("y")
        assert not asks(person)
        assert not task.done()
        assert person.form.state.drafts[0].custom == "y"
        await person.press("z")
        assert person.form.state.drafts[0].custom == "yz", "the keyboard is in the text"


async def test_it_goes_back_from_the_confirm_line_to_the_caret() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press(*"oad", "left")
        person.app.keys.press(person.panel, "list.dismiss", person.clock.monotonic())
        assert asks(person)
        await person.paste("bc")
        assert not asks(person)
        assert person.form.state.drafts[0].custom == "abcd"


async def test_it_goes_back_from_the_gate_of_a_plan_to_the_feedback() -> None:
    async with at_seat() as person:
        _, task = await person.ask(PLAN)
        await person.rest()
        await person.press("f", *"not", "escape", "a")
        assert asks(person)
        await person.paste(" yet")
        assert not asks(person)
        assert not task.done()
        assert isinstance(person.panel, PlanReviewPanel)
        assert person.panel.state.feedback == "not yet"


async def test_it_goes_back_from_a_command_that_was_not_seen_and_allows_nothing() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(ApprovalRequest("shell", body="ls\n" * 99))
        await person.rest()
        await person.press("a")
        assert asks(person)
        await person.paste("y")
        assert not asks(person)
        assert not task.done()


@pytest.mark.parametrize("place", ["composer", "panel"])
async def test_it_goes_past_the_line_of_the_seat(place: str) -> None:
    async with at_seat() as person:
        done: list[str] = []
        if place == "panel":
            await person.ask(STORE)
            await person.rest()
        person.app.seat.keyboard.ask("Really?", lambda: done.append("done"))
        await person.settle()
        assert "Really?" in person.screen
        await person.paste("y")
        assert "Really?" not in person.screen
        assert not done
        if place == "panel":
            assert person.form.state.drafts[0].custom == "y"
        else:
            assert person.composer.text == "y"


async def test_it_is_not_taken_back_with_the_key_before_it() -> None:
    async with at_seat() as person:
        await person.ask(STORE, STORE, NAME)
        await person.rest()
        await person.press("1")
        await person.press("1", gap=0.5)
        await person.paste("mine")
        await person.press("1", gap=0.03)
        assert person.form.state.drafts[2].custom.startswith("mine")


async def test_it_is_not_lost_to_an_answer_that_is_about_to_be_sent() -> None:
    async with at_seat() as person:
        _, task = await person.ask(NAME)
        await person.rest()
        await person.press("x", "enter")
        await person.press("enter", gap=0.4)
        assert not task.done()
        await person.paste("y")
        assert (await person.result(task)).answers[0].custom == "x"
        assert person.composer.text == "y"
