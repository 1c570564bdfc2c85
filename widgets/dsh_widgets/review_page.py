"""All answers of a batch before they are sent, each as it will be sent."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import getters
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.rows import ReviewRow, gaps, review_rows
from dsh_core.form.state import FormState
from dsh_widgets.form_pane import FormPane
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_list import Row, RowList
from dsh_widgets.text import literal, literal_line

__all__ = ["ReviewPage", "ReviewPane"]

_DIGITS: Final = 9


class ReviewPage(RowList):
    """One row a question and a row that sends."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "review-page--number",
        "review-page--mark",
        "review-page--mark-gap",
        "review-page--title",
        "review-page--question",
        "review-page--answer",
        "review-page--gap",
        "review-page--kept",
        "review-page--badge",
        "review-page--send",
    }

    DEFAULT_CSS = """
    ReviewPage {
        & > .review-page--number { color: $foreground 65%; }
        & > .review-page--mark { color: $text-success; }
        & > .review-page--mark-gap { color: $text-warning; text-style: bold; }
        & > .review-page--title { color: $foreground; text-style: bold; }
        & > .review-page--question { color: $foreground 65%; }
        & > .review-page--answer { color: $foreground; }
        & > .review-page--gap { color: $text-warning; }
        & > .review-page--kept { color: $foreground 65%; text-style: italic; }
        & > .review-page--badge { color: $text-primary; text-style: italic; }
        & > .review-page--send { color: $text-primary; text-style: bold; }
    }
    """

    def show_review(self, state: FormState, catalogue: Catalogue) -> None:
        """Draw what would be sent now; the last row sends it."""
        rows = [self._question_row(state, row, catalogue) for row in review_rows(state)]
        self.show([*rows, self._send_row(state, catalogue)])
        self.cursor = state.review_cursor

    def _question_row(self, state: FormState, row: ReviewRow, catalogue: Catalogue) -> Row:
        gap = row.state == "gap"
        mark = {
            "gap": self.glyphs.open,
            "skipped": self.glyphs.skipped,
            "answered": self.glyphs.answered,
        }[row.state]
        number = f"{row.index + 1} " if row.index < _DIGITS else "  "
        prefix = Content.assemble(
            (number, ".review-page--number"),
            (f"{mark} ", ".review-page--mark-gap" if gap else ".review-page--mark"),
            strip_control_codes=False,
        )
        head = literal_line(row.title, ".review-page--title")
        if row.carried:
            badge = catalogue.text("form.carried")
            head = Content.assemble(head, "  ", (badge, ".review-page--badge"))
        question = literal_line(state.questions[row.index].question, ".review-page--question")
        return Row(prefix, (head, question, *self._answer(row, catalogue)))

    def _answer(self, row: ReviewRow, catalogue: Catalogue) -> list[Content]:
        lines = [
            literal(f"{self.glyphs.note} {label}", ".review-page--answer")
            for label in row.item.selected
        ]
        if row.item.custom is not None:
            lines.append(literal(row.item.custom, ".review-page--answer"))
        if row.state == "gap":
            lines.append(Content.styled(catalogue.text("form.open"), ".review-page--gap"))
        elif not lines:
            words = catalogue.text("join.parts").join(
                catalogue.text(key) for key in ("form.skipped", "form.no_answer")
            )
            lines.append(Content.styled(words, ".review-page--kept"))
        for part in row.kept:
            kept = catalogue.text("form.kept_not_sent", text=part.text)
            lines.append(literal(kept, ".review-page--kept"))
        return lines

    def _send_row(self, state: FormState, catalogue: Catalogue) -> Row:
        line = Content.styled(catalogue.text("form.send"), ".review-page--send")
        if missing := len(gaps(state)):
            key = "form.gap" if missing == 1 else "form.gaps"
            rest = catalogue.text(key, count=missing)
            line = Content.assemble(line, "  ", (rest, ".review-page--gap"))
        return Row(Content(f"  {self.glyphs.send} "), (line,))


class ReviewPane(FormPane):
    """The review page in as much room as there is.

    Args:
        keys: Where the page's keys go; None makes it inert.
        glyphs: The alphabet of marks.
    """

    page = getters.query_one(ReviewPage)

    def __init__(
        self, keys: KeyHandler | None = None, *, glyphs: Glyphs = UNICODE, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield ReviewPage(self._keys, glyphs=self._glyphs)

    def reveal(self) -> None:
        """Scroll the highlighted row into view, and to the top if the first page has it."""
        row = self.page.head_region(self.page.cursor, self.size.height)
        if row.bottom <= self.size.height:  # Not as it came here, through less room.
            row = Region(0, 0, 1, 1)
        self.scroll_to_region(row, animate=False, force=True, immediate=True)
