"""Parts that are painted, and texts that are laid out, only when something has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.filter import LineFilter, Monochrome
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Static

from dsh_widgets.still_lines import StillLines
from dsh_widgets.still_text import StillText
from tests.support.seats import screen_text


class Painted(StillLines, Static):
    """Counts how often it is painted."""

    painted = 0

    def paint_lines(self, crop: Region) -> list[Strip]:
        self.painted += 1
        return super().paint_lines(crop)


class Page(App[None]):
    CSS = """
    Painted.-loud { background: red; }
    #room { height: auto; width: 1fr; }
    #room.-off { display: none; }
    """

    def compose(self) -> ComposeResult:
        yield Painted("first", id="still")
        yield StillText(id="room")
        yield Static("beside", id="other")

    @property
    def still(self) -> Painted:
        return self.query_one("#still", Painted)

    @property
    def room(self) -> StillText:
        return self.query_one("#room", StillText)


@asynccontextmanager
async def at_page() -> AsyncIterator[tuple[Page, Pilot[None]]]:
    app = Page()
    async with app.run_test(size=(20, 8)) as pilot:
        app.room.show(Content("one"))
        await pilot.pause()
        yield app, pilot


def shown(app: Page) -> list[str]:
    return screen_text(app).split("\n")


async def test_what_has_not_changed_is_not_painted_for_what_is_beside_it() -> None:
    async with at_page() as (app, pilot):
        before = app.still.painted
        app.query_one("#other", Static).update("changed", layout=False)
        await pilot.pause()
        assert "changed" in shown(app)
        assert app.still.painted == before


async def test_a_new_content_is_painted() -> None:
    async with at_page() as (app, pilot):
        app.still.update("second")
        await pilot.pause()
        assert shown(app)[0] == "second"


async def test_a_new_style_is_painted() -> None:
    async with at_page() as (app, pilot):
        app.still.add_class("-loud")
        await pilot.pause()
        strip = app.screen._compositor.render_strips()[0]
        assert {s.style.bgcolor.name for s in strip if s.style and s.style.bgcolor} == {"#ff0000"}


async def test_a_new_size_is_painted() -> None:
    async with at_page() as (app, pilot):
        await pilot.resize_terminal(9, 8)
        await pilot.pause()
        assert [strip.cell_length for strip in app.still.render_lines(Region(0, 0, 9, 1))] == [9]


async def test_other_lines_of_it_are_painted() -> None:
    async with at_page() as (app, pilot):
        app.still.update("first\nsecond")
        await pilot.pause()
        one, two = (app.still.render_lines(Region(0, y, 20, 1)) for y in (0, 1))
        assert [strips[0].text.rstrip() for strips in (one, two)] == ["first", "second"]


async def test_it_is_painted_for_another_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_page() as (app, _):
        crop = Region(0, 0, 20, 1)
        before = app.still.render_lines(crop)
        assert app.still.render_lines(crop) is before
        filters: list[LineFilter] = [Monochrome()]
        monkeypatch.setattr(app, "get_line_filters", lambda: filters)
        assert app.still.render_lines(crop) is not before


async def laid_out(app: Page, pilot: Pilot[None], content: Content) -> bool:
    """Whether the screen is laid out to show a text."""
    done = False

    def note(_: object) -> None:
        nonlocal done
        done = True

    app.screen.screen_layout_refresh_signal.subscribe(app.still, note, immediate=True)
    app.room.show(content)
    await pilot.pause()
    app.screen.screen_layout_refresh_signal.unsubscribe(app.still)
    return done


@pytest.mark.parametrize(
    ("text", "anew", "rows"),
    [
        ("one", False, ["one"]),
        ("two", False, ["two"]),
        ("日本", False, ["日本"]),
        ("one\ntwo", True, ["one", "two"]),
        ("", False, [""]),
        ("two words that are long", True, ["two words that are", "long"]),
    ],
)
async def test_a_text_is_laid_out_when_its_height_may_be_another_one(
    text: str, anew: bool, rows: list[str]
) -> None:
    async with at_page() as (app, pilot):
        assert await laid_out(app, pilot, Content(text)) == anew
        assert shown(app)[1 : 2 + len(rows)] == [*rows, "beside"]
        assert app.room.show(Content(text)) is False, "it is there already"


async def test_a_text_that_was_out_of_sight_comes_back_as_high_as_it_is_by_then() -> None:
    async with at_page() as (app, pilot):
        app.room.add_class("-off")
        await pilot.pause()
        assert not await laid_out(app, pilot, Content("one\ntwo\nthree"))
        app.room.remove_class("-off")
        await pilot.pause()
        assert shown(app)[1:5] == ["one", "two", "three", "beside"]
