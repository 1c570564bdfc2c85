from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from dsh_core.session.messages import user_message
from dsh_core.tools.definition import ToolExecution, ToolOutput
from tests.core.agents.play import Body, Play, call, result, settle


class Gates:
    """Tools that note when they run and end when they are let go."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    async def __call__(
        self, _arguments: Mapping[str, object], execution: ToolExecution
    ) -> ToolOutput:
        gate = self.gates[execution.call_id] = asyncio.Event()
        self.running.append(execution.call_id)
        await gate.wait()
        self.running.remove(execution.call_id)
        return ToolOutput(execution.call_id)

    async def let(self, *call_ids: str) -> None:
        for call_id in call_ids:
            self.gates[call_id].set()
            await settle()


def gated(*names: str) -> tuple[Play, Gates]:
    play, gates = Play(call(*names)), Gates()
    play.tool("safe", gates, safe=True)
    play.tool("alone", gates)
    return play, gates


async def test_safe_neighbours_run_together_and_commit_in_order() -> None:
    play, gates = gated("safe", "safe", "safe")
    play.agent.followup("hi")
    await settle()
    assert gates.running == ["c1", "c2", "c3"]
    await gates.let("c3", "c2")
    assert play.calls() == ["call c1", "call c2", "call c3"]
    await gates.let("c1")
    await play.agent.wait_idle()
    assert play.calls()[3:] == ["result c1", "result c2", "result c3"]


async def test_an_exclusive_call_is_a_barrier() -> None:
    play, gates = gated("safe", "alone", "safe", "safe")
    play.agent.followup("hi")
    await settle()
    assert gates.running == ["c1"]
    await gates.let("c1")
    assert gates.running == ["c2"]
    await gates.let("c2")
    assert gates.running == ["c3", "c4"]
    await gates.let("c4", "c3")
    await play.agent.wait_idle()
    assert play.calls() == [
        "call c1",
        "result c1",
        "call c2",
        "result c2",
        "call c3",
        "call c4",
        "result c3",
        "result c4",
    ]


async def test_at_most_ten_run_at_once() -> None:
    play, gates = gated(*["safe"] * 12)
    play.agent.followup("hi")
    await settle()
    assert len(gates.running) == 10
    await gates.let("c5")
    assert len(gates.running) == 10
    assert gates.running[-1] == "c11"
    await gates.let(*(f"c{n}" for n in range(1, 12) if n != 5), "c12")
    await play.agent.wait_idle()
    assert [name for name in play.calls() if "result" in name] == [
        f"result c{number}" for number in range(1, 13)
    ]


async def test_a_stop_lets_running_calls_end_and_starts_no_more() -> None:
    play, gates = gated("safe", "safe", "alone", "safe")
    play.agent.followup("hi")
    await settle()
    play.agent.cancel({"kind": "user"})
    await settle()
    assert play.agent.status == "running"
    await gates.let("c2", "c1")
    await play.agent.wait_idle()
    assert play.calls() == [
        "call c1",
        "call c2",
        "result c1",
        "result c2",
        "call c3",
        "result c3",
        "call c4",
        "result c4",
    ]
    codes = [
        error.get("code") if isinstance(error := event.data.get("error"), dict) else None
        for event in play.of("tool/result")
    ]
    assert codes == ["ABORTED", "ABORTED", "ABORTED_BEFORE_DISPATCH", "ABORTED_BEFORE_DISPATCH"]
    assert play.types()[-2:] == ["step/end", "turn/end"]
    assert play.ends() == [{"kind": "aborted", "reason": {"kind": "user"}}]
    assert len(play.model.requests) == 1


def once(output: ToolOutput) -> Body:
    async def body(_arguments: Mapping[str, object], _execution: ToolExecution) -> ToolOutput:
        return output

    return body


async def test_a_tools_context_enters_with_the_next_step() -> None:
    play = Play(call("t"))
    message = user_message("read this", {"kind": "tool", "callId": "c1"})
    del message["id"]
    play.tool("t", once(ToolOutput("ok", context=(message,))))
    await play.run()
    assert play.said() == ["hi", "read this"]
    shown = play.types("tool/result", "step/start", "user/message")
    assert shown[-3:] == ["tool/result", "step/start", "user/message"]


async def test_a_tool_concludes_the_turn() -> None:
    play = Play(call("t"))
    play.tool("t", once(ToolOutput("ok", concludes_turn=True)))
    await play.run()
    assert len(play.model.requests) == 1
    assert play.ends() == [{"kind": "completed"}]


async def test_meta_is_logged_and_never_seen_by_the_model() -> None:
    play = Play(call("t"))
    play.tool("t", once(ToolOutput("ok", meta={"plan": "approved"})))
    await play.run()
    (event,) = play.of("tool/result")
    assert event.data["meta"] == {"plan": "approved"}
    assert "approved" not in str(play.model.requests[-1].messages)


def nested(depth: int) -> object:
    return [] if depth == 1 else [nested(depth - 1)]


@pytest.mark.parametrize(
    ("output", "error"),
    [
        (ToolOutput("ok", meta={"plan": object()}), "LossyDataError"),
        (ToolOutput("ok", meta={"plan": nested(500)}), "TooDeepError"),
        (ToolOutput("ok", [{"type": "data", "data": nested(500)}]), "TooDeepError"),
    ],
    ids=["meta", "deep meta", "deep block"],
)
async def test_output_that_cannot_be_logged_fails_the_call_not_the_turn(
    output: ToolOutput, error: str
) -> None:
    play = Play(call("t"))
    play.tool("t", once(output))
    await play.run()
    (event,) = play.of("tool/result")
    assert result(event)["isError"] is True
    assert error in str(event.data["error"])
    assert play.ends() == [{"kind": "completed"}]


async def test_an_unknown_tool_is_an_error_result_and_a_barrier() -> None:
    play, gates = gated("safe", "gone", "safe")
    play.agent.followup("hi")
    await settle()
    assert gates.running == ["c1"]
    await gates.let("c1")
    await gates.let("c3")
    await play.agent.wait_idle()
    assert play.of("tool/result")[1].data["error"] == {
        "name": "ToolNotFoundError",
        "code": "UNKNOWN_TOOL",
    }


async def test_a_tool_knows_its_agent_and_its_turns_signal() -> None:
    play, seen = Play(call("t"), call("t")), list[ToolExecution]()

    async def body(_arguments: Mapping[str, object], execution: ToolExecution) -> ToolOutput:
        seen.append(execution)
        return ToolOutput("ok")

    play.tool("t", body)
    await play.run()
    assert [execution.agent for execution in seen] == [play.agent, play.agent]
    assert seen[0].signal is seen[1].signal
