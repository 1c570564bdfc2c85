"""Keys that come behind one that opens or closes a screen, or opens an editor.

Opening and closing a screen takes the app a few turns of its loop. Keys that arrive together with
the one that does it would go to whatever is in front meanwhile. So they wait here: from the moment
that key is handled, and as long as a screen lies over the main one, each key is handed on only
when the one before it has done all that it does. A burst then gives what slow typing gives. What
came before an editor had the terminal waits until it has ended: its text would replace the rest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.app import App
from textual.command import CommandPalette
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.worker import Worker, WorkerError

if TYPE_CHECKING:
    from dsh_widgets.key_path import KeyPath

__all__ = ["EDITORS", "KeysHeld", "KeysInTurn"]

EDITORS: Final = "editors"
"""The group of the workers that run an editor."""

_ROUNDS: Final = 2
"""A key asks for something (one), and that asks the app for something else (two)."""

_MOST: Final = 1.0
"""Seconds that a part which does not answer, as it is going away, is waited for."""


@dataclass
class KeysHeld(Message):
    """What a key asked for has been said, and the keys after it are held back until it is done.

    A screen posts it right behind its request, so that it arrives when that was dealt with.

    Attributes:
        keys: Who holds them.
    """

    keys: KeyPath


class KeysInTurn:
    """One for each app.

    Args:
        app: The app.
        deliver: Hands a key or a paste on, as if it had just arrived.
    """

    def __init__(self, app: App[Any], deliver: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._held: KeyPath | None = None
        self._running = False

    def takes(self, event: events.Event) -> bool:
        """Keep a key or a paste that just arrived, if it must wait; whether it does."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            return False
        if not self._running and not isinstance(self._app.screen, ModalScreen):
            return False
        self._waiting.append(event)
        self._start()
        return True

    def behind(self, keys: KeyPath) -> None:
        """Take over the keys that are held back."""
        self._held = keys
        self._start()

    def _start(self) -> None:
        if not self._running:
            self._running = True
            self._app.run_worker(self._run(), group="keys")

    async def _run(self) -> None:
        try:
            while True:
                await self._all_done()
                if self._held is not None:
                    # By now no key is on its way to it any more: new ones have come here.
                    held, self._held = self._held.release(), None
                    self._waiting.extendleft(_again(event) for event in reversed(held))
                if not self._waiting:
                    return
                event = self._waiting.popleft()
                if isinstance(event, events.Key) and not event.is_printable:
                    await self._found()
                await self._deliver(event)
        finally:
            self._running = False

    async def _all_done(self) -> None:
        """Wait until every part in front, and then the app, has done what it was told to."""
        await self._dealt()
        editors = [w for w in self._app.workers if w.group == EDITORS and not w.is_finished]
        if editors:
            await asyncio.wait([asyncio.create_task(_ended(editor)) for editor in editors])
            await self._dealt()

    async def _dealt(self) -> None:
        for _ in range(_ROUNDS):
            screen = self._app.screen
            for part in (*reversed(screen.walk_children()), screen, self._app):
                await _dealt_with(part)

    async def _found(self) -> None:
        """Wait until the palette has found what was typed, which Enter and arrows choose from."""
        screen = self._app.screen
        if isinstance(screen, CommandPalette):
            searches = [w for w in self._app.workers if w.node is screen and not w.is_finished]
            waits = [asyncio.create_task(_ended(search)) for search in searches]
            if waits:
                await asyncio.wait(waits, timeout=_MOST)
            await self._all_done()


async def _ended(worker: Worker[Any]) -> None:
    """Wait for a worker, in a task of its own: whoever stops waiting for it would stop it, too."""
    with suppress(WorkerError):
        await worker.wait()


async def _dealt_with(part: MessagePump) -> None:
    """Wait until a part has dealt with every message that it has by now."""
    done = asyncio.Event()
    if part.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), _MOST)


def _again(event: events.Key | events.Paste) -> events.Key | events.Paste:
    """The same event, as if it had not been handed on before."""
    copy: events.Key | events.Paste
    if isinstance(event, events.Key):
        copy = events.Key(event.key, event.character)
    else:
        copy = events.Paste(event.text)
    copy.time = event.time
    return copy
