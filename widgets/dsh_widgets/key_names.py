"""How a key is spelled: one name for each, whatever a person or a terminal calls it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from dsh_core.base.catalogue import Catalogue

__all__ = ["canonical_key", "display_key", "is_printable_key"]

_MODIFIERS: Final = ("alt", "ctrl", "hyper", "meta", "shift", "super")

_NAMED: Final = frozenset(
    {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete"}
    | {"backspace", "enter", "escape", "tab", "space"}
    | {f"f{number}" for number in range(1, 25)}
)

_OTHER_NAMES: Final[Mapping[str, str]] = {
    "bksp": "backspace",
    "cr": "enter",
    "del": "delete",
    "esc": "escape",
    "ins": "insert",
    "pagedn": "pagedown",
    "pgdn": "pagedown",
    "pgup": "pageup",
    "return": "enter",
}

# Textual names a character's key by its Unicode name, but for these.
_SHORT_NAMES: Final[Mapping[str, str]] = {
    "/": "slash",
    "\\": "backslash",
    "@": "at",
    "-": "minus",
    "+": "plus",
    "_": "underscore",
    " ": "space",
}


def _name_of(character: str) -> str | None:
    """What Textual calls the key of a character; None if nobody could type it."""
    if character in _SHORT_NAMES:
        return _SHORT_NAMES[character]
    if character.isalnum():
        return character
    name = unicodedata.name(character, "")
    if not name or not character.isprintable():
        return None
    return name.lower().replace("-", "_").replace(" ", "_")


_CHARACTERS: Final[Mapping[str, str]] = {
    name: character
    for character in map(chr, range(0x20, 0x7F))
    if (name := _name_of(character)) is not None
}
"""The characters of an ASCII keyboard by the name of their key."""


@cache
def canonical_key(key: str) -> str | None:
    """Return the name Textual reports a key under, or None if there is no such key.

    A character may stand for itself: "?" is "question_mark", "ctrl+]" is
    "ctrl+right_square_bracket", "shift+g" is "G". Modifiers may come in any order.
    """
    key = key.strip() or key[:1]
    *modifiers, base = _split(key)
    modifiers = sorted({modifier.lower() for modifier in modifiers})
    if any(modifier not in _MODIFIERS for modifier in modifiers):
        return None
    name = _base_name(base, alone=not modifiers)
    if name is None:
        return None
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        return name.upper()
    if modifiers and len(name) == 1:
        name = name.lower()
    return "+".join([*modifiers, name])


def is_printable_key(key: str) -> bool:
    """Whether a key (by its canonical name) types a character into a text."""
    return key in _CHARACTERS or len(key) == 1


def display_key(key: str, catalogue: Catalogue) -> str:
    """Return a key the way a person reads it: "↑", "Ctrl+]", "Shift+Enter", "G".

    Args:
        key: A canonical name.
        catalogue: Words of keys, under `key.*`.
    """
    *modifiers, base = _split(key)
    if f"key.{base}" in _WORDED and catalogue.has(f"key.{base}"):
        shown = catalogue.text(f"key.{base}")
    else:
        shown = _CHARACTERS.get(base, base)
        shown = shown.upper() if modifiers and len(shown) == 1 else shown
    words = [catalogue.text(f"key.{modifier}") for modifier in _in_speech(modifiers)]
    return "+".join([*words, shown])


_WORDED: Final = frozenset(f"key.{name}" for name in _NAMED)


def _in_speech(modifiers: list[str]) -> list[str]:
    order = ("ctrl", "alt", "super", "hyper", "meta", "shift")
    return sorted(modifiers, key=order.index)


def _split(key: str) -> list[str]:
    """The modifiers and, last, the base; a plus sign may itself be the base."""
    if key == "+":
        return ["+"]
    if key.endswith("++"):
        return [*key[:-2].split("+"), "+"]
    return key.split("+")


def _base_name(base: str, alone: bool) -> str | None:
    if len(base) == 1:
        return _name_of(base)
    lowered = base.lower()
    lowered = _OTHER_NAMES.get(lowered, lowered)
    if lowered in _NAMED or lowered in _CHARACTERS:
        return lowered
    # Any other character by its Unicode name, such as "section_sign".
    try:
        character = unicodedata.lookup(base.replace("_", " ").upper())
    except KeyError:
        return None
    return _name_of(character) if alone and len(character) == 1 else None
