"""What the form costs: a key, a change of question, opening, and waiting.

The form stands in the whole app, with transcript, composer and the line of keys; it is compared
with the smallest app that has Textual's own widget for the same. All run in a pseudo-terminal;
keys are pressed one at a time, each when nothing comes any more for the one before.
"""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.rows import Row
from tests.pty.harness import Terminal
from tests.pty.scene import Scene

__all__ = ["measure"]

OPTION_LIST: Final = """
from textual.app import App
from textual.widgets import OptionList
class Stock(App):
    def compose(self):
        yield OptionList(*[f"Option {at}" for at in range(10)])
Stock().run()
"""
TABS: Final = """
from textual.app import App
from textual.widgets import OptionList, TabbedContent, TabPane
class Stock(App):
    def compose(self):
        with TabbedContent():
            for tab in range(4):
                with TabPane(f"Q{tab}"):
                    yield OptionList(*[f"Option {tab} {at}" for at in range(4)])
Stock().run()
"""
OPENING: Final = """
import sys, time
from pathlib import Path
from textual.app import App
from dsh_core.questions.types import Option, Question
from dsh_widgets.form import QuestionForm
questions, options = int(sys.argv[2]), int(sys.argv[3])
batch = tuple(
    Question(f"q{at}", "Which?", options=tuple(Option(f"Option {n}") for n in range(options)))
    for at in range(questions)
)
class Opening(App):
    async def on_mount(self):
        self.call_after_refresh(self.begin)
    async def begin(self):
        self.start = time.process_time()
        self.form = QuestionForm(batch)
        await self.mount(self.form)
        self.call_after_refresh(self.call_after_refresh, self.drawn)
    def drawn(self):
        Path(sys.argv[1]).write_text(str(time.process_time() - self.start))
        self.exit()
Opening().run()
"""
KEYS: Final = 200
"""Keys for one measurement; the system tells CPU time in hundredths of a second."""
IDLE: Final = 50.0
"""Seconds; the minutes that the form says it has been waiting change once in sixty."""


class Cost(NamedTuple):
    """What one key costs."""

    cpu: float
    """Seconds."""
    written: float
    """Bytes."""


def measure(repeats: int = 9) -> list[Row]:
    """Measure by turns; the ratios are those of the medians."""
    with tempfile.TemporaryDirectory() as folder:
        moves: dict[str, list[Cost]] = {"stock": [], "ours": []}
        steps: dict[str, list[Cost]] = {"stock": [], "ours": []}
        opened: dict[tuple[int, int], list[float]] = {(4, 4): [], (30, 200): []}
        for _ in range(repeats):
            moves["stock"].append(_stock(folder, OPTION_LIST, "Option 9", ("down", "up")))
            moves["ours"].append(_ours(folder, 1, 10, ("down", "up")))
            steps["stock"].append(_stock(folder, TABS, "Option 0 3", ("right", "left")))
            steps["ours"].append(_ours(folder, 4, 4, ("right", "left")))
            for size, times in opened.items():
                times.append(_opening(folder, *size))
        idle = _idle(folder)
    small, large = (statistics.median(times) for times in opened.values())
    return [
        _cpu_row("P2", "key in the form / in an OptionList of ten", moves, 0.8, 1.2),
        _byte_row("P10", "bytes of a highlight move / in an OptionList", moves, 0.15, 0.25),
        Row(
            "P11",
            "open 30 questions of 200 options / 4 of 4",
            large / small,
            goal=2,
            guard=3,
            detail=f"{large * 1000:.0f} ms / {small * 1000:.0f} ms of CPU, {repeats} runs each",
        ),
        _cpu_row("P12", "change of question / of tab in a TabbedContent", steps, 0.3, 0.5),
        Row("P13", f"bytes in {IDLE:.0f} s in which nobody does anything", idle, goal=0, guard=0),
    ]


def _cpu_row(id: str, what: str, costs: dict[str, list[Cost]], goal: float, guard: float) -> Row:
    ours, stock = (statistics.median(c.cpu for c in costs[name]) for name in ("ours", "stock"))
    detail = f"{ours * 1000:.1f} ms / {stock * 1000:.1f} ms of CPU, {KEYS} keys each"
    return Row(id, what, ours / stock, goal, guard, detail)


def _byte_row(id: str, what: str, costs: dict[str, list[Cost]], goal: float, guard: float) -> Row:
    ours, stock = (statistics.median(c.written for c in costs[name]) for name in ("ours", "stock"))
    return Row(id, what, ours / stock, goal, guard, f"{ours:.0f} / {stock:.0f}")


def _stock(folder: str, code: str, shown: str, keys: Sequence[str]) -> Cost:
    with _terminal(folder, "-c", code) as terminal:
        terminal.wait_for(shown)
        return _keys(terminal, keys)


def _ours(folder: str, questions: int, options: int, keys: Sequence[str]) -> Cost:
    with _terminal(folder, *_play(folder, questions, options)) as terminal:
        _to_form(terminal)
        return _keys(terminal, keys)


def _keys(terminal: Terminal, keys: Sequence[str]) -> Cost:
    """Press keys there and back again; the first few find nothing in any cache."""
    cycle = itertools.cycle(keys)
    for _ in range(len(keys) * 4):
        _press(terminal, next(cycle))
    cpu, written = terminal.cpu_seconds(), len(terminal.raw)
    for _ in range(KEYS):
        _press(terminal, next(cycle))
    return Cost((terminal.cpu_seconds() - cpu) / KEYS, (len(terminal.raw) - written) / KEYS)


def _press(terminal: Terminal, key: str) -> None:
    """Press a key and read all it draws."""
    terminal.press(key)
    written = len(terminal.raw)
    end = time.monotonic() + 5
    while len(terminal.raw) == written and time.monotonic() < end:
        terminal.pump(0.05)
    terminal.settle(0.02)


def _opening(folder: str, questions: int, options: int) -> float:
    note = Path(folder, "cpu")
    with _terminal(folder, "-c", OPENING, str(note), str(questions), str(options)) as terminal:
        terminal.wait_exit()
    return float(note.read_text(encoding="utf-8"))


def _idle(folder: str) -> int:
    """Bytes while a form waits before somebody; nobody would be called after half a minute."""
    with _terminal(folder, *_play(folder, 1, 10)) as terminal:
        _to_form(terminal)
        terminal.press("focus")
        terminal.settle(1.0)
        written, end = len(terminal.raw), time.monotonic() + IDLE
        while time.monotonic() < end:
            terminal.pump(0.5)
        return len(terminal.raw) - written


def _to_form(terminal: Terminal) -> None:
    scene = Scene(terminal, Path())
    scene.open()
    scene.take("Which 0?")


def _play(folder: str, questions: int, options: int) -> Sequence[str]:
    ask = [
        {"id": f"q{at}", "question": f"Which {at}?", "options": _labels(at, options)}
        for at in range(questions)
    ]
    scenario = Path(folder, "scenario.json")
    scenario.write_text(json.dumps({"steps": [{"ask": ask}]}), encoding="utf-8")
    return ("-m", "tests.pty.play", "--instant", "--no-prompt", str(scenario))


def _labels(question: int, options: int) -> list[str]:
    return [f"Option {question} {at}" for at in range(options)]


def _terminal(folder: str, *arguments: str) -> Terminal:
    env = {"HOME": folder, "XDG_CONFIG_HOME": folder, "TEXTUAL_ANIMATIONS": "none"}
    return Terminal([sys.executable, *arguments], env=env)
