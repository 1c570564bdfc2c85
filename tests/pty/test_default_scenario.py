"""The default scenario to its end, by keys only: every way through it that its text promises."""

from __future__ import annotations

import re

import pytest

from tests.pty.conftest import Stage
from tests.pty.scene import Scene

STORE = "Where should cached prices live?"
SCOPE = "What belongs into this change?"
STALENESS = "How old may a price be"
PLAN = "# Cache prices in front of the price service"
SMALL = "# Cache prices, turned off by default"
END = "What I worked from, in your words:"


@pytest.fixture
def scene(stage: Stage) -> Scene:
    scene = stage("default")
    scene.open("Put a cache in front of it.")
    scene.take(STORE)
    return scene


def skip_all(scene: Scene) -> None:
    """The shortest way to the plan: everything skipped, and Send."""
    scene.terminal.press("s", "tab", "tab", "S")
    scene.terminal.wait_for("[● Review]")
    scene.terminal.press("G", "enter")
    scene.wait_texts("result", 3)


def approve(scene: Scene) -> None:
    scene.terminal.press("a")
    scene.terminal.wait_for("a again to approve")
    scene.again("a")
    scene.terminal.wait_gone("Plan review")


def decide(scene: Scene, key: str) -> None:
    scene.take("Replaying peak traffic starts three containers")
    assert "make load-test MINUTES=1" in scene.terminal.text
    assert "Allow once" in scene.terminal.text
    scene.terminal.press(key)


def leave(scene: Scene) -> None:
    """The turn is over: nothing but the draft in the composer would be lost."""
    scene.terminal.wait_for(END)
    scene.terminal.press("ctrl+q")
    scene.terminal.wait_for("a message is not sent")
    scene.terminal.press("y")
    assert scene.terminal.wait_exit() == 0
    assert scene.terminal.left_behind() == []


def test_pick_tick_type_review_send_approve_allow(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.press("2")
    terminal.wait_for("[○ Scope]")
    assert SCOPE in terminal.text
    terminal.press("1", "3")
    terminal.wait_for(re.compile(r"3 [^○☐\[]*Invalidation"))
    terminal.press("enter")
    terminal.wait_for(STALENESS)
    terminal.send("Never older than a minute.")
    terminal.press("enter")
    terminal.wait_for("[● Review]")
    for shown in ("In each process", "Hit rate and eviction metrics", "Never older than a minute."):
        terminal.wait_for(shown)
    terminal.wait_for(re.compile("[❯›] +➤ Send"))
    scene.again("enter")
    scene.wait_texts("result", 3)
    assert scene.answers() == [
        {"id": "store", "selected": ["In each process"]},
        {
            "id": "scope",
            "selected": ["Hit rate and eviction metrics", "Invalidation when a price changes"],
        },
        {"id": "staleness", "selected": [], "custom": "Never older than a minute."},
    ]
    scene.take(PLAN)
    assert "- Store: In each process" in terminal.text
    assert "- Staleness: Never older than a minute." in terminal.text
    approve(scene)
    decide(scene, "a")
    terminal.wait_for("From 904 ms to 38 ms")
    assert "replayed 96,000 requests" in scene.wait_texts("result", 10)[9]
    terminal.wait_for("• Staleness: Never older than a minute.")
    leave(scene)


def test_skipping_all_leaves_it_to_the_agent(scene: Scene) -> None:
    skip_all(scene)
    assert scene.answers() == [
        {"id": name, "selected": []} for name in ("store", "scope", "staleness")
    ]
    scene.take(PLAN)
    assert "- Store: skipped" in scene.terminal.text
    approve(scene)
    scene.terminal.wait_for("You skipped all three, so these are my decisions")
    decide(scene, "r")
    scene.terminal.wait_for("No load test, then.")
    leave(scene)


def test_feedback_comes_back_in_the_revision(scene: Scene) -> None:
    terminal = scene.terminal
    skip_all(scene)
    scene.take(PLAN)
    terminal.press("f")
    terminal.wait_for("Enter send feedback")
    terminal.send("Ten seconds at most.")
    terminal.press("enter")
    terminal.wait_for("Enter again to send")
    scene.again("enter")
    (result,) = scene.wait_texts("result", 4)[3:]
    assert "Ten seconds at most." in result
    scene.take("What you said about the last version")
    assert re.search(r"[│┃] +\d+ Ten seconds at most\.", terminal.text)
    approve(scene)
    decide(scene, "a")
    leave(scene)


def test_a_refused_plan_comes_back_smaller(scene: Scene) -> None:
    terminal = scene.terminal
    skip_all(scene)
    scene.take(PLAN)
    terminal.press("r")
    terminal.wait_for("r again to refuse")
    scene.again("r")
    scene.take(SMALL)
    approve(scene)
    decide(scene, "a")
    leave(scene)


def test_a_discussed_plan_comes_back_with_what_was_said(scene: Scene) -> None:
    terminal = scene.terminal
    skip_all(scene)
    scene.take(PLAN)
    terminal.press("d")
    terminal.wait_for("discussing: ")
    terminal.press("backspace")
    terminal.send("Why not a CDN?\rx")
    scene.take("> Why not a CDN?")
    assert scene.texts("said")[1:] == ["Why not a CDN?"]
    approve(scene)
    decide(scene, "a")
    leave(scene)


def test_dismissing_asks_when_something_is_lost_and_then_the_agent_listens(scene: Scene) -> None:
    terminal = scene.terminal
    terminal.press("2")
    terminal.wait_for(SCOPE)
    terminal.press("X")
    terminal.wait_for("Dismiss? 1 answer will not be sent")
    terminal.press("y")
    terminal.wait_for("No form, then.")
    assert scene.wait_texts("end", 1)
    terminal.press("backspace")
    terminal.send("Never serve a stale price.\rx")
    scene.take(PLAN)
    assert "- Store: not answered" in terminal.text
    approve(scene)
    terminal.wait_for('Understood: "Never serve a stale price."')
    decide(scene, "a")
    leave(scene)
