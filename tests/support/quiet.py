"""Waiting until an app has nothing left to do, instead of for a while.

Textual's pilot waits after each key until the process has slept a fiftieth of a second, which is
most of the time of a suite that presses thousands of keys. The event loop knows better: when
nothing is ready to run and nothing is to be drawn, all that was pressed has been handled. Then, and
only then, widgets paint: what a frame in between looks like depends on when a timer went off.
"""

from __future__ import annotations

import asyncio
from itertools import count
from time import thread_time
from typing import Any, Final

import pytest
import textual.app
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

__all__ = ["pause_by_the_loop", "until_quiet"]

_MOST: Final = 2.0
"""Seconds of work after which an app that is never quiet is not waited for any longer."""
_TURNS: Final = 50
"""Turns of the loop after which the clock is looked at; to look costs more than a turn."""
_SOON: Final = 0.02
"""Seconds: the screen draws again by then, if there is anything to draw."""


async def until_quiet(app: App[Any]) -> None:
    """Wait until all is handled and drawn that is on its way."""
    end = thread_time() + _MOST
    while thread_time() < end:
        await _until_nothing_is_ready(end)
        if not _draw(app) and not _paint(app):
            return


async def _until_nothing_is_ready(end: float) -> None:
    loop: Any = asyncio.get_running_loop()
    still = 0
    for turn in count(1):
        # The second time nothing is ready, the loop has looked at timers and files, too.
        await asyncio.sleep(0)
        still = 0 if loop._ready else still + 1
        if still == 3 or (not turn % _TURNS and thread_time() >= end):
            return


def _draw(app: App[Any]) -> bool:
    """Draw what Textual's own timer would draw in a moment; whether there was anything."""
    if not app.screen_stack or app._batch_count:
        return False
    screen = app.screen
    if not (
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    ):
        return False
    screen._on_timer_update()
    return True


def _paint(app: App[Any]) -> bool:
    """Let each widget paint that has changed since the last time; whether any has."""
    if not app.screen_stack or app._batch_count:
        return False
    compositor = app.screen._compositor
    dirty = [region for region in compositor._dirty_regions if region]
    if not dirty:
        return False
    compositor._dirty_regions.clear()
    visible_screen_stack.set(app._background_screens)
    for widget, (region, clip) in compositor.visible_widgets.items():
        shown = region.intersection(clip)
        if any(shown.overlaps(part) for part in dirty):
            widget.render_lines(shown.translate(-region.offset))
    return True


_render_update = Compositor.render_update


def _owe_update(
    self: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Leave what is to be painted until all is quiet: a driver without a head shows nobody."""
    return _render_update(self, full, screen_stack, simplify) if full else None


async def _pause(pilot: Pilot[Any], delay: float | None = None) -> None:
    if delay is not None:
        await asyncio.sleep(delay)
    await until_quiet(pilot.app)


async def _wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    await _until_nothing_is_ready(thread_time() + max_sleep)
    await asyncio.sleep(_SOON)


def pause_by_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every pilot wait so."""
    monkeypatch.setattr(Pilot, "pause", _pause)
    monkeypatch.setattr(Compositor, "render_update", _owe_update)
    monkeypatch.setattr(textual.app, "wait_for_idle", _wait_for_idle)
