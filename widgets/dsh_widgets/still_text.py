"""A text that is drawn, and laid out, only when it differs from the one before."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from dsh_widgets.still_lines import StillLines

__all__ = ["StillText"]


class StillText(StillLines, Static):
    """A text that is as wide as its container, whatever it says."""

    def show(self, content: Content) -> bool:
        """Draw a text instead of the one before.

        The rest of the screen is laid out anew only if the height may be another one.

        Returns:
            Whether it differs.
        """
        before = self.content
        if content == before:
            return False
        if not self.display:
            self.clear_cached_dimensions()
            self.update(content, layout=False)
            return True
        width = self.content_size.width
        same = isinstance(before, Content) and _rows(before, width) == _rows(content, width) > 0
        self.update(content, layout=not same)
        return True


def _rows(content: Content, width: int) -> int:
    """How many rows a text takes if no line of it is wrapped; else 0."""
    lines = content.split("\n", allow_blank=True)
    return len(lines) if max(line.cell_length for line in lines) <= width else 0
