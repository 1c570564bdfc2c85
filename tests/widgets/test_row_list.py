from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from dsh_widgets.glyphs import ASCII
from dsh_widgets.row_list import Row, RowList
from dsh_widgets.text import literal


def row(text: str, mark: str = "○ ") -> Row:
    return Row(Content(mark), (literal(text),))


class ListApp(App[None]):
    CSS = "VerticalScroll { height: 1fr; }"

    def __init__(self, rows: list[Row], **options: object) -> None:
        super().__init__()
        self.list = RowList(**options)  # type: ignore[arg-type]
        self.list.show(rows)
        self.clicks: list[tuple[int, bool]] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.list

    def on_row_list_row_clicked(self, event: RowList.RowClicked) -> None:
        self.clicks.append((event.row, event.on_mark))


def lines(widget: Widget) -> list[str]:
    return [widget.render_line(y).text for y in range(widget.size.height)]


async def test_rows_are_wrapped_under_their_label_and_only_the_first_line_has_a_mark() -> None:
    app = ListApp([row("one two three four"), row("five")])
    async with app.run_test(size=(16, 8)) as pilot:
        app.list.cursor = 0
        app.list.focus()
        await pilot.pause()
        assert lines(app.list) == [
            "❯ ○ one two     ",
            "    three four  ",
            "  ○ five        ",
        ]
        app.list.blur()
        await pilot.pause()
        # Where the keyboard is can be told without colour.
        assert lines(app.list)[0] == "› ○ one two     "


async def test_another_alphabet_is_another_table() -> None:
    app = ListApp([row("one")], glyphs=ASCII)
    async with app.run_test(size=(12, 4)) as pilot:
        app.list.cursor = 0
        assert lines(app.list) == ["- ○ one     "]
        app.list.focus()
        await pilot.pause()
        assert lines(app.list) == ["> ○ one     "]


async def test_a_move_refreshes_the_two_rows_it_concerns_and_lays_nothing_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = ListApp([row("one two three four"), row("five"), row("six")])
    async with app.run_test(size=(16, 8)) as pilot:
        app.list.cursor = 0
        await pilot.pause()
        calls: list[tuple[tuple[Region, ...], bool]] = []
        refresh = app.list.refresh

        def spy(*regions: Region, **options: bool) -> Widget:
            calls.append((regions, options.get("layout", False)))
            return refresh(*regions, **options)

        monkeypatch.setattr(app.list, "refresh", spy)
        app.list.cursor = 1
        await pilot.pause()
        assert calls == [((Region(0, 0, 16, 2),), False), ((Region(0, 2, 16, 1),), False)]


async def test_a_move_draws_no_other_line(monkeypatch: pytest.MonkeyPatch) -> None:
    app = ListApp([row(f"row {number}") for number in range(20)])
    async with app.run_test(size=(30, 24)) as pilot:
        app.list.cursor = 3
        await pilot.pause()
        drawn: list[int] = []
        render_line = app.list.render_line

        def spy(y: int) -> Strip:
            drawn.append(y)
            return render_line(y)

        monkeypatch.setattr(app.list, "render_line", spy)
        app.list.cursor = 4
        await pilot.pause()
        assert sorted(set(drawn)) == [3, 4]


async def test_the_highlight_covers_every_line_of_its_row() -> None:
    app = ListApp([row("one two three four"), row("five")])
    async with app.run_test(size=(16, 8)) as pilot:
        app.list.focus()
        app.list.cursor = 0
        await pilot.pause()
        backgrounds = [
            {segment.style.bgcolor for segment in app.list.render_line(y) if segment.style}
            for y in range(3)
        ]
        assert backgrounds[0] == backgrounds[1]
        assert len(backgrounds[0]) == 1
        assert backgrounds[0] != backgrounds[2]


async def test_brackets_in_a_row_stay_brackets() -> None:
    text = "[@click=app.quit]x[/] [/ ["
    app = ListApp([row(text)])
    async with app.run_test(size=(60, 4)):
        assert text in lines(app.list)[0]
        metas = [segment.style.meta for segment in app.list.render_line(0) if segment.style]
        assert not any("@click" in meta for meta in metas)


async def test_one_row_is_replaced_in_place_and_a_taller_one_moves_the_rest() -> None:
    app = ListApp([row("one"), row("two"), row("three")])
    async with app.run_test(size=(12, 8)) as pilot:
        app.list.set_row(1, row("TWO", "● "))
        await pilot.pause()
        assert lines(app.list)[1] == "  ● TWO     "
        app.list.set_row(0, row("one one one"))
        await pilot.pause()
        assert app.list.row_region(2) == Region(0, 3, 12, 1)
        assert app.list.size.height == 4
        with pytest.raises(IndexError):
            app.list.set_row(3, row("x"))
        with pytest.raises(IndexError):
            app.list.row_region(3)


