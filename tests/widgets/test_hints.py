from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.hints import Hint, HintLine, fit_hints, scope_hints
from dsh_widgets.key_rows import widget_keymap
from dsh_widgets.keymap import PARENTS
from tests.support.forms import STORE
from tests.support.seats import at_seat

HINTS = (
    Hint("Enter", "answer", essential=True),
    Hint("Space", "select"),
    Hint("n", "note"),
    Hint("Esc", "out", essential=True),
)


def test_everything_stays_where_it_fits() -> None:
    assert fit_hints(HINTS, 80) == HINTS


@pytest.mark.parametrize(
    ("width", "keys"),
    [
        (43, ["Enter", "Space", "n", "Esc"]),
        (42, ["Enter", "Space", "Esc"]),
        (30, ["Enter", "n", "Esc"]),
        (28, ["Enter", "Esc"]),
        (20, ["Esc"]),
        (0, ["Esc"]),
    ],
)
def test_hints_give_way_from_the_right_and_the_way_out_stays(width: int, keys: list[str]) -> None:
    assert [hint.key for hint in fit_hints(HINTS, width)] == keys


def test_the_way_to_all_keys_of_a_plan_is_shown_at_80_cells() -> None:
    hints = scope_hints(widget_keymap(), "plan", Catalogue("en"))
    assert "?" in [hint.key for hint in fit_hints(hints, 80)]


@given(
    st.lists(st.builds(Hint, st.text(max_size=5), st.text(max_size=12), st.booleans()), max_size=9),
    st.integers(0, 90),
)
def test_the_last_essential_hint_always_stays(hints: list[Hint], width: int) -> None:
    shown = fit_hints(hints, width)
    essential = [hint for hint in hints if hint.essential]
    assert not essential or essential[-1] in shown
    assert len(shown) <= 1 or sum(hint.width for hint in shown) + 2 * (len(shown) - 1) <= width


@pytest.mark.parametrize("scope", sorted(PARENTS))
def test_every_scope_has_hints_in_words(scope: str) -> None:
    if scope in ("app", "panel"):
        return
    hints = scope_hints(widget_keymap(), scope, Catalogue("en"))
    assert hints
    assert any(hint.essential for hint in hints)
    assert all(hint.key and hint.label for hint in hints)


def test_the_essential_hints_of_a_list_fit_at_eighty_columns() -> None:
    hints = scope_hints(widget_keymap(), "list", Catalogue("en"))
    shown = fit_hints(hints, 78)
    assert [hint for hint in hints if hint.essential] == [h for h in shown if h.essential]


async def test_the_line_is_one_line_at_any_width() -> None:
    class Hints(App[None]):
        def compose(self) -> ComposeResult:
            yield HintLine()

    for width in (1, 5, 30, 80):
        app = Hints()
        async with app.run_test(size=(width, 4)) as pilot:
            widget = app.query_one(HintLine)
            widget.show(HINTS)
            await pilot.pause()
            assert widget.size.height == 1
            assert "Esc"[: min(3, width - 1)] in widget.render_line(0).text


async def test_it_is_drawn_again_only_when_it_says_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    render = HintLine.render

    def counted(line: HintLine) -> object:
        drawn.append(line)
        return render(line)

    monkeypatch.setattr(HintLine, "render", counted)
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        drawn.clear()
        await person.press("down", "up", "j", "k", "end", "home", "space")
        assert drawn == []
        await person.press("o")
        assert len(drawn) == 1
        await person.press(*"abc", "backspace", "left")
        assert len(drawn) == 1
        await person.press("escape")
        assert len(drawn) == 2


@pytest.mark.parametrize("scope", ["list", "text", "filter", "review", "feedback", "comments"])
def test_the_way_out_is_shown_in_forty_cells(scope: str) -> None:
    hints = scope_hints(widget_keymap(), scope, Catalogue("en"))
    assert "Esc" in [hint.key for hint in fit_hints(hints, 40)]


async def test_no_key_is_offered_that_does_nothing_now() -> None:
    async with at_seat(size=(200, 30)) as person:
        await person.ask(STORE)
        await person.rest()
        assert "n note" in person.screen
        assert "next question" not in person.screen
        await person.press("o")
        assert "next question" not in person.screen
        await person.press("escape", "R")
        assert person.form.state.on_review
        assert "un-skip" not in person.screen
        await person.press("left", "s")
        assert "un-skip" in person.screen
        assert "skip all open" not in person.screen
    async with at_seat(size=(200, 30)) as person:
        await person.ask(replace(STORE, multi_select=True), STORE)
        await person.rest()
        assert "n note" not in person.screen
        assert "next question" in person.screen
        await person.press("]", "]")
        assert "skip all open" in person.screen


async def test_no_key_is_offered_that_does_nothing_to_a_plan() -> None:
    options = (Option("Approve"), Option("Keep planning"))
    intent = PlanReviewIntent("Approve")
    plan = Question("p", "Approve?", "# Plan\n\nold\n", options=options, intent=intent)
    async with at_seat(size=(200, 30)) as person:
        await person.ask(plan)
        await person.rest()
        assert "t changes" not in person.screen
        await person.press("c", "x", "escape", "C")
        assert "u bring a deleted comment back" not in person.screen
        assert "E edit" in person.screen
        await person.press("f", "escape", "G", "c", "y", "escape", "C", "D")
        assert "u bring a deleted comment back" in person.screen
        person.app.pending.cancel(person.front)
        await person.settle()
        await person.ask(replace(plan, detail="# Plan\n\nnew\n"))
        await person.rest()
        assert "t changes" in person.screen


async def test_what_a_confirm_line_takes_is_shown_below_it() -> None:
    options = (Option("Approve"), Option("Keep planning"))
    intent = PlanReviewIntent("Approve")
    plan = Question("p", "Approve?", "# Plan\n\nold\n", options=options, intent=intent)
    async with at_seat() as person:
        await person.ask(plan)
        await person.rest()
        await person.press("v", gap=3.0)
        await person.press("c", "x", "escape", "a")
        assert "y yes  f send as feedback  Esc back" in person.screen
        await person.press("escape", "E", "backspace", "escape", "f", "x", "escape", "r")
        assert "y yes  f send as feedback  Esc back" in person.screen
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        await person.press("space", "X")
        assert "y yes  Esc back" in person.screen
