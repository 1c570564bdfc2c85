"""What a tool is, what it is given and what it gives back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.errors import ErrorInfo
from dsh_core.base.plain import content_text

__all__ = [
    "Block",
    "ToolDefinition",
    "ToolExecution",
    "ToolFailure",
    "ToolOutcome",
    "ToolOutput",
    "text_block",
]

Block = Mapping[str, object]
"""A content block as plain JSON, such as `{"type": "text", "text": …}`."""


@dataclass(frozen=True, slots=True, eq=False)
class ToolExecution:
    """The circumstances of one call.

    Attributes:
        call_id: The model's id of the call.
        agent: The very agent that calls; None for a call by a program.
        signal: Aborts when the turn does. It is handed on as it is.
    """

    call_id: str
    agent: object | None = None
    signal: AbortSignal = field(default_factory=lambda: AbortController().signal)


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool's body returns.

    Attributes:
        value: The canonical value; checked against the tool's `output_schema`.
        content: What the model reads. A string is one text block; None renders
            `value`: a string as it is, anything else as compact JSON.
        meta: Plain JSON for the log that the model never sees.
        context: User messages as plain JSON that enter with the next step.
        concludes_turn: Ends the turn after this step, with no further request.
    """

    value: object = None
    content: str | Sequence[Block] | None = None
    meta: Mapping[str, object] | None = None
    context: tuple[Mapping[str, object], ...] = ()
    concludes_turn: bool = False


class ToolFailure(Exception):  # noqa: N818 - what happened to the call, raised to end it
    """Raised by a body whose call failed in an expected way; it has no code.

    Args:
        message: The model reads `Error: <message>`.
        meta: As in `ToolOutput`.
    """

    def __init__(self, message: str, meta: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.meta = meta


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool.

    Attributes:
        name: What the model calls it by.
        description: What the model reads about it.
        parameters: JSON Schema of the arguments; its root is an object.
        execute: The body. It is given arguments that passed `parameters`; any
            exception it raises becomes an error result.
        concurrency_safe: Whether it may run beside its neighbours. Otherwise it
            runs alone and is a barrier between the calls before and after it.
        output_schema: JSON Schema of the canonical value; None checks nothing.
        prepare: Given the parsed arguments before they are validated, returns the
            ones to validate; for mistakes that can be mended without a doubt. It
            must take any value and raise nothing. None changes nothing.
    """

    name: str
    description: str
    parameters: Mapping[str, object]
    execute: Callable[[Mapping[str, object], ToolExecution], Awaitable[ToolOutput]]
    concurrency_safe: bool = False
    output_schema: Mapping[str, object] | None = None
    prepare: Callable[[object], object] | None = None


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """How one call ended, ready for the log.

    Attributes:
        content: The blocks the model reads.
        is_error: Whether the call failed.
        error: Name and code, when it failed with a harness error.
        value: The canonical value of a success; it is never logged.
        meta: As in `ToolOutput`.
        context: As in `ToolOutput`.
        concludes_turn: As in `ToolOutput`.
    """

    content: tuple[Block, ...]
    is_error: bool = False
    error: ErrorInfo | None = None
    value: object = None
    meta: Mapping[str, object] | None = None
    context: tuple[Mapping[str, object], ...] = ()
    concludes_turn: bool = False

    @property
    def text(self) -> str:
        """The text blocks, parted by newlines."""
        return content_text(self.content)


def text_block(text: str) -> Block:
    """Return a text block."""
    return {"type": "text", "text": text}
