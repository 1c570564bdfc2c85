"""Lines a person enters that are commands, not messages."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from dsh_core.base.abort import AbortController, AbortSignal
from dsh_core.base.errors import HarnessError
from dsh_core.base.registration import register_as
from dsh_core.base.sanitise import replace_surrogates
from dsh_core.session.events import COMMAND_DONE, COMMAND_RUN
from dsh_core.session.log import SessionLog
from dsh_core.tools.render import error_message

__all__ = [
    "Command",
    "CommandAgent",
    "CommandError",
    "CommandInput",
    "CommandInvocation",
    "CommandRegistry",
    "CommandResult",
    "CommandRun",
    "ParsedLine",
    "parse_line",
]

Image = Mapping[str, object]
"""An image as a content block."""

_LINE = re.compile(r"/(?P<name>[a-z][a-z0-9_-]*)(?=[\t\n\r ]|\Z)")


class CommandError(HarnessError):
    """A command cannot be registered; code `DUPLICATE_COMMAND` or `BAD_COMMAND`."""


class CommandAgent(Protocol):
    """What running a command needs of an agent."""

    @property
    def id(self) -> str:
        """The agent's id."""
        ...

    @property
    def session(self) -> SessionLog:
        """Where the run is logged."""
        ...


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line in the form of a command.

    Attributes:
        name: Without the slash.
        raw_input: All that follows the name, with the separator.
    """

    name: str
    raw_input: str


@dataclass(frozen=True, slots=True)
class CommandInput:
    """What a command takes after its name; `hint` is shown, such as `[off|message]`."""

    hint: str
    images: bool = False


@dataclass(frozen=True, slots=True)
class CommandResult:
    """How a command ended.

    Attributes:
        kind: Whether it did what was asked.
        text: What the person reads; an error always has one.
    """

    kind: Literal["success", "error"]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class CommandInvocation:
    """One run, as the handler gets it."""

    agent: CommandAgent
    raw_input: str
    images: Sequence[Image]
    signal: AbortSignal


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        name: Lower case letters, digits, `_` and `-`, a letter first.
        description: One line for a list of commands.
        run: Does it. What it raises is logged and raised on.
        input: What it takes; None takes nothing in particular.
        record_input: Whether the log keeps what followed the name.
    """

    name: str
    description: str
    run: Callable[[CommandInvocation], Awaitable[CommandResult]]
    input: CommandInput | None = None
    record_input: bool = True


@dataclass(frozen=True, slots=True)
class CommandRun:
    """A finished run."""

    command_id: str
    result: CommandResult


def parse_line(line: str) -> ParsedLine | None:
    """Read a line as a command; None means that it is a message."""
    match = _LINE.match(line)
    return None if match is None else ParsedLine(match["name"], line[match.end() :])


class CommandRegistry:
    """The commands there are, for all agents or for one of them.

    Args:
        attachments: Whether images can be kept, so that a command may take them.
    """

    def __init__(self, *, attachments: bool = False) -> None:
        self._attachments = attachments
        self._layers: dict[str | None, dict[str, Command]] = {}
        self._count = 0

    def register(self, command: Command, *, agent_id: str | None = None) -> Callable[[], None]:
        """Add a command.

        Args:
            command: What to add.
            agent_id: The only agent that has it, where it goes before a command of
                the same name that all agents have. None means all of them.

        Returns:
            A disposer; calling it twice does nothing.

        Raises:
            CommandError: If the name is not one, or is taken in this layer.
        """
        if parse_line(f"/{command.name}") != ParsedLine(command.name, ""):
            raise CommandError(f'"{command.name}" is no command name', "BAD_COMMAND")
        layer = self._layers.setdefault(agent_id, {})
        if command.name in layer:
            raise CommandError(
                f'command "{command.name}" is already registered', "DUPLICATE_COMMAND"
            )
        return register_as(layer, command.name, command)

    def get(self, agent_id: str, name: str) -> Command | None:
        """The command an agent has under a name; None if there is none."""
        own = self._layers.get(agent_id, {}).get(name)
        return own or self._layers.get(None, {}).get(name)

    def list(self, agent_id: str) -> tuple[Command, ...]:
        """All commands an agent has, by name."""
        found = {**self._layers.get(None, {}), **self._layers.get(agent_id, {})}
        return tuple(found[name] for name in sorted(found))

    async def execute(
        self,
        agent: CommandAgent,
        line: str,
        images: Sequence[Image] = (),
        signal: AbortSignal | None = None,
    ) -> CommandRun | None:
        """Run a line.

        Args:
            agent: For whom.
            line: As the person entered it.
            images: What they attached.
            signal: Ends the run; None never does.

        Returns:
            How it ended. None for a line that is no command or names none: then
            nothing is logged, and the line is up to the caller.

        Raises:
            Exception: What the handler raised, after `command/done` was logged.
        """
        parsed = parse_line(replace_surrogates(line))
        command = self.get(agent.id, parsed.name) if parsed is not None else None
        if parsed is None or command is None:
            return None
        self._count += 1
        command_id = f"cmd-{secrets.token_hex(4)}-{self._count}"
        started: dict[str, object] = {"commandId": command_id, "name": command.name}
        if command.record_input:
            started["args"] = parsed.raw_input
        started["source"] = {"kind": "user"}
        agent.session.append(COMMAND_RUN, started)
        refusal = self._refuse_images(command) if images else None
        if refusal is not None:
            return self._done(agent, command_id, CommandResult("error", refusal))
        invocation = CommandInvocation(
            agent, parsed.raw_input, images, signal or AbortController().signal
        )
        try:
            result = await command.run(invocation)
        except (Exception, asyncio.CancelledError) as error:  # any end has to be logged
            self._done(agent, command_id, CommandResult("error", error_message(error)))
            raise
        return self._done(agent, command_id, result)

    def _refuse_images(self, command: Command) -> str | None:
        if command.input is None or not command.input.images:
            return f"/{command.name} does not accept image attachments"
        if not self._attachments:
            return (
                f"/{command.name}: image attachments are unavailable "
                "because no attachment store is composed"
            )
        return None

    def _done(self, agent: CommandAgent, command_id: str, result: CommandResult) -> CommandRun:
        data: dict[str, object] = {"commandId": command_id, "kind": result.kind}
        if result.text is not None:
            result = replace(result, text=replace_surrogates(result.text))
            data["text"] = result.text
        agent.session.append(COMMAND_DONE, data)
        return CommandRun(command_id, result)
