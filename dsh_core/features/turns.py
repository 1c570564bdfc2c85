"""Whether a turn is open, as the log tells it."""

from __future__ import annotations

from dsh_core.session.events import TURN_END, TURN_START
from dsh_core.session.log import SessionLog

__all__ = ["has_open_turn"]


def has_open_turn(log: SessionLog) -> bool:
    """Whether the newest start of a turn has no end yet.

    An agent's status is no substitute: it runs before its first turn is logged.
    """
    event = log.last(TURN_START, TURN_END)
    return event is not None and event.type == TURN_START
