"""Plans under review: what is seen of them, what is sent, and what nothing must be taken for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual import events

from dsh_core.form.plan_state import PlanState
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
from dsh_core.session.events import TOOL_RESULT
from dsh_widgets.form import QuestionForm
from dsh_widgets.plan_review import PlanReviewPanel
from tests.cases.reported import CASES, batch_of, case, size_of
from tests.support.desk import at_desk
from tests.support.seats import Person, at_seat

FORTY = "\n\n".join(f"Paragraph {at} of this plan." for at in range(1, 41))
EIGHTY = "# Plan\n\n" + "".join(
    f"{at}. {'delete production database' if at == 71 else f'step {at}'}\n" for at in range(1, 81)
)
SHORT = "# Plan\n\n1. one\n2. two"


def asked(plan: str, labels: Sequence[str] = ("Approve", "Keep planning")) -> Question:
    return Question(
        "p",
        "Approve this plan?",
        plan,
        options=tuple(map(Option, labels)),
        intent=PlanReviewIntent("Approve"),
    )


def panel_of(person: Person) -> PlanReviewPanel:
    panel = person.panel
    assert isinstance(panel, PlanReviewPanel)
    return panel


def state_of(person: Person) -> PlanState:
    return panel_of(person).state


def decidable(person: Person) -> bool:
    """Whether the decision is on screen."""
    return "[ Approve ]" in person.screen and "[ Refuse ]" in person.screen


@case("pl-01")
@pytest.mark.parametrize("by", ["keys", "wheel"])
async def test_all_of_a_plan_is_reached_and_the_decision_stays_on_screen(by: str) -> None:
    async with at_seat(size=size_of("pl-01")) as person:
        await person.ask(asked(FORTY))
        await person.rest()
        view = panel_of(person).view
        read = set()
        for _ in range(40):
            read |= {at for at in range(1, 41) if f"Paragraph {at} of" in person.screen}
            assert decidable(person)
            if len(read) == 40:
                break
            if by == "keys":
                await person.press("pagedown")
            else:
                view.post_message(events.MouseScrollDown(view, 5, 3, 0, 1, 0, False, False, False))
                await person.settle()
        assert read == set(range(1, 41))
        await person.press("home", "end")
        assert "Paragraph 40 of" in person.screen
        assert state_of(person).unseen == ()


@case("pl-02")
async def test_what_was_not_seen_is_said_before_it_is_approved() -> None:
    async with at_seat(size=size_of("pl-02")) as person:
        _, task = await person.ask(asked(EIGHTY))
        await person.rest()
        assert "delete production database" not in person.screen
        assert re.search(r" 1\d %", person.screen)
        await person.press("a", gap=3.0)
        assert "not seen · y approves" in person.screen
        await person.press("escape")
        assert not task.done()
        await person.press("ctrl+g")
        assert person.app.outside == [EIGHTY], "the whole plan, in the person's own editor"
        await person.press("G", *["pageup"] * 14)
        assert state_of(person).unseen == ()
        await person.press("a")
        assert await person.result(task) == Answer((AnswerItem("p", ("Approve",)),))


@case("pl-04")
async def test_an_empty_plan_is_opened_and_said_to_be_empty() -> None:
    # The report wants it refused; by the contract an empty plan is a plan.
    (question,) = batch_of("pl-04")
    async with at_seat() as person:
        _, task = await person.ask(replace(question, detail=""))
        await person.rest()
        assert "The plan is empty." in person.screen
        await person.press("a", gap=3.0)
        assert (await person.result(task)).answers[0].selected == ("Approve",)
        await person.ask(question)
        assert isinstance(person.panel, QuestionForm), "without a plan it is a form"


@case("pl-04")
@pytest.mark.parametrize("approve", ["approve", "Approved", "", "Approve "])
async def test_a_yes_that_names_no_option_is_refused_before_anything_is_shown(
    approve: str,
) -> None:
    async with at_seat() as person:
        service = UserQuestionService()
        service.register_provider(person.app.pending)
        question = replace(asked(SHORT), intent=PlanReviewIntent(approve))
        with pytest.raises(UserQuestionError) as caught:
            await service.ask(QuestionRequest((question,)))
        assert caught.value.code == "BAD_INTENT"
        assert not person.app.pending.requests


PLAN_MODE = """\
prompt: Go.
plan_mode: on
speed: 0
steps:
  - plan: "# Plan\\n\\n1. one\\n2. two\\n"
  - say: Done.
