"""Which rows of a long list of entries are on screen.

The anchor (an entry and a row inside it) is the truth, not a row number: numbers above the
screen are guesses, and correcting a guess must move nothing. Heights come from a callback that
measures an entry exactly; only entries on screen, or just passed, are ever measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsh_widgets.row_heights import HeightIndex

__all__ = ["Place", "Viewport"]

Place = tuple[int, int]
"""An entry and a row inside it."""


@dataclass(slots=True)
class Viewport:
    """A window of `size` rows over entries of varying height.

    Attributes:
        measure: Returns the exact height of an entry, at least 1, at the current width.
        heights: Guessed and measured heights; every measured one is written there.
        size: Rows on screen.
        anchor: The top row.
        follow: The end stays on screen, whatever is added.
    """

    measure: Callable[[int], int]
    heights: HeightIndex
    size: int = 0
    anchor: Place = (0, 0)
    follow: bool = True

    def frame(self) -> list[Place]:
        """Return the rows on screen from the top; fewer than `size` if there are no more.

        Settles the anchor: it never leaves blank rows below the end while lines remain above.
        """
        count = len(self.heights)
        if not count or self.size < 1:
            self.anchor = (0, 0)
            return []
        if self.follow:
            self.anchor = self._back((count - 1, self._height(count - 1) - 1), self.size - 1)
        entry = min(self.anchor[0], count - 1)
        self.anchor = (entry, min(self.anchor[1], self._height(entry) - 1))
        rows = self._fill()
        if len(rows) < self.size:
            self.anchor = self._back((count - 1, self._height(count - 1) - 1), self.size - 1)
            rows = self._fill()
        return rows

    def move(self, delta: int) -> None:
        """Scroll by rows, exactly; downwards onto the end follows it from then on."""
        if not len(self.heights):
            return
        self.frame()
        if delta < 0:
            moved = self._back(self.anchor, -delta)
            if moved != self.anchor:
                self.anchor, self.follow = moved, False
        elif not self.follow:
            self.anchor = self._forward(self.anchor, delta)
            self.frame()
            self.follow = self.at_end()

    def jump(self, row: int) -> None:
        """Go to about this row of the whole (a dragged thumb)."""
        if not len(self.heights):
            return
        if row >= self.heights.total - self.size:
            self.to_end()
            return
        self.anchor, self.follow = self.heights.locate(row), False
        self.frame()
        self.follow = self.at_end()

    def to_end(self) -> None:
        self.follow = True

    def to_start(self) -> None:
        self.anchor, self.follow = (0, 0), False
        self.follow = self.at_end()

    def reveal(self, place: Place) -> None:
        """Scroll as little as needed to have this row on screen."""
        rows = self.frame()
        if not rows or place in rows:
            return
        self.follow = False
        if place < rows[0]:
            self.anchor = place
        else:
            self.anchor = self._back(place, self.size - 1)
        self.frame()
        self.follow = self.at_end()

    def hold(self, place: Place, y: int) -> None:
        """Put a row at screen row `y`, as far as the ends allow (a row that was toggled)."""
        self.follow = False
        self.anchor = self._back(place, y)
        self.frame()
        self.follow = self.at_end()

    def at_end(self) -> bool:
        """Whether the last row of the last entry is on screen."""
        rows = self._fill()
        count = len(self.heights)
        if not count or self.size < 1:
            return True
        last = count - 1
        return len(rows) < self.size or rows[-1] == (last, self._height(last) - 1)

    def top(self) -> int:
        """The rows above the screen, a guess; 0 only at the very start."""
        entry, row = self.anchor
        if not entry and not row:
            return 0
        return max(1, self.heights.top(entry) + row)

    def _height(self, entry: int) -> int:
        height = max(1, self.measure(entry))
        self.heights[entry] = height
        return height

    def _fill(self) -> list[Place]:
        rows: list[Place] = []
        entry, row = self.anchor
        count = len(self.heights)
        while entry < count and len(rows) < self.size:
            height = self._height(entry)
            rows += [(entry, each) for each in range(row, height)]
            entry, row = entry + 1, 0
        return rows[: max(0, self.size)]

    def _back(self, place: Place, rows: int) -> Place:
        entry, row = place
        while rows > row:
            if entry == 0:
                return (0, 0)
            rows -= row + 1
            entry -= 1
            row = self._height(entry) - 1
        return (entry, row - rows)

    def _forward(self, place: Place, rows: int) -> Place:
        entry, row = place
        count = len(self.heights)
        while entry < count:
            height = self._height(entry)
            if row + rows < height:
                return (entry, row + rows)
            rows -= height - row
            entry, row = entry + 1, 0
        return (count - 1, self._height(count - 1) - 1)
