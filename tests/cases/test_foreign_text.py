"""Markup, escape sequences and deceptive characters in what a model, a file or a paste brings."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from dsh_app.screens.conversation import ConversationScreen
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.plan_review import PlanReviewPanel
from tests.cases.forms import drawn, form_of, open_form, sent, squeezed, strips
from tests.cases.reported import CASES, batch_of, case
from tests.support.desk import at_desk
from tests.support.seats import Asker, Person, at_seat
from tests.widgets.transcript_samples import FAILED, Source

NASTY = [
    *("[x] done", "[red]Stop[/red]", "[someView]", "[/", "\\[bold]", "[r", "[/red]", "]", "[["),
    *("[@click=app.quit]Approve[/]", "$primary", "{name}", "%s", "args[0]", "[link=file:///]x[/]"),
    *("<b>x</b>", "&amp;", ":smile:", "`code`", "**bold**", "a | b", "# no heading"),
    '{"booleans": [true, false]}',
]
"""Texts that some drawing takes for more than text."""


@case("mi-03")
async def test_brackets_are_characters() -> None:
    async with form_of("mi-03") as person:
        for text in ("Mark [x] done?", "[x] done", "[red]Stop[/red]", "[someView]"):
            assert text in person.screen
        await person.press("2")
        assert await sent(person) == [("q1", ("[red]Stop[/red]",), None)]


@case("mi-06")
@pytest.mark.parametrize("texts", [NASTY[:9], NASTY[9:17], [*NASTY[17:], "[0, 5[ or ]0, 5] ?"]])
async def test_every_text_of_a_request_is_drawn_as_it_is_and_sent_as_it_was(
    texts: list[str],
) -> None:
    async with at_seat(size=(100, 24)) as person:
        for text in texts:
            first = Question(text, text, header=text, options=(Option(text, text), Option("other")))
            _, task = await person.ask(first, Question("r", "?"))
            await person.rest()
            assert person.screen.count(text) >= 4, "tab, question, label and description"
            await person.press("1", *"x", "enter")
            assert person.screen.count(text) >= 2, "the review has the question and the answer"
            await person.press("enter")
            item = (await person.result(task)).answers[0]
            assert (item.id, item.selected, item.custom) == (text, (text,), None)


@case("mi-04")
@pytest.mark.parametrize("where", ["question", "label", "description", "header", "detail"])
async def test_no_click_reaches_an_action(where: str) -> None:
    trap = "[@click=app.quit]Approve[/]"
    texts = {**dict.fromkeys(("question", "label", "description", "header", "detail"), "x")}
    texts[where] = trap
    option = Option(texts["label"], texts["description"])
    question = Question("q1", texts["question"], texts["detail"], texts["header"], (option,))
    async with open_form(question, Question("r", "?"), size=(100, 24)) as person:
        lines = person.screen.split("\n")
        spots = [(line.index(trap) + 12, y) for y, line in enumerate(lines) if trap in line]
        assert spots
        for spot in spots:
            await person.pilot.click(offset=spot)
            await person.settle()
        assert person.app.is_running
        assert person.app._return_value is None
        for strip in strips(person.app, person.app.screen.region):
            for segment in strip:
                assert segment.style is None or "@click" not in segment.style.meta


@case("mi-07")
@pytest.mark.parametrize("more", ["", "\n\n## [@click=app.quit]x[/]\n\n[[wiki]] [/etc] [bold]y"])
async def test_brackets_in_a_plan(more: str) -> None:
    plan = CASES["mi-07"]["input"]["plan"] + more
    options = (Option("Approve"), Option("Keep planning"))
    async with at_seat() as person:
        intent = PlanReviewIntent("Approve")
        await person.ask(Question("p", "OK?", plan, None, options, None, intent))
        await person.rest()
        assert isinstance(person.panel, PlanReviewPanel)
        shown = squeezed(drawn(person.app, person.panel.view))
        for line in filter(None, plan.split("\n")):
            assert squeezed(line.lstrip("# ")) in shown
        await person.press("]", "]", "C", "escape")


UNKNOWN = """\
speed: 0
steps:
  - say: Hello.
