from __future__ import annotations

import time

import pytest
from textual import constants, events
from textual._xterm_parser import XTermParser

from dsh_widgets.key_compat import install, key_name


def keys(parser: XTermParser, data: str) -> list[str]:
    return [key_name(event) for event in parser.feed(data) if isinstance(event, events.Key)]


@pytest.fixture
def parser() -> XTermParser:
    install()
    return XTermParser()


@pytest.mark.parametrize("sequence", ["\x1b\r", "\x1b[27;2;13~", "\x1b[13;2u"])
def test_shift_enter_has_one_name(parser: XTermParser, sequence: str) -> None:
    assert keys(parser, f"a{sequence}b\r") == ["a", "shift+enter", "b", "enter"]


@pytest.mark.parametrize("sequence", ["\x1b[27;3;13~", "\x1b[13;3u"])
def test_alt_enter_is_not_a_plain_enter(parser: XTermParser, sequence: str) -> None:
    assert keys(parser, sequence) == ["alt+enter"]


def test_control_enter(parser: XTermParser) -> None:
    assert keys(parser, "\x1b[27;5;13~\x1b[13;5u") == ["ctrl+enter", "ctrl+enter"]


def test_escape_and_enter_pressed_one_after_the_other_stay_two_keys(
    parser: XTermParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.01)
    assert keys(parser, "\x1b") == []
    time.sleep(0.02)
    ticked = [key_name(event) for event in parser.tick() if isinstance(event, events.Key)]
    assert ticked == ["escape"]
    assert keys(parser, "\r") == ["enter"]


def test_other_sequences_are_left_alone(parser: XTermParser) -> None:
    assert keys(parser, "\x1b[A\x1b[Z\x1bb\x1b\x7f") == ["up", "shift+tab", "ctrl+left", "ctrl+w"]


def test_a_plain_enter_stays_one(parser: XTermParser) -> None:
    assert keys(parser, "\r\n") == ["enter", "ctrl+j"]
