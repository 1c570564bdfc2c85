from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.plan_text import (
    Comment,
    build_feedback,
    headings,
    plan_lines,
    ranges_text,
    unseen_ranges,
)


def test_lines_are_those_of_the_source() -> None:
    assert plan_lines("") == ()
    assert plan_lines("\n") == ("",)
    assert plan_lines("# Ship\n\n- x\n") == ("# Ship", "", "- x")
    assert plan_lines("a\x0bb\u2028c") == ("a\x0bb\u2028c",)
    assert plan_lines("# Ship\r\n\r\n- x\r\n") == ("# Ship", "", "- x")
    assert plan_lines("a\rb\r") == ("a\rb\r",)


@given(st.text("ab\n", max_size=20))
def test_no_character_is_lost(plan: str) -> None:
    joined = "\n".join(plan_lines(plan))
    assert plan in (joined, joined + "\n")


def test_headings_outside_of_code() -> None:
    plan = "# A\n```sh\n# no\n~~~\n````\n## B\n#no\n    # no\n   ### C\n#"
    assert headings(plan_lines(plan)) == (0, 5, 8, 9)


def test_code_inside_of_a_line_opens_no_fence() -> None:
    assert headings(["# A", "```make``` builds it", "## B", "~~~ `x`", "# no"]) == (0, 2)


def test_ranges() -> None:
    assert unseen_ranges(6, {1, 4}) == ((0, 0), (2, 3), (5, 5))
    assert unseen_ranges(0, set()) == ()
    assert ranges_text(((0, 0), (40, 95))) == "1, 41-96"
    assert ranges_text([(0, 0)] * 4) == "1, 1, 1, …"


def test_feedback_quotes_what_it_is_about_in_the_order_of_the_plan() -> None:
    comments = (
        Comment(11, 13, " all of it\nplease ", ("a", "", "b")),
        Comment(11, 11, "why?", ("a",)),
        Comment(2, 2, "  ", ("x",)),
    )
    assert build_feedback(comments, "\nmore tests\n") == (
        "Line 12:\n> a\nwhy?\n\nLines 12-14:\n> a\n> \n> b\nall of it\nplease\n\nmore tests"
    )


def test_feedback_of_nothing_is_empty() -> None:
    assert build_feedback((), " \n") == ""
    assert build_feedback((Comment(0, 0, "", ("a",)),), "") == ""
