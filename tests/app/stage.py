"""The whole app on a stage: a scenario that takes no time, and keys with times of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from dsh_app.app import DshApp
from dsh_app.conversation import Conversation
from dsh_app.scenarios.load import load_scenario
from dsh_app.screens.conversation import ConversationScreen
from dsh_app.settings import Settings
from dsh_widgets.seat import Seat

__all__ = ["press", "scenario_app", "shown", "staged", "typed", "until"]

_APART = 1.0
"""Seconds between two keys of `press`: nothing is a repeat, nothing comes too early."""

_NAMED = {"space": " ", "enter": "\r", "tab": "\t"}


def scenario_app(name: str, settings: Settings | None = None) -> DshApp:
    """The app over a shipped scenario that takes no time."""
    return DshApp(
        Conversation.with_scenario(load_scenario(name, instant=True), name="agent"),
        settings=settings,
    )


def seat_of(pilot: Pilot[Any]) -> Seat:
    screen = next(s for s in pilot.app.screen_stack if isinstance(s, ConversationScreen))
    return screen.seat


async def until(pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    """Wait until something is so.

    Raises:
        AssertionError: If it is not after a few seconds.
    """
    for _ in range(400):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError("it never came")


async def shown(pilot: Pilot[Any]) -> Seat:
    """Wait for a request, and give it the keyboard without waiting for a rest."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ConversationScreen))
    seat = seat_of(pilot)
    await until(pilot, lambda: seat.dock.panel is not None and seat.dock.size.height > 1)
    seat.keyboard.to_panel()
    await pilot.pause()
    return seat


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one by one, each long after the one before."""
    for key in keys:
        character = _NAMED.get(key, key if len(key) == 1 else None)
        event = events.Key(_character_to_key(key) if len(key) == 1 else key, character)
        # Never before what is on screen, however long it took to come.
        event.time = max(event.time, pilot.app.__dict__.get("_stage_time", 0.0)) + _APART
        pilot.app.__dict__["_stage_time"] = event.time
        pilot.app.post_message(event)
        await pilot.pause()


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Type a text."""
    await press(pilot, *("space" if character == " " else character for character in text))


def staged(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """For `run_before`: the first request shown, then keys."""

    async def run(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await press(pilot, *keys)
        await pilot.pause()

    return run
