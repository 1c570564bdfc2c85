"""A question form with the keyboard, for the tests of what it does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.types import Answer, Option, Question
from tests.support.seats import Person, at_seat

STORE = Question(
    "store",
    "Which store?",
    header="Store",
    options=(Option("Redis", "Fast."), Option("Files (Recommended)"), Option("Memory")),
)
PARTS = Question(
    "parts",
    "Which parts?",
    header="Parts",
    options=(Option("api"), Option("web"), Option("docs")),
    multi_select=True,
)
NAME = Question("name", "Which name?", header="Name")
MANY = Question("many", "Which one?", options=tuple(Option(f"number {n}") for n in range(1, 13)))


@asynccontextmanager
async def asked(
    *questions: Question, size: tuple[int, int] = (80, 24), pending: PendingRequests | None = None
) -> AsyncIterator[Person]:
    """A form over a batch, with the keyboard."""
    async with at_seat(size=size, pending=pending) as person:
        await person.ask(*questions)
        await person.rest()
        yield person


async def answer(person: Person) -> list[tuple[str, tuple[str, ...], str | None]]:
    """What was sent."""
    given: Answer = await person.result(person.tasks[-1])
    return [(item.id, item.selected, item.custom) for item in given.answers]
