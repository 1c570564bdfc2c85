"""The seat: how a form that arrives gets the keyboard, and where the keyboard can go."""

from __future__ import annotations

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, PlanReviewIntent, Question
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


# Arrival


async def test_a_form_takes_the_keyboard_when_the_person_has_rested() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        assert "Which store?" in person.screen, "it is drawn at once"
        assert person.place == "composer"
        assert "Tab answer" in person.screen
        await person.wait(0.39)
        assert person.place == "composer"
        await person.wait(0.02)
        assert person.place == "panel"


async def test_each_key_puts_it_off() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        for key in ("left", "right", "left"):
            await person.press(key, gap=0.3)
            assert person.place == "composer"
        await person.wait(0.41)
        assert person.place == "panel"


async def test_it_never_takes_the_keyboard_from_a_text_that_is_begun() -> None:
    async with at_seat() as person:
        await person.press(*"hel")
        _, task = await person.ask(STORE)
        await person.wait(60)
        assert person.place == "composer"
        await person.press(*"lo1", "enter")
        assert person.app.submitted == ["hello1"]
        assert not task.done()
        await person.rest()
        assert person.place == "panel"


async def test_it_does_not_take_the_keyboard_under_another_screen() -> None:
    async with at_seat() as person:
        person.app.seat.may_take_focus = False
        await person.ask(STORE)
        await person.wait(60)
        assert person.place == "composer"
        person.app.seat.may_take_focus = True
        await person.settle()
        assert person.place == "panel"


async def test_it_does_not_take_the_keyboard_from_the_transcript() -> None:
    async with at_seat() as person:
        await person.press("escape")
        assert person.place == "transcript"
        await person.ask(STORE)
        await person.wait(60)
        assert person.place == "transcript"
        await person.press("tab")
        assert person.place == "panel"


async def test_what_is_typed_into_a_form_that_just_arrived_goes_to_the_composer() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.wait(0.41)
        assert person.place == "panel"
        await person.press("1", "space", "2", gap=0.1)
        assert person.place == "composer"
        assert person.composer.text == "1 2"
        assert not task.done()


@pytest.mark.parametrize("key", ["enter", "escape", "backspace"])
async def test_keys_that_act_do_nothing_to_a_form_that_just_arrived(key: str) -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.wait(0.41)
        await person.press(key, gap=0.39)
        assert person.place == "panel"
        assert not task.done()
        await person.press("enter", gap=0.5)
        assert (await person.result(task)).answers[0].selected == ("Redis",)


async def test_who_asks_for_the_form_has_it_at_once() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.press("tab", gap=0.05)
        assert person.place == "panel"
        await person.press("1", gap=0.05)
        assert (await person.result(task)).answers[0].selected == ("Redis",)


async def test_a_paste_that_comes_early_goes_to_the_composer() -> None:
    async with at_seat() as person:
        await person.ask(NAME)
        await person.wait(0.41)
        await person.paste("meant for the agent")
        assert person.composer.text == "meant for the agent"
        assert person.form.state.drafts[0].custom == ""


async def test_without_a_composer_the_form_has_the_keyboard_at_once() -> None:
    async with at_seat(composer=False) as person:
        _, task = await person.ask(STORE)
        assert person.place == "panel"
        await person.press("1", gap=0.2)
        assert not task.done(), "the keys of the first 400 ms are dropped"
        await person.press("escape", gap=0.3)
        assert person.place == "panel", "there is nowhere to park"
        await person.press("2", gap=0.1)
        assert (await person.result(task)).answers[0].selected == ("Files",)


async def test_an_approval_arrives_by_the_same_rule() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(ApprovalRequest("shell", body="ls"))
        await person.wait(0.41)
        await person.press("a", gap=0.1)
        assert person.composer.text == "a"
        assert not task.done()


# Park, cycle, compose


async def test_escape_parks_and_tab_returns_to_the_same_place() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("down", "escape")
        assert person.place == "transcript"
        assert "Which store?" in person.screen, "it stays visible"
        await person.press("1", "s", "d")
        assert person.form.state.drafts[0].selected == ()
        await person.press("tab")
        assert person.place == "panel"
        assert person.form.state.cursors[0] == 1


async def test_f6_goes_round_from_anywhere() -> None:
    async with at_seat() as person:
        await person.ask(NAME)
        await person.rest()
        places = []
        for _ in range(4):
            places.append(person.place)
            await person.press("f6")
        assert places == ["panel", "composer", "transcript", "panel"]


async def test_f6_without_a_request_goes_between_the_other_two() -> None:
    async with at_seat() as person:
        await person.press("f6")
        assert person.place == "transcript"
        await person.press("f6")
        assert person.place == "composer"


