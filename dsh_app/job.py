"""The job this process belongs to, as a shell counts it: in front, in the background, stopped."""

from __future__ import annotations

import os
import signal
from pathlib import Path

__all__ = ["in_front", "suspend_job"]


def in_front(fd: int) -> bool:
    """Whether our process group has a terminal; True as well if that has gone."""
    try:
        return os.tcgetpgrp(fd) == os.getpgrp()
    except OSError:
        return True


def suspend_job() -> None:
    """Stop the job this process belongs to, as the terminal does on Ctrl+Z.

    All of it: a shell takes the terminal back only when every process of a pipeline has stopped.
    Without a shell to go back to, as in a window of its own, nothing is stopped; nobody could
    continue it.
    """
    if not _is_orphaned():
        os.killpg(os.getpgrp(), signal.SIGTSTP)


def _is_orphaned() -> bool:
    """Whether nobody in the session looks after our process group, as the system counts it."""
    group, process = os.getpgrp(), os.getppid()
    try:
        while os.getpgid(process) == group:
            stat = Path(f"/proc/{process}/stat").read_text()
            process = int(stat.rpartition(")")[2].split()[1])
        return os.getsid(process) != os.getsid(0)
    except ProcessLookupError:
        return True
    except OSError:  # there are systems without /proc
        return False
