"""Parts that are painted again only when something about them has changed.

Textual composes a frame of the lines of every part whose container overlaps what has changed: for
one key that is nearly all of the screen. It keeps the lines of each part, but goes through them,
their colours and their place on screen each time, which is most of what the frame takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
        return super().render_lines(crop)

    # Private: the one way by which Textual learns that a part has changed, be it its size, its
    # style or its content; `refresh` is not told of a new size. The tests fail when it moves.
    def _set_dirty(self, *regions: Region) -> None:
        self._still = None
        super()._set_dirty(*regions)
