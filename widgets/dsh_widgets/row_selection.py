"""Selected text among entries of rows, by places that scrolling and appending cannot move.

Textual only compares the offsets of a selection, it never looks inside; so a line number there
is an entry and a row of it in one integer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Offset
from textual.selection import Selection
from textual.strip import Strip

from dsh_widgets.row_viewport import Place
from dsh_widgets.wrapping import Row

__all__ = ["entry_selection", "line_number", "position_strip", "selected_text"]

_ROW_BITS: Final = 24
_AS_DISPLAYED: Final = 200
"""Entries at either end of a selection that are copied as displayed; between, as written."""


def line_number(place: Place) -> int:
    """The line number of a row in selections."""
    return place[0] << _ROW_BITS | place[1]


def position_strip(content: Content, place: Place) -> Strip:
    """A row in segments of one grapheme, each knowing its offset; for hit tests, never painted."""
    text = content.plain
    line = line_number(place)
    segments = [
        Segment(text[start:end], Style.from_meta({"offset": (start, line)}))
        for start, end, _ in split_graphemes(text)[0]
    ]
    segments.append(Segment(" ", Style.from_meta({"offset": (len(text), line)})))
    return Strip(segments, cell_len(text) + 1)


def entry_selection(index: int, rows: Sequence[Row]) -> Selection:
    """The selection of one whole entry."""
    last = len(rows) - 1
    end = Offset(len(rows[last].content), line_number((index, last)))
    return Selection(Offset(0, line_number((index, 0))), end)


def selected_text(
    selection: Selection,
    count: int,
    rows: Callable[[int], Sequence[Row]],
    source: Callable[[int], str],
    *,
    prefixes: bool = True,
) -> str:
    """The text of a selection, without the breaks that only wrapping made.

    Args:
        selection: By line numbers of this module.
        count: How many entries there are.
        rows: Returns the rows of an entry.
        source: Returns an entry as it was written.
        prefixes: Whether what stands before a line (a bullet, a number) is part of the text.
    """
    if not count:
        return ""
    first = 0 if selection.start is None else selection.start.y >> _ROW_BITS
    last = count - 1 if selection.end is None else selection.end.y >> _ROW_BITS
    parts: list[str] = []
    for index in range(first, min(last, count - 1) + 1):
        if first + _AS_DISPLAYED <= index <= last - _AS_DISPLAYED:
            parts.append(source(index))
        else:
            parts.append(_displayed(rows(index), index, selection, prefixes))
    return "\n".join(parts)


def _displayed(rows: Sequence[Row], index: int, selection: Selection, prefixes: bool) -> str:
    parts: list[str] = []
    for number, row in enumerate(rows):
        span = selection.get_span(line_number((index, number)))
        if span is None or row.aside:
            continue
        start, end = span
        text = row.content.plain
        end = len(text) if end == -1 else end
        goes_on = bool(parts) and row.joint is not None
        if goes_on or not prefixes:
            start = max(start, row.lead)
        joint = row.joint if goes_on else "\n" if parts else ""
        parts.append(f"{joint}{text[start:end]}")
    return "".join(parts)
