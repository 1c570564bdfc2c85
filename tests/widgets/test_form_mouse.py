"""What clicks and pastes do to a question form; neither of them sends by accident."""

from __future__ import annotations

from tests.support.forms import NAME, PARTS, STORE, answer, asked
from tests.support.seats import at_seat


async def test_a_click_on_a_row_highlights_and_one_on_its_mark_toggles() -> None:
    async with asked(PARTS) as person:
        options = person.form.body.options
        await person.click(options, 20, 1)
        assert person.form.state.cursors == (1,)
        assert not person.form.state.drafts[0].selected
        await person.click(options, 4, 2)
        assert person.form.state.drafts[0].selected == (2,)


async def test_a_click_gives_a_form_the_keyboard() -> None:
    async with at_seat() as person:
        await person.ask(PARTS)
        assert person.place == "composer"
        await person.click(person.form.body.options, 20, 1)
        assert person.place == "panel"
        await person.press("space")
        assert person.form.state.drafts[0].selected == (1,)


async def test_a_click_on_a_single_choice_never_sends() -> None:
    async with asked(STORE) as person:
        await person.click(person.form.body.options, 4, 0)
        assert person.form.state.drafts[0].selected == (1,)
        assert not person.tasks[-1].done()
        await person.click(person.form.action_line, 3, 0)
        assert await answer(person) == [("store", ("Files (Recommended)",), None)]


async def test_a_click_on_a_tab_turns_to_its_question() -> None:
    async with asked(STORE, PARTS, NAME) as person:
        line = next(row for row in person.screen.split("\n") if "Parts" in row)
        tabs = person.form.tabs
        await person.click(tabs, line.index("Parts") - tabs.region.x, 0)
        assert "Which parts?" in person.screen


async def test_a_click_enters_the_own_answer() -> None:
    async with asked(STORE) as person:
        await person.click(person.form.body.answer, 12, 0)
        await person.press(*"mine")
        assert person.form.state.drafts[0].custom == "mine"


async def test_a_paste_on_a_list_goes_to_the_own_answer_and_confirms_nothing() -> None:
    async with asked(STORE) as person:
        await person.paste("one\ntwo\n")
        assert person.form.state.drafts[0].custom == "one\ntwo\n"
        assert not person.tasks[-1].done()
        await person.press("enter", "enter")
        assert await answer(person) == [("store", (), "one\ntwo")]


async def test_a_paste_into_a_text_stands_where_the_caret_is() -> None:
    async with asked(NAME) as person:
        await person.press(*"ad", "left")
        await person.paste("bc")
        assert person.form.state.drafts[0].custom == "abcd"


async def test_copying_the_option_and_the_question_with_its_answer() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("y")
        assert person.app.clipboard == "Files (Recommended)"
        await person.press("space", "Y")
        assert person.app.clipboard == "Which store?\nFiles (Recommended)"
