from __future__ import annotations

import pytest

from tests.pty.emulator import Emulator, Traits


@pytest.mark.parametrize(
    ("query", "reply"),
    [
        (b"\x1b[c", b"\x1b[?62;22c"),
        (b"\x1b[?2026$p", b"\x1b[?2026;2$y"),
        (b"\x1b[?2048$p", b"\x1b[?2048;0$y"),
        (b"ab\x1b[6n", b"\x1b[1;3R"),
        (b"\x1b]11;?\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
        (b"\x1b]10;?\x07", b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\"),
        (b"\x1b[?u", b""),
    ],
    ids=["attributes", "sync", "unknown-mode", "cursor", "background", "foreground", "kitty"],
)
def test_queries_are_answered_once_however_they_are_cut(query: bytes, reply: bytes) -> None:
    assert Emulator(20, 2).feed(query) == reply
    pieces = Emulator(20, 2)
    assert b"".join(pieces.feed(bytes([byte])) for byte in query) == reply


def test_a_terminal_with_kitty_keys_says_so() -> None:
    assert Emulator(20, 2, Traits(kitty_keys=True)).feed(b"\x1b[?u") == b"\x1b[?0u"


def test_the_screen_shows_text_wide_characters_and_moves() -> None:
    emulator = Emulator(12, 3)
    emulator.feed("héllo 世界\x1b[2;3Hthere".encode())
    assert emulator.lines == ["héllo 世界", "  there", ""]
    assert emulator.cursor == (1, 7)


def test_the_alternate_screen_leaves_the_first_as_it_was() -> None:
    emulator = Emulator(12, 2)
    emulator.feed(b"$ run\x1b[?1049h\x1b[Happ")
    assert emulator.lines[0] == "app"
    emulator.resize(14, 2)
    emulator.feed(b"\x1b[?1049l")
    assert emulator.lines[0] == "$ run"


def test_frames_and_the_middle_of_one() -> None:
    emulator = Emulator(12, 2)
    emulator.feed(b"\x1b[?2026hhalf")
    assert emulator.mid_frame
    emulator.feed(b"\x1b[?2026l")
    assert (emulator.mid_frame, emulator.frames) == (False, 1)


def test_title_clipboard_bell_and_notification() -> None:
    emulator = Emulator(12, 2)
    emulator.feed(b"\x1b]2;dsh\x07\x1b]52;c;aGk=\x07\x07\x1b]9;look\x1b\\")
    assert emulator.title == "dsh"
    assert emulator.clipboard == "hi"
    assert emulator.bells == 1
    assert emulator.notifications == ["look"]


def test_what_a_program_left_behind() -> None:
    emulator = Emulator(12, 2)
    emulator.feed(b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[>25u")
    assert emulator.left_behind() == [
        "mode 1000 on",
        "mode 1049 on",
        "mode 25 off",
        "kitty keys pushed 1 times",
    ]
    emulator.feed(b"\x1b[<u\x1b[?1000l\x1b[?25h\x1b[?1049l")
    assert emulator.left_behind() == []


@pytest.mark.parametrize(
    "broken",
    [b"\x1b\x1b[m", b"\x1b[1\x07", b"\x1b]2;x\x1b[m", b"\x1b", b"\x1b[\xc3\xa9"],
    ids=["escape-escape", "control-inside", "unended-title", "lone", "high-byte"],
)
def test_a_broken_sequence_does_not_swallow_what_follows(broken: bytes) -> None:
    emulator = Emulator(20, 1)
    emulator.feed(broken + b"\x1b[5G\x1b[mseen")
    assert "seen" in emulator.lines[0]
