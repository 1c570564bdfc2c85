"""Reading a plan on screen: whatever its lines are, each is reached, whole, at its own number."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from textual.pilot import Pilot

from dsh_core.base.sanitise import sanitise
from dsh_core.form.plan_events import MoveToLine
from dsh_core.form.plan_review import feedback_of, plan_update
from dsh_core.form.plan_text import plan_lines
from dsh_widgets.markdown_source import DrawnSource, draw_source
from dsh_widgets.panel import PanelStep
from tests.widgets.plan_samples import PlanApp, do, ready, running, type_text

MIXED = (
    "# Mixed\n"
    + "".join(f"{at}.\n" for at in range(30))
    + "".join(f"{at}. {'word ' * 60}\n" for at in range(30, 60))
    + "".join(f"{at}.\n" for at in range(60, 90))
)
ODD = {
    "one long word": "# T\n" + "x" * 10_000 + "\nend\n",
    "one long line": "# T\n" + "word " * 2_000 + "\nend",
    "tabs": "# T\n\tone\ttwo\n- a\tb\n\t- c\n",
    "wide": "# 计划\n" + "移动旧的包" * 100 + "\n- 한국어 👩‍👩‍👧 👍🏽\n",
    "marks": "# T\ne\u0301e\u0301 Z\u0351\u0364\u0343a\u0335l\u0322g\u0321o\n",
    "html": "<!-- one\ntwo -->\n<div hidden>\n\nthree <b>four</b>\n</div>\n",
    "fences": "````md\n```sh\n# no heading\n```\n````\n~~~\nopen\n",
    "table": "# T\n\n| a | b |\n|---|:-:|\n| `x` | " + "y" * 200 + " |\n| 1 | 2\n",
    "tasks": "- [ ] a\n- [x] b\n  - [X] c\n1. [ ] d\n",
    "definitions": '[a]: https://x.y "T"\n[^1]: note\n\nsee [a] and [^1]\n',
    "front matter": "---\ntitle: x\n---\n\n# T\n",
    "other line ends": "# T\r\n\r\n- x\r\n```\r\ncode\r\n```\r\n",
    "half line ends": "# T\ra\n- b\rc\n",
    "no line end": "# T\n\nend",
    "blank": "\n\n \n\t\n\n",
    "hostile": "# \x1b[31mT\x1b]8;;http://x\x07\n\x00\x9b2J\u202eevil\u2066\n[@click=app.quit]x[/]\n",
    "no breaks": "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\n# H\n",
    "half a pair": "# T\n\ud800x\n",
    "deep": "> " * 200 + "x\n" + "".join("  " * at + "- x\n" for at in range(60)),
}


async def page_through(pilot: Pilot[Any], action: str, most: int = 300) -> list[str]:
    """Press a key until it does nothing any more; what was on screen on the way."""
    app, panel = running(pilot.app)
    screens = [app.screen_text]
    for _ in range(most):
        before = panel.state.cursor, panel.view.rows_on_screen
        do(panel, action)
        await pilot.pause()
        screens.append(app.screen_text)
        if before == (panel.state.cursor, panel.view.rows_on_screen):
            return screens
    raise AssertionError("it never came to an end")


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
async def test_pages_leave_out_nothing_however_tall_the_lines_are(size: tuple[int, int]) -> None:
    for key, jump in (("plan.page_down", "plan.first"), ("plan.page_up", "plan.last")):
        async with PlanApp(MIXED).run_test(size=size) as pilot:
            _, panel = running(pilot.app)
            await ready(pilot)
            do(panel, jump)
            await pilot.pause()
            await page_through(pilot, key)
            assert panel.state.unseen == ()
            assert panel.state.cursor == (90 if key == "plan.page_down" else 0)


async def test_the_first_page_down_is_a_page_down() -> None:
    async with PlanApp(MIXED).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        rows = panel.view.size.height
        do(panel, "plan.page_down")
        await pilot.pause()
        assert panel.view.rows_on_screen[0] == (rows - 1, 0)
        assert panel.state.cursor == rows - 1
        do(panel, "plan.page_up")
        await pilot.pause()
        assert (panel.state.cursor, panel.view.rows_on_screen[0]) == (0, (0, 0))


async def test_a_page_takes_a_range_along() -> None:
    async with PlanApp(MIXED).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.range", "plan.page_down")
        assert panel.state.span == (0, panel.state.cursor)
        assert panel.state.cursor > 10


async def test_the_wheel_turned_a_page_goes_on_from_what_is_on_screen() -> None:
    async with PlanApp(MIXED).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)
        panel.view.scroll_rows(25)
        top = panel.view.rows_on_screen[0][0]
        do(panel, "plan.page_down")
        await pilot.pause()
        assert top < panel.view.rows_on_screen[0][0] <= panel.state.cursor


@pytest.mark.parametrize("name", ODD)
async def test_whatever_a_plan_holds_is_seen_and_quoted_line_for_line(name: str) -> None:
    plan = ODD[name]
    lines = plan_lines(plan)
    async with PlanApp(plan).run_test(size=(60, 20)) as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        screens = await page_through(pilot, "plan.page_down")
        assert panel.state.unseen == ()
        shown = "".join("".join(screens).split())
        for line in lines:
            for word in sanitise(line).split():
                # A word may go over several rows, a number and a mark before each.
                assert all(character in shown for character in word)
        for number in range(len(lines)):
            assert any(f" {number + 1} " in text for text in screens), "each has its number"
        for raw in (False, True):
            assert panel.state.raw is raw
            for at in (0, len(lines) // 2, len(lines) - 1):
                panel.commit(PanelStep(plan_update(panel.state, MoveToLine(at)).state))
                await pilot.pause()
                row = next(text for text in app.screen_text.split("\n") if "❯" in text)
                assert row.lstrip("❯✎ ").startswith(f"{at + 1} ")
            do(panel, "plan.styling")
        do(panel, "plan.comment")
        type_text(panel, "x")
        quoted = f"Line {len(lines)}:\n> {lines[-1]}\nx"
        assert feedback_of(panel.state) == quoted


async def test_a_table_is_aligned_for_the_room_there_is() -> None:
    wide = "| a | b |\n|---|---|\n| 1 | " + "x" * 60 + " |\n| 2 | y |\n"
    async with PlanApp(wide).run_test(size=(50, 20)) as pilot:
        app, _ = running(pilot.app)
        await ready(pilot)
        assert "| a | b |" in app.screen_text
        await pilot.resize_terminal(100, 20)
        await pilot.pause()
        assert f"| a | b{' ' * 60}|" in app.screen_text


# What a comment changes


async def test_a_comment_is_on_screen_once_while_it_is_written_and_whole_afterwards() -> None:
    async with PlanApp(MIXED).run_test(size=(80, 20)) as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        last = panel.view.rows_on_screen[-1][0]
        do(panel, *["plan.down"] * last, "plan.comment")
        type_text(panel, "why")
        await pilot.pause()
        assert app.screen_text.count("why") == 1
        assert "❯" in app.screen_text or "›" in app.screen_text
        do(panel, "comment.leave")
        await pilot.pause()
        assert app.screen_text.count("why") == 1
        assert f"{last}." in app.screen_text


async def test_the_line_that_is_written_about_stays_on_screen_whole() -> None:
    async with PlanApp(MIXED).run_test(size=(80, 24)) as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, *["plan.down"] * 33)
        await pilot.pause()
        rows = [row for row in panel.view.rows_on_screen if row[0] == 33]
        do(panel, "plan.comment")
        panel.paste("one\ntwo\nthree\nfour")
        await pilot.pause()
        assert [row for row in panel.view.rows_on_screen if row[0] == 33] == rows
        assert "four" in app.screen_text


async def test_a_range_is_marked_on_every_row_of_its_lines() -> None:
    async with PlanApp("# T\n" + "x" * 200 + "\nend\n").run_test(size=(50, 20)) as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.down", "plan.range_down")
        await pilot.pause()
        rows = app.screen_text.split("\n")
        assert all("┃" in row for row in rows if "xxx" in row or "end" in row)
        assert sum("┃" in row for row in rows) == 6
        do(panel, "plan.comment")
        panel.paste("why")
        do(panel, "comment.leave")
        await pilot.pause()
        assert "┃" not in app.screen_text


async def test_a_long_quoted_line_leaves_room_for_what_is_said_about_it() -> None:
    async with PlanApp("# T\n" + "x" * 10_000 + "\n").run_test(size=(50, 20)) as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.last", "plan.comment")
        panel.paste("too long")
        do(panel, "comment.leave", "plan.comments")
        await pilot.pause()
        assert "> xxx" in app.screen_text
        assert "too long" in app.screen_text
        assert feedback_of(panel.state) == f"Line 2:\n> {'x' * 10_000}\ntoo long"


# What it costs


def work(act: Callable[[], object]) -> int:
    """How many lines of ours are run through, each turn of a loop counted."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        if "/dsh_" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


