"""The dock: the provider, the order of what waits, and what becomes of what cannot be shown."""

from __future__ import annotations

import asyncio

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)
from dsh_widgets import dock_panels
from dsh_widgets.approval_panel import ApprovalPanel
from dsh_widgets.form import QuestionForm
from dsh_widgets.glyphs import Glyphs
from dsh_widgets.markdown import markdown_content
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import Asker, at_seat, key_event

STORE = Question("store", "Which store?", options=(Option("Redis"), Option("Files")))
NAME = Question("name", "Which name?")
PLAN = Question(
    "plan",
    "Approve this plan?",
    detail="# Plan\n\n1. Do it.\n",
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)
REMOVE = ApprovalRequest("shell", Asker(), reason="It deletes files.", body="rm -rf build")


async def test_it_is_the_provider() -> None:
    async with at_seat() as person:
        service = UserQuestionService()
        service.register_provider(person.app.dock)
        task = person.start(service.ask(QuestionRequest((STORE,))))
        await person.settle()
        await person.rest()
        await person.press("2")
        assert await person.result(task) == Answer((AnswerItem("store", ("Files",)),))


async def test_nothing_waits_and_nothing_is_shown() -> None:
    async with at_seat() as person:
        assert not person.app.dock.display
        assert person.app.dock.panel is None
        assert not person.app.dock.step_request(1)


async def test_first_come_first_shown_and_the_next_one_after_it() -> None:
    async with at_seat() as person:
        first, one = await person.ask(STORE)
        second, two = await person.ask(NAME)
        assert person.front == first.id
        await person.rest()
        await person.press("1")
        assert await person.result(one) == Answer((AnswerItem("store", ("Redis",)),))
        assert person.front == second.id
        assert person.place == "composer", "the next one arrives by the same rule"
        await person.rest()
        await person.press(*"ok", "enter", "enter")
        assert await person.result(two) == Answer((AnswerItem("name", custom="ok"),))
        assert person.app.dock.panel is None
        assert not person.app.dock.display


async def test_one_may_go_to_the_other_requests_and_back_to_what_was_begun() -> None:
    async with at_seat() as person:
        first, _ = await person.ask(STORE, NAME)
        second, _ = await person.ask(NAME)
        await person.rest()
        await person.press("1", *"abc", "escape")
        assert "1 of 2" in person.screen
        await person.press(">")
        assert person.front == second.id
        assert "2 of 2" in person.screen
        assert person.place == "panel"
        await person.press("escape", ">")
        assert person.front == second.id, "the ends do not wrap"
        await person.press("<")
        assert person.front == first.id
        assert "abc" in person.screen
        assert [draft.custom for draft in person.form.state.drafts] == ["", "abc"]


async def test_going_to_another_request_and_answering_it_in_one_burst() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        _, task = await person.ask(STORE)
        await person.rest()
        await person.burst(">", "2")
        assert await person.result(task) == Answer((AnswerItem("store", ("Files",)),))
        assert len(person.app.pending.requests) == 1


async def test_a_request_that_ends_elsewhere_goes_at_once_and_late_keys_are_ignored() -> None:
    async with at_seat() as person:
        first, one = await person.ask(STORE)
        second, two = await person.ask(STORE)
        await person.rest()
        assert person.app.pending.cancel(first.id).accepted
        await person.burst("enter", "enter")
        with pytest.raises(UserQuestionError, match="cancelled"):
            await person.result(one)
        assert person.front == second.id
        assert not two.done()
        assert not person.app.submitted
        assert person.app.ended == [(first.id, "cancelled")]


async def test_a_key_on_its_way_does_not_reach_the_next_request() -> None:
    async with at_seat() as person:
        first, _ = await person.ask(STORE)
        _, two = await person.ask(STORE)
        await person.rest()
        person.app.post_message(key_event("1", person.clock.monotonic()))
        person.app.pending.cancel(first.id)
        await person.settle()
        assert not two.done()
        assert person.composer.text == "", "nor the composer: it was meant for what is gone"


