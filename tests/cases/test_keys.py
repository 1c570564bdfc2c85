"""Keys that do something else than the hand expects: hotkeys in texts, pastes, input methods."""

from __future__ import annotations

import pytest
from textual import events

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_core.session.transcript import UserEntry
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.text_field import TextField
from tests.cases.forms import drawn, form_of, open_form, sent
from tests.cases.reported import CASES, case
from tests.support.seats import Person, at_seat
from tests.widgets.transcript_samples import Source

PICK = Question("q1", "Pick", options=(Option("a"), Option("b")))
NEXT = Question("q2", "Next?", options=(Option("c"), Option("d")))
MORE = Question("q3", "Which?", options=(Option("linux"), Option("mac")), multi_select=True)
PLAN = Question(
    "p",
    "OK?",
    "# Plan\n\ntext\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)

# Everything printable is text in a text


@case("hk-01")
@pytest.mark.parametrize("text", ["15:00", "0", "12345", "1-9", "q1"])
async def test_digits_are_text_in_a_text(text: str) -> None:
    async with form_of("hk-01") as person:
        await person.press("o", *text, "enter", "enter")
        assert await sent(person) == [("q1", (), text)]


@case("hk-02")
async def test_space_is_text_in_a_text() -> None:
    async with form_of("hk-02") as person:
        await person.press("2", "o", "a", "space", "b")
        assert person.form.state.drafts[0].custom == "a b"
        assert person.form.state.drafts[0].selected == (1,)


@case("hk-03")
async def test_left_and_right_move_the_caret_in_a_text() -> None:
    # Other keys than Tab change the question only on the list (form rules).
    async with form_of("hk-03") as person:
        await person.press("o", "a", "c", "left", "b")
        assert person.form.state.index == 0
        assert person.form.state.drafts[0].custom == "abc"
        await person.press("right", "right", "right", "left", "left", "left", "left", "x")
        assert person.form.state.drafts[0].custom == "xabc"
        assert person.form.state.index == 0


@case("hk-05")
@pytest.mark.parametrize("text", ["kjjk", "gGosnrRyYdXJKzih", "<>?/[]", "vVtacCEDuwf", "~!@ #"])
async def test_letters_are_text_in_a_text(text: str) -> None:
    async with form_of("hk-05") as person:
        await person.press("o")
        await person.burst(*text)
        assert person.form.state.drafts[0].custom == text
        assert person.form.state.index == 0


# What a key does on a list is one rule, and nothing is sent unseen


@case("hk-04")
async def test_a_digit_picks_and_goes_on_but_sends_no_batch() -> None:
    async with form_of("hk-04") as person:
        await person.press("2")
        assert person.form.state.drafts[0].selected == (1,)
        assert person.form.state.index == 1
        await person.press("1")
        assert person.form.state.on_review, "the last one goes to the review, and is not sent"
        assert not person.tasks[0].done()


async def test_a_digit_ticks_and_sends_nothing_where_several_may_be_chosen() -> None:
    async with open_form(MORE) as person:
        await person.press("1", "2", "1")
        assert person.form.state.drafts[0].selected == (1,)
        assert not person.tasks[0].done()
        assert "Enter answer" in person.screen, "what the keys do is on the hint line"


@case("hk-07")
async def test_enter_confirms_a_text_and_another_key_breaks_the_line() -> None:
    async with open_form(Question("q1", "Pick", options=(Option("a"),)), size=(120, 24)) as person:
        await person.press("o", "x")
        assert "Enter done" in person.screen
        assert "new line" in person.screen
        await person.press("enter")
        assert "Enter again to send" in person.screen
        await person.press("enter")
        assert await sent(person) == [("q1", (), "x")]


@case("hk-08")
@pytest.mark.parametrize("key", ["ctrl+j", "shift+enter", "alt+enter"])
async def test_each_of_these_breaks_the_line(key: str) -> None:
    async with open_form(PICK) as person:
        await person.press("o", "a", key, "b")
        assert person.form.state.drafts[0].custom == "a\nb"


async def test_where_shift_enter_is_a_plain_enter_half_an_answer_is_not_sent() -> None:
    async with open_form(PICK) as person:
        await person.press("o", "a", "enter", *"b")
        assert not person.tasks[0].done()
        assert person.form.state.drafts[0].custom == "ab"


@case("hk-10")
async def test_enter_in_the_own_answer_goes_on_where_several_may_be_chosen() -> None:
    async with open_form(MORE, NEXT) as person:
        await person.press("1", "o", *"bsd", "enter")
        assert person.form.state.index == 1
        assert person.form.state.drafts[0].custom == "bsd"
        assert person.form.state.drafts[0].selected == (0,)
    async with form_of("hk-10") as person:
        await person.press("o", *"bsd", "enter", "enter")
        assert await sent(person) == [("q3", (), "bsd")]


# Pastes

LINES = ["line1\nline2\nline3", "line1\r\nline2\r\nline3", "line1\rline2\rline3"]


@case("pa-01")
@pytest.mark.parametrize("text", LINES, ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("place", ["list", "text", "no options"])
async def test_every_line_of_a_paste_arrives(text: str, place: str) -> None:
    question = Question("q", "Say?") if place == "no options" else PICK
    async with open_form(question, NEXT) as person:
        if place == "text":
            await person.press("o")
        await person.paste(text)
        assert person.form.state.drafts[0].custom == "line1\nline2\nline3"
        assert person.form.state.index == 0


@case("pa-02")
@pytest.mark.parametrize("how", ["bracketed", "ctrl+v"])
@pytest.mark.parametrize("place", ["form", "composer", "feedback"])
async def test_both_ways_to_paste_work_in_every_text(how: str, place: str) -> None:
    async with open_form(PLAN if place == "feedback" else PICK) as person:
        await person.press({"form": "o", "composer": "f6", "feedback": "f"}[place])
        if how == "bracketed":
            await person.paste("sk-example")
        else:
            person.app.copy_to_clipboard("sk-example")
            await person.press("ctrl+v")
        panel = person.panel
        if place == "composer":
            assert person.composer.text == "sk-example"
        elif isinstance(panel, PlanReviewPanel):
            assert panel.state.feedback == "sk-example"
        else:
            assert person.form.state.drafts[0].custom == "sk-example"


@case("pa-03")
@pytest.mark.parametrize("text", ["\n", "\r\n", "\r", "y", "1", "a", " ", "X\n", "\n\n\n"])
@pytest.mark.parametrize("place", ["list", "review", "confirm", "plan", "leave", "armed"])
async def test_a_paste_is_no_key(text: str, place: str) -> None:
    async with at_seat() as person:
        if place == "leave":
            _, task = await person.want_leave(ApprovalRequest("shell", body="ls"))
            await person.rest()
        else:
            _, started = await person.ask(*([PLAN] if place == "plan" else [PICK, NEXT]))
            task = started  # type: ignore[assignment]
            await person.rest()
        keys = {"review": ["1", "1"], "confirm": ["1", "X"], "armed": ["1", "o", "x"]}
        await person.press(*keys.get(place, []))
        await person.paste(text)
        await person.wait(1.0)
        assert not task.done()


@case("pa-05")
async def test_a_large_paste_is_folded_and_sent_whole() -> None:
    text = ("x" * 78 + "\n") * 3000
    async with open_form(PICK) as person:
        await person.press("o")
        await person.paste(text)
        assert "3001 lines" in person.screen
        await person.burst(*"typing on")
        assert len(person.form.body.answer.field.document.text) == 10, "one mark, and what is typed"
        await person.press("enter", "enter")
        assert await sent(person) == [("q1", (), (text + "typing on").strip())]


# Input methods


async def compose(person: Person, *texts: str) -> None:
    for text in texts:
        person.clock.advance(0.1)
        event = events.Key(text, text)
        event.time = person.clock.monotonic()
        person.app.post_message(event)
    await person.settle()


@case("im-02")
@pytest.mark.parametrize("place", ["form", "composer", "feedback"])
async def test_what_an_input_method_sends_is_put_in_whole(place: str) -> None:
    async with open_form(PLAN if place == "feedback" else PICK) as person:
        await person.press({"form": "o", "composer": "f6", "feedback": "f"}[place])
        field = person.app.focused
        assert isinstance(field, TextField), "all of them are the same kind of field"
        await compose(
            person, *CASES["im-02"]["input"]["keys"][1:], "한국어", "e\u0301", "👩\u200d🚀"
        )
        assert field.text == "確認した한국어e\u0301👩\u200d🚀"


async def test_what_an_input_method_sends_is_no_hotkey_on_a_list() -> None:
    async with open_form(PICK, NEXT) as person:
        before = person.form.state
        await compose(person, "した", "１", "確認")
        assert person.form.state == before


@case("im-03")
async def test_the_terminal_s_cursor_stays_at_the_caret_while_text_streams() -> None:
    async with open_form(PICK) as person:
        source = Source([UserEntry("hi")])
        person.app.transcript.show(source)
        await person.press("o", *"ab中")
        field = person.form.body.answer.field
        for at in range(20):
            source.append(UserEntry(f"line {at} " * at))
            await person.settle()
            x, y = person.app.cursor_position
            row = drawn(person.app, field).split("\n")[y - field.region.y]
            assert row.startswith("ab中")
            assert x == field.region.x + 4
