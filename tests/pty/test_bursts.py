"""Keys that arrive together do what the same keys do one by one.

Each case is one batch of questions. It is typed key by key, and in one go, into an app with an
idle event loop and into one whose loop hardly ever listens; what reaches the model must be the
same to the byte. Cases run one after the other in the same app: the scenario asks again and again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.pty.conftest import Stage

SCENARIO = """
steps:
  - label: again
    ask:
      - id: pick
        header: Pick
        question: Which one?
        options: [Alpha (Recommended), Beta, Gamma]
      - id: tick
        header: Tick
        question: Which ones?
        multi_select: true
        options: [One, Two, Three, Four]
      - id: text
        header: Text
        question: What else?
      - id: last
        header: Last
        question: And the last one?
        options: [Yes, No, Perhaps]
  - wait
  - goto: again
"""
GAP = 0.02
"""Seconds between keys that are typed one by one; the rules for held keys are tested elsewhere."""

MOVES = ("1", "2", "3", "enter", "s", "r", "tab", "shift+tab", "left", "right", "[", "]")
"""Keys that may turn to another question. Four of them never send a batch of four questions."""

OTHERS = (*"abcehkjmtuonGg4 é漢", "backspace", "up", "down", "home", "end", "delete", "ctrl+j", "z")

Answers = dict[str, list[str] | str]
"""What is answered, by question: labels, or own words. What is missing is skipped."""

NAMED: dict[str, tuple[tuple[str, ...], Answers]] = {
    "own answer into a list": ((*"ohis", "enter"), {"pick": "his"}),
    "own answer, then a pick": (
        (*"ohis and hers", "enter", "tab", "tab", "2"),
        {"pick": "his and hers", "last": ["No"]},
    ),
    "corrected": ((*"oteh", "backspace", "backspace", *"he", "enter"), {"pick": "the"}),
    "tabs between texts": (
        (*"oabc", "tab", *"odef", "tab", *"ghi"),
        {"pick": "abc", "tick": "def", "text": "ghi"},
    ),
    "enter behind a text": (
        ("1", "2", "enter", *"okay", "enter", "2"),
        {"pick": ["Alpha (Recommended)"], "tick": ["Two"], "text": "okay", "last": ["No"]},
    ),
    "digits through the batch": (
        ("2", "1", "3", "enter", *"4 or 5", "enter", "3"),
        {"pick": ["Beta"], "tick": ["One", "Three"], "text": "4 or 5", "last": ["Perhaps"]},
    ),
    "back and forth": (
        ("3", "shift+tab", "down", " ", "tab", "1", "left", "s", "]", "4"),
        {"tick": ["One"], "text": "]4"},
    ),
    "picked, then thought again": (
        ("1", "left", "o", *"no", "left", "2", "shift+tab"),
        {"pick": "n2o"},
    ),
    "the last option, then the first row of a text": (
        ("G", "enter", " ", "enter", *"row", "up", "home", *"3 "),
        {"pick": ["Gamma"], "tick": ["One"], "text": "3 row"},
    ),
    "lines": (
        (*"oone", "ctrl+j", *"two", "enter", " ", "down", " ", "down", "enter", *"z"),
        {"pick": "one\ntwo", "tick": ["One", "Two"], "text": "z"},
    ),
    "skips between texts": (("s", *"osss", "tab", "s", "tab", "s"), {"tick": "sss", "text": "s"}),
    "a note": (
        (*"nbecause", "enter", "2", "enter", "n"),
        {"pick": "Alpha (Recommended)\n\nNote: because", "tick": ["Two"], "text": "n"},
    ),
}


BUSY = ("own answer into a list", "corrected", "tabs between texts", "digits through the batch")


def generated(seed: int) -> tuple[str, ...]:
    """A random sequence of keys. No key that may confirm comes twice in a row."""
    source = random.Random(seed)
    keys: list[str] = []
    moves = source.randint(1, 4)
    while moves and len(keys) < 12:
        if source.random() < 0.3:
            key = source.choice([move for move in MOVES if move not in keys[-1:]])
            moves -= 1
        elif source.random() < 0.3:
            keys += source.choice(["ohis", "oteh", "ab", "o"])
            moves -= "s" in keys[-3:]
            continue
        else:
            key = source.choice([other for other in OTHERS if other not in keys[-1:]])
        keys.append(key)
    return tuple(keys)


RANDOM = [generated(seed) for seed in range(20)]
FINISH = ("tab", "tab", "tab", "tab", "tab", "S", "G", "enter")
"""From any question, field or page there is: on to the review, the rest skipped, and sent."""


def results(
    stage: Stage, scenario: Path, *flags: str, cases: Iterable[tuple[str, ...]], gap: float = 0.0
) -> list[str]:
    """What the model is told after each case."""
    scene = stage(scenario, *flags, rows=30)
    for number, keys in enumerate(cases):
        scene.open()
        scene.take("Which one?")
        if gap:
            scene.type(keys, gap)
            scene.terminal.press(*FINISH)
        else:
            scene.terminal.press(*keys, *FINISH)
        scene.wait_texts("result", number + 1)
        scene.wait_texts("end", number + 1)
    return scene.texts("result")


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "again.yaml"
    path.write_text(SCENARIO)
    return path


@pytest.mark.parametrize("names", [tuple(NAMED), BUSY], ids=["idle", "busy"])
def test_keys_in_one_go_do_what_they_say(
    stage: Stage, scenario: Path, names: tuple[str, ...]
) -> None:
    flags = ("--busy",) if names == BUSY else ()
    told = results(stage, scenario, *flags, cases=[NAMED[name][0] for name in names])
    for name, result in zip(names, told, strict=True):
        expected = NAMED[name][1]
        answers: Answers = {
            item["id"]: item.get("custom") or item["selected"]
            for item in json.loads(result)["answers"]
            if item["selected"] or "custom" in item
        }
        assert (name, answers) == (name, expected)


def test_keys_in_one_go_are_what_they_are_one_by_one(stage: Stage, scenario: Path) -> None:
    one_by_one = results(stage, scenario, cases=RANDOM, gap=GAP)
    assert len(set(one_by_one)) > len(RANDOM) / 2, "the keys do hardly anything"
    together = results(stage, scenario, cases=RANDOM)
    for keys, fast, slow in zip(RANDOM, together, one_by_one, strict=True):
        assert (keys, fast) == (keys, slow)
    some = RANDOM[:4]
    busy = results(stage, scenario, "--busy", cases=some)
    for keys, fast, slow in zip(some, busy, one_by_one, strict=False):
        assert (keys, fast) == (keys, slow)


def test_what_comes_behind_a_send_goes_to_the_composer(stage: Stage, scenario: Path) -> None:
    scene = stage(scenario)
    scene.open()
    scene.take("Which one?")
    scene.terminal.press("1", "2", "enter", *"done", "enter", "3", "enter", *"yz1")
    scene.terminal.wait_for("xyz1")
    assert scene.wait_texts("result", 1) == [
        '{"answers":[{"id":"pick","selected":["Alpha (Recommended)"]},'
        '{"id":"tick","selected":["Two"]},{"id":"text","selected":[],"custom":"done"},'
        '{"id":"last","selected":["Perhaps"]}]}'
    ]


@pytest.mark.parametrize("flags", [(), ("--busy",)], ids=["idle", "busy"])
def test_what_comes_behind_a_key_that_opens_a_screen_goes_there(
    stage: Stage, scenario: Path, flags: tuple[str, ...]
) -> None:
    cases = [("?", *"X1sj", "q", "2"), ("ctrl+p", *"X1s", "ctrl+q", "3", "1")]
    told = results(stage, scenario, *flags, cases=cases)
    assert [[item["selected"] for item in json.loads(result)["answers"]] for result in told] == [
        [["Beta"], [], [], []],
        [["Gamma"], ["One"], [], []],
    ]
