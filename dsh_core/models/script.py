"""What a scripted model plays: instructions over plain values, and the facts they look at.

A script is compiled from something else (a scenario file, a test). Here are only
the values: no file, no YAML, and nothing about any one tool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dsh_core.base.plain import content_text, read_json
from dsh_core.models.protocol import Message

__all__ = [
    "Branch",
    "Call",
    "CannedResult",
    "Facts",
    "Fail",
    "Halt",
    "Instruction",
    "Jump",
    "Line",
    "PastCall",
    "Pause",
    "Predicate",
    "Say",
    "Script",
    "Template",
    "Wait",
    "read_facts",
]


@dataclass(frozen=True, slots=True)
class PastCall:
    """A tool call of the conversation that has its result.

    Attributes:
        id: The call's id.
        name: The tool's name.
        arguments: What it was called with; None when that was no JSON object.
        text: The text of the result, byte for byte as the model reads it.
        is_error: Whether the call failed.
    """

    id: str
    name: str
    arguments: Mapping[str, object] | None
    text: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a script may depend on: what any model could read in its messages.

    Attributes:
        calls: Calls with a result, oldest first.
        message: The newest words of the person; empty before the first.
        call_count: Calls made so far, with or without a result.
        spoke: Whether the person spoke while the last calls ran, so that their words
            came together with the results and nothing has answered them yet.
    """

    calls: tuple[PastCall, ...] = ()
    message: str = ""
    call_count: int = 0
    spoke: bool = False

    @property
    def last(self) -> PastCall | None:
        """The newest call with a result."""
        return self.calls[-1] if self.calls else None


Predicate = Callable[[Facts], bool]
Template = Callable[[Facts], str]


@dataclass(frozen=True, slots=True)
class CannedResult:
    """What a played tool gives back.

    Attributes:
        text: Its output.
        is_error: Whether it fails with that output as its message.
        seconds: How long it takes.
        approval: The reason for which a person has to allow it first; empty for
            no reason in particular, None when nobody is asked.
    """

    text: str
    is_error: bool = False
    seconds: float = 0.0
    approval: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Streams a text.

    Attributes:
        text: What to say.
        thinking: Whether it is reasoning and not part of the answer.
        speed: Characters a second; 0 sends everything at once.
        chunk: Characters in one delta.
    """

    text: Template
    thinking: bool = False
    speed: float = 0.0
    chunk: int = 8


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits before the next instruction."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a tool.

    Attributes:
        tool: Its name.
        arguments: The raw JSON to call it with.
        result: What a played tool answers; None for a real one.
        more: Whether the next instruction is a call of the same message.
    """

    tool: str
    arguments: Template
    result: Callable[[Facts], CannedResult] | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Has the person's side enter a line, and ends the message."""

    text: Template


@dataclass(frozen=True, slots=True)
class Wait:
    """Ends the message and with it the turn: the person is to speak.

    If they spoke while the last calls ran, it goes on at once, as the person need
    not speak twice; that counts for one wait.
    """


@dataclass(frozen=True, slots=True)
class Fail:
    """Fails the request as a provider would."""

    message: Template
    code: str = "SCRIPTED_FAILURE"


@dataclass(frozen=True, slots=True)
class Jump:
    """Goes on at another instruction."""

    target: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Goes on at the next instruction if the condition holds, else at `otherwise`."""

    condition: Predicate
    otherwise: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Ends the script."""


Instruction = Say | Pause | Call | Line | Wait | Fail | Jump | Branch | Halt


def _never(_call: PastCall) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Script:
    """Instructions in order; running off their end is a `Halt`.

    Attributes:
        instructions: What to do.
        closing: Said to every message after the end; empty says nothing.
        stopped: Whether a result says that the person stopped the turn. The
            message that made the call is then played again.
    """

    instructions: tuple[Instruction, ...]
    closing: str = ""
    stopped: Callable[[PastCall], bool] = _never


def read_facts(messages: Sequence[Message]) -> Facts:
    """Gather the facts of a conversation.

    Args:
        messages: As in `ModelRequest`.
    """
    open_calls: dict[str, tuple[str, object]] = {}
    calls: list[PastCall] = []
    message = ""
    count = 0
    resulted = spoke = False
    for entry in messages:
        blocks = _blocks(entry.get("content"))
        if entry.get("role") == "assistant":
            resulted = spoke = False
            for block in blocks:
                if block.get("type") == "tool-call":
                    count += 1
                    open_calls[str(block.get("id"))] = (
                        str(block.get("name")),
                        block.get("arguments"),
                    )
            continue
        source = entry.get("source")
        if isinstance(source, Mapping) and source.get("kind") == "user":
            message = content_text(entry.get("content"))
            spoke = resulted
        for block in blocks:
            call_id = str(block.get("toolCallId"))
            if block.get("type") == "tool-result" and call_id in open_calls:
                resulted = True
                name, raw = open_calls.pop(call_id)
                text = content_text(block.get("content"))
                failed = block.get("isError") is True
                calls.append(PastCall(call_id, name, _arguments(raw), text, failed))
    return Facts(tuple(calls), message, count, spoke)


def _blocks(content: object) -> list[Mapping[str, object]]:
    if not isinstance(content, Sequence) or isinstance(content, str):
        return []
    return [block for block in content if isinstance(block, Mapping)]


def _arguments(raw: object) -> Mapping[str, object] | None:
    if not isinstance(raw, str):
        return None
    try:
        value = read_json(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
