"""One live agent: input in, turns out, and the one task that runs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from dsh_core.agents.hooks import AgentHooks, SystemPrompt
from dsh_core.agents.loop import TurnLoop
from dsh_core.agents.registry import current_agent
from dsh_core.agents.tool_calls import MAX_PARALLEL_TOOL_CALLS
from dsh_core.base.abort import AbortController
from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import clean_object
from dsh_core.base.registration import register_in
from dsh_core.models.protocol import Model
from dsh_core.session.events import JsonObject
from dsh_core.session.inbox import NEXT_STEP, NEXT_TURN, Inbox, InboxTarget
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import new_message_id, user_message
from dsh_core.tools.registry import ToolRegistry

__all__ = ["CLOSE_GRACE", "DISPOSED", "USER_STOP", "Agent", "AgentClosedError", "AgentStatus"]

_logger = logging.getLogger(__name__)

AgentStatus = Literal["idle", "running"]
StatusListener = Callable[[AgentStatus], None]

USER_STOP: JsonObject = {"kind": "user"}
"""The cause of a person's stop."""
DISPOSED: JsonObject = {"kind": "disposed"}
"""The cause of the agent being closed."""
CLOSE_GRACE = 2.0
"""Seconds that running tools have to end by the signal before their tasks are cancelled."""


class AgentClosedError(HarnessError):
    """Input came for an agent that was closed; code `AGENT_CLOSED`."""

    def __init__(self, agent_id: str) -> None:
        super().__init__(f'agent "{agent_id}" is closed', "AGENT_CLOSED")


@dataclass(slots=True)
class _Activity:
    """A running driver; its controller is renewed for each turn."""

    abort: AbortController
    wake_requested: bool = False


