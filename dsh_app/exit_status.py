"""What the exit status of a command says."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ExitStatus"]


class ExitStatus(IntEnum):
    """How a command ended.

    `REFUSED` is apart from `DONE` so that `dsh-app review plan.md && deploy` deploys only
    what was approved.
    """

    DONE = 0
    """Answered, approved, or simply left."""
    REFUSED = 1
    """The plan was refused or sent back with feedback."""
    UNUSABLE = 2
    """Bad input, or no terminal to use."""
    DISMISSED = 3
    """The questions were dismissed."""
    ABORTED = 4
    """Told to end, or the terminal or the input went away."""
    INTERNAL = 70
    """A mistake of the program's own."""
    INTERRUPTED = 130
    """Interrupted from the keyboard or with SIGINT."""
