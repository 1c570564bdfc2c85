"""Lines, blocks and the ellipsis that Textual itself draws, in ASCII.

Our own marks come from `glyphs` and our words from the catalogue; borders, scrollbars and cut
lines are Textual's. They are changed where a line is painted, so a frame inside a foreign text is
drawn in ASCII, too; every other character of it stays.
"""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

__all__ = ["AsciiLines", "ascii_line"]


def _table() -> dict[int, str]:
    table = {}
    # Box drawing: heavy and double lines differ from light ones, as they do on screen.
    for code in range(0x2500, 0x2580):
        table[code] = "+"
    for light, characters in (("-", "─╌┄┈╴╶"), ("|", "│╎┆┊╵╷"), ("/", "╱"), ("\\", "╲")):
        table |= dict.fromkeys(map(ord, characters), light)
    table |= dict.fromkeys(map(ord, "━═╍┅┉╸╺"), "=")
    table |= dict.fromkeys(map(ord, "┃║╏┇┋╹╻┏┓┗┛╔╗╚╝"), "#")
    # Blocks: what is at least half filled is filled.
    for code in range(0x2580, 0x25A0):
        table[code] = "#"
    table |= dict.fromkeys(map(ord, "▔▁▂▃"), "-")
    table |= dict.fromkeys(map(ord, "▏▎▍▕"), "|")
    table |= {ord("…"): "~", ord("█"): "#"}
    return table


_PLAIN: Final = _table()


def ascii_line(text: str) -> str:
    """Return a text of the same width with lines, blocks and the ellipsis in ASCII."""
    return text if text.isascii() else text.translate(_PLAIN)


class AsciiLines(LineFilter):
    """Draws every painted line with `ascii_line`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.text.isascii()
            else Segment(ascii_line(segment.text), segment.style, segment.control)
            for segment in segments
        ]
