"""An agent of this process, put together from the parts and seen as an `AgentSource`."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from dsh_core.agents.agent import Agent, AgentClosedError
from dsh_core.agents.hooks import AgentHooks, SystemPrompt
from dsh_core.agents.registry import AgentRegistry
from dsh_core.agents.source import (
    CommandOutcome,
    CommandSpec,
    PlanChoice,
    PlanState,
    QueuedMessage,
    SourceError,
    SourceStatus,
)
from dsh_core.approvals.pending import PendingApprovals
from dsh_core.base.abort import AbortController
from dsh_core.base.registration import register_in
from dsh_core.features.approvals import ApprovalService
from dsh_core.features.ask_user import register_ask_user
from dsh_core.features.commands import CommandRegistry
from dsh_core.features.plan_mode import DEFAULT_SECTION, PlanMode
from dsh_core.models.protocol import Model
from dsh_core.questions.service import UserQuestionService
from dsh_core.session.events import AGENT_INBOX_SPLICED, PLAN_MODE, TOOL_RESULT, Event, JsonObject
from dsh_core.session.inbox import NEXT_STEP, NEXT_TURN, InboxTarget
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text, user_message
from dsh_core.session.repair import closing_events
from dsh_core.tools.definition import ToolDefinition
from dsh_core.tools.registry import Gate, ToolRegistry

__all__ = ["LocalAgentSource", "build_local_agent"]

StatusListener = Callable[[SourceStatus], None]

# Events after which queue or plan mode may differ; the rest cannot change a status.
_TELLING = frozenset({AGENT_INBOX_SPLICED, PLAN_MODE, TOOL_RESULT})


class LocalAgentSource:
    """One agent with its tools, commands and plan mode.

    Args:
        agent: The agent. Its session is repaired and its tools are live; nothing
            runs before `start`.
        agents: Where it is entered when it starts.
        commands: What its person may run.
        plan: Plan mode; None where it is not composed.
        approvals: The table its approvals wait in; None where there is none.
        disposers: Called in reverse order when it closes.
    """

    def __init__(
        self,
        agent: Agent,
        agents: AgentRegistry,
        commands: CommandRegistry,
        plan: PlanMode | None = None,
        approvals: PendingApprovals | None = None,
        disposers: Sequence[Callable[[], None]] = (),
    ) -> None:
        self.agent = agent
        self.command_registry = commands
        self.plan = plan
        self._agents = agents
        self._approvals = approvals
        self._disposers = list(disposers)
        self._phase: Literal["starting", "live", "closed"] = "starting"
        self._listeners: dict[object, StatusListener] = {}
        self._told = self.status
        self._telling: asyncio.Handle | None = None
        self._commands_running: set[AbortController] = set()

    @property
    def id(self) -> str:
        """The agent's id, the same as its session's."""
        return self.agent.id

    @property
    def name(self) -> str | None:
        """What a person calls the agent; None when it has no name of its own."""
        return self.agent.name

    @property
    def events(self) -> Sequence[Event]:
        """The whole log, as a live view."""
        return self.agent.session.events

    @property
    def status(self) -> SourceStatus:
        """How the agent stands now."""
        plan = None if self.plan is None else self.plan.get(self.agent)
        inbox = self.agent.inbox
        return SourceStatus(
            self.agent.status if self._phase == "live" else self._phase,
            (*_queued(inbox.next_step, NEXT_STEP), *_queued(inbox.next_turn, NEXT_TURN)),
            None if plan is None else PlanState(plan.active, plan.pending),
        )

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        """Have `observer` called with each new event, in order; returns a remover."""
        return self.agent.session.subscribe(observer)

    def subscribe_status(self, listener: StatusListener) -> Callable[[], None]:
        """Have `listener` called with each new status; returns a remover.

        Changes of one turn of the event loop are told together.
        """
        return register_in(self._listeners, listener)

    async def older(self, limit: int) -> Sequence[Event]:
        """Return nothing: all events are in `events`."""
        return ()

    async def start(self) -> None:
        """Enter the agent among the live ones; a second call does nothing.

        Raises:
            SourceError: After `close`, or if another agent has its id.
        """
        if self._phase == "live":
            return
        if self._phase == "closed" or self._agents.get(self.id) is not None:
            raise SourceError(f"agent {self.id} cannot be started again")
        self._disposers.append(self._agents.register(self.agent))
        self._disposers.append(self.agent.session.subscribe(self._on_event))
        self._disposers.append(self.agent.subscribe(lambda _status: self._changed()))
        self._phase = "live"
        self._changed()

    async def prompt(self, text: str) -> None:
        """Queue a prompt for a turn of its own.

        Raises:
            SourceError: Before `start` and after `close`.
        """
        self._send(self.agent.followup, text)

    async def steer(self, text: str) -> None:
        """Have a message join the running turn at its next step; idle, it opens a turn.

        Raises:
            SourceError: Before `start` and after `close`.
        """
        self._send(self.agent.steer, text)

    async def enter(self, line: str) -> CommandOutcome | None:
        """Take a line as a person enters it while the agent works: a command, else a steer.

        Raises:
            SourceError: As `run_command` and `steer`.
        """
        outcome = await self.run_command(line)
        if outcome is None:
            await self.steer(line)
        return outcome

    async def cancel(self) -> None:
        """Stop the running turn; what is queued stays queued."""
        self.agent.cancel(keep_inbox=True)

    async def close(self) -> None:
        """Stop the turn and all commands, and leave the live agents; a second call does nothing."""
        if self._phase == "closed":
            return
        self._phase = "closed"
        for controller in tuple(self._commands_running):
            controller.abort()
        try:
            await self.agent.close()
        finally:
            for dispose in reversed(self._disposers):
                dispose()
            self._disposers.clear()
            self._changed()

    async def commands(self) -> Sequence[CommandSpec]:
        """The commands there are, sorted by name."""
        return [
            CommandSpec(each.name, each.description, each.input.hint if each.input else None)
            for each in self.command_registry.list(self.id)
        ]

    async def run_command(self, line: str) -> CommandOutcome | None:
        """Run a slash line; None if it is no command that exists, and nothing was sent.

        Raises:
            SourceError: Before `start`, after `close`, or if the command raised.
        """
        self._require_live()
        controller = AbortController()
        self._commands_running.add(controller)
        try:
            run = await self.command_registry.execute(self.agent, line, signal=controller.signal)
        except Exception as error:  # any exception of a command is for its person
            raise SourceError(str(error) or type(error).__name__) from error
        finally:
            self._commands_running.discard(controller)
        self._changed()
        if run is None:
            return None
        return CommandOutcome(run.command_id, run.result.kind == "success", run.result.text)

    async def set_plan_mode(self, active: bool) -> PlanChoice:
        """Select plan mode.

        Raises:
            SourceError: Where plan mode is not composed, before `start` and after `close`.
        """
        self._require_live()
        if self.plan is None:
            raise SourceError("this agent has no plan mode")
        choice = self.plan.set(self.agent, active)
        self._changed()
        return choice

    async def edit_queued(self, message_id: str, text: str) -> bool:
        """Change the words of a queued message; False when it waits no longer."""
        inbox = self.agent.inbox
        waiting = (*inbox.next_step, *inbox.next_turn)
        old = next((each for each in waiting if each.get("id") == message_id), None)
        if old is None:
            return False
        content = old.get("content")
        blocks = content if isinstance(content, Sequence) and not isinstance(content, str) else ()
        # Whatever else it carries, such as an image, stays with it.
        kept = [each for each in blocks if isinstance(each, Mapping) and each.get("type") != "text"]
        source = old.get("source")
        message = user_message(
            [*kept, {"type": "text", "text": text}],
            source if isinstance(source, Mapping) else {"kind": "user"},
            message_id,
        )
        return inbox.replace(message_id, message)

    async def remove_queued(self, message_id: str) -> bool:
        """Take a queued message back; False when it waits no longer."""
        return self.agent.inbox.remove(message_id)

    async def answer_approval(
        self, approval_id: str, outcome: Literal["allowed-once", "rejected", "cancelled"]
    ) -> bool:
        """Decide on an approval; False when it waits no longer."""
        if self._approvals is None:
            return False
        if outcome == "cancelled":
            return self._approvals.cancel(approval_id).accepted
        return self._approvals.decide(approval_id, outcome).accepted

    def _send(self, verb: Callable[[str | JsonObject], object], text: str) -> None:
        self._require_live()
        try:
            verb(text)
        except AgentClosedError as error:
            raise SourceError(error.message) from error

    def _require_live(self) -> None:
        if self._phase != "live":
            problem = "is closed" if self._phase == "closed" else "has not been started"
            raise SourceError(f"agent {self.id} {problem}")

    def _on_event(self, event: Event) -> None:
        if event.type in _TELLING:
            self._changed()

    def _changed(self) -> None:
        # Not at once: during an append the inbox does not know yet what it says.
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._telling = None
        status = self.status
        if status == self._told:
            return
        self._told = status
        for listener in list(self._listeners.values()):
            listener(status)


def _queued(messages: Sequence[JsonObject], target: InboxTarget) -> list[QueuedMessage]:
    return [
        QueuedMessage(str(message.get("id")), message_text(message), target)
        for message in messages
        if _from_person(message)
    ]


def _from_person(message: JsonObject) -> bool:
    """A notice waits in the same lists, but it is nobody's to edit."""
    source = message.get("source")
    return not isinstance(source, Mapping) or source.get("kind") == "user"


