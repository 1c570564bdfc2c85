"""Our two themes: every text of ours can be read on everything it stands on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.theme import Theme
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Static

import dsh_widgets
from dsh_widgets.markdown_code import CodeTheme
from dsh_widgets.themes import BACKGROUNDS, PAIRS, THEMES

LEAST: Final = 4.5
SOURCES = [
    path
    for folder in (Path(dsh_widgets.__file__).parent, Path(__file__).parents[2] / "dsh_app")
    for path in sorted(folder.rglob("*.py"))
    if path.name != "themes.py"
]


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


class PairsApp(App[None]):
    """One line a pair: half of it styled by CSS, half by a span, as both are used."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.register_theme(theme)
        self.theme = theme.name

    def compose(self) -> ComposeResult:
        for number, _ in enumerate(PAIRS):
            yield Static(id=f"pair-{number}")

    @property
    def pairs_css(self) -> str:
        return "\n".join(
            f"#pair-{number} {{ height: 1; color: {text}; background: {background}; }}"
            for number, (text, background) in enumerate(PAIRS)
        )


def drawn(widget: Widget, content: Content) -> tuple[Color, Color]:
    """The colours that reach the terminal."""
    strip = Visual.to_strips(widget, content, 4, 1, widget.visual_style)[0]
    style = next(segment.style for segment in strip if segment.text.strip())
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    return Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_every_pair_can_be_read(theme: Theme) -> None:
    app = PairsApp(theme)
    app.stylesheet.add_source(app.pairs_css, read_from=("pairs", "pairs"))
    async with app.run_test(size=(10, 10)):
        weak = []
        for number, (text, background) in enumerate(PAIRS):
            widget = app.query_one(f"#pair-{number}", Static)
            by_css = contrast(*drawn(widget, Content("text")))
            by_span = contrast(*drawn(widget, Content.styled("text", text)))
            weak += [
                (text, background, how, round(ratio, 2))
                for how, ratio in (("css", by_css), ("span", by_span))
                if ratio < LEAST
            ]
        assert weak == []


COLOUR = re.compile(r"(?<![-\w])(?:border-title-)?color:\s*([^;}]+);")
GROUND = re.compile(r"background:\s*([^;}]+);")
VARIABLE = re.compile(r"\$[a-z][a-z-]*(?: \d+%)?")


def test_no_colour_is_used_that_is_not_in_the_table() -> None:
    texts = {text for text, _ in PAIRS}
    grounds = set(BACKGROUNDS.values()) | {"transparent"}
    borders = {"$border", "$foreground 30%"}
    # What the stock highlighter lays below code, named in order to take it away.
    named = {("markdown_code.py", "$text")}
    wrong = []
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        wrong += [(path.name, each) for each in COLOUR.findall(source) if each not in texts]
        wrong += [(path.name, each) for each in GROUND.findall(source) if each not in grounds]
        allowed = texts | grounds | borders
        wrong += [(path.name, each) for each in VARIABLE.findall(source) if each not in allowed]
    assert set(wrong) - named == set()


def test_every_title_of_a_frame_has_a_colour_of_its_own() -> None:
    """Without one it has the frame's, which is no colour for a text."""
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        if "border_title" in source:
            assert "border-title-color:" in source, path.name


def test_nothing_is_made_paler_than_the_table_says() -> None:
    for path in SOURCES:
        css = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(?:text-)?opacity:|\btint:|\bdim\b\s*[;\"]", css), path.name


def test_code_is_coloured_from_the_table_too() -> None:
    used = {each for style in CodeTheme.STYLES.values() for each in VARIABLE.findall(style)}
    assert used - {text for text, _ in PAIRS} == set()
    assert len(used) > 5


def test_the_measure_is_the_usual_one() -> None:
    black, white = Color(0, 0, 0), Color(255, 255, 255)
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(white, white) == 1
    assert contrast(Color.parse("#777777"), white) == pytest.approx(4.48, abs=0.01)
