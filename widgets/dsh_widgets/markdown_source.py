"""A plan drawn from its source: line for line, every character visible.

A line is a line of the source, so a number, a comment or a "seen" mark means the same line
everywhere. Markdown only gives the lines their styles: markers, comments, HTML and definitions
stay on screen. Blanks may be added (to align a table), nothing is taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token
from textual.content import Content, Span

from dsh_widgets import markdown_styles as styles
from dsh_widgets.markdown import parse_outline
from dsh_widgets.markdown_code import code_lines
from dsh_widgets.text import literal

__all__ = [
    "DrawnSource",
    "draw_source",
    "fit_tables",
    "plain_source_lines",
    "source_lines",
    "split_lines",
]

_INLINE: Final = re.compile(
    r"(?P<code>(?P<tick>`+)(?!`)(?:.+?)(?<!`)(?P=tick)(?!`))"
    r"|(?P<html><!--.*?(?:-->|$)|</?[A-Za-z][^<>]*>)"
    r"|!?\[(?P<text>[^\[\]]*)\](?P<target>\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\))"
    r"|(?P<url>\bhttps?://[^\s<>\"'`]+)"
    r"|(?P<strong>\*\*(?=\S)(?:(?!\*\*).)+(?<=\S)\*\*|__(?=\S)(?:(?!__).)+(?<=\S)__)"
    r"|(?P<em>\*(?=[^\s*])[^*]*?(?<=\S)\*(?!\*)|\b_(?=[^\s_])[^_]*?(?<=\S)_\b)"
    r"|(?P<strike>~~(?=\S)(?:(?!~~).)+(?<=\S)~~)"
)
"""What is open ends at the next mark of its kind or not at all: no mark is looked for twice."""
_INLINE_LIMIT: Final = 2_000
"""Characters of one line that are looked through for inline marks; the rest is plain."""
_MARKS: Final = {"strong": 2, "em": 1, "strike": 2}
_INLINE_STYLES: Final = {
    "strong": styles.STRONG,
    "em": styles.EMPHASIS,
    "strike": styles.STRIKE,
}
_QUOTE: Final = re.compile(r"[ \t]*(?:>[ \t]?)+")
_ITEM: Final = re.compile(
    r"[ \t>]*(?P<mark>[-*+]|\d{1,9}[.)])(?:[ \t]+(?P<box>\[[ xX]\])?(?=\s|$)|[ \t]|$)"
)
_ITEM_BOX: Final = re.compile(r"[ \t]+(\[[ xX]\])(?=\s|$)")
_TABLE_STYLES: Final = (styles.TABLE_HEAD, styles.DIM)
"""Of a table's first rows."""
_HASHES: Final = re.compile(r"[ \t>]*(#{1,6})(?=\s|$)")


@dataclass(frozen=True, slots=True)
class DrawnSource:
    """A source as drawn, its tables not aligned.

    Attributes:
        sources: Its lines as they were written.
        lines: The same lines as drawn.
        tables: Which of them are tables.
    """

    sources: tuple[str, ...]
    lines: tuple[Content, ...]
    tables: tuple[range, ...]


def split_lines(source: str) -> list[str]:
    r"""Return the lines of a source: always at least one, and a line break ends no extra line.

    `\r\n` counts as one break.
    """
    return source.replace("\r\n", "\n").split("\n")


def plain_source_lines(source: str) -> tuple[Content, ...]:
    """The same lines without any styling."""
    return tuple(literal(line) for line in split_lines(source))


def source_lines(source: str, width: int | None = None) -> tuple[Content, ...]:
    """Return one styled Content per line of `source`.

    Pure, and total: any text is a plan. Apart from blanks added inside tables, the text of a
    line is its source, sanitised.

    Args:
        source: Markdown.
        width: What tables are aligned for; see `fit_tables`.
    """
    return fit_tables(draw_source(source), width)


def fit_tables(drawn: DrawnSource, width: int | None) -> tuple[Content, ...]:
    """The lines with their tables aligned.

    Args:
        drawn: The lines.
        width: Cells that a row has. The longest cells of a table that has not that many stand
            out of their columns, and no row takes more than one line for the sake of others.
            `None` for as many as it takes.
    """
    if not drawn.tables:
        return drawn.lines
    lines = list(drawn.lines)
    for table in drawn.tables:
        rows = drawn.sources[table.start : table.stop]
        lines[table.start : table.stop] = _aligned(rows, width)
    return tuple(lines)


def draw_source(source: str) -> DrawnSource:
    """Draw each line of a source, whatever the room is; see `source_lines`."""
    source = source.replace("\r\n", "\n")
    lines = source.split("\n")
    drawn: list[Content | None] = [None] * len(lines)
    tables: list[range] = []
    headings: dict[int, str] = {}
    quoted: set[int] = set()
    for token in parse_outline(source):
        if token.map is None:
            continue
        start, end = token.map[0], min(token.map[1], len(lines))
        if token.type in ("fence", "code_block"):
            _draw_code(token, lines, start, end, drawn)
        elif token.type == "html_block":
            for number in range(start, end):
                drawn[number] = literal(lines[number], styles.HTML)
        elif token.type == "heading_open":
            for number in range(start, end):
                headings[number] = styles.HEADINGS[int(token.tag[1]) - 1]
        elif token.type == "table_open":
            tables.append(range(start, end))
        elif token.type == "hr":
            for number in range(start, end):
                drawn[number] = literal(lines[number], styles.DIM)
        elif token.type == "blockquote_open":
            quoted.update(range(start, end))
    texts = tuple(
        _text_line(line, headings.get(number), number in quoted) if done is None else done
        for number, (line, done) in enumerate(zip(lines, drawn, strict=True))
    )
    return DrawnSource(tuple(lines), texts, tuple(tables))


