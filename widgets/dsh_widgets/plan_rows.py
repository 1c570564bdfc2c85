"""The rows of a plan under review: its lines, or what changed in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import split_graphemes
from textual.content import Content, Span

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.plan_diff import Change, PlanDiff
from dsh_core.form.plan_text import Comment
from dsh_widgets.glyphs import Glyphs
from dsh_widgets.text import beginning, literal
from dsh_widgets.wrapping import Row, hang

__all__ = [
    "PlanRow",
    "change_rows",
    "comment_rows",
    "comment_touches",
    "gutter",
    "range_touches",
    "whole_rows",
]

_DIM: Final = "$foreground-muted"
_STYLES: Final = {"added": "$text-success", "removed": "$text-error"}
_CHANGED_PART: Final = "bold underline"
"""By shape too, so that it is seen without colours."""
_COMMENT_ROWS: Final = 4
_ROW_LIMIT: Final = 1_000
"""Characters that are looked at for each of them: a comment may be a paste of a million."""


@dataclass(frozen=True, slots=True, eq=False)
class PlanRow:
    """One row, before it is wrapped.

    Attributes:
        content: What is drawn.
        line: The line of the plan, from 0; `None` if it is none.
        sign: What became of it, in the view of changes; empty in that of the whole plan.
        style: The style of its sign.
        source: The line as it was written.
    """

    content: Content
    line: int | None
    sign: str = ""
    style: str = ""
    source: str = ""


def whole_rows(lines: Sequence[Content], sources: Sequence[str]) -> list[PlanRow]:
    """The rows of the whole plan."""
    return [
        PlanRow(line, number, source=source)
        for number, (line, source) in enumerate(zip(lines, sources, strict=True))
    ]


def change_rows(
    diff: PlanDiff, lines: Sequence[Content], catalogue: Catalogue, glyphs: Glyphs
) -> list[PlanRow]:
    """The rows of the view of changes.

    Args:
        diff: The changes.
        lines: The plan as drawn; what did not change is drawn the same.
        catalogue: The language of what stands for lines left out.
        glyphs: The alphabet of marks.
    """
    return [_change_row(change, lines, catalogue, glyphs) for change in diff.rows]


def _change_row(
    change: Change, lines: Sequence[Content], catalogue: Catalogue, glyphs: Glyphs
) -> PlanRow:
    sign = {"added": "+", "removed": glyphs.minus}.get(change.kind, " ")
    if change.kind == "gap":
        words = catalogue.text("plan.hidden", count=change.hidden)
        return PlanRow(Content.styled(f"{glyphs.ellipsis} {words}", _DIM), None, sign)
    if change.kind == "same" and change.line is not None:
        return PlanRow(lines[change.line], change.line, sign, source=change.text)
    # A mark is a place in the source; the drawn line may have blanks added to it.
    style = _STYLES[change.kind]
    content = literal(change.text, style)
    spans = [Span(start, end, _CHANGED_PART) for start, end in _whole_signs(content, change.marks)]
    return PlanRow(content.add_spans(spans), change.line, sign, style, change.text)


def _whole_signs(content: Content, marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Parts of a line, made longer where they begin or end inside of what is drawn as one."""
    text = content.plain
    if not marks or text.isascii():
        return list(marks)
    begins = [begin for begin, _, _ in split_graphemes(text)[0]]
    ends = [*begins[1:], len(text)]
    return [
        (begins[bisect_right(begins, start) - 1], ends[bisect_left(ends, end)])
        for start, end in marks
    ]


def gutter(row: PlanRow, cursor: tuple[str, str], mark: tuple[str, str], digits: int) -> Content:
    """What stands before a row.

    Args:
        row: The row.
        cursor: The mark of the cursor or a blank, and its style.
        mark: What is marked about the line, and its style.
        digits: How many a line number has; 0 for no number.
    """
    parts = [cursor, mark]
    if digits:
        number = "" if row.line is None else str(row.line + 1)
        parts.append((f"{number:>{digits}} ", _DIM))
    if row.sign:
        parts.append((f"{row.sign} ", row.style))
    return Content.assemble(*parts)


def comment_rows(
    comments: Sequence[Comment], width: int, indent: int, mark: str, ellipsis: str
) -> list[Row]:
    """The comments below the line they end on, as remarks on it.

    Args:
        comments: Each is shown with its first rows; one that says nothing is not.
        width: Of the view.
        indent: Cells before them.
        mark: Stands before each.
        ellipsis: Stands for rows that are not shown.
    """
    rows: list[Row] = []
    for comment in comments:
        if is_blank(comment.text):
            continue
        first = Content.assemble(" " * indent, (f"{mark} ", "$text-accent"))
        rest = Content(" " * first.cell_length)
        wrapped: list[Row] = []
        texts, cut = beginning(comment.text.strip("\n"), _COMMENT_ROWS + 1, _ROW_LIMIT)
        for text in texts:
            line = literal(text, "italic $text-accent")
            wrapped += hang(line, width, rest if wrapped else first, rest)
        if cut or len(wrapped) > _COMMENT_ROWS:
            more = Content.styled(ellipsis, _DIM)
            wrapped = [*wrapped[:_COMMENT_ROWS], Row(rest + more)]
        rows += [Row(row.content, len(row.content), None, aside=True) for row in wrapped]
    return rows


def range_touches(old: range, new: range) -> set[int]:
    """The lines that are in one of two ranges and not in the other."""
    if not old or not new or old.stop <= new.start or new.stop <= old.start:
        return {*old, *new}
    starts = range(*sorted((old.start, new.start)))
    return {*starts, *range(*sorted((old.stop, new.stop)))}


def comment_touches(old: Sequence[Comment], new: Sequence[Comment]) -> set[int]:
    """The lines that a comment is about that is in one of two lists and not in the other."""
    touched: set[int] = set()
    if old != new:
        # Two may be equal.
        before, after = Counter(old), Counter(new)
        for comment in (before - after) + (after - before):
            touched.update(range(comment.first, comment.last + 1))
    return touched
