"""Where a person writes to the agent: a field with a prompt, and a label while it discusses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.state import Message as Line
from dsh_widgets.editing import EditRequested
from dsh_widgets.glyphs import glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.still_lines import StillLines
from dsh_widgets.text import literal_line
from dsh_widgets.text_field import TextField

__all__ = ["MAX_ROWS", "Composer"]

MAX_ROWS: Final = 6
"""The most rows a message is written in; a longer one scrolls."""


class Composer(StillLines, TextField):
    """A text field for messages; it grows to six rows, then scrolls.

    Args:
        keys: Where its keys go; None makes it inert.
        catalogue: The language of its own words.
        id: The widget's DOM id.
        classes: Space separated CSS classes.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"composer--prompt", "composer--label"}

    DEFAULT_CSS = """
    Composer {
        padding: 0 1 0 3;

        &.-discussing { padding: 1 1 0 3; }

        & .composer--prompt { color: $foreground-muted; text-style: bold; }
        &:focus .composer--prompt { color: $text-primary; text-style: bold; }
        & .composer--label { color: $text-warning; }
    }
    """

    catalogue: reactive[Catalogue] = reactive(Catalogue, init=False)
    """The language of its own words."""

    compact: reactive[bool] = reactive(False, init=False)
    """One row only: a form has the keyboard."""

    most_rows: reactive[int] = reactive(MAX_ROWS, init=False)
    """It grows to this many rows, where there is little room."""

    discussing: reactive[str] = reactive("", init=False, toggle_class="-discussing")
    """The question that is being talked about, as its asker wrote it; empty for none."""

    @dataclass
    class Submitted(Message):
        """The person sent what was in it; it is empty now."""

        composer: Composer
        text: str

        @property
        def control(self) -> Composer:
            return self.composer

    @dataclass
    class Resized(Message):
        """It takes more or fewer rows than before."""

        composer: Composer

        @property
        def control(self) -> Composer:
            return self.composer

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        catalogue: Catalogue | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        catalogue = catalogue or Catalogue()
        super().__init__(
            keys,
            placeholder=catalogue.text("composer.placeholder"),
            max_rows=MAX_ROWS,
            glyphs=glyphs(catalogue.ascii_only),
            id=id,
            classes=classes,
        )
        self.set_reactive(Composer.catalogue, catalogue)

    @dataclass
    class EditingFailed(Message):
        """The person's editor gave no text back; what was written is still there.

        Attributes:
            composer: The composer.
            problem: What went wrong.
        """

        composer: Composer
        problem: Line

        @property
        def control(self) -> Composer:
            return self.composer

    def request_editor(self) -> None:
        """Ask for the text to be edited in the person's own editor."""
        self.post_message(EditRequested(self, self.text, ".md", self._take, self._fail))

    def submit(self) -> bool:
        """Send the text and empty the field; blank text stays. Whether there was any."""
        text = self.text
        if not text.strip():
            return False
        self.show_text("")
        self.post_message(self.Submitted(self, text))
        return True

    def paint_lines(self, crop: Region) -> list[Strip]:
        # The field is drawn behind its padding, which the prompt and the label stand in.
        strips = super().paint_lines(crop)
        for number, (text, name) in enumerate(self._lead()):
            row = number - crop.y
            if crop.x == 0 and 0 <= row < len(strips):
                strips[row] = self._over(strips[row], text, name)
        return strips

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self.placeholder = Content(catalogue.text("composer.placeholder"))
        self.refresh()

    def on_resize(self) -> None:
        self.post_message(self.Resized(self))

    def watch_most_rows(self) -> None:
        self._fit()

    def watch_compact(self) -> None:
        self._fit()

    def watch_discussing(self) -> None:
        self._fit()
        self.refresh(layout=True)

    def _take(self, text: str) -> None:
        self.revise_text(text)
        self.call_after_refresh(self.scroll_cursor_visible)

    def _fail(self, problem: Line) -> None:
        self.post_message(self.EditingFailed(self, problem))

    def _fit(self) -> None:
        label = 1 if self.discussing else 0
        self.styles.max_height = label + (1 if self.compact else self.most_rows)
        self.call_after_refresh(self.scroll_cursor_visible)

    def _lead(self) -> list[tuple[Content, str]]:
        """What stands on the first rows, beside or above the text."""
        marks = glyphs(self.catalogue.ascii_only)
        mark = marks.cursor if self.has_focus else marks.cursor_away
        prompt = (Content(f" {mark} "), "composer--prompt")
        if not self.discussing:
            return [prompt]
        question = literal_line(self.discussing).plain
        label = self.catalogue.text("composer.discussing", question=question)
        return [(Content(f" {label}"), "composer--label"), prompt]

    def _over(self, strip: Strip, text: Content, name: str) -> Strip:
        """Lay a text over the beginning of a painted row."""
        width = strip.cell_length
        if text.cell_length > width:
            text = text.truncate(width, ellipsis=True)
        style: Style = self.visual_style + self.get_visual_style(name, partial=True)
        drawn = Visual.to_strips(self, text, width, 1, style, apply_selection=False)
        if not drawn:
            return strip
        return Strip.join([drawn[0], strip.crop(drawn[0].cell_length)])
