"""Our own two themes, light and dark.

Every text colour is given outright, not computed from another, so that each can be read on every
background a text of ours stands on; `PAIRS` says which stand where.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

__all__ = ["BACKGROUNDS", "DARK", "LIGHT", "PAIRS", "THEMES"]

DARK: Final = Theme(
    name="dsh-dark",
    primary="#5aa9e6",
    secondary="#b39ddb",
    accent="#4fc1b0",
    warning="#e0b050",
    error="#f07178",
    success="#7fc97f",
    foreground="#e4e7eb",
    background="#14181d",
    surface="#1b2027",
    panel="#242b34",
    dark=True,
    variables={
        "text": "#e4e7eb",
        "text-muted": "#a9b2bd",
        "text-disabled": "#a9b2bd",
        "foreground-muted": "#a9b2bd",
        "foreground-disabled": "#a9b2bd",
        "text-primary": "#7fbdf0",
        "text-secondary": "#c3b1e6",
        "text-accent": "#63d0bf",
        "text-warning": "#e8bf6a",
        "text-error": "#f58a90",
        "text-success": "#93d693",
        "block-hover-background": "#222932",
        "block-cursor-blurred-background": "#1f3548",
        "block-cursor-background": "#1f4a6e",
        "block-cursor-foreground": "#ffffff",
        "border": "#5aa9e6",
        "scrollbar": "#4a5866",
        "scrollbar-hover": "#66788a",
        "scrollbar-active": "#5aa9e6",
        "scrollbar-background": "#1b2027",
        "input-selection-background": "#243c54",
    },
)

LIGHT: Final = Theme(
    name="dsh-light",
    primary="#1f6fb2",
    secondary="#6a4fb0",
    accent="#0f766e",
    warning="#8a5a00",
    error="#b3261e",
    success="#226b2e",
    foreground="#1b2127",
    background="#fbfbfa",
    surface="#f3f4f5",
    panel="#e9ecef",
    dark=False,
    variables={
        "text": "#1b2127",
        "text-muted": "#4d5761",
        "text-disabled": "#4d5761",
        "foreground-muted": "#4d5761",
        "foreground-disabled": "#4d5761",
        "text-primary": "#155a94",
        "text-secondary": "#5a3f9e",
        "text-accent": "#0b615a",
        "text-warning": "#774d00",
        "text-error": "#a01c15",
        "text-success": "#1d5c27",
        "block-hover-background": "#eaedf0",
        "block-cursor-blurred-background": "#d6e6f4",
        "block-cursor-background": "#155a94",
        "block-cursor-foreground": "#ffffff",
        "border": "#1f6fb2",
        "scrollbar": "#a9b4bf",
        "scrollbar-hover": "#8794a1",
        "scrollbar-active": "#1f6fb2",
        "scrollbar-background": "#f3f4f5",
        "input-selection-background": "#cfe4f6",
    },
)

THEMES: Final = (DARK, LIGHT)
"""The first is the default."""

BACKGROUNDS: Final = {
    "plain": "$background",
    "surface": "$surface",
    "highlight": "$primary 12%",
    "highlight-away": "$foreground 8%",
    "hover": "$block-hover-background",
    "cursor": "$block-cursor-blurred-background",
    "selection": "$input-selection-background",
}
"""What a text stands on; a colour with an alpha lies on `$background`."""

_EVERYWHERE: Final = (
    "$foreground",
    "$foreground 65%",
    "$foreground-muted",
    "$text-primary",
    "$text-secondary",
    "$text-accent",
    "$text-warning",
    "$text-error",
    "$text-success",
)

PAIRS: Final = tuple(
    (text, background) for text in _EVERYWHERE for background in BACKGROUNDS.values()
)
"""Every (text, background) pair that is drawn; each has a contrast of at least 4.5 to 1."""
