"""Parts that are painted again only when something about them has changed.

Textual composes a frame of the lines of every part whose container overlaps what has changed: for
one key that is nearly all of the screen. It keeps the lines of each part, but goes through them,
their colours and their place on screen each time, which is most of what the frame takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.widget import Widget as _Widget
else:
    # A widget inherits the styles of its first base that is one: that is not to be this mixin.
    _Widget = object

__all__ = ["StillLines"]


class StillLines(_Widget):
    """A mixin, first among the bases of a widget whose drawing only `refresh` changes."""

    _still: tuple[Region, Sequence[LineFilter], list[Strip]] | None = None
    _plain: dict[int, tuple[Strip, Strip]] | None = None
    """What Textual keeps of a line, and what is painted of it."""

    def render_lines(self, crop: Region) -> list[Strip]:
        filters = self.get_line_filters()
        still = self._still
        if still is None or still[:2] != (crop, filters):
            still = self._still = (crop, filters, self.paint_lines(crop))
        return still[2]

    def paint_lines(self, crop: Region) -> list[Strip]:
        """Paint lines that have changed.

        Args:
            crop: Which of them, in the part's own cells.
        """
        plain = self._plain = self._plain or {}
        lines = []
        for y, strip in zip(crop.line_range, super().render_lines(crop), strict=False):
            if y not in plain or plain[y][0] is not strip:
                plain[y] = (strip, _plain(strip))
            lines.append(plain[y][1])
        return lines

    # Private: the one way by which Textual learns that a part has changed, be it its size, its
    # style or its content; `refresh` is not told of a new size. The tests fail when it moves.
    def _set_dirty(self, *regions: Region) -> None:
        self._still = None
        super()._set_dirty(*regions)


def _plain(strip: Strip) -> Strip:
    """A line in as few pieces as can be, for each is written with all of its colours.

    Textual marks pieces of a text with their place in it, so that the mouse finds them; for that
    it asks `render_line`.
    """
    pieces = (
        Segment(text, style and style.clear_meta_and_links(), control)
        for text, style, control in strip
    )
    return Strip(pieces, strip.cell_length).simplify()
