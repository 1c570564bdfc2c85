from __future__ import annotations

import pytest

from dsh_core.models.protocol import (
    BlockEnd,
    BlockStart,
    Chunk,
    Finish,
    ModelError,
    ModelRequest,
    PromptSection,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
    chunk_data,
)


@pytest.mark.parametrize(
    ("chunk", "data"),
    [
        (BlockStart(0, "text"), {"type": "block-start", "index": 0, "kind": "text"}),
        (
            BlockStart(1, "tool-call", "c", "t"),
            {"type": "block-start", "index": 1, "kind": "tool-call", "id": "c", "name": "t"},
        ),
        (TextDelta("a", 2), {"type": "text-delta", "index": 2, "text": "a"}),
        (ReasoningDelta("a"), {"type": "reasoning-delta", "index": 0, "text": "a"}),
        (ToolCallDelta("{"), {"type": "tool-call-delta", "index": 0, "arguments": "{"}),
        (BlockEnd(3), {"type": "block-end", "index": 3}),
        (Usage(1, 2), {"type": "usage", "inputTokens": 1, "outputTokens": 2}),
        (Finish("max-tokens"), {"type": "finish", "reason": "max-tokens"}),
    ],
)
def test_chunks_as_json(chunk: Chunk, data: dict[str, object]) -> None:
    assert chunk_data(chunk) == data


def test_the_system_prompt_as_one_text() -> None:
    request = ModelRequest([], (PromptSection("a", "A"), PromptSection("b", "B")))
    assert request.system_text == "A\n\nB"
    assert ModelRequest([]).system_text == ""


def test_what_is_no_chunk_is_refused_by_its_type() -> None:
    with pytest.raises(ModelError, match="gave a str, which is no chunk") as caught:
        chunk_data("hello")  # type: ignore[arg-type]
    assert caught.value.code == "BAD_STREAM"