"""


@case("pl-05")
async def test_a_change_of_plan_mode_meanwhile_changes_nothing_about_the_review() -> None:
    async with at_desk(PLAN_MODE) as desk:
        await desk.until_shown("1. one")
        for line in ("/plan off", "/plan", "/plan off"):
            await desk.write(line)
        await desk.until_shown("leaving plan mode")
        await desk.take()
        await desk.press("a", gap=3.0)
        await desk.until_shown("Done.")
        results = [e for e in desk.app.conversation.source.events if e.type == TOOL_RESULT]
        assert len(results) == 1
        assert results[0].data["meta"] == {"plan": "approved"}


@case("pl-06")
async def test_while_a_plan_waits_the_state_says_so_and_reading_answers_nothing() -> None:
    async with at_desk(PLAN_MODE) as desk:
        await desk.until_shown("1. one")
        assert "waiting for you" in desk.text
        assert "working" not in desk.text
        await desk.take("escape", "[", "enter", "enter", "space", "pageup", "home", "y")
        assert len(desk.app.conversation.pending.requests) == 1
        await desk.take()
        await desk.press("r", gap=3.0)
        await desk.until_shown("Done.")


@case("pl-11")
async def test_what_is_written_meanwhile_is_said_to_be_queued() -> None:
    async with at_desk(PLAN_MODE) as desk:
        await desk.until_shown("1. one")
        await desk.write("also x")
        await desk.until_shown("queued: also x")
        assert len(desk.app.conversation.pending.requests) == 1, "it is no answer to the plan"


@case("pl-12")
@pytest.mark.parametrize(
    ("key", "custom"), [("f", "why " * 124 + "why?"), ("y", None)], ids=["send", "without"]
)
async def test_feedback_is_not_dropped_by_approving(key: str, custom: str | None) -> None:
    text = "why " * 124 + "why?"
    async with at_seat() as person:
        request, task = await person.ask(asked(SHORT))
        await person.rest()
        await person.press("f")
        await person.burst(*("space" if c == " " else c for c in text))
        await person.press("escape")
        await person.press("a", gap=3.0)
        assert "your feedback is not sent" in person.screen
        assert not task.done()
        await person.press(key)
        (item,) = (await person.result(task)).answers
        assert item.custom == custom
        # Gone past, it is kept, and comes back with the next plan.
        await person.ask(asked(SHORT), agent=request.request.agent)  # type: ignore[arg-type]
        assert state_of(person).feedback == ("" if custom else text)


@case("pl-13")
@pytest.mark.parametrize("lines", [3, 8])
async def test_the_line_of_the_caret_and_the_decision_are_on_screen(lines: int) -> None:
    async with at_seat(size=size_of("pl-13")) as person:
        await person.ask(asked(EIGHTY))
        await person.rest()
        await person.press("f")
        for at in range(1, lines + 1):
            await person.press(*f"row{at}", *(["shift+enter"] if at < lines else []))
            assert f"row{at}" in person.screen
            assert decidable(person)


@case("pl-13")
async def test_a_long_feedback_gets_room_and_what_is_typed_afterwards_moves_nothing() -> None:
    async with at_seat(size=(80, 50)) as person:
        await person.ask(asked(SHORT))
        await person.rest()
        await person.press("f")
        before = person.app.dock.size.height
        await person.paste("\n".join(f"+{at}. row" for at in range(1, 13)))
        for words in ("# Plan", "2. two", "+1. row", "+12. row"):
            assert words in person.screen
        assert decidable(person)
        grown = person.app.dock.size.height
        assert grown > before
        await person.press("shift+enter", *"more", "escape")
        assert person.app.dock.size.height == grown


@case("pl-13")
async def test_a_short_plan_and_what_is_written_about_it_are_shown_whole() -> None:
    async with at_seat() as person:
        await person.ask(asked(SHORT))
        await person.rest()
        await person.press("c", *"red", "shift+enter", *"blue", "enter")
        for words in ("# Plan", "red", "blue", "2. two"):
            assert words in person.screen
        grown = person.app.dock.size.height
        await person.press("D")
        assert person.app.dock.size.height < grown
        assert decidable(person)


@case("pl-13")
@pytest.mark.parametrize("size", [(24, 8), (30, 10), (40, 12), (80, 18)])
async def test_the_decision_is_on_screen_whatever_is_done_at_any_size(
    size: tuple[int, int],
) -> None:
    async with at_seat(size=size) as person:
        await person.ask(asked(EIGHTY))
        await person.rest()
        for keys, words in (
            (["f", *"one", "shift+enter", *"two"], "two"),
            (["escape", "j", "c", *"red", "shift+enter", *"blue"], "blue"),
            (["escape", "C"], "Line 2"),
            (["escape", "t"], "no earlier plan"),
            (["V", "j", "j"], "┃"),
        ):
            await person.press(*keys)
            assert words in person.screen
            assert decidable(person)
        await person.press("a", gap=3.0)
        assert "f sends it" in " ".join(person.screen.split())
        assert decidable(person)


@case("pl-15")
async def test_markup_is_drawn_as_it_stands() -> None:
    plan = CASES["pl-15"]["input"]["plan"]
    async with at_seat() as person:
        await person.ask(asked(plan))
        await person.rest()
        for raw in (False, True):
            assert state_of(person).raw is raw
            for line in filter(None, plan.split("\n")):
                assert line in person.screen
            await person.press("v")


@case("pl-17")
async def test_links_show_where_they_lead_and_lead_nowhere() -> None:
    plan = CASES["pl-17"]["input"]["plan"]
    async with at_seat(size=(100, 24)) as person:
        opened: list[object] = []
        person.app.open_url = lambda *args, **more: opened.append(args)  # type: ignore[method-assign]
        await person.ask(asked(plan))
        await person.rest()
        view = panel_of(person).view
        for target in ("https://example.org", "file:///etc/passwd", "./a.md"):
            assert target in person.screen
        for x in range(0, 70, 5):
            await person.pilot.click(view, offset=(x, 0))
        await person.settle()
        assert opened == []
        assert person.app.pending.requests


@case("pl-19")
@pytest.mark.parametrize("key", ["a", "r"])
async def test_the_verdict_is_found_by_its_label_and_sent_as_it_was_written(key: str) -> None:
    keep, approve = (option.label for option in batch_of("pl-19")[0].options or ())
    async with at_seat() as person:
        _, task = await person.ask(*batch_of("pl-19"))
        await person.rest()
        await person.press(key, gap=3.0)
        (item,) = (await person.result(task)).answers
        assert item == AnswerItem("p", (approve if key == "a" else keep,))


@case("pl-19")
@pytest.mark.parametrize("number", [1, 2, 3])
async def test_of_three_verdicts_each_can_be_given(number: int) -> None:
    labels = ("Keep planning", "Approve", "Approve in part")
    async with at_seat() as person:
        _, task = await person.ask(asked(SHORT, labels))
        await person.rest()
        assert all(label in person.screen for label in labels)
        await person.press(str(number))
        (item,) = (await person.result(task)).answers
        assert item.selected == (labels[number - 1],)
