"""An app around one text field whose keys all go to the text."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widget import Widget

from dsh_widgets.text_field import TextField


class Native:
    """Hands every key to the field, as the seat does where the state says a text has it."""

    def __init__(self) -> None:
        self.used: list[str] = []
        self.pasted: list[str] = []

    def handle_key(self, part: Widget, event: events.Key) -> None:
        assert isinstance(part, TextField)
        if part.apply(event):
            self.used.append(event.key)
            event.stop()

    def handle_paste(self, part: Widget, event: events.Paste) -> None:
        assert isinstance(part, TextField)
        part.insert_paste(event.text)
        self.pasted.append(event.text)
        event.stop()


class FieldApp(App[None]):
    BINDINGS = [  # noqa: RUF012
        Binding("f6", "note('f6')"),
        Binding("f7", "note('f7')"),
        Binding("escape", "note('escape')"),
        Binding("x", "note('x')"),
        Binding("ctrl+w", "note('ctrl+w')"),
    ]
    CSS = "Vertical { padding: 0; }"

    def __init__(self, handler: Native | None = None, **options: object) -> None:
        super().__init__()
        self.field = TextField(handler, **options)  # type: ignore[arg-type]
        self.notes: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.field

    def on_mount(self) -> None:
        self.set_focus(self.field if self.field.keys is not None else None)

    def action_note(self, note: str) -> None:
        self.notes.append(note)


def key(name: str) -> events.Key:
    names = {" ": "space", "⌫": "backspace", "⏎": "enter"}
    return events.Key(
        names.get(name, name), name if name.isprintable() and len(name) == 1 else None
    )


def press(app: App[None], *names: str) -> None:
    """Put all the keys into the app's queue at once, as a burst arrives."""
    for name in names:
        app.post_message(
            events.Key("backspace", "\x7f") if name == "⌫" else key(name),
        )


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()
