"""The scripted model: what it streams, where it goes on, and how it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.abort import AbortController
from dsh_core.models.protocol import (
    BlockEnd,
    BlockStart,
    Chunk,
    Finish,
    Message,
    ModelError,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from dsh_core.models.script import (
    Branch,
    Call,
    CannedResult,
    Facts,
    Fail,
    Halt,
    Instruction,
    Jump,
    Line,
    PastCall,
    Pause,
    Predicate,
    Say,
    Script,
    Template,
    Wait,
    read_facts,
)
from dsh_core.models.scripted import ScriptedModel


def text(value: str) -> Template:
    return lambda _facts: value


def user(value: str) -> Message:
    block = {"type": "text", "text": value}
    return {"id": "u", "role": "user", "content": [block], "source": {"kind": "user"}}


def called(call_id: str, name: str = "tool", arguments: str = "{}") -> Message:
    block = {"type": "tool-call", "id": call_id, "name": name, "arguments": arguments}
    return {"id": "a", "role": "assistant", "content": [block], "source": {"kind": "model"}}


def result(call_id: str, value: str, *, is_error: bool = False) -> Message:
    content = [{"type": "text", "text": value}]
    block = {
        "type": "tool-result",
        "toolCallId": call_id,
        "content": content,
        "isError": is_error,
    }
    source = {"kind": "tool", "callId": call_id}
    return {"id": "r", "role": "user", "content": [block], "source": source}


async def no_sleep(_seconds: float) -> None:
    return None


def model(*instructions: Instruction, **options: Any) -> ScriptedModel:
    sleep = options.pop("sleep", no_sleep)
    on_line = options.pop("on_line", None)
    return ScriptedModel(Script(instructions, **options), sleep, on_line=on_line)


async def answer(
    scripted: ScriptedModel, messages: Sequence[Message] = (), abort: AbortController | None = None
) -> list[Chunk]:
    signal = (abort or AbortController()).signal
    return [chunk async for chunk in scripted.stream(ModelRequest(messages), signal)]


def said(chunks: Sequence[Chunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextDelta))


async def test_blocks_are_numbered_and_closed() -> None:
    chunks = await answer(
        model(Say(text("hm"), thinking=True), Say(text("hi")), Call("t", text('{"a":1}')))
    )
    assert chunks == [
        BlockStart(0, "reasoning"),
        ReasoningDelta("hm", 0),
        BlockEnd(0),
        BlockStart(1, "text"),
        TextDelta("hi", 1),
        BlockEnd(1),
        BlockStart(2, "tool-call", "call-1", "t"),
        ToolCallDelta('{"a":1}', 2),
        BlockEnd(2),
        Finish("tool-calls"),
    ]


@given(st.text(max_size=60), st.integers(1, 9), st.sampled_from([0.0, 7.5, 400.0]))
def test_a_text_arrives_whole_and_in_time(value: str, size: int, speed: float) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    scripted = model(Say(text(value), speed=speed, chunk=size), sleep=sleep)
    chunks = asyncio.run(answer(scripted))
    assert said(chunks) == value
    parts = [chunk.text for chunk in chunks if isinstance(chunk, TextDelta)]
    if speed:
        assert all(len(part) <= size for part in parts)
        assert sum(slept) == pytest.approx(len(value) / speed)
    else:
        assert len(parts) <= 1
        assert not slept


async def test_it_goes_on_after_each_call_and_ends_with_its_closing() -> None:
    scripted = model(Call("t", text("{}")), Say(text("after")), closing="over")
    await answer(scripted)
    assert not scripted.done
    assert said(await answer(scripted, [called("call-1"), result("call-1", "ok")])) == "after"
    assert scripted.done
    assert said(await answer(scripted)) == "over"
    assert said(await answer(scripted)) == "over"


async def test_a_halt_is_the_end_wherever_it_stands() -> None:
    scripted = model(Say(text("a")), Halt(), Say(text("never")), closing="over")
    assert said(await answer(scripted)) == "a"
    assert said(await answer(scripted)) == "over"


async def test_without_a_closing_nothing_is_said() -> None:
    assert await answer(model()) == [Finish("stop")]


async def test_calls_of_one_message_and_fresh_ids() -> None:
    scripted = model(Call("a", text("1"), more=True), Call("b", text("2")), Call("c", text("3")))
    first = await answer(scripted)
    assert [c.id for c in first if isinstance(c, BlockStart)] == ["call-1", "call-2"]
    history = [called("call-1"), called("call-2"), result("call-1", ""), result("call-2", "")]
    second = await answer(scripted, history)
    assert [c.id for c in second if isinstance(c, BlockStart)] == ["call-3"]


async def test_branches_and_jumps() -> None:
    def ok(facts: Facts) -> bool:
        return facts.last is not None and not facts.last.is_error

    scripted = model(
        Branch(ok, 3), Say(text("yes")), Jump(4), Say(text("no")), Say(text("!")), Wait()
    )
    assert said(await answer(scripted)) == "no!"
    scripted = model(Branch(ok, 3), Say(text("yes")), Jump(4), Say(text("no")), Say(text("!")))
    assert said(await answer(scripted, [called("x"), result("x", "fine")])) == "yes!"


async def test_a_round_without_a_word_fails_instead_of_hanging() -> None:
    scripted = model(Jump(0))
    with pytest.raises(ModelError) as caught:
        await answer(scripted)
    assert caught.value.code == "SCRIPT_LOOP"


def test_a_turn_that_never_ends_fails_at_last() -> None:
    scripted = model(Call("t", text("{}")), Jump(0))
    signal = AbortController().signal
    scripted.stream(ModelRequest([user("go")], step=1_002), signal)
    with pytest.raises(ModelError) as caught:
        scripted.stream(ModelRequest([user("go")], step=1_003), signal)
    assert caught.value.code == "SCRIPT_LOOP"


async def test_a_wait_is_over_when_the_first_message_comes() -> None:
    scripted = model(Wait(), Say(text("hello")), Wait(), Say(text("again")))
    assert said(await answer(scripted, [user("hi")])) == "hello"
    assert said(await answer(scripted, [user("hi"), user("more")])) == "again"


async def test_words_that_came_with_a_result_are_waited_for_no_more() -> None:
    scripted = model(
        *(Call("t", text("{}")), Say(text("1")), Wait(), Say(text("2")), Wait(), Say(text("3")))
    )
    await answer(scripted, [user("go")])
    history = [user("go"), called("call-1"), result("call-1", "ok"), user("while you ran")]
    assert said(await answer(scripted, history)) == "12"
    assert said(await answer(scripted, [*history, called("x"), user("later")])) == "3"


async def test_words_that_began_the_turn_are_not_counted_again() -> None:
    scripted = model(Say(text("1")), Wait(), Say(text("2")))
    history = [called("x"), result("x", ""), called("y"), user("go")]
    assert said(await answer(scripted, history)) == "1"


async def test_a_failure_is_the_providers_and_the_script_goes_on() -> None:
    scripted = model(Say(text("half")), Fail(text("broken")), Say(text("back")))
    with pytest.raises(ModelError, match="broken") as caught:
        await answer(scripted)
    assert caught.value.code == "SCRIPTED_FAILURE"
    assert said(await answer(scripted)) == "back"


async def test_lines_are_entered_before_the_message_ends() -> None:
    entered: list[str] = []

    async def enter(line: str) -> None:
        entered.append(line)

    scripted = model(Say(text("a")), Line(text("/plan b")), Say(text("c")), on_line=enter)
    assert said(await answer(scripted)) == "a"
    assert entered == ["/plan b"]
    assert said(await answer(scripted)) == "c"
    deaf = model(Line(text("nobody")), Say(text("d")))
    assert await answer(deaf) == [Finish("stop")]


async def test_canned_results_are_kept_by_call() -> None:
    canned = CannedResult("out", is_error=True, seconds=2)
    scripted = model(Call("t", text("{}"), lambda _facts: canned), Call("u", text("{}")))
    assert scripted.result_for("call-1") is None
    await answer(scripted)
    assert scripted.result_for("call-1") is canned
    await answer(scripted, [called("call-1")])
    assert scripted.result_for("call-2") is None


async def test_aborting_ends_a_wait_at_once_and_the_message_comes_again() -> None:
    abort, reached = AbortController(), asyncio.Event()

    async def sleep(_seconds: float) -> None:
        reached.set()
        await asyncio.Event().wait()

    scripted = model(Say(text("a")), Pause(60), Say(text("b")), Wait(), Say(text("c")), sleep=sleep)
    reading = asyncio.ensure_future(answer(scripted, abort=abort))
    await reached.wait()
    abort.abort()
    chunks = await asyncio.wait_for(reading, 1)
    assert said(chunks) == "a"
    assert not any(isinstance(chunk, Finish) for chunk in chunks)
    scripted._sleep = no_sleep
    assert said(await answer(scripted)) == "ab"
    assert said(await answer(scripted)) == "c"


async def test_an_aborted_signal_says_nothing() -> None:
    abort = AbortController()
    abort.abort()
    assert await answer(model(Say(text("a"))), abort=abort) == []


async def test_closing_the_stream_in_the_middle_moves_nothing() -> None:
    scripted = model(Say(text("abcdef"), speed=1, chunk=1), Wait(), Say(text("next")))
    stream = scripted.stream(ModelRequest(()), AbortController().signal)
    async for chunk in stream:
        if isinstance(chunk, TextDelta):
            break
    await stream.aclose()  # type: ignore[attr-defined]
    assert said(await answer(scripted)) == "abcdef"


async def test_cancelling_the_reader_cancels_the_sleep() -> None:
    cancelled = asyncio.Event()

    async def sleep(_seconds: float) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    reading = asyncio.ensure_future(answer(model(Pause(9), sleep=sleep)))
    await asyncio.sleep(0.01)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await asyncio.wait_for(cancelled.wait(), 1)


async def test_what_a_sleep_raises_is_raised() -> None:
    async def sleep(_seconds: float) -> None:
        raise OSError("no clock")

    with pytest.raises(OSError, match="no clock"):
        await answer(model(Pause(1), sleep=sleep))


async def test_a_stopped_call_is_made_again() -> None:
    def stopped(call: PastCall) -> bool:
        return call.text == "stopped"

    scripted = model(Say(text("ask")), Call("t", text("{}")), Say(text("after")), stopped=stopped)
    assert said(await answer(scripted)) == "ask"
    history = [called("call-1"), result("call-1", "stopped", is_error=True), user("go on")]
    assert said(await answer(scripted, history)) == "ask"
    history += [called("call-2"), result("call-2", "fine")]
    assert said(await answer(scripted, history)) == "after"


def test_facts_of_a_conversation() -> None:
    notice = {**user("notice"), "source": {"kind": "plugin", "plugin": "p"}}
    facts = read_facts(
        [
            user("first"),
            called("1", "ask", '{"q": [1]}'),
            result("1", "yes"),
            user("second\nline"),
            notice,
            called("2", "t", "not json"),
            result("2", "Error: no", is_error=True),
            result("7", "of nobody"),
            called("3", "t", "[]"),
        ]
    )
    assert facts.message == "second\nline"
    assert facts.call_count == 3
    assert facts.calls == (
        PastCall("1", "ask", {"q": [1]}, "yes", is_error=False),
        PastCall("2", "t", None, "Error: no", is_error=True),
    )
    assert facts.last is facts.calls[-1]
    assert Facts().last is None


@pytest.mark.parametrize("content", [None, 3, "text", [None, "x"], {}], ids=repr)
def test_facts_take_any_message(content: object) -> None:
    message = {"role": "user", "content": content, "source": {"kind": "user"}}
    assert read_facts([message]).message == ("text" if content == "text" else "")


def test_it_is_named_like_any_model() -> None:
    scripted = ScriptedModel(Script(()), provider="p", model="m")
    assert (scripted.provider, scripted.model) == ("p", "m")


async def test_predicates_see_the_newest_facts() -> None:
    seen: list[str] = []

    def look(facts: Facts) -> bool:
        seen.append(facts.message)
        return True

    condition: Predicate = look
    scripted = model(Branch(condition, 1), Wait(), Branch(condition, 3), Wait())
    await answer(scripted, [user("one")])
    await answer(scripted, [user("one"), user("two")])
    assert seen == ["one", "two"]