def _text_line(line: str, heading: str | None, quoted: bool) -> Content:
    content = literal(line)
    text = content.plain
    spans: list[Span] = []
    if quoted and (match := _QUOTE.match(text)):
        spans.append(Span(match.end(), len(text), styles.QUOTE))
        spans.append(Span(0, match.end(), styles.MARKER))
    begin = 0
    if heading is not None:
        spans.append(Span(0, len(text), heading))
        if match := _HASHES.match(text):
            spans.append(Span(match.start(1), match.end(1), styles.DIM))
    elif match := _ITEM.match(text):
        begin = match.end("mark")
        spans.append(Span(match.start("mark"), begin, styles.MARKER))
        if box := _ITEM_BOX.match(text, begin):
            style = styles.TASK_OPEN if box[1] == "[ ]" else styles.TASK_DONE
            spans.append(Span(box.start(1), box.end(1), style))
            begin = box.end(1)
    _inline_spans(text, begin, spans)
    return content.add_spans(spans) if spans else content


def _inline_spans(text: str, begin: int, spans: list[Span], offset: int = 0) -> None:
    for match in _INLINE.finditer(text, begin, min(len(text), begin + _INLINE_LIMIT)):
        start, end = match.start() + offset, match.end() + offset
        kind = match.lastgroup
        if match["code"] is not None:
            spans.append(Span(start, end, styles.CODE))
        elif match["html"] is not None:
            spans.append(Span(start, end, styles.HTML))
        elif match["url"] is not None:
            spans.append(Span(start, end, styles.LINK))
        elif match["target"] is not None:
            spans.append(
                Span(match.start("text") + offset, match.end("text") + offset, styles.LINK)
            )
            spans.append(Span(match.start("target") + offset, end, styles.TARGET))
        elif kind in _INLINE_STYLES:
            mark = _MARKS[kind]
            spans.append(Span(start, end, _INLINE_STYLES[kind]))
            spans.append(Span(start, start + mark, styles.DIM))
            spans.append(Span(end - mark, end, styles.DIM))
            inner = match.group()[mark:-mark]
            _inline_spans(inner, 0, spans, start + mark)


def _draw_code(
    token: Token, lines: Sequence[str], start: int, end: int, drawn: list[Content | None]
) -> None:
    """Style the lines of a code block: the fences dimmed, the code coloured where it stands."""
    if token.type == "fence":
        drawn[start] = literal(lines[start], styles.DIM)
        first, info = start + 1, token.info.strip()
    else:
        first, info = start, ""
    code = code_lines(token.content, info.split(maxsplit=1)[0] if info else "")
    if not token.content:
        code = []
    for number in range(first, end):
        line = literal(lines[number])
        index = number - first
        if index >= len(code):
            drawn[number] = line.stylize(styles.DIM)
        elif line.plain.endswith(code[index].plain):
            # Inside a list or a quote the block's indentation is no part of the code.
            lead = line[: len(line) - len(code[index])]
            drawn[number] = lead.stylize(styles.MARKER) + code[index]
        else:
            drawn[number] = line.stylize(styles.CODE)


def _aligned(rows: Sequence[str], width: int | None) -> Iterator[Content]:
    """Align the rows of a table by adding blanks before its bars."""
    split = [_cells(row) for row in rows]
    sizes = [[cell.cell_length for cell in cells] for cells in split]
    widths = _column_widths(sizes, width)
    for number, (cells, row_sizes) in enumerate(zip(split, sizes, strict=True)):
        blanks = [max(0, most - size) for most, size in zip(widths, row_sizes, strict=False)]
        blanks[len(cells) - 1 :] = [0]
        bare = sum(row_sizes) + len(cells) - 1
        if width is not None and bare <= width < bare + sum(blanks):
            blanks = [0] * len(cells)
        parts: list[Content] = []
        for column, cell in enumerate(cells):
            if column:
                parts.append(Content.styled("|", styles.DIM))
            parts.append(cell.pad_right(blanks[column]) if blanks[column] else cell)
        line = Content("").join(parts)
        if number < len(_TABLE_STYLES):
            line = line.stylize(_TABLE_STYLES[number])
        yield line


def _column_widths(sizes: Sequence[Sequence[int]], width: int | None) -> list[int]:
    """How many cells each column is aligned to: the widest give way until a row has room."""
    columns = max(map(len, sizes))
    widths = [max((row[at] for row in sizes if at < len(row)), default=0) for at in range(columns)]
    if width is None or sum(widths) + columns - 1 <= width:
        return widths
    room = max(0, width - columns + 1)
    # As many cells for each as there are if those that need fewer leave theirs to the others.
    most = 0
    for left, size in zip(range(columns, 0, -1), sorted(widths), strict=True):
        most = room // left
        if size > most:
            break
        room -= size
    # A cell that is too long for its column does not make the others long.
    return [
        max((row[at] for row in sizes if at < len(row) and row[at] <= most), default=0)
        for at in range(columns)
    ]


def _cells(line: str) -> list[Content]:
    cells: list[Content] = []
    for cell in re.split(r"(?<!\\)\|", line):
        content = literal(cell)
        spans: list[Span] = []
        _inline_spans(content.plain, 0, spans)
        cells.append(content.add_spans(spans) if spans else content)
    return cells
