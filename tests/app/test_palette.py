"""What is on screen before the palette was there is on screen after it."""

from __future__ import annotations

from textual import events
from textual.command import CommandPalette
from textual.widgets import OptionList

from dsh_app.screens.conversation import ConversationScreen
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


async def test_a_double_click_on_it_closes_nothing_below() -> None:
    app = scenario_app("default")
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        stack = list(app.screen_stack)
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: any("Theme" in line for line in screen_lines(pilot)))
        commands = app.screen.query_one(OptionList)
        row = next(at for at, line in enumerate(screen_lines(pilot)) if "Theme" in line)
        for kind in (events.MouseDown, events.MouseUp) * 2:
            app.post_message(kind(commands, 10, row, 0, 0, 1, False, False, False, 10, row))
        await until(pilot, lambda: app.screen_stack[:-1] == stack)
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen_stack == stack)


async def test_pages_before_it_is_drawn_do_nothing() -> None:
    app = scenario_app("default")
    async with app.run_test(size=(1, 1)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ConversationScreen))
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        commands = app.screen.query_one(OptionList)
        await until(pilot, lambda: commands.option_count > 0)
        await press(pilot, "down", "pagedown", "pageup", "escape")
        await until(pilot, lambda: not isinstance(app.screen, CommandPalette))
