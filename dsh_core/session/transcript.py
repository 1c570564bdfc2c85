"""The transcript of a session: its log folded into entries, one event at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from dsh_core.base.registration import register_in
from dsh_core.session.entries import (
    AskDetail,
    AskedOption,
    AskedQuestion,
    AssistantEntry,
    CommandEntry,
    Entry,
    GivenAnswer,
    NoticeEntry,
    Phrase,
    PlanDetail,
    PlanModeEntry,
    PlanVerdict,
    RowState,
    StreamedText,
    ToolEntry,
    TurnEndEntry,
    UserEntry,
)
from dsh_core.session.events import (
    ASSISTANT_CHUNK,
    ASSISTANT_MESSAGE,
    COMMAND_DONE,
    COMMAND_RUN,
    PLAN_MODE,
    STEP_END,
    TOOL_CALL,
    TOOL_RESULT,
    TURN_END,
    USER_MESSAGE,
    Event,
    JsonObject,
)
from dsh_core.session.feed import Changed, EntrySource, EntryView, EventFeed
from dsh_core.session.messages import message_text
from dsh_core.session.tool_rows import ASK_TOOL, PLAN_TOOL, call_row, pretty_json, settle

__all__ = [
    "ASK_TOOL",
    "PLAN_TOOL",
    "AskDetail",
    "AskedOption",
    "AskedQuestion",
    "AssistantEntry",
    "Changed",
    "CommandEntry",
    "Entry",
    "EntrySource",
    "EntryView",
    "EventFeed",
    "GivenAnswer",
    "NoticeEntry",
    "Phrase",
    "PlanDetail",
    "PlanModeEntry",
    "PlanVerdict",
    "RowState",
    "StreamedText",
    "ToolEntry",
    "TranscriptFold",
    "TurnEndEntry",
    "UserEntry",
    "fold",
    "pretty_json",
]


class _Streaming:
    """The assistant entry that is being written."""

    __slots__ = ("_blocks", "index", "text", "thinking")

    def __init__(self, index: int) -> None:
        self.index = index
        self.text = StreamedText()
        self.thinking = StreamedText()
        self._blocks: dict[object, object] = {}

    def add(self, kind: object, block: object, part: str) -> None:
        text = self.text if kind == "text-delta" else self.thinking
        if self._blocks.get(kind, block) != block:
            text.add("\n\n")  # as the finished message parts its blocks
        self._blocks[kind] = block
        text.add(part)

    def snapshot(self, entry: AssistantEntry, **flags: bool) -> AssistantEntry:
        return AssistantEntry(
            (self.text, len(self.text)),
            (self.thinking, len(self.thinking)),
            seq=entry.seq,
            time=entry.time,
            **flags,
        )


class TranscriptFold:
    """Folds events into entries; each event costs the same however long the log is.

    It is an `EntrySource`. The call of a tool, its result, and the chunks of a
    message lie within one step, so it may begin at any `step/start` or outside of
    steps, and what is older may be put in front later.

    Args:
        feed: Folded at once and followed from then on; None for a fold that is
            only pushed to.
    """

    def __init__(self, feed: EventFeed | None = None) -> None:
        self._entries: list[Entry] = []
        self._view = EntryView(self._entries)
        self._listeners: dict[object, Callable[[Changed], None]] = {}
        self._calls: dict[str, int] = {}
        # What the step's message calls, until it is called or the step ends.
        self._announced: dict[str, tuple[str, str]] = {}
        self._commands: dict[str, int] = {}
        self._streaming: _Streaming | None = None
        self._shift = 0  # entries put in front since the indices above were noted
        self._unfollow: Callable[[], None] = lambda: None
        if feed is not None:
            for event in feed.events:
                self.push(event)
            self._unfollow = feed.subscribe(self.push)

    @property
    def entries(self) -> EntryView:
        """All entries, oldest first, as a live view."""
        return self._view

    def subscribe(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        """Have `listener` called synchronously after each change.

        Returns:
            A remover; calling it twice does nothing.
        """
        return register_in(self._listeners, listener)

    def close(self) -> None:
        """Follow the feed no longer."""
        self._unfollow()

    def push(self, event: Event) -> None:
        """Take the next event; one it does not know changes nothing."""
        handler = _HANDLERS.get(event.type)
        if handler is not None:
            handler(self, event)

    def prepend(self, events: Iterable[Event]) -> None:
        """Put what is older in front.

        Args:
            events: Ending right before the oldest event folded so far, with every
                step whole.
        """
        older = fold(events)
        if older:
            self._entries[:0] = older
            self._shift += len(older)
            self._tell(len(older), "prepended")

    def _user_message(self, event: Event) -> None:
        data = event.data
        source = data.get("source")
        source = source if isinstance(source, Mapping) else {}
        text, kind = message_text(data), source.get("kind")
        if kind in (None, "user"):
            message_id = data.get("id")
            known = message_id if isinstance(message_id, str) else ""
            self._append(UserEntry(text, event.seq, event.time, known))
            return
        summary, form = source.get("summary"), source.get("form")
        self._append(
            NoticeEntry(
                summary if isinstance(summary, str) else text,
                str(source.get("plugin") or kind),
                form if isinstance(form, str) else None,
                event.seq,
                event.time,
            )
        )

    def _chunk(self, event: Event) -> None:
        chunk = event.data.get("chunk")
        if not isinstance(chunk, Mapping):
            return
        kind, text = chunk.get("type"), chunk.get("text")
        if kind not in ("text-delta", "reasoning-delta") or not isinstance(text, str) or not text:
            return
        streaming = self._streaming
        if streaming is None:
            self._streaming = streaming = _Streaming(self._next_index())
            entry = AssistantEntry(streaming=True, seq=event.seq, time=event.time)
            streaming.add(kind, chunk.get("index"), text)
            self._append(streaming.snapshot(entry, streaming=True))
            return
        streaming.add(kind, chunk.get("index"), text)
        old = self._at(streaming.index)
        assert isinstance(old, AssistantEntry)
        self._update(streaming.index, streaming.snapshot(old, streaming=True))

    def _assistant_message(self, event: Event) -> None:
        message = event.data.get("message")
        content = message.get("content") if isinstance(message, Mapping) else None
        text, thinking = _blocks(content, "text"), _blocks(content, "reasoning")
        interrupted = event.data.get("interrupted") is True
        self._announced = {
            _text(block, "id"): (_text(block, "name"), _text(block, "arguments"))
            for block in _of_kind(content, "tool-call")
        }
        streaming, self._streaming = self._streaming, None
        if streaming is not None:
            old = self._at(streaming.index)
            assert isinstance(old, AssistantEntry)
            entry = AssistantEntry(text, thinking, False, interrupted, old.seq, old.time)
            self._update(streaming.index, entry)
        elif text or thinking:
            self._append(AssistantEntry(text, thinking, False, interrupted, event.seq, event.time))

    def _step_end(self, _event: Event) -> None:
        """A message that was never finished stays as far as it came."""
        self._announced = {}
        streaming, self._streaming = self._streaming, None
        if streaming is not None:
            old = self._at(streaming.index)
            assert isinstance(old, AssistantEntry)
            self._update(streaming.index, streaming.snapshot(old, interrupted=True))

    def _tool_call(self, event: Event) -> None:
        call_id, name, arguments = (
            _text(event.data, key) for key in ("callId", "name", "arguments")
        )
        self._calls[call_id] = self._next_index()
        self._append(call_row(call_id, name, arguments, event.seq, event.time))

    def _tool_result(self, event: Event) -> None:
        block = _result_block(event.data.get("message"))
        call_id = _text(block, "toolCallId")
        index = self._calls.pop(call_id, None)
        row = self._at(index) if index is not None else None
        if not isinstance(row, ToolEntry):
            # Never started: what it would have been is known from the message alone.
            name, arguments = self._announced.pop(call_id, ("", ""))
            row, index = call_row(call_id, name, arguments, event.seq, event.time), None
        error, meta = event.data.get("error"), event.data.get("meta")
        settled = settle(
            row,
            message_text(block),
            block.get("isError") is True,
            error if isinstance(error, Mapping) else None,
            meta if isinstance(meta, Mapping) else None,
        )
        if index is None:
            self._append(settled)
        else:
            self._update(index, settled)

    def _turn_end(self, event: Event) -> None:
        self._step_end(event)
        reason = event.data.get("reason")
        reason = reason if isinstance(reason, Mapping) else {}
        kind = _text(reason, "kind")
        if kind in ("", "completed"):
            return
        error = reason.get("error")
        detail = _text(error, "message") if isinstance(error, Mapping) else ""
        known = kind in ("aborted", "blocked", "error", "max-tokens", "interrupted")
        summary = Phrase(f"transcript.turn.{kind}") if known else Phrase(text=kind)
        turn = event.data.get("turn")
        number = turn if isinstance(turn, int) else 0
        self._append(TurnEndEntry(kind, summary, detail, number, event.seq, event.time))

    def _command_run(self, event: Event) -> None:
        args = event.data.get("args")
        command_id = _text(event.data, "commandId")
        self._commands[command_id] = self._next_index()
        self._append(
            CommandEntry(
                command_id,
                _text(event.data, "name"),
                args if isinstance(args, str) else None,
                seq=event.seq,
                time=event.time,
            )
        )

    def _command_done(self, event: Event) -> None:
        index = self._commands.pop(_text(event.data, "commandId"), None)
        row = self._at(index) if index is not None else None
        if index is None or not isinstance(row, CommandEntry):
            return  # its start is older than this fold
        state: RowState = "ok" if event.data.get("kind") == "success" else "error"
        self._update(index, replace(row, state=state, text=_text(event.data, "text")))

    def _plan_mode(self, event: Event) -> None:
        active = event.data.get("active")
        if isinstance(active, bool):
            self._append(PlanModeEntry(active, event.seq, event.time))

    def _next_index(self) -> int:
        """The noted index of the entry about to be appended; see `_shift`."""
        return len(self._entries) - self._shift

    def _at(self, index: int) -> Entry:
        return self._entries[index + self._shift]

    def _append(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._tell(len(self._entries) - 1, "appended")

    def _update(self, index: int, entry: Entry) -> None:
        self._entries[index + self._shift] = entry
        self._tell(index + self._shift, "updated")

    def _tell(self, index: int, kind: Literal["appended", "updated", "prepended"]) -> None:
        if self._listeners:
            changed = Changed(index, kind)
            for listener in list(self._listeners.values()):
                listener(changed)


_HANDLERS: Mapping[str, Callable[[TranscriptFold, Event], None]] = {
    USER_MESSAGE: TranscriptFold._user_message,
    ASSISTANT_CHUNK: TranscriptFold._chunk,
    ASSISTANT_MESSAGE: TranscriptFold._assistant_message,
    STEP_END: TranscriptFold._step_end,
    TOOL_CALL: TranscriptFold._tool_call,
    TOOL_RESULT: TranscriptFold._tool_result,
    TURN_END: TranscriptFold._turn_end,
    COMMAND_RUN: TranscriptFold._command_run,
    COMMAND_DONE: TranscriptFold._command_done,
    PLAN_MODE: TranscriptFold._plan_mode,
}


def fold(events: Iterable[Event]) -> list[Entry]:
    """Fold events at once."""
    whole = TranscriptFold()
    for event in events:
        whole.push(event)
    return list(whole.entries)


def _text(data: JsonObject, key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""


def _of_kind(content: object, kind: str) -> list[JsonObject]:
    if not isinstance(content, Sequence) or isinstance(content, str):
        return []
    return [block for block in content if isinstance(block, Mapping) and block.get("type") == kind]


def _blocks(content: object, kind: str) -> str:
    return "\n\n".join(_text(block, "text") for block in _of_kind(content, kind))


def _result_block(message: object) -> JsonObject:
    content = message.get("content") if isinstance(message, Mapping) else None
    if isinstance(content, Sequence) and content and isinstance(content[0], Mapping):
        return content[0]
    return {}
