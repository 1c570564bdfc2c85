"""What a form costs a slow line: nothing while nothing changes, and little for a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.reported import case
from tests.pty.conftest import Stage

SCENARIO = """
steps:
  - ask:
      - {id: pick, question: Which one?, options: [Alpha, Beta, Gamma, Delta]}
      - {id: more, question: What else?}
"""


@case("tm-01")
@pytest.mark.parametrize("name", ["xterm-256color", "screen-256color", "tmux-256color"])
def test_nothing_is_written_while_nothing_changes(stage: Stage, tmp_path: Path, name: str) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, env={"TERM": name})
    scene.open()
    scene.take("Which one?")
    terminal = scene.terminal
    terminal.settle(1.0)
    before = len(terminal.raw)
    scene.pause(1.5)
    assert len(terminal.raw) == before
    for key in ("down", "down", "up"):
        terminal.press(key)
        terminal.settle()
    written = bytes(terminal.raw[before:])
    assert written
    assert len(written) < 3 * 2500, "a few lines, not the whole screen"
    assert b"\x1b[2J" not in written
