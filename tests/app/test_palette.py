"""What is on screen before the palette was there is on screen after it."""

from __future__ import annotations

from textual.command import CommandPalette

from tests.app.screen_text import screen_lines
from tests.app.stage import press, scenario_app, shown, until


async def test_it_leaves_nothing_behind() -> None:
    app = scenario_app("default")
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        before = screen_lines(pilot)
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await until(pilot, lambda: any("Theme" in line for line in screen_lines(pilot)))
        await press(pilot, "escape")
        await until(pilot, lambda: not isinstance(app.screen, CommandPalette))
        assert screen_lines(pilot) == before
        await press(pilot, "down", "up")
        assert screen_lines(pilot) == before
