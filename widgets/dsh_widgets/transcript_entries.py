"""How each kind of entry is drawn: an entry and a width in, rows out."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import (
    AssistantEntry,
    CommandEntry,
    Entry,
    NoticeEntry,
    PlanModeEntry,
    RowState,
    ToolEntry,
    TurnEndEntry,
    UserEntry,
)
from dsh_widgets.glyphs import glyphs
from dsh_widgets.markdown import draw_markdown
from dsh_widgets.markdown_stream import MarkdownStream
from dsh_widgets.text import literal, literal_line
from dsh_widgets.transcript_tools import STATE_STYLES, closed_body, state_glyph, tool_body
from dsh_widgets.wrapping import Row, hang

__all__ = ["EntryDrawing", "guess_height", "source_text"]

_DIM: Final = "$foreground-muted"
_NO_ROW: Final = Row(Content(""))
_THOUGHT: Final = (Content.styled("  │ ", _DIM),) * 2
_GUESS_LIMIT: Final = 200
_LAST_THOUGHT: Final = 400
"""Characters of a thought still under way that are shown while it is closed."""
_LAST_THOUGHT_ROWS: Final = 2


class EntryDrawing:
    """The rows of one entry at one width, kept until the entry changes.

    Attributes:
        rows: All of them, the gap above included; at least one.
        head: The row that opens and closes the entry, and that the cursor stands on.
        expandable: Whether there is anything to open.
    """

    __slots__ = (
        "_catalogue",
        "_drawn",
        "_glyphs",
        "_stream",
        "_width",
        "expandable",
        "head",
        "rows",
    )

    def __init__(self, catalogue: Catalogue, width: int) -> None:
        self._catalogue = catalogue
        self._glyphs = glyphs(catalogue.ascii_only)
        self._width = max(1, width)
        self._drawn: tuple[Entry, bool, bool] | None = None
        self._stream: MarkdownStream | None = None
        self.rows: list[Row] = [_NO_ROW]
        self.head = 0
        self.expandable = False

    def draw(self, entry: Entry, before: Entry | None, expanded: bool) -> None:
        """Bring the rows up to date.

        Args:
            entry: What to draw; entries are immutable, so the same one is not drawn twice.
            before: The entry above, which decides on the gap between them.
            expanded: Whether it is open.
        """
        gap = before is not None and not (
            isinstance(entry, ToolEntry) and isinstance(before, ToolEntry)
        )
        drawn = self._drawn
        if drawn is not None and drawn[0] is entry and drawn[1:] == (gap, expanded):
            return
        self._drawn = (entry, gap, expanded)
        self.expandable = False
        rows = self._body(entry, expanded) or [_NO_ROW]
        self.head = 1 if gap else 0
        self.rows = [_NO_ROW, *rows] if gap else rows

    def _body(self, entry: Entry, expanded: bool) -> list[Row]:
        match entry:
            case UserEntry():
                return self._marked(entry.text, *_prefix(self._glyphs.cursor, "bold $text-primary"))
            case AssistantEntry():
                return self._assistant(entry, expanded)
            case ToolEntry():
                return self._tool(entry, expanded)
            case CommandEntry():
                return self._command(entry)
            case TurnEndEntry():
                return self._turn_end(entry)
            case NoticeEntry():
                return self._notice(entry)
            case PlanModeEntry():
                text = entry.summary.render(self._catalogue)
                return self._marked(text, *_prefix(self._glyphs.waiting, _DIM), _DIM)

    def _assistant(self, entry: AssistantEntry, expanded: bool) -> list[Row]:
        rows: list[Row] = []
        if entry.thinking:
            self.expandable = True
            rows += self._thought(entry, expanded)
        text = entry.text
        if text:
            rows += self._markdown(text, entry.streaming)
        elif entry.streaming and not rows:
            rows.append(Row(Content.styled(self._glyphs.ellipsis, _DIM)))
        if entry.interrupted:
            word = self._catalogue.text("transcript.interrupted")
            rows += self._marked(word, *_prefix(self._glyphs.stopped, "$text-warning"), _DIM)
        return rows

    def _markdown(self, text: str, streaming: bool) -> list[Row]:
        if not streaming:
            self._stream = None
            return draw_markdown(text, self._width, self._glyphs)
        if self._stream is None:
            self._stream = MarkdownStream(self._width, self._glyphs)
        return self._stream.rows(text)

    def _thought(self, entry: AssistantEntry, expanded: bool) -> list[Row]:
        under_way = entry.streaming and not entry.text
        key = "transcript.thinking" if under_way else "transcript.thought"
        head = Content.styled(self._opener(expanded) + self._catalogue.text(key), _DIM)
        rows = [self._cut(head)]
        if expanded:
            rows += self._marked(entry.thinking, *_THOUGHT, f"{_DIM} italic")
        elif under_way:
            last = entry.thinking[-_LAST_THOUGHT:]
            rows += self._marked(last, *_THOUGHT, f"{_DIM} italic")[-_LAST_THOUGHT_ROWS:]
        if entry.text:
            rows.append(_NO_ROW)
        return rows

    def _tool(self, entry: ToolEntry, expanded: bool) -> list[Row]:
        self.expandable = True
        mark, style = self._state_mark(entry.state)
        head = Content.assemble(
            (self._opener(expanded), _DIM),
            (mark, style),
            " ",
            literal_line(entry.title.render(self._catalogue), "bold"),
            "  ",
            literal_line(entry.summary.render(self._catalogue), style if _loud(entry) else _DIM),
        )
        rows = [self._cut(head)]
        body = tool_body if expanded else closed_body
        rows += body(entry, self._width, self._catalogue)
        return rows

    def _command(self, entry: CommandEntry) -> list[Row]:
        mark, style = self._state_mark(entry.state)
        rows = self._marked(entry.line, *_prefix(mark, style), "bold")
        if entry.text:
            dim = "" if entry.state == "ok" else style
            rows += self._marked(entry.text, Content("  "), Content("  "), dim)
        return rows

    def _turn_end(self, entry: TurnEndEntry) -> list[Row]:
        style = self._state_mark("error" if entry.kind == "error" else "stopped")
        rows = self._marked(entry.summary.render(self._catalogue), *_prefix(*style), style[1])
        if entry.detail:
            rows += self._marked(entry.detail, Content("  "), Content("  "), _DIM)
        return rows

    def _notice(self, entry: NoticeEntry) -> list[Row]:
        text = f"{entry.origin}: {entry.text}" if entry.origin else entry.text
        return self._marked(text, *_prefix(self._glyphs.notice, _DIM), _DIM)

    def _opener(self, expanded: bool) -> str:
        return f"{self._glyphs.opened if expanded else self._glyphs.closed} "

    def _state_mark(self, state: RowState) -> tuple[str, str]:
        return state_glyph(self._glyphs, state), STATE_STYLES[state]

    def _marked(self, text: str, first: Content, rest: Content, style: str = "") -> list[Row]:
        """Foreign text behind a mark, line by line."""
        content = literal(text.replace("\r\n", "\n").rstrip("\n"), style)
        rows: list[Row] = []
        for line in content.split("\n", allow_blank=True) if "\n" in content.plain else [content]:
            rows += hang(line, self._width, rest if rows else first, rest)
        return rows

    def _cut(self, head: Content) -> Row:
        """A head stays one row whatever is in it."""
        if head.cell_length > self._width:
            head = head.truncate(self._width, ellipsis=True)
        return Row(head)


def guess_height(entry: Entry, width: int) -> int:
    """About how many rows an entry takes when closed; cheap."""
    if isinstance(entry, ToolEntry):
        return 1
    if isinstance(entry, (UserEntry, NoticeEntry, AssistantEntry)):
        text = entry.text
        return 1 + text.count("\n") + len(text) // max(1, width) + (0 if text else 1) + bool(text)
    return 2


def source_text(entry: Entry) -> str:
    """The entry as it was written, for copying."""
    match entry:
        case ToolEntry():
            return "\n".join(part for part in (entry.name, entry.arguments, entry.output) if part)
        case CommandEntry():
            return f"{entry.line}\n{entry.text}" if entry.text else entry.line
        case TurnEndEntry():
            return entry.detail or entry.kind
        case PlanModeEntry():
            return ""
        case _:
            return entry.text


def _loud(entry: ToolEntry) -> bool:
    return entry.state in ("error", "stopped")


def _prefix(mark: str, style: str) -> tuple[Content, Content]:
    return Content.styled(f"{mark} ", style), Content("  ")
