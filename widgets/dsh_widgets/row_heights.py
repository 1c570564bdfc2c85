"""How high each entry of a long list is: measured where it was drawn, guessed elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

__all__ = ["HeightIndex"]

_CHUNK: Final = 512


class HeightIndex:
    """The heights of a growing list of entries, in rows, with quick sums.

    Sums over guessed heights are guesses: they place a scroll thumb, not rows.
    """

    __slots__ = ("_chunks", "_count", "_sums", "total")

    def __init__(self) -> None:
        self._chunks: list[array[int]] = []
        self._sums: list[int] = []
        self._count = 0
        self.total = 0
        """The sum of all heights."""

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> int:
        return self._chunks[index // _CHUNK][index % _CHUNK]

    def append(self, height: int) -> None:
        if self._count % _CHUNK == 0:
            self._chunks.append(array("q"))
            self._sums.append(0)
        self._chunks[-1].append(height)
        self._sums[-1] += height
        self._count += 1
        self.total += height

    def __setitem__(self, index: int, height: int) -> None:
        chunk = self._chunks[index // _CHUNK]
        change = height - chunk[index % _CHUNK]
        if change:
            chunk[index % _CHUNK] = height
            self._sums[index // _CHUNK] += change
            self.total += change

    def prepend(self, heights: Sequence[int]) -> None:
        """Put heights in front; costs as much as there are heights."""
        after = [height for chunk in self._chunks for height in chunk]
        self._chunks, self._sums, self._count, self.total = [], [], 0, 0
        for height in (*heights, *after):
            self.append(height)

    def top(self, index: int) -> int:
        """The rows above entry `index`."""
        chunk = index // _CHUNK
        above = sum(self._sums[:chunk])
        if chunk < len(self._chunks):
            above += sum(self._chunks[chunk][: index % _CHUNK])
        return above

    def locate(self, row: int) -> tuple[int, int]:
        """The entry at a row, and the row inside it; ends are clamped.

        Raises:
            IndexError: If there are no entries.
        """
        if not self._count:
            raise IndexError("no entries")
        row = max(0, min(row, self.total - 1))
        for number, size in enumerate(self._sums):
            if row >= size:
                row -= size
                continue
            for index, height in enumerate(self._chunks[number]):
                if row < height:
                    return number * _CHUNK + index, row
                row -= height
        last = self._count - 1
        return last, max(0, self[last] - 1)