class Agent:
    """An agent on its session.

    Args:
        agent_id: The session's id.
        session: Its log; a loaded one is repaired first (see `session.repair`).
        model: What answers.
        tools: What the model may call.
        name: What a person calls it; None when it has no name of its own.
        hooks: Listeners, shared with other agents or its own.
        prompt: Sections of the system prompt, shared or its own.
        max_parallel_tool_calls: How many concurrency-safe calls run at once.
    """

    def __init__(
        self,
        agent_id: str,
        session: SessionLog,
        model: Model,
        tools: ToolRegistry,
        *,
        name: str | None = None,
        hooks: AgentHooks | None = None,
        prompt: SystemPrompt | None = None,
        max_parallel_tool_calls: int = MAX_PARALLEL_TOOL_CALLS,
    ) -> None:
        self.id = agent_id
        self.name = name
        self.session = session
        self.model = model
        self.tools = tools
        self.hooks = hooks or AgentHooks()
        self.prompt = prompt or SystemPrompt()
        self.inbox = Inbox(session)
        self._loop = TurnLoop(
            self, lambda: self.model, tools, self.hooks, self.prompt, max_parallel_tool_calls
        )
        self._activity: _Activity | None = None
        self._driver: asyncio.Task[None] | None = None
        self._closed = False
        self._listeners: dict[object, StatusListener] = {}

    @property
    def status(self) -> AgentStatus:
        """Whether a driver runs; it does from the waking call on."""
        return "idle" if self._activity is None else "running"

    @property
    def closed(self) -> bool:
        """Whether `close` was called; no input is taken then."""
        return self._closed

    def followup(self, message: str | JsonObject) -> str:
        """Queue a prompt for a turn of its own, and wake the agent.

        Args:
            message: A user message as plain JSON, or its text.

        Returns:
            The message's id.

        Raises:
            AgentClosedError: After `close`.
        """
        return self._send(message, NEXT_TURN, wake=True)

    def steer(self, message: str | JsonObject) -> str:
        """Have a message enter at the next step, and wake the agent.

        After the running turn was aborted it opens the next turn instead.

        Returns:
            The message's id.

        Raises:
            AgentClosedError: After `close`.
        """
        return self._send(message, NEXT_STEP, wake=True)

    def inject(self, message: str | JsonObject) -> str:
        """Have a message enter at some later step, without waking the agent.

        Returns:
            The message's id.

        Raises:
            AgentClosedError: After `close`.
        """
        return self._send(message, NEXT_STEP, wake=False)

    def cancel(self, cause: JsonObject = USER_STOP, *, keep_inbox: bool = False) -> None:
        """Abort the running turn; with none, only the inbox is looked at.

        Args:
            cause: `{"kind": "user"}`, `parent`, `hook` with a `reason`, or
                `disposed`. The first one given to a turn is the one that is logged.
            keep_inbox: Whether waiting input stays, and with it what a step that has not
                started yet had taken. Otherwise it is cancelled.
        """
        activity = self._activity
        if not keep_inbox:
            if activity is not None:
                # Taken out for a step that is not to start any more: it is cancelled, too.
                self.inbox.give_back()
            self.inbox.clear()
            if activity is not None:
                activity.wake_requested = False
        if activity is not None:
            activity.abort.abort(cause)

    async def wait_idle(self) -> None:
        """Wait until no turn runs and none is about to."""
        while self._driver is not None:
            await asyncio.wait([self._driver])

    async def close(self, grace: float = CLOSE_GRACE) -> None:
        """Abort the running turn as disposed, wait for its end, and take no more input.

        What waits in the inbox stays in the log for the next run.

        Args:
            grace: Seconds for tools to end by the signal; then they are cancelled.
        """
        self._closed = True
        driver = self._driver
        if driver is None:
            return
        self.cancel(DISPOSED, keep_inbox=True)
        if self._activity is not None:
            self._activity.wake_requested = False
        try:
            await asyncio.wait([driver], timeout=grace)
        finally:
            # Also when we are cancelled while we wait: the driver must not outlive us.
            driver.cancel()
        await asyncio.wait([driver])

    def subscribe(self, listener: StatusListener) -> Callable[[], None]:
        """Have `listener` called synchronously with each new status.

        Returns:
            A remover; calling it twice does nothing.
        """
        return register_in(self._listeners, listener)

    def _send(self, message: str | JsonObject, target: InboxTarget, *, wake: bool) -> str:
        if self._closed:
            raise AgentClosedError(self.id)
        built = user_message(message) if isinstance(message, str) else _with_id(message)
        # Looked at before the insertion: an observer of it may cancel the turn.
        activity = self._activity
        late = wake and activity is not None and activity.abort.signal.aborted
        self.inbox.append(NEXT_TURN if late else target, built)
        if wake and self._activity is None:
            self._wake()
        elif late and activity is not None and activity is self._activity:
            activity.wake_requested = _kind(activity.abort.signal.reason) != "disposed"
        return str(built["id"])

    def _wake(self) -> None:
        self._activity = _Activity(AbortController())
        self._driver = asyncio.create_task(self._drive(self._activity), name=f"agent {self.id}")
        self._publish()

    async def _drive(self, activity: _Activity) -> None:
        current_agent.set(self)
        try:
            while await self._loop.run_turn(activity.abort):
                if not self.inbox.has_pending or self._closed:
                    break
                activity.abort = AbortController()
                activity.wake_requested = False
        except HarnessError:
            # The log refused an event: there is no turn to say so in.
            _logger.exception("the driver of agent %s failed", self.id)
        finally:
            self._activity = self._driver = None
            if activity.wake_requested and self.inbox.has_pending and not self._closed:
                self._wake()
            else:
                self._publish()

    def _publish(self) -> None:
        status = self.status
        for listener in list(self._listeners.values()):
            try:
                listener(status)
            except Exception:  # any exception: a listener may not break the turn it watches
                _logger.exception("a status listener of agent %s failed", self.id)


def _with_id(message: JsonObject) -> dict[str, object]:
    built = clean_object(message)
    built.setdefault("id", new_message_id())
    return built


def _kind(reason: object) -> object:
    return reason.get("kind") if isinstance(reason, Mapping) else None
