"""What a tool asks leave for, drawn line for line, with a memory of what was shown."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_heights import HeightIndex
from dsh_widgets.row_view import RowView
from dsh_widgets.row_viewport import Place, Viewport
from dsh_widgets.text import literal
from dsh_widgets.wrapping import Row, wrap_rows

__all__ = ["ApprovalView"]

_ROWS_KEPT = 2_000


class ApprovalView(RowView, can_focus=True):
    """Lines of foreign text, each wrapped for itself; nothing of them is cut.

    What counts as seen is a line of which every row was painted.
    """

    FOCUS_ON_CLICK = False  # Where the keyboard is follows from the owner's state.

    DEFAULT_CSS = """
    ApprovalView {
        height: 1fr;
        color: $foreground;
    }
    """

    def __init__(self, keys: KeyHandler | None = None, *, id: str | None = None) -> None:
        super().__init__(keys, id=id)
        self._lines: tuple[str, ...] = ()
        self._head = 0
        self._rows: dict[int, list[Row]] = {}
        self._width = 0
        self._rows_painted: set[Place] = set()
        self._seen: set[int] = set()

    def show_lines(self, lines: Sequence[str], head: int) -> None:
        """Show lines from the first one.

        Args:
            lines: As they were written.
            head: How many of them say what is asked; they are set apart.
        """
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self._head = head
        self._seen.clear()
        self._viewport = Viewport(self._measure, HeightIndex(), follow=False)
        for line in lines:
            self._viewport.heights.append(len(line) // max(1, self._width or 80) + 1)
        self._wrap_again()

    @property
    def seen(self) -> frozenset[int]:
        """The lines that have been on screen with all their rows."""
        return frozenset(self._seen)

    def rows_needed(self, width: int, most: int) -> int:
        """How many rows the lines take at a width; not counted beyond `most`."""
        rows = 0
        for line in self._lines:
            rows += len(wrap_rows(literal(line), max(1, width)))
            if rows >= most:
                return most
        return rows

    def render_line(self, y: int) -> Strip:
        if self._painting and 0 <= y < len(self._frame):
            self._note_seen(self._frame[y])
        return super().render_line(y)

    def on_mount(self) -> None:
        self._wrap_again()

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if width == self._width:
            self._reframe(whole=True)
            return
        line = self._frame[0][0] if self._frame else 0
        self._width = width
        self._viewport.anchor = (line, 0)
        self._wrap_again()

    def _wrap_again(self) -> None:
        """Every row has another number now; a line counts as seen for good."""
        self._rows.clear()
        self._painted.clear()
        self._rows_painted.clear()
        self._drop_selection()
        self._reframe(whole=True)

    def _entry_rows(self, index: int) -> Sequence[Row]:
        rows = self._rows.get(index)
        if rows is None:
            if len(self._rows) >= _ROWS_KEPT:
                self._rows.clear()
            style = "bold" if index < self._head else ""
            line = literal(self._lines[index], style)
            rows = self._rows[index] = wrap_rows(line, max(1, self._width))
        return rows

    def _entry_source(self, index: int) -> str:
        return self._lines[index]

    def _note_seen(self, place: Place) -> None:
        line = place[0]
        if line in self._seen:
            return
        self._rows_painted.add(place)
        rows = len(self._entry_rows(line))
        if rows == 1 or all((line, row) in self._rows_painted for row in range(rows)):
            self._seen.add(line)
