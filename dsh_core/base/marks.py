"""Which characters a terminal would act on or a person would not see, and what stands for them.

Behind `sanitise`, which says what the marks are. Making these sets takes longer than a program
has before its first frame, and text in ASCII needs none of them.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["marked"]

_REPLACEMENT = "\ufffd"
_C1 = "␦"
_LINE = "␤"
_BIDI = "⇄"
_INVISIBLE = "␢"

# Always replaced, whatever stands beside them. The sets are kept in two parts,
# below and above U+FFFF; see _PERHAPS.
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
_BIDI_CONTROLS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_NO_CHARACTERS = "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_NO_CHARACTERS_ABOVE = "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17)
)
_INVISIBLES = (
    "\u00ad"  # soft hyphen: a terminal draws a hyphen, nothing, or a blank cell
    "\u034f"  # combining grapheme joiner
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5"  # Khmer inherent vowels
    "\u200b"  # zero width space
    "\u2060-\u2065"  # word joiner, invisible operators
    "\u206a-\u206f"  # deprecated format characters
    "\ufeff"  # zero width no-break space, byte order mark
    "\ufff0-\ufffb"  # unassigned ignorables, interlinear annotation
)
_INVISIBLES_ABOVE = (
    "\U00013430-\U0001343f"  # Egyptian hieroglyph format controls
    "\U0001bca0-\U0001bca3"  # shorthand format controls
    "\U0001d173-\U0001d17a"  # musical format controls
    "\U000e0000-\U000e00ff"  # tags, outside the flags below
    "\U000e01f0-\U000e0fff"  # unassigned ignorables
)
# Kept or replaced by what stands beside them.
_JOINERS = "\u200c\u200d"
_MONGOLIAN_SELECTORS = "\u180b-\u180d\u180f"
_MONGOLIAN_VOWEL_SEPARATOR = "\u180e"
_SELECTORS = "\ufe00-\ufe0f"
_SELECTORS_ABOVE = "\U000e0100-\U000e01ef"

# The three flags that exist as tag sequences. Any other sequence is drawn as a
# black flag and would hide its letters.
_FLAG = "\U0001f3f4(?:{})\U000e007f".format(
    "|".join(
        "".join(chr(0xE0000 + ord(letter)) for letter in region)
        for region in ("gbeng", "gbsct", "gbwls")
    )
)

_BELOW = (
    f"{_CONTROLS}{_BIDI_CONTROLS}{_NO_CHARACTERS}{_INVISIBLES}"
    f"{_JOINERS}{_MONGOLIAN_SELECTORS}{_MONGOLIAN_VOWEL_SEPARATOR}{_SELECTORS}"
)
_SUSPECT = re.compile(f"[{_BELOW}{_NO_CHARACTERS_ABOVE}{_INVISIBLES_ABOVE}{_SELECTORS_ABOVE}]")
_FLAG_OR_SUSPECT = re.compile(f"{_FLAG}|{_SUSPECT.pattern}")
# A set with members above U+FFFF is ten times slower to search. Most text has no
# such character at all, so the first scan takes every one of them for a suspect.
_PERHAPS = re.compile(f"[{_BELOW}\U00010000-\U0010ffff]")

_BIDI_SET = re.compile(f"[{_BIDI_CONTROLS}]")
_NO_CHARACTER_SET = re.compile(f"[{_NO_CHARACTERS}{_NO_CHARACTERS_ABOVE}]")
_SELECTOR_SET = re.compile(f"[{_SELECTORS}{_SELECTORS_ABOVE}]")
_MONGOLIAN_SELECTOR_SET = re.compile(f"[{_MONGOLIAN_SELECTORS}]")
_MONGOLIAN_LETTER = re.compile("[\u1820-\u18aa]")

_EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a-\u23ff\u24c2"
    "\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_EMOJI_MODIFIER = re.compile("[\U0001f3fb-\U0001f3ff]")
_EMOJI_SELECTOR = "\ufe0f"

# Blocks of the scripts whose letters join or form conjuncts.
_JOINING = re.compile(
    "[\u0620-\u06ff\u0700-\u07ff\u0840-\u08ff"  # Arabic, Syriac, N'Ko, Mandaic
    "\u0900-\u0dff\u0f00-\u109f"  # Indic, Tibetan, Myanmar
    "\u1780-\u18aa\u1a20-\u1aaf\u1b00-\u1bff"  # Khmer, Mongolian, Tai Tham, Balinese
    "\ua840-\ua8ff\ua980-\ua9df\uaa60-\uaa7f\uabc0-\uabff"  # Phags-pa, Javanese, ...
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"  # Arabic presentation forms
    "\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f]"
)
_VIRAMA_CLASS = 9


def marked(text: str) -> str:
    """Return the text with every suspect character replaced by its mark."""
    if _PERHAPS.search(text) is None:
        return text
    return _FLAG_OR_SUSPECT.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) > 1:
        return found  # a whole flag
    code = ord(found)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if code in (0x85, 0x2028, 0x2029):
        return _LINE
    if code < 0xA0:
        return _C1
    if _BIDI_SET.match(found):
        return _BIDI
    if _NO_CHARACTER_SET.match(found):
        return _REPLACEMENT
    return found if _has_work(match.string, match.start()) else _INVISIBLE


def _has_work(text: str, at: int) -> bool:
    """Whether the joiner or selector at `at` belongs to what stands before it.

    Only characters that are themselves never replaced (or one kept emoji
    selector) count as neighbours; that is what makes `sanitise` idempotent.
    """
    found = text[at]
    before = text[at - 1 : at]
    after = text[at + 1 : at + 2]
    if found in _JOINERS:
        return _joins_letters(before, after) or (found == "\u200d" and _joins_emoji(text, at))
    if _SELECTOR_SET.match(found):
        return before != "" and unicodedata.category(before)[0] in "LNPS"
    if _MONGOLIAN_SELECTOR_SET.match(found):
        return _MONGOLIAN_LETTER.match(before) is not None
    if found == _MONGOLIAN_VOWEL_SEPARATOR:
        return bool(_MONGOLIAN_LETTER.match(before) and _MONGOLIAN_LETTER.match(after))
    return False


def _joins_letters(before: str, after: str) -> bool:
    if not _is_joining(before):
        return False
    # A virama asks for the joiner even at the end of a word.
    return unicodedata.combining(before) == _VIRAMA_CLASS or _is_joining(after)


def _is_joining(char: str) -> bool:
    return _JOINING.match(char) is not None and (
        unicodedata.category(char)[0] in "LM" and _SUSPECT.match(char) is None
    )


def _joins_emoji(text: str, at: int) -> bool:
    if not _EMOJI.match(text[at + 1 : at + 2]):
        return False
    base = at - 1
    if base > 0 and (text[base] == _EMOJI_SELECTOR or _EMOJI_MODIFIER.match(text[base])):
        base -= 1
    return base >= 0 and _EMOJI.match(text[base]) is not None
