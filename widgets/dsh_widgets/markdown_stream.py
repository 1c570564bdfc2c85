"""Markdown that is still arriving: what is finished is drawn once.

Finished top-level blocks, the finished items of the last list and the finished lines of an open
fence are kept as rows; only the rest is parsed and drawn again. Code is coloured when its fence
is closed. Drawing the whole text at the end gives the same rows, coloured.
"""

from __future__ import annotations

import re
from typing import Final

from markdown_it.token import Token
from textual.content import Content

from dsh_widgets import markdown_styles as styles
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.markdown import Drawing, draw_markdown, parse_blocks, too_deep
from dsh_widgets.text import literal
from dsh_widgets.wrapping import Row, hang

__all__ = ["MarkdownStream"]

_CODE_BAR: Final = Content.styled("│ ", styles.DIM)
_NO_ROW: Final = Row(Content(""))
_FENCE_RUN: Final = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*$")


class MarkdownStream:
    """The rows of a growing text.

    Args:
        width: Cells, at least 1. Another width is another stream.
        glyphs: The alphabet of marks.
    """

    __slots__ = (
        "_blank",
        "_fence",
        "_fence_lines",
        "_glyphs",
        "_kept",
        "_number",
        "_offset",
        "_source",
        "width",
    )

    def __init__(self, width: int, glyphs: Glyphs = UNICODE) -> None:
        self.width = max(1, width)
        self._glyphs = glyphs
        self._source = ""
        self._offset = 0
        self._restart()

    def rows(self, source: str) -> list[Row]:
        """Draw the text so far; at least one row.

        Text that does not begin with the text before is drawn anew.
        """
        if not source.startswith(self._source):
            self._restart()
        self._source = source
        tail = source[self._offset :]
        tokens = parse_blocks(tail)
        if "\r" in tail or too_deep(tokens):
            # Rare, and not worth following piece by piece.
            self._restart()
            return draw_markdown(source, self.width, self._glyphs)
        lines = tail.split("\n")
        at, line = _last_part(tokens)
        # What the last line begins is not sure before it is whole: "*" may turn out "**x**", which
        # belongs to the block above.
        if 0 < line < len(lines) - 1:
            self._keep(tokens[:at], lines[:line])
            lines = lines[line:]
            tokens = parse_blocks("\n".join(lines))
        if _ends_in_open_fence(tokens, lines):
            return self._kept + self._fence_rows(tokens[-1]) or [_NO_ROW]
        return self._kept + self._draw(tokens, lines).rows or [_NO_ROW]

    def _restart(self) -> None:
        self._source = ""
        self._offset = 0
        self._kept: list[Row] = []
        self._fence: list[Row] = []
        """The rows of the finished lines of the open fence at the end."""
        self._fence_lines = 0
        self._number: int | None = None
        self._blank = True

    def _draw(self, tokens: list[Token], lines: list[str]) -> Drawing:
        drawing = Drawing(lines, self.width, self._number, self._blank, glyphs=self._glyphs)
        for token in tokens:
            drawing.take(token)
        return drawing

    def _keep(self, tokens: list[Token], lines: list[str]) -> None:
        drawing = self._draw(tokens, lines)
        self._kept += drawing.rows
        self._blank = drawing.blank
        if not self._blank and not lines[-1].strip(" \t>"):
            self._kept.append(_NO_ROW)
            self._blank = True
        self._number = drawing.next_number
        self._offset += sum(len(line) + 1 for line in lines)
        self._fence = []
        self._fence_lines = 0

    def _fence_rows(self, fence: Token) -> list[Row]:
        info = fence.info.strip()
        head = self._code_rows(info, styles.DIM) if info else []
        *finished, last = fence.content.split("\n")
        for line in finished[self._fence_lines :]:
            self._fence += self._code_rows(line, styles.CODE)
        self._fence_lines = len(finished)
        return head + self._fence + (self._code_rows(last, styles.CODE) if last else [])

    def _code_rows(self, line: str, style: str) -> list[Row]:
        return hang(literal(line, style), self.width, _CODE_BAR, _CODE_BAR)


def _last_part(tokens: list[Token]) -> tuple[int, int]:
    """Find the last block, or the last item of a list at the end: token index and line."""
    at, line = 0, 0
    in_list = False
    for index, token in enumerate(tokens):
        if token.map is None or token.nesting < 0 or token.type == "inline":
            continue
        if token.level == 0:
            at, line = index, token.map[0]
            in_list = token.type in ("bullet_list_open", "ordered_list_open")
        elif token.level == 1 and in_list and token.type == "list_item_open":
            at, line = index, token.map[0]
    # The first item of a list goes with its list.
    if at and tokens[at].type == "list_item_open" and tokens[at - 1].type.endswith("list_open"):
        at -= 1
    return at, line


def _ends_in_open_fence(tokens: list[Token], lines: list[str]) -> bool:
    if len(tokens) != 1 or tokens[0].type != "fence" or tokens[0].map is None:
        return False
    start, end = tokens[0].map
    closing = _FENCE_RUN.match(lines[end - 1]) if end - start > 1 else None
    return closing is None or not closing[1].startswith(tokens[0].markup)