async def test_one_may_write_to_the_agent_while_a_question_waits() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        await person.press("escape", "i", *"go on", "enter")
        assert person.app.submitted == ["go on"]
        assert not task.done()


async def test_the_composer_is_one_row_while_a_form_has_the_keyboard() -> None:
    async with at_seat() as person:
        await person.press(*"ab", "shift+enter", *"cd", "shift+enter", *"ef")
        await person.ask(STORE)
        assert person.composer.size.height == 3
        await person.press("tab")
        assert person.composer.size.height == 1
        await person.press("f6")
        assert person.composer.size.height == 3


async def test_focus_follows_the_state_inside_a_form() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        parts = [person.form.body.answer.field, person.form.body.options, person.form.review]
        found = []
        for keys in (["o"], ["escape"], ["tab", "tab"]):
            await person.press(*keys)
            found.append(person.app.focused)
        assert found == parts


# Discuss


async def test_the_question_on_screen_is_the_one_that_is_discussed() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("]", "escape", "d")
        assert "discussing: Which name?" in person.screen


async def test_discussing_steers_and_then_the_request_may_go() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("d")
        assert person.place == "composer"
        assert "discussing: Which store?" in person.screen
        await person.press("enter")
        assert not person.app.discussed, "an empty Enter does nothing"
        await person.press(*"why?", "enter")
        assert person.app.discussed == [("agent-1", "why?")]
        assert not person.app.submitted
        assert len(person.app.pending.requests) == 1, "whoever owns the table ends it"


async def test_escape_returns_from_a_discussion_to_the_form() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("d", *"hm", "escape")
        assert person.place == "panel"
        assert "discussing" not in person.screen
        assert person.composer.text == "hm"


async def test_a_slash_line_is_a_command_and_ends_nothing() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("d", *"/plan", "enter")
        assert person.app.submitted == ["/plan"]
        assert not person.app.discussed
        assert "discussing: Which store?" in person.screen


async def test_a_request_that_ends_takes_its_mark_and_leaves_the_text() -> None:
    async with at_seat() as person:
        request, _ = await person.ask(STORE)
        await person.rest()
        await person.press("d", *"hm")
        person.app.pending.cancel(request.id)
        await person.settle()
        assert "discussing" not in person.screen
        await person.press("enter")
        assert person.app.submitted == ["hm"]


async def test_another_request_that_ends_does_not_end_the_discussion() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        other, _ = await person.ask(NAME)
        await person.rest()
        await person.press("d", *"hm")
        person.app.pending.cancel(other.id)
        await person.settle()
        assert "discussing: Which store?" in person.screen
        await person.press("enter")
        assert person.app.discussed == [("agent-1", "hm")]


# The confirm line


async def ask_to_quit(person: Person) -> list[str]:
    done: list[str] = []
    person.app.seat.keyboard.ask("Really?", lambda: done.append("done"))
    await person.settle()
    return done


async def test_the_confirm_line_is_answered_by_one_key_only() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        done = await ask_to_quit(person)
        assert "Really?" in person.screen
        await person.press("1")
        assert "Really?" not in person.screen
        assert not done
        assert person.form.state.drafts[0].selected == (), "and does nothing else"
        done = await ask_to_quit(person)
        await person.press("y")
        assert done == ["done"]
        assert "Really?" not in person.screen


async def test_a_key_that_is_held_does_not_answer_the_confirm_line() -> None:
    async with at_seat() as person:
        await person.press("y")
        done = await ask_to_quit(person)
        await person.press("y", gap=0.2)
        assert not done
        await person.press("y", gap=1)
        assert done == ["done"]


async def test_no_form_takes_the_keyboard_while_it_asks() -> None:
    async with at_seat() as person:
        done = await ask_to_quit(person)
        await person.ask(STORE)
        await person.wait(60)
        assert person.place == "composer"
        await person.press("y")
        assert done == ["done"]


async def test_a_paste_does_not_answer_the_confirm_line() -> None:
    async with at_seat() as person:
        done = await ask_to_quit(person)
        await person.paste("y")
        assert not done


# Hints


async def test_the_hints_are_those_of_what_has_the_keyboard() -> None:
    async with at_seat() as person:
        assert "Enter send" in person.screen
        await person.ask(STORE)
        await person.rest()
        assert "X dismiss" in person.screen
        await person.press("o")
        assert "Esc back" in person.screen
        assert "X dismiss" not in person.screen


async def test_a_text_that_could_not_be_sent_comes_back() -> None:
    async with at_seat() as person:
        await person.press(*"new")
        person.app.seat.give_back("old")
        assert person.composer.text == "old\nnew"
