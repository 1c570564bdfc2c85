"""A scenario on stage in a terminal: what a person does there, and what reached the session."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path

from tests.pty.harness import Terminal


def again(terminal: Terminal, key: str) -> None:
    """Press a key that was pressed just now, as fast as a person and slower than a repeat."""
    pause(terminal, 0.2)
    terminal.press(key)


def pause(terminal: Terminal, seconds: float) -> None:
    """Let time pass, for rules that speak of time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        terminal.pump(left)


class Scene:
    """A running app that plays a scenario without a prompt of its own.

    Args:
        terminal: Where it runs.
        record: The file that `play` writes to.
    """

    def __init__(self, terminal: Terminal, record: Path) -> None:
        self.terminal = terminal
        self._record = record

    def open(self, words: str = "Go on.") -> None:
        """Send a message, and begin another one.

        With a text in the composer no form takes the focus by itself; Tab goes to it, and then
        no key is early. So a test does not have to wait for the times of arrival.
        """
        self.terminal.wait_for("Enter send")
        self.terminal.send(f"{words}\rx")

    def take(self, text: str) -> None:
        """Go to the form or the plan that shows a text."""
        self.terminal.wait_for(text)
        self.terminal.wait_for("Tab answer")
        self.terminal.press("tab")
        self.terminal.wait_gone("Tab answer")

    def type(self, keys: Iterable[str], gap: float) -> None:
        """Press keys one by one, `gap` seconds apart."""
        for key in keys:
            self.terminal.press(key)
            self.pause(gap)

    def again(self, key: str) -> None:
        """See `again`."""
        again(self.terminal, key)

    def pause(self, seconds: float) -> None:
        """See `pause`."""
        pause(self.terminal, seconds)

    @property
    def recorded(self) -> list[tuple[str, str]]:
        """What reached the session so far, in order: see `play`."""
        if not self._record.exists():
            return []
        lines = self._record.read_text(encoding="utf-8").splitlines(keepends=True)
        return [tuple(json.loads(line)) for line in lines if line.endswith("\n")]

    def texts(self, kind: str) -> list[str]:
        """The texts of one kind: `said`, `result` or `end`."""
        return [text for found, text in self.recorded if found == kind]

    def wait_texts(self, kind: str, count: int) -> list[str]:
        """Wait until there are this many texts of a kind."""
        self.terminal.wait_for(lambda terminal: len(self.texts(kind)) >= count)
        return self.texts(kind)

    def answers(self, index: int = -1) -> list[dict[str, object]]:
        """The answers that a tool's result carries."""
        answers = json.loads(self.texts("result")[index])["answers"]
        assert isinstance(answers, list)
        return answers
