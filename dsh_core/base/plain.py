"""Plain JSON values that come in from outside: made encodable once, where they enter."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from dsh_core.base.errors import HarnessError
from dsh_core.base.sanitise import replace_surrogates

__all__ = [
    "MAX_DEPTH",
    "TooDeepError",
    "clean",
    "clean_object",
    "content_text",
    "depth_place",
    "read_json",
]

MAX_DEPTH: Final = 200
"""How deep values may be nested; what a log takes, and far from what Python's stack does."""


_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
_CONSTANT: Final = re.compile(rf"{_STRING}|(NaN|-?Infinity)", re.DOTALL)
_BRACKET: Final = re.compile(rf"{_STRING}|([\[{{])|([\]}}])", re.DOTALL)


class TooDeepError(HarnessError):
    """A value is nested deeper than `MAX_DEPTH`; code `TOO_DEEP`."""

    def __init__(self) -> None:
        super().__init__(f"the value is nested deeper than {MAX_DEPTH}", "TOO_DEEP")


def read_json(text: str) -> object:
    """Read JSON and nothing but JSON; Python's own reader takes `NaN` and `Infinity` as well.

    An integer that Python refuses to read for its length is the number that it is when it is
    written with an exponent.

    Raises:
        json.JSONDecodeError: If it is none.
        RecursionError: If it is nested too deep.
    """
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_integer)
    except _ConstantError as error:
        # All before it was read, so it is the first that stands in no string.
        found = (match for match in _CONSTANT.finditer(text) if match[1])
        place = next((match.start() for match in found), 0)
        raise json.JSONDecodeError(f"not a JSON value: {error}", text, place) from None


def depth_place(text: str, most: int = MAX_DEPTH) -> int | None:
    """Where in JSON text a value begins that is nested deeper than `most`; None for nowhere."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += bool(match[1]) - bool(match[2])
        if depth > most:
            return match.start()
    return None


def content_text(content: object) -> str:
    """Return the text of a message's content: its text blocks, parted by newlines.

    Content that is plain text is its own text; what is no content has none.
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list | tuple):
        return ""
    blocks = (block for block in content if isinstance(block, Mapping))
    texts = (block.get("text") for block in blocks if block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def clean(value: object) -> object:
    """Return a copy with every lone surrogate in its text, keys included, made U+FFFD.

    Mappings become dicts, lists and tuples lists; anything else is returned as it is.

    Raises:
        TooDeepError: If it is nested too deep.
    """
    return _clean(value, 0)


def clean_object(value: Mapping[str, object]) -> dict[str, object]:
    """Return a cleaned copy of an object; see `clean`.

    Raises:
        TooDeepError: If it is nested too deep.
    """
    return {replace_surrogates(key): _clean(item, 1) for key, item in value.items()}


def _clean(value: object, depth: int) -> object:
    if isinstance(value, str):
        return replace_surrogates(value)
    if not isinstance(value, Mapping | list | tuple):
        return value
    if depth >= MAX_DEPTH:
        raise TooDeepError
    if isinstance(value, Mapping):
        return {_clean(key, depth): _clean(item, depth + 1) for key, item in value.items()}
    return [_clean(item, depth + 1) for item in value]


class _ConstantError(Exception):
    """One of the names that Python takes for numbers; never leaves this module."""


def _no_constant(name: str) -> object:
    raise _ConstantError(name)


def _integer(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        return float(digits)
