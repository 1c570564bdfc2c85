from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.review import open_form
from dsh_core.form.state import FormState
from dsh_core.questions.types import Option, Question
from dsh_widgets.review_page import ReviewPage

QUESTIONS = (
    Question(
        "a", "Where do\nsessions live?", header="Store", options=(Option("Redis"), Option("Files"))
    ),
    Question("b", "What is it called?"),
    Question("c", "Which parts?", options=(Option("x"), Option("y")), multi_select=True),
    Question("d", "Anything else?"),
)


def state() -> FormState:
    drafts = (
        Draft(selected=(1,), note="on the fast disk", stash=Stash(custom="Kafka")),
        Draft(custom="[b]Harness[/b]\nsecond line"),
        Draft(selected=(1, 0)),
        Draft(skipped=True),
    )
    return replace(open_form(QUESTIONS), drafts=drafts, index=4, review_cursor=4)


class ReviewApp(App[None]):
    def __init__(self, state: FormState) -> None:
        super().__init__()
        self.state = state
        self.page = ReviewPage()

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.page

    def on_mount(self) -> None:
        self.page.show_review(self.state, Catalogue("en"))


async def shown(state: FormState, width: int = 60) -> list[str]:
    app = ReviewApp(state)
    async with app.run_test(size=(width, 40)) as pilot:
        app.page.focus()
        await pilot.pause()
        return [app.page.render_line(y).text.rstrip() for y in range(app.page.size.height)]


async def test_every_answer_is_shown_as_it_will_be_sent() -> None:
    assert await shown(state()) == [
        "  1 ● Store",
        "      Where do sessions live?",
        "      Files",
        "",
        "      Note: on the fast disk",
        "      kept, not sent: Kafka",
        "  2 ● Q2",
        "      What is it called?",
        "      [b]Harness[/b]",
        "      second line",
        "  3 ● Q3",
        "      Which parts?",
        "      ↳ y",
        "      ↳ x",
        "  4 – Q4",
        "      Anything else?",
        "      skipped · no answer",
        "❯   ➤ Send",
    ]


async def test_gaps_are_marked_and_counted() -> None:
    drafts = (Draft(), Draft(), Draft(selected=(0,)), Draft(skipped=True))
    drawn = await shown(replace(state(), drafts=drafts, review_cursor=0))
    assert drawn[0] == "❯ 1 ○ Store"
    assert drawn[2] == "      not answered yet"
    assert drawn[-1] == "    ➤ Send  2 questions have no answer yet"
    drafts = (Draft(custom="x"), Draft(), Draft(selected=(0,)), Draft(skipped=True))
    assert (await shown(replace(state(), drafts=drafts)))[-1].endswith(
        "1 question has no answer yet"
    )


async def test_a_carried_draft_says_so_and_is_a_gap_until_it_was_seen() -> None:
    carried = replace(state(), carried=(True, False, False, False), seen=(False, True, True, True))
    drawn = await shown(carried)
    assert drawn[0] == "  1 ○ Store  carried over"
    assert "      not answered yet" in drawn


async def test_the_highlight_follows_the_state() -> None:
    app = ReviewApp(state())
    async with app.run_test() as pilot:
        app.page.show_review(replace(state(), review_cursor=1), Catalogue("en"))
        await pilot.pause()
        assert app.page.cursor == 1
