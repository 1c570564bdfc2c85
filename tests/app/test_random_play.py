"""Random keys in the whole app: screens open and close, requests come and go, nothing sticks."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from textual import events
from textual.errors import NoWidget

from dsh_app.app import DshApp
from dsh_app.screens.conversation import ConversationScreen
from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import QuestionRequest
from dsh_widgets.editing import EditRequested
from tests.support.desk import ASKS, Desk, at_desk
from tests.support.random_play import (
    random_key,
    random_paste,
    random_plan,
    random_question,
    random_size,
    typed_event,
)
from tests.support.seats import Asker

APP_KEYS = [
    "?",
    "?",
    "ctrl+p",
    "ctrl+p",
    "ctrl+g",
    "d",
    "escape",
    "ctrl+q",
    "ctrl+c",
    "<",
    ">",
    "f2",
]


@dataclass
class RandomUser:
    """Acts at random before the whole app."""

    desk: Desk
    draw: random.Random
    edits: list[EditRequested]
    log: list[str] = field(default_factory=list)
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        screen = self.desk.app.screen
        assert isinstance(screen, ConversationScreen)
        self.main = screen
        self.asker = Asker(screen.conversation.source.id)

    async def act(self, count: int) -> None:
        for at in range(count):
            if at % 15 == 0:
                await self.settled()
                self.check()
                await self.bring()
            await self.one()
        self.desk.app.app_focus = True
        await self.desk.pilot.resize_terminal(80, 24)
        await self.settled()
        while self.desk.app.screen is not self.main:
            before = len(self.desk.app.screen_stack)
            await self.press("escape")
            await self.press("escape")  # The first one may be for a list that is open.
            await self.settled()
            assert len(self.desk.app.screen_stack) < before
        self.check()

    async def settled(self) -> None:
        """Wait until no key waits for another."""
        for _ in range(3):
            await self.desk.pilot.pause()
        await self.desk.until(
            lambda: all(work.is_finished for work in self.desk.app.workers if work.group == "keys")
        )

    def check(self) -> None:
        """What must hold whenever everything has been handled."""
        app, main, keyboard = self.desk.app, self.main, self.main.seat.keyboard
        assert main in app.screen_stack
        assert main.keys._held is None
        if not app.app_focus or app.screen is not main:
            return
        assert main.focused is not None
        assert keyboard.place.value != "nowhere"
        panel = main.seat.dock.panel
        if keyboard.place.value == "panel" and not main.seat.dock.folded:
            assert panel is not None
            assert main.focused is panel.focus_target()

    async def bring(self) -> None:
        """See that something waits; now and then one ends elsewhere."""
        draw, main = self.draw, self.main
        pending, approvals = main.conversation.pending, main.conversation.approvals
        if pending.requests and draw.random() < 0.15:
            self.log.append("ends elsewhere")
            pending.cancel(draw.choice(pending.requests).id)
        if approvals.requests and draw.random() < 0.1:
            self.log.append("leave ends elsewhere")
            approvals.cancel(approvals.requests[0].id)
        if main.seat.dock.requests and draw.random() < 0.9:
            return
        kind = draw.random()
        self.log.append(f"asks {kind:.2f}")
        if kind < 0.15:
            leave = ApprovalRequest("shell", body="ls\n" * draw.randrange(60), agent=self.asker)
            self.tasks.append(asyncio.create_task(approvals.request(leave)))
        else:
            count = draw.choice([1, 1, 2, 3])
            batch = tuple(random_question(draw) for _ in range(count))
            if kind < 0.35:
                batch = (random_plan(draw),)
            request = QuestionRequest(batch, self.asker)
            self.tasks.append(asyncio.create_task(main.seat.dock.ask(request)))
        await self.desk.pilot.pause()
        if draw.random() < 0.8:
            main.seat.keyboard.to_panel()

    async def one(self) -> None:
        """Do one thing."""
        draw, app, pilot = self.draw, self.desk.app, self.desk.pilot
        match draw.choices(
            ("click", "paste", "size", "language", "front", "edited", "rest", "key"),
            (3, 2, 1.5, 1.5, 1, 2, 2, 87),
        )[0]:
            case "click":
                await pilot.pause()
                at = draw.randrange(app.size.width), draw.randrange(app.size.height)
                self.log.append(f"click {at}")
                with suppress(NoWidget):  # A screen that just opened may not know its size yet.
                    await pilot.click(offset=at)
            case "paste":
                self.log.append("paste")
                app.post_message(events.Paste(random_paste(draw)))
            case "size":
                size = random_size(draw)
                self.log.append(f"size {size}")
                await pilot.resize_terminal(*size)
            case "language":
                app.use_language(draw.choice(["en", "zh"]))
            case "front":
                app.app_focus = not app.app_focus
                self.log.append(f"front {app.app_focus}")
            case "edited" if self.edits:
                editor = self.edits.pop(0)
                self.log.append("edited")
                editor.take(draw.choice(["", "edited\nx", editor.text, "中"]))
            case "rest":
                self.log.append("rest")
                await self.settled()
                self.desk.now += 1
                self.main.seat.keyboard.arrive()
            case _:
                key = draw.choice(APP_KEYS) if draw.random() < 0.2 else random_key(draw)
                await self.press(key, draw.choice([0.0, 0.0, 0.02, 0.1, 0.3, 0.6, 1.0]))

    async def press(self, key: str, gap: float = 1.0) -> None:
        self.log.append(key)
        self.desk.now = max(self.desk.now + gap, time.monotonic())
        self.desk.app.post_message(typed_event(key, self.desk.now))


async def play(seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    edits: list[EditRequested] = []

    def requested(app: DshApp, event: EditRequested) -> None:
        event.stop()
        edits.append(event)

    monkeypatch.setattr(DshApp, "on_edit_requested", requested)
    monkeypatch.setattr("dsh_app.look.suspend_job", lambda: None)
    async with at_desk(ASKS) as desk:
        monkeypatch.setattr(desk.app, "exit", lambda *_: None)
        user = RandomUser(desk, random.Random(seed), edits)
        try:
            await user.act(count)
        except BaseException:
            print("\n".join(user.log[-60:]))
            raise
        finally:
            for task in user.tasks:
                task.cancel()
            await asyncio.gather(*user.tasks, return_exceptions=True)


@pytest.mark.parametrize("seed", range(2))
async def test_random_play(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    await play(seed, 200, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
async def test_long_random_play(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    await play(seed, 500, monkeypatch)
