from __future__ import annotations

import pytest

from dsh_widgets.text import beginning, literal, literal_line

HOSTILE = [
    "[",
    "[/",
    "[/bold]",
    "[@click=app.quit]x[/]",
    "[link=https://x]y[/link]",
    "[[red]]",
    "\\[",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_brackets_are_brackets(text: str) -> None:
    content = literal(text)
    assert content.plain == text
    assert not content.spans


@pytest.mark.parametrize("text", HOSTILE)
def test_a_style_covers_the_text_and_nothing_of_it_is_parsed(text: str) -> None:
    content = literal(text, "$text-muted")
    assert [(span.start, span.end, span.style) for span in content.spans] == [
        (0, len(text), "$text-muted")
    ]


def test_what_a_terminal_would_act_on_becomes_visible() -> None:
    assert literal("a\x1b[31mb\u202ec").plain == "a␛[31mb⇄c"


def test_line_breaks_stay_and_are_folded_on_one_line() -> None:
    assert literal("a\nb").plain == "a\nb"
    assert literal_line(" a\n\tb ").plain == "a b"


@pytest.mark.parametrize(
    ("text", "lines", "cut"),
    [
        ("", [""], False),
        ("abc\nde", ["abc", "de"], False),
        ("abcd\ne", ["abc", "e"], True),
        ("a\nb\n", ["a", "b"], True),
        ("a\nb\ncdef", ["a", "b"], True),
    ],
)
def test_the_beginning_of_a_text(text: str, lines: list[str], cut: bool) -> None:
    assert beginning(text, 2, 3) == (lines, cut)
