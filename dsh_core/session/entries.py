"""What a transcript shows: one immutable entry for each thing a person sees as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dsh_core.base.catalogue import Catalogue

__all__ = [
    "AskDetail",
    "AskedOption",
    "AskedQuestion",
    "AssistantEntry",
    "CommandEntry",
    "Entry",
    "GivenAnswer",
    "NoticeEntry",
    "Phrase",
    "PlanDetail",
    "PlanModeEntry",
    "PlanVerdict",
    "RowState",
    "StreamedText",
    "ToolEntry",
    "TurnEndEntry",
    "UserEntry",
]

RowState = Literal["running", "ok", "error", "stopped"]
PlanVerdict = Literal["approved", "refused", "feedback", "discussed"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A short text of a row: a key of the catalogue, or foreign text as it came.

    Attributes:
        key: The catalogue key; None means that `text` is the phrase.
        text: Foreign, unsanitised text.
        values: What fills the placeholders of the key.
    """

    key: str | None = None
    text: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    def render(self, catalogue: Catalogue) -> str:
        """Return the phrase in one language; it is not sanitised."""
        return self.text if self.key is None else catalogue.text(self.key, **self.values)


class StreamedText:
    """Text that grows part by part; adding a part never copies what is there."""

    __slots__ = ("_known", "_known_parts", "_parts")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._known = ""
        self._known_parts = 0

    def __len__(self) -> int:
        """How many parts there are."""
        return len(self._parts)

    def add(self, part: str) -> None:
        """Add a part."""
        self._parts.append(part)

    def first(self, parts: int) -> str:
        """Return the text of the first `parts` parts, joined when first asked for."""
        if parts < self._known_parts:
            return "".join(self._parts[:parts])
        if parts > self._known_parts:
            self._known += "".join(self._parts[self._known_parts : parts])
            self._known_parts = parts
        return self._known


@dataclass(frozen=True, slots=True)
class UserEntry:
    """What a person said.

    Attributes:
        text: The text blocks, parted by newlines.
        seq: The event it came with.
        time: Milliseconds since the epoch.
        message_id: The message's id.
    """

    text: str
    seq: int = 0
    time: int = 0
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class NoticeEntry:
    """Something a plugin or a tool told the model.

    Attributes:
        text: A plugin's summary if it gave one, else the message.
        origin: The plugin's name, or the source kind.
        form: The plugin's word for the shape, such as `notice`; None when it gave none.
        seq: The event it came with.
        time: Milliseconds since the epoch.
    """

    text: str
    origin: str = ""
    form: str | None = None
    seq: int = 0
    time: int = 0


class AssistantEntry:
    """What the model said in one step, and thought before it.

    Args:
        text: The answer.
        thinking: The reasoning; empty when there was none.
        streaming: Whether more of it is to come.
        interrupted: Whether it was broken off.
        seq: The event it began with.
        time: Milliseconds since the epoch.
    """

    __slots__ = ("_text", "_thinking", "interrupted", "seq", "streaming", "time")

    def __init__(
        self,
        text: str | tuple[StreamedText, int] = "",
        thinking: str | tuple[StreamedText, int] = "",
        streaming: bool = False,
        interrupted: bool = False,
        seq: int = 0,
        time: int = 0,
    ) -> None:
        self._text = text
        self._thinking = thinking
        self.streaming = streaming
        self.interrupted = interrupted
        self.seq = seq
        self.time = time

    @property
    def text(self) -> str:
        """The answer so far."""
        return _joined(self._text)

    @property
    def thinking(self) -> str:
        """The reasoning so far."""
        return _joined(self._thinking)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AssistantEntry) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((AssistantEntry, self.seq))

    def __repr__(self) -> str:
        flags = f"streaming={self.streaming}, interrupted={self.interrupted}"
        return f"AssistantEntry({self.text!r}, thinking={self.thinking!r}, {flags})"

    def _key(self) -> tuple[object, ...]:
        flags = (self.streaming, self.interrupted)
        return (self.text, self.thinking, *flags, self.seq, self.time)


