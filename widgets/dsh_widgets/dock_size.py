"""How tall the dock is: pure arithmetic over the room there is.

The room is the whole screen: the transcript above, the dock, the composer's one line and the hint
line below it; or, where somebody is asked and nothing else goes on, the dock and the hint line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["MIN_BODY", "DockSize", "dock_size"]

MIN_BODY: Final = 5
"""Lines of a form's body that are shown if the room allows it at all."""

_BELOW: Final = 2  # The composer's line and the hint line.
_ABOVE: Final = 1  # Of the transcript.
_LEAST: Final = 3
_MIN_WIDTH: Final = 24
_MIN_HEIGHT: Final = 8
_CRAMPED: Final = 18
_BORDERS: Final = 2


@dataclass(frozen=True, slots=True)
class DockSize:
    """What the dock gets.

    Attributes:
        height: Lines, borders included.
        borders: There is room for a frame.
        too_small: Only one line fits, which says so.
    """

    height: int
    borders: bool
    too_small: bool = False


def dock_size(
    width: int,
    height: int,
    needed: int,
    below: int = _BELOW,
    above: int = _ABOVE,
    *,
    plan: bool = False,
    full: bool = False,
) -> DockSize:
    """The dock's height in a room.

    Args:
        width: Cells of the room.
        height: Lines of the room.
        needed: Lines the panel wants, without borders.
        below: Lines taken by the composer and the hint line.
        above: Lines that are left to the transcript in any case; 0 where there is none.
        plan: A plan review, which may leave the transcript two lines.
        full: The person asked for full height.
    """
    free = max(_LEAST, height - below - above)
    if width < _MIN_WIDTH or height < _MIN_HEIGHT:
        return DockSize(1, borders=False, too_small=True)
    if height < _CRAMPED:
        return DockSize(free, borders=False)
    if full:
        return DockSize(free, borders=True)
    if not above:
        most = free
    elif plan:
        most = free - 1
    else:
        most = min(free, height * 6 // 10)
    return DockSize(min(most, needed + _BORDERS), borders=True)
