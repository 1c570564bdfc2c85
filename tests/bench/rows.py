"""What a measurement says, and the table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Row", "table"]


@dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes:
        id: Its number in the list of goals.
        what: What was measured, against what.
        value: The ratio, or the count.
        goal: What it should be at most.
        guard: Past it something is broken, whatever else runs on the machine.
        detail: The numbers behind the value.
    """

    id: str
    what: str
    value: float
    goal: float
    guard: float
    detail: str = ""

    @property
    def met(self) -> bool:
        return self.value <= self.goal

    @property
    def broken(self) -> bool:
        return self.value > self.guard


def table(rows: Sequence[Row]) -> str:
    """The rows in columns, for a person."""
    cells = [("", "what", "value", "goal", "met", "guard", "")]
    for row in rows:
        met = "yes" if row.met else "BROKEN" if row.broken else "no"
        numbers = (f"{row.value:.2f}", f"{row.goal:g}", met, f"{row.guard:g}")
        cells.append((row.id, row.what, *numbers, row.detail))
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )
