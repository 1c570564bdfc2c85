"""P14: what opening the review of a plan of 300 steps takes, against Textual's own Markdown.

Both are mounted in a pseudo-terminal and write down the CPU time from there until they have
been drawn.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from tests.bench.rows import Row
from tests.pty.harness import Terminal

__all__ = ["measure"]

STEPS = 300
PLAN = "# Plan\n\n" + "\n\n".join(
    f"## Step {step}\n\n- do `thing`\n\n```python\nprint({step})\n```" for step in range(STEPS)
)
LINES = 5_000
LONG = "# Plan\n" + "".join(f"{line}. step {line} of `many`\n" for line in range(1, LINES))

APP = """
import sys, time
from pathlib import Path
from textual.app import App
{imports}
plan = Path(sys.argv[2]).read_text()
class Opening(App):
    async def on_mount(self):
        self.call_after_refresh(self.begin)
    async def begin(self):
        self.start = time.process_time()
        self.shown = {widget}
        await self.mount(self.shown)
        self.call_after_refresh(self.look)
    def look(self):
        if not ({drawn}):
            self.call_after_refresh(self.look)
            return
        Path(sys.argv[1]).write_text(str(time.process_time() - self.start))
        self.exit()
Opening().run()
"""
STOCK = APP.format(
    imports="from textual.widgets import Markdown",
    widget="Markdown(plan)",
    drawn="self.shown.children and self.shown.children[-1].size.width",
)
REVIEW = APP.format(
    imports=(
        "from dsh_core.form.plan_review import PlanClaim\n"
        "from dsh_core.questions.types import Option\n"
        "from dsh_widgets.plan_review import PlanReviewPanel"
    ),
    widget="PlanReviewPanel(PlanClaim('p', 'OK?', plan, Option('Yes'), Option('No')))",
    drawn="self.shown.view.seen",
)


def measure(repeats: int = 9) -> list[Row]:
    """Measure by turns; the ratio is that of the medians."""
    stock: list[float] = []
    review: list[float] = []
    long: list[float] = []
    for turn in range(repeats):
        review.append(_cpu(REVIEW, PLAN))
        long.append(_cpu(REVIEW, LONG))
        if turn % 4 == 0:  # it takes long
            stock.append(_cpu(STOCK, PLAN))
    base, value = statistics.median(stock), statistics.median(review)
    more = statistics.median(long)
    detail = (
        f"{value * 1000:.0f} ms / {base * 1000:.0f} ms of CPU; {LINES} lines: {more * 1000:.0f} ms"
    )
    what = f"open a plan of {STEPS} steps / Textual's Markdown"
    return [Row("P14", what, value / base, goal=0.05, guard=0.1, detail=detail)]


def _cpu(code: str, plan: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        note, source = Path(folder, "cpu"), Path(folder, "plan.md")
        source.write_text(plan, encoding="utf-8")
        env = {"HOME": folder, "XDG_CONFIG_HOME": folder, "TEXTUAL_ANIMATIONS": "none"}
        command = [sys.executable, "-c", code, str(note), str(source)]
        with Terminal(command, env=env) as terminal:
            terminal.wait_exit(180)
        return float(note.read_text(encoding="utf-8"))
