"""The text inside one Markdown block: inline tokens to styled literal lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from markdown_it.token import Token
from textual.content import Content, Span

from dsh_widgets import markdown_styles as styles
from dsh_widgets.text import literal

__all__ = ["TASK_BOX", "Runs", "inline_lines"]

TASK_BOX: Final = re.compile(r"\[([ xX])\](?=\s|$)")
"""The box of a task list item."""

_OPENING: Final = {
    "strong_open": styles.STRONG,
    "em_open": styles.EMPHASIS,
    "s_open": styles.STRIKE,
    "link_open": styles.LINK,
}
_CLOSING: Final = frozenset(name.replace("_open", "_close") for name in _OPENING)


class Runs:
    """A line of text under construction: pieces with styles, sanitised once, as a whole."""

    __slots__ = ("_length", "_parts", "_spans")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._spans: list[Span] = []
        self._length = 0

    @property
    def length(self) -> int:
        """The number of characters so far."""
        return self._length

    def add(self, text: str, style: str = "") -> None:
        if not text:
            return
        self._parts.append(text)
        start = self._length
        self._length += len(text)
        if style:
            self._spans.append(Span(start, self._length, style))

    def style(self, start: int, end: int, style: str) -> None:
        """Lay a style over characters already added."""
        if end > start:
            self._spans.append(Span(start, end, style))

    def content(self) -> Content:
        """The text as literal Content; sanitising keeps every position where it is."""
        content = literal("".join(self._parts))
        return content.add_spans(self._spans) if self._spans else content


def inline_lines(children: Sequence[Token], base: str = "") -> list[Content]:
    """Draw inline tokens as lines: a line of the source stays a line.

    Args:
        children: The tokens inside one `inline` token.
        base: A style under all of it, such as a heading's.
    """
    runs = Runs()
    _draw(children, runs)
    content = runs.content()
    if base:
        content = content.stylize_before(base)
    if "\n" not in content.plain:
        return [content]
    return content.split("\n", allow_blank=True)


def _draw(children: Iterable[Token], runs: Runs) -> None:
    opened: list[tuple[str, int, str]] = []  # style, where it began, link target
    for number, token in enumerate(children):
        kind = token.type
        if kind in _OPENING:
            opened.append((_OPENING[kind], runs.length, _target(token)))
        elif kind in _CLOSING:
            if opened:
                style, start, target = opened.pop()
                runs.style(start, runs.length, style)
                if kind == "link_close":
                    _add_target(runs, start, target, token.info == "auto")
        elif kind in ("softbreak", "hardbreak"):
            runs.add("\n")
        elif kind == "code_inline":
            runs.add(token.content, styles.CODE)
        elif kind == "html_inline":
            runs.add(token.content, styles.HTML)
        elif kind == "image":
            _add_image(runs, token)
        elif number == 0 and (box := TASK_BOX.match(token.content)):
            runs.add(box.group(), styles.TASK_OPEN if box[1] == " " else styles.TASK_DONE)
            runs.add(token.content[box.end() :])
        else:
            runs.add(token.content)


def _target(token: Token) -> str:
    if token.type != "link_open":
        return ""
    target = str(token.attrGet("href") or "")
    title = token.attrGet("title")
    return f'{target} "{title}"' if title else target


def _add_target(runs: Runs, start: int, target: str, auto: bool) -> None:
    # An autolink's text is its target already.
    if target and not auto:
        runs.add(f" ({target})", styles.TARGET)


def _add_image(runs: Runs, token: Token) -> None:
    start = runs.length
    runs.add("[")
    _draw(token.children or (), runs)
    runs.add("]")
    runs.style(start, runs.length, styles.LINK)
    source = str(token.attrGet("src") or "")
    title = token.attrGet("title")
    runs.add(f" ({source}" + (f' "{title}")' if title else ")"), styles.TARGET)
