"""Each key a text knows does its work once, at once and in its order."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import TextArea

from tests.support.fields import FieldApp, Native, press, settle


async def test_a_burst_is_typed_in_its_order() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        press(app, *"teh⌫⌫he")
        await settle(pilot)
        assert app.field.text == "the"


async def test_the_stock_editor_does_not_do_this() -> None:
    """If this fails, Textual has mended its queues and the field may become simpler."""

    class Stock(App[None]):
        def compose(self) -> ComposeResult:
            yield TextArea()

    app = Stock()
    async with app.run_test() as pilot:
        app.query_one(TextArea).focus()
        press(app, *"teh⌫⌫he")
        await settle(pilot)
        assert app.query_one(TextArea).text != "the"


@pytest.mark.parametrize(
    ("name", "before", "caret", "after"),
    [
        ("x", "ab", (0, 1), "axb"),
        ("backspace", "abc", (0, 3), "ab"),
        ("delete", "abc", (0, 0), "bc"),
        ("ctrl+d", "abc", (0, 0), "bc"),
        ("ctrl+w", "one two three", (0, 13), "one two "),
        ("alt+delete", "one two three", (0, 0), " two three"),
        ("ctrl+u", "one two", (0, 4), "two"),
        ("ctrl+k", "one two", (0, 3), "one"),
        ("ctrl+k", "one\ntwo", (0, 3), "onetwo"),
        ("ctrl+k", "\ntwo", (0, 0), "two"),
        ("ctrl+shift+k", "one\ntwo\nsix", (1, 1), "one\nsix"),
        ("ctrl+x", "one\ntwo\nsix", (1, 1), "one\nsix"),
        ("enter", "ab", (0, 1), "a\nb"),
        ("shift+enter", "ab", (0, 1), "a\nb"),
        ("ctrl+j", "ab", (0, 1), "a\nb"),
        ("shift+\r", "ab", (0, 1), "a\nb"),
    ],
)
async def test_an_editing_key_acts_exactly_once(
    name: str, before: str, caret: tuple[int, int], after: str
) -> None:
    handler = Native()
    app = FieldApp(handler)
    async with app.run_test() as pilot:
        app.field.show_text(before)
        app.field.move_cursor(caret)
        press(app, name)
        await settle(pilot)
        assert app.field.text == after
        assert handler.used == [name]
        assert app.notes == []


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("left", (1, 2), (1, 1)),
        ("right", (1, 2), (1, 3)),
        ("up", (1, 2), (0, 2)),
        ("down", (1, 2), (2, 2)),
        ("home", (1, 2), (1, 0)),
        ("ctrl+a", (1, 2), (1, 0)),
        ("end", (1, 2), (1, 7)),
        ("ctrl+e", (1, 2), (1, 7)),
        ("ctrl+left", (1, 7), (1, 4)),
        ("ctrl+right", (1, 0), (1, 3)),
        ("ctrl+b", (1, 2), (1, 1)),
        ("ctrl+f", (1, 2), (1, 3)),
        ("ctrl+home", (1, 2), (0, 0)),
        ("ctrl+end", (1, 2), (2, 3)),
        ("pageup", (1, 2), (0, 2)),
        ("pagedown", (1, 2), (2, 2)),
    ],
)
async def test_a_moving_key_acts_exactly_once(
    name: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.field.show_text("abc\none two\ndef")
        await pilot.pause()
        app.field.move_cursor(start)
        press(app, name)
        await settle(pilot)
        assert app.field.cursor_location == end
        assert app.field.selection.is_empty


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("shift+left", "e"),
        ("shift+right", " "),
        ("shift+home", "one"),
        ("shift+end", " two"),
        ("shift+up", "\none"),
        ("ctrl+shift+left", "one"),
        ("ctrl+shift+right", " two"),
        ("ctrl+shift+home", "abc\none"),
        ("ctrl+shift+end", " two\ndef"),
    ],
)
async def test_a_selecting_key_selects_what_a_move_would_pass(name: str, selected: str) -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        app.field.show_text("abc\none two\ndef")
        await pilot.pause()
        app.field.move_cursor((1, 3))
        press(app, name)
        await settle(pilot)
        assert app.field.selected_text == selected


async def test_undo_and_redo_go_by_the_edits_and_not_by_the_clock() -> None:
    app = FieldApp(Native())
    async with app.run_test() as pilot:
        press(app, *"abc", "⌫", "ctrl+z")
        await settle(pilot)
        assert app.field.text == "abc"
        press(app, "ctrl+z", "ctrl+y")
        await settle(pilot)
        assert app.field.text == "abc"
        assert app.field.history.checkpoint_timer == float("inf")
