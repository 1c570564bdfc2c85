"""A window that is dragged to and fro while somebody types: no character is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.pty.conftest import Stage
from tests.pty.scene import Scene

SCENARIO = """
steps:
  - ask:
      - id: pick
        header: Pick
        question: Which of these, once you have read every word of a question that wraps?
        options: [Alpha, Beta, "Gamma, which is described at some length 日本語", Delta]
      - {id: text, header: Text, question: What else?}
"""
RESIZES = 100
SMALLEST, LARGEST = (24, 8), (120, 40)


@pytest.mark.parametrize("place", ["own answer", "composer"])
def test_a_hundred_resizes_while_typing(stage: Stage, tmp_path: Path, place: str) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    scene = stage(path, rows=30)
    terminal = scene.terminal
    scene.open()
    if place == "own answer":
        scene.take("Which of these")
        terminal.press("o")
        terminal.wait_for("Enter done")
    typed = storm(scene, seed=len(place))
    terminal.resize(100, 30)
    terminal.wait_for("Ctrl+] fold" if place == "own answer" else "Enter send")
    terminal.send(".")
    terminal.wait_for(f"{typed[-20:]}.")
    terminal.press("enter")
    if place == "composer":
        terminal.wait_for("Enter answer")
        scene.pause(0.6)
        terminal.press("1")
    terminal.wait_for("● Pick [○ Text]")
    terminal.send("no\r")
    terminal.wait_for("[● Review]")
    scene.again("enter")
    if place == "composer":
        assert scene.wait_texts("said", 2)[1] == f"x{typed}."
    else:
        scene.wait_texts("result", 1)
        assert scene.answers()[0]["custom"] == f"{typed}."


def storm(scene: Scene, seed: int) -> str:
    """Type a word between any two sizes; returns all that was typed."""
    chance = random.Random(seed)
    typed = ""
    for number in range(RESIZES):
        # One in ten is far too small for a form.
        least = (1, 1) if number % 10 == 9 and seed == len("composer") else SMALLEST
        width = chance.randint(least[0], LARGEST[0])
        scene.terminal.resize(width, chance.randint(least[1], LARGEST[1]))
        word = f"-{number}{chance.choice('abcé漢')}"
        scene.terminal.send(word)
        typed += word
        scene.pause(chance.choice([0, 0, 0.01, 0.05]))
    return typed
