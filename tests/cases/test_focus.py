"""Who has the keyboard, and what there is to see and to reach while a form waits."""

from __future__ import annotations

import pytest
from textual import events

from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.types import Option, Question
from dsh_core.session.transcript import UserEntry
from tests.cases.forms import form_of, open_form
from tests.cases.reported import batch_of, case
from tests.support.desk import at_desk
from tests.support.seats import Person, at_seat, screen_text
from tests.widgets.transcript_samples import Source

CACHE, QUEUE = batch_of("la-01")


@case("fo-01")
@pytest.mark.parametrize("rate", [2, 5, 10, 15, 20])
async def test_a_form_that_comes_while_somebody_types_gets_nothing(rate: int) -> None:
    async with at_seat() as person:
        await person.press(*"ye", gap=1 / rate)
        _, task = await person.ask(CACHE, QUEUE)
        before = person.form.state
        await person.press("s", "space", *"please run npm 1", gap=1 / rate)
        assert person.composer.text == "yes please run npm 1"
        await person.press("enter", gap=1 / rate)
        assert person.app.submitted == ["yes please run npm 1"]
        assert person.form.state == before
        assert not task.done()


@case("fo-02")
@pytest.mark.parametrize("lose", ["click", "resize", "nowhere", "parked"])
async def test_there_is_always_a_way_back_to_the_form(lose: str) -> None:
    # A click on the transcript gives it the keyboard; Tab comes back, the arrows scroll there.
    async with form_of("fo-02") as person:
        await person.press("down")
        match lose:
            case "click":
                await person.click(person.app.transcript, 5, 1)
            case "resize":
                await person.pilot.resize_terminal(70, 20)
                await person.settle()
            case "nowhere":
                person.app.set_focus(None)
                await person.settle()
            case _:
                await person.press("escape")
        assert person.app.focused is not None
        if person.place != "panel":
            assert "Tab answer" in person.screen
            await person.press("tab")
        assert person.form.state.cursors[0] == 1
        await person.press("enter")
        assert person.form.state.drafts[0].selected == (1,)


@case("fo-05")
async def test_one_enter_answers_one_question() -> None:
    async with form_of("fo-05") as person:
        for index in (0, 1):
            await person.press("enter")
            assert [bool(draft.selected) for draft in person.form.state.drafts] == [
                at <= index for at in range(3)
            ]
        await person.press("space", "enter")
        assert person.form.state.on_review
        assert not person.tasks[0].done(), "nor does it press Send"


async def come_in_the_background(person: Person) -> None:
    person.app.post_message(events.AppBlur())
    await person.settle()
    await person.ask(CACHE, QUEUE)
    await person.wait(5)
    person.app.post_message(events.AppFocus())
    await person.rest()


@case("fo-07")
async def test_a_form_that_came_in_the_background_has_the_keyboard() -> None:
    async with at_seat() as person:
        await come_in_the_background(person)
        assert person.place == "panel"
        await person.press("down", "enter")
        assert person.form.state.drafts[0].selected == (1,)


@case("fo-10")
async def test_a_form_that_came_in_the_background_has_the_mouse() -> None:
    async with at_seat() as person:
        await come_in_the_background(person)
        await person.click(person.form.body.options, 20, 1)
        assert person.form.state.cursors[0] == 1
        await person.click(person.form.body.options, 4, 1)
        assert person.form.state.drafts[0].selected == (1,)


async def test_leaving_the_terminal_and_coming_back_changes_nothing() -> None:
    async with form_of("la-01") as person:
        await person.press("o", *"ab")
        for _ in range(2):
            person.app.post_message(events.AppBlur())
            await person.settle()
            person.app.post_message(events.AppFocus())
            await person.settle()
        await person.press("c")
        assert person.form.state.drafts[0].custom == "abc"


ASKS = """\
prompt: Go.
speed: 0
steps:
  - ask:
      - {id: q1, question: "Which name?"}
  - say: Thank you.
"""


@case("fo-09")
async def test_while_a_form_waits_it_is_the_person_s_turn() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("Which name?")
        assert "waiting for you" in desk.text
        assert "working" not in desk.text
        await desk.take("h", "i", "enter", "enter")
        await desk.until_shown("Thank you.")
        assert "waiting for you" not in desk.text


# What lies behind the form


@case("sc-01")
@pytest.mark.parametrize("keys", [("K", "J"), ("ctrl+pageup", "ctrl+pagedown")])
async def test_the_whole_transcript_can_be_read_with_the_form_open(keys: tuple[str, str]) -> None:
    async with at_seat(size=(80, 20)) as person:
        person.app.transcript.show(Source([UserEntry(f"line {at:03}") for at in range(200)]))
        await person.ask(CACHE, QUEUE)
        await person.rest()
        await person.press("down")
        before = person.form.state
        seen = screen_text(person.app)
        for _ in range(300):
            if "line 000" in seen:
                break
            await person.press(keys[0])
            seen += screen_text(person.app)
        assert all(f"line {at:03}" in seen for at in range(200))
        await person.press(*[keys[1]] * 3)
        assert person.form.state == before
        assert person.place == "panel"


