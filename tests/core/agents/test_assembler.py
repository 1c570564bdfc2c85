from __future__ import annotations

from dsh_core.agents.assembler import BlockAssembler, ToolCall
from dsh_core.models.protocol import BlockStart, TextDelta, ToolCallDelta


def test_calls_are_put_together_from_their_pieces() -> None:
    assembler = BlockAssembler()
    for chunk in (
        BlockStart(1, "tool-call", "c1", "t"),
        ToolCallDelta('{"a"', 1),
        TextDelta("text", 0),
        ToolCallDelta(":1}", 1),
        ToolCallDelta("", 2, name="u"),
    ):
        assembler.push(chunk)
    first, second = assembler.tool_calls()
    assert first == ToolCall("c1", "t", '{"a":1}')
    assert (second.name, second.arguments) == ("u", "")
    assert second.id == assembler.tool_calls()[1].id != ""
    assert [block["type"] for block in assembler.blocks()] == ["text", "tool-call", "tool-call"]
    assert assembler.interrupted_blocks() == [{"type": "text", "text": "text"}]
