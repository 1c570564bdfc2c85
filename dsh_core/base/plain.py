"""Plain JSON values that come in from outside: made encodable once, where they enter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from dsh_core.base.errors import HarnessError
from dsh_core.base.sanitise import replace_surrogates

__all__ = ["MAX_DEPTH", "TooDeepError", "clean", "clean_object", "content_text", "read_json"]

MAX_DEPTH: Final = 200
"""How deep values may be nested; what a log takes, and far from what Python's stack does."""


class TooDeepError(HarnessError):
    """A value is nested deeper than `MAX_DEPTH`; code `TOO_DEEP`."""

    def __init__(self) -> None:
        super().__init__(f"the value is nested deeper than {MAX_DEPTH}", "TOO_DEEP")


def read_json(text: str) -> object:
    """Read JSON and nothing but JSON; Python's own reader takes `NaN` and `Infinity` as well.

    Raises:
        ValueError: If it is none, or holds a number that Python refuses to read.
        RecursionError: If it is nested too deep.
    """
    return json.loads(text, parse_constant=_no_constant)


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


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")
