"""Foreign Markdown is drawn whole, literally and harmlessly, at every width."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.token import Token

from dsh_widgets.markdown import draw_markdown, literal_rows, markdown_content, parse_blocks
from dsh_widgets.markdown_stream import MarkdownStream

SAMPLE = """\
# Title with `code` [x]

Some **bold *nested*** text with a [link](http://a.b/c "t") and <b>html</b> ![pic](x.png).
Second line &lt; ~~gone~~ <http://auto.link>

- one
  - nested 你好世界
- [ ] open
- [x] done

  paragraph in the item

3. three
4. four

> quote
> > deep

```python
def f(x):
\treturn x  # é
```

| left | right |
|------|------:|
| 1    | a longer cell |

<div onclick="x()">
 block
</div>

***
[//]: # (a comment)
end"""

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]")


def drawn(source: str, width: int = 80) -> list[str]:
    return [row.content.plain for row in draw_markdown(source, width)]


def styles_of(source: str, text: str) -> set[str]:
    for row in draw_markdown(source, 200):
        at = row.content.plain.find(text)
        if at >= 0:
            return {
                str(span.style)
                for span in row.content.spans
                if span.start <= at and span.end >= at + len(text)
            }
    raise AssertionError(f"{text!r} is not drawn")


def test_the_whole_drawing() -> None:
    assert drawn(SAMPLE, 48) == [
        "Title with code [x]",
        "",
        "Some bold nested text with a link (http://a.b/c",
        '"t") and <b>html</b> [pic] (x.png).',
        "Second line < gone http://auto.link",
        "",
        "• one",
        "  ◦ nested 你好世界",
        "• [ ] open",
        "• [x] done",
        "  ",
        "  paragraph in the item",
        "",
        "3. three",
        "4. four",
        "",
        "▌ quote",
        "▌ ▌ deep",
        "",
        "│ python",
        "│ def f(x):",
        "│         return x  # é",
        "",
        "left │         right",
        "─────┼──────────────",
        "1    │ a longer cell",
        "",
        '<div onclick="x()">',
        " block",
        "</div>",
        "",
        "─" * 48,
        "[//]: # (a comment)",
        "end",
    ]


@pytest.mark.parametrize("width", [*range(1, 60), 79, 80, 120, 200])
def test_no_width_is_too_small_and_no_row_too_wide(width: int) -> None:
    assert all(row.content.cell_length <= width for row in draw_markdown(SAMPLE, width))


@given(st.text(alphabet="#*_`~[]()<>!|-+>1. \nab\t&;:\\\"'\r\x1b\u202e", max_size=120))
def test_any_text_is_markdown(source: str) -> None:
    for width in (1, 7, 40):
        rows = draw_markdown(source, width)
        assert rows
        for row in rows:
            assert row.content.cell_length <= width
            assert not CONTROLS.search(row.content.plain)


def test_markup_of_ours_is_text() -> None:
    source = "[red]not red[/red] [@click=app.quit]no[/]"
    assert drawn(source) == [source]
    assert [span for row in draw_markdown(source, 80) for span in row.content.spans] == []


def test_a_link_does_nothing_and_shows_where_it_leads() -> None:
    rows = draw_markdown("[safe](http://evil.example/x)", 80)
    assert rows[0].content.plain == "safe (http://evil.example/x)"
    assert all("link" not in str(span.style) for row in rows for span in row.content.spans)
    assert drawn("[x](javascript:alert)") == ["[x](javascript:alert)"]


def test_controls_become_marks_wherever_they_are() -> None:
    for source in (
        "a \x1b[31m b",
        "`\x1b]0;title\x07`",
        "[x](<http://a/\x1b[2J>)",
        "```\n\x9b31m\n```",
        "| \x1b[1m | b |\n|---|---|\n| &#x202e;x | \u200b |",
        "<b \x08>",
        "lone\rreturn",
        "&#27;[31m",
    ):
        assert not CONTROLS.search(markdown_content(source, 40).plain.replace("\n", "")), source


def test_what_other_renderers_drop_is_shown() -> None:
    text = "\n".join(drawn("<!-- a comment -->\n\ntext <script>x</script>\n\n[ref]: http://hidden"))
    for part in ("<!-- a comment -->", "<script>x</script>", "[ref]: http://hidden"):
        assert part in text


def test_what_is_nested_too_deep_is_drawn_as_it_stands() -> None:
    source = ">" * 500 + " still here"
    assert "still here" in "".join(drawn(source))


def test_a_wide_table_wraps_in_its_columns_and_a_narrow_one_becomes_records() -> None:
    source = "| name | text |\n|---|---|\n| a | one two three four five |"
    wide = drawn(source, 20)
    assert wide[0].startswith("name │ text")
    assert len(wide) > 3
    narrow = drawn(source, 9)
    assert narrow[0] == "name: a"
    assert "five" in "".join(narrow)


def test_ordered_items_count_on_from_the_first() -> None:
    assert drawn("7. a\n7. b\n7. c") == ["7. a", "8. b", "9. c"]


def test_styles() -> None:
    assert "bold" in styles_of("**x**", "x")
    assert "italic" in styles_of("*x*", "x")
    assert "strike" in styles_of("~~x~~", "x")
    assert styles_of("plain", "plain") == set()
    assert styles_of("```python\nimport x\n```", "import")
    assert styles_of("```python\nimport x\n```", "import") != styles_of(
        "```\nimport\n```", "import"
    )


def test_plain_text_keeps_its_lines() -> None:
    rows = literal_rows("# no heading\r\n\r\n[b]x[/b]", 40)
    assert [row.content.plain for row in rows] == ["# no heading", "", "[b]x[/b]"]


@pytest.mark.parametrize("step", [1, 3, 17])
def test_growing_text_is_drawn_like_the_whole(step: int) -> None:
    numbered = "\n".join(f"{number}. item **{number}**" for number in range(1, 12))
    document = (
        f"{SAMPLE}\n\n{numbered}\n9\n\n~~~py\nx = 1\n\ny = 2\n~~~\ntail\n===\n- a\n\n- b\n  - c"
    )
    stream = MarkdownStream(50)
    for end in range(0, len(document) + 1, step):
        growing = [row.content.plain for row in stream.rows(document[:end])]
        assert growing == drawn(document[:end], 50)


def test_random_growth_is_drawn_like_the_whole() -> None:
    pick = random.Random(7)
    lists = ["- a\n", "1. b\n", "  - n\n", "> q\n"]
    others = ["```\n", "code\n", "| a | b |\n", "|---|---|\n", "# h\n", "***\n", "===\n"]
    parts = [*lists, *others, "\n", "para ", "**x** "]
    for _ in range(400):
        document = "".join(pick.choice(parts) for _ in range(25))
        stream = MarkdownStream(30)
        end = 0
        while end < len(document):
            end += pick.randint(1, 9)
            growing = [row.content.plain for row in stream.rows(document[:end])]
            assert growing == drawn(document[:end], 30), document[:end]


def test_text_that_is_not_a_continuation_is_drawn_anew() -> None:
    stream = MarkdownStream(30)
    stream.rows("one\n\ntwo\n\nthree")
    assert [row.content.plain for row in stream.rows("other")] == ["other"]


@pytest.mark.parametrize("line", ["- item **b** text\n", "x = foo(1)\n", "para\n\n"])
def test_finished_parts_are_not_parsed_again(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def counting(source: str) -> list[Token]:
        sizes.append(len(source))
        return parse_blocks(source)

    monkeypatch.setattr("dsh_widgets.markdown_stream.parse_blocks", counting)
    fence = line.startswith("x")
    stream = MarkdownStream(60)
    text = "```\n" if fence else ""
    for _ in range(400):
        text += line
        stream.rows(text)
    if not fence:  # an open fence is parsed as a whole, but only its new lines are drawn
        assert max(sizes) <= 3 * len(line)
