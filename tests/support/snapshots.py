"""Snapshots that live in the top-level folder `snapshots/`, one folder a test module.

Write a snapshot test as a plain function (the screenshot runs its own event loop):

    def test_form_80x24(snap_compare: SnapCompare) -> None:
        assert snap_compare(FormApp(), terminal_size=(80, 24))
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pytest_textual_snapshot import SVGImageExtension
from textual.widgets import Input, TextArea

if TYPE_CHECKING:
    from syrupy.location import PyTestLocation
    from textual.app import App
    from textual.pilot import Pilot

    RunBefore: TypeAlias = Callable[[Pilot[Any]], Awaitable[None] | None]

TESTS = Path(__file__).resolve().parent.parent
SNAPSHOTS = TESTS.parent / "snapshots"


class SnapCompare(Protocol):
    """What the `snap_compare` fixture returns: True when the app looks as it did."""

    def __call__(
        self,
        app: App[Any],
        press: Iterable[str] = (),
        terminal_size: tuple[int, int] = (80, 24),
        run_before: RunBefore | None = None,
    ) -> bool: ...


class TopLevelSVG(SVGImageExtension):  # type: ignore[misc]  # the plugin ships no types
    """One SVG a snapshot, in `snapshots/<path of the test module below tests/>/`."""

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """Where the SVGs of a test go.

        The path is spelled as one below the test's own folder, with `..`: syrupy
        takes a snapshot that lies elsewhere for one of another test, and then
        reports it as unused, or deletes its siblings on an update.
        """
        module = Path(test_location.filepath)
        below = module.parent.relative_to(TESTS)
        up = Path(*[".."] * (len(below.parts) + 1))
        return str(module.parent / up / SNAPSHOTS.name / below / module.stem)


def freeze_cursors(app: App[Any]) -> None:
    """Stop the caret of every field on screen, lest a snapshot depend on the moment."""
    for screen in app.screen_stack:
        for area in screen.query(TextArea):
            area.cursor_blink = False
        for field in screen.query(Input):
            field.cursor_blink = False


def with_frozen_cursors(compare: SnapCompare) -> SnapCompare:
    """Wrap the plugin's comparison so that no caret blinks before or after `run_before`."""

    def wrapped(
        app: App[Any],
        press: Iterable[str] = (),
        terminal_size: tuple[int, int] = (80, 24),
        run_before: RunBefore | None = None,
    ) -> bool:
        async def before(pilot: Pilot[Any]) -> None:
            freeze_cursors(pilot.app)
            if run_before is not None:
                result = run_before(pilot)
                if inspect.isawaitable(result):
                    await result
            freeze_cursors(pilot.app)
            await pilot.pause()

        return compare(app, press=press, terminal_size=terminal_size, run_before=before)

    return wrapped
