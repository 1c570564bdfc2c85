"""What a command reads: a file, or standard input to its end, as text and nothing else."""

from __future__ import annotations

import os
import select
import sys
from typing import Final

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.errors import HarnessError, os_reason

__all__ = ["LIMIT", "STDIN", "InputError", "Source", "stdin_is_terminal"]

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


class Source:
    """Where an input comes from.

    Args:
        name: A path, or `STDIN`.
        texts: The language that what is wrong with it is told in.
    """

    def __init__(self, name: str, texts: Catalogue) -> None:
        self._name = name
        self._texts = texts

    def wrong(
        self, key: str, cause: BaseException | None = None, /, **values: object
    ) -> InputError:
        """What is wrong with it, to be raised.

        Args:
            key: The catalogue key of the text, which names the `place`.
            cause: What led to it.
            values: What else the text names.
        """
        place = self._texts.text("input.stdin") if self._name == STDIN else self._name
        return InputError(self._texts.text(key, place=place, **values), cause)

    def read(self) -> str:
        """Read all of it.

        Raises:
            InputError: If it cannot be read, is larger than `LIMIT`, or is no UTF-8.
        """
        try:
            data = _read(self._name)
        except IsADirectoryError as error:
            raise self.wrong("input.directory", error) from error
        except OSError as error:
            raise self.wrong("input.unreadable", error, why=os_reason(error)) from error
        except ValueError as error:
            raise self.wrong("input.nul", error) from error
        if len(data) > LIMIT:
            raise self.wrong("input.too_large", size=LIMIT // 2**20)
        return self._text(data)

    def _text(self, data: bytes) -> str:
        for mark, encoding in _OTHER_MARKS:
            if data.startswith(mark):
                raise self.wrong("input.encoding", encoding=encoding)
        if data.startswith(_UTF8_MARK):
            raise self.wrong("input.byte_order_mark")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise self.wrong("input.not_utf8", error, at=error.start) from error
        if "\0" in text:
            raise self.wrong("input.binary", at=data.index(0))
        return text


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
