"""Foreign Markdown, drawn: the one drawing for a question's detail and for the transcript.

Everything in it is shown and nothing in it acts. Links carry their target beside them, HTML is
text, brackets are brackets; controls and invisible characters are visible marks. A line of the
source stays a line, and a gap stands only where the source has one, so a longer text never
redraws the finished part of a shorter one.

A plan under review is drawn from its source instead: see `markdown_source`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content

from dsh_widgets import markdown_styles as styles
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.markdown_code import code_lines
from dsh_widgets.markdown_inline import inline_lines
from dsh_widgets.markdown_table import Align, Table, table_rows
from dsh_widgets.text import literal
from dsh_widgets.wrapping import Row, hang, wrap_rows

__all__ = [
    "Drawing",
    "draw_markdown",
    "literal_rows",
    "markdown_content",
    "parse_blocks",
    "parse_outline",
    "too_deep",
]

_MAX_NESTING: Final = 40
"""The parser drops what is nested deeper; such a text is drawn as it stands."""


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING})
    # Reference definitions would vanish from the drawing, and change text above them.
    return parser.enable(["table", "strikethrough"]).disable("reference")


_PARSER: Final = _parser()
_BLOCK_PARSER: Final = _parser().disable("inline")
"""Leaves the text inside of blocks alone, which is most of the work."""
_EMPTY: Final = Content("")
_QUOTE_BAR: Final = Content.styled("▌ ", styles.MARKER)
_CODE_BAR: Final = Content.styled("│ ", styles.DIM)


def markdown_content(source: str, width: int, glyphs: Glyphs = UNICODE) -> Content:
    """Draw Markdown as one Content, already wrapped to `width` cells.

    Args:
        source: Foreign text.
        width: Cells; values below 1 count as 1.
        glyphs: The alphabet of marks.
    """
    return Content("\n").join(row.content for row in draw_markdown(source, width, glyphs))


def draw_markdown(source: str, width: int, glyphs: Glyphs = UNICODE) -> list[Row]:
    """Draw Markdown as rows no wider than `width` cells; at least one row."""
    source = _one_break(source)
    tokens = _PARSER.parse(source)
    if too_deep(tokens):
        return literal_rows(source, width)
    drawing = Drawing(source.split("\n"), max(1, width), glyphs=glyphs)
    for token in tokens:
        drawing.take(token)
    return drawing.rows or [Row(_EMPTY)]


def literal_rows(source: str, width: int, style: str = "") -> list[Row]:
    """Draw plain foreign text, wrapped; at least one row."""
    content = literal(_one_break(source), style)
    lines = content.split("\n", allow_blank=True) if "\n" in content.plain else [content]
    return [row for line in lines for row in wrap_rows(line, width)]


def parse_blocks(source: str) -> list[Token]:
    """Return the tokens; each block's `map` names its lines, counted by line feeds."""
    return _PARSER.parse(_one_break(source))


def parse_outline(source: str) -> list[Token]:
    """As `parse_blocks`, for those who want only the blocks and their lines."""
    return _BLOCK_PARSER.parse(_one_break(source))


def too_deep(tokens: Sequence[Token]) -> bool:
    """Whether the parser may have dropped something."""
    return any(token.level >= _MAX_NESTING - 2 for token in tokens)


def _one_break(source: str) -> str:
    """Leave line feeds as the only line breaks; the parser would take a lone return for one."""
    if "\r" not in source:
        return source
    return source.replace("\r\n", "\n").replace("\r", "\u240d")


@dataclass(slots=True)
class _Container:
    """A quote or a list item: what stands before its first row, and before the others."""

    first: Content
    rest: Content
    used: bool = False


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int
    mark: str


