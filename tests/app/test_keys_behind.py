"""Keys behind one that opens another screen do what they do when they are typed slowly."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from textual import events
from textual.command import Hit, Hits, Provider

from dsh_app import keys_in_turn
from dsh_app.ask_app import AskApp
from dsh_app.look import LookApp, Palette
from dsh_app.screens.ask import AskScreen
from dsh_app.screens.keys import KeysScreen
from dsh_core.questions.types import Option, Question
from dsh_widgets.form import QuestionForm
from tests.support.desk import ASKS, Desk, at_desk
from tests.support.seats import key_event


async def played(keys: Sequence[str], *, slowly: bool) -> tuple[object, str, str]:
    """What is answered, and what is on screen, after these keys."""
    async with at_desk(ASKS) as desk:
        await desk.until_shown("First?")
        desk.seat.keyboard.to_panel()
        await desk.pilot.pause()
        for key in keys:
            desk.now += 1.0
            desk.app.post_message(key_event(key, desk.now))
            if slowly:
                await settled(desk)
        await settled(desk)
        screen = type(desk.app.screen).__name__
        while len(desk.app.screen_stack) > 2:
            desk.app.pop_screen()
        await settled(desk)
        panel = desk.seat.dock.panel
        assert panel is not None
        return getattr(panel.state, "drafts", None), screen, desk.app.catalogue.language


async def settled(desk: Desk) -> None:
    """Wait until no key waits for another."""
    for _ in range(3):
        await desk.pilot.pause()
    await desk.until(lambda: not [w for w in desk.app.workers if not w.is_finished])


@pytest.mark.parametrize(
    ("keys", "screen"),
    [
        (("?", "X", "2", "s", "o", "a"), "KeysScreen"),
        (("?", "?", "?"), "KeysScreen"),
        (("?", "escape", "escape", "tab", "2"), "ConversationScreen"),
        (("?", "q", "enter", "ctrl+q", "n", "?", "escape"), "ConversationScreen"),
        (("?", "escape", "2"), "ConversationScreen"),
        (("1", "?", "j", "q", "2", "?", "?", "1", "enter", "x"), "ConversationScreen"),
        (("?", "escape", "?", "2"), "KeysScreen"),
        (("?", "ctrl+q", "2", " "), "ConversationScreen"),
        (("ctrl+p", "X", "2", "s"), "Palette"),
        (("ctrl+p", "t", "escape", "2"), "ConversationScreen"),
        (("ctrl+p", "t", "ctrl+q", "2"), "ConversationScreen"),
        (("o", "a", "ctrl+p", "b", "escape", "c", "escape"), "ConversationScreen"),
        (("ctrl+p", *"langu", "enter", "enter", "3"), "ConversationScreen"),
        (("escape", "?", "i", "a", "escape", "tab", "2"), "ConversationScreen"),
    ],
    ids=lambda value: value if isinstance(value, str) else "_".join(value).replace("?", "keys"),
)
async def test_in_one_go(keys: tuple[str, ...], screen: str) -> None:
    slow = await played(keys, slowly=True)
    assert slow[1] == screen
    assert await played(keys, slowly=False) == slow


@pytest.mark.parametrize(
    ("keys", "written"),
    [
        ((*"oabc", "ctrl+g", *"def"), "abc and moredef"),
        ((*"oabc", "ctrl+g", "enter", *"xyz"), "abc and more"),
        ((*"oabc", "ctrl+g", "ctrl+g", "d"), "abc and more and mored"),
    ],
    ids="_".join,
)
async def test_behind_an_editor(
    monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...], written: str
) -> None:
    monkeypatch.setattr(LookApp, "suspend", lambda app: nullcontext())
    monkeypatch.setenv("VISUAL", """sh -c 'printf " and more" >>"$0"'""")
    slow = await played(keys, slowly=True)
    assert isinstance(slow[0], tuple)
    assert slow[0][0].custom == written
    assert await played(keys, slowly=False) == slow


async def test_what_the_terminal_sends_while_it_is_left_to_an_editor_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def suspend(app: LookApp[Any]) -> Iterator[None]:
        os.kill(os.getpid(), signal.SIGINT)
        yield
        os.kill(os.getpid(), signal.SIGQUIT)

    monkeypatch.setattr(LookApp, "suspend", suspend)
    monkeypatch.setenv("VISUAL", """sh -c 'printf " and more" >>"$0"'""")
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGQUIT)}
    state, _, _ = await played((*"oabc", "ctrl+g", *"def"), slowly=False)
    assert isinstance(state, tuple)
    assert state[0].custom == "abc and moredef"
    assert {number: signal.getsignal(number) for number in kept} == kept


async def test_a_paste_waits_for_its_turn() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("First?")
        desk.seat.keyboard.to_panel()
        await desk.pilot.pause()
        desk.app.post_message(key_event("?", desk.now + 1))
        desk.app.post_message(events.Paste("lost"))
        desk.app.post_message(key_event("escape", desk.now + 2))
        desk.app.post_message(events.Paste("pasted"))
        await settled(desk)
        panel = desk.seat.dock.panel
        assert isinstance(panel, QuestionForm)
        assert panel.state.drafts[0].custom == "pasted"


async def test_a_search_that_takes_long_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_in_turn, "_MOST", 0.05)
    found: list[str] = []
    finds = asyncio.Event()

    class Slow(Provider):
        async def search(self, query: str) -> Hits:
            await finds.wait()
            yield Hit(1.0, "Something", lambda: found.append(query))

    async with at_desk(ASKS) as desk:
        await desk.until_shown("First?")
        desk.app.push_screen(Palette([Slow]))
        await desk.pilot.pause()
        await desk.press("s", "o", "enter")
        await desk.until(
            lambda: all(w.is_finished for w in desk.app.workers if w.group == "keys"),
        )
        finds.set()
        await desk.until_shown("Something")
        await desk.press("enter", "enter")
        await settled(desk)
        assert found == ["so"]


async def test_in_ask() -> None:
    question = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
    app = AskApp((question, question))
    async with app.run_test() as pilot:
        while not isinstance(app.screen, AskScreen) or app.screen.seat.dock.panel is None:
            await pilot.pause(0.01)
        seat = app.screen.seat
        now = seat.keyboard.clock.monotonic() + 1
        for at, key in enumerate(("?", "X", "2", "1")):
            app.post_message(key_event(key, now + at))
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        for at, key in enumerate(("escape", "2", "?")):
            app.post_message(key_event(key, now + 10 + at))
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        panel = seat.dock.panel
        assert panel is not None
        assert [draft.selected for draft in panel.state.drafts] == [(1,), ()]  # type: ignore[union-attr]
