"""pyte's screen and stream, with what full-screen programs write most done at once.

Tests look at the screen all the time, and pyte reads a sequence letter by letter and copies a
style for each cell. The result is the same: see `test_quick_screen.py`.
"""

from __future__ import annotations

import re
from typing import Final

import pyte
from pyte import modes
from pyte.screens import Char, wcwidth

__all__ = ["QuickScreen", "QuickStream"]

_CSI: Final = re.compile(r"\x1b\[([0-9;]*)([A-Za-z@`])")
_MOST: Final = 9999
"""What pyte takes for any larger parameter."""


class QuickStream(pyte.Stream):
    """Hands a sequence that comes alone and whole on without looking at each letter."""

    def feed(self, data: str) -> None:
        match = _CSI.fullmatch(data) if self._taking_plain_text else None
        name = self.csi.get(match[2]) if match else None
        if match is None or name is None:
            super().feed(data)
            return
        parameters = [min(int(each or 0), _MOST) for each in match[1].split(";")]
        getattr(self.listener, name)(*parameters)


class QuickScreen(pyte.Screen):
    """Makes each character in each style once."""

    def __init__(self, columns: int, lines: int) -> None:
        self._cells: dict[Char, dict[str, Char]] = {}
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        shown = data.translate(self.g1_charset if self.charset else self.g0_charset)
        cursor = self.cursor
        plain = all(wcwidth(each) == 1 for each in shown)
        if not plain or modes.IRM in self.mode or cursor.x + len(shown) > self.columns:
            super().draw(data)
            return
        cells = self._cells.setdefault(cursor.attrs, {})
        line = self.buffer[cursor.y]
        for x, each in enumerate(shown, cursor.x):
            if each not in cells:
                cells[each] = cursor.attrs._replace(data=each)
            line[x] = cells[each]
        cursor.x += len(shown)
        self.dirty.add(cursor.y)
