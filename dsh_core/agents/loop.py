"""The turn and step loop: from waiting input to a turn's end, all of it in the log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager

from dsh_core.agents.assembler import BlockAssembler
from dsh_core.agents.hooks import AgentHooks, AgentView, Reject, StepProposal, SystemPrompt
from dsh_core.agents.tool_calls import MAX_PARALLEL_TOOL_CALLS, ToolCallRunner
from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import clean_object
from dsh_core.base.sanitise import replace_surrogates
from dsh_core.models.protocol import (
    Chunk,
    Model,
    ModelError,
    ModelRequest,
    PromptSection,
    ToolSpec,
    chunk_data,
)
from dsh_core.session.events import (
    ASSISTANT_CHUNK,
    ASSISTANT_MESSAGE,
    REQUEST_CONTEXT,
    REQUEST_HEADER,
    STEP_END,
    STEP_START,
    TURN_END,
    TURN_START,
    USER_MESSAGE,
    JsonObject,
)
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import new_message_id
from dsh_core.tools.registry import ToolRegistry

__all__ = ["TurnAborted", "TurnLoop"]

_logger = logging.getLogger(__name__)

_COMPLETED: JsonObject = {"kind": "completed"}
_MAX_TOKENS: JsonObject = {"kind": "max-tokens"}
_BLOCKED: JsonObject = {"kind": "blocked"}


class TurnAborted(Exception):  # noqa: N818 - an outcome, not an error
    """The running turn's signal aborted; never leaves this module's turn."""


class TurnLoop:
    """Runs the turns of one agent, one at a time.

    Args:
        agent: Whose turns; its log and inbox are read and written.
        model: Asked before each request, so that a change counts from the next one.
        tools: What the model may call.
        hooks: Who takes part in steps and turn ends.
        prompt: The system prompt.
        limit: How many concurrency-safe calls run at once.
    """

    def __init__(
        self,
        agent: AgentView,
        model: Callable[[], Model],
        tools: ToolRegistry,
        hooks: AgentHooks,
        prompt: SystemPrompt,
        limit: int = MAX_PARALLEL_TOOL_CALLS,
    ) -> None:
        self._agent = agent
        self._log = agent.session
        self._model = model
        self._tools = tools
        self._hooks = hooks
        self._prompt = prompt
        self._limit = limit
        last_turn = self._log.last(TURN_START)
        turn = last_turn.data.get("turn") if last_turn else 0
        self._turn = turn if isinstance(turn, int) else 0
        self._header_logged = False
        self._header = _object(self._log, REQUEST_HEADER, "header")
        self._context = _object(self._log, REQUEST_CONTEXT, None)

    async def run_turn(self, abort: AbortController) -> bool:
        """Run one turn on what waits in the inbox.

        Returns:
            Whether the next turn may follow at once; an aborted, blocked or failed
            turn leaves the rest of the inbox to the next wake.
        """
        signal = abort.signal
        turn = self._turn + 1
        self._log.append(TURN_START, {"turn": turn})
        self._turn = turn
        # Also what a task cancelled from outside leaves behind: the agent was closed.
        reason: JsonObject = {"kind": "aborted", "reason": {"kind": "disposed"}}
        try:
            reason = await self._steps(turn, signal)
        except TurnAborted:
            reason = {"kind": "aborted", "reason": _cause(signal)}
        except asyncio.CancelledError:
            if signal.aborted:
                reason = {"kind": "aborted", "reason": _cause(signal)}
            raise
        except Exception as error:  # noqa: BLE001 - a turn ends in the log whatever went wrong
            # A failure that the abort itself caused is the abort.
            reason = (
                {"kind": "aborted", "reason": _cause(signal)}
                if signal.aborted
                else {"kind": "error", "error": _failure(error)}
            )
        finally:
            self._log.append(TURN_END, {"turn": turn, "reason": reason})
        return reason in (_COMPLETED, _MAX_TOKENS)

    async def _steps(self, turn: int, signal: AbortSignal) -> JsonObject:
        end: JsonObject | None = None
        step = 0
        while True:
            _check(signal)
            inbox = self._agent.inbox
            claimed = inbox.claim(first_step=step == 0)
            try:
                sections = self._prompt.assemble(self._agent)
                proposal = StepProposal(self._agent, turn, step + 1, claimed, signal)
                decision = await self._hooks.pre_step(proposal)
                _check(signal)
            except BaseException:  # stopped, closed or failed: nobody has heard what was claimed
                inbox.give_back()
                raise
            inbox.entered()
            if isinstance(decision, Reject):
                return _BLOCKED
            if not decision.messages and (end is not None or step == 0):
                return end or _COMPLETED
            step += 1
            stepped = await self._step(turn, step, decision.messages, sections, signal)
            if end != _MAX_TOKENS:  # sticky: a later step that ends well does not hide it
                end = stepped
            _check(signal)
            if end is not None and not inbox.next_step:
                await self._hooks.turn_stopping(self._agent, turn, signal)
                _check(signal)
                if not inbox.next_step:
                    return end

    async def _step(
        self,
        turn: int,
        step: int,
        messages: tuple[JsonObject, ...],
        sections: tuple[PromptSection, ...],
        signal: AbortSignal,
    ) -> JsonObject | None:
        """Run one step; return how the turn would end now, None if it must go on."""
        self._log.append(STEP_START, {"turn": turn, "step": step})
        try:
            for message in messages:
                cleaned = clean_object(message)
                cleaned.setdefault("id", new_message_id())
                self._log.append(USER_MESSAGE, cleaned)
            model = self._model()
            request = self._request(model, turn, step, sections)
            answer = await self._ask(model, request, signal)
            if answer.require_finish() == "max-tokens":
                return _MAX_TOKENS
            calls = answer.tool_calls()
            if not calls:
                return _COMPLETED
            runner = ToolCallRunner(self._agent, self._tools, turn, step, signal, self._limit)
            return _COMPLETED if await runner.run(calls) else None
        finally:
            self._log.append(STEP_END, {"turn": turn, "step": step})

    def _request(
        self, model: Model, turn: int, step: int, sections: tuple[PromptSection, ...]
    ) -> ModelRequest:
        """Log header and context when they are new, and build the request from the log."""
        tools = tuple(
            ToolSpec(tool.name, tool.description, tool.parameters) for tool in self._tools.list()
        )
        header: JsonObject = {
            "provider": model.provider,
            "model": model.model,
            "system": [{"name": part.name, "text": part.text} for part in sections],
            "tools": [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                }
                for tool in tools
            ],
        }
        if not self._header_logged or self._header != header:
            reason = "change" if self._header_logged else "resume" if self._header else "initial"
            event = self._log.append(REQUEST_HEADER, {"header": header, "reason": reason})
            self._header = event.data["header"]
            self._header_logged = True
        context = {"provider": model.provider, "model": model.model}
        if self._context != context:
            self._context = self._log.append(REQUEST_CONTEXT, context).data
        return ModelRequest(self._log.messages(), sections, tools, self._log.id, turn, step)

    async def _ask(
        self, model: Model, request: ModelRequest, signal: AbortSignal
    ) -> BlockAssembler:
        """Stream one answer into the log."""
        assembler = BlockAssembler()
        seqs: list[int] = []
        place = {"turn": request.turn, "step": request.step}
        source = {"kind": "model", "provider": model.provider, "model": model.model}

        async def read() -> None:
            stream = model.stream(request, signal)
            async with _closing(stream):
                async for chunk in stream:
                    if signal.aborted:
                        return
                    data = {**place, "chunk": clean_object(chunk_data(chunk))}
                    seqs.append(self._log.append(ASSISTANT_CHUNK, data).seq)
                    assembler.push(chunk)

        def finish(blocks: list[dict[str, object]], **extra: object) -> None:
            message = {
                "id": new_message_id(),
                "role": "assistant",
                "content": blocks,
                "source": source,
            }
            data: dict[str, object] = {**place, "message": message, **extra}
            if assembler.usage is not None:
                usage = chunk_data(assembler.usage)
                del usage["type"]
                data["usage"] = usage
            self._log.append(ASSISTANT_MESSAGE, data, source_event_seqs=seqs)

        try:
            await _until_aborted(read, signal)
        except BaseException:  # aborted, closed, or failed because of the abort
            # What was delivered is kept; half a tool call is not.
            if signal.aborted and (partial := assembler.interrupted_blocks()):
                finish(partial, interrupted=True)
            raise
        assembler.require_finish()
        finish(assembler.blocks())
        return assembler


async def _until_aborted(
    work: Callable[[], Coroutine[object, object, None]], signal: AbortSignal
) -> None:
    """Run `work` in a task that is cancelled as soon as the signal aborts.

    Raises:
        TurnAborted: If the signal aborted and the work raised nothing of its own.
    """
    _check(signal)
    task = asyncio.create_task(work(), name="model stream")

    def stop() -> None:
        task.cancel()

    remove = signal.add_listener(stop)
    try:
        await task  # being cancelled here cancels the task too, and waits for it
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if current is not None and current.cancelling():
            raise
        _check(signal)
        raise ModelError("the model's stream was cancelled", "STREAM_CANCELLED") from None
    finally:
        remove()
    _check(signal)


def _closing(stream: AsyncIterator[Chunk]) -> AbstractAsyncContextManager[object]:
    """Close a generator when its reader stops early; other iterators have nothing to close."""
    if isinstance(stream, AsyncGenerator):
        return contextlib.aclosing(stream)
    return contextlib.nullcontext()


def _check(signal: AbortSignal) -> None:
    if signal.aborted:
        raise TurnAborted


def _cause(signal: AbortSignal) -> JsonObject:
    """Return the cause the turn was cancelled with."""
    if isinstance(signal.reason, Mapping):
        return signal.reason
    return {"kind": "user"}


def _failure(error: Exception) -> dict[str, object]:
    if isinstance(error, HarnessError):
        return {"message": replace_surrogates(error.message), "code": error.code}
    _logger.error("a turn failed", exc_info=error)
    text = str(error) or type(error).__name__
    return {"message": replace_surrogates(text), "code": "UNKNOWN"}


def _object(log: SessionLog, event_type: str, key: str | None) -> object:
    event = log.last(event_type)
    if event is None:
        return None
    return event.data if key is None else event.data.get(key)
