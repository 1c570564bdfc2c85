"""From what a tool did to what the model reads and the log keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dsh_core.base.errors import ErrorInfo, error_info
from dsh_core.base.sanitise import replace_surrogates
from dsh_core.tools.definition import Block, ToolFailure, ToolOutcome, ToolOutput, text_block

__all__ = [
    "ABORTED",
    "ABORTED_BEFORE_DISPATCH",
    "aborted",
    "aborted_before_dispatch",
    "error_message",
    "failure",
    "refusal",
    "success",
]

ABORTED = "ABORTED"
ABORTED_BEFORE_DISPATCH = "ABORTED_BEFORE_DISPATCH"


def error_message(error: BaseException) -> str:
    """Return what is said of an exception: its own message, else its text, else its name."""
    message = getattr(error, "message", None)
    if isinstance(message, str):
        return message
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - a broken __str__ must not hide that the tool failed
        return "<unprintable thrown value>"
    return text or type(error).__name__


def failure(error: BaseException) -> ToolOutcome:
    """Return the outcome of a body that raised; only a harness error has name and code."""
    meta = error.meta if isinstance(error, ToolFailure) else None
    return refusal(error_message(error), error_info(error), meta)


def refusal(
    message: str, error: ErrorInfo | None = None, meta: Mapping[str, object] | None = None
) -> ToolOutcome:
    """Return an error outcome with the text `Error: <message>`."""
    text = replace_surrogates(f"Error: {message}")
    return ToolOutcome((text_block(text),), is_error=True, error=error, meta=meta)


def aborted_before_dispatch() -> ToolOutcome:
    """Return the outcome of a call whose turn was over before its body began."""
    return refusal(
        "tool call aborted before dispatch", {"name": "AbortError", "code": ABORTED_BEFORE_DISPATCH}
    )


def aborted() -> ToolOutcome:
    """Return the outcome of a call that ended well, but after its turn was aborted."""
    return refusal("tool call aborted", {"name": "AbortError", "code": ABORTED})


def success(output: ToolOutput) -> ToolOutcome:
    """Return the outcome of a body that returned."""
    return ToolOutcome(
        _content(output),
        value=output.value,
        meta=output.meta,
        context=output.context,
        concludes_turn=output.concludes_turn,
    )


def _content(output: ToolOutput) -> tuple[Block, ...]:
    content = output.content
    if content is None:
        value = output.value
        content = (
            value
            if isinstance(value, str)
            else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        )
    if isinstance(content, str):
        return (text_block(replace_surrogates(content)),)
    return tuple(content)
