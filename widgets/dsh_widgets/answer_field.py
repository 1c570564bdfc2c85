"""The person's own text to a question: a mark and a field, aligned with the rows of options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.option_list import NUMBER_WIDTH
from dsh_widgets.still_lines import StillLines
from dsh_widgets.text_field import TextField

__all__ = ["AnswerField"]


class AnswerMark(StillLines, Widget):
    """The columns before the field."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "answer-mark--pointer",
        "answer-mark--off",
        "answer-mark--on",
    }

    DEFAULT_CSS = """
    AnswerMark {
        height: 1;
        width: auto;

        & > .answer-mark--pointer { color: $text-primary; text-style: bold; }
        & > .answer-mark--off { color: $foreground 65%; }
        & > .answer-mark--on { color: $text-success; text-style: bold; }
    }
    """

    highlighted: reactive[bool] = reactive(False)
    chosen: reactive[bool] = reactive(False)

    def __init__(self, off: str, on: str, pointer: str) -> None:
        super().__init__()
        self._off = off
        self._on = on
        self._pointer = pointer

    @property
    def width(self) -> int:
        """In cells."""
        return Content(f"{self._pointer} {self._off} ").cell_length + NUMBER_WIDTH

    def render(self) -> VisualType:
        blank = " " * Content(self._pointer).cell_length
        state = "on" if self.chosen else "off"
        return Content.assemble(
            (self._pointer if self.highlighted else blank, ".answer-mark--pointer"),
            " " * (1 + NUMBER_WIDTH),
            (self._on if self.chosen else self._off, f".answer-mark--{state}"),
            " ",
        )


class AnswerField(StillLines, Vertical):
    """A text field as the last row of a question, or as its only one.

    Args:
        keys: Where its keys go; None makes it inert.
        glyphs: The alphabet of marks.
        catalogue: The language of the placeholder.
        placeholder: The catalogue key of what an empty field says.
    """

    DEFAULT_CSS = """
    AnswerField {
        height: auto;
        width: 1fr;

        &.-highlighted {
            background: $primary 12%;
        }
        & > Horizontal {
            height: auto;
        }
        & > .answer-field--legend {
            display: none;
            padding: 0 0 0 6;
            color: $foreground 65%;
        }
        &.-folds > .answer-field--legend {
            display: block;
        }
    }
    """

    highlighted: reactive[bool] = reactive(False, toggle_class="-highlighted")
    """The highlight of the question's rows is on it."""

    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Its text is part of the answer."""

    @dataclass
    class AnswerClicked(Message):
        """The mouse was pressed on the mark or in the field."""

        answer_field: AnswerField

        @property
        def control(self) -> AnswerField:
            return self.answer_field

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        catalogue: Catalogue | None = None,
        placeholder: str = "custom.placeholder",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._placeholder = placeholder
        self._mark = AnswerMark(glyphs.own_off, glyphs.own_on, glyphs.cursor)
        words = catalogue or Catalogue("en")
        self._catalogue = words
        self._glyphs = glyphs
        self.field = TextField(keys, placeholder=words.text(placeholder), glyphs=glyphs)
        self._legend = Static(classes="answer-field--legend", markup=False)

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self._mark
            yield self.field
        yield self._legend

    def show_answer(self, text: str, *, highlighted: bool = False, chosen: bool = False) -> None:
        """Show a text and how it stands.

        Args:
            text: Loaded only when it differs from what the field holds.
            highlighted: The highlight of the question's rows is here.
            chosen: The text is part of the answer.
        """
        self.field.show_text(text)
        self.highlighted = highlighted
        self.chosen = chosen

    def rows_at(self, width: int) -> int:
        """The rows it needs when it is this many cells wide, large texts not limited."""
        room = Size(max(1, width - self._mark.width), 0)
        return self.field.get_content_height(room, room, room.width) + len(self.field.folds)

    def use_catalogue(self, catalogue: Catalogue) -> None:
        """Change the language."""
        self._catalogue = catalogue
        self._show_folds()
        self.field.placeholder = Content(catalogue.text(self._placeholder))

    def watch_highlighted(self, highlighted: bool) -> None:
        self._mark.highlighted = highlighted

    def watch_chosen(self, chosen: bool) -> None:
        self._mark.chosen = chosen

    def on_text_area_changed(self, event: TextField.Changed) -> None:
        self._show_folds()

    def _show_folds(self) -> None:
        """Say what the marks of large pastes stand for; there is no room inside the text."""
        lines = [
            self._catalogue.text(
                "field.fold", mark=self._glyphs.fold, lines=fold.lines, characters=fold.characters
            )
            for fold in self.field.folds
        ]
        legend = Content("\n".join(lines))
        if legend != self._legend.content:  # An update lays the screen out.
            self.set_class(bool(lines), "-folds")
            self._legend.update(legend)

    def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
        event.stop()  # The click itself arrives here, too.

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.AnswerClicked(self))
