"""The line that says whose request is in front, and how long it has been waiting."""

from __future__ import annotations

import pytest
from textual.content import Content

from dsh_core.questions.types import Option, Question, QuestionRequest
from dsh_widgets.still_text import StillText
from tests.support.seats import at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))


async def test_the_frame_says_who_asks_and_how_long_it_waits() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        assert "from Ada" in person.screen
        assert "min" not in person.screen
        person.clock.advance(185)
        person.app.dock.fit()
        await person.settle()
        assert "from Ada · waiting 3 min" in person.screen


async def test_the_header_is_drawn_again_only_when_its_minute_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        drawn: list[Content] = []
        header = person.app.dock.query_one("#dock-header", StillText)
        update = header.update

        def draw(content: Content, *, layout: bool) -> None:
            drawn.append(content)
            update(content, layout=layout)

        monkeypatch.setattr(header, "update", draw)
        for _ in range(11):
            person.clock.advance(5)
            person.app.dock._draw_lines()  # as its timer does
        assert drawn == []
        person.clock.advance(5)
        person.app.dock._draw_lines()
        assert [content.plain for content in drawn] == ["from Ada · waiting 1 min"]
        await person.rest()
        await person.press("down", "down", "space", "up")
        assert len(drawn) == 1


async def test_a_request_without_an_agent_has_nobody_to_name() -> None:
    async with at_seat() as person:
        task = person.start(person.app.dock.ask(QuestionRequest((STORE,))))
        await person.settle()
        assert "from" not in person.screen
        assert not task.done()
