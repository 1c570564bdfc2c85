"""A question's options, drawn from the question and its draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.cache import LRUCache
from textual.content import Content

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.drafts import Draft
from dsh_core.form.labels import display_labels, is_recommended
from dsh_core.questions.types import Question
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_list import Row, RowList
from dsh_widgets.text import literal

__all__ = ["NUMBER_WIDTH", "QuestionOptions"]

NUMBER_WIDTH: Final = 2
"""The cells of the number column, its blank included."""

_DIGITS: Final = 9
_QUESTIONS: Final = 8
"""Of how many questions the rows are kept, for a person who goes back and forth."""

_Drawn = tuple[Question, tuple[int, ...], Draft, Catalogue]
"""What rows are made of."""


class QuestionOptions(RowList):
    """The options of one question. The own answer is a widget of its own below it.

    Args:
        keys: Where its keys go; None makes it inert.
        glyphs: The alphabet of marks.
        catalogue: The language of the badge.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "option-list--number",
        "option-list--mark",
        "option-list--mark-on",
        "option-list--label",
        "option-list--label-on",
        "option-list--badge",
        "option-list--description",
        "option-list--note",
    }

    DEFAULT_CSS = """
    QuestionOptions {
        & > .option-list--number { color: $foreground 65%; }
        & > .option-list--mark { color: $foreground; }
        & > .option-list--mark-on { color: $text-success; text-style: bold; }
        & > .option-list--label { color: $foreground; }
        & > .option-list--label-on { color: $foreground; text-style: bold; }
        & > .option-list--badge { color: $text-primary; text-style: italic; }
        & > .option-list--description { color: $foreground 65%; }
        & > .option-list--note { color: $text-primary; }
    }
    """

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        catalogue: Catalogue | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(keys, glyphs=glyphs, id=id, classes=classes)
        self.catalogue = catalogue or Catalogue("en")
        self._drawn: _Drawn | None = None
        self._made: LRUCache[int, tuple[_Drawn, list[Row]]] = LRUCache(_QUESTIONS)

    def show_question(
        self, question: Question, order: Sequence[int], draft: Draft, cursor: int = -1
    ) -> None:
        """Draw a question as its draft stands. What draws as before is not drawn again.

        Args:
            question: Whose options.
            order: The option positions to list, row by row.
            draft: What is chosen.
            cursor: The highlighted row; one that is no option's highlights none.
        """
        drawn = (question, tuple(order), draft, self.catalogue)
        if drawn != self._drawn:  # A key that only moves the cursor makes no rows.
            self._drawn = drawn
            made = self._made.get(id(question))  # Kept alive by what is kept of it.
            if made is None or made[0] != drawn:
                made = self._made[id(question)] = (drawn, self._make(drawn))
            self.show(made[1])
        self.cursor = cursor if 0 <= cursor < len(order) else -1

    def _make(self, drawn: _Drawn) -> list[Row]:
        question, order, draft, _ = drawn
        labels = display_labels(question)
        return [self._row(question, draft, at, labels[at], n) for n, at in enumerate(order)]

    def _row(self, question: Question, draft: Draft, at: int, label: str, row: int) -> Row:
        chosen = at in draft.selected
        multi = bool(question.multi_select)
        on = "-on" if chosen else ""
        name = f"{'check' if multi else 'radio'}_{'on' if chosen else 'off'}"
        number = f"{row + 1} " if row < _DIGITS else " " * NUMBER_WIDTH
        prefix = Content.assemble(
            (number, ".option-list--number"),
            (f"{getattr(self.glyphs, name)} ", f".option-list--mark{on}"),
            strip_control_codes=False,
        )
        head = literal(label, f".option-list--label{on}")
        if is_recommended(question, at):
            badge = self.catalogue.text("option.recommended")
            gap = "  " if head else ""
            head = Content.assemble(head, gap, (badge, ".option-list--badge"))
        lines = [head]
        description = (question.options or ())[at].description
        if description and not is_blank(description):
            lines.append(literal(description, ".option-list--description"))
        if chosen and not multi and not is_blank(draft.note):
            word = self.catalogue.text("form.note")
            lines.append(literal(f"{self.glyphs.note} {word}: {draft.note}", ".option-list--note"))
        return Row(prefix, tuple(lines), muted=draft.skipped)
