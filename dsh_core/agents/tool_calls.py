"""Running the tool calls of one step: barriers, a bounded pool, results in the model's order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from dsh_core.agents.assembler import ToolCall
from dsh_core.agents.hooks import AgentView
from dsh_core.base.abort import AbortSignal
from dsh_core.base.plain import TooDeepError, clean, clean_object
from dsh_core.session.events import TOOL_CALL, TOOL_RESULT
from dsh_core.session.frozen import LossyDataError
from dsh_core.session.inbox import NEXT_STEP
from dsh_core.session.messages import new_message_id, tool_result_message
from dsh_core.tools.definition import ToolExecution, ToolOutcome
from dsh_core.tools.registry import ToolRegistry
from dsh_core.tools.render import aborted, aborted_before_dispatch, failure

__all__ = ["MAX_PARALLEL_TOOL_CALLS", "ToolCallRunner"]

MAX_PARALLEL_TOOL_CALLS = 10


class ToolCallRunner:
    """Runs and logs the calls of one step.

    Args:
        agent: Who calls.
        tools: Looked at again before each start, so that a change of the registry counts.
        turn: The running turn.
        step: The running step.
        signal: Its abort lets running calls end and starts no more.
        limit: How many concurrency-safe calls run at once.
    """

    def __init__(
        self,
        agent: AgentView,
        tools: ToolRegistry,
        turn: int,
        step: int,
        signal: AbortSignal,
        limit: int = MAX_PARALLEL_TOOL_CALLS,
    ) -> None:
        self._agent = agent
        self._tools = tools
        self._place = {"turn": turn, "step": step}
        self._signal = signal
        self._limit = limit
        self._concluded = False

    async def run(self, calls: Sequence[ToolCall]) -> bool:
        """Run all calls; each ends with a logged result, whatever happens.

        Returns:
            Whether one of them concluded the turn.
        """
        done = 0
        while done < len(calls) and not self._signal.aborted:
            rest = calls[done:]
            done += await self._run_group(rest if self._is_safe(rest[0]) else rest[:1], rest)
        self._skip(calls[done:])
        return self._concluded

    async def _run_group(self, group: Sequence[ToolCall], rest: Sequence[ToolCall]) -> int:
        """Run a barrier or a pool; return how many of its calls were started."""
        seqs: list[int] = []
        outcomes: dict[int, ToolOutcome] = {}
        running: dict[asyncio.Task[ToolOutcome], int] = {}
        committed = 0
        try:
            while True:
                while self._may_start(group, len(seqs), len(running)):
                    call = group[len(seqs)]
                    running[self._start(call)] = len(seqs)
                    seqs.append(self._log_call(call))
                if not running:
                    return len(seqs)
                finished, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in finished:
                    outcomes[running.pop(task)] = task.result()
                while committed in outcomes:
                    self._commit(group[committed], seqs[committed], outcomes.pop(committed))
                    committed += 1
        except asyncio.CancelledError:
            # The agent was closed and a call did not end in time. Its outcome is
            # still logged, so that the log stays whole.
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            for task, index in running.items():
                if not task.cancelled() and task.exception() is None:
                    outcomes[index] = task.result()
            for index in range(committed, len(seqs)):
                self._commit(group[index], seqs[index], outcomes.get(index) or aborted())
            self._skip(rest[len(seqs) :])
            raise

    def _may_start(self, group: Sequence[ToolCall], started: int, running: int) -> bool:
        if started == len(group) or running >= self._limit or self._signal.aborted:
            return False
        return started == 0 or self._is_safe(group[started])

    def _is_safe(self, call: ToolCall) -> bool:
        tool = self._tools.get(call.name)
        return tool is not None and tool.concurrency_safe

    def _start(self, call: ToolCall) -> asyncio.Task[ToolOutcome]:
        # The task's first step comes after the caller logged `tool/call`.
        execution = ToolExecution(call.id, self._agent, self._signal)
        return asyncio.create_task(
            self._tools.run(call.name, call.arguments, execution), name=f"tool {call.name}"
        )

    def _skip(self, calls: Sequence[ToolCall]) -> None:
        for call in calls:
            self._commit(call, self._log_call(call), aborted_before_dispatch())

    def _log_call(self, call: ToolCall) -> int:
        data = {"callId": call.id, "name": call.name, "arguments": call.arguments}
        return self._agent.session.append(TOOL_CALL, {**self._place, **data}).seq

    def _commit(self, call: ToolCall, call_seq: int, outcome: ToolOutcome) -> None:
        try:
            self._log_result(call, call_seq, outcome)
        except (LossyDataError, TooDeepError) as error:
            outcome = failure(error)  # the tool's own blocks or meta are no JSON
            self._log_result(call, call_seq, outcome)
        for message in outcome.context:
            cleaned = clean_object(message)
            cleaned.setdefault("id", new_message_id())
            self._agent.inbox.append(NEXT_STEP, cleaned)
        self._concluded = self._concluded or outcome.concludes_turn

    def _log_result(self, call: ToolCall, call_seq: int, outcome: ToolOutcome) -> None:
        data: dict[str, object] = {
            **self._place,
            "message": tool_result_message(call.id, outcome.content, outcome.is_error),
        }
        if outcome.error is not None:
            data["error"] = dict(outcome.error)
        if outcome.meta is not None:
            data["meta"] = clean(outcome.meta)
        self._agent.session.append(TOOL_RESULT, data, source_event_seqs=[call_seq])
