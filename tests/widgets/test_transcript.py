"""The transcript on a screen: what each entry looks like, scrolling, opening, selecting."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import AssistantEntry, Entry, ToolEntry, UserEntry
from dsh_widgets.transcript import TranscriptView
from tests.support.snapshots import SnapCompare
from tests.widgets.transcript_samples import (
    ASKED,
    CANCELLED,
    FAILED,
    PLAN,
    TALK,
    TOOLS,
    WAITING,
    Source,
    TranscriptApp,
)

MANY: list[Entry] = [UserEntry(f"entry {n} " + "word " * (n % 30)) for n in range(300)]


def test_looks_of_talk(snap_compare: SnapCompare) -> None:
    assert snap_compare(TranscriptApp(Source(TALK)))


def test_looks_of_tools_closed(snap_compare: SnapCompare) -> None:
    assert snap_compare(TranscriptApp(Source(TOOLS)))


@pytest.mark.parametrize(
    "entry",
    [ASKED, WAITING, CANCELLED, FAILED, PLAN, TALK[1]],
    ids=["asked", "waiting", "cancelled", "failed", "plan", "thought"],
)
def test_looks_opened(snap_compare: SnapCompare, entry: Entry) -> None:
    async def open_it(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        view = pilot.app.query_one(TranscriptView)
        view.focus()
        view.act("transcript.toggle")
        await pilot.pause()

    app = TranscriptApp(Source([UserEntry("before"), entry]))
    assert snap_compare(app, run_before=open_it)


def test_looks_streaming(snap_compare: SnapCompare) -> None:
    source = Source([UserEntry("go"), AssistantEntry("", "I think\nand think", streaming=True)])
    assert snap_compare(TranscriptApp(source))


async def test_what_is_foreign_cannot_act() -> None:
    nasty = "\x1b[31m\x1b]0;t\x07 \u202e [@click=app.quit]x[/] \x9b1m"
    tool = ToolEntry("i", nasty, nasty, "ok", FAILED.title, FAILED.summary, nasty)
    entries: list[Entry] = [UserEntry(nasty), AssistantEntry(nasty, nasty), tool]
    async with TranscriptApp(Source(entries)).run_test(size=(60, 40)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        for index in range(3):
            app.view.set_expanded(index)
        await pilot.pause()
        text = "".join(app.screen_rows)
        assert "[@click=app.quit]x[/]" in text
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", text)


async def test_it_follows_the_end_without_a_layout() -> None:
    source = Source(MANY)
    async with TranscriptApp(source).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        layouts = count_layouts(app)
        for number in range(20):
            source.append(UserEntry(f"new {number} " + "more " * (number * 3)))
            await pilot.pause()
            assert app.view.following
            assert f"new {number}" in "".join(app.screen_rows)
        assert layouts == []


def count_layouts(app: TranscriptApp) -> list[int]:
    layouts: list[int] = []
    refresh_layout = app.screen._refresh_layout

    def counting(*arguments: Any, **options: Any) -> None:
        layouts.append(1)
        refresh_layout(*arguments, **options)

    app.screen._refresh_layout = counting  # type: ignore[method-assign]
    return layouts


async def test_scrolled_up_it_stays_where_it_is() -> None:
    source = Source(MANY)
    async with TranscriptApp(source).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        app.view.act("transcript.page_up")
        app.view.act("transcript.up")
        await pilot.pause()
        rows = app.screen_rows
        for _ in range(10):
            source.append(UserEntry("new " * 50))
            await pilot.pause()
        assert app.screen_rows == rows
        source.prepend([UserEntry(f"older {n}") for n in range(50)])
        await pilot.pause()
        assert app.screen_rows == rows
        app.view.act("transcript.last")
        await pilot.pause()
        assert app.view.following


async def test_the_wheel_reaches_both_ends() -> None:
    async with TranscriptApp(Source(MANY[:40])).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        view = app.view
        for _ in range(200):
            view.scroll_to(y=view.scroll_y - 3)
        assert view.rows_on_screen[0] == (0, 0)
        for _ in range(200):
            view.scroll_to(y=view.scroll_y + 3)
        assert view.following
        assert view.rows_on_screen[-1][0] == 39


async def test_keys_move_exactly() -> None:
    async with TranscriptApp(Source(MANY)).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        before = app.screen_rows
        for action in ("up", "up", "page_up", "page_down", "down", "down"):
            assert app.view.act(f"transcript.{action}")
        assert app.screen_rows == before
        app.view.act("transcript.first")
        assert app.screen_rows[0] == " ❯ entry 0"
        assert not app.view.act("transcript.no_such_thing")


@pytest.mark.parametrize("width", [30, 50, 120])
async def test_a_resize_keeps_the_top_row_s_text(width: int) -> None:
    async with TranscriptApp(Source(MANY)).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        app.view.act("transcript.page_up")
        entry = app.view.rows_on_screen[0][0]
        await pilot.resize_terminal(width, 24)
        await pilot.pause()
        assert app.view.rows_on_screen[0][0] == entry
        assert not app.view.following
        app.view.act("transcript.last")
        await pilot.resize_terminal(80, 30)
        await pilot.pause()
        assert app.view.following
        assert app.view.rows_on_screen[-1][0] == 299


async def test_a_click_on_a_row_opens_it_and_the_row_stays() -> None:
    source = Source([*MANY[:5], FAILED, *MANY[:3]])
    async with TranscriptApp(source).run_test(size=(80, 40)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        y = next(y for y, row in enumerate(app.screen_rows) if "bash" in row)
        await pilot.click(TranscriptView, offset=(4, y))
        await pilot.pause()
        assert app.view.is_expanded(5)
        assert "bash" in app.screen_rows[y]
        assert '"command": "ls /nowhere"' in "".join(app.screen_rows)
        await pilot.click(TranscriptView, offset=(20, y + 2))
        await pilot.pause()
        assert app.view.is_expanded(5), "only the head closes it"
        await pilot.click(TranscriptView, offset=(4, y))
        await pilot.pause()
        assert app.messages == [(None, 5, True), (None, 5, False)]


async def test_the_cursor_walks_over_what_can_be_opened() -> None:
    source = Source([FAILED, *MANY[:200], PLAN, *MANY[:100], ASKED])
    async with TranscriptApp(source).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        view = app.view
        view.act("transcript.previous_row")
        assert view.cursor == 302
        view.act("transcript.previous_row")
        assert view.cursor == 201
        assert 201 in {entry for entry, _ in view.rows_on_screen}
        view.act("transcript.toggle")
        assert view.is_expanded(201)
        view.act("transcript.previous_row")
        view.act("transcript.previous_row")
        assert view.cursor == 0
        view.act("transcript.next_row")
        assert view.cursor == 201
        view.act("transcript.copy")
        await pilot.pause()
        assert app.messages[-1] == "exit_plan_mode\n{}"


async def test_a_result_comes_to_an_open_row() -> None:
    source = Source([WAITING])
    async with TranscriptApp(source).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        assert app.view.expand_call("call-waiting")
        assert not app.view.expand_call("no-such-call")
        await pilot.pause()
        assert any("○ SQLite" in row for row in app.screen_rows)
        source.update(0, ASKED)
        await pilot.pause(0.1)
        text = "\n".join(app.screen_rows)
        assert "1/2 answered" in text
        assert "● Postgres (Recommended)" in text
        assert "✎ but later" in text
        assert "– no answer" in text
        assert "SQLite" not in text


async def test_opening_a_call_for_the_person_does_not_end_following() -> None:
    source = Source([WAITING])
    async with TranscriptApp(source).run_test(size=(80, 4)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        assert app.view.following
        assert app.view.expand_call("call-waiting")
        assert app.view.following
        app.view.go_to_start()
        assert not app.view.following
        assert app.view.expand_call("call-waiting")
        assert not app.view.following


async def test_long_output_is_cut_and_says_so() -> None:
    output = "\n".join(f"line {n}" for n in range(100_000))
    long = ToolEntry("c", "bash", "{}", "ok", FAILED.title, FAILED.summary, output)
    async with TranscriptApp(Source([long])).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        app.view.set_expanded(0)
        app.view.act("transcript.last")
        await pilot.pause()
        assert "… 98000 more lines" in app.screen_rows[-1]


async def test_only_what_streams_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from dsh_widgets import transcript_entries

    drawn: list[str] = []
    body = transcript_entries.EntryDrawing._body

    def counting(self: Any, entry: Any, expanded: bool) -> Any:
        drawn.append(entry.text[:4])
        return body(self, entry, expanded)

    monkeypatch.setattr(transcript_entries.EntryDrawing, "_body", counting)
    source = Source([*MANY[:50], AssistantEntry("stre", streaming=True)])
    async with TranscriptApp(source).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        drawn.clear()
        text = "stre"
        for number in range(30):
            text += f"am {number} "
            source.update(50, AssistantEntry(text, streaming=True))
        await pilot.pause(0.1)
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        assert "am 29" in "".join(app.screen_rows)
        assert set(drawn) == {"stre"}
        assert len(drawn) <= 5


async def test_another_language() -> None:
    async with TranscriptApp(Source([WAITING])).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        app.view.catalogue = Catalogue("zh")
        await pilot.pause()
        assert "提问" in app.screen_rows[0]


async def test_a_theme_changes_colours_and_draws_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    from dsh_widgets import transcript_entries

    async with TranscriptApp(Source(TALK)).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        before = app.view.render_lines(app.view.size.region)
        monkeypatch.delattr(transcript_entries.EntryDrawing, "_body")
        app.theme = "textual-light"
        await pilot.pause()
        after = app.view.render_lines(app.view.size.region)
        assert [strip.text for strip in after] == [strip.text for strip in before]
        assert after != before


async def test_selecting_text_over_entries() -> None:
    source = Source([UserEntry("first line that is long enough to wrap"), AssistantEntry("second")])
    async with TranscriptApp(source).run_test(size=(30, 12)) as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        assert "first line" in app.screen_rows[0]
        await pilot.mouse_down(TranscriptView, offset=(9, 0))
        await pilot.hover(TranscriptView, offset=(4, 3))
        await pilot.mouse_up(TranscriptView, offset=(4, 3))
        await pilot.pause()
        selected = app.screen.get_selected_text()
        assert selected is not None
        assert selected.startswith("line that is long enough to wrap\n\nsec"), selected
        source.append(UserEntry("more"))
        await pilot.pause()
        assert app.screen.get_selected_text() == selected
        app.view.act("transcript.copy")
        await pilot.pause()
        assert app.messages == [selected]


async def test_a_double_click_selects_the_entry_and_no_drag_opens_it() -> None:
    async with TranscriptApp(Source([UserEntry("before"), FAILED])).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        await pilot.pause()
        await pilot.double_click(TranscriptView, offset=(5, 0))
        await pilot.pause()
        assert app.screen.get_selected_text() == "❯ before"
        await pilot.mouse_down(TranscriptView, offset=(4, 2))
        await pilot.hover(TranscriptView, offset=(9, 2))
        await pilot.mouse_up(TranscriptView, offset=(9, 2))
        await pilot.pause()
        assert not app.view.is_expanded(1)


async def test_an_empty_transcript() -> None:
    source = Source()
    async with TranscriptApp(source).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, TranscriptApp)
        for action in ("up", "down", "page_up", "first", "last", "next_row", "toggle", "copy"):
            assert app.view.act(f"transcript.{action}")
        source.append(UserEntry("hello"))
        await pilot.pause()
        assert "hello" in app.screen_rows[0]
        app.view.show(None)
        await pilot.pause()
        assert not source.listeners
        assert not "".join(app.screen_rows).strip()


async def test_a_result_that_comes_with_another_height_is_shown() -> None:
    app = TranscriptApp(Source([WAITING]))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        app.source.update(0, CANCELLED)
        # A form goes at this moment: the resize is handled before the update is drawn.
        await pilot.resize_terminal(60, 30)
        await pilot.pause(0.1)
        assert any("cancelled" in row for row in app.screen_rows)


async def test_where_the_keyboard_is_shows_by_shape() -> None:
    async with TranscriptApp(Source([TALK[0], ASKED])).run_test(size=(40, 12)) as pilot:
        view = pilot.app.query_one(TranscriptView)

        def head() -> str:
            place = next(y for y, row in enumerate(view._frame) if row[0] == 1 and row[1] > 0)
            return view.render_line(place).text[0]

        view.cursor = 1
        view.focus()
        await pilot.pause()
        assert head() == "▹"
        view.set_expanded(1)
        assert head() == "▿"
        view.blur()
        await pilot.pause()
        assert head() == "▾"
