"""What a person's terminal really sends, typed into a text field."""

from __future__ import annotations

import sys

import pytest

from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal

PROGRAM = """
import sys, time
from textual.app import App
from textual.widgets import Static
from dsh_widgets.key_compat import install, key_name
from dsh_widgets.row_list import RowList
from dsh_widgets.text_field import TextField

class Keys:
    def handle_key(self, part, event):
        if event.key == "f2":
            event.stop()
            part.app.show()
        elif event.key != "ctrl+q" and isinstance(part, TextField) and part.apply(event):
            event.stop()
        elif isinstance(part, RowList):
            part.app.keys.append(key_name(event))
    def handle_paste(self, part, event):
        event.stop()
        part.insert_paste(event.text)

class Fields(App):
    ENABLE_COMMAND_PALETTE = False
    keys = []
    def compose(self):
        yield RowList(Keys()) if sys.argv[1] == "list" else TextField(Keys())
        yield Static("", markup=False)
    def on_mount(self):
        self.screen.focus_next()
        if sys.argv[1] == "busy":
            self.set_interval(0.05, lambda: time.sleep(0.04))
        self.call_after_refresh(lambda: self.query_one(Static).update("ready"))
    def show(self):
        part = self.screen.focused
        text = part.text if isinstance(part, TextField) else " ".join(self.keys)
        self.query_one(Static).update(f"<{ascii(text)}>")

install()
Fields().run()
"""


def start(spawn: Spawn, kind: str) -> Terminal:
    terminal = spawn(sys.executable, "-c", PROGRAM, kind)
    terminal.wait_for("ready")
    return terminal


@pytest.mark.parametrize("kind", ["idle", "busy"])
@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("teh\x7f\x7fhe", "the"),
        ("abc\x1b[D\x1b[Dx\x7fy", "aybc"),
        ("one two\x17three\x01> \x1b[F!", "> one three!"),
        ("abc\x1a", ""),
        ("a\nb", "a\\nb"),
        ("日本\x7f語", "\\u65e5\\u8a9e"),
    ],
    ids=["backspace", "arrows", "words", "undo", "line feed", "wide"],
)
def test_a_burst_is_typed_in_its_order(spawn: Spawn, kind: str, typed: str, text: str) -> None:
    terminal = start(spawn, kind)
    terminal.send(typed + "\x1bOQ")
    terminal.wait_for(f"<'{text}'>")


@pytest.mark.parametrize(
    "newline",
    ["\x1b\r", "\x1b[27;2;13~", "\x1b[13;2u", "\x1b[13;3u", "\n"],
    ids=["esc-cr", "csi-27", "kitty-shift", "kitty-alt", "ctrl-j"],
)
def test_every_spelling_of_a_new_line_is_one(spawn: Spawn, newline: str) -> None:
    terminal = start(spawn, "idle")
    terminal.send(f"a{newline}b{newline}c\x1bOQ")
    terminal.wait_for("<'a\\nb\\nc'>")


def test_on_a_list_they_are_not_enter(spawn: Spawn) -> None:
    terminal = start(spawn, "list")
    terminal.send("\x1b\r\x1b[27;2;13~\r\x1bOQ")
    terminal.wait_for("<'shift+enter shift+enter enter'>")


def test_a_pasted_control_character_is_drawn_and_not_obeyed(spawn: Spawn) -> None:
    terminal = start(spawn, "idle")
    terminal.paste("a\x07b\x9b31mc")
    terminal.wait_for("a␇b␦31mc")
    assert terminal.emulator.bells == 0
    terminal.send("\x1bOQ")
    terminal.wait_for("<'a\\x07b\\x9b31mc'>")
