"""When somebody who looks elsewhere is called, and when not."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App

from dsh_app.attention import AWAY_AFTER, BELL_REST, Attention, AttentionRule


@pytest.mark.parametrize(
    ("focused", "idle", "away"),
    [
        (True, 1e9, False),
        (False, 0, True),
        (None, AWAY_AFTER - 0.1, False),
        (None, AWAY_AFTER, True),
    ],
)
def test_who_is_away(focused: bool | None, idle: float, away: bool) -> None:
    assert AttentionRule(focused=focused, last_key=100).away(100 + idle) is away


def test_a_request_is_called_for_once() -> None:
    rule = AttentionRule(focused=False)
    assert rule.call("a", 0)
    assert not rule.call("a", 100)
    assert rule.call("b", 0)


def test_nobody_is_called_who_looks() -> None:
    rule = AttentionRule(focused=True)
    assert not rule.call("a", 0)
    rule.focused = False
    assert rule.call("a", 0)


def test_it_rings_at_most_every_five_seconds() -> None:
    rule = AttentionRule()
    assert rule.ring(10)
    assert not rule.ring(10 + BELL_REST - 0.1)
    assert rule.ring(10 + BELL_REST)


def test_it_looks_again_only_where_the_terminal_does_not_tell() -> None:
    assert AttentionRule(last_key=100).look_again(110) == AWAY_AFTER - 10
    assert AttentionRule(focused=True, last_key=100).look_again(110) is None
    assert AttentionRule().look_again(0) == 0


class Spy:
    """What an app sends to its terminal."""

    def __init__(self) -> None:
        self.rung = 0
        self.written = ""
        self.timers: list[tuple[float, Any]] = []
        self.now = 1000.0

    def attention(self, *, bell: bool = True, desktop: bool = False) -> Attention:
        attention = Attention(self, bell=bell, desktop=desktop, now=lambda: self.now)  # type: ignore[arg-type]
        attention.key()
        return attention

    TITLE = "dsh_app"
    is_headless = False

    @property
    def _driver(self) -> Spy:
        return self

    def write(self, sequence: str) -> None:
        self.written += sequence

    def flush(self) -> None:
        pass

    def bell(self) -> None:
        self.rung += 1

    def set_timer(self, seconds: float, action: Any) -> None:
        self.timers.append((seconds, action))


def test_bell_title_and_notification_and_their_end() -> None:
    spy = Spy()
    attention = spy.attention(desktop=True)
    attention.focus(False)
    attention.waits("a", "agent: Which\x1b]0;x\x07 one; really?\nNow", lambda: True)
    assert spy.rung == 1
    assert spy.written.startswith("\x1b[22;0t\x1b]2;* agent: Which")
    assert "\x1b]9;agent: Which" in spy.written
    assert "\x1b]777;notify;dsh_app;agent: Which" in spy.written
    # Nothing of the text ends a sequence, or parts the fields of one.
    assert spy.written.count("\x1b") == spy.written.count("\x07") + 1 == 4
    assert "really?" in spy.written
    assert "one;" not in spy.written
    spy.written = ""
    attention.focus(True)
    assert spy.written == "\x1b]2;dsh_app\x07\x1b[23;0t"
    attention.clear()
    assert spy.written.endswith("\x1b[23;0t")
    assert spy.written.count("\x1b[23;0t") == 1


def test_what_is_turned_off_stays_silent() -> None:
    spy = Spy()
    attention = spy.attention(bell=False)
    attention.focus(False)
    attention.waits("a", "x", lambda: True)
    assert spy.rung == 0
    assert "\x1b]9;" not in spy.written


def test_where_the_terminal_does_not_tell_it_waits_for_silence() -> None:
    spy = Spy()
    attention = spy.attention()
    waiting = True
    spy.now += 10
    attention.waits("a", "x", lambda: waiting)
    assert spy.rung == 0
    (seconds, again), *_ = spy.timers
    assert seconds == AWAY_AFTER - 10
    spy.now += seconds
    again()
    assert spy.rung == 1
    attention.key()
    attention.waits("b", "y", lambda: waiting)
    waiting = False
    spy.now += AWAY_AFTER
    spy.timers[-1][1]()
    assert spy.rung == 1


def test_nothing_is_written_while_an_editor_has_the_terminal() -> None:
    spy = Spy()
    attention = spy.attention(desktop=True)
    attention.focus(False)
    attention.waits("a", "x", lambda: True)
    spy.written = ""
    attention.quiet = True
    attention.clear()
    attention.waits("b", "y", lambda: True)
    assert (spy.written, spy.rung) == ("", 1)
    attention.quiet = False
    attention.key()
    assert spy.written.endswith("\x1b[23;0t"), "the mark goes when the person is back"


async def test_the_driver_is_still_where_it_was() -> None:
    """The private name that a sequence is written through."""
    app: App[None] = App()
    async with app.run_test():
        assert callable(app._driver.write)  # type: ignore[union-attr]
        assert callable(app._driver.flush)  # type: ignore[union-attr]
