"""The rows of a transcript's entries at one width: drawn when asked for, kept while likely used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import Entry
from dsh_widgets.row_viewport import Place
from dsh_widgets.transcript_entries import EntryDrawing
from dsh_widgets.wrapping import Row

__all__ = ["EntryRows"]

_KEPT: Final = 400
"""Entries: all on screen, and a few screens around."""


class EntryRows:
    """Draws entries, and knows which are open.

    Args:
        entries: Returns the entries as they are now.
        catalogue: The language.
    """

    def __init__(self, entries: Callable[[], Sequence[Entry]], catalogue: Catalogue) -> None:
        self._entries = entries
        self._catalogue = catalogue
        self._drawings: OrderedDict[int, EntryDrawing] = OrderedDict()
        self._expanded: set[int] = set()
        self._width = 0

    @property
    def width(self) -> int:
        """Cells; 0 until it is known."""
        return self._width

    def set_width(self, width: int) -> None:
        self._width = width
        self._drawings.clear()

    def set_catalogue(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._drawings.clear()

    def is_expanded(self, index: int) -> bool:
        return index in self._expanded

    def set_expanded(self, index: int, expanded: bool) -> None:
        if expanded:
            self._expanded.add(index)
        else:
            self._expanded.discard(index)

    def clear(self) -> None:
        """Forget everything: other entries follow."""
        self._drawings.clear()
        self._expanded.clear()

    def shift(self, count: int) -> None:
        """Make room for entries in front of all others."""
        self._drawings.clear()
        self._expanded = {index + count for index in self._expanded}

    def drawing(self, index: int) -> EntryDrawing:
        """The entry as drawn now; drawn again only if it has changed."""
        drawing = self._drawings.get(index)
        if drawing is None:
            drawing = self._drawings[index] = EntryDrawing(self._catalogue, self._width)
            if len(self._drawings) > _KEPT:
                self._drawings.popitem(last=False)
        else:
            self._drawings.move_to_end(index)
        entries = self._entries()
        drawing.draw(entries[index], entries[index - 1] if index else None, index in self._expanded)
        return drawing

    def head(self, index: int) -> Place:
        """The row that opens and closes the entry."""
        return index, self.drawing(index).head

    def rows(self, index: int) -> list[Row]:
        """The entry's rows, at least one."""
        return self.drawing(index).rows

    def is_toggle(self, place: Place) -> bool:
        """Whether this row opens and closes its entry."""
        drawing = self.drawing(place[0])
        return drawing.expandable and drawing.head == place[1]

    def next_toggle(self, index: int, delta: int) -> int | None:
        """The next entry after `index`, in steps of `delta`, that can be opened."""
        index += delta
        while 0 <= index < len(self._entries()):
            if self.drawing(index).expandable:
                return index
            index += delta
        return None

    def solid_above(self, place: Place) -> int:
        """How many solid characters of the entry are above this row, at any width."""
        above = self.drawing(place[0]).rows[: place[1]]
        return sum(_solid(row.content.plain[row.lead :]) for row in above)

    def row_after(self, index: int, solid: int) -> int:
        """The row that begins after so many solid characters, at this width."""
        for number, row in enumerate(self.drawing(index).rows):
            size = _solid(row.content.plain[row.lead :])
            if solid < size or (not solid and not size):
                return number
            solid -= size
        return 0


def _solid(text: str) -> int:
    return sum(not char.isspace() for char in text)
