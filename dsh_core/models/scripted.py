"""A model that plays a script; to the loop it is a model like any other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from dsh_core.base.abort import AbortSignal
from dsh_core.models.protocol import (
    BlockEnd,
    BlockStart,
    Chunk,
    Finish,
    FinishReason,
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
    Pause,
    Say,
    Script,
    Wait,
    read_facts,
)

__all__ = ["ScriptedModel"]

_MAX_JUMPS = 10_000
_MAX_ROUNDS = 1_000
"""Messages of one turn, over those the script has instructions for: only a round makes more."""


class ScriptedModel:
    """Plays a script, one message a request, and keeps its place in between.

    The place moves on when a message is complete. A message that was cut off, or
    whose call was stopped with the turn, is played again from its start.

    Args:
        script: What to play.
        sleep: Waits for seconds; given by tests that do not want to.
        on_line: Enters a line as the person would. None drops such lines.
        provider: The provider's name.
        model: The model's name.
    """

    def __init__(
        self,
        script: Script,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        *,
        on_line: Callable[[str], Awaitable[object]] | None = None,
        provider: str = "scripted",
        model: str = "script",
    ) -> None:
        self._script = script
        self._sleep = sleep
        self.on_line = on_line
        self._provider = provider
        self._model = model
        self._start = 0
        self._before = 0
        self._played = False
        self._made: frozenset[str] = frozenset()
        self._results: dict[str, CannedResult] = {}

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self._provider

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model

    @property
    def done(self) -> bool:
        """Whether the script is over."""
        return self._start >= len(self._script.instructions)

    def result_for(self, call_id: str) -> CannedResult | None:
        """What the played tool is to answer to this call; None if nothing was scripted."""
        return self._results.get(call_id)

    def stream(self, request: ModelRequest, signal: AbortSignal) -> AsyncIterator[Chunk]:
        """Play one message.

        The iterator ends without a `Finish` when `signal` aborts.

        Raises:
            ModelError: When the turn goes round and round (`SCRIPT_LOOP`). From the
                iteration: where the script says so (its own code), or when it goes
                round without saying anything (`SCRIPT_LOOP`).
        """
        if request.step > len(self._script.instructions) + _MAX_ROUNDS:
            raise ModelError("the script goes round and never ends the turn", "SCRIPT_LOOP")
        facts = read_facts(request.messages)
        if any(call.id in self._made and self._script.stopped(call) for call in facts.calls):
            self._start = self._before
        self._made = frozenset()
        return _Message(self, facts, self._first(), signal).play()

    async def rest(self, seconds: float, signal: AbortSignal) -> None:
        """Sleep, but no longer than until `signal` aborts; 0 and less do not sleep."""
        if seconds <= 0 or signal.aborted:
            return
        waiting = asyncio.ensure_future(self._sleep(seconds))

        def stop() -> None:
            waiting.cancel()

        remove = signal.add_listener(stop)
        try:
            await asyncio.wait([waiting])
        finally:
            remove()
            waiting.cancel()
        if not waiting.cancelled():
            waiting.result()

    def _first(self) -> int:
        """Where this message starts; before the first one the person has spoken already."""
        instructions = self._script.instructions
        place = self._start
        while not self._played and place < len(instructions) and instructions[place] == Wait():
            place += 1
        return place

    def _commit(self, begun: int, following: int, made: dict[str, CannedResult | None]) -> None:
        self._played = True
        self._before = begun
        self._start = following
        self._made = frozenset(made)
        self._results.update({key: value for key, value in made.items() if value is not None})


class _Message:
    """The playing of one message."""

    def __init__(self, owner: ScriptedModel, facts: Facts, place: int, signal: AbortSignal) -> None:
        self._owner = owner
        self._instructions = owner._script.instructions
        self._facts = facts
        self._begun = place
        self._place = place
        self._signal = signal
        self._blocks = 0
        self._jumps = 0
        self._heard = not facts.spoke
        self._made: dict[str, CannedResult | None] = {}

    async def play(self) -> AsyncIterator[Chunk]:
        """Yield the chunks; one flat generator, so that closing it ends every wait at once."""
        while not self._signal.aborted:
            instruction = self._next()
            match instruction:
                case Say():
                    for delay, chunk in self._say(instruction):
                        await self._owner.rest(delay, self._signal)
                        if self._signal.aborted:
                            return
                        yield chunk
                case Pause(seconds):
                    await self._owner.rest(seconds, self._signal)
                case Call():
                    for chunk in self._call(instruction):
                        yield chunk
                    if not instruction.more:
                        yield self._finish("tool-calls")
                        return
                case Jump() | Branch():
                    self._jump(instruction)
                case Fail(message, code):
                    self._finish("stop")
                    raise ModelError(message(self._facts), code)
                case Line(text):
                    if self._owner.on_line is not None:
                        await self._owner.on_line(text(self._facts))
                    yield self._finish("stop")
                    return
                case Wait() if not self._heard:
                    self._heard = True
                case Wait() | Halt():
                    if isinstance(instruction, Halt):
                        self._place = len(self._instructions)
                    yield self._finish("stop")
                    return

    def _next(self) -> Instruction:
        self._place += 1
        if self._place <= len(self._instructions):
            return self._instructions[self._place - 1]
        # Past the end: the closing once for a message that began there, then the end.
        if self._begun >= len(self._instructions) and not self._blocks:
            closing = self._owner._script.closing
            if closing:
                return Say(lambda _facts: closing)
        return Halt()

    def _jump(self, instruction: Jump | Branch) -> None:
        self._jumps += 1
        if self._jumps > _MAX_JUMPS:
            raise ModelError("the script goes round without saying anything", "SCRIPT_LOOP")
        if isinstance(instruction, Jump):
            self._place = instruction.target
        elif not instruction.condition(self._facts):
            self._place = instruction.otherwise

    def _say(self, say: Say) -> Iterator[tuple[float, Chunk]]:
        """The chunks of a text, each with the seconds to wait before it."""
        text = say.text(self._facts)
        index = self._block()
        yield 0, BlockStart(index, "reasoning" if say.thinking else "text")
        size = max(1, say.chunk if say.speed > 0 else len(text))
        for start in range(0, len(text), size):
            part = text[start : start + size]
            delay = len(part) / say.speed if say.speed > 0 else 0.0
            yield delay, ReasoningDelta(part, index) if say.thinking else TextDelta(part, index)
        yield 0, BlockEnd(index)

    def _call(self, call: Call) -> Iterator[Chunk]:
        call_id = f"call-{self._facts.call_count + len(self._made) + 1}"
        self._made[call_id] = None if call.result is None else call.result(self._facts)
        index = self._block()
        yield BlockStart(index, "tool-call", call_id, call.tool)
        yield ToolCallDelta(call.arguments(self._facts), index)
        yield BlockEnd(index)

    def _block(self) -> int:
        self._blocks += 1
        return self._blocks - 1

    def _finish(self, reason: FinishReason) -> Finish:
        following = min(self._place, len(self._instructions))
        self._owner._commit(self._begun, following, self._made)
        return Finish(reason)
