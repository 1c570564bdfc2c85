"""The question form: what it draws, and what keys do to it."""

from __future__ import annotations

import pytest

from dsh_core.questions.pending import PendingRequests, Receipt
from dsh_core.questions.types import Answer, Option, Question
from tests.support.forms import MANY, NAME, PARTS, STORE, answer, asked
from tests.support.seats import Person

# What it draws


async def test_a_batch_has_tabs_and_its_first_question_on_screen() -> None:
    async with asked(STORE, PARTS, NAME) as person:
        screen = person.screen
        for words in ("[○ Store]", "Parts", "Name", "Review", "Which store?", "Redis", "Fast."):
            assert words in screen
        assert "Which parts?" not in screen
        assert screen.index("Files") < screen.index("Redis"), "recommended first"
        assert "(Recommended)" not in screen


async def test_a_batch_of_one_has_no_tabs() -> None:
    async with asked(STORE) as person:
        assert "Review" not in person.screen


async def test_a_long_question_and_its_detail_scroll_and_nothing_of_them_is_cut() -> None:
    words = " ".join(f"word{n}" for n in range(120))
    question = Question(
        "q", words, detail="- first point\n- second point", options=(Option("yes"),)
    )
    async with asked(question) as person:
        seen = person.screen
        for _ in range(8):
            await person.press("pagedown")
            seen += person.screen
        for _ in range(8):
            await person.press("pageup")
            seen += person.screen
        for n in range(120):
            assert f"word{n}" in seen
        assert "first point" in seen
        assert "second point" in seen


@pytest.mark.parametrize(("size", "pinned"), [((80, 24), 3), ((80, 30), 3), ((40, 12), 1)])
async def test_as_many_lines_of_the_question_stay_as_leave_five_of_the_body(
    size: tuple[int, int], pinned: int
) -> None:
    lines = Question("q", "one\ntwo\nthree\nfour", options=MANY.options)
    async with asked(lines, STORE, size=size) as person:
        await person.press("G")
        seen = [word for word in ("one", "two", "three", "four") if f"{word}\n" in plain(person)]
        assert seen == ["one", "two", "three"][:pinned]
        assert person.form.body.size.height >= 5


def plain(person: Person) -> str:
    """What is on screen, without the frame and the blanks beside it."""
    return "\n".join(line.strip("┃│ ") for line in person.screen.splitlines())


async def test_foreign_text_is_drawn_as_it_is() -> None:
    question = Question(
        "q",
        "[bold]Which?[/bold]",
        header="[red]H",
        options=(Option("[@click=app.quit]go[/]", "\x1b[31mred"),),
    )
    async with asked(question, NAME) as person:
        for words in ("[bold]Which?[/bold]", "[@click=app.quit]go[/]", "␛[31mred"):
            assert words in person.screen


async def test_equal_labels_are_told_apart_on_screen_and_sent_once() -> None:
    question = Question("q", "?", options=(Option("x"), Option("x")), multi_select=True)
    async with asked(question) as person:
        assert "x (1)" in person.screen
        assert "x (2)" in person.screen
        await person.press("1", "2", "enter")
        assert await answer(person) == [("q", ("x",), None)]


# Picking


async def test_a_digit_picks_by_display_order_and_goes_on() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("1")
        assert person.form.state.drafts[0].selected == (1,)
        assert "Which name?" in person.screen


async def test_a_single_question_is_sent_by_the_pick() -> None:
    async with asked(STORE) as person:
        await person.press("down", "enter")
        assert await answer(person) == [("store", ("Redis",), None)]


async def test_space_selects_and_stays() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("space")
        assert person.form.state.drafts[0].selected == (1,)
        assert "Which store?" in person.screen


async def test_ticks_are_sent_in_the_order_they_were_made() -> None:
    async with asked(PARTS) as person:
        await person.press("3", "1", "enter")
        assert await answer(person) == [("parts", ("docs", "api"), None)]


async def test_nothing_ticked_is_no_answer() -> None:
    async with asked(PARTS) as person:
        await person.press("enter")
        assert "Please select an option" in person.screen
        assert not person.tasks[-1].done()