@dataclass(frozen=True, slots=True)
class AskedOption:
    """An option as the model wrote it."""

    label: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as the model wrote it; what was malformed is left out."""

    id: str
    question: str
    header: str | None = None
    options: tuple[AskedOption, ...] = ()
    multi_select: bool = False


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer exactly as it was sent; `custom` is None when the key was absent."""

    id: str
    selected: tuple[str, ...] = ()
    custom: str | None = None

    @property
    def answered(self) -> bool:
        """Whether anything was chosen or written; a skipped question is not answered."""
        return bool(self.selected or self.custom)


@dataclass(frozen=True, slots=True)
class AskDetail:
    """The inside of an `ask_user_question` row.

    Attributes:
        questions: In the order of the request; empty when the arguments are no batch.
        answers: In the order of the request; None until, and unless, answers were sent.
            Question and answer belong together by position.
    """

    questions: tuple[AskedQuestion, ...] = ()
    answers: tuple[GivenAnswer, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlanDetail:
    """The inside of an `exit_plan_mode` row.

    Attributes:
        plan: The plan as it was presented, Markdown.
        verdict: None until there is one, and when the call failed otherwise.
        feedback: What was written to the model; None when nothing was.
    """

    plan: str
    verdict: PlanVerdict | None = None
    feedback: str | None = None


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool call and, later, its result.

    Attributes:
        call_id: The model's id of the call.
        name: The tool; empty when only the result is known.
        arguments: The raw text the model wrote.
        state: How it stands.
        title: The row's first words.
        summary: The rest of the one line.
        result_text: The text of the result; None before it.
        error: Name and code, when the result carries them.
        meta: The tool's note for the log; None when it left none.
        ask: Set for `ask_user_question`.
        plan: Set for `exit_plan_mode`.
        seq: The event it began with.
        time: Milliseconds since the epoch.
    """

    call_id: str
    name: str
    arguments: str
    state: RowState
    title: Phrase
    summary: Phrase
    result_text: str | None = None
    error: Mapping[str, object] | None = None
    meta: Mapping[str, object] | None = None
    ask: AskDetail | None = None
    plan: PlanDetail | None = None
    seq: int = 0
    time: int = 0

    @property
    def output(self) -> str:
        """What the expanded row shows: a failure without text says its name and code."""
        if self.result_text or self.error is None:
            return self.result_text or ""
        return f"{self.error.get('name')}: {self.error.get('code')}"


@dataclass(frozen=True, slots=True)
class TurnEndEntry:
    """A turn that did not simply complete.

    Attributes:
        kind: `aborted`, `blocked`, `error`, `max-tokens` or `interrupted`.
        summary: One line about it.
        detail: The error's own message; empty otherwise.
        turn: Which turn.
        seq: The event it came with.
        time: Milliseconds since the epoch.
    """

    kind: str
    summary: Phrase
    detail: str = ""
    turn: int = 0
    seq: int = 0
    time: int = 0


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A person's command.

    Attributes:
        command_id: Ties run and done together.
        name: Without the slash.
        args: Everything after the name, verbatim; None when it is not recorded.
        state: How it stands.
        text: What it said; empty before it is done, or when it said nothing.
        seq: The event it began with.
        time: Milliseconds since the epoch.
    """

    command_id: str
    name: str
    args: str | None
    state: RowState = "running"
    text: str = ""
    seq: int = 0
    time: int = 0

    @property
    def line(self) -> str:
        """The command as it was typed, as far as it is recorded."""
        return f"/{self.name}{self.args or ''}"


@dataclass(frozen=True, slots=True)
class PlanModeEntry:
    """Plan mode was switched on or off."""

    active: bool
    seq: int = 0
    time: int = 0

    @property
    def summary(self) -> Phrase:
        """One line about it."""
        return Phrase("transcript.plan_mode.on" if self.active else "transcript.plan_mode.off")


Entry = (
    UserEntry
    | NoticeEntry
    | AssistantEntry
    | ToolEntry
    | TurnEndEntry
    | CommandEntry
    | PlanModeEntry
)


def _joined(text: str | tuple[StreamedText, int]) -> str:
    return text if isinstance(text, str) else text[0].first(text[1])
