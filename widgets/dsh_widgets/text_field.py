"""A text that is edited where it stands, one key at a time and only when told to.

The stock editor acts on characters in its own queue and on the other keys through bindings that
run later in the app's, which turns a fast "teh⌫⌫he" into "teh". This one has no bindings and
does nothing by itself: its owner hands it each key by `apply`, and the edit is done on return.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast, overload

from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import DocumentBase, DocumentNavigator, Location, WrappedDocument

from dsh_core.base.sanitise import sanitise
from dsh_widgets.key_compat import key_name
from dsh_widgets.keys import KeyHandler

__all__ = ["TextField", "field_text"]

_NEWLINES: Final = frozenset({"enter", "shift+enter", "ctrl+j", "alt+enter", "ctrl+enter"})

# What the editor's document would take for line breaks besides "\n".
_BREAKS: Final = str.maketrans(dict.fromkeys("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", "\n"))


def field_text(text: str) -> str:
    """Return a text as a field holds it: one kind of line break, no NUL."""
    return text.replace("\r\n", "\n").translate(_BREAKS).replace("\x00", "")


class _DrawnLines(Sequence[str]):
    """The lines of a document as they are drawn, made one by one when asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [sanitise(line) for line in self._lines[index]]
        return sanitise(self._lines[index])

    def __iter__(self) -> Iterator[str]:
        return map(sanitise, self._lines)


class _Drawing:
    """A document seen through the sanitiser: what wrapping and the caret's cells go by.

    A drawn line has a character for each of the line's, so a column means the same in both.
    """

    def __init__(self, document: DocumentBase) -> None:
        self._document = document

    @property
    def lines(self) -> _DrawnLines:
        return _DrawnLines(self._document.lines)

    @property
    def line_count(self) -> int:
        return self._document.line_count

    def get_line(self, index: int) -> str:
        return self.lines[index]

    def __getitem__(self, index: int) -> str:
        return self.lines[index]


class TextField(TextArea, inherit_bindings=False):
    """An editor for a few lines of text.

    It wraps softly, grows with its text to a limit, then scrolls. What is drawn is sanitised;
    what it holds is what was typed.

    Args:
        keys: Where its keys go; None makes it inert.
        placeholder: Shown while it is empty, literally.
        max_rows: How many rows it grows to.
        multiline: Line breaks can be entered; otherwise a pasted one becomes a blank.
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

        &:focus {
            border: none;
        }
        & .text-area--placeholder {
            color: $text-muted;
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
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
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
        if text is None or not _is_typed(text):
            return False
        self._put(text)
        return True

    def insert_newline(self) -> bool:
        """Break the line at the caret. Returns False where there is only one line."""
        if self.multiline:
            self._put("\n")
        return self.multiline

    def insert_paste(self, text: str) -> None:
        """Put a pasted text at the caret, in place of what is selected."""
        text = field_text(text)
        if not self.multiline:
            text = " ".join(text.split("\n"))
        if text:
            self._put(text)
            self.scroll_cursor_visible()

    def show_text(self, text: str) -> None:
        """Hold this text, the caret at its end and nothing to undo.

        Nothing happens if the field holds it already.
        """
        text = field_text(text)
        if text != self.text:
            self.load_text(text)
            self.move_cursor(self.document.end)

    def revise_text(self, text: str) -> None:
        """Make the text this one by a single edit where they differ; it can be undone.

        The caret goes to the end of what changed. Nothing happens if the field holds it already.
        """
        new, old = field_text(text), self.text
        if new == old:
            return
        start = _common(old, new)
        tail = _common(old[start:][::-1], new[start:][::-1])
        self.replace(
            new[start : len(new) - tail],
            _location(old, start),
            _location(old, len(old) - tail),
            maintain_selection_offset=False,
        )

    def caret_on_first_row(self) -> bool:
        """Whether there is no row above the caret, wrapped rows counted."""
        return self.navigator.is_first_wrapped_line(self.cursor_location)

    def caret_on_last_row(self) -> bool:
        """Whether there is no row below the caret, wrapped rows counted."""
        return self.navigator.is_last_wrapped_line(self.cursor_location)

    def copy_selection(self) -> bool:
        """Copy what is selected. Returns False if nothing is."""
        if self.selection.is_empty:
            return False
        self.app.copy_to_clipboard(self.selected_text)
        return True

    def get_line(self, line_index: int) -> Text:
        return Text(sanitise(self.document.get_line(line_index)), end="", no_wrap=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, self.virtual_size.height)

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
        drawing = cast("DocumentBase", _Drawing(self.document))
        self.wrapped_document = WrappedDocument(drawing, self.wrap_width, self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self.virtual_size = Size(0, self.wrapped_document.height)

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
            (self.action_cut, ("ctrl+x", "super+x")),
            (self._paste_clipboard, ("ctrl+v", "super+v")),
        )
        for edit, keys in edits:
            table.update(dict.fromkeys(keys, edit))
        return table


def _is_typed(text: str) -> bool:
    """Whether an event's characters are text: an input method may send several at once.

    Format characters count, such as the joiners that keyboards of joining scripts have.
    """
    return bool(text) and all(
        character.isprintable() or unicodedata.category(character) == "Cf" for character in text
    )


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))


def _location(text: str, index: int) -> Location:
    row = text.count("\n", 0, index)
    return row, index - (text.rfind("\n", 0, index) + 1)
