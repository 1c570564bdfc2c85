"""What terminals send for Enter with a modifier, brought to one name.

Shift+Enter and Alt+Enter mean a new line in a text and nothing on a list. Three spellings reach
us: terminals with the extended keyboard protocol report `shift+enter` and `alt+enter` by
themselves; many others send ESC CR, or `CSI 27;<modifiers>;13~`.

* ESC CR. Textual's parser knows no such sequence: it waits, then reports a plain `enter`, or, if
  more keys follow at once, takes them for the rest of the sequence and mangles all of them. There
  is no public way to teach the parser a sequence, so `install` adds one row to its table. Escape
  and Enter pressed one after the other are not affected: the parser stops waiting after 100 ms.
* `CSI 27;2;13~`. The parser reports `shift+` and a carriage return as the key's name; no table
  is asked, so `key_name` repairs the name of the event.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from enum import StrEnum
from typing import Final, cast

from textual import events

# Private: see above. The tests fail when it moves or stops being what the parser asks.
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

__all__ = ["install", "key_name"]

_ESCAPE_RETURN: Final = "\x1b\r"


class _Extra(StrEnum):
    """Keys that Textual's own table of names has no member for."""

    SHIFT_ENTER = "shift+enter"


_RETURNS: Final = {
    "shift+\r": "shift+enter",
    "ctrl+\r": "ctrl+enter",
    "ctrl+shift+\r": "ctrl+shift+enter",
    # Alt is dropped from the name; a plain Enter never has this one.
    "\r": "alt+enter",
}


def install() -> None:
    """Teach the parser ESC CR. Doing it again changes nothing."""
    table = cast("MutableMapping[str, object]", ANSI_SEQUENCES_KEYS)
    table[_ESCAPE_RETURN] = (_Extra.SHIFT_ENTER,)


def key_name(event: events.Key) -> str:
    """Return the name to look a key up by."""
    return _RETURNS.get(event.key, event.key)
