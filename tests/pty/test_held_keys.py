"""A key that is held down confirms at most one question, and sends nothing by itself.

The times are what is tested: keyboards send the first repeat 225 to 660 ms after the press, the
others every 33 ms.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.pty.conftest import Stage
from tests.pty.scene import Scene

FIRST_REPEATS = (0.225, 0.5, 0.66)
REPEAT = 0.033
REPEATS = 6
LATE = 0.030
"""How far from its time a key may come: the rules have their limits at 150 and 700 ms."""

QUESTIONS = """
steps:
  - ask:
      - {id: one, header: One, question: First?, options: [Alpha, Beta, Gamma]}
      - {id: two, header: Two, question: Second?, options: [Delta, Epsilon, Zeta]}
      - {id: three, header: Three, question: Third?, options: [Eta, Theta, Iota]}
      - {id: four, header: Four, question: Fourth?}
"""
TEXT_BEHIND = """
steps:
  - ask:
      - {id: one, header: One, question: First?, options: [Alpha, Beta, Gamma]}
      - {id: two, header: Two, question: Second?}
"""
SINGLE = """
steps:
  - ask:
      - {id: one, question: First?, options: [Alpha, Beta]}
"""
PLAN = """
plan_mode: on
steps:
  - plan: "# First?"
"""
LEAVE = """
steps:
  - run: {tool: shell, arguments: {command: one}, approval: First?, output: done}
  - run: {tool: shell, arguments: {command: two}, approval: Second?, output: done}
"""


def open_scene(stage: Stage, path: Path, scenario: str) -> Scene:
    path.write_text(scenario)
    scene = stage(path, rows=30)
    scene.open()
    scene.take("First?")
    return scene


def press(stage: Stage, path: Path, scenario: str, *keys: tuple[str, float]) -> Scene:
    """Play a scenario and press keys, each so many seconds after the one before.

    Where the app did not see them at those times, as the machine had more to do, it is done again.
    """
    for _ in range(12):
        scene = open_scene(stage, path, scenario)
        before = len(scene.texts("key"))
        for key, gap in keys:
            scene.pause(gap)
            scene.terminal.press(key)
        times = [float(time) for time in scene.wait_texts("key", before + len(keys))[before:]]
        gaps = [later - earlier for earlier, later in pairwise(times)]
        if all(abs(gap - wanted) < LATE for gap, (_, wanted) in zip(gaps, keys[1:], strict=True)):
            return scene
        scene.terminal.close()
    pytest.fail("the machine is too busy to hold a key down")


def hold(stage: Stage, path: Path, scenario: str, key: str, first: float) -> Scene:
    return press(stage, path, scenario, (key, 0), (key, first), *[(key, REPEAT)] * REPEATS)


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    return tmp_path / "scenario.yaml"


@pytest.mark.parametrize(
    ("key", "mark", "first"),
    [*(("enter", "●", first) for first in FIRST_REPEATS), ("2", "●", 0.225), ("s", "–", 0.5)],
)
def test_a_held_key_confirms_one_question(
    stage: Stage, scenario: Path, key: str, mark: str, first: float
) -> None:
    scene = hold(stage, scenario, QUESTIONS, key, first)
    scene.terminal.settle()
    assert f"{mark} One [○ Two] ○ Three" in scene.terminal.text


@pytest.mark.parametrize("first", [0.225, 0.66])
def test_a_held_digit_types_nothing_into_the_next_question(
    stage: Stage, scenario: Path, first: float
) -> None:
    scene = hold(stage, scenario, TEXT_BEHIND, "2", first)
    scene.terminal.settle()
    assert "● One [○ Two]" in scene.terminal.text
    assert "Type your answer" in scene.terminal.text


@pytest.mark.parametrize("gap", [0.1, 0.02], ids=["double tap", "chatter"])
def test_a_key_that_comes_twice_at_once_counts_once(
    stage: Stage, scenario: Path, gap: float
) -> None:
    scene = press(stage, scenario, QUESTIONS, ("2", 0), ("2", gap))
    scene.terminal.settle()
    assert "● One [○ Two] ○ Three" in scene.terminal.text


def test_a_key_pressed_again_counts_again(stage: Stage, scenario: Path) -> None:
    scene = press(stage, scenario, QUESTIONS, *[("2", 0.25)] * 3)
    scene.terminal.wait_for("● One  ● Two  ● Three [○ Four]")


@pytest.mark.parametrize("first", [0.225, 0.66])
def test_a_held_key_that_sent_does_not_send_the_draft_as_well(
    stage: Stage, scenario: Path, first: float
) -> None:
    scene = hold(stage, scenario, SINGLE, "enter", first)
    scene.wait_texts("result", 1)
    scene.terminal.settle()
    assert scene.texts("said") == ["Go on."]
    assert re.search(r"^ \S x$", scene.terminal.text, re.MULTILINE)
    scene.pause(0.8)
    scene.terminal.press("enter")
    assert scene.wait_texts("said", 2)[1] == "x"


@pytest.mark.parametrize("first", [0.225, 0.5])
def test_a_held_digit_that_sent_types_nothing_into_the_draft(
    stage: Stage, scenario: Path, first: float
) -> None:
    scene = hold(stage, scenario, SINGLE, "2", first)
    scene.wait_texts("result", 1)
    scene.terminal.settle()
    assert re.search(r"^ \S x$", scene.terminal.text, re.MULTILINE)


def test_a_held_dismissal_types_nothing_into_the_draft(stage: Stage, scenario: Path) -> None:
    scene = hold(stage, scenario, SINGLE, "X", 0.5)
    scene.wait_texts("result", 1)
    scene.terminal.settle()
    assert re.search(r"^ \S x$", scene.terminal.text, re.MULTILINE)


@pytest.mark.parametrize(("key", "first"), [("a", 0.225), ("a", 0.66), ("r", 0.5)])
def test_a_held_verdict_is_not_given(stage: Stage, scenario: Path, key: str, first: float) -> None:
    scene = hold(stage, scenario, PLAN, key, first)
    scene.pause(0.3)
    scene.terminal.settle()
    assert "waiting for review" in scene.terminal.text
    assert scene.texts("result") == []


@pytest.mark.parametrize("first", [0.225, 0.66])
def test_a_held_key_gives_leave_once(stage: Stage, scenario: Path, first: float) -> None:
    scene = hold(stage, scenario, LEAVE, "a", first)
    scene.wait_texts("result", 1)
    scene.terminal.wait_for("Second?")
    scene.pause(0.3)
    scene.terminal.settle()
    assert len(scene.texts("result")) == 1
    assert re.search(r"^ \S x$", scene.terminal.text, re.MULTILINE)
