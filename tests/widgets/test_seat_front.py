"""The seat while the terminal is not in front, and when it comes back."""

from __future__ import annotations

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, Question
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")


async def front(person: Person, yes: bool) -> None:
    person.app.app_focus = yes
    await person.settle()


async def test_a_form_that_came_meanwhile_has_the_keyboard_and_can_be_used() -> None:
    async with at_seat() as person:
        await front(person, False)
        _, task = await person.ask(STORE)
        await person.rest()
        assert person.place == "panel"
        await front(person, True)
        assert person.place == "panel"
        assert person.app.focused is person.form.focus_target()
        await person.press("2")
        assert (await person.result(task)).answers[0].selected == ("Files",)


async def test_what_is_typed_on_coming_back_is_not_meant_for_a_form_that_came_meanwhile() -> None:
    async with at_seat() as person:
        await front(person, False)
        _, task = await person.ask(STORE)
        await person.rest()
        await front(person, True)
        await person.press("2", gap=0.2)
        assert person.composer.text == "2"
        assert not task.done()


async def test_it_does_not_come_between_a_message_that_was_begun_and_its_end() -> None:
    async with at_seat() as person:
        await person.press(*"hel")
        await front(person, False)
        await person.ask(STORE)
        await person.rest()
        assert person.place == "composer"
        await front(person, True)
        assert person.app.focused is person.composer
        await person.press(*"lo1")
        assert person.composer.text == "hello1"


async def test_one_comes_back_to_the_text_that_was_left() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("2", *"ab")
        await front(person, False)
        await front(person, True)
        await person.press("c", "1")
        assert person.form.state.drafts[1].custom == "abc1"


async def test_when_the_request_has_ended_meanwhile_the_composer_has_the_keyboard() -> None:
    async with at_seat() as person:
        request, _ = await person.ask(STORE)
        await person.rest()
        await front(person, False)
        person.app.pending.cancel(request.id)
        await person.settle()
        await front(person, True)
        assert person.app.focused is person.composer
        await person.press("1")
        assert person.composer.text == "1"


async def test_when_another_request_is_in_front_it_arrives_like_any_other() -> None:
    async with at_seat() as person:
        request, _ = await person.ask(STORE)
        _, task = await person.ask(STORE)
        await person.rest()
        await front(person, False)
        person.app.pending.cancel(request.id)
        await person.settle()
        await front(person, True)
        await person.press("1", gap=0.1)
        assert not task.done()
        assert person.composer.text == "1"


async def test_a_parked_form_stays_parked() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("escape")
        await front(person, False)
        await person.rest()
        await front(person, True)
        assert person.app.focused is person.app.transcript


async def test_without_a_composer_the_form_has_it() -> None:
    async with at_seat(composer=False) as person:
        await front(person, False)
        _, task = await person.ask(STORE)
        await person.rest()
        await front(person, True)
        await person.press("1")
        assert (await person.result(task)).answers[0].selected == ("Redis",)


async def test_what_somebody_has_the_keyboard_in_gives_way_to_nothing_meanwhile() -> None:
    async with at_seat() as person:
        waiting, _ = await person.want_leave(ApprovalRequest("shell", body="ls"))
        await person.rest()
        await front(person, False)
        _, task = await person.ask(STORE)
        await person.rest()
        await front(person, True)
        assert person.front == waiting.id
        await person.press("1", gap=0.0)
        assert person.front == waiting.id
        assert not task.done()
