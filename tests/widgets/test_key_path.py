"""The one way a key takes: held keys, bursts, and what cannot be taken back.

Every key has a time of its own; when it is handled does not matter.
"""

from __future__ import annotations

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.form.drafts import Draft
from dsh_core.form.plan_claim import claim
from dsh_core.questions.types import Option, PlanReviewIntent, Question, QuestionRequest
from dsh_widgets.approval_panel import ApprovalPanel
from dsh_widgets.form import QuestionForm
from dsh_widgets.key_path import KeyPath
from dsh_widgets.key_rows import WIDGET_ROWS, widget_keymap
from dsh_widgets.panel import Panel
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import Person, at_seat

ONE, TWO, THREE = (
    Question(f"q{n}", f"Question {n}?", options=(Option("yes"), Option("no"))) for n in "123"
)
NAME = Question("name", "Which name?")
PLAN = Question(
    "plan",
    "Approve this plan?",
    detail="# Plan\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)
LEAVE = ApprovalRequest("shell", body="ls")
FIRST_REPEATS = (0.225, 0.5, 0.66)
"""When terminals report the first repeat of a held key, in seconds."""


def repeats(first: float) -> list[float]:
    return [0.0, *(first + 0.033 * n for n in range(20))]


def answered(person: Person) -> list[bool]:
    return [bool(draft.selected or draft.custom) for draft in person.form.state.drafts]


@pytest.mark.parametrize("first", FIRST_REPEATS)
@pytest.mark.parametrize("key", ["enter", "1"])
async def test_a_held_key_confirms_one_question(key: str, first: float) -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.held(key, repeats(first))
        assert answered(person) == [True, False, False]
        assert person.form.state.index == 1
        await person.press(key)
        assert answered(person) == [True, True, False], "a fresh press counts"


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_key_types_nothing_into_the_next_question(first: float) -> None:
    async with at_seat() as person:
        await person.ask(ONE, NAME)
        await person.rest()
        await person.held("1", repeats(first))
        assert answered(person) == [True, False]
        assert person.form.state.drafts[1] == Draft()
        assert person.form.body.answer.field.text == ""


async def test_a_double_tap_confirms_one_question() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.held("enter", [0.0, 0.1])
        assert answered(person) == [True, False, False]


async def test_a_key_that_chatters_confirms_one_question() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.held("enter", [0.0, 0.02, 0.04])
        assert answered(person) == [True, False, False]


async def test_a_burst_of_one_key_confirms_one_question() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.burst("enter", "enter", "enter")
        assert answered(person) == [True, False, False]


async def test_different_keys_of_a_burst_all_count() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.burst("1", "2", "enter")
        assert answered(person) == [True, True, True]


async def test_a_held_key_types_as_ever() -> None:
    async with at_seat() as person:
        await person.ask(NAME, ONE)
        await person.rest()
        await person.held("a", repeats(0.5)[:6])
        assert person.form.state.drafts[0].custom == "aaaaaa"
        await person.held("backspace", repeats(0.5)[:4])
        assert person.form.state.drafts[0].custom == "aa"


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_key_sends_nothing(first: float) -> None:
    async with at_seat() as person:
        _, task = await person.ask(NAME)
        await person.rest()
        await person.press("x")
        await person.held("enter", repeats(first))
        assert not task.done()
        assert "Enter again to send" in person.screen
        await person.press("enter")
        assert (await person.result(task)).answers[0].custom == "x"


async def test_enter_twice_soon_sends_after_a_moment() -> None:
    async with at_seat() as person:
        _, task = await person.ask(NAME)
        await person.rest()
        await person.press("x", "enter")
        await person.press("enter", gap=0.4)
        assert not task.done(), "it may still be a repeat"
        assert (await person.result(task)).answers[0].custom == "x"


async def test_another_key_proves_that_it_was_not_held() -> None:
    async with at_seat() as person:
        first, task = await person.ask(NAME)
        await person.ask(NAME)
        await person.rest()
        await person.press("x", "enter")
        await person.press("enter", gap=0.4)
        assert person.front == first.id
        await person.press("z", gap=0.05)
        assert task.done()
        assert person.composer.text == "z", "the form is gone before the key is handled"


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_key_that_opens_the_confirm_line_does_not_answer_it(first: float) -> None:
    keymap = widget_keymap().with_overrides({"list.dismiss": ["y"], "list.copy_option": []})
    async with at_seat(keymap=keymap) as person:
        _, task = await person.ask(ONE, TWO)
        await person.rest()
        await person.press("1")
        await person.held("y", repeats(first))
        assert not task.done()


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_held_key_approves_no_plan(first: float) -> None:
    async with at_seat() as person:
        _, task = await person.ask(PLAN)
        await person.wait(0.41)
        await person.wait(0.41)
        await person.held("a", repeats(first))
        assert "a again to approve" in person.screen
        assert not task.done()
        await person.press("a", gap=3)
        assert task.done()


@pytest.mark.parametrize("first", FIRST_REPEATS)
async def test_a_key_held_since_before_allows_nothing(first: float) -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(LEAVE)
        await person.wait(0.41)
        await person.held("a", [0.1, *(0.1 + time for time in repeats(first)[1:])])
        assert not task.done()
        assert set(person.composer.text) == {"a"}, "it was meant for the composer"


async def test_what_is_allowed_after_a_moment_is_that_request_and_no_other() -> None:
    async with at_seat() as person:
        _, one = await person.want_leave(LEAVE)
        _, two = await person.want_leave(ApprovalRequest("shell", body="rm -rf /"))
        await person.rest()
        await person.press("j")
        await person.press("a")
        assert one.done()
        assert not two.done()
        await person.press("a", gap=0.3)
        assert not two.done(), "the next one has not even taken the keyboard"


async def test_a_request_that_ends_while_its_key_waits_sends_nothing() -> None:
    async with at_seat() as person:
        first, one = await person.ask(NAME)
        _, two = await person.ask(NAME)
        await person.rest()
        await person.press("x", "enter")
        await person.press("enter", gap=0.4)
        person.app.pending.cancel(first.id)
        await person.pilot.pause(0.3)
        with pytest.raises(Exception, match="cancelled"):
            await person.result(one)
        assert not two.done()


# Textual's queues


async def test_keys_for_two_widgets_that_arrive_together_keep_their_order() -> None:
    async with at_seat() as person:
        await person.ask(NAME, Question("other", "Which other?"), ONE)
        await person.rest()
        await person.burst(*"abc", "enter", *"def", "tab", "2", "shift+tab", "shift+tab")
        drafts = person.form.state.drafts
        assert [draft.custom for draft in drafts] == ["abc", "def", ""]
        assert drafts[2].selected == (1,)


async def test_erasing_in_a_burst_erases_what_was_typed() -> None:
    async with at_seat() as person:
        await person.ask(NAME, ONE)
        await person.rest()
        await person.burst(*"teh", "backspace", "backspace", *"he")
        assert person.form.state.drafts[0].custom == "the"


async def test_a_letter_of_a_word_is_not_a_hotkey_of_the_list_it_came_through() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO)
        await person.rest()
        await person.burst("o", *"his")
        assert person.form.state.drafts[0].custom == "his"
        assert not person.form.state.drafts[0].skipped


