"""Batches that other programs of this kind were reported to fail on: each opens, at any size."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsh_core.base.sanitise import one_line
from dsh_core.questions.types import Question, QuestionRequest
from dsh_core.questions.wire import WireError, parse_questions
from dsh_widgets.form import QuestionForm
from tests.support.seats import Asker, Person, at_seat

_FILE = Path(__file__).parents[1] / "data" / "cases.jsonl"
SIZES = ((1, 1), (2, 40), (23, 8), (24, 8), (24, 100), (33, 12), (80, 17), (120, 18), (300, 100))
PRESSED = ("end", "o", "x", "escape", "tab", "R", "home", "shift+tab", "z", "s")


def batches() -> dict[str, tuple[Question, ...]]:
    """The batches of all cases that are valid requests."""
    found = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if not isinstance(case["input"], dict) or "questions" not in case["input"]:
            continue
        try:
            found[case["id"]] = parse_questions(case["input"]["questions"])
        except WireError:
            continue
    return found


BATCHES = batches()


async def opened(person: Person, questions: tuple[Question, ...]) -> str:
    """Open a batch and return what is on screen; it is still in front."""
    task = person.start(person.app.dock.ask(QuestionRequest(questions, Asker())))
    await person.settle()
    assert not task.done(), task.exception() if task.done() else ""
    assert person.app.dock.panel is not None
    return person.screen


def close(person: Person) -> None:
    person.app.pending.cancel(person.front)


def test_there_are_batches_to_open() -> None:
    assert len(BATCHES) > 40


async def test_each_batch_opens() -> None:
    async with at_seat() as person:
        for case, questions in BATCHES.items():
            screen = await opened(person, questions)
            if isinstance(person.panel, QuestionForm):
                words = one_line(questions[0].question).split()
                assert not words or words[0] in screen, case
            close(person)


async def test_batches_take_keys() -> None:
    async with at_seat() as person:
        for questions in list(BATCHES.values())[::6]:
            await opened(person, questions)
            await person.burst("tab", *PRESSED)
            if not person.tasks[-1].done():
                close(person)


@pytest.mark.parametrize("at", range(len(SIZES)), ids=["x".join(map(str, size)) for size in SIZES])
async def test_batches_open_at_any_size(at: int) -> None:
    async with at_seat(size=SIZES[at]) as person:
        for case, questions in list(BATCHES.items())[at :: len(SIZES)]:
            screen = await opened(person, questions)
            assert len(screen.split("\n")) == SIZES[at][1], case
            close(person)


async def test_an_open_form_bears_every_size() -> None:
    async with at_seat() as person:
        for questions in list(BATCHES.values())[::15]:
            await opened(person, questions)
            for size in SIZES:
                await person.pilot.resize_terminal(*size)
            await person.pilot.resize_terminal(80, 24)
            close(person)
