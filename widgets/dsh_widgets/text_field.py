"""A text that is edited where it stands, one key at a time and only when told to.

The stock editor acts on characters in its own queue and on the other keys through bindings that
run later in the app's, which turns a fast "teh⌫⌫he" into "teh". This one has no bindings and
does nothing by itself: its owner hands it each key by `apply`, and the edit is done on return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import DocumentBase, DocumentNavigator, WrappedDocument

from dsh_core.base.sanitise import sanitise
from dsh_widgets.drawn_document import Drawing
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.key_compat import key_name
from dsh_widgets.keys import KeyHandler
from dsh_widgets.text_edits import field_text, is_typed, single_edit

__all__ = ["Fold", "TextField", "field_text"]

FOLD_BYTES: Final = 8192
"""A paste of more bytes than this is folded."""

FOLD_LINES: Final = 50
"""A paste of more lines than this is folded."""

_FOLD_MARKS: Final = range(0xF0000, 0xF1000)
"""Private characters, one for each large paste of a field."""

_NEWLINES: Final = frozenset({"enter", "shift+enter", "ctrl+j", "alt+enter", "ctrl+enter"})


@dataclass(frozen=True, slots=True)
class Fold:
    """A large paste, drawn as one mark.

    Attributes:
        lines: How many lines it has.
        characters: How long it is.
    """

    lines: int
    characters: int


class TextField(TextArea, inherit_bindings=False):
    """An editor for a few lines of text.

    It wraps softly, grows with its text to a limit, then scrolls. What is drawn is sanitised;
    what it holds is what was typed. A large paste is one character to the caret, and its whole
    text in `text`.

    Args:
        keys: Where its keys go; None makes it inert.
        placeholder: Shown while it is empty, literally.
        max_rows: How many rows it grows to.
        multiline: Line breaks can be entered; otherwise a pasted one becomes a blank.
        glyphs: The alphabet of marks.
    """

    FOCUS_ON_CLICK = False  # Where the keyboard is follows from the owner's state.

    DEFAULT_CSS = """
    TextField {
        width: 1fr;
        height: auto;
        min-height: 1;
        padding: 0;
        border: none;
        background: transparent;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        scrollbar-size-horizontal: 0;

        &:focus {
            border: none;
        }
        & .text-area--placeholder {
            color: $foreground-muted;
        }
    }
    """

    @dataclass
    class FieldClicked(Message):
        """The mouse was pressed in the field; the caret is already there."""

        field: TextField

        @property
        def control(self) -> TextField:
            return self.field

    def __init__(
        self,
        keys: KeyHandler | None = None,
        *,
        placeholder: str = "",
        max_rows: int = 6,
        multiline: bool = True,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self._folds: dict[str, str] = {}
        self._whole = ("", "")
        """What is held, and the whole text that it stands for."""
        self._fold_glyph = glyphs.fold
        super().__init__(
            id=id,
            classes=classes,
            compact=True,
            highlight_cursor_line=False,
            placeholder=Content(placeholder),
        )
        self.keys = keys
        self.multiline = multiline
        self.set_reactive(TextArea.cursor_blink, False)
        self.set_reactive(TextArea.match_cursor_bracket, False)
        self.styles.max_height = max_rows
        # What one undo takes back must not depend on when a key was handled.
        self.history.checkpoint_timer = float("inf")
        self._edits = self._edit_table()

    @property
    def text(self) -> str:
        """The whole text, large pastes included."""
        held = self.document.text
        if self._folds and self._whole[0] != held:  # The whole may be very long.
            self._whole = (held, self._unfolded(held))
        return self._whole[1] if self._folds else held

    @text.setter
    def text(self, value: str) -> None:
        self.show_text(value)

    @property
    def selected_text(self) -> str:
        """What is selected, large pastes included."""
        return self._unfolded(super().selected_text)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """The large pastes in the text, in their order."""
        if not self._folds:
            return ()
        found = (self._folds.get(character) for character in self.document.text)
        return tuple(Fold(text.count("\n") + 1, len(text)) for text in found if text is not None)

    def apply(self, event: events.Key) -> bool:
        """Do to the text what a key does to a text, now.

        Returns:
            Whether the key means anything to a text; if so it was done, even if nothing changed.
        """
        name = key_name(event)
        if (edit := self._edits.get(name)) is not None:
            edit()
            return True
        if name in _NEWLINES:
            return self.insert_newline()
        text = event.character
        if text is None or not is_typed(text):
            return False
        self._put(text)
        return True

    def insert_newline(self) -> bool:
        """Break the line at the caret. Returns False where there is only one line."""
        if self.multiline:
            self._put("\n")
        return self.multiline

    def insert_paste(self, text: str) -> None:
        """Put a pasted text at the caret, in place of what is selected; a large one folded."""
        text = field_text(text)
        if not self.multiline:
            text = " ".join(text.split("\n"))
        if len(text.encode(errors="replace")) > FOLD_BYTES or text.count("\n") >= FOLD_LINES:
            text = self._new_fold(text)
        if text:
            self._put(text)
            self.scroll_cursor_visible()

    def show_text(self, text: str) -> None:
        """Hold this text, the caret at its end and nothing to undo.

        Nothing happens if the field holds it already.
        """
        if text == self.text:
            return
        text = field_text(text)
        if text != self.text:
            self.load_text(self._folded(text))
            self.move_cursor(self.document.end)

    def revise_text(self, text: str) -> None:
        """Make the text this one by a single edit where they differ; it can be undone.

        The caret goes to the end of what changed. Nothing happens if the field holds it already.
        """
        if text == self.text:
            return
        new, old = self._folded(field_text(text)), self.document.text
        if new == old:
            return
        start, end, inserted = single_edit(old, new)
        self.replace(inserted, start, end, maintain_selection_offset=False)

    def caret_on_first_row(self) -> bool:
        """Whether there is no row above the caret, wrapped rows counted."""
        return self.navigator.is_first_wrapped_line(self.cursor_location)

    def caret_on_last_row(self) -> bool:
        """Whether there is no row below the caret, wrapped rows counted."""
        return self.navigator.is_last_wrapped_line(self.cursor_location)

    @property
    def caret_row(self) -> int:
        """The row of the field that the caret is in, the first one in view being 0."""
        place = self.wrapped_document.location_to_offset(self.cursor_location)
        return max(0, place.y - self.scroll_offset.y)

    def copy_selection(self) -> bool:
        """Copy what is selected. Returns False if nothing is."""
        if self.selection.is_empty:
            return False
        self.app.copy_to_clipboard(self.selected_text)
        return True

    def get_line(self, line_index: int) -> Text:
        return Text(self._drawn(self.document.get_line(line_index)), end="", no_wrap=True)

    def render_line(self, y: int) -> Strip:
        if self.content_size.width < 1:
            return Strip.blank(self.size.width)  # A placeholder cannot be wrapped into nothing.
        return super().render_line(y)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        # One cell is for a caret at the end of a row. The scrollbar's is always kept free, lest
        # its coming and going wrap the text anew.
        room = max(0, width - 1 - self.scrollbar_size_vertical)
        if room in (0, self.wrap_width):
            return max(1, self.virtual_size.height)
        drawing = cast("DocumentBase", Drawing(self.document, self._drawn))
        return WrappedDocument(drawing, room, self.indent_width).height

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Bring the caret into view.

        Undoing and deleting lay the text out anew before the caret is moved: where the scrollbar
        comes or goes by that, this is called with a caret on a line that is no more.
        """
        if self.cursor_location[0] >= self.document.line_count:
            return Offset()
        return super().scroll_cursor_visible(center, animate)

    def validate_placeholder(self, placeholder: str | Content) -> Content:
        return placeholder if isinstance(placeholder, Content) else Content(placeholder)

    def on_key(self, event: events.Key) -> None:
        event.prevent_default()  # The editor's own handler would insert in this queue.
        if self.keys is not None:
            self.keys.handle_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        if self.keys is not None:
            self.keys.handle_paste(self, event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.post_message(self.FieldClicked(self))

    def _set_document(self, text: str, language: str | None) -> None:
        # Private, because every way to a new document ends here and wrapping is set up inside.
        super()._set_document(field_text(text), language)
        drawing = cast("DocumentBase", Drawing(self.document, self._drawn))
        self.wrapped_document = WrappedDocument(drawing, self.wrap_width, self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self.virtual_size = Size(0, self.wrapped_document.height)

    @property
    def _draw_cursor(self) -> bool:
        # Private: the public `show_cursor` counts for read-only texts alone, but a field may have
        # the focus while its owner takes letters for hotkeys.
        return super()._draw_cursor and self.show_cursor

    def _drawn(self, line: str) -> str:
        line = sanitise(line)
        if self._folds:
            line = line.translate(dict.fromkeys(map(ord, self._folds), self._fold_glyph))
        return line

    def _new_fold(self, text: str) -> str:
        """A character that stands for the text, none that is in use."""
        for mark in map(chr, _FOLD_MARKS):
            if mark not in self._folds and mark not in text and mark not in self.document.text:
                self._folds[mark] = text
                return mark
        return text

    def _folded(self, text: str) -> str:
        for mark, whole in self._folds.items():
            text = text.replace(whole, mark)
        return text

    def _unfolded(self, text: str) -> str:
        for mark, whole in self._folds.items():
            text = text.replace(mark, whole)
        return text

    def _cut(self) -> None:
        """Cut what is selected, or else the line."""
        if self.copy_selection():
            self.action_delete_left()
        elif self.document.text:
            row = self.cursor_location[0]
            self.app.copy_to_clipboard(self._unfolded(self.document[row]) + "\n")
            self.action_delete_line()

    def _put(self, text: str) -> None:
        start, end = self.selection
        self.replace(text, start, end, maintain_selection_offset=False)

    def _delete_to_end_of_line(self) -> None:
        """Delete to the end of the line; at its end, the line break; an empty line, all of it."""
        row, column = self.cursor_location
        if not self.document[row]:
            self.action_delete_line()
        elif self.selection.is_empty and column == len(self.document[row]):
            self.action_delete_right()
        else:
            self.action_delete_to_end_of_line()

    def _paste_clipboard(self) -> None:
        self.insert_paste(self.app.clipboard)

    def _to_start(self, select: bool = False) -> None:
        self.move_cursor((0, 0), select=select)

    def _to_end(self, select: bool = False) -> None:
        self.move_cursor(self.document.end, select=select)

    def _edit_table(self) -> Mapping[str, Callable[[], None]]:
        """Every key that edits or moves, with what it does.

        F6 and F7 of the stock editor are not among them: they belong to the screen.
        """
        moves: dict[str, tuple[str, Callable[[bool], None]]] = {
            "left": ("", self.action_cursor_left),
            "right": ("", self.action_cursor_right),
            "up": ("", self.action_cursor_up),
            "down": ("", self.action_cursor_down),
            "home": ("ctrl+a", self.action_cursor_line_start),
            "end": ("ctrl+e", self.action_cursor_line_end),
            "ctrl+left": ("alt+left", self.action_cursor_word_left),
            "ctrl+right": ("alt+right", self.action_cursor_word_right),
            "ctrl+home": ("", self._to_start),
            "ctrl+end": ("", self._to_end),
        }
        table: dict[str, Callable[[], None]] = {}
        for key, (other, move) in moves.items():
            table[key] = lambda move=move: move(False)  # type: ignore[misc]
            if other:
                table[other] = table[key]
            selecting = f"ctrl+shift+{key[5:]}" if key.startswith("ctrl+") else f"shift+{key}"
            table[selecting] = lambda move=move: move(True)  # type: ignore[misc]
        edits: tuple[tuple[Callable[[], None], tuple[str, ...]], ...] = (
            (self.action_cursor_page_up, ("pageup",)),
            (self.action_cursor_page_down, ("pagedown",)),
            (self.action_cursor_left, ("ctrl+b",)),
            (self.action_cursor_right, ("ctrl+f",)),
            (self.action_delete_left, ("backspace", "shift+backspace", "ctrl+h")),
            (self.action_delete_right, ("delete", "ctrl+d")),
            (self.action_delete_word_left, ("ctrl+w", "ctrl+backspace", "alt+backspace")),
            (self.action_delete_word_right, ("alt+delete", "ctrl+delete", "alt+d")),
            (self.action_delete_to_start_of_line, ("ctrl+u", "super+backspace")),
            (self._delete_to_end_of_line, ("ctrl+k",)),
            (self.action_delete_line, ("ctrl+shift+k",)),
            (self.action_undo, ("ctrl+z", "super+z")),
            (self.action_redo, ("ctrl+y", "super+y", "ctrl+shift+z", "super+shift+z")),
            (self._cut, ("ctrl+x", "super+x")),
            (self._paste_clipboard, ("ctrl+v", "super+v")),
        )
        for edit, keys in edits:
            table.update(dict.fromkeys(keys, edit))
        return table
