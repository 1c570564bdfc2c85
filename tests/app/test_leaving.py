"""The keys that leave, before there is a conversation and when the person has others for that."""

from __future__ import annotations

import time

from dsh_app.app import DshApp
from dsh_app.ask_app import AskApp
from dsh_app.conversation import Conversation
from dsh_app.scenarios.load import parse_scenario
from dsh_app.screens.ask import AskScreen
from dsh_app.screens.conversation import ConversationScreen
from dsh_app.settings import Settings
from dsh_core.questions.types import Option, Question
from tests.support.desk import Desk
from tests.support.seats import key_event

SCENARIO = """
title: A case
prompt: Go on.
steps:
  - ask:
      - {id: one, question: First?, options: [Alpha, Beta]}
"""
ELSEWHERE = Settings(keys={"app.quit": ("f10",), "app.interrupt": ("f11",)})


def conversation_app(settings: Settings | None = None) -> DshApp:
    scenario = parse_scenario(SCENARIO, name="case.yaml")
    return DshApp(Conversation.with_scenario(scenario, name="Ada"), settings=settings)


async def test_it_quits_before_there_is_a_conversation() -> None:
    app = conversation_app()
    app._open = lambda: None  # type: ignore[method-assign]  # It takes its time.
    async with app.run_test() as pilot:
        app.post_message(key_event("ctrl+q", time.monotonic()))
        await pilot.pause()
        assert not app.is_running


async def test_it_does_not_leave_where_its_keys_are_others() -> None:
    app = conversation_app(ELSEWHERE)
    async with app.run_test() as pilot:
        desk = Desk(app, pilot, time.monotonic())
        await desk.until(lambda: isinstance(app.screen, ConversationScreen))
        await desk.until_shown("First?")
        await desk.press("ctrl+q", "ctrl+c", "ctrl+c")
        assert isinstance(app.screen, ConversationScreen)
        assert app.is_running
        await desk.press("f10")
        assert desk.seat.keyboard.asking is not None


async def test_nor_does_ask() -> None:
    options = (Option("Redis"), Option("Files"))
    app = AskApp((Question("store", "Which?", options=options),), ELSEWHERE)
    async with app.run_test() as pilot:
        while not isinstance(app.screen, AskScreen):
            await pilot.pause(0.01)
        for key in ("ctrl+q", "ctrl+c", "ctrl+c"):
            app.post_message(key_event(key, time.monotonic() + 1))
            await pilot.pause()
        assert isinstance(app.screen, AskScreen)
        assert app.is_running