@case("sc-02")
@pytest.mark.parametrize("key", ["ctrl+]", "f2"])
@pytest.mark.parametrize("back", ["ctrl+]", "f2", "tab"])
async def test_a_form_folds_to_a_line_and_back(key: str, back: str) -> None:
    # Escape does nothing while it is folded; Tab and the key that folds come back.
    (question,) = batch_of("sc-02")
    async with open_form(question, QUEUE, size=(60, 18)) as person:
        await person.press("down", "down", "o", *"draft", key)
        assert person.app.dock.size.height == 1
        assert "0 of 2 answered" in person.screen or "1 of 2 answered" in person.screen
        assert "Long question" in person.screen
        before = person.form.state
        await person.press("1", "s", "escape", "X")
        assert person.form.state == before
        await person.press(back)
        assert person.app.dock.size.height > 5
        assert person.form.state == before
        await person.press("!")
        assert person.form.state.drafts[0].custom == "draft!"


async def test_a_form_never_takes_the_last_line_of_the_transcript() -> None:
    for size in [(60, 18), (60, 12), (80, 24), (24, 8)]:
        (question,) = batch_of("sc-02")
        async with open_form(question, size=size) as person:
            assert person.app.transcript.size.height >= 1


# What a person without colours, without a screen, or behind a slow line has


@case("ac-01")
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_every_state_has_a_shape(ascii_only: bool) -> None:
    async with at_seat() as person:
        person.app.seat.catalogue = Catalogue("en", ascii_only=ascii_only)
        await person.ask(*batch_of("ac-01"))
        await person.rest()
        tabs = ["[* Q1]", "- Q2", "o Q3"] if ascii_only else ["[● Q1]", "– Q2", "○ Q3"]
        rows = ["> 1 (*)", "2 ( )"] if ascii_only else ["❯ 1 ◉", "2 ○"]
        await person.press("1", "s", "[", "[")
        for mark in (*tabs, *rows):
            assert mark in person.screen
        await person.press("]", "]", "2")
        for mark in ["1 [ ]", "2 [x]"] if ascii_only else ["1 ☐", "2 ☑"]:
            assert mark in person.screen
        if ascii_only:
            assert person.form.body.query("*")
            lines = [line for line in person.screen.split("\n") if "Q" in line or "linux" in line]
            assert all(character.isascii() for line in lines for character in line.strip("│┃ "))


@case("ac-02")
async def test_the_highlight_is_a_character_that_moves() -> None:
    # A reader of the screen has lines to ask in as well: `--linear`, tested where it is.
    async with form_of("ac-02") as person:
        for label, key in (("Redis", "down"), ("In-memory", "down"), ("Type your answer", "down")):
            (line,) = [line for line in person.screen.split("\n") if "❯" in line]
            assert label in line
            await person.press(key)


@case("tm-02")
@pytest.mark.parametrize("gap", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("place", ["list", "text", "review"])
async def test_escape_alone_destroys_nothing(place: str, gap: float) -> None:
    async with form_of("la-01") as person:
        await person.press("1", *{"list": "", "text": "o", "review": "1"}[place])
        if place == "text":
            await person.press(*"ab")
        before = person.form.state.drafts
        await person.press("escape", "1", gap=gap)
        assert not person.tasks[0].done()
        drafts = person.form.state.drafts
        assert drafts[0] == before[0]
        assert drafts[1].custom == before[1].custom or drafts[1].stash.custom == before[1].custom


@pytest.mark.parametrize("key", [f"alt+{digit}" for digit in "123456789"])
async def test_alt_and_a_digit_mean_nothing(key: str) -> None:
    async with form_of("la-01") as person:
        before = person.form.state
        await person.press(key)
        assert person.form.state == before


@pytest.mark.parametrize("key", ["f6", "ctrl+]", "f2"])
async def test_other_keys_leave_the_list_as_escape_does(key: str) -> None:
    async with form_of("la-01") as person:
        await person.press(key)
        assert person.place != "panel"
        assert not person.tasks[0].done()


# Snapshots


@case("sn-01", "sn-02")
async def test_no_snapshot_depends_on_the_moment() -> None:
    async with open_form(Question("q", "?", options=(Option("a"),))) as person:
        await person.press("o")
        for field in (person.form.body.answer.field, person.composer):
            assert not field.cursor_blink
        assert person.app.animation_level == "none"
        assert person.form.action_line.can_focus is False, "no button that stays pressed"
