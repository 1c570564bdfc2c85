"""An agent as the app sees it: wherever it runs, in plain values only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from dsh_core.session.events import Event

__all__ = [
    "AgentSource",
    "CommandOutcome",
    "CommandSpec",
    "PlanChoice",
    "PlanState",
    "QueuedMessage",
    "SourceError",
    "SourceStatus",
]

PlanChoice = Literal["committed", "queued", "cancelled", "noop"]
"""What became of a plan mode selection: in force, waiting for the next step, withdrawn, nothing."""


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """Input that waits.

    Attributes:
        id: The message's id, to edit it by.
        text: What it says.
        target: `next-turn` opens a turn of its own, `next-step` joins the running one.
    """

    id: str
    text: str
    target: Literal["next-turn", "next-step"]


@dataclass(frozen=True, slots=True)
class PlanState:
    """Plan mode: `active` is logged; `pending` is a selection that waits, None if none does."""

    active: bool
    pending: bool | None = None


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How an agent stands; told anew whenever a part of it changes.

    Attributes:
        state: `starting` before `start` returned, `closed` after `close` or when the
            source was lost.
        queue: What waits, in the order in which it will enter.
        plan: Plan mode; None where it is not composed.
        problem: Why a source was lost; None when nothing is wrong.
    """

    state: Literal["starting", "idle", "running", "closed"]
    queue: tuple[QueuedMessage, ...] = ()
    plan: PlanState | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command a person may run; `hint` says what follows its name, None if nothing does."""

    name: str
    description: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What a command said; `text` is None when it said nothing."""

    command_id: str
    ok: bool
    text: str | None = None


class SourceError(Exception):
    """The source could not do what was asked; its text is for the person."""


class AgentSource(Protocol):
    """One agent and its session.

    Its questions come through the question service, not through here. All verbs
    are coroutines, since a source may be another process; they return when the
    agent has taken the request, not when it has acted on it, and raise `SourceError`
    where the agent cannot take it: before `start` and after `close`, say. Every source
    is an event feed, which a transcript can follow.
    """

    @property
    def id(self) -> str:
        """The agent's id, the same as its session's."""
        ...

    @property
    def name(self) -> str | None:
        """What a person calls the agent; None when it has no name of its own."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """The events this source holds, oldest first; a live view.

        It may begin in the middle of the session, then at a step's start or outside
        of steps; `older` has the rest.
        """
        ...

    @property
    def status(self) -> SourceStatus:
        """How the agent stands now."""
        ...

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        """Have `observer` called with each new event, in order; returns a remover."""
        ...

    def subscribe_status(self, listener: Callable[[SourceStatus], None]) -> Callable[[], None]:
        """Have `listener` called with each new status; returns a remover."""
        ...

    async def older(self, limit: int) -> Sequence[Event]:
        """Return at least `limit` events from before `events`, whole steps, oldest first.

        They are part of `events` from then on. Empty when there is nothing older.
        """
        ...

    async def start(self) -> None:
        """Bring the agent up.

        Raises:
            SourceError: If that fails.
        """
        ...

    async def prompt(self, text: str) -> None:
        """Queue a prompt for a turn of its own."""
        ...

    async def steer(self, text: str) -> None:
        """Have a message join the running turn at its next step; idle, it opens a turn."""
        ...

    async def cancel(self) -> None:
        """Stop the running turn; what is queued stays queued."""
        ...

    async def close(self) -> None:
        """Stop and let go of everything; the session can be opened again later."""
        ...

    async def commands(self) -> Sequence[CommandSpec]:
        """The commands there are, sorted by name."""
        ...

    async def run_command(self, line: str) -> CommandOutcome | None:
        """Run a slash line; None if it is no command that exists, and nothing was sent."""
        ...

    async def set_plan_mode(self, active: bool) -> PlanChoice:
        """Select plan mode.

        Raises:
            SourceError: Where plan mode is not composed.
        """
        ...

    async def edit_queued(self, message_id: str, text: str) -> bool:
        """Change a queued message; False when it waits no longer."""
        ...

    async def remove_queued(self, message_id: str) -> bool:
        """Take a queued message back; False when it waits no longer."""
        ...

    async def answer_approval(
        self, approval_id: str, outcome: Literal["allowed-once", "rejected", "cancelled"]
    ) -> bool:
        """Decide on an approval; False when it waits no longer."""
        ...
