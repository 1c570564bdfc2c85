"""Python's own standard streams and the descriptors below them."""

from __future__ import annotations

import codecs
import fcntl
import os
import sys
from contextlib import suppress
from io import RawIOBase, TextIOWrapper
from typing import Final, Literal, TextIO

__all__ = [
    "FIRST_FREE",
    "STREAMS",
    "duplicate",
    "escape_what_it_lacks",
    "flush_streams",
    "original",
    "settle_streams",
    "whole_stream",
]

STREAMS: Final[tuple[tuple[int, str, Literal["r", "w"]], ...]] = (
    (0, "stdin", "r"),
    (1, "stdout", "w"),
    (2, "stderr", "w"),
)
"""Descriptor, name in `sys` and mode of each."""

FIRST_FREE: Final = 10
"""Our own descriptors lie above those a shell hands around, and above 0, 1 and 2."""


def duplicate(number: int) -> int | None:
    """A descriptor of our own for the same thing, not inherited; None if it was closed."""
    try:
        return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE)
    except OSError:
        return None


def original(name: str) -> TextIO | None:
    """The stream that Python made when it started; None if its descriptor was closed."""
    stream: TextIO | None = getattr(sys, f"__{name}__")
    return stream


def whole_stream(name: str, number: int, mode: Literal["r", "w"]) -> TextIO:
    """The original stream, or a new one in its place that writes all it is given to a terminal.

    There is none if the descriptor was closed when Python started. An unbuffered one, as
    PYTHONUNBUFFERED makes it, loses the rest of what a signal interrupts: half a frame. And one
    that is not in UTF-8, as PYTHONIOENCODING makes it, escapes what is drawn.
    """
    stream = original(name)
    if stream is not None:
        unbuffered = isinstance(getattr(stream, "buffer", None), RawIOBase)
        if not unbuffered and codecs.lookup(stream.encoding).name == "utf-8":
            return stream
    return open(number, mode, closefd=False, encoding="utf-8", errors="backslashreplace")


def flush_streams() -> None:
    """Have what was written so far reach the descriptors, as far as they take it."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # full, closed, or not there at all
            stream.flush()


def settle_streams() -> None:
    """Let go of what standard output and standard error do not take.

    Python tries once more when it ends, and then says so and takes 120 for the exit status.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (ValueError, AttributeError):  # closed, or not there at all
            continue
        except OSError:  # full, or its reader has gone
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, stream.fileno())
            os.close(nothing)


def escape_what_it_lacks(stream: TextIO | None) -> None:
    """Have a stream escape the characters that its alphabet lacks, rather than fail."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
