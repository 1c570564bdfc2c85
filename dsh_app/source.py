"""What a command reads: a file, or standard input to its end, as text and nothing else."""

from __future__ import annotations

import os
import select
import sys
from typing import Final

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.errors import HarnessError, os_reason

__all__ = ["LIMIT", "STDIN", "InputError", "read_source", "stdin_is_terminal"]

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
        self._key = ""
        self._values: dict[str, object] = {}

    @classmethod
    def of(
        cls, key: str, place: str, cause: BaseException | None = None, /, **values: object
    ) -> InputError:
        """An error whose words the catalogue has; its message is in English.

        Args:
            key: The text's key.
            place: How to call where it came from.
            cause: What led to it.
            values: What else the text names.
        """
        error = cls(Catalogue().text(key, place=place, **values), cause)
        error._key, error._values = key, {"place": place, **values}
        return error

    def told(self, texts: Catalogue) -> str:
        """The message in a language, as far as its words are ours."""
        if not self._key:
            return self.message
        values = dict(self._values)
        if values["place"] == Catalogue().text("input.stdin"):
            values["place"] = texts.text("input.stdin")
        return texts.text(self._key, **values)


def read_source(name: str) -> tuple[str, str]:
    """Read all of a source.

    Args:
        name: A path, or `STDIN`.

    Returns:
        How to call the source in a message, and its text.

    Raises:
        InputError: If it cannot be read, is larger than `LIMIT`, or is no UTF-8.
    """
    place = Catalogue().text("input.stdin") if name == STDIN else name
    try:
        data = _read(name)
    except IsADirectoryError as error:
        raise InputError.of("input.directory", place, error) from error
    except OSError as error:
        raise InputError.of("input.unreadable", place, error, why=os_reason(error)) from error
    except ValueError as error:
        raise InputError.of("input.nul", place, error) from error
    if len(data) > LIMIT:
        raise InputError.of("input.too_large", place, size=LIMIT // 2**20)
    return place, _text(data, place)


def stdin_is_terminal() -> bool:
    """Whether somebody would have to type what is read from standard input."""
    return sys.stdin is not None and sys.stdin.isatty()


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
            raise InputError.of("input.encoding", place, encoding=encoding)
    if data.startswith(_UTF8_MARK):
        raise InputError.of("input.byte_order_mark", place)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError.of("input.not_utf8", place, error, at=error.start) from error
    if "\0" in text:
        raise InputError.of("input.binary", place, at=data.index(0))
    return text