async def test_a_plan_goes_to_its_own_panel() -> None:
    async with at_seat() as person:
        await person.ask(PLAN)
        assert isinstance(person.panel, PlanReviewPanel)
        assert "Do it." in person.screen


async def test_what_waits_before_there_is_a_dock_is_shown() -> None:
    async with at_seat() as person:
        request, _ = await person.ask(STORE)
        await person.app.seat.remove()
        again = type(person.app.seat)(
            type(person.app.dock)(person.app.pending, keys=person.app.keys), person.app.keys
        )
        await person.app.mount(again)
        await person.settle()
        assert again.dock.shown == request
        assert isinstance(again.dock.panel, QuestionForm)


async def test_fold_shows_the_question_and_unfold_returns_to_the_same_place() -> None:
    async with at_seat() as person:
        await person.ask(STORE, NAME)
        await person.rest()
        await person.press("down", "f2")
        assert person.app.dock.size.height == 1
        assert "0 of 2 answered · Which store?" in person.screen
        assert "Redis" not in person.screen
        await person.press("1")
        assert person.form.state.drafts[0].selected == (), "its keys are off"
        await person.press("f2")
        assert person.place == "panel"
        assert person.form.state.cursors[0] == 1
        assert "Redis" in person.screen


async def test_another_request_is_not_folded_with_the_one_before() -> None:
    async with at_seat() as person:
        first, _ = await person.ask(STORE)
        await person.ask(NAME)
        await person.rest()
        await person.press("f2")
        person.app.pending.cancel(first.id)
        await person.settle()
        assert "Which name?" in person.screen
        await person.rest()
        assert person.place == "panel"


async def test_full_height_and_back() -> None:
    async with at_seat() as person:
        await person.ask(STORE)
        await person.rest()
        before = person.app.dock.size.height
        await person.press("z")
        assert person.app.dock.outer_size.height > before + 4
        await person.press("z")
        assert person.app.dock.size.height == before


async def test_a_terminal_too_small_says_so() -> None:
    async with at_seat(size=(20, 7)) as person:
        await person.ask(STORE)
        await person.rest()
        assert "Too small here:" in person.screen
        await person.pilot.resize_terminal(80, 24)
        await person.settle()
        assert "Which store?" in person.screen


@pytest.mark.parametrize("composer", [True, False])
async def test_where_there_is_no_room_no_key_is_offered_that_does_nothing(composer: bool) -> None:
    async with at_seat(size=(30, 7), composer=composer) as person:
        await person.ask(STORE)
        await person.rest()
        last = person.screen.splitlines()[-1]
        assert "answer" not in last
        assert ("send" if composer else "Ctrl+Q quit") in last


# What cannot be shown


class BrokenError(RuntimeError):
    pass


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> BrokenError:
    """A Markdown that nobody can draw."""
    error = BrokenError("no such drawing")

    def drawn(source: str, width: int, glyphs: Glyphs) -> object:
        if source == "broken":
            raise error
        return markdown_content(source, width, glyphs)

    monkeypatch.setattr("dsh_widgets.form_body.markdown_content", drawn)
    return error


BROKEN = Question("b", "Which?", detail="broken", options=(Option("x"),))


async def test_a_request_that_cannot_be_drawn_ends_with_the_error_itself(
    broken: BrokenError,
) -> None:
    async with at_seat() as person:
        task = person.start(person.app.dock.ask(QuestionRequest((BROKEN,))))
        with pytest.raises(BrokenError) as raised:
            await person.result(task)
        assert raised.value is broken
        await person.settle()
        assert person.app.dock.panel is None
        assert person.app.is_running


async def test_the_others_are_still_shown(broken: BrokenError) -> None:
    async with at_seat() as person:
        _, good = await person.ask(STORE)
        bad = person.start(person.app.dock.ask(QuestionRequest((BROKEN,))))
        with pytest.raises(BrokenError):
            await person.result(bad)
        await person.rest()
        await person.press("1")
        assert (await person.result(good)).answers[0].selected == ("Redis",)