async def test_the_cursor_wraps_and_stays_in_view() -> None:
    async with asked(MANY, size=(60, 18)) as person:
        await person.press("up", "up")
        assert person.form.state.cursors == (11,)
        assert "number 12" in person.screen
        await person.press("home")
        assert "number 1" in person.screen
        assert "Which one?" in person.screen


async def test_the_row_that_is_highlighted_is_in_view_in_the_same_frame() -> None:
    async with asked(MANY, size=(60, 18)) as person:
        step = person.form.plan_step("list.up", 0)
        assert step is not None
        person.form.commit(step)
        assert person.form.body.scroll_y == person.form.body.max_scroll_y > 0


async def test_a_burst_answers_a_batch() -> None:
    async with asked(STORE, PARTS, NAME) as person:
        await person.burst("2", "1", "3", "enter", *"Ann", "enter")
        assert person.form.state.on_review
        await person.press("enter")
        assert await answer(person) == [
            ("store", ("Redis",), None),
            ("parts", ("api", "docs"), None),
            ("name", (), "Ann"),
        ]


# The own answer


async def test_an_own_answer_with_all_its_lines() -> None:
    async with asked(STORE) as person:
        await person.press("o", *"on", "shift+enter", *"disk", "enter")
        assert "Enter again to send" in person.screen
        await person.press("enter")
        assert await answer(person) == [("store", (), "on\ndisk")]


async def test_letters_and_digits_are_text_in_a_field() -> None:
    async with asked(NAME) as person:
        await person.burst(*"s1X?/<>")
        assert person.form.state.drafts[0].custom == "s1X?/<>"


async def test_escape_leaves_the_text_and_letters_are_hotkeys_again() -> None:
    async with asked(NAME, STORE) as person:
        await person.press(*"ab", "escape", "s")
        assert person.form.state.drafts[0].skipped
        await person.press("[", "escape", "s", "o", *"c")
        assert person.form.state.drafts[0].custom == "abc"


async def test_a_text_says_which_choice_it_took_the_place_of() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("3", "shift+tab", *"oabc")
        assert "was: Memory" in person.screen
        await person.press("escape", "s", "shift+tab", "escape")
        assert "kept: Memory · kept: abc" in person.screen


async def test_a_pick_keeps_the_text_and_does_not_send_it() -> None:
    async with asked(STORE) as person:
        await person.press("o", *"mine", "escape", "1")
        assert not person.tasks[-1].done()
        assert "your text is not sent" in person.screen
        await person.press("pagedown")
        assert "kept: mine" in person.screen
        await person.press("enter")
        assert await answer(person) == [("store", ("Files (Recommended)",), None)]


async def test_arrows_leave_the_text_only_at_its_edges() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("o", *"a", "shift+enter", *"b", "up")
        assert person.form.scope == "text"
        await person.press("up")
        assert person.form.scope == "list"
        assert person.form.state.drafts[0].custom == "a\nb"


async def test_undo_in_a_field() -> None:
    async with asked(NAME) as person:
        await person.press(*"abc", "ctrl+z")
        assert person.form.state.drafts[0].custom != "abc"


async def test_a_key_that_edits_and_the_next_question_in_one_burst() -> None:
    other = Question("other", "Which other?")
    async with asked(NAME, other) as person:
        await person.burst(*"abc", "tab", *"def", "shift+tab", *"g")
        assert [draft.custom for draft in person.form.state.drafts] == ["abcg", "def"]


# Note, filter, skip, recommended


async def test_a_note_is_sent_with_its_pick() -> None:
    async with asked(STORE) as person:
        await person.press("n", *"soon", "enter", "enter")
        sent = await answer(person)
        assert sent == [("store", (), "Files (Recommended)\n\nNote: soon")]


async def test_a_filter_numbers_its_hits() -> None:
    async with asked(MANY, NAME) as person:
        await person.press("/", *"1", "enter")
        assert "number 2" not in person.screen
        await person.press("3")
        assert person.form.state.drafts[0].selected == (10,)


async def test_tab_leaves_the_filter_for_the_next_question() -> None:
    async with asked(MANY, NAME) as person:
        await person.press("/", *"12", "tab")
        assert "Which name?" in person.screen
        await person.press("shift+tab")
        assert "number 8" in person.screen, "the filter is dropped"


