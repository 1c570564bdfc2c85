"""An answer on its way: everything is locked, and a refusal loses nothing."""

from __future__ import annotations

from typing import get_args

import pytest

from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.form.state import Dismiss, Send
from dsh_core.questions.pending import Receipt, RefusalReason
from dsh_core.questions.types import Answer, Option, Question
from dsh_widgets.dock_panels import refusal
from tests.support.seats import Person, at_seat

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")


class Slow:
    """A table that takes its time before it says whether it took an answer."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[Answer] = []
        person.app.dock.deliver = self.deliver  # type: ignore[method-assign,assignment]

    def deliver(self, panel: object, effect: Send) -> None:
        self.sent.append(effect.answer)

    async def refuse(self) -> None:
        self.person.form.delivered("The answer was rejected: it is too late.")
        await self.person.settle()


async def test_everything_is_locked_until_the_table_answers() -> None:
    async with at_seat() as person:
        table = Slow(person)
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("1", *"abc", "enter", "enter")
        assert len(table.sent) == 1
        before = person.form.state
        assert before.busy == "answer"
        await person.press("enter", "1", "s", "S", "X", "y", "r", "o", "x", "tab", "[", "delete")
        await person.paste("more")
        tabs = person.form.tabs.region
        await person.pilot.click(offset=(tabs.x + 3, tabs.y))
        await person.settle()
        assert person.form.state == before
        assert len(table.sent) == 1


async def test_a_refusal_unlocks_says_why_and_loses_nothing() -> None:
    async with at_seat() as person:
        table = Slow(person)
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("1", *"abc", "enter", "enter")
        await table.refuse()
        assert "it is too late" in person.screen
        assert [draft.custom for draft in person.form.state.drafts] == ["", "abc"]
        await person.press("G", "enter")
        assert len(table.sent) == 2
        assert table.sent[0] == table.sent[1]


async def test_a_table_that_refuses_is_told_in_words() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        await person.rest()
        receipts = [Receipt(False, "bad-response", '"X\x1b[31m" is not one of the options')]
        take = person.app.pending.answer
        person.app.pending.answer = (  # type: ignore[method-assign]
            lambda request_id, answer: receipts.pop() if receipts else take(request_id, answer)
        )
        await person.press("2")
        shown = " ".join(line.strip("│┃ ") for line in person.screen.splitlines())
        assert "question response rejected: bad-response · the answer does not fit" in shown
        assert '("X␛[31m" is not one of the options)' in shown
        assert not task.done()
        assert person.form.state.drafts[0].selected == (1,)
        await person.press("enter")
        assert (await person.result(task)).answers[0].selected == ("Files",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", get_args(RefusalReason))
def test_each_refusal_has_words_in_each_language(reason: RefusalReason, language: str) -> None:
    words = Catalogue(language)
    for effect, key in ((Send(Answer(())), "answer"), (Dismiss(), "cancel")):
        told = refusal(effect, Receipt(False, reason, "why"), words)
        assert told is not None
        code = words.text(f"error.{key}_rejected", reason=reason)
        assert told.startswith(code)
        assert len(told) > len(code) + 5
        assert "{" not in told
    assert refusal(Dismiss(), Receipt(True), words) is None
