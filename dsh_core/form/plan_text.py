"""A plan as lines of its source, and feedback on it as text.

Cursor, numbers, comments and "seen" share one index: the line of the source, from 0. People
and feedback count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from dsh_core.base.text import is_blank, trim

__all__ = ["Comment", "build_feedback", "headings", "plan_lines", "ranges_text", "unseen_ranges"]

_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_FENCE: Final = re.compile(r" {0,3}(`{3,}(?!.*`)|~{3,})")
"""With another backtick behind it, it is code inside of a line."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What a person says about a piece of the plan.

    Attributes:
        first: Its first line, from 0.
        last: Its last line, the same as `first` for one line.
        text: The comment.
        quoted: The lines it was written about.
    """

    first: int
    last: int
    text: str
    quoted: tuple[str, ...]


def plan_lines(plan: str) -> tuple[str, ...]:
    r"""The lines of a plan's source; a line end at the very end does not begin another.

    A line ends with `\n` or `\r\n`, neither of which is part of it.
    """
    return tuple(plan.replace("\r\n", "\n").removesuffix("\n").split("\n")) if plan else ()


def headings(lines: Sequence[str]) -> tuple[int, ...]:
    """The lines that are headings: `#` to `######`, outside of fenced code."""
    found: list[int] = []
    fence = ""
    for at, line in enumerate(lines):
        match = _FENCE.match(line)
        if match:
            mark = match.group(1)
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif not fence and _HEADING.match(line):
            found.append(at)
    return tuple(found)


def unseen_ranges(count: int, seen: Collection[int]) -> tuple[tuple[int, int], ...]:
    """The first and last line, from 0, of each run of lines that were never on screen."""
    ranges: list[tuple[int, int]] = []
    for at in range(count):
        if at in seen:
            continue
        if ranges and ranges[-1][1] == at - 1:
            ranges[-1] = (ranges[-1][0], at)
        else:
            ranges.append((at, at))
    return tuple(ranges)


def ranges_text(ranges: Sequence[tuple[int, int]], most: int = 3) -> str:
    """Ranges as people count lines, such as `12, 41-96`; at most `most` of them."""
    parts = [
        str(first + 1) if first == last else f"{first + 1}-{last + 1}"
        for first, last in ranges[:most]
    ]
    return ", ".join([*parts, "…"] if len(ranges) > most else parts)


def build_feedback(comments: Sequence[Comment], text: str) -> str:
    """The feedback as it is sent; empty if nothing was said.

    Per comment in line order: where it belongs, the quoted lines each after `> `, the comment
    and a blank line. Then the text of the feedback box.
    """
    parts: list[str] = []
    for comment in sorted(comments, key=lambda comment: (comment.first, comment.last)):
        if is_blank(comment.text):
            continue
        first, last = comment.first + 1, comment.last + 1
        head = f"Line {first}:" if first == last else f"Lines {first}-{last}:"
        quoted = [f"> {line}" for line in comment.quoted]
        parts.append("\n".join([head, *quoted, trim(comment.text)]))
    if not is_blank(text):
        parts.append(trim(text))
    return "\n\n".join(parts)
