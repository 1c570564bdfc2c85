"""Text that is cut, batches that do not fit, and terminals of any size."""

from __future__ import annotations

import pytest
from rich.color import Color
from textual.content import Content

from dsh_core.base.sanitise import sanitise
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.plan_review import PlanReviewPanel
from dsh_widgets.row_view import RowView
from tests.cases.forms import drawn, form_of, open_form, read_through, sent, squeezed, strips
from tests.cases.reported import batch_of, case
from tests.support.seats import Person, at_seat

WIDE = [(24, 12), (40, 12), (60, 24), (112, 30), (200, 50)]


async def read_all(person: Person) -> str:
    """The pinned question, and everything below it."""
    pinned = squeezed(drawn(person.app, person.form.query_one("#form-question")))
    return pinned + await read_through(person)


def check_complete(seen: str, question: Question) -> None:
    texts = [question.question]
    for option in question.options or ():
        texts += [option.label, option.description or ""]
    for text in texts:
        # What wraps may break anywhere in scripts without blanks.
        assert squeezed(sanitise(text)) in seen


def grounds(person: Person, row: int) -> list[set[Color | None]]:
    """The colours behind each screen line of a row of the options."""
    options = person.form.body.options
    region = options.row_region(row).translate(options.region.offset)
    found = []
    for strip in strips(person.app, region):
        found.append({segment.style.bgcolor for segment in strip if segment.style})
    return found


@case("tr-01")
async def test_rows_wrap_indented_and_the_highlight_covers_them() -> None:
    (question,) = batch_of("tr-01")
    async with open_form(
        Question("q1", "?", options=(*(question.options or ()), Option("Second"))), size=(60, 24)
    ) as person:
        options = person.form.body.options
        lines = drawn(person.app, options).split("\n")
        height = options.row_region(0).height
        assert height >= 3
        starts = {len(line) - len(line.lstrip()) for line in lines[1:height]}
        assert len(starts) == 1, "what goes on below starts where the text starts"
        assert starts.pop() == lines[0].index("Keep")
        lit = grounds(person, 0)
        assert len(lit) == height
        assert all(line == lit[0] and len(line) == 1 for line in lit)
        assert lit[0] != grounds(person, 1)[0]


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("name", ["tr-01", "tr-03", "tr-04", "tr-06"])
async def test_everything_can_be_read_at_any_width(name: str, size: tuple[int, int]) -> None:
    async with form_of(name, size) as person:
        seen = await read_all(person)
        check_complete(seen, batch_of(name)[0])


@case("tr-03")
@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 20)])
async def test_a_long_question_leaves_the_options_in_view(size: tuple[int, int]) -> None:
    async with form_of("tr-03", size) as person:
        labels = [option.label for option in batch_of("tr-03")[0].options or ()]
        assert labels[0] in drawn(person.app, person.form.body)
        assert person.form.query_one("#form-question").size.height <= 3


@case("tr-04")
async def test_a_long_detail_scrolls_by_key() -> None:
    async with form_of("tr-04") as person:
        seen = await read_through(person)
        rows = [row for row in (batch_of("tr-04")[0].detail or "").split("\n") if row]
        assert len(rows) > 20
        assert all(squeezed(row) in seen for row in rows)
        await person.press("down")
        assert "b" in drawn(person.app, person.form.body), "moving brings the row into view"


@case("tr-06")
async def test_the_last_of_tall_rows_can_be_seen() -> None:
    async with form_of("tr-06") as person:
        await person.press("end")
        assert person.form.state.cursors[0] == 2
        assert "short last" in drawn(person.app, person.form.body)
        await person.press("enter")
        assert await sent(person) == [("q1", ("short last",), None)]


@case("tr-02")
@pytest.mark.parametrize("label", ["Lorem ipsum " * 40, "x" * 480, "字" * 200, "👩\u200d🚀" * 80])
async def test_a_label_wider_than_the_terminal(label: str) -> None:
    async with open_form(Question("q", "?", options=(Option(label), Option("b")))) as person:
        for width in (1, 2, 3, 4, 5, 8, 12, 23, 24, 40, 112):
            await person.pilot.resize_terminal(width, 30)
        await person.rest()
        assert squeezed(label) in await read_through(person)
        await person.press("1")
        assert await sent(person) == [("q", (label,), None)]


@case("wi-01")
async def test_the_own_text_uses_the_whole_width() -> None:
    async with open_form(Question("q", "?", options=(Option("a"),)), size=(200, 50)) as person:
        await person.press("o")
        await person.burst(*"y" * 180)
        assert "y" * 180 in drawn(person.app, person.form.body.answer.field)


THIRTY = tuple(
    Question(f"d{i}", f"Decision {i}?", options=(Option("A"), Option("B"))) for i in range(30)
)


