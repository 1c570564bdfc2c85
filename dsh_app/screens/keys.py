"""The list of keys: what each does where the person is now."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.key_names import display_key
from dsh_widgets.keymap import Keymap

__all__ = ["KeysScreen"]

_KEY_CELLS = 24


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
            yield Static(self._table())

    def action_scroll(self, lines: int) -> None:
        self.query_one("#keys-pane").scroll_relative(y=lines, animate=False)

    def _table(self) -> Content:
        lines = []
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
            label = self._catalogue.text(row.label)
            gap = " " * max(1, _KEY_CELLS - Content(keys).cell_length)
            lines.append(Content.assemble((keys, "bold $text-accent"), gap, label))
        return Content("\n").join(lines)
