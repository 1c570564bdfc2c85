"""A text editor's document as it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from textual.widgets.text_area import DocumentBase

__all__ = ["Drawing"]


class _DrawnLines(Sequence[str]):
    """The lines of a document as they are drawn, made one by one when asked for."""

    def __init__(self, lines: Sequence[str], draw: Callable[[str], str]) -> None:
        self._lines = lines
        self._draw = draw

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._draw(line) for line in self._lines[index]]
        return self._draw(self._lines[index])

    def __iter__(self) -> Iterator[str]:
        return map(self._draw, self._lines)


class Drawing:
    """A document as it is drawn: what wrapping and the caret's cells go by.

    A drawn line has a character for each of the line's, so a column means the same in both.
    """

    def __init__(self, document: DocumentBase, draw: Callable[[str], str]) -> None:
        self._document = document
        self._draw = draw

    @property
    def lines(self) -> _DrawnLines:
        return _DrawnLines(self._document.lines, self._draw)

    @property
    def line_count(self) -> int:
        return self._document.line_count

    def get_line(self, index: int) -> str:
        return self.lines[index]

    def __getitem__(self, index: int) -> str:
        return self.lines[index]
