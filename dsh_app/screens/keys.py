"""The list of keys: what each does where the person is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.key_names import display_key
from dsh_widgets.keymap import Keymap
from dsh_widgets.wrapping import hang, wrap

__all__ = ["KeysScreen"]

_KEY_CELLS: Final = 24
"""Cells of the column of keys, where it does not take more than half of the width."""


class KeyTable(Widget):
    """Keys and what they do, in two columns that narrow with the screen.

    Args:
        rows: The keys of an action as they are written, and its words.
    """

    DEFAULT_CSS = """
    KeyTable { height: auto; }
    """

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._rows = tuple(rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(list(self._lines(width)))

    def render(self) -> VisualType:
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> Iterator[Content]:
        cells = min(_KEY_CELLS, width // 2)
        blank = Content(" " * cells)
        for names, label in self._rows:
            keys = Content.styled(names, "bold $text-accent")
            first = keys.pad_right(max(0, cells - keys.cell_length))
            if keys.cell_length >= cells:
                yield from wrap(keys, width)
                first = blank
            yield from (row.content for row in hang(Content(label), width, first, blank))


class KeysScreen(ModalScreen[None]):
    """Every key of a scope and of the wider ones, from the table the keys are looked up in.

    Args:
        keymap: The table.
        scope: Where the person is.
        catalogue: The language.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # Of the app's own keys none gets past a modal screen: the way out leads out of this first.
        Binding("escape,question_mark,q,enter,ctrl+q,ctrl+c", "dismiss", "Close", id="keys.close"),
        Binding("j,down", "scroll(1)", show=False, id="keys.down"),
        Binding("k,up", "scroll(-1)", show=False, id="keys.up"),
    ]

    DEFAULT_CSS = """
    KeysScreen {
        align: center middle;

        & > #keys-pane {
            width: 72;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            padding: 0 1;
            border: round $border;
            border-title-color: $text-primary;
            background: $surface;
        }
    }
    """

    def __init__(self, keymap: Keymap, scope: str, catalogue: Catalogue) -> None:
        super().__init__()
        self._keymap = keymap
        self._scope = scope
        self._catalogue = catalogue

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="keys-pane") as pane:
            pane.border_title = Content(self._catalogue.text("keys.title"))
            yield KeyTable(list(self._actions()))

    def action_scroll(self, lines: int) -> None:
        self.query_one("#keys-pane").scroll_relative(y=lines, animate=False)

    def _actions(self) -> Iterator[tuple[str, str]]:
        picks = False
        for row in self._keymap.rows(self._scope, inherited=True):
            if ".pick_" in row.id:
                if picks:
                    continue
                picks = True
                keys = "1-9"
            else:
                names = self._keymap.keys(row.id)
                keys = " ".join(display_key(name, self._catalogue) for name in names)
            yield keys, self._catalogue.text(row.label)
