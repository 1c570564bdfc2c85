"""A plan in the person's own editor, on a terminal that both use."""

from __future__ import annotations

from pathlib import Path

from tests.pty.asking import PLAN, Ask
from tests.pty.conftest import Stage
from tests.pty.scene import Scene


def to_the_plan(stage: Stage, editor: str) -> Scene:
    scene = stage("plan", env={"EDITOR": editor, "VISUAL": ""})
    scene.open()
    scene.take("Leave a shim")
    return scene


def test_what_was_changed_in_the_plan_becomes_feedback(stage: Stage) -> None:
    scene = to_the_plan(stage, "sed -i 's/Leave a shim/Leave nothing/'")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("your changes are in the feedback")
    scene.terminal.settle()
    assert scene.texts("result") == []
    # The terminal is ours again: its keys arrive.
    scene.terminal.wait_for("Enter send feedback")
    scene.terminal.press("enter")
    scene.terminal.wait_for("Enter again")
    scene.again("enter")
    (result,) = scene.wait_texts("result", 1)
    assert "+3. Leave nothing in `old/__init__.py`." in result


def test_an_editor_that_fails_changes_nothing(stage: Stage) -> None:
    scene = to_the_plan(stage, "false")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("false ended with status 1")
    scene.terminal.press("down")
    scene.terminal.wait_gone("false ended with status 1")
    assert scene.texts("result") == []


def test_an_editor_that_is_not_there(stage: Stage) -> None:
    scene = to_the_plan(stage, "no-such-editor")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("no-such-editor could not be started")


def test_a_request_in_a_file_is_edited_and_saved_too(ask: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    environment = {"EDITOR": "sed -i s/two/three/", "VISUAL": ""}
    terminal = ask(PLAN, stdout=tmp_path / "out", cwd=folder, env=environment)
    terminal.wait_for("a approve")
    terminal.settle(0.8)
    terminal.press("w")
    terminal.wait_for("saved as")
    assert (folder / "plan-plan.md").read_text(encoding="utf-8") == "# Plan\n\n1. one\n2. two\n"
    terminal.press("ctrl+g")
    terminal.wait_for("your changes are in the feedback")
