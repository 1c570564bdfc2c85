"""A scrolling widget over entries of rows: painting, selecting and copying what is on screen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget

from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_scroll import RowScroll
from dsh_widgets.row_selection import (
    entry_selection,
    line_number,
    position_strip,
    selected_text,
)
from dsh_widgets.row_viewport import Place
from dsh_widgets.wrapping import Row

__all__ = ["RowView"]

_PAINTED_KEPT: Final = 200
"""Entries whose painted rows are kept."""


class RowView(RowScroll):
    """Paints each row once, until its entry is forgotten; the base of transcript and plan.

    A subclass says what the rows of an entry are (`_entry_rows`) and what it was made from.
    """

    COPIES_PREFIXES: ClassVar[bool] = True
    """What stands before a line, such as its bullet, is part of a copied text."""

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(keys, name=name, id=id, classes=classes)
        self._painted = PaintedRows()
        self._pressed: Offset | None = None
        self._theme = ""

    def render_line(self, y: int) -> Strip:
        if not 0 <= y < len(self._frame):
            width = self.scrollable_content_region.width
            return Strip.blank(width, self.visual_style.rich_style)
        place = self._frame[y]
        if not self._painting:
            return position_strip(self._row_content(place), place)
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(line_number(place))) is not None:
            return self._paint_selected(place, span)
        return self._painted.get(place, self._paint)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        # Called on every change of focus too, which changes the cursor's look at most.
        if self.is_mounted and self.app.theme != self._theme:
            self._theme = self.app.theme
            self._painted.clear()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = event.screen_offset

    def clicked_place(self, event: events.Click) -> Place | None:
        """The row a click is on; `None` beside the rows, and for a drag, which ends in one too."""
        if event.screen_offset != self._pressed or event.chain != 1:
            return None
        return self._place_at(event.screen_offset)

    @property
    def select_container(self) -> Widget:
        """Itself: a triple click must not select the whole screen."""
        return self

    def text_select_all(self) -> None:
        """Select the entry under the pointer, not all of them."""
        place = None if self._pressed is None else self._place_at(self._pressed)
        if place is not None:
            selection = entry_selection(place[0], self._entry_rows(place[0]))
            self.screen.selections = {self: selection}

    @property
    def selected(self) -> str | None:
        """The selected text; `None` if nothing here is selected."""
        selection = self.text_selection
        return None if selection is None else self.get_selection(selection)[0]

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        count = len(self._viewport.heights)
        text = selected_text(
            selection,
            count,
            self._entry_rows,
            self._entry_source,
            prefixes=self.COPIES_PREFIXES,
        )
        return text, "\n"

    def _entry_rows(self, index: int) -> Sequence[Row]:
        """The rows of an entry, at least one."""
        raise NotImplementedError

    def _entry_source(self, index: int) -> str:
        """An entry as it was written."""
        raise NotImplementedError

    def _row_style(self, place: Place) -> Style:
        """The style under a row."""
        return self.visual_style

    def _measure(self, index: int) -> int:
        return len(self._entry_rows(index))

    def _row_content(self, place: Place) -> Content:
        rows = self._entry_rows(place[0])
        return rows[place[1]].content if place[1] < len(rows) else Content("")

    def _place_at(self, screen_offset: Offset) -> Place | None:
        y = screen_offset.y - self.content_region.y
        return self._frame[y] if 0 <= y < len(self._frame) else None

    def _forget(self, index: int) -> None:
        """Paint an entry anew."""
        self._painted.forget(index)
        self._dirty.add(index)

    def _drop_selection(self) -> None:
        """Rows have other numbers now."""
        if self.text_selection is not None:
            self.screen.clear_selection()

    def _paint(self, place: Place) -> Strip:
        return self._paint_row(self._row_content(place), place)

    def _paint_row(self, content: Content, place: Place) -> Strip:
        width = self.scrollable_content_region.width
        style = self._row_style(place)
        strips = Visual.to_strips(self, content, width, 1, style, apply_selection=False, pad=True)
        return strips[0] if strips else Strip.blank(width, style.rich_style)

    def _paint_selected(self, place: Place, span: tuple[int, int]) -> Strip:
        content = self._row_content(place)
        start, end = span
        style = Style.from_styles(self.screen.get_component_styles("screen--selection"))
        marked = content.stylize(style, start, len(content) if end == -1 else end)
        return self._paint_row(marked, place)


class PaintedRows:
    """Rows as painted, kept by entry."""

    def __init__(self) -> None:
        self._strips: OrderedDict[int, dict[int, Strip]] = OrderedDict()

    def get(self, place: Place, paint: Callable[[Place], Strip]) -> Strip:
        """The row, painted if it is not known."""
        strips = self._strips.setdefault(place[0], {})
        self._strips.move_to_end(place[0])
        if len(self._strips) > _PAINTED_KEPT:
            self._strips.popitem(last=False)
        if place[1] not in strips:
            strips[place[1]] = paint(place)
        return strips[place[1]]

    def forget(self, index: int) -> None:
        self._strips.pop(index, None)

    def clear(self) -> None:
        self._strips.clear()
