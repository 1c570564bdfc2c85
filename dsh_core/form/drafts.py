"""What a person has put down for one question so far, and every change it can undergo.

A draft holds option *positions*, never labels: two options may carry the same label and still be
ticked apart. Whatever a pick or a skip removes moves into the stash, each part replaced only by a
non-empty part, so that nothing typed is ever lost by a key. The stash is shown, never sent.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Draft", "Stash"]


@dataclass(frozen=True, slots=True)
class Stash:
    """What a key took out of a draft, kept for coming back to it.

    Attributes:
        selected: Option positions, in the order they were chosen.
        custom: The person's own text.
        note: The note that stood beside a pick.
    """

    selected: tuple[int, ...] = ()
    custom: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer to one question as it stands.

    Attributes:
        selected: Option positions (index into the asker's list), in the order they were chosen.
        custom: The person's own text, raw and untrimmed.
        skipped: The question was skipped on purpose.
        note: A note beside a single-select pick.
        stash: What was removed by a pick, a skip or an un-answer.
    """

    selected: tuple[int, ...] = ()
    custom: str = ""
    skipped: bool = False
    note: str = ""
    stash: Stash = Stash()
