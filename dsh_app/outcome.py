"""How asking a person ended, and how the caller of a command is told."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from dataclasses import dataclass

from dsh_app.exit_status import ExitStatus
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line
from dsh_core.questions.types import Answer

__all__ = ["PROGRAM", "Outcome", "complain", "complain_of", "print_line"]

PROGRAM = "dsh-app"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended.

    Attributes:
        status: The exit status to end with.
        answer: What was sent; None when nothing was.
        problem: One line for standard error, without the program's name; empty for none.
    """

    status: ExitStatus
    answer: Answer | None = None
    problem: str = ""


def print_line(text: str) -> bool:
    """Write one line to standard output, in UTF-8 whatever the locale says.

    Not to be called while an app owns the terminal.

    Returns:
        Whether somebody took it.
    """
    if sys.stdout is None:  # closed before we were started; 1 may be anything by now
        return False
    data = f"{text}\n".encode()
    with suppress(OSError):  # nobody reads it any more, or the disk is full
        sys.stdout.flush()
        while data:
            try:
                data = data[os.write(1, data) :]
            except BlockingIOError:  # a pipe that its other end has set so
                select.select([], [1], [])
        return True
    return False


def complain(line: str) -> None:
    """Write one line to standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError):  # a closed pipe: nobody wants to know
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


def complain_of(problem: str, texts: Catalogue) -> None:
    """Say on standard error what is wrong, in one harmless line."""
    complain(texts.text("cli.error", program=PROGRAM, problem=one_line(problem)))
