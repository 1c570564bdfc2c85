from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.plan_diff import Change, diff_plans, unified

plans = st.lists(
    st.sampled_from(["", "# A", "- one", "- one two", "- one three", "x"]), max_size=30
)


def kinds(rows: tuple[Change, ...]) -> str:
    return "".join({"same": " ", "added": "+", "removed": "-", "gap": "."}[r.kind] for r in rows)


def marked(row: Change) -> list[str]:
    return [row.text[start:end] for start, end in row.marks]


def test_a_changed_word_is_marked_in_both_lines() -> None:
    diff = diff_plans(["# A", "use the old server"], ["# A", "use the new server"])
    assert kinds(diff.rows) == " -+"
    assert (diff.added, diff.removed) == (1, 1)
    assert marked(diff.rows[1]) == ["old"]
    assert marked(diff.rows[2]) == ["new"]


def test_lines_with_nothing_in_common_are_not_marked() -> None:
    diff = diff_plans(["delete the backups"], ["1. write tests first"])
    assert [row.marks for row in diff.rows] == [(), ()]


def test_a_line_finds_its_counterpart_among_new_ones() -> None:
    diff = diff_plans(["a", "drop the table users"], ["a", "back up first", "drop the table u2"])
    (new,) = [row for row in diff.rows if row.kind == "added" and row.marks]
    assert new.text == "drop the table u2"


def test_unchanged_lines_far_from_a_change_are_left_out() -> None:
    old = [f"line {n}" for n in range(40)]
    new = [*old[:20], "new", *old[20:]]
    diff = diff_plans(old, new)
    assert kinds(diff.rows) == ".   +   ."
    assert [row.hidden for row in diff.rows if row.kind == "gap"] == [17, 17]
    assert [row.line for row in diff.rows] == [None, *range(17, 24), None]
    assert diff.moved[19] == 19
    assert diff.moved[20] == 21


def test_equal_plans_have_no_changes() -> None:
    diff = diff_plans(["a", "b"], ["a", "b"])
    assert diff.rows == ()
    assert diff.moved == {0: 0, 1: 1}


@given(plans, plans)
def test_both_plans_can_be_read_from_it(old: list[str], new: list[str]) -> None:
    diff = diff_plans(old, new)
    if old == new:
        assert diff.rows == ()
        return
    rows = [row for row in diff.rows if row.kind != "gap"]
    assert diff.added == sum(row.kind == "added" for row in rows)
    assert diff.removed == sum(row.kind == "removed" for row in rows)
    assert len(new) - len(old) == diff.added - diff.removed
    for row in rows:
        assert row.line is None or new[row.line] == row.text
        assert row.old is None or old[row.old] == row.text
        assert all(0 <= start < end <= len(row.text) for start, end in row.marks)
    shown = [row.line for row in rows if row.line is not None]
    assert shown == sorted(shown)
    hidden = sum(row.hidden for row in diff.rows)
    assert len(shown) + hidden == len(new)
    assert {row.line for row in rows if row.kind == "added"} == {
        at for at in range(len(new)) if at not in diff.moved.values()
    }
    for before, after in diff.moved.items():
        assert old[before] == new[after]


def test_a_line_that_moved_is_gone_and_new_and_the_others_stay() -> None:
    diff = diff_plans(["a", "b", "c", "d"], ["c", "a", "b", "d"])
    assert kinds(diff.rows) == "+  - "
    assert diff.moved == {0: 1, 1: 2, 3: 3}


def test_many_changes_are_found_at_once() -> None:
    # The square of the number of changes would be minutes; a long line compared part by part too.
    old = [f"{at}. do {at * 7}" for at in range(20_000)]
    new = [f"{line} now" if at % 2 else line for at, line in enumerate(old)]
    long = [" ".join(str(at * by % 997) for at in range(200)) for by in range(1, 200)]
    other = [" ".join(str(at * by % 997) for at in range(200)) for by in range(200, 400)]
    start = time.process_time()
    assert diff_plans(old, new).added == 10_000
    diff = diff_plans(["# A", *long], ["# A", *other])
    assert time.process_time() - start < 4
    assert all(end <= len(row.text) for row in diff.rows for _, end in row.marks)


def test_of_a_script_without_blanks_the_characters_that_differ_are_marked() -> None:
    diff = diff_plans(["1. 先备份旧的数据库再说"], ["1. 先备份新的数据库再说"])
    assert [marked(row) for row in diff.rows] == [["旧"], ["新"]]


def test_a_copy_of_a_long_plan_is_compared_at_once() -> None:
    # As an editor leaves it that puts an empty line behind each line, or changes every second one.
    lines = [f"{at}. do {at * 7}" for at in range(20_000)]
    start = time.process_time()
    spaced = unified("\n".join(lines), "\n\n".join(lines), "plan", "edited")
    ended = [f"{line};" if at % 2 else line for at, line in enumerate(lines)]
    changed = unified("\n".join(lines), "\n".join(ended), "plan", "edited")
    assert time.process_time() - start < 4
    assert spaced.count("\n+") == 20_000  # one is in the head
    assert changed.count("\n+") == 10_000 + 1


def patched(old: list[str], difference: str) -> list[str]:
    """The new plan, made from the old one and a unified diff, read as `patch` reads it."""
    new: list[str] = []
    at = 0
    for line in difference.split("\n")[2:]:
        if line.startswith("@@"):
            start, _, count = line.split()[1][1:].partition(",")
            begin = int(start) - (count != "0")
            new += old[at:begin]
            at = begin
            start, _, count = line.split()[2][1:].partition(",")
            assert len(new) == int(start) - (count != "0")
            continue
        if line[0] in " -":
            assert old[at] == line[1:]
            at += 1
        if line[0] in " +":
            new.append(line[1:])
    return [*new, *old[at:]]


@given(plans, plans)
def test_the_new_plan_can_be_made_with_a_unified_diff(old: list[str], new: list[str]) -> None:
    old, new = [*old, "end"], [*new, "end"]
    difference = unified("\n".join(old), "\n".join(new), "plan", "edited")
    assert (patched(old, difference) if difference else old) == new


def test_unified() -> None:
    assert unified("a\nb\n", "a\nb\n", "plan", "edited") == ""
    assert unified("a\nb", "a\nc", "plan", "edited") == (
        "--- plan\n+++ edited\n@@ -1,2 +1,2 @@\n a\n-b\n+c"
    )


def test_how_lines_end_is_no_difference() -> None:
    assert unified("a\r\nb\r\n", "a\nb", "plan", "edited") == ""
    assert unified("a\r\nb\r\n", "a\r\nc\r\n", "plan", "edited").endswith("\n a\n-b\n+c")
