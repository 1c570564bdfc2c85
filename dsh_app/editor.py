"""A text in the person's own editor, and back."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from dsh_core.base.errors import os_reason

__all__ = ["EditorError", "edit_text", "editor_command", "signals_are_the_editors"]

_DEFAULT = "vi"
_NAME = "text"


class EditorError(Exception):
    """An editor gave no text back.

    Attributes:
        key: The catalogue key of what went wrong.
        values: What that text names.
    """

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = tuple(values.items())


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """The person's editor and its arguments: `$VISUAL`, else `$EDITOR`, else vi.

    Args:
        environment: The variables.

    Raises:
        EditorError: A quotation mark in the variable is never closed.
    """
    for name in ("VISUAL", "EDITOR"):
        try:
            command = shlex.split(environment.get(name, ""))
        except ValueError as error:
            raise EditorError("editor.not_started", editor=f"${name}", reason=str(error)) from error
        if command:
            return command
    return [_DEFAULT]


async def edit_text(command: Sequence[str], text: str, suffix: str) -> str:
    """Run an editor on a text; the terminal must be free for it, and the signals the editor's.

    The file lies in a folder of its own, which nobody else can read and which goes with
    whatever the editor left beside it.

    Args:
        command: The editor and its arguments.
        text: What is to be edited.
        suffix: The suffix of the file.

    Returns:
        The text as the editor left it, without the newline that editors put at the end of a
        text that had none.

    Raises:
        EditorError: It could not be started, did not end well, or left nothing readable.
    """
    editor = command[0]
    try:
        folder = TemporaryDirectory(prefix="dsh-", ignore_cleanup_errors=True)
    except OSError as error:
        raise EditorError("editor.not_started", editor=editor, reason=_reason(error)) from error
    with folder:
        path = Path(folder.name, _NAME + suffix)
        try:
            _write(path, text)
            status = await _run([*command, str(path)])
        except OSError as error:
            raise EditorError("editor.not_started", editor=editor, reason=_reason(error)) from error
        if status != 0:
            raise EditorError("editor.failed", editor=editor, status=status)
        try:
            edited = _read(path)
        except (OSError, UnicodeDecodeError) as error:
            raise EditorError("editor.unreadable", editor=editor, reason=_reason(error)) from error
    return edited if text.endswith("\n") else edited.removesuffix("\n")


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")


async def _run(command: Sequence[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command)
    try:
        return await process.wait()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.terminate()
        raise


@contextmanager
def signals_are_the_editors() -> Iterator[None]:
    """Let the keys that send signals mean what they mean in the editor.

    To be used in the main thread, once at a time, and before the terminal is left to the editor:
    from then on these keys send signals.

    The terminal sends them to us as well. Ctrl+C must not end us, and Ctrl+Z must stop us without
    laying down the terminal, which is laid down already. A handler that does nothing, unlike an
    ignored signal, is not inherited.
    """

    def nothing(number: int, frame: FrameType | None) -> None:
        pass

    handlers: dict[int, Callable[[int, FrameType | None], None] | signal.Handlers] = {
        signal.SIGINT: nothing,
        signal.SIGQUIT: nothing,
        signal.SIGTSTP: signal.SIG_DFL,
        signal.SIGCONT: nothing,
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return error.reason
    return os_reason(error)
