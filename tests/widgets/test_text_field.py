from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import TextArea

from dsh_widgets.text_field import TextField, _common, field_text


class Native:
    """Hands every key to the field, as the seat does where the state says a text has it."""

    def __init__(self) -> None:
        self.used: list[str] = []
        self.pasted: list[str] = []

    def handle_key(self, part: Widget, event: events.Key) -> None:
        assert isinstance(part, TextField)
        if part.apply(event):
            self.used.append(event.key)
            event.stop()

    def handle_paste(self, part: Widget, event: events.Paste) -> None:
        assert isinstance(part, TextField)
        part.insert_paste(event.text)
        self.pasted.append(event.text)
        event.stop()


class FieldApp(App[None]):
    BINDINGS = [  # noqa: RUF012
        Binding("f6", "note('f6')"),
        Binding("f7", "note('f7')"),
        Binding("escape", "note('escape')"),
        Binding("x", "note('x')"),
        Binding("ctrl+w", "note('ctrl+w')"),
    ]
    CSS = "Vertical { padding: 0; }"

    def __init__(self, handler: Native | None = None, **options: object) -> None:
        super().__init__()
        self.field = TextField(handler, **options)  # type: ignore[arg-type]
        self.notes: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.field

    def on_mount(self) -> None:
        self.set_focus(self.field if self.field.keys is not None else None)

    def action_note(self, note: str) -> None:
        self.notes.append(note)


def key(name: str) -> events.Key:
    names = {" ": "space", "⌫": "backspace", "⏎": "enter"}
    return events.Key(
        names.get(name, name), name if name.isprintable() and len(name) == 1 else None
    )


def press(app: App[None], *names: str) -> None:
    """Put all the keys into the app's queue at once, as a burst arrives."""
    for name in names:
        app.post_message(
            events.Key("backspace", "\x7f") if name == "⌫" else key(name),
        )


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


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


async def test_what_is_drawn_is_sanitised_and_as_wide_as_it_is_wrapped() -> None:
    app = FieldApp(Native())
    async with app.run_test(size=(20, 8)) as pilot:
        app.field.show_text("\x1b[31m" * 6 + "[bold]\u202e")
        await pilot.pause()
        drawn = [app.field.render_line(y).text for y in range(app.field.size.height)]
        assert all(cell_len(line) == 20 for line in drawn)
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


async def test_the_cursor_does_not_blink() -> None:
    app = FieldApp(Native())
    async with app.run_test():
        assert not app.field.cursor_blink
        assert app.field.BINDINGS == TextArea.BINDINGS or not app.field._bindings.key_to_bindings


@given(st.text(), st.text())
def test_what_two_texts_begin_with_alike(one: str, other: str) -> None:
    size = _common(one, other)
    assert one[:size] == other[:size]
    assert one[size : size + 1] != other[size : size + 1] or size == len(one) == len(other)


@given(st.text(st.sampled_from("a\r\n\v\x85\u2028\x00")))
def test_a_text_of_a_field_has_one_kind_of_line_break(text: str) -> None:
    held = field_text(text)
    assert set(held) <= {"a", "\n"}
    assert held == field_text(held)
    assert held.split("\n") == (held.splitlines() + [""] * (held.endswith("\n") or not held))
