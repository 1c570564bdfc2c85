"""The base of all errors that carry a stable code."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["ErrorInfo", "HarnessError", "error_info", "os_reason"]


class ErrorInfo(TypedDict):
    """The part of an error that is logged and routed on; see `error_info`."""

    name: str
    code: str


class HarnessError(Exception):
    """An error that is told apart by `code`, never by reading its message (contract §8.1).

    Args:
        message: The text a person or a model reads.
        code: The stable key to route on.
        cause: What led to it; also set as `__cause__`.
    """

    def __init__(self, message: str, code: str, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.cause = cause
        if cause is not None:
            self.__cause__ = cause

    @property
    def name(self) -> str:
        """The class name, as logged beside the code."""
        return type(self).__name__

    def __repr__(self) -> str:
        return f"{self.name}({self.message!r}, {self.code!r})"


def error_info(error: BaseException) -> ErrorInfo | None:
    """Return name and code of a harness error.

    None means a plain exception: it has no stable code, so nothing is logged for it.
    """
    if isinstance(error, HarnessError):
        return {"name": error.name, "code": error.code}
    return None


def os_reason(error: OSError) -> str:
    """Why the system refused, in its own words, without the number and the name around them."""
    return error.strerror or type(error).__name__
