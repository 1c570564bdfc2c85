"""Equal labels, labels like our own rows, equal ids: identity is position."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widget import Widget

from dsh_core.questions.types import Option, Question
from dsh_core.questions.wire import WireError, parse_questions
from tests.cases.forms import form_of, open_form, sent
from tests.cases.reported import case, questions_of
from tests.support.seats import Person


def ticked(person: Person) -> list[int]:
    return list(person.form.state.drafts[0].selected)


@case("dl-01")
async def test_equal_labels_are_ticked_apart_and_sent_once() -> None:
    # The order is that of ticking, not that of the options (contract).
    async with form_of("dl-01") as person:
        assert "Yes (1)" in person.screen
        assert "Yes (2)" in person.screen
        await person.press("space", "down", "space")
        assert ticked(person) == [0, 1]
        await person.press("space")
        assert ticked(person) == [0]
        await person.press("3", "2", "enter")
        assert await sent(person) == [("q1", ("Yes", "No"), None)]


@pytest.mark.parametrize("digit", ["1", "2"])
async def test_either_of_two_equal_labels_can_be_the_one_answer(digit: str) -> None:
    labels = ("Yes", "Yes", "No")
    async with open_form(
        Question("q", "Retry?", options=tuple(map(Option, labels))), Question("r", "Why?")
    ) as person:
        await person.press(digit)
        assert person.form.state.drafts[0].selected == (int(digit) - 1,)


LIKE_OURS = ["Something else", "Other", "Type your answer", "✎ Type your answer", "Send", "Skip"]


@case("dl-02")
@pytest.mark.parametrize("label", LIKE_OURS)
async def test_a_label_like_our_own_row_is_an_option(label: str) -> None:
    question = {**questions_of("dl-02")[0]}
    question["options"] = [*question["options"][:2], {"label": label}]
    batch = (*parse_questions([question], either_spelling=True), Question("r", "Why?"))
    async with open_form(*batch) as person:
        lines = [line.strip("┃│ ") for line in person.screen.split("\n")]
        assert any(line.startswith("3 ") and line.endswith(label) for line in lines)
        own = [line for line in lines if line.startswith("✎")]
        assert len(own) == 1, "the own answer has a mark of its own, and no number"
        await person.press("3", "shift+tab")
        assert ticked(person) == [2]
        await person.press("o", *"mine", "tab")
        assert ticked(person) == []
        assert person.form.state.drafts[0].custom == "mine"
        assert not person.form.state.drafts[1].custom


def ids_of(person: Person) -> list[str | None]:
    widgets: list[Widget] = [person.app.seat, *person.app.seat.query("*")]
    return [widget.id for widget in widgets]


LABELS = [
    ["/commit", "/commit", "/fix"],
    ["", "", " "],
    ["#a", ".b", "a b"],
    ["form-body", "dock", "1"],
    ["中文", "\n", "💥"],
]


@case("di-01")
@pytest.mark.parametrize("labels", LABELS)
async def test_no_widget_is_called_by_a_text_of_a_model(labels: list[str]) -> None:
    options = tuple(map(Option, labels))
    plain = Question("q1", "Run which?", options=tuple(map(Option, "abc")))
    async with open_form(plain) as person:
        expected = ids_of(person)
    async with open_form(Question(labels[0], labels[1], labels[2], "dock", options)) as person:
        assert ids_of(person) == expected
        assert len(person.form.body.options.rows) == 3
        await person.press("down", "down", "enter")
        assert await sent(person) == [(labels[0], (labels[2],), None)]


@case("di-02")
@pytest.mark.parametrize("present", [0, 1, None])
def test_a_question_without_an_id_is_refused_before_it_is_shown(present: int | None) -> None:
    batch: list[dict[str, Any]] = [dict(each) for each in questions_of("di-02")]
    if present is not None:
        batch[present]["id"] = "x"
    first = 1 if present == 0 else 0
    with pytest.raises(WireError, match=rf"questions\[{first}\].id"):
        parse_questions(batch, either_spelling=True)


@case("di-03")
async def test_equal_ids_are_two_questions() -> None:
    # Allowed: position decides, and both ids come back in order (contract).
    async with form_of("di-03") as person:
        await person.press("enter", "down", "enter")
        assert person.form.state.on_review
        await person.press("enter")
        assert await sent(person) == [("x", ("Yes",), None), ("x", ("No",), None)]


async def test_equal_questions_without_options_are_two_texts() -> None:
    async with open_form(*[Question("x", "Why?")] * 3) as person:
        await person.press(*"a", "tab", *"b", "tab", *"c", "enter", "enter")
        assert await sent(person) == [("x", (), "a"), ("x", (), "b"), ("x", (), "c")]
