"""What the loop asks of a model: messages in, a stream of chunks out.

A stream is a sequence of blocks. `BlockStart` opens the block at `index`, deltas
add to it, `BlockEnd` closes it, and one `Finish` ends the stream. A delta for a
block that was never opened opens it, so a small model may leave the marks out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from dsh_core.base.abort import AbortSignal
from dsh_core.base.errors import HarnessError

__all__ = [
    "BlockEnd",
    "BlockKind",
    "BlockStart",
    "Chunk",
    "Finish",
    "FinishReason",
    "Message",
    "Model",
    "ModelError",
    "ModelRequest",
    "PromptSection",
    "ReasoningDelta",
    "TextDelta",
    "ToolCallDelta",
    "ToolSpec",
    "Usage",
    "chunk_data",
]

BlockKind = Literal["text", "reasoning", "tool-call"]
FinishReason = Literal["stop", "tool-calls", "max-tokens"]
Message = Mapping[str, object]
"""One message as plain JSON: `id`, `role`, `content` (a list of blocks) and `source`."""


class ModelError(HarnessError):
    """A request to a model failed; the turn ends as `error` with its message and code.

    Args:
        message: What the person reads.
        code: The model's own word for it; the loop routes on none.
        cause: What led to it.
    """


@dataclass(frozen=True, slots=True)
class PromptSection:
    """One part of the system prompt.

    Attributes:
        name: Who wrote it, such as `plan:policy`.
        text: Its text; never empty.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything one request is made of.

    Attributes:
        messages: The model-visible messages of the log, oldest first.
        system: The sections of the system prompt in their order.
        tools: What the model may call.
        session_id: The session the request belongs to.
        turn: Counted from 1 over the session.
        step: Counted from 1 within the turn.
    """

    messages: Sequence[Message]
    system: tuple[PromptSection, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    session_id: str = ""
    turn: int = 1
    step: int = 1

    @property
    def system_text(self) -> str:
        """The system prompt as one text, sections parted by a blank line."""
        return "\n\n".join(section.text for section in self.system)


@dataclass(frozen=True, slots=True)
class BlockStart:
    """Opens a block; `id` and `name` belong to tool calls only."""

    index: int
    kind: BlockKind
    id: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More text of the answer."""

    text: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of what the model thought."""

    text: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """More of a call's raw JSON arguments; `id` and `name` may come with any of them."""

    arguments: str
    index: int = 0
    id: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class BlockEnd:
    """Closes a block."""

    index: int


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of this request."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """Ends the stream. `max-tokens` means that the answer was cut off: no tool runs."""

    reason: FinishReason = "stop"


Chunk = BlockStart | TextDelta | ReasoningDelta | ToolCallDelta | BlockEnd | Usage | Finish


class Model(Protocol):
    """One model of one provider."""

    @property
    def provider(self) -> str:
        """The provider's name."""
        ...

    @property
    def model(self) -> str:
        """The model's name at that provider."""
        ...

    def stream(self, request: ModelRequest, signal: AbortSignal) -> AsyncIterator[Chunk]:
        """Answer one request.

        The loop stops reading and closes the iterator when `signal` aborts; a
        model that waits for something else should end that wait by the signal too.

        Raises:
            ModelError: From the iteration, when the provider failed.
        """
        ...


def chunk_data(chunk: Chunk) -> dict[str, object]:
    """Return a chunk as the JSON that `assistant/chunk` logs; absent fields are left out.

    Raises:
        ModelError: If a model streamed something else; code `BAD_STREAM`.
    """
    match chunk:
        case BlockStart(index, kind, call_id, name):
            data: dict[str, object] = {"type": "block-start", "index": index, "kind": kind}
            return _with(data, id=call_id, name=name)
        case TextDelta(text, index):
            return {"type": "text-delta", "index": index, "text": text}
        case ReasoningDelta(text, index):
            return {"type": "reasoning-delta", "index": index, "text": text}
        case ToolCallDelta(arguments, index, call_id, name):
            data = {"type": "tool-call-delta", "index": index, "arguments": arguments}
            return _with(data, id=call_id, name=name)
        case BlockEnd(index):
            return {"type": "block-end", "index": index}
        case Usage(input_tokens, output_tokens):
            return {"type": "usage", "inputTokens": input_tokens, "outputTokens": output_tokens}
        case Finish(reason):
            return {"type": "finish", "reason": reason}
        case _:  # a model is somebody else's code, and perhaps unchecked
            kind = type(chunk).__name__
            raise ModelError(f"the model's stream gave a {kind}, which is no chunk", "BAD_STREAM")


def _with(data: dict[str, object], **optional: str | None) -> dict[str, object]:
    data.update({key: value for key, value in optional.items() if value is not None})
    return data