def build_local_agent(
    *,
    model: Model,
    questions: UserQuestionService,
    approvals: PendingApprovals | None = None,
    tools: Iterable[ToolDefinition] = (),
    gates: Iterable[Gate] = (),
    log: SessionLog | None = None,
    name: str | None = None,
    plan_section: str | None = DEFAULT_SECTION,
    plan_mode: bool = False,
) -> LocalAgentSource:
    """Put an agent together that asks, plans, and runs tools.

    Args:
        model: What answers.
        questions: Through which it asks. A service without an agent registry gets
            one; a registry it has is used, so that several agents may share a service.
        approvals: Where tool calls wait for a person's leave. None leaves gates that
            ask without anybody to ask.
        tools: What it may call besides `ask_user_question` and `exit_plan_mode`.
        gates: What is asked before each call.
        log: Its session; a turn that a crash left open is closed first. None begins
            a new one.
        name: What a person calls it.
        plan_section: What the system prompt says in plan mode; None composes no plan
            mode at all.
        plan_mode: Whether a new session begins in plan mode.

    Raises:
        TypeError: If the service has live agents that are not an `AgentRegistry`.
    """
    agents = questions.agents
    if agents is None:
        agents = questions.agents = AgentRegistry()
    if not isinstance(agents, AgentRegistry):
        raise TypeError("the question service already looks at other agents than a registry's")
    session = log if log is not None else SessionLog(uuid.uuid4().hex)
    for event in closing_events(session.events):
        session.append(event.type, event.data, source_event_seqs=event.source_event_seqs)
    registry, hooks, prompt = ToolRegistry(), AgentHooks(), SystemPrompt()
    commands = CommandRegistry()
    disposers = [register_ask_user(registry, questions)]
    disposers += [registry.register(tool) for tool in tools]
    disposers += [registry.add_gate(gate) for gate in gates]
    if approvals is not None:
        disposers.append(ApprovalService(approvals).attach(registry))
    agent = Agent(session.id, session, model, registry, name=name, hooks=hooks, prompt=prompt)
    plan: PlanMode | None = None
    if plan_section is not None:
        plan = PlanMode(plan_section, questions)
        disposers.append(plan.attach(tools=registry, commands=commands, hooks=hooks, prompt=prompt))
        if plan_mode and not len(session.events):
            plan.set(agent, True)
    return LocalAgentSource(agent, agents, commands, plan, approvals, disposers)
