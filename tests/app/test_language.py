"""Another language while something is being answered: everything of ours changes, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from dsh_app.app import DshApp
from dsh_app.settings import Settings, SettingsError
from dsh_core.base.catalogue_en import TEXTS as EN
from tests.app.screen_text import screen_lines
from tests.app.stage import press, scenario_app, seat_of, shown, until


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every English text of ours can be told from the foreign ones by its quotes."""
    for key, words in list(EN.items()):
        monkeypatch.setitem(EN, key, f"«{words}»")


def english(pilot: Pilot[Any]) -> list[str]:
    """The lines that hold an English text of ours."""
    return [line for line in screen_lines(pilot) if "«" in line or "»" in line]


def app_of(pilot: Pilot[Any]) -> DshApp:
    assert isinstance(pilot.app, DshApp)
    return pilot.app


async def test_a_draft_and_its_caret_survive_a_change_of_language() -> None:
    app = scenario_app("default")
    async with app.run_test(size=(100, 30)) as pilot:
        seat = await shown(pilot)
        await press(pilot, "o", *"Valkey 7", "left", "left")
        field = app.screen.focused
        caret = getattr(field, "cursor_location", None)
        assert caret == (0, 6)
        assert english(pilot)
        state = seat.dock.panel.state if seat.dock.panel else None
        app.use_language("zh")
        await pilot.pause()
        assert english(pilot) == []
        assert app.screen.focused is field
        assert getattr(field, "text", "") == "Valkey 7"
        assert getattr(field, "cursor_location", None) == caret
        assert seat.dock.panel is not None
        assert seat.dock.panel.state == state
        assert any("跳过本题" in line for line in screen_lines(pilot))
        await press(pilot, "x")
        assert getattr(field, "text", "") == "Valkeyx 7"
        app.use_language("en")
        await pilot.pause()
        assert any("Skip this question" in line for line in screen_lines(pilot))


STATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "list": ("default", ()),
    "note": ("default", ("n",)),
    "kept": ("default", ("o", "K", "escape", "home", "space")),
    "multi": ("default", ("]",)),
    "free_text": ("default", ("]", "]")),
    "review": ("default", ("]", "]", "tab")),
    "folded": ("default", ("f2",)),
    "parked": ("default", ("escape",)),
    "filter": ("many_options", ("/", "t")),
    "discussing": ("default", ("d",)),
    "stop_armed": ("default", ("ctrl+c",)),
    "plan": ("plan", ()),
    "plan_again": ("plan", ("a",)),
    "plan_feedback": ("plan", ("f", "k", "enter")),
}


@pytest.mark.parametrize("name", STATES)
async def test_no_word_of_the_old_language_stays(name: str) -> None:
    scenario, keys = STATES[name]
    app = scenario_app(scenario)
    async with app.run_test(size=(100, 30)) as pilot:
        await shown(pilot)
        await press(pilot, *keys)
        assert english(pilot)
        app.use_language("zh")
        await pilot.pause()
        assert english(pilot) == []


async def test_the_palette_changes_the_language() -> None:
    app = scenario_app("one_question")
    async with app.run_test(size=(100, 30)) as pilot:
        await shown(pilot)
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        for character in "Language":
            await pilot.press(character)
        await chosen(pilot, lambda: app.catalogue.language == "zh")
        assert seat_of(pilot).catalogue.language == "zh"


async def chosen(pilot: Pilot[Any], done: Callable[[], bool]) -> None:
    """Wait for the hits of the palette, and take the first."""
    for _ in range(100):
        await pilot.pause(0.05)
        if done():
            return
        await pilot.press("down", "enter")
    raise AssertionError("nothing was chosen")


async def test_settings_decide_how_it_starts() -> None:
    app = scenario_app("one_question", Settings(language="zh", theme="dsh-light"))
    async with app.run_test(size=(100, 30)) as pilot:
        await shown(pilot)
        assert app_of(pilot).current_theme.name == "dsh-light"
        assert english(pilot) == []


def test_a_theme_that_is_not_there_is_refused_before_anything_is_drawn() -> None:
    with pytest.raises(SettingsError, match=r"theme must be one of .*dsh-dark.*, not 'dusk'"):
        scenario_app("one_question", Settings(theme="dusk"))
    with pytest.raises(SettingsError, match=r"s\.toml.*theme must be one of "):
        scenario_app("one_question", Settings(theme="dusk", theme_origin="s.toml"))


async def test_keys_that_are_set_act_and_are_shown() -> None:
    app = scenario_app("default", Settings(keys={"list.skip": ("x",)}))
    async with app.run_test(size=(100, 30)) as pilot:
        seat = await shown(pilot)
        assert any("x «skip»" in line for line in screen_lines(pilot))
        await press(pilot, "s")
        assert seat.dock.panel is not None
        assert seat.dock.panel.drafts == 0
        await press(pilot, "x")
        assert seat.dock.panel.drafts == 1