@case("lb-01")
async def test_thirty_questions() -> None:
    async with open_form(*THIRTY) as person:
        parts = len(person.form.query("*"))
        for at in range(16):
            await person.press("]")
            assert f"{at + 2}/30" in person.screen
        assert "Decision 16?" in person.screen
        await person.press("1", *["]"] * 14)
        assert person.form.state.on_review
        assert person.form.state.review_cursor == 0, "on the first gap"
        await person.press("end", "enter")
        assert "29 questions have no answer yet" in person.screen
        assert "Decision 0?" in drawn(person.app, person.form.review_pane)
        await person.press("S", "end")
        assert "Send" in drawn(person.app, person.form.review_pane)
        await person.press("enter")
        answers = await sent(person)
        assert [item[0] for item in answers] == [question.id for question in THIRTY]
        assert [item[1] for item in answers if item[1]] == [("A",)]
    async with open_form(THIRTY[0], THIRTY[1]) as person:
        assert len(person.form.query("*")) == parts, "only one question exists as widgets"


MANY = Question(
    "q",
    "Which?",
    options=tuple(Option(f"Option {at}", f"First line.\nSecond {at}.") for at in range(1, 201)),
)


@case("lb-05")
async def test_the_last_of_two_hundred_options() -> None:
    async with open_form(MANY) as person:
        await person.press("end", "down")
        assert "Type your answer" in drawn(person.app, person.form.body)
        await person.press("up")
        shown = drawn(person.app, person.form.body)
        assert "Option 200" in shown
        assert "Second 200." in shown
        await person.press("enter")
        assert await sent(person) == [("q", ("Option 200",), None)]


async def test_each_of_two_hundred_options_comes_into_view() -> None:
    async with open_form(MANY) as person:
        for at in range(1, 200, 9):
            assert f"Option {at}\n" in drawn(person.app, person.form.body) + "\n"
            await person.burst(*["down"] * 9)


# Speed: not measured here (a busy machine is no slow program); but what makes it slow is absent.


@case("lb-07")
async def test_forty_rows_keep_up_with_a_held_key() -> None:
    options = tuple(Option(f"row {at}", "Why. " * 10) for at in range(40))
    async with open_form(Question("q", "?", options=options)) as person:
        rows = person.form.body.options.rows
        assert all(isinstance(line, Content) for row in rows for line in row.lines)
        assert list(person.form.body.options.children) == [], "rows are no widgets"
        await person.held("down", [0.5 + 0.033 * at for at in range(39)])
        assert person.form.state.cursors == (39,)
        assert "row 39" in drawn(person.app, person.form.body)
        await person.burst(*["up"] * 39)
        assert person.form.state.cursors == (0,)


def plan_of(steps: int) -> str:
    return "\n".join(
        f"## Step {i}\n\n- do `thing`\n\n```python\nprint({i})\n```" for i in range(steps)
    )


@case("pl-16")
@pytest.mark.parametrize(
    ("plan", "last"),
    [(plan_of(300), "print(299)"), ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 200, "2")],
    ids=["steps", "table"],
)
async def test_a_large_plan_is_one_widget_that_draws_what_is_on_screen(
    plan: str, last: str
) -> None:
    options = (Option("Approve"), Option("Keep planning"))
    intent = PlanReviewIntent("Approve")
    async with at_seat() as person:
        await person.ask(Question("p", "OK?", plan, None, options, None, intent))
        await person.rest()
        panel = person.panel
        assert isinstance(panel, PlanReviewPanel)
        assert isinstance(panel.view, RowView)
        assert len(panel.query("*")) < 40
        await person.press("G")
        assert last in drawn(person.app, panel.view)


# Sizes

SMALL = [(4, 24), (1, 1), (12, 10), (80, 3), (80, 1), (10, 24), (2, 2), (24, 8), (23, 8), (24, 7)]


@case("wi-02")
@pytest.mark.parametrize("focus", ["list", "text", "review"])
async def test_it_survives_any_size_and_is_as_before_when_it_grows_back(focus: str) -> None:
    async with form_of("wi-02") as person:
        await person.press("1", "shift+tab")
        await person.press(*{"list": ["down"], "text": ["o", *"ab"], "review": ["]", "]"]}[focus])
        before = person.form.state
        target = person.form.focus_target()
        for size in [*SMALL, (300, 100), (80, 24)]:
            await person.pilot.resize_terminal(*size)
            await person.settle()
            assert person.app.focused is not None
        await person.rest()
        assert person.form.state == before
        assert person.app.focused is target
        assert "Which" in person.screen


@case("re-03")
@pytest.mark.parametrize("size", SMALL)
async def test_a_window_smaller_than_its_content_says_so(size: tuple[int, int]) -> None:
    async with form_of("re-03") as person:
        await person.press("2")
        await person.pilot.resize_terminal(*size)
        await person.settle()
        if size[0] >= 24 and size[1] >= 8:
            assert "Which queue?" in person.screen
        elif size[0] >= 20 and size[1] > 1:
            assert "Too small" in person.screen
        await person.pilot.resize_terminal(80, 24)
        await person.rest()
        assert "Which queue?" in person.screen
        await person.press("1", "1", "enter", "enter")
        assert [item[1] for item in await sent(person)] == [("In-memory",), ("NATS",), ("linux",)]
