"""The screen of a conversation: what becomes of what the person writes, presses and answers."""

from __future__ import annotations

import asyncio

import pytest

from dsh_app.screens.keys import KeysScreen
from tests.support.desk import at_desk

ASKS = """\
prompt: Go.
speed: 0
steps:
  - ask:
      - {id: one, question: "The first?", options: [Alpha, Beta]}
      - {id: two, question: "The second?", options: [Gamma, Delta]}
  - cases:
      - when: dismissed
        then: [{say: "You dismissed it."}]
      - else: [{say: "You said {answers.one} and {answers.two}."}]
"""
IDLE = """\
speed: 0
steps:
  - say: Here I am.
"""


# Answering


async def test_a_question_is_answered_and_the_agent_goes_on() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        assert "waiting for you" in desk.text
        await desk.take("1", "2", "enter")
        await desk.until_shown("You said Alpha and Delta.")
        assert "waiting for you" not in desk.text
        assert desk.screen.focused is desk.screen.seat.composer


async def test_what_was_sent_is_shown_once_in_full() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.take("1", "2", "enter")
        await desk.until_shown("You said")
        assert "2/2 answered" in desk.text
        assert "Delta" in desk.text.split("You said")[0]


async def test_what_was_sent_is_shown_when_the_next_question_comes_at_once() -> None:
    asks = """\
prompt: Go.
speed: 0
steps:
  - ask: [{id: one, question: "Which?", options: [Alpha, Beta]}]
  - ask: [{id: one, question: "Which?", options: [Alpha, Beta]}]
  - ask: [{id: two, question: "Which other?", options: [Alpha, Beta]}]
"""
    async with at_desk(asks) as desk:
        transcript, dock = desk.screen.transcript, desk.screen.seat.dock
        for done in range(3):
            await desk.until(lambda: dock.panel is not None)
            asked = [at for at, entry in enumerate(transcript.entries) if hasattr(entry, "ask")]
            shown = [transcript.is_expanded(at) for at in asked]
            assert shown == [True] * done + [False], "not the one that waits"
            await desk.take("1")


async def test_dismissing_is_told_to_the_agent() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.take("X")
        await desk.until_shown("You dismissed it.")


@pytest.mark.parametrize(
    ("key", "words"), [("a", "Deleted."), ("r", "Nothing was deleted.")], ids=["allow", "reject"]
)
async def test_a_tool_asks_for_leave(key: str, words: str) -> None:
    async with at_desk("approval", shipped=True) as desk:
        await desk.until_shown("This deletes two directories.")
        assert "waiting for you" in desk.text
        await desk.take(key)
        await desk.until_shown(words)


async def test_a_plan_is_approved() -> None:
    async with at_desk("plan", shipped=True) as desk:
        await desk.until_shown(["Move", "old/", "to", "new/."][0])
        assert "plan mode" in desk.text
        await desk.take()
        await desk.press("a", gap=3)
        await desk.until_shown("Renamed.")
        assert "plan mode" not in desk.screen.status_line.render().plain  # type: ignore[union-attr]


async def test_discussing_steers_first_and_cancels_then() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.take("d", *"why", "enter")
        await desk.until_shown("You dismissed it.")
        text = desk.text
        assert "why" in text


# Writing


async def test_a_message_opens_a_turn() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("hello")
        await desk.until_shown("Here I am.")
        assert "hello" in desk.text
        assert desk.screen.seat.composer is not None
        assert desk.screen.seat.composer.text == ""


async def test_an_unknown_command_is_told_and_given_back() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("/nope")
        await desk.until_shown("There is no command /nope")
        assert desk.screen.seat.composer is not None
        assert desk.screen.seat.composer.text == "/nope"
        assert not desk.ends


async def test_a_command_runs_and_the_status_says_what_it_did() -> None:
    async with at_desk(IDLE) as desk:
        await desk.write("/plan")
        await desk.until_shown("plan mode")
        assert desk.screen.seat.composer is not None
        assert desk.screen.seat.composer.text == ""
        assert not desk.ends, "a command opens no turn"


async def test_what_is_written_while_the_agent_waits_is_queued_and_shown() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.write("by the way")
        await desk.until_shown("queued: by the way")
        await desk.take("1", "2", "enter")
        await desk.until_shown("You said")
        assert "queued" not in desk.text


# Stopping and leaving


async def test_ctrl_c_twice_stops_the_agent() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.press("ctrl+c")
        assert "Ctrl+C again stops the agent" in desk.text
        await desk.press("ctrl+c")
        await desk.until(lambda: desk.ends)
        assert not desk.app.conversation.pending.requests
        assert desk.app.is_running