"""


@case("mi-08")
@pytest.mark.parametrize("text", ['{"booleans":[true,false]}', "args[0]", "[/red]", "[@click=x]"])
async def test_notices_and_titles_are_literal(text: str) -> None:
    async with at_desk(UNKNOWN) as desk:
        screen = desk.app.screen
        assert isinstance(screen, ConversationScreen)
        screen.tell_of(text)
        await desk.until_shown(text)
    async with at_seat(size=(100, 24)) as person:
        await person.ask(Question("q", text, options=(Option("a"),)), agent=Asker(name=text))
        await person.rest()
        assert f"from {text}" in person.screen
        await person.press("ctrl+]")
        assert text in person.screen, "folded"
        await person.press("tab", "d")
        assert f"discussing: {text}" in person.screen


# Characters that act on a terminal or deceive a reader

CONTROLS = ["\x1b[31m", "\x1b]0;x\x07", "\x00", "\x08", "\x7f", "\x9b31m", "\x0b", "\x0c", "\r"]
DECEIVERS = [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]
DECEIVERS += ["\u200b", "\u200e", "\u200f", "\u061c", "\u2060", "\ufeff", "\u00ad"]


def check_harmless(person: Person) -> None:
    for strip in strips(person.app, person.app.screen.region):
        for character in strip.text:
            assert unicodedata.category(character) not in ("Cc", "Cs"), hex(ord(character))
            assert character not in DECEIVERS, hex(ord(character))


@case("un-01")
@pytest.mark.parametrize("all_hidden", [DECEIVERS[:8], DECEIVERS[8:], CONTROLS])
async def test_what_deceives_or_acts_is_made_visible_and_sent_as_it_was(
    all_hidden: list[str],
) -> None:
    async with at_seat() as person:
        for hidden in all_hidden:
            label = f"rm -rf build {hidden} fs- dliub"
            text = f"a{hidden}b"
            options = (Option(label, text), Option("safe\u200b"))
            request, _ = await person.ask(
                Question("q1", text, text, text, options), Question("r", "?")
            )
            await person.rest()
            check_harmless(person)
            assert "rm -rf build  fs- dliub" not in person.screen, "something shows where it was"
            await person.press("1", "escape", "X")
            assert "Dismiss?" in person.screen
            check_harmless(person)
            await person.press("n", "ctrl+]")
            check_harmless(person)
            await person.press("tab")
            assert person.form.state.drafts[0].selected == (0,)
            person.app.pending.cancel(request.id)
            await person.settle()


@pytest.mark.parametrize("name", ["un-01"])
async def test_labels_come_back_byte_for_byte(name: str) -> None:
    for at, option in enumerate(batch_of(name)[0].options or (), 1):
        async with form_of(name) as person:
            await person.press(str(at))
            assert await sent(person) == [("q1", (option.label,), None)]


@case("un-03")
@pytest.mark.parametrize("header", ["two\nlines", "\n\nx", "a\tb\r\nc", "\n", "l" * 200])
async def test_headers_stay_on_one_line(header: str) -> None:
    (question,) = batch_of("un-03")
    named = Question("q1", question.question, None, header, question.options)
    async with open_form(named, Question("r", "?", header=header)) as person:
        assert person.form.tabs.size.height == 1
        question_lines = drawn(person.app, person.form.query_one("#form-question")).split("\n")
        assert question_lines[0].strip() == "a"
        assert "Yes" in person.screen
        await person.press("1")
        assert person.form.state.drafts[0].selected == (0,)


@case("ei-04")
@pytest.mark.parametrize("place", ["text", "list", "composer"])
async def test_control_bytes_of_a_paste_are_shown_and_do_nothing(place: str) -> None:
    # They are kept, all but NUL: what is sent is what was pasted, and only the drawing changes.
    pasted = CASES["ei-04"]["input"]["paste"] + "\r\n\ttab"
    kept = "ok\x1b[31m\x08red\n\ttab"
    async with open_form(Question("q", "?", options=(Option("a"),)), Question("r", "?")) as person:
        if place == "text":
            await person.press("o")
        elif place == "composer":
            await person.press("f6")
        await person.paste(pasted)
        assert "ok␛[31m␈red" in person.screen
        check_harmless(person)
        found = person.form.state.drafts[0].custom
        assert (person.composer.text if place == "composer" else found) == kept


@case("ei-05")
async def test_the_transcript_draws_what_a_tool_wrote() -> None:
    vim = "\x1b[?1049h\x1b[2J\x1b[1;1H~\r\n\x00\x00\x1b[7mINSERT\x1b[0m\x1b]0;pwned\x07"
    async with at_seat() as person:
        result = vim + "\n" + "x" * 22_000 + "\nthe end"
        person.app.transcript.show(Source([replace(FAILED, result_text=result)]))
        await person.settle()
        assert person.app.transcript.set_expanded(0)
        await person.settle()
        check_harmless(person)
        await person.press("escape", "G", "g", "pagedown", "G")
        check_harmless(person)
        assert person.app.is_running