async def test_a_burst_through_the_composer_and_the_transcript() -> None:
    async with at_seat() as person:
        await person.burst(*"hi", "enter", "escape", "i", *"yo", "enter")
        assert person.app.submitted == ["hi", "yo"]


async def test_keys_that_mean_nothing_here_go_on_to_the_app() -> None:
    async with at_seat() as person:
        await person.ask(ONE)
        await person.rest()
        await person.press("question_mark", "ctrl+p", "f9")
        assert person.app.unused == ["question_mark", "ctrl+p", "f9"]


async def test_a_keyboard_that_nobody_has_goes_to_the_composer() -> None:
    async with at_seat() as person:
        person.app.set_focus(None)
        await person.press("h")
        assert person.place == "composer"
        assert person.composer.text == "h"


async def test_a_click_is_no_repeat_of_a_click() -> None:
    async with at_seat() as person:
        await person.ask(ONE, TWO, THREE)
        await person.rest()
        await person.press("space")
        await person.click(person.form.action_line, 3, 0)
        assert person.form.state.index == 1
        await person.press("space")
        await person.click(person.form.action_line, 3, 0)
        assert person.form.state.index == 2


def test_keys_of_no_seat_are_an_error() -> None:
    with pytest.raises(RuntimeError, match="no seat"):
        _ = KeyPath(widget_keymap()).keyboard


NATIVE = {
    f"{scope}.{what}"
    for scope in ("text", "filter", "feedback", "comment", "composer")
    for what in ("newline", "undo", "up", "down", "editor")
}
"""What a text does by itself, where its scope has a key for it."""

OF_THE_HANDLER = {
    *("composer.send", "composer.leave", "transcript.compose", "transcript.leave"),
    *("list.park", "review.park", "plan.park", "approval.park"),
}
BY_ROWS_ON_SCREEN = {"plan.page_up", "plan.page_down"}
"""The panels of this test are not on screen."""
OF_THE_APP = {
    *("dock.keys", "transcript.keys"),
    *("app.interrupt", "app.quit", "app.palette", "app.suspend"),
}


async def test_no_row_of_the_table_is_there_that_does_nothing() -> None:
    """It would be offered on the hint line, and to be remapped."""
    form = QuestionForm((ONE,) * 9, can_discuss=True)
    review = claim(QuestionRequest((PLAN,)))
    assert review is not None
    panels: dict[str, Panel] = {
        **dict.fromkeys(("list", "text", "filter", "review", "confirm"), form),
        **dict.fromkeys(("plan", "feedback", "comment", "comments"), PlanReviewPanel(review)),
        "approval": ApprovalPanel(LEAVE),
    }
    idle = []
    async with at_seat() as person:
        await person.ask(ONE)
        for row in WIDGET_ROWS:
            if row.id in NATIVE | OF_THE_HANDLER | BY_ROWS_ON_SCREEN | OF_THE_APP:
                continue
            if row.scope in panels:
                acts = panels[row.scope].plan_step(row.id, 0.0) is not None
            elif row.scope == "transcript":
                acts = person.app.transcript.act(row.id)
            else:
                acts = person.app.seat.keyboard.act(row.id)
            if not acts:
                idle.append(row.id)
    assert idle == []


def test_a_confirm_line_of_any_panel_knows_all_its_keys() -> None:
    form, review = QuestionForm((ONE,)), claim(QuestionRequest((PLAN,)))
    assert review is not None
    for row in (row for row in WIDGET_ROWS if row.scope == "confirm"):
        for panel in (form, PlanReviewPanel(review), ApprovalPanel(LEAVE)):
            assert panel.plan_step(row.id, 0.0) is not None, row.id
