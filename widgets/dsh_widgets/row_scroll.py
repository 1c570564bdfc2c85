"""A scrolling widget over entries of varying height, of which only the rows on screen exist.

The anchor of its viewport is the truth. The scroll position is only the scrollbar's number and
a way in for the wheel and the thumb; it is published without a layout and never read back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_heights import HeightIndex
from dsh_widgets.row_viewport import Place, Viewport
from dsh_widgets.still_lines import StillLines

__all__ = ["RowScroll"]

_EXACT_MOVE: Final = 3
"""Screens; a longer move of the thumb goes to about there, not to the row."""


class RowScroll(StillLines, ScrollView, inherit_bindings=False):
    """The base of the transcript and of the plan.

    A subclass says how high an entry is (`_measure`), draws `_frame[y]` in `render_line`, and
    calls `_reframe` after every change. With an automatic scrollbar its appearance would change
    the width; so there always is one.
    """

    DEFAULT_CSS = """
    RowScroll {
        overflow-y: scroll;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.keys = keys
        """Where its keys go; `None` makes it deaf to keys."""
        self._viewport = Viewport(self._measure, HeightIndex())
        self._frame: list[Place] = []
        """The rows on screen."""
        self._dirty: set[int] = set()
        """Entries to be painted again."""
        self._painting = False
        self._top = 0

    @property
    def following(self) -> bool:
        """Whether the end stays on screen when entries are added."""
        return self._viewport.follow

    @property
    def rows_on_screen(self) -> tuple[Place, ...]:
        """The entry and the row inside it, for each row on screen that has one."""
        return tuple(self._frame)

    def rows_after(self, delta: int) -> tuple[Place, ...]:
        """What `rows_on_screen` would be after `scroll_rows`."""
        moved = replace(self._viewport)
        moved.move(delta)
        return tuple(moved.frame())

    def scroll_rows(self, delta: int) -> None:
        """Scroll by exactly this many rows, down if positive."""
        self._viewport.move(delta)
        self._reframe()

    def scroll_pages(self, delta: int) -> None:
        """Scroll by screens, less one row to go on reading from."""
        self.scroll_rows(delta * max(1, self._viewport.size - 1))

    def go_to_start(self) -> None:
        self._viewport.to_start()
        self._reframe()

    def go_to_end(self) -> None:
        self._viewport.to_end()
        self._reframe()

    def render_lines(self, crop: Region) -> list[Strip]:
        # The compositor also asks for single lines, outside a paint, to find out what is under
        # the pointer; only then do lines carry positions.
        self._painting = True
        try:
            return super().render_lines(crop)
        finally:
            self._painting = False

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Turn a scroll that came from outside into a move of the anchor."""
        delta = round(new_value) - self._top
        if not delta or self.scrollable_content_region.height != self._viewport.size:
            # With another height the number is only clamped; the resize comes next.
            return
        if abs(delta) <= _EXACT_MOVE * self._viewport.size:
            self._viewport.move(delta)
        else:
            self._viewport.jump(round(new_value))
        self._reframe()

    def scroll_to(self, x: float | None = None, y: float | None = None, **options: object) -> None:
        """Scroll at once: heights measured during an animation would make it lose lines."""
        if y is not None:
            self.scroll_y = y

    def on_key(self, event: events.Key) -> None:
        if self.keys is not None:
            self.keys.handle_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        if self.keys is not None:
            self.keys.handle_paste(self, event)

    def _measure(self, index: int) -> int:
        """How many rows an entry takes, exactly."""
        raise NotImplementedError

    def _sync(self) -> None:
        """Take in what was added since, if that happens."""

    def _reframe(self, *, whole: bool = False) -> bool:
        """Find out what is on screen now, tell the scrollbar, repaint what changed.

        Returns:
            Whether other rows are on screen than before.
        """
        width = self.scrollable_content_region.width
        if not width:
            return False
        self._sync()
        viewport = self._viewport
        viewport.size = self.scrollable_content_region.height
        before, self._frame = self._frame, viewport.frame()
        self._publish(width)
        dirty, self._dirty = self._dirty, set()
        if whole or len(before) != len(self._frame):
            self.refresh()
            return True
        changed = [
            Region(0, y, width, 1)
            for y, (old, new) in enumerate(zip(before, self._frame, strict=True))
            if old != new or new[0] in dirty
        ]
        if changed:
            self.refresh(*changed)
        return before != self._frame

    def _publish(self, width: int) -> None:
        """Give the scrollbar its numbers without causing a layout or a scroll."""
        viewport = self._viewport
        top = viewport.top()
        # While lines remain below there is something left to scroll to, guesses or not.
        below = 0 if viewport.at_end() else max(3, viewport.heights.total - top - viewport.size)
        size = Size(width, top + max(len(self._frame), 1) + below)
        self._top = top
        self.set_reactive(Widget.virtual_size, size)
        self.set_reactive(Widget.scroll_y, float(top))
        self.set_reactive(Widget.scroll_target_y, float(top))
        scrollbar = self.vertical_scrollbar
        scrollbar.window_virtual_size = size.height
        scrollbar.window_size = viewport.size
        scrollbar.position = top
