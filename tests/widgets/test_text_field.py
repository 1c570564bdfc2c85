from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import TextArea

from dsh_widgets.text_field import TextField
from tests.support.fields import FieldApp, Native, press, settle


@pytest.mark.parametrize("name", ["f6", "f7", "escape"])
async def test_keys_that_are_not_text_go_on_to_the_app(name: str) -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.field.show_text("abc")
        press(app, name)
        await settle(pilot)
        assert app.notes == [name]
        assert app.field.text == "abc"
        assert app.field.selection.is_empty


async def test_without_a_handler_it_is_inert() -> None:
    app = FieldApp()
    async with app.run_test() as pilot:
        app.field.show_text("abc")
        app.field.focus()
        press(app, "y", "⌫", "left", "enter")
        app.post_message(events.Paste("paste"))
        await settle(pilot)
        assert app.field.text == "abc"
        assert app.field.cursor_location == (0, 3)


async def test_several_characters_at_once_are_inserted_whole() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.post_message(events.Key("日本語", "日本語"))
        app.post_message(events.Key("family", "👩\u200d👧"))
        app.post_message(events.Key("zero_width_non_joiner", "\u200c"))
        await settle(pilot)
        assert app.field.text == "日本語👩\u200d👧\u200c"


async def test_a_paste_is_taken_once_with_one_kind_of_line_break() -> None:
    handler = Native()
    app = FieldApp(handler)
    async with app.run_test() as pilot:
        app.post_message(events.Paste("a\r\nb\rc\x0bd\x00\x1b[31m"))
        await settle(pilot)
        assert app.field.text == "a\nb\nc\nd\x1b[31m"
        assert len(handler.pasted) == 1


LARGE = "\n".join(f"line {number}" for number in range(60))


@pytest.mark.parametrize("large", [LARGE, "x" * 9000, "日" * 3000], ids=["lines", "bytes", "wide"])
async def test_a_large_paste_is_one_character_and_all_of_its_text(large: str) -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        press(app, *"ab", "left")
        app.post_message(events.Paste(large))
        press(app, "c")
        await settle(pilot)
        assert app.field.text == f"a{large}cb"
        assert app.field.render_line(0).text.startswith("a▤cb ")
        assert [(fold.lines, fold.characters) for fold in app.field.folds] == [
            (large.count("\n") + 1, len(large))
        ]
        press(app, "left", "⌫")
        await settle(pilot)
        assert app.field.text == "acb"
        assert app.field.folds == ()
        press(app, "ctrl+z")
        await settle(pilot)
        assert app.field.text == f"a{large}cb"


async def test_a_large_paste_stays_folded_when_its_text_comes_back() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.post_message(events.Paste(LARGE))
        await settle(pilot)
        app.field.show_text("other")
        assert app.field.text == "other"
        app.field.show_text(f"see {LARGE}!")
        assert app.field.document.text.startswith("see ")
        assert len(app.field.document.text) == 6
        assert app.field.text == f"see {LARGE}!"
        app.field.revise_text(f"see {LARGE}")
        assert app.field.text == f"see {LARGE}"
        app.field.select_all()
        assert app.field.selected_text == f"see {LARGE}"


async def test_a_paste_just_below_the_limit_is_not_folded() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.post_message(events.Paste("x\n" * 49 + "x"))
        await settle(pilot)
        assert app.field.folds == ()
        assert app.field.document.line_count == 50


async def test_cutting_a_large_paste_copies_all_of_it() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.post_message(events.Paste(LARGE))
        press(app, "shift+left", "ctrl+x")
        await settle(pilot)
        assert app.field.text == ""
        assert app.clipboard == LARGE
        press(app, "ctrl+v")
        await settle(pilot)
        assert app.field.text == LARGE


async def test_what_is_drawn_is_sanitised_and_as_wide_as_it_is_wrapped() -> None:
    app = FieldApp(Native())
    async with app.run_test(size=(20, 8)) as pilot:
        app.field.show_text("\x1b[31m" * 6 + "[bold]\u202e")
        await pilot.pause()
        drawn = [app.field.render_line(y).text for y in range(app.field.size.height)]
        assert all(cell_len(line) == 19 for line in drawn)
        assert "".join(line.strip() for line in drawn) == "␛[31m" * 6 + "[bold]⇄"
        assert app.field.text.startswith("\x1b")


