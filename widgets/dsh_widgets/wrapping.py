"""Wrapping one styled line to a width, in cells, without cutting a grapheme.

No row is ever wider than asked for, and only blanks at a break are dropped. The one
exception: a grapheme two cells wide cannot be shown in one cell and is left out there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.cells import cell_len, split_graphemes
from textual.content import Content, Span

__all__ = ["Row", "hang", "wrap", "wrap_rows"]

_WIDE = "\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60"
_WIDE_TRAIL = "\u3001\u3002\uff0c\uff0e\uff01\uff1f\uff1b\uff1a\uff09\u300d\u300f\u3011"
_MARKS = "\u0300-\u036f\u200c\u200d\ufe00-\ufe0f\u3099\u309a\U000e0100-\U000e01ef"
# Leading blanks; one wide character with the closing punctuation that may not start a row;
# or a run of anything else up to the next blank or wide character.
_WORDS = re.compile(
    rf"^\s+|[{_WIDE}][{_WIDE_TRAIL}{_MARKS}]*\s*|[^\s{_WIDE}][^\s{_WIDE}]*\s*", re.ASCII | re.DOTALL
)
_TAB_SIZE = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One row on screen.

    Attributes:
        content: All of it, prefix included.
        lead: How many characters of `content` are prefix.
        joint: What stood between this row and the one before it in the line they share (a
            blank or nothing); `None` when the row begins a line.
        aside: The row is a remark on its entry, no part of the entry's text.
    """

    content: Content
    lead: int = 0
    joint: str | None = None
    aside: bool = False


def wrap(content: Content, width: int) -> list[Content]:
    """Return the rows of a line, at least one. Widths below 1 count as 1."""
    return [row.content for row in wrap_rows(content, width)]


def wrap_rows(content: Content, width: int) -> list[Row]:
    """Return the rows of a line, at least one, with what joins them."""
    width = max(1, width)
    if "\t" in content.plain:
        content = _expand_tabs(content)
    if content.cell_length <= width:
        return [Row(content)]
    text = content.plain
    breaks = _breaks(text, width)
    if not breaks:
        return [Row(_fit(content, width))]
    joints = [None, *(" " if text[at - 1].isspace() else "" for at in breaks)]
    *parts, last = content.divide(breaks)
    fitted = [*(_fit(part.rstrip(), width) for part in parts), _fit(last, width)]
    return [Row(part, 0, joint) for part, joint in zip(fitted, joints, strict=True)]


def hang(content: Content, width: int, first: Content, rest: Content) -> list[Row]:
    """Wrap a line behind a prefix: `first` before its first row, `rest` before the others.

    A prefix never takes more than half of the width.
    """
    room = max(1, width // 2)
    first, rest = _clip(first, room), _clip(rest, room)
    indent = max(first.cell_length, rest.cell_length)
    if not indent or width <= indent:
        return wrap_rows(content, width)
    rows = []
    for number, row in enumerate(wrap_rows(content, width - indent)):
        prefix = rest if number else first
        rows.append(Row(prefix + row.content, len(prefix), row.joint))
    return rows


def _clip(prefix: Content, room: int) -> Content:
    return prefix if prefix.cell_length <= room else prefix.truncate(room)


def _expand_tabs(content: Content) -> Content:
    # Content has a method for this; it measures a tab as no cell where the length was known.
    parts: list[str] = []
    places: list[int] = []
    length = cells = 0
    for number, piece in enumerate(content.plain.split("\t")):
        if number:
            blanks = _TAB_SIZE - cells % _TAB_SIZE
            places.append(length)
            parts.append(" " * blanks)
            length += blanks
            cells += blanks
        places.extend(range(length, length + len(piece)))
        parts.append(piece)
        length += len(piece)
        cells += cell_len(piece)
    places.append(length)
    spans = [Span(places[span.start], places[span.end], span.style) for span in content.spans]
    return Content("".join(parts), spans, strip_control_codes=False)


def _fit(row: Content, width: int) -> Content:
    if row.cell_length <= width:
        return row
    row = row.rstrip()
    return row if row.cell_length <= width else row.truncate(width)


def _breaks(text: str, width: int) -> list[int]:
    """Return the offsets at which new rows start."""
    breaks: list[int] = []
    used = 0
    for match in _WORDS.finditer(text):
        word = match.group()
        solid = word.rstrip() or word
        size = cell_len(solid)
        if used + size <= width:
            used += cell_len(word)
            continue
        if size <= width:
            breaks.append(match.start())
            used = cell_len(word)
            continue
        used = _fold(solid, match.start(), used, width, breaks)
        used += cell_len(word) - size
    return breaks


def _fold(word: str, start: int, used: int, width: int, breaks: list[int]) -> int:
    """Break a word longer than a row between graphemes; return the cells used of its last row."""
    graphemes, _ = split_graphemes(word)
    for begin, _end, cells in graphemes:
        if used + cells > width and start + begin > 0:
            if not breaks or breaks[-1] != start + begin:
                breaks.append(start + begin)
            used = 0
        used += cells
    return used
