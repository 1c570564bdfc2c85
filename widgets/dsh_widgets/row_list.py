"""Rows of any height under one highlight, drawn line by line.

A move of the highlight repaints the two rows it concerns and nothing else; no row is ever cut.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, Final

from textual import events
from textual.cache import LRUCache
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.still_lines import StillLines
from dsh_widgets.wrapping import wrap

__all__ = ["Row", "RowList"]

_TEXT_ROOM: Final = 8
"""The fewest cells a text is given beside its prefix; with less it goes below it."""
_DRAWN_ROWS: Final = 256
"""How many drawings of rows are kept: more than a screen has, so that rows that were shown
before, as when the person goes back a page, need not be drawn again."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row.

    Attributes:
        prefix: The mark column: drawn once, blank beside the other lines.
        lines: What is said, each line wrapped for itself. Styles may be component classes with a
            dot before them, theme variables, or `Style`s.
        muted: Drawn in the colour of what cannot be chosen now.
    """

    prefix: Content
    lines: tuple[Content, ...]
    muted: bool = False

    def same_as(self, other: Row) -> bool:
        """Whether both draw alike: two contents are equal as soon as their texts are."""
        return (
            self.muted == other.muted
            and len(self.lines) == len(other.lines)
            and self.prefix.is_same(other.prefix)
            and all(map(Content.is_same, self.lines, other.lines))
        )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the rows are at one width.

    Attributes:
        width: In cells.
        wrapped: For each row its lines: what leads a line, and its text.
        starts: The first line of each row, and the number of lines last.
    """

    width: int
    wrapped: list[list[tuple[Content, Content]]]
    starts: list[int]


