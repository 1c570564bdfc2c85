"""How the parts of a form look, side by side and without a dock around them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.labels import display_order
from dsh_core.form.review import open_form
from dsh_core.questions.types import Option, Question
from dsh_widgets.answer_field import AnswerField
from dsh_widgets.glyphs import ASCII, UNICODE, Glyphs
from dsh_widgets.hints import HintLine, scope_hints
from dsh_widgets.key_rows import widget_keymap
from dsh_widgets.option_list import QuestionOptions
from dsh_widgets.review_page import ReviewPage
from dsh_widgets.tabs import QuestionTabs, Tab
from dsh_widgets.themes import THEMES
from tests.support.snapshots import SnapCompare

STORE = Question(
    "store",
    "Where do sessions live?",
    header="Store",
    options=(
        Option("Redis", "Fast, but one more thing to run and to watch, with backups of its own."),
        Option("Postgres (recommended)", "One database for everything, and it is there already."),
        Option("Files", "One a session; 日本語の説明も折り返されます。" * 3),
        Option("[bold]Nothing[/]"),
    ),
)
PARTS = Question(
    "parts", "Which parts?", multi_select=True, options=(Option("x"), Option("y"), Option("z"))
)
TABS = (
    Tab("Store"),
    Tab("Parts", "answered"),
    Tab("Name", "skipped"),
    Tab("Review", counted=False),
)


@dataclass(frozen=True)
class Look:
    question: Question = STORE
    draft: Draft = field(default_factory=Draft)
    cursor: int = 1
    text: str = ""
    theme: str = "dsh-dark"
    glyphs: Glyphs = UNICODE
    scope: str = "list"


class LookApp(App[None]):
    CSS = "VerticalScroll { height: 1fr; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = look.theme

    def compose(self) -> ComposeResult:
        yield QuestionTabs(glyphs=self.look.glyphs)
        with VerticalScroll(can_focus=False):
            yield QuestionOptions(glyphs=self.look.glyphs)
            yield AnswerField(glyphs=self.look.glyphs)
        yield HintLine()

    def on_mount(self) -> None:
        look = self.look
        options, answer = self.query_one(QuestionOptions), self.query_one(AnswerField)
        self.query_one(QuestionTabs).show(TABS, 0)
        options.show_question(look.question, display_order(look.question), look.draft, look.cursor)
        inside = look.scope == "text"
        answer.show_answer(look.text, highlighted=inside, chosen=bool(look.draft.custom))
        hints = scope_hints(widget_keymap(), look.scope, Catalogue("en"))
        self.query_one(HintLine).show(hints)
        (answer.field if inside else options).focus()


LOOKS = {
    "single": Look(draft=Draft(selected=(0,))),
    "single_light": Look(draft=Draft(selected=(0,)), theme="dsh-light"),
    "single_note": Look(draft=Draft(selected=(1,), note="but keep the files"), cursor=0),
    "skipped": Look(draft=Draft(skipped=True)),
    "multi": Look(question=PARTS, draft=Draft(selected=(2, 0)), cursor=0),
    "multi_ascii": Look(question=PARTS, draft=Draft(selected=(2, 0)), cursor=0, glyphs=ASCII),
    "text": Look(
        draft=Draft(custom="Kafka\nwith [b]two[/b] lines"),
        text="Kafka\nwith [b]two[/b] lines",
        cursor=-1,
        scope="text",
    ),
}


@pytest.mark.parametrize("name", LOOKS, ids=list(LOOKS))
def test_question(snap_compare: SnapCompare, name: str) -> None:
    assert snap_compare(LookApp(LOOKS[name]), terminal_size=(80, 24))


def test_question_narrow(snap_compare: SnapCompare) -> None:
    assert snap_compare(LookApp(LOOKS["single"]), terminal_size=(32, 30))


class ReviewApp(App[None]):
    def compose(self) -> ComposeResult:
        yield ReviewPage()

    def on_mount(self) -> None:
        questions = (
            STORE,
            Question("name", "What is it called?"),
            PARTS,
            Question("why", "Anything else?"),
        )
        drafts = (
            Draft(selected=(1,), note="on the fast disk", stash=Stash(custom="Kafka")),
            Draft(custom="[b]Harness[/b]\nsecond line"),
            Draft(),
            Draft(skipped=True),
        )
        state = replace(open_form(questions), drafts=drafts, index=4, review_cursor=2)
        page = self.query_one(ReviewPage)
        page.show_review(state, Catalogue("en"))
        page.focus()


def test_review(snap_compare: SnapCompare) -> None:
    assert snap_compare(ReviewApp(), terminal_size=(80, 24))


def contrast(one: Color, other: Color) -> float:
    """The WCAG contrast ratio of two colours."""

    def luminance(color: Color) -> float:
        parts = [part / 255 for part in color.rgb]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def worst(widget: Widget) -> tuple[float, str]:
    """The least contrast of a text in a widget, and the text."""
    found = [(21.0, "")]
    for strip in widget.render_lines(widget.size.region):
        for text, style, _ in strip:
            if not text.strip() or style is None or style.color is None or style.bgcolor is None:
                continue
            color, background = map(Color.from_rich_color, (style.color, style.bgcolor))
            found.append((contrast(color, background), text))
    return min(found)


@pytest.mark.parametrize("theme", ["dsh-dark", "dsh-light"])
@pytest.mark.parametrize("name", ["single", "single_note", "text"])
async def test_every_text_can_be_read(theme: str, name: str) -> None:
    app = LookApp(replace(LOOKS[name], theme=theme))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for widget in app.screen.query(
            "QuestionTabs, QuestionOptions, TextField, AnswerMark, HintLine"
        ):
            assert worst(widget) > (4.5, ""), widget
