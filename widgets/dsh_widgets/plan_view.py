"""A plan, drawn line for line from its source, with a cursor and a memory of what was shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_diff import PlanDiff
from dsh_core.form.plan_text import Comment, plan_lines
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.markdown_source import DrawnSource, draw_source, fit_tables, plain_source_lines
from dsh_widgets.plan_rows import (
    PlanRow,
    change_rows,
    comment_rows,
    comment_touches,
    gutter,
    range_touches,
    whole_rows,
)
from dsh_widgets.row_heights import HeightIndex
from dsh_widgets.row_view import RowView
from dsh_widgets.row_viewport import Place, Viewport
from dsh_widgets.wrapping import Row, hang

__all__ = ["PlanView"]

_NUMBERED_WIDTH: Final = 40
"""Cells below which line numbers would take too much of the plan's room."""
_ROWS_KEPT: Final = 2_000


class PlanView(RowView, can_focus=True):
    """The lines of a plan, or what changed in them; each wraps for itself.

    What counts as seen is a line of which every row was painted.

    Args:
        keys: Where its keys go.
        glyphs: The alphabet of marks.
        id: The widget's DOM id.
    """

    FOCUS_ON_CLICK = False  # Where the keyboard is follows from the owner's state.

    COPIES_PREFIXES = False  # The gutter is no part of the plan.

    COMPONENT_CLASSES: ClassVar[set[str]] = {"plan-view--cursor"}

    DEFAULT_CSS = """
    PlanView {
        height: 1fr;
        color: $foreground;

        & > .plan-view--cursor { background: $block-hover-background; }
        &:focus > .plan-view--cursor { background: $block-cursor-blurred-background; }
    }
    """

    cursor: reactive[int] = reactive(0, init=False)
    """The highlighted row of what is shown, from 0; in the whole plan that is the line."""

    raw: reactive[bool] = reactive(False, init=False)
    """Draw the lines without styling."""

    @dataclass
    class LineClicked(Message):
        """A line was clicked.

        Attributes:
            plan: The view.
            line: Which of the lines shown, from 0.
        """

        plan: PlanView
        line: int

        @property
        def control(self) -> PlanView:
            return self.plan

    @dataclass
    class PlanScrolled(Message):
        """Other rows are on screen than before."""

        plan: PlanView

        @property
        def control(self) -> PlanView:
            return self.plan

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
    ) -> None:
        super().__init__(keys, id=id)
        self.glyphs = glyphs
        self._source = ""
        self._sources: tuple[str, ...] = ()
        self._drawn = DrawnSource((), (), ())
        self._styled: DrawnSource | None = None
        self._shown: list[PlanRow] = []
        self._diff: PlanDiff | None = None
        self._comments: tuple[Comment, ...] = ()
        self._span: range = range(0)
        self._rows: dict[int, list[Row]] = {}
        self._width = 0
        self._height = 0
        self._rows_painted: set[Place] = set()
        self._seen: set[int] = set()
        self._seen_since: set[int] = set()
        self._places: dict[int, int] | None = None
        self._catalogue = Catalogue()

    def show_plan(self, source: str) -> None:
        """Show a plan from its start.

        Args:
            source: Markdown.
        """
        self._source = source
        self._sources = plan_lines(source)
        self._styled = None
        self._seen.clear()
        self._seen_since.clear()
        self.set_reactive(PlanView.cursor, 0)
        self._draw_lines()
        self._show_rows()

    def show_changes(self, diff: PlanDiff | None, catalogue: Catalogue) -> None:
        """Show only what changed; `None` shows the whole plan again."""
        if diff is self._diff and catalogue is self._catalogue:
            return
        changed = diff is not self._diff or diff is not None
        self._diff, self._catalogue = diff, catalogue
        if changed:
            self._show_rows()

    def show_remarks(self, span: tuple[int, int] | None, comments: tuple[Comment, ...]) -> None:
        """Show comments below their lines, and mark a range that is being made.

        Args:
            span: The first and last line of the range, from 0; `None` for no range.
            comments: All of them.
        """
        new = range(0) if span is None else range(span[0], span[1] + 1)
        said = comment_touches(self._comments, comments)
        touched = range_touches(self._span, new) | said
        if not touched:
            return
        self._span, self._comments = new, comments
        for line in touched:
            index = line if self._places is None else self._places.get(line)
            if index is not None:
                self._rows.pop(index, None)
                self._forget(index)
        self._reframe()
        if said:
            self._keep_cursor_whole()

    @property
    def seen(self) -> frozenset[int]:
        """The lines that have been on screen with all their rows."""
        return frozenset(self._seen)

    def take_seen(self) -> set[int]:
        """Those of them that were not taken before."""
        taken, self._seen_since = self._seen_since, set()
        return taken

    @property
    def position(self) -> int:
        """How much of the plan is above the end of the screen, in percent."""
        if not self._frame or self._viewport.at_end():
            return 100
        line, row = self._frame[-1]
        done = line + (row + 1) / len(self._entry_rows(line))
        return min(99, int(100 * done / max(1, len(self._shown))))

    def rows_needed(self, width: int, most: int) -> int:
        """How many rows what is shown takes at a width, comments too; not counted beyond `most`."""
        rows = 0
        for index in range(len(self._shown)):
            known = width == self._width
            rows += len(self._entry_rows(index) if known else self._wrap_line(index, width))
            if rows >= most:
                return most
        return rows

    def hidden_rows(self, delta: int) -> int:
        """How many rows of the cursor's line are beyond the screen's end in this direction.

        A line may be taller than the screen; then it is scrolled before the cursor goes on.
        """
        shown = [row for line, row in self._frame if line == self.cursor]
        if not shown:
            return 0
        return shown[0] if delta < 0 else len(self._entry_rows(self.cursor)) - 1 - shown[-1]

    def show_cursor(self, line: int) -> None:
        """Move the cursor to a line and bring it on screen, its first row at least."""
        before = self.cursor
        self.cursor = line
        if self._hidden or line >= len(self._shown) or (before == line and self._shows(line)):
            return
        rows, size = len(self._entry_rows(line)), max(1, self._viewport.size)
        if line >= before:
            self._viewport.reveal((line, min(rows, size) - 1))
        else:
            self._viewport.reveal((line, max(0, rows - size)))
        self._reframe()
        self._keep_cursor_whole()

    def render_line(self, y: int) -> Strip:
        if self._painting and 0 <= y < len(self._frame):
            self._note_seen(self._frame[y])
        return super().render_line(y)

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        if width != self._width:
            self._width = width
            if self._drawn.tables:
                self._fill()
            self._viewport.anchor = (self._viewport.anchor[0], 0)
            self._wrap_again()
        else:
            self._reframe(whole=True)
        self.show_cursor(self.cursor)
        height, self._height = self._height, self.scrollable_content_region.height
        # With more room than before all that was on screen still is; a page may have just come.
        if self._height < height:
            self._keep_cursor_whole()

    def on_click(self, event: events.Click) -> None:
        place = self.clicked_place(event)
        if place is not None:
            event.stop()
            self.post_message(self.LineClicked(self, place[0]))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._rows.pop(self.cursor, None)  # Its mark says where the keyboard is.
        self._painted.forget(self.cursor)

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, len(self._shown) - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        for line in (old, new):
            self._rows.pop(line, None)
            self._forget(line)
        self._reframe()

    def watch_raw(self) -> None:
        self._draw_lines()
        self._fill()
        self._wrap_again()

    def _digits(self, width: int) -> int:
        return len(str(len(self._sources))) if width >= _NUMBERED_WIDTH else 0

    def _room_for_text(self, width: int) -> int:
        digits = self._digits(width)
        return max(1, width - 2 - (digits and digits + 1) - (0 if self._diff is None else 2))

    def _draw_lines(self) -> None:
        if self.raw:
            self._drawn = DrawnSource(self._sources, plain_source_lines(self._source), ())
        else:
            self._styled = self._styled or draw_source(self._source)
            self._drawn = self._styled

    def _fill(self) -> None:
        lines = fit_tables(self._drawn, self._room_for_text(self._width) if self._width else None)
        if self._diff is None:
            self._shown = whole_rows(lines[: len(self._sources)], self._sources)
            self._places = None
        else:
            self._shown = change_rows(self._diff, lines, self._catalogue, self.glyphs)
            places = enumerate(row.line for row in self._shown)
            self._places = {line: at for at, line in places if line is not None}

    def _show_rows(self) -> None:
        """Other rows than before: from the start, with heights that are guesses."""
        self._fill()
        self._viewport = Viewport(self._measure, HeightIndex(), follow=False)
        width = self._room_for_text(self._width)
        for row in self._shown:
            self._viewport.heights.append(max(1, len(row.content) // width + 1))
        self._wrap_again()

    def _wrap_again(self) -> None:
        """Every row has another number now; a line counts as seen for good."""
        self._rows.clear()
        self._painted.clear()
        self._rows_painted.clear()
        self._drop_selection()
        self._reframe(whole=True)

    def _reframe(self, *, whole: bool = False) -> bool:
        if self._hidden:
            self._frame = []  # Or it would be painted as it was when the view comes back.
            return False
        moved = super()._reframe(whole=whole)
        if moved:
            self.post_message(self.PlanScrolled(self))
        return moved

    def _entry_rows(self, index: int) -> Sequence[Row]:
        rows = self._rows.get(index)
        if rows is None:
            if len(self._rows) >= _ROWS_KEPT:
                self._rows.clear()
            rows = self._rows[index] = self._wrap_line(index, self._width)
        return rows

    def _wrap_line(self, index: int, width: int) -> list[Row]:
        shown = self._shown[index]
        first = self._gutter(index, shown, self._digits(width))
        rest = Content(" " * first.cell_length)
        if shown.line is not None and shown.line in self._span:
            rest = Content.assemble(" ", self._range_mark, " " * (first.cell_length - 2))
        rows = hang(shown.content, max(1, width), first, rest)
        ending = [each for each in self._comments if each.last == shown.line]
        marks, indent = self.glyphs, max(0, first.cell_length - 2)
        return rows + comment_rows(ending, width, indent, marks.comment, marks.ellipsis)

    @property
    def _range_mark(self) -> tuple[str, str]:
        return self.glyphs.range, "bold $text-primary"

    def _gutter(self, index: int, shown: PlanRow, digits: int) -> Content:
        """The cursor, the mark of a range or a comment, the number, and what changed."""
        glyphs = self.glyphs
        cursor, mark = " ", (" ", "")
        if index == self.cursor:
            cursor = glyphs.cursor if self.has_focus else glyphs.cursor_away
        line = shown.line
        if line is not None and line in self._span:
            mark = self._range_mark
        elif line is not None and any(each.first <= line <= each.last for each in self._comments):
            mark = (glyphs.comment, "$text-accent")
        return gutter(shown, (cursor, "bold $text-primary"), mark, digits)

    def _entry_source(self, index: int) -> str:
        return self._shown[index].source

    def _row_style(self, place: Place) -> Style:
        style = self.visual_style
        if place[0] == self.cursor:
            style += self.get_visual_style("plan-view--cursor")
        return style

    def _note_seen(self, place: Place) -> None:
        line = self._shown[place[0]].line
        if line is None or line in self._seen:
            return
        self._rows_painted.add(place)
        rows = len(self._entry_rows(place[0]))
        if rows == 1 or all((place[0], row) in self._rows_painted for row in range(rows)):
            self._seen.add(line)
            self._seen_since.add(line)

    @property
    def _hidden(self) -> bool:
        """Nothing of it is on screen; when that ends it is told its size."""
        return not (self._width and self.scrollable_content_region.width)

    def _shows(self, line: int) -> bool:
        return any(each == line for each, _ in self._frame)

    def _keep_cursor_whole(self) -> None:
        """What is on screen in part of the cursor's line is brought there whole if it fits."""
        line = self.cursor
        if not self._shows(line) or not (rows := len(self._entry_rows(line))):
            return
        if rows <= self._viewport.size:
            self._viewport.reveal((line, rows - 1))
            self._viewport.reveal((line, 0))
            self._reframe()
