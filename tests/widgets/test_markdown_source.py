"""A plan is drawn line for line from its source, and every character of it is on screen."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from dsh_core.base.sanitise import sanitise
from dsh_widgets.markdown_source import plain_source_lines, source_lines

PLAN = """\
# Move to Postgres

Some *intro* with a [link](https://x.y/z) and <!-- hidden? --> text.

- [ ] dump **all**
- [x] create ~~old~~ `tables`
  1. users

  ```sql
  SELECT 1; -- [b]
  ```

| table | rows |
|:--|---|
| users | 10000 |

<div hidden>
 not hidden
</div>

> quote https://x.y

Setext
======
[ref]: http://x
***
"""


def text_of(source: str) -> list[str]:
    return [line.plain for line in source_lines(source)]


def style_at(source: str, line: int, text: str) -> str:
    content = source_lines(source)[line]
    at = content.plain.index(text)
    spans = [s for s in content.spans if s.start <= at and s.end >= at + len(text)]
    return " ".join(str(span.style) for span in spans)


def test_a_line_is_a_line_of_the_source() -> None:
    lines = PLAN.split("\n")
    drawn = text_of(PLAN)
    assert len(drawn) == len(lines)
    for number, (source, text) in enumerate(zip(lines, drawn, strict=True)):
        if 12 <= number <= 14:  # the table, aligned
            assert text.replace(" ", "") == source.replace(" ", "")
        else:
            assert text == source


def test_tables_are_aligned() -> None:
    bars = [[at for at, char in enumerate(line) if char == "|"] for line in text_of(PLAN)[12:15]]
    assert bars[0] == bars[1] == bars[2]


WIDE = """\
| step | minutes | notes |
|---|---|---|
| dump | 3 | none |
| load | 5 | a note that is so long that nobody could ever put it on one row of the screen |
| switch | 1 | no |
"""


def test_a_long_cell_stands_out_of_its_column_and_costs_the_others_no_row() -> None:
    *lines, _ = [line.plain for line in source_lines(WIDE, 40)]
    assert lines == [
        "| step   | minutes | notes |",
        "|---     |---      |---    |",
        "| dump   | 3       | none  |",
        f"| load   | 5       |{WIDE.splitlines()[3].split('|')[3]}|",
        "| switch | 1       | no    |",
    ]
    assert text_of(WIDE)[0].endswith(f"{' ' * 70} |")


@pytest.mark.parametrize("width", [1, 5, 12, 17, 26, 27])
def test_where_there_is_no_room_a_table_is_not_aligned_rather_than_broken(width: int) -> None:
    for source, line in zip(WIDE.split("\n"), source_lines(WIDE, width), strict=True):
        assert line.cell_length <= max(width, len(source))


@given(
    st.lists(st.lists(st.text("a计 ", max_size=9), min_size=2, max_size=4), min_size=1, max_size=6),
    st.integers(1, 60),
)
def test_a_table_at_any_width_has_all_its_characters(cells: list[list[str]], width: int) -> None:
    rows = ["|".join(row) for row in (["a", "b"], ["-", "-"], *cells)]
    for source, line in zip(rows, source_lines("\n".join(rows), width), strict=True):
        assert line.plain.replace(" ", "") == source.replace(" ", "")
        assert line.cell_length <= width or cell_len(source) > width


@given(st.text(alphabet="#*_`~[]()<>!|-+>1. \nab\t&;:\\\"'\r\x1b\u202e é你", max_size=150))
def test_every_visible_character_is_drawn(source: str) -> None:
    lines = source.replace("\r\n", "\n").split("\n")
    drawn = text_of(source)
    assert len(drawn) == len(lines) == len(plain_source_lines(source))
    for line, text in zip(lines, drawn, strict=True):
        assert "".join(text.split()) == "".join(sanitise(line).split())


@pytest.mark.parametrize(
    ("line", "text", "style"),
    [
        (0, "Move", "$text-primary"),
        (2, "intro", "italic"),
        (2, "link", "underline"),
        (2, "(https://x.y/z)", "$foreground-muted"),
        (2, "<!-- hidden? -->", "italic"),
        (4, "-", "$text-secondary"),
        (4, "[ ]", "$text-warning"),
        (4, "all", "bold"),
        (5, "[x]", "$text-success"),
        (5, "old", "strike"),
        (5, "`tables`", "$text-accent"),
        (6, "1.", "$text-secondary"),
        (8, "```sql", "$foreground-muted"),
        (9, "SELECT", "$"),
        (12, "table", "bold"),
        (17, "not hidden", "italic"),
        (20, "quote", "italic"),
        (20, "https://x.y", "underline"),
        (22, "Setext", "bold"),
    ],
)
def test_styles(line: int, text: str, style: str) -> None:
    assert style in style_at(PLAN, line, text)


def test_nothing_acts() -> None:
    for line in source_lines(PLAN + "[@click=app.quit]x[/]"):
        assert all("click" not in str(span.style) for span in line.spans)
        assert all("link=" not in str(span.style) for span in line.spans)


def test_styling_can_be_off() -> None:
    lines = plain_source_lines(PLAN)
    assert [line.plain for line in lines] == PLAN.split("\n")
    assert not any(line.spans for line in lines)


def test_line_ends_of_other_systems() -> None:
    assert text_of("# a\r\n- b\r\n") == ["# a", "- b", ""]
    assert text_of("a\rb") == ["a␍b"]


def test_a_long_plan_is_drawn_in_no_time() -> None:
    step = "## Step {n}\n\n- [ ] do **thing** {n} with `code` and [l](http://a/{n})\n\n"
    plan = "".join(step.replace("{n}", str(number)) for number in range(300))
    started = time.process_time()
    assert len(source_lines(plan)) == 1201
    assert time.process_time() - started < 1.0


@pytest.mark.parametrize(
    "line",
    [
        *("`" * 3000, "**" * 2000, "[" * 3000, "<a " * 1500, "_" * 3000),
        *("**a " * 800, "__a " * 800, "a> ~~<a> " * 400),
    ],
)
def test_no_line_takes_forever(line: str) -> None:
    started = time.process_time()
    assert text_of("\n".join([line] * 100)) == [line] * 100
    assert time.process_time() - started < 1.0