async def test_ctrl_c_needs_two_in_two_seconds_with_nothing_between() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.press("ctrl+c")
        await desk.press("ctrl+c", gap=2.1)
        assert not desk.ends
        await desk.press("left")
        await desk.press("ctrl+c", gap=0.5)
        assert not desk.ends, "another key came between"
        assert "Ctrl+C again" in desk.text


async def test_ctrl_c_twice_soon_stops_after_a_moment() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.press("ctrl+c")
        await desk.press("ctrl+c", gap=0.3)
        await desk.until(lambda: desk.ends)


@pytest.mark.parametrize("first", [0.225, 0.5, 0.66])
async def test_ctrl_c_that_is_held_down_stops_nothing(first: float) -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.press("ctrl+c")
        await desk.press("ctrl+c", gap=first)
        for _ in range(8):
            await desk.press("ctrl+c", gap=0.033)
        await desk.pilot.pause(0.3)
        assert not desk.ends
        assert desk.app.is_running
        await desk.press("ctrl+c")
        await desk.until(lambda: desk.ends)


async def test_stopping_asks_first_if_answers_are_begun() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.take("1", "ctrl+c", "ctrl+c")
        assert "Stop the agent? 1 answer" in desk.text
        await desk.press("n")
        assert not desk.ends
        assert desk.form.state.drafts[0].selected == (0,)
        await desk.press("ctrl+c", "ctrl+c", "y")
        await desk.until(lambda: desk.ends)


async def test_ctrl_c_twice_quits_when_there_is_nothing_to_stop() -> None:
    async with at_desk(IDLE) as desk:
        await desk.press("ctrl+c")
        assert "Ctrl+C again quits" in desk.text
        await desk.press("ctrl+c")
        assert not desk.app.is_running


async def test_ctrl_c_does_not_throw_a_message_away() -> None:
    async with at_desk(IDLE) as desk:
        await desk.press(*"draft", "ctrl+c")
        assert "Ctrl+Q quits" in desk.text
        await desk.press("ctrl+c")
        assert desk.app.is_running


async def test_ctrl_c_copies_what_is_selected() -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        desk.screen.transcript.text_select_all()
        desk.screen.text_select_all()
        await desk.pilot.pause()
        await desk.press("ctrl+c")
        assert "Go." in desk.app.clipboard
        assert "Ctrl+C again" not in desk.text


async def test_ctrl_q_leaves_at_once_when_nothing_would_be_lost() -> None:
    async with at_desk(IDLE) as desk:
        await desk.press("ctrl+q")
        assert not desk.app.is_running


@pytest.mark.parametrize("place", ["composer", "form", "text"])
async def test_ctrl_q_asks_when_a_question_waits(place: str) -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        if place != "composer":
            await desk.take(*["o"] * (place == "text"))
        await desk.press("ctrl+q")
        assert "Quit? a question waits" in desk.text
        await desk.press("enter")
        assert desk.app.is_running
        assert "Quit?" not in desk.text
        await desk.press("ctrl+q", "y")
        assert not desk.app.is_running


async def test_ctrl_q_asks_when_a_message_is_not_sent() -> None:
    async with at_desk(IDLE) as desk:
        await desk.press(*"draft", "ctrl+q")
        assert "Quit? a message is not sent" in desk.text


# Other screens


@pytest.mark.parametrize("where", ["form", "transcript"])
async def test_the_list_of_keys_opens_and_nothing_is_pressed_behind_it(where: str) -> None:
    async with at_desk(ASKS) as desk:
        await desk.until_shown("The first?")
        await desk.take(*["escape"] * (where == "transcript"), "?")
        assert isinstance(desk.app.screen, KeysScreen)
        await desk.press("1", "escape")
        assert desk.form.state.drafts[0].selected == ()


async def test_the_default_scenario_can_be_played_to_its_end() -> None:
    keys = {
        **{"list": ("space", "enter"), "text": ("x", "enter"), "review": ("enter",)},
        **{"plan": ("a",), "approval": ("a",), "confirm": ("y",)},
    }
    async with at_desk("default", shipped=True) as desk:
        dock = desk.screen.seat.dock
        asked = set()
        async with asyncio.timeout(30):
            while not desk.ends:
                panel = dock.panel
                if panel is None or not panel.is_mounted:
                    await desk.pilot.pause(0.01)
                    continue
                asked.add(type(panel).__name__)
                await desk.take()
                await desk.press(*keys[panel.scope], gap=3)
        await desk.until_shown("Staleness: x")
        assert asked == {"QuestionForm", "PlanReviewPanel", "ApprovalPanel"}
