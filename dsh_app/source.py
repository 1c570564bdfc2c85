"""What a command reads: a file, or standard input to its end, as text and nothing else."""

from __future__ import annotations

import os
import select
import sys
from typing import Final

from dsh_core.base.errors import HarnessError

__all__ = ["LIMIT", "STDIN", "InputError", "read_source"]

LIMIT: Final = 16 * 2**20
"""Bytes that are read at most. A batch of questions that large is a mistake."""

STDIN: Final = "-"
"""The name that stands for standard input."""

_CHUNK: Final = 1 << 16
_UTF8_MARK: Final = b"\xef\xbb\xbf"
_OTHER_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class InputError(HarnessError):
    """What was given to a command is not what it can use; code `BAD_INPUT`.

    The message says where, what is wrong, and what is expected. It may quote the input: make it
    one harmless line before it is shown.
    """

    def __init__(self, message: str, cause: BaseException | None = None) -> None:
        super().__init__(message, "BAD_INPUT", cause)


def read_source(name: str) -> tuple[str, str]:
    """Read all of a source.

    Args:
        name: A path, or `STDIN`.

    Returns:
        How to call the source in a message, and its text.

    Raises:
        InputError: If it cannot be read, is larger than `LIMIT`, or is no UTF-8.
    """
    place = "standard input" if name == STDIN else name
    try:
        data = _read(name)
    except IsADirectoryError as error:
        raise InputError(f"{place}: is a directory, expected a file", error) from error
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise InputError(f"{place}: cannot be read: {why}", error) from error
    except ValueError as error:
        raise InputError(f"{place}: no file has a NUL in its name", error) from error
    if len(data) > LIMIT:
        raise InputError(f"{place}: is larger than {LIMIT // 2**20} MiB")
    return place, _text(data, place)


def _read(name: str) -> bytes:
    """At most one byte more than `LIMIT`."""
    if name != STDIN:
        fd = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY)
    elif sys.stdin is None:  # closed before we were started; 0 may be anything by now
        raise OSError(0, "it is closed")
    else:
        fd = 0
    parts = []
    left = LIMIT + 1
    try:
        while left and (part := _part(fd, min(_CHUNK, left))):
            parts.append(part)
            left -= len(part)
    finally:
        if name != STDIN:
            os.close(fd)
    return b"".join(parts)


def _part(fd: int, size: int) -> bytes:
    while True:
        try:
            return os.read(fd, size)
        except BlockingIOError:  # a pipe that whoever else has it has set so
            select.select([fd], [], [])


def _text(data: bytes, place: str) -> str:
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            raise InputError(f"{place}: byte 0: is {encoding}, expected UTF-8")
    if data.startswith(_UTF8_MARK):
        raise InputError(f"{place}: byte 0: a byte order mark, expected UTF-8 without one")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{place}: byte {error.start}: is not UTF-8", error) from error
    if "\0" in text:
        raise InputError(f"{place}: byte {data.index(0)}: is binary, expected UTF-8 text")
    return text
