"""What may be typed into a text, and how one text becomes another."""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["field_text", "is_typed", "single_edit"]

# What an editor's document would take for line breaks besides "\n".
_BREAKS: Final = str.maketrans(dict.fromkeys("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", "\n"))


def field_text(text: str) -> str:
    """Return a text as a field holds it: one kind of line break, no NUL."""
    return text.replace("\r\n", "\n").translate(_BREAKS).replace("\x00", "")


def is_typed(text: str) -> bool:
    """Whether an event's characters are text: an input method may send several at once.

    Format characters count, such as the joiners that keyboards of joining scripts have.
    """
    return bool(text) and all(
        character.isprintable() or unicodedata.category(character) == "Cf" for character in text
    )


def single_edit(old: str, new: str) -> tuple[tuple[int, int], tuple[int, int], str]:
    """Return the least edit at one place that makes one text the other.

    Returns:
        Where what is replaced starts and ends, as line and column, and what comes in its place.
    """
    start = _common(old, new)
    tail = _common(old[start:][::-1], new[start:][::-1])
    end = len(old) - tail
    return _location(old, start), _location(old, end), new[start : len(new) - tail]


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))


def _location(text: str, index: int) -> tuple[int, int]:
    return text.count("\n", 0, index), index - (text.rfind("\n", 0, index) + 1)
