"""The mouse on a form: what a click does, and that selecting text is none."""

from __future__ import annotations

from textual.widgets import Static

from dsh_core.questions.types import Option, Question
from dsh_widgets.action_line import ActionLine
from tests.support.seats import Person, at_seat

STORE = Question(
    "store",
    "Which store shall it be?",
    detail="Some words of detail.",
    options=(Option("Redis", "In memory."), Option("Files"), Option("Postgres")),
)
PARTS = Question("parts", "Which parts?", multi_select=True, options=(Option("A"), Option("B")))


async def click_row(person: Person, row: int, x: int) -> None:
    options = person.form.body.options
    await person.click(options, x, options.row_region(row).y)


async def drag(person: Person, widget: Static, start: int, end: int) -> None:
    await person.pilot.mouse_down(widget, offset=(start, 0))
    await person.pilot.hover(widget, offset=(end, 0))
    await person.pilot.mouse_up(widget, offset=(end, 0))
    await person.settle()


async def test_a_click_on_a_row_highlights_it_and_gives_the_form_the_keyboard() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await click_row(person, 1, 8)
        assert person.form.state.cursors == (1,)
        assert not person.form.state.drafts[0].selected
        assert person.place == "panel"
        await person.press("enter")
        assert (await person.result(task)).answers[0].selected == ("Files",)


async def test_a_click_on_a_mark_selects_and_sends_nothing() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await click_row(person, 2, 4)
        assert person.form.state.drafts[0].selected == (2,)
        assert not task.done()
        await person.press("enter")
        assert (await person.result(task)).answers[0].selected == ("Postgres",)


async def test_a_click_on_a_box_ticks_it_and_another_one_takes_the_tick_away() -> None:
    async with at_seat() as person:
        await person.ask(PARTS)
        await click_row(person, 1, 4)
        assert person.form.state.drafts[0].selected == (1,)
        await click_row(person, 1, 4)
        assert not person.form.state.drafts[0].selected


async def test_no_click_but_on_the_action_line_ends_anything() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        width, height = person.app.size
        line = person.form.query_one(ActionLine).region
        for y in range(height):
            for x in range(0, width, 11):
                if not line.contains(x, y):
                    await person.pilot.click(offset=(x, y))
        await person.settle()
        assert not task.done()
        assert not person.form.state.drafts[0].skipped


async def test_selecting_text_is_no_click_and_copies_the_words() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("down")
        before = person.form.state
        await drag(person, person.form.query_one("#form-question", Static), 6, 10)
        assert person.app.screen.get_selected_text() == "store"
        await drag(person, person.form.body.detail, 0, 3)
        assert person.app.screen.get_selected_text() == "Some"
        assert person.form.state == before
        assert person.place == "panel"


async def test_what_is_selected_in_a_text_is_copied_too() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("o", *"abc def", "ctrl+shift+left")
        assert person.app.seat.copy_selection()
        assert person.app.clipboard == "def"
        await person.press("right")
        assert not person.app.seat.copy_selection()


async def test_what_is_selected_on_screen_is_copied_once() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await drag(person, person.form.query_one("#form-question", Static), 6, 10)
        assert person.app.seat.copy_selection()
        assert person.app.clipboard == "store"
        assert not person.app.seat.copy_selection()


async def test_a_click_answers_what_the_seat_asks_with_no() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        for target in (person.form.body.options, person.composer):
            person.app.seat.keyboard.ask("Quit?", person.app.exit)
            await person.click(target, 8, 0)
            assert person.app.seat.keyboard.asking is None
            assert "Quit?" not in person.screen
