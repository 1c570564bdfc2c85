"""P1: what `ask` and `review` need to their first frame, against the smallest Textual app.

All run in a pseudo-terminal, by turns, and write down the CPU time they have used when their
first frame has been drawn; time on the clock depends on whatever else runs on the machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from tests.bench.rows import Row
from tests.pty.asking import BATCH, write_request
from tests.pty.harness import Terminal

__all__ = ["measure"]

SMALLEST = """
import sys, time
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("Which store?")
    def on_mount(self):
        self.call_after_refresh(self.drawn)
    def drawn(self):
        open(sys.argv[1], "w").write(str(time.process_time()))
        self.exit()
Smallest().run()
"""
# The app is changed when it is imported, and not before: when it is imported is what counts.
ASK = """
import importlib.util, sys, time
def drawn(self):
    open(sys.argv[1], "w").write(str(time.process_time()))
    self.exit()
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != "dsh_app.ask_app":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module
        def exec_module(module):
            execute(module)
            module.AskApp._open = drawn
        spec.loader.exec_module = exec_module
        return spec
sys.meta_path.insert(0, Finder())
from dsh_app.cli import main
main(sys.argv[2:])
"""


def measure(repeats: int = 9) -> list[Row]:
    """Measure by turns; the ratios are those of the medians."""
    with tempfile.TemporaryDirectory() as folder:
        note, plan = Path(folder, "cpu"), Path(folder, "plan.md")
        plan.write_text("# Plan\n\n1. one\n2. two\n", encoding="utf-8")
        programs = {
            "smallest": (SMALLEST, ()),
            "ask": (ASK, ("ask", str(write_request(Path(folder), BATCH)))),
            "review": (ASK, ("review", str(plan))),
        }
        times: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(repeats + 1):
            for name, (code, arguments) in programs.items():
                times[name].append(_cpu(code, note, folder, *arguments))
    # The first ones may have compiled modules.
    middle = {name: statistics.median(values[1:]) for name, values in times.items()}
    return [_row(name, middle[name], middle["smallest"], repeats) for name in ("ask", "review")]


def _row(name: str, value: float, base: float, repeats: int) -> Row:
    detail = f"{value * 1000:.0f} ms / {base * 1000:.0f} ms of CPU, {repeats} runs each"
    what = f"first frame of {name} / of the smallest Textual app"
    return Row("P1", what, value / base, goal=1.15, guard=1.4, detail=detail)


def _cpu(code: str, note: Path, home: str, *arguments: str) -> float:
    note.unlink(missing_ok=True)
    env = {"HOME": home, "XDG_CONFIG_HOME": home, "TEXTUAL_ANIMATIONS": "none"}
    env["PYTHONDONTWRITEBYTECODE"] = ""  # as if installed: compiled once, not each time
    with Terminal([sys.executable, "-c", code, str(note), *arguments], env=env) as terminal:
        terminal.wait_exit()
    return float(note.read_text())
