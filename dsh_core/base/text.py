"""Trimming as the answers' contract means it.

An answer is compared and sent after JavaScript's `trim`, which differs from
`str.strip`: it takes U+FEFF and leaves U+001C to U+001F and U+0085 alone.
"""

from __future__ import annotations

__all__ = ["WHITESPACE", "is_blank", "trim"]

WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Every character `trim` removes: ECMAScript WhiteSpace and LineTerminator."""


def trim(text: str) -> str:
    """Remove leading and trailing JavaScript white space."""
    return text.strip(WHITESPACE)


def is_blank(text: str) -> bool:
    """Whether nothing is left after `trim`."""
    return not trim(text)
