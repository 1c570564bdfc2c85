"""The form of a case on screen, and what a person can read off it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from dsh_core.questions.types import Answer, Question
from tests.cases.reported import batch_of, size_of
from tests.support.seats import Person, at_seat

__all__ = ["drawn", "form_of", "open_form", "read_through", "sent", "squeezed", "strips"]

Item = tuple[str, tuple[str, ...], str | None]


@asynccontextmanager
async def open_form(
    *questions: Question, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Person]:
    """A form over a batch, with the keyboard."""
    async with at_seat(size=size) as person:
        await person.ask(*questions)
        await person.rest()
        yield person


@asynccontextmanager
async def form_of(case: str, size: tuple[int, int] | None = None) -> AsyncIterator[Person]:
    """The form over the batch of a case, at its size, with the keyboard."""
    async with open_form(*batch_of(case), size=size or size_of(case)) as person:
        yield person


async def sent(person: Person) -> list[Item]:
    """What was sent: id, labels and own text of every question."""
    given: Answer = await person.result(person.tasks[0])
    return [(item.id, item.selected, item.custom) for item in given.answers]


def strips(app: App[Any], region: Region) -> Sequence[Strip]:
    """What is on screen in a region."""
    lines = app.screen._compositor.render_strips()[region.y : region.bottom]
    return [Strip(line).crop(region.x, region.right) for line in lines]


def drawn(app: App[Any], widget: Widget) -> str:
    """What is on screen of a widget, as text."""
    region = widget.scrollable_content_region.intersection(app.screen.region)
    if widget.parent is not None and isinstance(widget.parent, Widget):
        region = region.intersection(widget.parent.region)
    return "\n".join(strip.text.rstrip() for strip in strips(app, region))


def squeezed(text: str) -> str:
    """A text without its blanks and line breaks, which wrapping changes."""
    return "".join(text.split())


async def read_through(person: Person) -> str:
    """Everything in the body of a form, squeezed, page by page."""
    body = person.form.body
    for _ in range(200):
        if body.scroll_y == 0:
            break
        await person.press("pageup")
    lines: dict[int, str] = {}
    for _ in range(400):
        top, before = round(body.scroll_y), body.scroll_y
        for at, strip in enumerate(strips(person.app, body.scrollable_content_region)):
            lines[top + at] = strip.text
        await person.press("pagedown")
        if body.scroll_y == before:
            break
    return squeezed("".join(lines[at] for at in sorted(lines)))