async def test_showing_the_same_rows_again_refreshes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = ListApp([row("one"), row("two")])
    async with app.run_test(size=(12, 8)):
        calls: list[object] = []
        monkeypatch.setattr(app.list, "refresh", lambda *regions, **_: calls.append(regions))
        app.list.show([row("one"), row("two")])
        assert calls == []
        app.list.show([row("one"), row("owt")])
        assert calls == [(Region(0, 1, 12, 1),)]


async def test_fewer_rows_keep_the_highlight_inside() -> None:
    app = ListApp([row("one"), row("two"), row("three")])
    async with app.run_test(size=(12, 8)) as pilot:
        app.list.cursor = 2
        app.list.show([row("one")])
        await pilot.pause()
        assert app.list.cursor == 0
        app.list.show([])
        await pilot.pause()
        assert app.list.cursor == -1
        app.list.cursor = 5
        assert app.list.cursor == -1


async def test_a_click_tells_the_row_and_whether_it_was_on_the_mark() -> None:
    app = ListApp([row("one two three four"), row("five")])
    async with app.run_test(size=(16, 8)) as pilot:
        for offset in [(2, 0), (6, 0), (2, 1), (6, 2)]:
            await pilot.click(app.list, offset=offset)
        assert app.clicks == [(0, True), (0, False), (0, False), (1, False)]
        assert app.focused is not app.list


async def test_the_row_under_the_mouse_is_drawn_differently_until_it_leaves() -> None:
    app = ListApp([row("one"), row("two")])
    async with app.run_test(size=(16, 8)) as pilot:
        await pilot.hover(app.list, offset=(3, 1))
        assert app.list.hover == 1
        await pilot.hover(app.list.parent, offset=(3, 6))  # type: ignore[arg-type]
        assert app.list.hover == -1


async def test_keys_go_to_the_handler_and_nowhere_else() -> None:
    class Handler:
        seen: list[object] = []  # noqa: RUF012

        def handle_key(self, part: Widget, event: events.Key) -> None:
            self.seen.append((part, event.key))
            event.stop()

        def handle_paste(self, part: Widget, event: events.Paste) -> None:
            self.seen.append((part, event.text))

    handler = Handler()
    app = ListApp([row("one"), row("two")], keys=handler)
    async with app.run_test() as pilot:
        app.list.focus()
        await pilot.press("down")
        app.post_message(events.Paste("x"))
        await pilot.pause()
        assert handler.seen == [(app.list, "down"), (app.list, "x")]
        assert app.list.cursor == -1


async def test_the_terminals_cursor_stands_on_the_highlighted_row() -> None:
    app = ListApp([row("one"), row("two")])
    async with app.run_test() as pilot:
        app.list.focus()
        await pilot.pause()
        app.list.cursor = 1
        assert app.cursor_position == (0, 1)


async def test_only_the_lines_asked_for_are_drawn() -> None:
    rows = [row("word " * 30) for _ in range(200)]
    app = ListApp(rows)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert app.list.size.height >= 600
        assert len(app.list._strips) < 20


@pytest.mark.parametrize("width", [*range(1, 14), 40, 300])
async def test_any_width_is_survived_and_no_line_is_wider(width: int) -> None:
    rows = [row("日本語テキスト mixed e\u0301 👩‍👩‍👧 end"), row(""), Row(Content(""), ())]
    app = ListApp(rows)
    async with app.run_test(size=(width, 6)) as pilot:
        app.list.cursor = 0
        await pilot.pause()
        assert all(cell_len(line) == app.list.size.width for line in lines(app.list))


async def test_a_screen_without_room_is_survived() -> None:
    app = ListApp([row("one")])
    async with app.run_test(size=(20, 5)) as pilot:
        app.list.styles.width = 0
        app.list.styles.height = 0
        await pilot.pause()
        app.list.cursor = 0
        app.list.show([row("two"), row("three")])
        await pilot.pause()
        assert app.list.get_content_height(app.size, app.size, 0) == 2


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(st.sampled_from("ab 日本é\u0301👩\u200d👧️[]\t-"), max_size=40),
    width=st.integers(6, 60),
)
def test_nothing_but_blanks_is_lost_by_wrapping(text: str, width: int) -> None:
    rows = RowList()
    entry = row(text)
    wrapped = rows._wrap(entry, width)
    drawn = "".join(part.plain for _, part in wrapped)
    assert "".join(drawn.split()) == "".join(literal(text).plain.split()) or "○" in drawn
    room = width - rows.pointer_width
    assert all(lead.cell_length + part.cell_length <= room for lead, part in wrapped)