async def costs(lines: int) -> dict[str, int]:
    plan = "# Plan\n" + "".join(f"{at}. step\n" for at in range(1, lines))
    found: dict[str, int] = {}
    half = "".join(line for at, line in enumerate(plan.splitlines(keepends=True)) if at % 40)
    async with PlanApp(plan, previous=half).run_test() as pilot:
        _, panel = running(pilot.app)
        await ready(pilot)

        async def measure(name: str, *actions: str) -> None:
            found[name] = work(lambda: do(panel, *actions))
            await pilot.pause()

        do(panel, "plan.page_down")
        await pilot.pause()
        for name in ("page_down", "down", "page_up", "range_down", "range_down", "range", "first"):
            await measure(name, f"plan.{name}")
        do(panel, "plan.comment")
        found["open"] = work(lambda: type_text(panel, "x"))
        await pilot.pause()
        found["comment"] = work(lambda: type_text(panel, "x"))
        await measure("leave", "comment.leave")
        await measure("feedback", "plan.feedback")
        found["type"] = work(lambda: type_text(panel, "x"))
        await measure("back", "feedback.leave")
        do(panel, "plan.changes")
        await pilot.pause()
        for name in ("next_heading", "previous_heading", "down", "range_down"):
            await measure(f"changes {name}", f"plan.{name}")
    return found


async def test_the_styling_of_a_plan_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(source: str) -> DrawnSource:
        drawn.append(source)
        return draw_source(source)

    monkeypatch.setattr("dsh_widgets.plan_view.draw_source", draw)
    async with PlanApp("# T\n\n**b**\n").run_test() as pilot:
        app, panel = running(pilot.app)
        await ready(pilot)
        do(panel, "plan.styling", "plan.styling", "plan.styling", "plan.styling")
        panel.view.show_plan("# Other\n")
        await pilot.pause()
        assert "Other" in app.screen_text
    assert drawn == ["# T\n\n**b**\n", "# Other\n"]


async def test_no_key_costs_more_in_a_longer_plan() -> None:
    short, long = await costs(200), await costs(5_000)
    # A key may touch a number with more digits, or look one step further; not every line.
    assert {name: count for name, count in long.items() if count > short[name] * 1.2 + 40} == {}
