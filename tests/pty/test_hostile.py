"""Nothing that a model writes acts on the terminal: shown on the raw stream of bytes."""

from __future__ import annotations

import re
import signal

import pytest

from tests.cases.reported import case
from tests.pty.conftest import Stage
from tests.pty.emulator import TOKEN
from tests.pty.scene import Scene

BIDI = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
HARMLESS = frozenset("\n\r\t")
TITLES = {"", "dsh_app"}


@pytest.fixture
def scene(stage: Stage) -> Scene:
    scene = stage("hostile", rows=50)
    scene.open()
    scene.take("Clear the screen")
    return scene


def check(raw: bytes) -> None:
    """Every byte is one that the app itself has reason to write."""
    position, text = 0, ""
    while position < len(raw) and (match := TOKEN.match(raw, position)):
        position = match.end()
        if match["text"] is not None:
            text += match["text"].decode("utf-8")
        elif match["csi"] is not None:
            # The app draws in full colours and over what was there.
            assert re.fullmatch(rb"[0-3]?J|[0-9]{1,2}m", match["csi"]) is None or (
                match["csi"] in (b"0m", b"1m", b"2m", b"3m", b"4m", b"7m")
            )
        elif match["osc"] is not None:
            number, _, value = match["osc"].decode("utf-8").partition(";")
            assert number not in {"0", "2"} or value in TITLES, value
            assert number not in {"8", "52", "9", "99", "777"}, value
    assert position == len(raw), f"half a sequence: {raw[position:][:40]!r}"
    controls = {c for c in text if (ord(c) < 32 or 127 <= ord(c) < 160) and c not in HARMLESS}
    assert controls == set()
    assert BIDI.findall(text) == []
    assert "evil.example" in text


@case("ei-03")
def test_nothing_acts_while_a_question_is_answered(scene: Scene) -> None:
    terminal = scene.terminal
    shown = terminal.text
    for text in (
        "[bold red]markup[/]",
        "[@click=app.quit]a trap[/]",
        "[@click=app.quit]click me[/]",
        "␛[31mred␛[0m",
        "[bold]markup[/bold]",
    ):
        assert text in shown
    terminal.press("down", "down", "z", "up", "z", "2")
    scene.wait_texts("result", 1)
    # The answer is what the model wrote, to the character.
    assert scene.answers() == [{"id": "colour \x1b[31m]", "selected": ["\u202edesrever\u202c"]}]
    terminal.wait_for("You chose")
    terminal.settle()
    assert terminal.emulator.bells == 0
    assert terminal.emulator.title in TITLES
    check(bytes(terminal.raw))


def test_nothing_acts_from_the_review_the_fold_line_and_the_transcript(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.press("s")
    terminal.wait_for("no answer")
    terminal.press("ctrl+]")
    terminal.wait_for("0 of 1 answered")
    terminal.press("k", "enter", "tab")
    terminal.wait_for("Enter edit or send")
    terminal.press("d")
    terminal.wait_for("discussing: ")
    terminal.press("f6", "f6")
    terminal.press("X")
    terminal.wait_for("Dismiss?")
    terminal.press("y")
    scene.wait_texts("result", 1)
    terminal.settle()
    assert terminal.emulator.bells == 0
    check(bytes(terminal.raw))


@case("ei-06")
@pytest.mark.parametrize("way", ["quit", "kill"])
def test_nothing_acts_from_what_is_left_on_the_terminal_at_the_end(scene: Scene, way: str) -> None:
    terminal = scene.terminal
    if way == "quit":
        terminal.press("ctrl+q")
        terminal.wait_for("Quit?")
        terminal.press("y")
    else:
        terminal.kill(signal.SIGTERM)
    terminal.wait_exit()
    assert terminal.emulator.bells == 0
    check(bytes(terminal.raw))
