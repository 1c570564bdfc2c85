"""From the chunks of one stream to the blocks of one assistant message."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from dsh_core.base.sanitise import replace_surrogates
from dsh_core.models.protocol import (
    BlockEnd,
    BlockKind,
    BlockStart,
    Chunk,
    Finish,
    FinishReason,
    ModelError,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
)

__all__ = ["BlockAssembler", "ToolCall"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of the model; `arguments` is its raw text."""

    id: str
    name: str
    arguments: str


@dataclass(slots=True)
class _Block:
    kind: BlockKind
    id: str | None = None
    name: str | None = None
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        # Cleaned as a whole: a surrogate pair may have been cut between two chunks.
        return replace_surrogates("".join(self.parts))


class BlockAssembler:
    """Collects a stream."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}
        self._finish: FinishReason | None = None
        self.usage: Usage | None = None

    def push(self, chunk: Chunk) -> None:
        """Take the next chunk.

        Raises:
            ModelError: If a delta does not fit the block it names.
        """
        match chunk:
            case BlockStart(index, kind, call_id, name):
                self._blocks[index] = _Block(kind, call_id, name)
            case TextDelta(text, index):
                self._block(index, "text").parts.append(text)
            case ReasoningDelta(text, index):
                self._block(index, "reasoning").parts.append(text)
            case ToolCallDelta(arguments, index, call_id, name):
                block = self._block(index, "tool-call")
                block.parts.append(arguments)
                block.id, block.name = call_id or block.id, name or block.name
            case Usage():
                self.usage = chunk
            case Finish(reason):
                self._finish = reason
            case BlockEnd():
                pass

    def require_finish(self) -> FinishReason:
        """Return how the stream ended.

        Raises:
            ModelError: If it ended without saying so; code `INCOMPLETE_STREAM`.
        """
        if self._finish is None:
            raise ModelError("the model's stream ended without a finish", "INCOMPLETE_STREAM")
        return self._finish

    def blocks(self) -> list[dict[str, object]]:
        """Return the content of the finished message."""
        return [self._content(block) for block in self._ordered() if _says_something(block)]

    def interrupted_blocks(self) -> list[dict[str, object]]:
        """Return what an aborted stream had said; half a tool call says nothing."""
        return [
            self._content(block)
            for block in self._ordered()
            if block.kind != "tool-call" and _says_something(block)
        ]

    def tool_calls(self) -> list[ToolCall]:
        """Return the calls in the model's order."""
        return [_tool_call(block) for block in self._ordered() if block.kind == "tool-call"]

    def _ordered(self) -> list[_Block]:
        return [self._blocks[index] for index in sorted(self._blocks)]

    def _block(self, index: int, kind: BlockKind) -> _Block:
        block = self._blocks.setdefault(index, _Block(kind))
        if block.kind != kind:
            raise ModelError(f"block {index} of the model's stream changed its kind", "BAD_STREAM")
        return block

    def _content(self, block: _Block) -> dict[str, object]:
        if block.kind != "tool-call":
            return {"type": block.kind, "text": block.text}
        call = _tool_call(block)
        return {
            "type": "tool-call",
            "id": call.id,
            "name": call.name,
            "arguments": call.arguments,
        }


def _says_something(block: _Block) -> bool:
    return block.kind == "tool-call" or any(block.parts)


def _tool_call(block: _Block) -> ToolCall:
    if block.id is None:
        block.id = f"call-{uuid.uuid4().hex}"
    return ToolCall(replace_surrogates(block.id), replace_surrogates(block.name or ""), block.text)