@dataclass(slots=True)
class Drawing:
    """Blocks being drawn, token by token.

    Attributes:
        lines: The lines the tokens' maps refer to.
        width: At least 1.
        first_number: What the first item of a list at the very start is counted as, where the
            text continues a list; `None` takes the text's word.
        blank: Whether a gap would be one too many: nothing is above, or a gap is.
        rows: What has been drawn.
        glyphs: The alphabet of marks.
    """

    lines: Sequence[str]
    width: int
    first_number: int | None = None
    blank: bool = True
    rows: list[Row] = field(default_factory=list)
    glyphs: Glyphs = UNICODE
    _containers: list[_Container] = field(default_factory=list)
    _lists: list[_List] = field(default_factory=list)
    _heading: str = ""
    _aligns: list[Align] = field(default_factory=list)
    _table: list[list[Content]] | None = None

    @property
    def next_number(self) -> int | None:
        """The number of the next item; `None` when no ordered list is open at the end."""
        return self._lists[-1].number if self._lists and self._lists[-1].ordered else None

    def take(self, token: Token) -> None:
        """Draw the next token, or note what it opens."""
        if self._table is not None:
            self._take_in_table(token)
            return
        kind = token.type
        if token.map is not None and token.nesting >= 0 and kind != "inline":
            self._gap(token.map[0])
        if kind == "inline":
            for line in inline_lines(token.children or (), self._heading):
                self._put(line)
        elif kind == "heading_open":
            self._heading = styles.HEADINGS[int(token.tag[1]) - 1]
        elif kind == "heading_close":
            self._heading = ""
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "html_block":
            for text in token.content.rstrip("\n").split("\n"):
                self._put(literal(text, styles.HTML))
        elif kind == "hr":
            self._put(Content.styled("─" * max(1, self._room()), styles.DIM))
        elif kind == "table_open":
            self._table = []
            self._aligns = []
        else:
            self._nest(token)

    def _nest(self, token: Token) -> None:
        kind = token.type
        if kind == "blockquote_open":
            self._containers.append(_Container(_QUOTE_BAR, _QUOTE_BAR))
        elif kind in ("bullet_list_open", "ordered_list_open"):
            ordered = kind == "ordered_list_open"
            start = 1 if (given := token.attrGet("start")) is None else int(given)
            if self.first_number is not None and not self.rows:
                start = self.first_number
            depth = sum(not each.ordered for each in self._lists)
            bullets = self.glyphs.bullets
            mark = "." if ordered else bullets[depth % len(bullets)]
            self._lists.append(_List(ordered, start, mark))
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._containers.append(self._item(token))
        elif kind in ("list_item_close", "blockquote_close"):
            if not self._containers[-1].used:
                self._put(_EMPTY)
            self._containers.pop()

    def _item(self, token: Token) -> _Container:
        entry = self._lists[-1]
        text = f"{entry.number}{token.markup or '.'} " if entry.ordered else f"{entry.mark} "
        entry.number += 1
        mark = Content.styled(text, styles.MARKER)
        return _Container(mark, Content(" " * mark.cell_length))

    def _take_in_table(self, token: Token) -> None:
        assert self._table is not None
        kind = token.type
        if kind == "tr_open":
            self._table.append([])
        elif kind == "th_open":
            style = str(token.attrGet("style") or "")
            self._aligns.append(_align(style))
        elif kind == "inline":
            cell = inline_lines(token.children or ())
            self._table[-1].append(Content(" ").join(cell) if len(cell) > 1 else cell[0])
        elif kind == "table_close":
            head, *body = self._table
            table = Table(tuple(head), tuple(map(tuple, body)), tuple(self._aligns))
            self._table = None
            for row in table_rows(table, max(1, self._room())):
                self._put(row)

    def _code(self, token: Token) -> None:
        info = token.info.strip()
        if info:
            self._put(literal(info, styles.DIM), _CODE_BAR)
        language = info.split(maxsplit=1)[0] if info else ""
        for line in code_lines(token.content, language) if token.content else ():
            self._put(line, _CODE_BAR)

    def _room(self) -> int:
        return self.width - sum(each.rest.cell_length for each in self._containers)

    def _gap(self, start: int) -> None:
        """Put one blank row where the source has blank lines before line `start`."""
        if self.blank or start == 0 or start > len(self.lines):
            return
        if self.lines[start - 1].strip(" \t\r>"):
            return
        self._put(_EMPTY)
        self.blank = True

    def _put(self, line: Content, bar: Content = _EMPTY) -> None:
        first = rest = bar
        for each in reversed(self._containers):
            first = (each.rest if each.used else each.first) + first
            rest = each.rest + rest
            each.used = True
        self.rows += hang(line, self.width, first, rest)
        self.blank = False


def _align(style: str) -> Align:
    if "right" in style:
        return "right"
    return "center" if "center" in style else "left"