async def test_skip_never_sends_and_a_second_time_takes_it_back() -> None:
    async with asked(STORE) as person:
        await person.press("s")
        assert person.form.state.on_review
        assert "no answer" in person.screen
        await person.press("s")
        assert not person.form.state.drafts[0].skipped
        await person.press("s", "enter")
        assert await answer(person) == [("store", (), None)]


async def test_the_recommended_is_taken_and_not_sent() -> None:
    async with asked(STORE) as person:
        await person.press("r")
        assert not person.tasks[-1].done()
        assert person.form.state.drafts[0].selected == (1,)


# Review, send, dismiss


async def test_the_review_says_what_is_missing_and_goes_there() -> None:
    async with asked(STORE, NAME) as person:
        await person.press("1", "tab")
        assert "not answered yet" in person.screen
        await person.press("end", "enter")
        assert "1 question has no answer yet" in person.screen
        assert person.form.state.review_cursor == 1
        await person.press("enter", *"Ann", "enter", "enter")
        assert await answer(person) == [
            ("store", ("Files (Recommended)",), None),
            ("name", (), "Ann"),
        ]


class Slow(PendingRequests):
    """A table that takes answers and does nothing with them, or refuses the first ones."""

    def __init__(self, *receipts: Receipt) -> None:
        super().__init__(require_agent=False)
        self.receipts = list(receipts)
        self.given: list[Answer] = []

    def answer(self, request_id: str, answer: Answer) -> Receipt:
        self.given.append(answer)
        return self.receipts.pop(0) if self.receipts else super().answer(request_id, answer)


async def test_while_an_answer_is_on_its_way_everything_is_locked() -> None:
    table = Slow(Receipt(True), Receipt(True))
    async with asked(STORE, NAME, pending=table) as person:
        await person.press("1", *"Ann", "enter", "enter")
        assert "Submitting…" in person.screen
        before = person.form.state
        await person.press("enter", "1", "X", "tab", "s")
        await person.paste("text")
        assert person.form.state == before
        assert len(table.given) == 1


async def test_a_refusal_says_why_and_arms_again() -> None:
    table = Slow(Receipt(False, "bad-response", "no"))
    async with asked(STORE, NAME, pending=table) as person:
        await person.press("1", *"Ann", "enter", "enter")
        assert "question response rejected: bad-response" in person.screen
        await person.press("enter")
        assert [item[0] for item in await answer(person)] == ["store", "name"]
        assert table.given[0] == table.given[1]


async def test_dismiss_with_nothing_to_lose_is_at_once() -> None:
    async with asked(STORE) as person:
        await person.press("X")
        with pytest.raises(Exception, match="cancelled"):
            await person.result(person.tasks[-1])


@pytest.mark.parametrize("key", ["n", "f", "escape", "enter", "1", "f2"])
async def test_dismiss_asks_what_would_be_lost_and_any_other_key_goes_back(key: str) -> None:
    async with asked(STORE, NAME) as person:
        await person.press("1", "escape", "X")
        assert "Dismiss? 1 answer will not be sent" in person.screen
        before = person.form.state.drafts
        await person.press(key)
        assert "Dismiss?" not in person.screen
        assert person.form.state.drafts == before
        assert person.place == "panel"
        await person.press("X", "y")
        with pytest.raises(Exception, match="cancelled"):
            await person.result(person.tasks[-1])


async def test_the_review_is_the_same_whatever_room_it_came_through() -> None:
    async with asked(STORE, PARTS, NAME) as person:
        await person.press("]", "]", "tab")
        before = person.screen
        assert "❯ 1 ○ Store" in before
        await person.press("down")
        await person.pilot.resize_terminal(80, 9)
        await person.settle()
        assert "1 ○ Store" not in person.screen, "no room for both"
        assert "❯ 2 ○ Parts" in person.screen
        await person.pilot.resize_terminal(80, 24)
        await person.settle()
        assert person.screen == before.replace("❯ 1", "  1").replace("  2 ○", "❯ 2 ○")
