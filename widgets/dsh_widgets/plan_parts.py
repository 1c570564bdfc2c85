"""The parts of the plan panel around the plan: its head, the fields, the list of comments."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_state import PlanState
from dsh_core.form.plan_text import Comment
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_list import Row, RowList
from dsh_widgets.still_lines import StillLines
from dsh_widgets.still_text import StillText
from dsh_widgets.text import beginning, literal, literal_line
from dsh_widgets.text_field import TextField

__all__ = ["CommentList", "PlanField", "PlanHead", "comment_place", "comments_above"]

_QUOTED: Final = 3
"""Quoted lines that the list shows of a comment."""
_QUOTED_CELLS: Final = 160
"""How long the list shows each of them."""
_SAID_LINES: Final = 40
_SAID_CHARACTERS: Final = 2_000
"""Lines of a comment that the list shows, and characters of each: it may be a very long paste."""
_LISTED: Final = 4
"""Comments that are named above the feedback box."""


class PlanHead(StillLines, Horizontal):
    """What is asked, what changed, what was written, and how much of the plan is above."""

    DEFAULT_CSS = """
    PlanHead {
        height: 1;

        & #plan-title { width: 1fr; height: 1; text-style: bold; }
        & #plan-position { width: auto; height: 1; color: $foreground-muted; }
    }
    """

    def __init__(self, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield StillText(id="plan-title")
        yield Static(id="plan-position")

    def show(self, state: PlanState, catalogue: Catalogue, percent: int) -> None:
        """Draw it.

        Args:
            state: The review.
            catalogue: The language.
            percent: How much of what is shown is above the end of the screen.
        """
        title = Content.assemble(
            catalogue.text("plan.header"),
            ("  ", ""),
            literal_line(state.claim.question, "not bold $foreground-muted"),
        )
        self.query_one("#plan-title", StillText).show(title)
        parts = self._counts(state, catalogue)
        parts.append(catalogue.text("plan.position", percent=percent))
        join = catalogue.text("join.parts")
        # The name of the whole thing comes before what it holds, and the position before both.
        room = self.size.width - cell_len(catalogue.text("plan.header")) - 2
        while len(parts) > 1 and cell_len(join.join(parts)) > room:
            parts.pop(-2)
        position = self.query_one("#plan-position", Static)
        text = Content(f"  {join.join(parts)}")
        if position.content != text:  # It is as wide as it is long: another one is laid out.
            position.update(text)

    def _counts(self, state: PlanState, catalogue: Catalogue) -> list[str]:
        parts: list[str] = []
        diff = state.diff
        if diff is not None and diff.rows:
            parts.append(f"+{diff.added} {self._glyphs.minus}{diff.removed}")
        if state.changes:
            parts.append(catalogue.text("plan.changes"))
        if state.comments:
            key = "plan.comments_one" if len(state.comments) == 1 else "plan.comments"
            parts.append(catalogue.text(key, count=len(state.comments)))
        if state.stale:
            parts.append(catalogue.text("plan.stale", count=len(state.stale)))
        return parts


class PlanField(StillLines, Horizontal):
    """A field with a label before it.

    Args:
        keys: Where its keys go.
        glyphs: The alphabet of marks.
        field_id: The DOM id of the field.
        placeholder: What it says while it is empty.
    """

    DEFAULT_CSS = """
    PlanField {
        height: auto;
        display: none;

        &.-shown { display: block; }
        & > .plan-field--label { width: auto; height: 1; color: $text-accent; }
    }
    """

    def __init__(
        self,
        keys: KeyHandler | None,
        glyphs: Glyphs,
        *,
        field_id: str,
        placeholder: str = "",
    ) -> None:
        super().__init__()
        self._mark = glyphs.own_off
        self._label = Static(Content(f"{self._mark} "), classes="plan-field--label")
        self.field = TextField(keys, placeholder=placeholder, glyphs=glyphs, id=field_id)

    def compose(self) -> ComposeResult:
        yield self._label
        yield self.field

    def show(self, text: str, *, shown: bool, label: str = "") -> None:
        """Show a text; it is loaded only when it differs from what the field holds."""
        self.set_class(shown, "-shown")
        content = Content(f"{self._mark} {label}: " if label else f"{self._mark} ")
        if content != self._label.content:
            self._label.update(content)
        self.field.show_text(text)


class CommentList(RowList):
    """All comments, the stale ones last."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "comment-list--line",
        "comment-list--quoted",
        "comment-list--text",
        "comment-list--stale",
    }

    DEFAULT_CSS = """
    CommentList {
        height: auto;

        & > .comment-list--line { color: $text-accent; text-style: bold; }
        & > .comment-list--quoted { color: $foreground 65%; }
        & > .comment-list--text { color: $foreground; }
        & > .comment-list--stale { color: $text-warning; text-style: bold; }
    }
    """

    def show_comments(self, state: PlanState, catalogue: Catalogue) -> None:
        """Draw the comments of a review; the highlight is where the state says."""
        stale = len(state.comments)
        self.show(
            [
                self._row(comment, catalogue, stale=number >= stale)
                for number, comment in enumerate((*state.comments, *state.stale))
            ]
        )
        self.cursor = state.listed

    def _row(self, comment: Comment, catalogue: Catalogue, *, stale: bool) -> Row:
        name = "stale" if stale else "line"
        head = Content.styled(
            comment_place(comment, catalogue, stale=stale), f".comment-list--{name}"
        )
        quoted = [
            literal(f"> {line}", ".comment-list--quoted").truncate(_QUOTED_CELLS, ellipsis=True)
            for line in comment.quoted[:_QUOTED]
        ]
        if len(comment.quoted) > _QUOTED:
            quoted.append(Content.styled(f"> {self.glyphs.ellipsis}", ".comment-list--quoted"))
        lines, cut = beginning(comment.text, _SAID_LINES, _SAID_CHARACTERS)
        text = [literal(line, ".comment-list--text") for line in lines]
        if cut:
            text.append(Content.styled(self.glyphs.ellipsis, ".comment-list--quoted"))
        return Row(Content(f"{self.glyphs.comment} "), (head, *quoted, *text))


def comment_place(comment: Comment, catalogue: Catalogue, *, stale: bool = False) -> str:
    """Where a comment is, in words."""
    first, last = comment.first + 1, comment.last + 1
    if stale:
        return catalogue.text("plan.stale_line", first=first)
    if first == last:
        return catalogue.text("plan.line", first=first)
    return catalogue.text("plan.lines", first=first, last=last)


def comments_above(state: PlanState, catalogue: Catalogue, glyphs: Glyphs) -> Content:
    """The comments that go out with the feedback, a line each."""
    lines: list[Content] = []
    for comment in state.comments[:_LISTED]:
        first, last = comment.first + 1, comment.last + 1
        place = str(first) if first == last else f"{first}-{last}"
        text = literal_line(comment.text[:_SAID_CHARACTERS])
        lines.append(Content.assemble((f"{glyphs.comment} {place}: ", "$text-accent"), text))
    more = len(state.comments) - _LISTED
    if more > 0:
        lines.append(Content.styled(catalogue.text("plan.more", count=more), "$foreground-muted"))
    return Content("\n").join(lines)
