"""How each part of Markdown looks: one table for the drawn form and for the source form.

Styles are Content style strings over theme variables, so a change of theme needs no re-parse.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "CODE",
    "DIM",
    "EMPHASIS",
    "HEADINGS",
    "HTML",
    "LINK",
    "MARKER",
    "QUOTE",
    "STRIKE",
    "STRONG",
    "TABLE_HEAD",
    "TARGET",
    "TASK_DONE",
    "TASK_OPEN",
]

HEADINGS: Final = (
    "bold underline $text-primary",
    "bold $text-primary",
    "bold $text-secondary",
    "bold",
    "bold italic",
    "italic",
)
"""Levels 1 to 6."""

STRONG: Final = "bold"
EMPHASIS: Final = "italic"
STRIKE: Final = "strike"
CODE: Final = "$text-accent"
LINK: Final = "underline $text-primary"
TARGET: Final = "$foreground-muted"
HTML: Final = "$foreground-muted italic"
QUOTE: Final = "italic"
MARKER: Final = "$text-secondary"
"""Bullets, numbers, quote bars: what the author wrote to give the text its shape."""
DIM: Final = "$foreground-muted"
TABLE_HEAD: Final = "bold"
TASK_OPEN: Final = "bold $text-warning"
TASK_DONE: Final = "bold $text-success"
