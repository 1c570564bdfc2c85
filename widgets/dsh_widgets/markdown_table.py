"""Laying a table out: columns side by side where they fit, records below each other else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from textual.content import Content

from dsh_widgets import markdown_styles as styles
from dsh_widgets.wrapping import hang, wrap

__all__ = ["Align", "Table", "table_rows"]

Align = Literal["left", "center", "right"]

_BAR = Content.styled(" │ ", styles.DIM)
_NARROWEST = 4
"""Cells below which a column is not worth having beside another."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table's cells.

    Attributes:
        head: One cell a column.
        rows: The body; each row has as many cells as `head`.
        aligns: One a column.
    """

    head: tuple[Content, ...]
    rows: tuple[tuple[Content, ...], ...]
    aligns: tuple[Align, ...]


def table_rows(table: Table, width: int) -> list[Content]:
    """Return the rows as drawn, none wider than `width`."""
    if not table.head:
        return []
    widths = _column_widths(table, width)
    if widths is None:
        return _records(table, width)
    head = tuple(cell.stylize_before(styles.TABLE_HEAD) for cell in table.head)
    rows = _row(head, widths, table.aligns)
    rule = "─┼─".join("─" * size for size in widths)
    rows.append(Content.styled(rule, styles.DIM))
    for cells in table.rows:
        rows += _row(cells, widths, table.aligns)
    return rows


def _column_widths(table: Table, width: int) -> list[int] | None:
    natural = [
        max(1, *(cells[column].cell_length for cells in (table.head, *table.rows)))
        for column in range(len(table.head))
    ]
    room = width - _BAR.cell_length * (len(natural) - 1)
    if sum(natural) <= room:
        return natural
    if room < _NARROWEST * len(natural):
        return None
    # Narrow columns keep their width; the others share what is left.
    widths = [0] * len(natural)
    waiting = sorted(range(len(natural)), key=natural.__getitem__)
    while waiting:
        share = room // len(waiting)
        column = waiting.pop(0)
        widths[column] = min(natural[column], share)
        room -= widths[column]
    return widths


def _row(cells: Sequence[Content], widths: list[int], aligns: Sequence[Align]) -> list[Content]:
    wrapped = [wrap(cell, size) for cell, size in zip(cells, widths, strict=True)]
    rows = []
    for line in range(max(map(len, wrapped))):
        parts = []
        for column, lines in enumerate(wrapped):
            text = lines[line] if line < len(lines) else Content("")
            last = column == len(widths) - 1
            parts.append(_pad(text, widths[column], aligns[column], last))
        rows.append(_BAR.join(parts))
    return rows


def _pad(text: Content, width: int, align: Align, last: bool) -> Content:
    missing = max(0, width - text.cell_length)
    if align == "right":
        return text.pad_left(missing)
    if align == "center":
        text = text.pad_left(missing // 2)
        missing -= missing // 2
    return text if last else text.pad_right(missing)


def _records(table: Table, width: int) -> list[Content]:
    rows: list[Content] = []
    indent = Content("  ")
    for number, cells in enumerate(table.rows):
        if number:
            rows.append(Content.styled("─" * min(width, 3), styles.DIM))
        for head, cell in zip(table.head, cells, strict=True):
            name = head.stylize_before(styles.TABLE_HEAD)
            line = name + Content(": ") + cell
            rows += [row.content for row in hang(line, width, Content(""), indent)]
    if not table.rows:
        for head in table.head:
            rows += wrap(head.stylize_before(styles.TABLE_HEAD), width)
    return rows