async def test_a_question_that_breaks_when_it_is_turned_to(broken: BrokenError) -> None:
    async with at_seat() as person:
        task = person.start(person.app.dock.ask(QuestionRequest((STORE, BROKEN))))
        await person.settle()
        await person.rest()
        await person.press("1")
        with pytest.raises(BrokenError):
            await person.result(task)


async def test_a_request_that_no_panel_can_be_made_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(*arguments: object) -> object:
        raise BrokenError("no such panel")

    async with at_seat() as person:
        monkeypatch.setattr("dsh_widgets.dock.make_panel", make)
        task = person.start(person.app.dock.ask(QuestionRequest((STORE,))))
        leave = person.start(person.app.approvals.request(REMOVE))
        with pytest.raises(BrokenError, match="no such panel"):
            await person.result(task)
        assert await person.result(leave) == "cancelled"
        assert person.app.dock.panel is None
    assert dock_panels.make_panel is not make


# Approvals


async def test_a_tool_is_allowed_once() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(REMOVE)
        assert isinstance(person.panel, ApprovalPanel)
        assert "Waiting for approval · shell" in person.screen
        assert "It deletes files." in person.screen
        assert "rm -rf build" in person.screen
        assert "from Ada" in person.screen
        await person.rest()
        assert person.place == "panel"
        await person.press("a")
        assert await person.result(task) == "allowed-once"
        assert person.place == "composer"
        assert person.app.ended[-1][1] == "allowed-once"


async def test_a_tool_is_rejected() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(REMOVE)
        await person.rest()
        await person.press("r")
        assert await person.result(task) == "rejected"


async def test_questions_come_before_approvals() -> None:
    async with at_seat() as person:
        approval, leave = await person.want_leave(REMOVE)
        question, task = await person.ask(STORE)
        assert person.front == question.id, "nobody has the keyboard in the approval"
        assert "1 of 2" in person.screen
        await person.rest()
        await person.press(">")
        assert person.front == approval.id
        assert "2 of 2" in person.screen
        await person.press("<", "1")
        assert (await person.result(task)).answers[0].selected == ("Redis",)
        assert person.front == approval.id
        assert not leave.done()


async def test_a_question_waits_while_somebody_has_the_keyboard_in_an_approval() -> None:
    async with at_seat() as person:
        approval, leave = await person.want_leave(REMOVE)
        await person.rest()
        assert person.place == "panel"
        question, task = await person.ask(STORE)
        assert person.front == approval.id
        assert "2 of 2" in person.screen
        await person.press("a")
        assert await person.result(leave) == "allowed-once"
        assert person.front == question.id
        assert not task.done()


async def test_an_approval_waits_while_a_question_is_in_front() -> None:
    async with at_seat() as person:
        question, _ = await person.ask(STORE)
        await person.want_leave(REMOVE)
        assert person.front == question.id
        assert "1 of 2" in person.screen


async def test_an_approval_folds_to_its_headline() -> None:
    async with at_seat() as person:
        await person.want_leave(REMOVE)
        await person.rest()
        await person.press("f2")
        assert "Waiting for approval · It deletes files." in person.screen


async def test_an_approval_that_ends_elsewhere_goes_at_once() -> None:
    async with at_seat() as person:
        approval, task = await person.want_leave(REMOVE)
        await person.rest()
        person.app.approvals.cancel(approval.id)
        await person.burst("a")
        assert await person.result(task) == "cancelled"
        assert person.app.dock.panel is None
        assert person.place == "composer"


async def test_a_provider_whose_waiting_is_cancelled_leaves_no_form() -> None:
    async with at_seat() as person:
        _, task = await person.ask(STORE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await person.result(task)
        await person.settle()
        assert person.app.dock.panel is None
