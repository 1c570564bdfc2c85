"""The program's own texts for a screen that can draw ASCII only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ASCII_TEXTS", "ascii_template"]

ASCII_TEXTS: Final[Mapping[str, str]] = {"language.zh": "Chinese"}
"""The texts that need other words, in any language."""

_PLAIN: Final = str.maketrans(
    {
        "·": "|",
        "…": "...",
        "–": "-",
        "—": "-",
        "−": "-",
        "×": "x",
        "↑": "Up",
        "↓": "Down",
        "←": "Left",
        "→": "Right",
        "⌫": "Bksp",
    }
)


def ascii_template(template: str) -> str:
    """Return a template with the drawing characters in it spelled in ASCII.

    Letters stay: a language that is not written in ASCII cannot be.
    """
    return template.translate(_PLAIN)
