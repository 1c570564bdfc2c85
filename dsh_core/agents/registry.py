"""The agents that are alive, and which of them owns which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

from dsh_core.agents.hooks import AgentView
from dsh_core.base.errors import HarnessError
from dsh_core.base.registration import register_in

__all__ = [
    "AgentAnnounced",
    "AgentRegistry",
    "AgentRegistryError",
    "RegistryListener",
    "current_agent",
]

current_agent: ContextVar[AgentView | None] = ContextVar("current_agent", default=None)
"""The agent in whose turn the running code was called; None outside of turns."""


class AgentRegistryError(HarnessError):
    """An agent cannot enter; code `AGENT_ID_MISMATCH` or `DUPLICATE_AGENT`."""


@dataclass(frozen=True, slots=True)
class AgentAnnounced:
    """An agent was `created` (announced) or `disposed` (detached after that)."""

    agent: AgentView
    kind: Literal["created", "disposed"]


RegistryListener = Callable[[AgentAnnounced], None]


@dataclass(slots=True, eq=False)
class _Entry:
    agent: AgentView
    owner: AgentView | None
    announced: bool = field(default=False)


class AgentRegistry:
    """Live agents by id, in the order they entered.

    Ownership says in whose turn an agent was made. It is a fact of this process
    and has nothing to do with a session's durable lineage: a child whose owner is
    gone is still no root, and a resumed child without an owner is one.
    """

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._listeners: dict[object, RegistryListener] = {}

    def enter(self, agent: AgentView, owner: AgentView | None) -> Callable[[], None]:
        """Add an agent.

        Returns:
            A detacher. Calling it twice does nothing, and it never removes a later
            agent of the same id.

        Raises:
            AgentRegistryError: If the agent's id is not its session's, or is taken.
        """
        if agent.id != agent.session.id:
            raise AgentRegistryError(
                f'agent id "{agent.id}" does not match session id "{agent.session.id}"',
                "AGENT_ID_MISMATCH",
            )
        if agent.id in self._entries:
            raise AgentRegistryError(f'agent "{agent.id}" is already registered', "DUPLICATE_AGENT")
        entry = _Entry(agent, owner)
        self._entries[agent.id] = entry

        def detach() -> None:
            if self._entries.get(agent.id) is not entry:
                return
            del self._entries[agent.id]
            if entry.announced:
                self._tell(AgentAnnounced(agent, "disposed"))

        return detach

    def announce(self, agent: AgentView) -> None:
        """Tell the listeners of an agent that entered; a second time does nothing."""
        entry = self._entries.get(agent.id)
        if entry is None or entry.agent is not agent or entry.announced:
            return
        entry.announced = True
        self._tell(AgentAnnounced(agent, "created"))

    def register(self, agent: AgentView) -> Callable[[], None]:
        """Enter and announce an agent, owned by the agent in whose turn this is called.

        Returns:
            A detacher, as `enter`.

        Raises:
            AgentRegistryError: As `enter`.
        """
        detach = self.enter(agent, current_agent.get())
        self.announce(agent)
        return detach

    def get(self, agent_id: str) -> AgentView | None:
        """Return a live agent; None if there is none of that id."""
        entry = self._entries.get(agent_id)
        return None if entry is None else entry.agent

    def list(self) -> Sequence[AgentView]:
        """All live agents, as a fresh list."""
        return [entry.agent for entry in self._entries.values()]

    def roots(self) -> Sequence[AgentView]:
        """The live agents that were entered without an owner, as a fresh list."""
        return [entry.agent for entry in self._entries.values() if entry.owner is None]

    def is_owned_by(self, agent_id: str, owner: AgentView) -> bool:
        """Whether the live agent of that id was entered with exactly this owner."""
        entry = self._entries.get(agent_id)
        return entry is not None and entry.owner is owner

    def subscribe(self, listener: RegistryListener) -> Callable[[], None]:
        """Have `listener` called when an agent is announced and when such a one is detached.

        Returns:
            A remover; calling it twice does nothing.
        """
        return register_in(self._listeners, listener)

    def _tell(self, event: AgentAnnounced) -> None:
        for listener in list(self._listeners.values()):
            listener(event)