class RowList(StillLines, Widget, can_focus=True):
    """Rows under one highlight.

    It sits inside whatever scrolls; it never scrolls itself, looks no key up, and moves its
    highlight only when told to.

    Args:
        keys: Where its keys go; None makes it inert.
        glyphs: The alphabet of marks.
    """

    ALLOW_SELECT = False
    FOCUS_ON_CLICK = False  # Where the keyboard is follows from the owner's state.

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "row-list--row",
        "row-list--cursor",
        "row-list--hover",
        "row-list--muted",
        "row-list--pointer",
    }
    """
    | Class | Description |
    | :- | :- |
    | `row-list--row` | Any row. |
    | `row-list--cursor` | The highlighted row, all of its lines. |
    | `row-list--hover` | The row under the mouse. |
    | `row-list--muted` | A row that cannot be chosen now. |
    | `row-list--pointer` | The mark before the highlighted row. |
    """

    DEFAULT_CSS = """
    RowList {
        width: 1fr;
        height: auto;

        & > .row-list--cursor {
            background: $foreground 8%;
        }
        &:focus > .row-list--cursor {
            background: $primary 12%;
        }
        & > .row-list--hover {
            background: $block-hover-background;
        }
        & > .row-list--muted {
            color: $foreground 65%;
        }
        & > .row-list--pointer {
            color: $foreground;
        }
        &:focus > .row-list--pointer {
            color: $text-primary;
            text-style: bold;
        }
    }
    """

    cursor: reactive[int] = reactive(-1, repaint=False)
    """The highlighted row; -1 for none."""

    hover: reactive[int] = reactive(-1, repaint=False)
    """The row under the mouse; -1 for none."""

    @dataclass
    class RowClicked(Message):
        """A row was clicked.

        Attributes:
            row_list: The list.
            row: Its index.
            on_mark: The click was on the mark column.
        """

        row_list: RowList
        row: int
        on_mark: bool

        @property
        def control(self) -> RowList:
            return self.row_list

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.keys = keys
        self.glyphs = glyphs
        self.auto_links = False  # Foreign text never acts.
        self._rows: tuple[Row, ...] = ()
        self._layout: _Layout | None = None
        self._strips: LRUCache[tuple[Row, str], list[Strip]] = LRUCache(_DRAWN_ROWS)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    @property
    def pointer_width(self) -> int:
        """The cells before each row that hold the mark of the highlight."""
        return Content(self.glyphs.cursor).cell_length + 1

    def show(self, rows: Sequence[Row]) -> None:
        """Replace the rows. Those that draw as before are not drawn again."""
        old, new = self._rows, tuple(rows)
        if len(old) == len(new):
            self._replace(
                {i: row for i, row in enumerate(new) if not row.same_as(old[i])},
            )
            return
        self._rows = new
        self._layout = None
        self.set_reactive(RowList.hover, -1)
        if self.cursor >= len(new):
            self.set_reactive(RowList.cursor, len(new) - 1)
        self.refresh(layout=True)

    def set_row(self, index: int, row: Row) -> None:
        """Replace one row; only a change of its height moves anything else.

        Raises:
            IndexError: If there is no such row.
        """
        if not self._rows[index].same_as(row):
            self._replace({index: row})

    def row_region(self, index: int) -> Region:
        """Return where a row is within the list's content, at its present width.

        Raises:
            IndexError: If there is no such row.
        """
        layout = self._arrange(self.size.width)
        if not 0 <= index < len(self._rows):
            raise IndexError(index)
        start = layout.starts[index]
        return Region(0, start, layout.width, layout.starts[index + 1] - start)

    def head_region(self, index: int, lines: int) -> Region:
        """What of a row is to be in view in a pane of so many lines: it, or else its beginning.

        Raises:
            IndexError: If there is no such row.
        """
        row = self.row_region(index)
        return Region(row.x, row.y, row.width, max(1, min(row.height, lines)))

    def row_at(self, y: int) -> int:
        """The row on a line of the content; -1 if there is none."""
        starts = self._arrange(self.size.width).starts
        return bisect_right(starts, y) - 1 if 0 <= y < starts[-1] else -1

    def park_cursor(self) -> None:
        """Put the terminal's own cursor on the highlighted row, where a screen reader looks."""
        if self.has_focus and self.cursor >= 0:
            top = self.row_region(self.cursor).y
            self.app.cursor_position = self.content_region.offset + Offset(0, top)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._arrange(width).starts[-1]

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        layout = self._arrange(width)
        row = self.row_at(y)
        if row < 0 or width <= 0:
            return Strip.blank(width, self.get_visual_style("row-list--row").rich_style)
        return self._row_strips(row, layout)[y - layout.starts[row]]

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def validate_cursor(self, cursor: int) -> int:
        return max(-1, min(cursor, len(self._rows) - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        self._refresh_row(old)
        self._refresh_row(new)
        self.park_cursor()

    def watch_hover(self, old: int, new: int) -> None:
        self._refresh_row(old)
        self._refresh_row(new)

    def on_key(self, event: events.Key) -> None:
        if self.keys is not None:
            self.keys.handle_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        if self.keys is not None:
            self.keys.handle_paste(self, event)

    def on_focus(self) -> None:
        self.park_cursor()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        offset = event.get_content_offset(self)
        self.hover = -1 if offset is None else self.row_at(offset.y)

    def on_leave(self, event: events.Leave) -> None:
        self.hover = -1

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or (row := self.row_at(offset.y)) < 0:
            return
        event.stop()
        on_mark = offset.x < self._lead_width(self._rows[row]) and (
            offset.y == self.row_region(row).y
        )
        self.post_message(self.RowClicked(self, row, on_mark))

    def _lead_width(self, row: Row) -> int:
        return self.pointer_width + row.prefix.cell_length

    def _replace(self, changed: dict[int, Row]) -> None:
        if not changed:
            return
        rows = list(self._rows)
        for index, row in changed.items():
            rows[index] = row
        self._rows = tuple(rows)
        layout = self._layout
        if layout is None:
            self.refresh(layout=True)
            return
        resized = False
        for index, row in changed.items():
            wrapped = self._wrap(row, layout.width)
            resized = resized or len(wrapped) != len(layout.wrapped[index])
            layout.wrapped[index] = wrapped
        if resized:
            self._layout = _arranged(layout.width, layout.wrapped)
            self.refresh(layout=True)
        elif len(changed) == len(rows):
            self.refresh()
        else:
            for index in changed:
                self._refresh_row(index)

    def _refresh_row(self, index: int) -> None:
        if 0 <= index < len(self._rows) and self._layout is not None:
            region = self.row_region(index)
            if region:
                self.refresh(region)

    def _arrange(self, width: int) -> _Layout:
        """The layout at a width; wrapping happens once for each width."""
        layout = self._layout
        if layout is None or layout.width != width:
            self._strips.clear()
            layout = _arranged(width, [self._wrap(row, width) for row in self._rows])
            self._layout = layout
        return layout

    def _wrap(self, row: Row, width: int) -> list[tuple[Content, Content]]:
        """The lines of a row: what leads each of them, and its text."""
        if width <= 0:
            return [(Content(""), Content(""))]
        room = width - self._lead_width(row)
        lines = [part for line in row.lines for part in line.split("\n", allow_blank=True)]
        if room >= min(_TEXT_ROOM, width // 2):
            blank = Content(" " * row.prefix.cell_length)
            wrapped = [part for line in lines for part in wrap(line, room)] or [Content("")]
            return [(blank if number else row.prefix, part) for number, part in enumerate(wrapped)]
        # Too narrow for two columns: the marks get lines of their own.
        marks = wrap(row.prefix, max(1, width - self.pointer_width))
        texts = [part for line in lines for part in wrap(line, max(1, width - self.pointer_width))]
        return [(Content(""), part) for part in (*marks, *texts)]

    def _row_strips(self, index: int, layout: _Layout) -> list[Strip]:
        state = self._state_of(index)
        drawing = (self._rows[index], state)
        strips = self._strips.get(drawing)
        if strips is None:
            strips = self._strips[drawing] = self._draw(index, state, layout)
        return strips

    def _state_of(self, index: int) -> str:
        if index == self.cursor:
            return "cursor"
        return "hover" if index == self.hover else "row"

    def _draw(self, index: int, state: str, layout: _Layout) -> list[Strip]:
        names = ["row-list--row"]
        if self._rows[index].muted:
            names.append("row-list--muted")
        if state != "row":
            names.append(f"row-list--{state}")
        style = self.get_visual_style(*names)
        pointer = Content(" " * self.pointer_width)
        strips = []
        for number, (lead, text) in enumerate(layout.wrapped[index]):
            before = pointer
            if state == "cursor" and number == 0:
                mark = self.glyphs.cursor if self.has_focus else self.glyphs.cursor_away
                before = Content.styled(f"{mark} ", ".row-list--pointer")
            line = Content.assemble(before, lead, text, strip_control_codes=False)
            if line.cell_length > layout.width:
                line = line.truncate(layout.width)
            drawn = Visual.to_strips(self, line, layout.width, 1, style)
            strip = drawn[0] if drawn else Strip([])
            strips.append(strip.adjust_cell_length(layout.width, style.rich_style))
        return strips


def _arranged(width: int, wrapped: list[list[tuple[Content, Content]]]) -> _Layout:
    return _Layout(width, wrapped, [0, *accumulate(map(len, wrapped))])
