"""The app in Chinese, in ASCII, without colour and in the light theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

import pytest
from textual.command import CommandPalette
from textual.content import Content
from textual.pilot import Pilot

from dsh_app.settings import Settings
from tests.app.screen_text import screen_lines
from tests.app.stage import press, scenario_app, seat_of, shown, until
from tests.app.test_looks import STATES
from tests.support.snapshots import SNAPSHOTS, SnapCompare

CHINESE = Settings(language="zh")
PLAIN = Settings(ascii_only=True)
LIGHT = Settings(theme="dsh-light")

CHOSEN: Final = (
    "single",
    "multi_ticked",
    "own_answer_then_pick",
    "note",
    "review_gaps",
    "unanswered",
    "dismiss_confirm",
    "folded",
    "keys",
    "plan_unsent",
    "approval",
)

FOREIGN: Final = frozenset("ã京東字漢👦👧👩\u200d⇄") | frozenset(
    map(chr, (*range(0x300, 0x370), *range(0x2400, 0x2440)))
)
"""What the scenarios write, and what stands for controls in it."""


@pytest.mark.parametrize("state", CHOSEN)
def test_in_chinese(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name, CHINESE), run_before=before)


@pytest.mark.parametrize("state", CHOSEN)
def test_without_colour_in_ascii(
    snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    name, before = STATES[state]
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(scenario_app(name, PLAIN), run_before=before)


@pytest.mark.parametrize("state", ["single", "review_gaps", "plan", "answered"])
def test_in_the_light_theme(snap_compare: SnapCompare, state: str) -> None:
    name, before = STATES[state]
    assert snap_compare(scenario_app(name, LIGHT), run_before=before)


async def screen_of(state: str, settings: Settings, size: tuple[int, int] = (80, 24)) -> list[str]:
    name, before = STATES[state]
    app = scenario_app(name, settings)
    async with app.run_test(size=size) as pilot:
        await before(pilot)
        return screen_lines(pilot)


async def test_in_ascii_everything_of_ours_is_ascii_and_any_two_states_differ() -> None:
    plain = {state: await screen_of(state, PLAIN) for state in STATES}
    for state, lines in plain.items():
        assert len("".join(lines).split()) > 5, state
        for line in lines:
            odd = {character for character in line if not character.isascii()}
            assert odd <= FOREIGN, (state, line)
    assert alike(plain) == []


@pytest.mark.parametrize("state", ["single", "review_gaps", "plan"])
async def test_in_ascii_at_any_size(state: str) -> None:
    name, before = STATES[state]
    app = scenario_app(name, PLAIN)
    async with app.run_test(size=(80, 24)) as pilot:
        await before(pilot)
        for size in ((120, 40), (40, 12), (24, 8), (10, 5), (1, 1)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert all(line.isascii() for line in screen_lines(pilot)), screen_lines(pilot)


@pytest.mark.parametrize(("scenario", "keys"), [("one_question", ("2",)), ("plan", ("a", "a"))])
async def test_in_ascii_the_transcript_and_the_palette_are_ascii(
    scenario: str, keys: tuple[str, ...]
) -> None:
    app = scenario_app(scenario, PLAIN)
    async with app.run_test(size=(100, 40)) as pilot:
        seat = await shown(pilot)
        await press(pilot, *keys)
        await until(pilot, lambda: seat.dock.panel is None and not app.conversation.running)
        for row in range(len(app.conversation.entries.entries)):
            transcript_of(pilot).set_expanded(row)
            await pilot.pause()
            assert all(line.isascii() for line in screen_lines(pilot)), screen_lines(pilot)
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await until(pilot, lambda: any("Theme" in line for line in screen_lines(pilot)))
        assert all(line.isascii() for line in screen_lines(pilot)), screen_lines(pilot)


def transcript_of(pilot: Pilot[Any]) -> Any:
    return seat_of(pilot).screen.query_one("#transcript")


def test_any_two_states_differ_without_colour() -> None:
    """Seen on the pictures that the app is compared with: their text, without any style."""
    texts = {}
    for state in STATES:
        picture = SNAPSHOTS / "app" / "test_looks" / f"test_looks_80x24[{state}].svg"
        texts[state] = re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text("utf-8"))
        assert len(texts[state]) > 10
    assert alike(texts) == []


def alike(screens: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """The pairs of states of one scenario that read the same."""
    pairs = combinations(screens, 2)
    return [(a, b) for a, b in pairs if STATES[a][0] == STATES[b][0] and screens[a] == screens[b]]


@pytest.mark.parametrize("settings", [Settings(), PLAIN], ids=["unicode", "ascii"])
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (80, 16)])
async def test_where_the_keyboard_is_shows_by_shape(
    settings: Settings, columns: int, lines: int
) -> None:
    """In the form itself, not only on the line of keys: in its frame, or before its row."""
    app = scenario_app("default", settings)
    async with app.run_test(size=(columns, lines)) as pilot:
        seat = await shown(pilot)
        region = seat.dock.region

        def dock() -> list[str]:
            return screen_lines(pilot)[region.y : region.bottom]

        inside = dock()
        seat.keyboard.to_composer()
        await pilot.pause()
        assert seat.dock.region == region
        assert dock() != inside


async def test_nothing_is_ever_drawn_from_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    from_markup = Content.from_markup

    def watched(markup: object, *arguments: Any, **values: Any) -> Content:
        if markup:
            read.append(markup)
        return from_markup(markup, *arguments, **values)  # type: ignore[arg-type]

    monkeypatch.setattr(Content, "from_markup", watched)
    for state in ("single", "note", "review_kept", "hostile", "plan_feedback", "folded", "keys"):
        await screen_of(state, Settings())
    assert read == []
