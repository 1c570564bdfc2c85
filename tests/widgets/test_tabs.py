from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from dsh_widgets.glyphs import ASCII
from dsh_widgets.tabs import QuestionTabs, Tab, TabPart, crop, fit_tabs


def line(parts: list[TabPart]) -> str:
    return "".join(part.text for part in parts)


TABS = [
    Tab("Store", "answered"),
    Tab("Cache"),
    Tab("Name", "skipped"),
    Tab("Review", counted=False),
]


def test_each_state_has_its_shape_and_the_current_one_brackets() -> None:
    assert line(fit_tabs(TABS, 1, 80)) == " ● Store [○ Cache] – Name  ○ Review "
    assert line(fit_tabs(TABS, 1, 80, ASCII)) == " * Store [o Cache] - Name  o Review "


def test_the_current_tab_moves_nothing() -> None:
    lengths = {len(line(fit_tabs(TABS, current, 80))) for current in range(4)}
    assert len(lengths) == 1


def test_long_titles_give_way_and_short_ones_stay_whole() -> None:
    tabs = [Tab("A"), Tab("a very long title of a question"), Tab("another one that is long")]
    shown = line(fit_tabs(tabs, 0, 40))
    assert shown.startswith("[○ A] ○ a very")
    assert 39 <= cell_len(shown) <= 40
    cropped = [part.text for part in fit_tabs(tabs, 0, 40)][1:]
    assert abs(cell_len(cropped[0]) - cell_len(cropped[1])) <= 2


def test_wide_titles_are_measured_in_cells() -> None:
    tabs = [Tab("データベースの選択"), Tab("キャッシュ戦略")]
    shown = line(fit_tabs(tabs, 0, 24))
    assert cell_len(shown) <= 24
    assert "…" in shown


def test_a_counter_stands_for_tabs_that_do_not_fit() -> None:
    tabs = [*(Tab(f"Question number {n}") for n in range(30)), Tab("Review", counted=False)]
    parts = fit_tabs(tabs, 2, 80)
    assert line(parts) == "‹ 3/30 › [○ Question number 2]"
    assert [part.target for part in parts] == [1, None, 3, 2]
    assert line(fit_tabs(tabs, 30, 80)) == "‹ –/30 › [○ Review]"
    assert line(fit_tabs(tabs, 0, 9)) == "‹ 1/30 ›"
    assert fit_tabs(tabs, 0, 80)[0].target is None


def test_thirty_short_questions_fall_to_the_counter_at_eighty_columns() -> None:
    tabs = [Tab(f"Q{n + 1}") for n in range(30)]
    assert line(fit_tabs(tabs, 29, 80)) == "‹ 30/30 › [○ Q30]"
    assert len(fit_tabs(tabs, 0, 201)) == 30


def test_foreign_titles_are_one_harmless_line() -> None:
    assert line(fit_tabs([Tab("a\nb\x1b[31m"), Tab("[/b]")], 0, 80)) == "[○ a b␛[31m] ○ [/b] "


@given(
    titles=st.lists(
        st.text(st.sampled_from("ab 日é\u0301👩"), max_size=30), min_size=1, max_size=12
    ),
    width=st.integers(0, 120),
    data=st.data(),
)
def test_no_line_is_wider_than_asked_for(
    titles: list[str], width: int, data: st.DataObject
) -> None:
    current = data.draw(st.integers(0, len(titles) - 1))
    parts = fit_tabs([Tab(title) for title in titles], current, width)
    assert cell_len(line(parts)) <= width
    targets = [part.target for part in parts if part.target is not None]
    assert all(0 <= target < len(titles) for target in targets)


@given(st.text(st.sampled_from("ab 日é\u0301👩\u200d"), max_size=20), st.integers(0, 20))
def test_a_cropped_text_fits(text: str, cells: int) -> None:
    cropped = crop(text, cells)
    assert cell_len(cropped) <= cells or cropped == text
    assert cropped == text or cropped.endswith("…") or cropped == ""


@pytest.mark.parametrize("text", ["\u200d\u200daa", "\u200daa", "\u0301aa", "a\u200d\u200daa"])
@pytest.mark.parametrize("cells", [0, 1, 2])
def test_joiners_that_join_nothing_do_not_make_it_wider(text: str, cells: int) -> None:
    assert cell_len(crop(text, cells)) <= cells


class TabsApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.tabs = QuestionTabs()
        self.clicked: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.tabs

    def on_question_tabs_tab_clicked(self, event: QuestionTabs.TabClicked) -> None:
        assert event.control is self.tabs
        self.clicked.append(event.index)


@pytest.mark.parametrize(("x", "index"), [(0, 0), (8, 0), (9, 1), (17, 1), (20, 2)])
async def test_a_click_says_which_tab(x: int, index: int) -> None:
    app = TabsApp()
    async with app.run_test(size=(60, 4)) as pilot:
        app.tabs.show(TABS, 1)
        await pilot.pause()
        await pilot.click(app.tabs, offset=(x, 0))
        assert app.clicked == [index]


async def test_a_click_beside_the_tabs_says_nothing_and_a_title_is_no_markup() -> None:
    app = TabsApp()
    async with app.run_test(size=(60, 4)) as pilot:
        app.tabs.show([Tab("[@click=app.quit]x[/]")], 0)
        await pilot.pause()
        assert app.tabs.render_line(0).text.startswith("[○ [@click=app.quit]x[/]]")
        await pilot.click(app.tabs, offset=(50, 0))
        assert app.clicked == []
