"""The changes that `review --since` asks for, on screen."""

from __future__ import annotations

import time

from dsh_app.ask_app import AskApp
from dsh_app.screens.ask import AskScreen
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import key_event

PLAN = Question(
    "plan",
    "Approve?",
    detail="# Plan\n\nnew\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)


async def test_what_the_person_wants_to_see_stays_when_the_screen_was_too_small() -> None:
    app = AskApp((PLAN,), since="# Plan\n\nold\n")
    async with app.run_test() as pilot:
        while not isinstance(app.screen, AskScreen) or app.screen.seat.dock.panel is None:
            await pilot.pause(0.01)
        await pilot.pause()
        dock = app.screen.seat.dock
        assert isinstance(dock.panel, PlanReviewPanel)
        for wanted in (True, False):
            if dock.panel.state.changes != wanted:
                app.post_message(key_event("t", time.monotonic() + 1))
                await pilot.pause()
            for size in ((10, 5), (80, 24)):
                await pilot.resize_terminal(*size)
                while dock.too_small != (size[0] < 24):
                    await pilot.pause(0.01)
                await pilot.pause()
            assert dock.panel.state.changes == wanted
