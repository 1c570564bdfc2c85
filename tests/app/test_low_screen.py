"""Terminals of few rows: every line of the seat is on screen, whatever has to give way."""

from __future__ import annotations

import pytest

from tests.support.desk import ASKS, Desk, at_desk


def assert_whole(desk: Desk, hint: str) -> None:
    lines = desk.text.splitlines()
    assert desk.app.screen.max_scroll_y == 0
    assert hint in lines[-1], desk.text


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("height", range(8, 19))
async def test_nothing_is_off_screen(width: int, height: int) -> None:
    async with at_desk(ASKS, size=(width, height)) as desk:
        await desk.until_shown("First?")
        desk.seat.keyboard.to_panel()
        await desk.pilot.pause()
        assert_whole(desk, "Enter answer")
        assert "❯ 1 ○ Alpha" in desk.text
        await desk.press("ctrl+c")
        assert "again" in desk.text
        assert_whole(desk, "Enter answer")
        await desk.press("escape")
        assert_whole(desk, "Tab answer")
        await desk.press("tab", "f2")
        assert_whole(desk, "Tab answer")


async def test_twelve_rows_have_five_for_the_options() -> None:
    async with at_desk(ASKS, size=(40, 12)) as desk:
        await desk.until_shown("First?")
        form = desk.seat.dock.panel
        assert form is not None
        assert form.query_one("#form-body").size.height == 5