async def test_it_grows_to_its_limit_and_scrolls_the_caret_into_view() -> None:
    app = FieldApp(Native(), max_rows=4)
    async with app.run_test(size=(20, 12)) as pilot:
        await pilot.pause()
        assert app.field.size.height == 1
        app.field.show_text("one\ntwo")
        await settle(pilot)
        assert app.field.size.height == 2
        press(app, *("enter", "x") * 6)
        await settle(pilot)
        assert app.field.size.height == 4
        assert app.field.scroll_offset.y == 4


async def test_showing_a_text_puts_the_caret_at_its_end_and_forgets_the_one_before() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        press(app, "a")
        await settle(pilot)
        app.field.show_text("two\nlines")
        assert app.field.cursor_location == (1, 5)
        press(app, "ctrl+z")
        await settle(pilot)
        assert app.field.text == "two\nlines"
        app.field.move_cursor((0, 1))
        app.field.show_text("two\r\nlines")
        assert app.field.cursor_location == (0, 1)


async def test_revising_a_text_leaves_the_caret_where_it_changed_and_can_be_undone() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.field.show_text("one\ntwXo\nsix")
        app.field.revise_text("one\ntwo\nsix")
        assert app.field.text == "one\ntwo\nsix"
        assert app.field.cursor_location == (1, 2)
        press(app, "ctrl+z")
        await settle(pilot)
        assert app.field.text == "one\ntwXo\nsix"


async def test_wrapped_rows_count_for_the_edges() -> None:
    app = FieldApp(Native())
    async with app.run_test(size=(12, 8)) as pilot:
        app.field.show_text("one two three four")
        await pilot.pause()
        assert app.field.caret_on_last_row()
        assert not app.field.caret_on_first_row()
        app.field.move_cursor((0, 1))
        assert app.field.caret_on_first_row()
        assert not app.field.caret_on_last_row()


async def test_one_line_stays_one_line() -> None:
    app = FieldApp(Native(), multiline=False)
    async with app.run_test() as pilot:
        press(app, "a", "enter")
        app.post_message(events.Paste("b\nc"))
        await settle(pilot)
        assert app.field.text == "ab c"


async def test_a_placeholder_is_no_markup() -> None:
    app = FieldApp(placeholder="[@click=app.quit]x[/] [/")
    async with app.run_test(size=(40, 4)) as pilot:
        assert app.field.render_line(0).text.startswith("[@click=app.quit]x[/] [/")
        app.field.placeholder = "[b"
        await pilot.pause()
        assert app.field.render_line(0).text.startswith("[b")


async def test_a_click_places_the_caret_and_is_told_to_the_owner() -> None:
    clicks: list[TextField] = []

    class Clicks(FieldApp):
        AUTO_FOCUS = ""

        def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
            clicks.append(event.control)

    app = Clicks()
    async with app.run_test() as pilot:
        app.field.show_text("abc")
        await pilot.pause()
        await pilot.click(app.field, offset=(1, 0))
        assert clicks == [app.field]
        assert app.field.cursor_location == (0, 1)
        assert app.focused is None


async def test_the_caret_can_be_taken_away_while_the_focus_stays() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.field.show_text("abc")
        await pilot.pause()
        with_caret = app.field.render_line(0)
        app.field.show_cursor = False
        await pilot.pause()
        assert app.field.has_focus
        assert app.field.render_line(0) != with_caret
        assert app.field.render_line(0).text == with_caret.text
        app.field.show_cursor = True
        await pilot.pause()
        assert app.field.render_line(0) == with_caret


async def test_its_height_is_known_for_any_width() -> None:
    app = FieldApp(Native())
    async with app.run_test(size=(40, 12)) as pilot:
        app.field.show_text("one two three four five six")
        await pilot.pause()
        for width, rows in [(40, 1), (16, 2), (10, 4)]:
            assert app.field.get_content_height(app.size, app.size, width) == rows


async def test_the_cursor_does_not_blink() -> None:
    app = FieldApp(Native())
    async with app.run_test():
        assert not app.field.cursor_blink
        assert app.field.BINDINGS == TextArea.BINDINGS or not app.field._bindings.key_to_bindings


@pytest.mark.parametrize("how", ["ctrl+z", "delete"])
async def test_a_scrollbar_goes_when_a_long_text_does(how: str) -> None:
    app = FieldApp(Native())
    async with app.run_test(size=(20, 10)) as pilot:
        app.field.insert_paste("\n".join(map(str, range(40))))
        await settle(pilot)
        assert app.field.show_vertical_scrollbar
        if how == "delete":
            app.field.select_all()
        press(app, how)
        await settle(pilot)
        assert app.field.text == ""
        assert not app.field.show_vertical_scrollbar
