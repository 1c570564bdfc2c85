"""Lines in and lines out: the plain terminal, a pipe or a file, without ever being stuck."""

from __future__ import annotations

import asyncio
import codecs
import os
import select
from contextlib import suppress
from typing import Final

from dsh_app.source import LIMIT
from dsh_core.base.sanitise import replace_surrogates

__all__ = ["InputEndedError", "Lines"]

_CHUNK: Final = 1 << 16


class InputEndedError(Exception):
    """There is no further line, or nobody to read from any more."""


class Lines:
    """A conversation in lines over two descriptors, which stay the caller's own.

    Args:
        source: Where answers come from; None for nowhere.
        sink: Where prompts go; None for nowhere.
        encoding: What the sink takes; what it cannot show is escaped.
    """

    def __init__(self, source: int | None, sink: int | None, encoding: str = "utf-8") -> None:
        self._source = source
        self._sink = sink
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._ended = source is None

    def say(self, text: str, *, end: str = "\n") -> None:
        """Write a text; the caller has sanitised what is foreign in it.

        A sink that takes nothing is no reason to stop: answers may still come.
        """
        if self._sink is None:
            return
        data = f"{text}{end}".encode(self._encoding, "backslashreplace")
        with suppress(OSError):
            while data:
                try:
                    data = data[os.write(self._sink, data) :]
                except BlockingIOError:
                    select.select([], [self._sink], [])

    async def read(self) -> str:
        """The next line, without its end.

        A last line without an end counts. The loop goes on while it waits.

        Raises:
            InputEndedError: At the end of the input, or if a line has none within `LIMIT`.
        """
        while (end := self._text.find("\n")) < 0:
            if len(self._text) > LIMIT:
                raise InputEndedError
            if self._ended:
                if not self._text:
                    raise InputEndedError
                end = len(self._text)
                break
            await self._more()
        line, self._text = self._text[:end], self._text[end + 1 :]
        return replace_surrogates(line.removesuffix("\r"))

    async def _more(self) -> None:
        source = self._source
        if source is None:
            return
        await _readable(source)
        try:
            data = os.read(source, _CHUNK)
        except BlockingIOError:
            return
        except OSError:  # a terminal that has gone, or a descriptor that was closed
            data = b""
        self._ended = not data
        self._text += self._decoder.decode(data, final=self._ended)


async def _readable(fd: int) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(fd, ready.set)
    except (OSError, ValueError):  # a regular file never makes anybody wait
        await asyncio.sleep(0)  # but the loop shall have its turn
        return
    try:
        await ready.wait()
    finally:
        loop.remove_reader(fd)
