"""Code blocks: highlighted where the language is known, always literal, line by line."""

from __future__ import annotations

import re
from typing import Final

from textual.content import Content
from textual.highlight import HighlightTheme, TokenType, highlight

from dsh_widgets import markdown_styles as styles
from dsh_widgets.text import literal

__all__ = ["CodeTheme", "code_lines"]

_HIGHLIGHT_LIMIT: Final = 40_000
"""Characters; colouring costs about 0.1 ms a line, and longer code is read, not admired."""

_FAINT: Final = re.compile(r"\$text \d+%")
_PALE: Final = re.compile(r"(?<=[a-z]) \d+%| on \$[a-z-]+")


def _readable(style: str) -> str:
    """A stock style in colours that can be read: whole ones, and no ground of its own."""
    return _PALE.sub("", _FAINT.sub("$foreground-muted", style))


class CodeTheme(HighlightTheme):
    """What the parts of code look like."""

    STYLES: dict[TokenType, str] = {  # noqa: RUF012  # as the base class declares it
        token: _readable(style) for token, style in HighlightTheme.STYLES.items()
    }


def code_lines(code: str, language: str) -> list[Content]:
    """Return one Content per line of `code`, without its final newline.

    Args:
        code: The text between the fences.
        language: What the fence calls it; empty or unknown means no colours.
    """
    if code.endswith("\n"):
        code = code[:-1]
    plain = literal(code)
    if language and len(code) <= _HIGHLIGHT_LIMIT:
        # Tabs stay tabs (size 0): the spans must fit the text as it is.
        coloured = highlight(plain.plain, language=language, theme=CodeTheme, tab_size=0)
        if coloured.plain == plain.plain:
            # Its base style is another absolute white or black; the widget has its own.
            return _lines(
                plain.add_spans([each for each in coloured.spans if each.style != "$text"])
            )
    return _lines(plain.stylize(styles.CODE))


def _lines(content: Content) -> list[Content]:
    return content.split("\n", allow_blank=True) if "\n" in content.plain else [content]
