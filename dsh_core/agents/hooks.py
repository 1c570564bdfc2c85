"""Where features take part in a turn, and how they add to the system prompt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from dsh_core.base.abort import AbortSignal
from dsh_core.base.registration import register_in
from dsh_core.models.protocol import PromptSection
from dsh_core.session.events import JsonObject
from dsh_core.session.inbox import Inbox
from dsh_core.session.log import SessionLog

__all__ = [
    "AgentHooks",
    "AgentView",
    "Enter",
    "PreStepListener",
    "Reject",
    "StepDecision",
    "StepProposal",
    "SystemPrompt",
    "TurnStoppingListener",
]


class AgentView(Protocol):
    """What a hook may know of the agent it runs for."""

    @property
    def id(self) -> str:
        """The agent's id, which is its session's id too."""
        ...

    @property
    def session(self) -> SessionLog:
        """Its log."""
        ...

    @property
    def inbox(self) -> Inbox:
        """Its waiting input."""
        ...


@dataclass(frozen=True, slots=True)
class StepProposal:
    """A step that is about to start.

    Attributes:
        agent: Whose step.
        turn: Counted from 1 over the session.
        step: Counted from 1 within the turn.
        messages: What was claimed from the inbox for it; it goes back there if the turn is
            stopped, or a listener fails, before the step has started.
        signal: Aborts with the turn.
    """

    agent: AgentView
    turn: int
    step: int
    messages: tuple[JsonObject, ...]
    signal: AbortSignal


@dataclass(frozen=True, slots=True)
class Enter:
    """The step starts with these messages; a turn's first step needs at least one to run."""

    messages: tuple[JsonObject, ...]


@dataclass(frozen=True, slots=True)
class Reject:
    """The step does not start, its messages are dropped, and the turn ends as `blocked`."""


StepDecision = Enter | Reject
NextListener = Callable[[], Awaitable[StepDecision]]
PreStepListener = Callable[[StepProposal, NextListener], Awaitable[StepDecision]]
"""Decides on a step, or works on what `await next_listener()` returned."""
TurnStoppingListener = Callable[[AgentView, int, AbortSignal], Awaitable[None]]
"""Runs before a turn ends by itself; what it steers runs as another step of that turn."""


class AgentHooks:
    """The listeners of one agent, or of several that share them."""

    def __init__(self) -> None:
        self._pre_step: dict[object, PreStepListener] = {}
        self._turn_stopping: dict[object, TurnStoppingListener] = {}

    def add_pre_step(self, listener: PreStepListener) -> Callable[[], None]:
        """Add a listener before each step; the first one added decides on the others' answer.

        Returns:
            A disposer; calling it twice does nothing.
        """
        return register_in(self._pre_step, listener)

    def add_turn_stopping(self, listener: TurnStoppingListener) -> Callable[[], None]:
        """Add a listener that runs, after those before it, when a turn is about to end.

        Returns:
            A disposer; calling it twice does nothing.
        """
        return register_in(self._turn_stopping, listener)

    async def pre_step(self, proposal: StepProposal) -> StepDecision:
        """Ask all listeners; with none, the step enters with what it claimed."""
        listeners = list(self._pre_step.values())

        async def ask(index: int) -> StepDecision:
            if index == len(listeners):
                return Enter(proposal.messages)
            return await listeners[index](proposal, lambda: ask(index + 1))

        return await ask(0)

    async def turn_stopping(self, agent: AgentView, turn: int, signal: AbortSignal) -> None:
        """Run all listeners one after another."""
        for listener in list(self._turn_stopping.values()):
            await listener(agent, turn, signal)


class SystemPrompt:
    """The sections of a system prompt, each written when a step is prepared."""

    def __init__(self) -> None:
        self._sections: dict[object, tuple[int, str, Callable[[AgentView], str]]] = {}

    def add(self, name: str, order: int, render: Callable[[AgentView], str]) -> Callable[[], None]:
        """Add a section.

        Args:
            name: Who writes it, such as `plan:policy`.
            order: Smaller ones come first; equal ones in the order they were added.
            render: Its text for an agent; a blank text leaves the section out.

        Returns:
            A disposer; calling it twice does nothing.
        """
        return register_in(self._sections, (order, name, render))

    def assemble(self, agent: AgentView) -> tuple[PromptSection, ...]:
        """Write all sections for one step."""
        rows = sorted(self._sections.values(), key=lambda row: row[0])
        written = (PromptSection(name, render(agent)) for _order, name, render in rows)
        return tuple(section for section in written if section.text.strip())
