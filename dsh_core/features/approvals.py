"""Approvals: the policy of a session, who answers, and the way from a tool's gate to a person."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal, Protocol, cast

from dsh_core.approvals.pending import PendingApprovals
from dsh_core.approvals.types import OUTCOMES, ApprovalRequest, Outcome
from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import clean_object
from dsh_core.base.registration import register_in
from dsh_core.features.turns import has_open_turn
from dsh_core.session.events import APPROVAL_ASKED, APPROVAL_DECIDED, APPROVAL_POLICY, JsonObject
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import plugin_notice
from dsh_core.tools.registry import Allow, Ask, Deny, PlannedCall, ToolRegistry

__all__ = [
    "Answerer",
    "ApprovalAgent",
    "ApprovalOutsideTurnError",
    "ApprovalPolicy",
    "ApprovalService",
]

ApprovalPolicy = Literal["ask", "never"]
POLICIES: Final[tuple[ApprovalPolicy, ...]] = ("ask", "never")
Answerer = Callable[[ApprovalRequest, Callable[[], Awaitable[Outcome]]], Awaitable[Outcome]]
"""Decides, or returns `await next_answerer()`; the innermost answer is `unavailable`."""

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())  # a full-screen program owns stderr


class ApprovalAgent(Protocol):
    """What an approval needs of an agent."""

    @property
    def id(self) -> str:
        """The agent's id."""
        ...

    @property
    def session(self) -> SessionLog:
        """Where it is logged."""
        ...

    def inject(self, message: JsonObject) -> object:
        """Queue a message for the model that starts no turn."""
        ...


class ApprovalOutsideTurnError(HarnessError):
    """An approval was asked for while no turn was open; code `APPROVAL_OUTSIDE_TURN`."""

    def __init__(self, session: str) -> None:
        super().__init__(
            f"approval.request() outside an open turn: session {session} has none",
            "APPROVAL_OUTSIDE_TURN",
        )


class ApprovalService:
    """Asks whether a tool may run, and logs that it asked and what came of it.

    Nothing is remembered: each call is asked for anew (contract §3.1).

    Args:
        pending: The table that puts requests before a person. None leaves it to
            the answerers added later.
        policy: What a session without a policy of its own does.
    """

    def __init__(
        self, pending: PendingApprovals | None = None, *, policy: ApprovalPolicy = "ask"
    ) -> None:
        self._default: ApprovalPolicy = policy
        self._answerers: dict[object, Answerer] = {}
        if pending is not None:
            table = pending
            self.add_answerer(lambda request, _next: table.request(request))

    def add_answerer(self, answerer: Answerer) -> Callable[[], None]:
        """Have `answerer` asked, ahead of those added before it.

        Returns:
            A disposer; calling it twice does nothing.
        """
        return register_in(self._answerers, answerer)

    def policy(self, agent: ApprovalAgent) -> ApprovalPolicy:
        """The policy in force for an agent."""
        event = agent.session.last(APPROVAL_POLICY)
        value = None if event is None else event.data.get("policy")
        return next((known for known in POLICIES if known == value), self._default)

    def set_policy(self, agent: ApprovalAgent, policy: ApprovalPolicy) -> bool:
        """Change the policy of a session and tell the model; False if it is in force already."""
        before = self.policy(agent)
        if policy == before:
            return False
        agent.session.append(APPROVAL_POLICY, {"policy": policy})
        text = f'The approval policy changed from "{before}" to "{policy}" (changed by the user).'
        agent.inject(plugin_notice("user-approval", text))
        return True

    async def request(self, request: ApprovalRequest) -> Outcome:
        """Ask once.

        The request's agent must be set and have an open turn. An aborted signal
        cancels, the policy `never` rejects without asking anybody, and an answerer
        that fails counts as none.

        Raises:
            ApprovalOutsideTurnError: If no turn is open; nothing is logged then.
        """
        agent = cast("ApprovalAgent", request.agent)
        if not has_open_turn(agent.session):
            raise ApprovalOutsideTurnError(agent.session.id)
        approval_id = str(uuid.uuid4())
        asked: dict[str, object] = {"id": approval_id, "toolName": request.tool_name}
        if request.call_id is not None:
            asked["callId"] = request.call_id
        if request.reason is not None:
            asked["reason"] = request.reason
        agent.session.append(APPROVAL_ASKED, clean_object(asked))
        outcome: Outcome = "cancelled"  # what is logged if this task is cancelled
        try:
            outcome = await self._decide(agent, request)
        finally:
            agent.session.append(APPROVAL_DECIDED, {"id": approval_id, "outcome": outcome})
        return outcome

    def attach(self, tools: ToolRegistry) -> Callable[[], None]:
        """Make this what a tool's gate asks.

        Returns:
            A disposer; calling it twice does nothing.
        """
        resolver = self._resolve
        tools.ask_resolver = resolver

        def dispose() -> None:
            if tools.ask_resolver is resolver:
                tools.ask_resolver = None

        return dispose

    async def _decide(self, agent: ApprovalAgent, request: ApprovalRequest) -> Outcome:
        signal = request.signal
        if signal is not None and signal.aborted:
            return "cancelled"
        if self.policy(agent) == "never":
            return "rejected"
        answering = asyncio.ensure_future(self._answer(request))

        def stop() -> None:
            answering.cancel()

        remove = signal.add_listener(stop) if signal is not None else stop
        try:
            await asyncio.wait([answering])
        finally:
            remove()
            answering.cancel()
        if answering.cancelled() or (signal is not None and signal.aborted):
            return "cancelled"
        return answering.result()

    async def _answer(self, request: ApprovalRequest) -> Outcome:
        answerers = list(self._answerers.values())

        async def ask(depth: int) -> Outcome:
            if depth < 0:
                return "unavailable"
            return await answerers[depth](request, lambda: ask(depth - 1))

        try:
            outcome = await ask(len(answerers) - 1)
        except Exception:  # any exception: a broken answerer is as good as none
            _logger.exception("an answerer of approvals failed")
            return "unavailable"
        return outcome if outcome in OUTCOMES else "unavailable"

    async def _resolve(self, call: PlannedCall, ask: Ask) -> Allow | Deny:
        name, execution = call.tool.name, call.execution
        if execution.agent is None:
            return Deny(
                f'tool "{name}" requires approval, but the call has no agent to route it through'
            )
        outcome = await self.request(
            ApprovalRequest(
                name,
                agent=cast("ApprovalAgent", execution.agent),
                call_id=execution.call_id,
                reason=ask.reason,
                body=_body(call.arguments),
                signal=execution.signal,
            )
        )
        texts: Mapping[Outcome, str] = {
            "rejected": f'the user rejected tool "{name}"',
            "cancelled": f'approval for tool "{name}" was cancelled',
            "unavailable": (
                f'tool "{name}" requires approval, but no approval channel is available'
            ),
        }
        return Allow() if outcome == "allowed-once" else Deny(texts[outcome])


def _body(arguments: object) -> str | None:
    """What would be done: the command of a shell call, else the arguments in full."""
    if not isinstance(arguments, Mapping) or not arguments:
        return None
    command = arguments.get("command")
    if isinstance(command, str) and len(arguments) == 1:
        return command
    return json.dumps(arguments, ensure_ascii=False, indent=2)
