from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.drafts import Draft
from dsh_core.form.labels import display_order
from dsh_core.questions.types import Option, Question
from dsh_widgets import row_list
from dsh_widgets.glyphs import ASCII, UNICODE, Glyphs
from dsh_widgets.option_list import QuestionOptions

STORE = Question(
    "store",
    "Where do sessions live?",
    options=(
        Option("Redis", "Fast, but one more thing to run."),
        Option("Postgres (recommended)", "One database for everything, and it is there already."),
        Option("Redis"),
        Option("[@click=app.quit]files[/]", "\x1b[31mred"),
    ),
)


class OptionsApp(App[None]):
    def __init__(self, glyphs: Glyphs = UNICODE, language: str = "en") -> None:
        super().__init__()
        self.list = QuestionOptions(catalogue=Catalogue(language), glyphs=glyphs)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self.list


def lines(widget: Widget) -> list[str]:
    return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]


async def shown(
    question: Question,
    draft: Draft,
    width: int = 44,
    cursor: int = 0,
    app: OptionsApp | None = None,
) -> list[str]:
    app = app or OptionsApp()
    async with app.run_test(size=(width, 30)) as pilot:
        app.list.show_question(question, display_order(question), draft, cursor)
        app.list.focus()
        await pilot.pause()
        return lines(app.list)


PACE = Question("pace", "How?", options=tuple(map(Option, ("slow", "quick", "at once", "never"))))


async def test_options_are_numbered_by_row_marked_by_shape_and_wrapped() -> None:
    assert await shown(STORE, Draft(selected=(2,))) == [
        "❯ 1 ○ Postgres  Recommended",
        "      One database for everything, and it is",
        "      there already.",
        "  2 ○ Redis (1)",
        "      Fast, but one more thing to run.",
        "  3 ◉ Redis (2)",
        "  4 ○ [@click=app.quit]files[/]",
        "      ␛[31mred",
    ]


async def test_several_choices_have_boxes() -> None:
    question = Question(
        "parts", "Which?", options=(Option("a"), Option("b"), Option("c")), multi_select=True
    )
    assert await shown(question, Draft(selected=(2, 0)), cursor=3) == [
        "  1 ☑ a",
        "  2 ☐ b",
        "  3 ☑ c",
    ]


async def test_in_ascii_every_state_still_has_its_own_shape() -> None:
    question = Question("q", "?", options=(Option("a"), Option("b")))
    app = OptionsApp(ASCII)
    assert await shown(question, Draft(selected=(1,)), app=app) == ["> 1 ( ) a", "  2 (*) b"]


async def test_the_badge_speaks_the_persons_language() -> None:
    assert (await shown(STORE, Draft(), app=OptionsApp(language="zh")))[0].endswith("推荐")


async def test_rows_beyond_nine_have_no_number_and_stay_aligned() -> None:
    question = Question("q", "?", options=tuple(Option(f"o{n}") for n in range(11)))
    drawn = await shown(question, Draft(), cursor=-1)
    assert drawn[8:] == ["  9 ○ o8", "    ○ o9", "    ○ o10"]


async def test_a_note_stands_under_its_pick() -> None:
    question = Question("q", "?", options=(Option("a"), Option("b")))
    draft = Draft(selected=(0,), note="but [b]small[/b]")
    assert await shown(question, draft) == ["❯ 1 ◉ a", "      ↳ Note: but [b]small[/b]", "  2 ○ b"]


async def test_nothing_of_a_long_text_is_lost() -> None:
    text = " ".join(f"word{n}" for n in range(60)) + " 日本語の説明" * 9
    question = Question("q", "?", options=(Option(text, text),))
    drawn = await shown(question, Draft(), width=31)
    assert "".join("".join(drawn)[len("❯ 1 ○ ") :].split()) == "".join(text.split()) * 2


async def test_a_pick_repaints_the_rows_that_changed() -> None:
    app = OptionsApp()
    async with app.run_test(size=(60, 30)) as pilot:
        app.list.show_question(STORE, (0, 1, 2, 3), Draft(), 0)
        await pilot.pause()
        seen: list[Region] = []
        refresh = app.list.refresh

        def spy(*regions: Region, **options: bool) -> Widget:
            assert regions, "the whole list was refreshed"
            seen.extend(regions)
            return refresh(*regions, **options)

        app.list.refresh = spy  # type: ignore[method-assign, assignment]
        app.list.show_question(STORE, (0, 1, 2, 3), Draft(selected=(3,)), 3)
        assert {region.y for region in seen} == {app.list.row_region(at).y for at in (0, 3)}


async def test_a_filter_shows_the_hits_numbered_anew() -> None:
    app = OptionsApp()
    async with app.run_test(size=(60, 30)) as pilot:
        app.list.show_question(STORE, display_order(STORE), Draft(selected=(3,)), 2)
        app.list.show_question(STORE, (2, 3), Draft(selected=(3,)), 1)
        await pilot.pause()
        assert lines(app.list)[:2] == ["  1 ○ Redis (2)", "› 2 ◉ [@click=app.quit]files[/]"]


async def test_two_hundred_options_are_shown_without_drawing_them() -> None:
    options = tuple(Option(f"Option {n}", "and what it means " * 8) for n in range(200))
    question = Question("q", "?", options=options)
    app = OptionsApp()
    async with app.run_test(size=(80, 24)) as pilot:
        started = time.process_time()
        app.list.show_question(question, range(200), Draft(), 0)
        await pilot.pause()
        assert time.process_time() - started < 2  # Coarse: it takes a twentieth of that.
        assert app.list.size.height >= 600
        assert len(app.list._strips) <= 24


async def test_wide_and_combining_characters_keep_every_line_inside() -> None:
    question = Question("q", "?", options=(Option("日本語👩‍👩‍👧e\u0301" * 9, "한국어 " * 20),))
    for width in (24, 31, 80, 300):
        app = OptionsApp()
        async with app.run_test(size=(width, 30)) as pilot:
            app.list.show_question(question, (0,), Draft(), 0)
            await pilot.pause()
            drawn = [app.list.render_line(y).text for y in range(app.list.size.height)]
            assert all(cell_len(line) == app.list.size.width for line in drawn)


async def test_a_question_that_was_on_screen_is_not_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = 0

    def to_strips(*arguments: Any) -> list[Strip]:
        nonlocal drawn
        drawn += 1
        return Visual.to_strips(*arguments)

    app = OptionsApp()
    async with app.run_test(size=(44, 30)) as pilot:

        async def show(question: Question, draft: Draft) -> list[str]:
            app.list.show_question(question, display_order(question), draft, 0)
            await pilot.pause()
            return lines(app.list)

        first = await show(STORE, Draft())
        other = await show(PACE, Draft())
        monkeypatch.setattr(row_list, "Visual", SimpleNamespace(to_strips=to_strips))
        assert await show(STORE, Draft()) == first
        assert await show(PACE, Draft()) == other
        assert drawn == 0
        chosen = await show(STORE, Draft(selected=(0,)))
        assert [now for now, before in zip(chosen, first, strict=True) if now != before] == [
            "  2 ◉ Redis (1)"
        ]
        assert drawn > 0
