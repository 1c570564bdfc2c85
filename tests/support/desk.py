"""The whole app: an agent that plays a scenario, and a person before it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual.pilot import Pilot

from dsh_app.app import DshApp
from dsh_app.conversation import Conversation
from dsh_app.scenarios.load import load_scenario, parse_scenario
from dsh_app.screens.conversation import ConversationScreen
from dsh_core.session.events import TURN_END
from dsh_widgets.form import QuestionForm
from dsh_widgets.seat import Seat
from tests.support.seats import key_event, screen_text

__all__ = ["ASKS", "Desk", "at_desk"]

ASKS = """
title: A case
prompt: Go on.
steps:
  - ask:
      - {id: one, header: One, question: First?, options: [Alpha, Beta, Gamma]}
      - {id: two, header: Two, question: Second?, multi_select: true, options: [Delta, Epsilon]}
      - {id: three, header: Three, question: Third?}
  - ask:
      - {id: four, header: Four, question: Fourth?}
"""
"""A scenario of an agent that asks three questions, and then one more."""


@dataclass
class Desk:
    """Somebody before the whole app."""

    app: DshApp
    pilot: Pilot[int]
    now: float

    @property
    def screen(self) -> ConversationScreen:
        screen = self.app.screen
        assert isinstance(screen, ConversationScreen)
        return screen

    @property
    def seat(self) -> Seat:
        return self.screen.seat

    @property
    def form(self) -> QuestionForm:
        panel = self.seat.dock.panel
        assert isinstance(panel, QuestionForm)
        return panel

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def ends(self) -> list[object]:
        """How each turn ended."""
        events = self.app.conversation.source.events
        return [event.data["reason"] for event in events if event.type == TURN_END]

    async def press(self, *names: str, gap: float = 1.0) -> None:
        """Press keys that are `gap` seconds apart, whatever time it is."""
        if gap >= 1.0:  # On a busy machine they would come before what is on screen.
            self.now = max(self.now, time.monotonic())
        for at, name in enumerate(names, 1):
            self.now += gap
            self.app.post_message(key_event(name, self.now))
            if not at % 20:
                await self.pilot.pause()
        await self.pilot.pause()

    async def take(self, *names: str) -> None:
        """Go to the form, unless it has taken the keyboard by itself by now, and press keys."""
        way = () if self.seat.keyboard.place.value == "panel" else ("tab",)
        await self.press(*way, *names)

    async def write(self, text: str) -> None:
        """Send a text from the composer, also if a form has taken the keyboard by now."""
        if self.seat.keyboard.place.value == "panel":
            await self.press("f6")
        self.now = max(self.now, time.monotonic())
        # Soon: a form that comes between gives early keys back to the composer.
        await self.press(*text, "enter", gap=0.05)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(20):
            while not true():
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def until_shown(self, words: str) -> None:
        await self.until(lambda: words in self.text)


@asynccontextmanager
async def at_desk(
    scenario: str, *, shipped: bool = False, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Desk]:
    """The app over a scenario, or over a shipped one of that name, once its screen is there."""
    loaded = (
        load_scenario(scenario, instant=True)
        if shipped
        else parse_scenario(scenario, name="case.yaml")
    )
    app = DshApp(Conversation.with_scenario(loaded, name="Ada"))
    async with app.run_test(size=size) as pilot:
        desk = Desk(app, pilot, time.monotonic())
        await desk.until(lambda: isinstance(app.screen, ConversationScreen))
        yield desk
