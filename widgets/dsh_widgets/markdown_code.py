"""Code blocks: highlighted where the language is known, always literal, line by line."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.highlight import HighlightTheme, TokenType, highlight

from dsh_widgets import markdown_styles as styles
from dsh_widgets.text import literal

__all__ = ["code_lines"]

_HIGHLIGHT_LIMIT: Final = 40_000
"""Characters; colouring costs about 0.1 ms a line, and longer code is read, not admired."""


class _Theme(HighlightTheme):
    """The stock colours; `$text` with an opacity would be drawn without it."""

    STYLES: dict[TokenType, str] = {  # noqa: RUF012  # as the base class declares it
        token: style.replace("$text ", "$foreground ")
        for token, style in HighlightTheme.STYLES.items()
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
        coloured = highlight(plain.plain, language=language, theme=_Theme, tab_size=0)
        if coloured.plain == plain.plain:
            # Its base style is another absolute white or black; the widget has its own.
            return _lines(
                plain.add_spans([each for each in coloured.spans if each.style != "$text"])
            )
    return _lines(plain.stylize(styles.CODE))


def _lines(content: Content) -> list[Content]:
    return content.split("\n", allow_blank=True) if "\n" in content.plain else [content]
