"""What an opened tool row shows: questions with answers, a plan, or arguments and output."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import (
    AskDetail,
    AskedQuestion,
    GivenAnswer,
    PlanDetail,
    RowState,
    ToolEntry,
    pretty_json,
)
from dsh_widgets.glyphs import Glyphs, glyphs
from dsh_widgets.markdown_code import code_lines
from dsh_widgets.markdown_source import source_lines
from dsh_widgets.text import beginning, literal, literal_line
from dsh_widgets.wrapping import Row, hang

__all__ = ["STATE_STYLES", "closed_body", "state_glyph", "tool_body"]

STATE_STYLES: Final[dict[RowState, str]] = {
    "running": "$text-accent",
    "ok": "$text-success",
    "error": "$text-error",
    "stopped": "$text-warning",
}
_DIM: Final = "$foreground-muted"
_BAR: Final = Content.styled("  │ ", _DIM)
_MOST_LINES: Final = 2_000
"""Longer output is cut: opening it would take longer than anyone waits."""
_CLOSED_ROWS: Final = 5
"""Rows of the feedback on a plan that are shown while its row is closed."""
_CLOSED_CHARACTERS: Final = 2_000
"""Of each of its lines that are looked at for that: it is drawn anew with each new width."""


def state_glyph(marks: Glyphs, state: RowState) -> str:
    """The mark of a state; each differs from the others without its colour."""
    match state:
        case "running":
            return marks.running
        case "ok":
            return marks.ok
        case "error":
            return marks.failed
        case "stopped":
            return marks.stopped


def tool_body(entry: ToolEntry, width: int, catalogue: Catalogue) -> list[Row]:
    """Return the rows below the head of an open tool row."""
    body = _Body(width, catalogue)
    if entry.ask is not None and entry.ask.questions:
        body.ask(entry.ask)
        if entry.ask.answers is None and entry.output:
            body.gap()
            body.text(entry.output, _DIM)
    elif entry.plan is not None and entry.plan.plan:
        body.plan(entry.plan)
        if entry.plan.verdict is None and entry.output:
            body.gap()
            body.text(entry.output, _DIM)
    else:
        arguments = pretty_json(entry.arguments)
        body.lines(code_lines(arguments, "json" if arguments != entry.arguments else ""))
        if entry.output:
            body.gap()
            body.text(entry.output)
    return body.rows


def closed_body(entry: ToolEntry, width: int, catalogue: Catalogue) -> list[Row]:
    """Return the rows below the head of a closed tool row: what a person said to a plan."""
    plan = entry.plan
    if plan is None or not plan.feedback:
        return []
    body = _Body(width, catalogue)
    lines, cut = beginning(plan.feedback, _CLOSED_ROWS + 1, _CLOSED_CHARACTERS)
    body.feedback("\n".join(lines))
    if not cut and len(body.rows) <= _CLOSED_ROWS:
        return body.rows
    ellipsis = Content.styled(glyphs(catalogue.ascii_only).ellipsis, _DIM)
    return [*body.rows[: _CLOSED_ROWS - 1], Row(_BAR + ellipsis, len(_BAR))]


class _Body:
    """Rows behind one bar."""

    def __init__(self, width: int, catalogue: Catalogue) -> None:
        self.rows: list[Row] = []
        self._width = width
        self._catalogue = catalogue
        self._glyphs = glyphs(catalogue.ascii_only)

    def gap(self) -> None:
        if self.rows:
            self.rows.append(Row(_BAR, len(_BAR)))

    def put(self, line: Content, mark: Content | None = None) -> None:
        """Add a line, behind a mark if there is one."""
        first = rest = _BAR
        if mark is not None:
            first = _BAR + mark
            rest = _BAR + Content(" " * mark.cell_length)
        self.rows += hang(line, self._width, first, rest)

    def lines(self, lines: list[Content]) -> None:
        """Add lines up to the limit, and say how many are missing."""
        for line in lines[:_MOST_LINES]:
            self.put(line)
        self._more(len(lines))

    def _more(self, count: int) -> None:
        if count > _MOST_LINES:
            more = self._catalogue.text("transcript.more_lines", count=count - _MOST_LINES)
            self.put(Content.styled(more, _DIM))

    def text(self, text: str, style: str = "", mark: Content | None = None) -> None:
        """Add foreign text line by line, the mark before its first line."""
        text = text.replace("\r\n", "\n").rstrip("\n")
        # Splitting may cost more than drawing; what is behind the limit is only counted.
        lines = text.split("\n")
        if mark is None:
            self.lines([literal(line, style) for line in lines])
            return
        blank = Content(" " * mark.cell_length)
        for number, line in enumerate(lines[:_MOST_LINES]):
            self.put(literal(line, style), blank if number else mark)
        self._more(len(lines))

    def ask(self, ask: AskDetail) -> None:
        answers = ask.answers
        for number, question in enumerate(ask.questions):
            if number:
                self.gap()
            self._question(question)
            if answers is None:
                for option in question.options:
                    self.put(
                        literal_line(option.label), Content.styled(f"{self._glyphs.open} ", _DIM)
                    )
            elif number < len(answers):
                self._answer(answers[number])

    def plan(self, plan: PlanDetail) -> None:
        room = max(1, self._width - _BAR.cell_length)
        for line in source_lines(plan.plan, room):  # Whole: it is what was agreed on.
            self.put(line)
        if plan.verdict is not None:
            self.gap()
            word = self._catalogue.text(f"transcript.plan.{plan.verdict}")
            state: RowState = "ok" if plan.verdict == "approved" else "stopped"
            mark = f"{state_glyph(self._glyphs, state)} "
            self.put(Content.styled(word, "bold"), Content.styled(mark, STATE_STYLES[state]))
        if plan.feedback:
            self.feedback(plan.feedback)

    def feedback(self, text: str) -> None:
        self.text(text, "", Content.styled(f"{self._glyphs.own_off} ", "$text-accent"))

    def _question(self, question: AskedQuestion) -> None:
        if question.header:
            self.put(literal_line(question.header, f"bold {_DIM}"))
        self.text(question.question, "bold")

    def _answer(self, answer: GivenAnswer) -> None:
        for label in answer.selected:
            self.text(label, "", Content.styled(f"{self._glyphs.answered} ", "$text-success"))
        if answer.custom:
            self.text(answer.custom, "", Content.styled(f"{self._glyphs.own_off} ", "$text-accent"))
        if not answer.answered:
            word = self._catalogue.text("transcript.ask.skipped")
            self.put(Content.styled(word, _DIM), Content.styled(f"{self._glyphs.skipped} ", _DIM))
