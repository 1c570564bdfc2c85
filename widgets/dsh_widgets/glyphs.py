"""The shapes that carry state, in one table, so that another alphabet is another table.

State is told by shape first and colour second: every pair in here differs without colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ASCII", "UNICODE", "Glyphs", "glyphs"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One alphabet of marks; each of a column's marks takes the same number of cells."""

    cursor: str
    """Stands before the highlighted row, and before what is being written."""
    cursor_away: str
    """Stands before the highlighted row while the keyboard is elsewhere."""
    radio_off: str
    radio_on: str
    check_off: str
    check_on: str
    own_off: str
    """Before the own answer while it is empty or not part of the answer."""
    own_on: str
    open: str
    """An open question."""
    answered: str
    skipped: str
    left: str
    right: str
    """Around a counter that stands for tabs that do not fit."""
    send: str
    """Before the row that sends."""
    note: str
    """Before a note, a warning or a thing kept aside."""
    fold: str
    """Stands for a large paste; one cell."""
    ellipsis: str
    closed: str
    opened: str
    """Before a row that opens."""
    closed_here: str
    opened_here: str
    """The same where the keyboard is."""
    running: str
    ok: str
    failed: str
    stopped: str
    """How a tool call, a command or a turn stands."""
    working: str
    waiting: str
    plan_mode: str
    """What the agent does, on the status line and in the transcript."""
    notice: str
    comment: str
    """Beside a line that has a comment, and before the comment; one cell."""
    range: str
    """Beside the lines of a range; one cell."""
    minus: str
    """Before a line that is gone, and before how many are."""
    bullets: tuple[str, ...]
    """By the depth of their list."""


UNICODE: Final = Glyphs(
    cursor="❯",
    cursor_away="›",
    radio_off="○",
    radio_on="◉",
    check_off="☐",
    check_on="☑",
    own_off="✎",
    own_on="✐",
    open="○",
    answered="●",
    skipped="–",
    left="‹",
    right="›",
    send="➤",
    note="↳",
    fold="▤",
    ellipsis="…",
    closed="▸",
    opened="▾",
    closed_here="▹",
    opened_here="▿",
    running="◌",
    ok="✓",
    failed="✗",
    stopped="■",
    working="●",
    waiting="◆",
    plan_mode="■",
    notice="·",
    comment="✎",
    range="┃",
    minus="−",
    bullets=("•", "◦", "▪"),
)

ASCII: Final = Glyphs(
    cursor=">",
    cursor_away="-",
    radio_off="( )",
    radio_on="(*)",
    check_off="[ ]",
    check_on="[x]",
    own_off="...",
    own_on="..*",
    open="o",
    answered="*",
    skipped="-",
    left="<",
    right=">",
    send="=>",
    note="\\",
    fold="#",
    ellipsis="~",
    closed=">",
    opened="v",
    closed_here="}",
    opened_here="V",
    running="~",
    ok="+",
    failed="x",
    stopped="!",
    working="*",
    waiting="?",
    plan_mode="#",
    notice="-",
    comment='"',
    range="|",
    minus="-",
    bullets=("*", "-", "+"),
)


def glyphs(ascii_only: bool = False) -> Glyphs:
    """The alphabet to draw with."""
    return ASCII if ascii_only else UNICODE
