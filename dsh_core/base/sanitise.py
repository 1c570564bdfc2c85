"""The one sanitiser: foreign text in, text that is safe and honest to draw out.

Every string from a model, a file, a paste or a tool passes here before it is
drawn. What a terminal would act on, and what a person would not see, becomes a
visible mark. Only the drawing changes: answers, logs and copies keep the original.

Marks stand one for one, so a position in the text is the same position in its
drawing:

* C0 (except newline and tab) and DEL: their control pictures, such as ``␛``;
* C1: ``␦``; NEL and the line and paragraph separators: ``␤``;
* bidirectional overrides, embeddings, isolates and marks: ``⇄``;
* characters without a shape of their own that join nothing: ``␢``;
* surrogates and noncharacters: U+FFFD.

Joiners and selectors stay where they do their work: ZWJ inside an emoji, ZWJ and
ZWNJ between letters of scripts that join, one variation selector after a base.
"""

from __future__ import annotations

import re

__all__ = [
    "join_surrogates",
    "one_line",
    "replace_surrogates",
    "replace_surrogates_in_json",
    "sanitise",
]

_REPLACEMENT = "\ufffd"

_ASCII_SUSPECT = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# An escape in a JSON string: a pair of surrogates, a lone one, or any other.
_JSON_ESCAPE = re.compile(
    r"\\(?:(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_BLANKS = re.compile("[ \t\n]+")


def sanitise(text: str) -> str:
    """Return what may be drawn in place of `text`.

    The result has the same length, contains newline and tab as its only control
    characters, and is its own result when sanitised again. Text with nothing to
    replace is returned as it is, at the cost of one scan.
    """
    if text.isascii():
        return _ASCII_SUSPECT.sub(_picture, text)
    from dsh_core.base.marks import marked

    return marked(text)


def one_line(text: str) -> str:
    """Return the sanitised text on one line, for titles, tabs and notifications.

    Runs of blanks, tabs and line breaks become one blank; none is left at the ends.
    """
    return _BLANKS.sub(" ", sanitise(text.replace("\r\n", "\n"))).strip(" ")


def replace_surrogates(text: str) -> str:
    """Return `text` as it may be encoded, for use where text enters.

    A pair of surrogates becomes the character it stands for, a lone one U+FFFD.
    """
    if text.isascii():
        return text
    return _SURROGATE.sub(_REPLACEMENT, join_surrogates(text))


def replace_surrogates_in_json(text: str) -> str:
    r"""Return JSON text whose strings, once read, hold no lone surrogate.

    Escaped ones (`\ud83d`) are replaced as well; text that is no JSON stays no JSON.
    """
    text = replace_surrogates(text)
    return _JSON_ESCAPE.sub(_well_formed, text) if "\\u" in text else text


def _well_formed(match: re.Match[str]) -> str:
    return r"\ufffd" if match["lone"] else match.group()


def join_surrogates(text: str) -> str:
    """Return `text` with each pair of surrogates made the character it stands for."""
    return _SURROGATE_PAIR.sub(_whole, text)


def _whole(match: re.Match[str]) -> str:
    found = match.group()
    high, low = ord(found[0]), ord(found[1])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    return "␡" if code == 0x7F else chr(0x2400 + code)
