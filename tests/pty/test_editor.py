"""A plan or a text in the person's own editor, on a terminal that both use."""

from __future__ import annotations

import shlex
import signal
from pathlib import Path

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import ONE, PLAN, Ask, ready
from tests.pty.conftest import Stage
from tests.pty.scene import Scene


def to_the_plan(stage: Stage, editor: str) -> Scene:
    scene = stage("plan", env={"EDITOR": editor, "VISUAL": ""})
    scene.open()
    scene.take("Leave a shim")
    return scene


def sent(scene: Scene) -> str:
    """Send the text that has the keyboard, and return what the model is told."""
    scene.terminal.press("enter")
    scene.terminal.wait_for("Enter again")
    scene.again("enter")
    (result,) = scene.wait_texts("result", 1)
    return result


def test_what_was_changed_in_the_plan_becomes_feedback(stage: Stage) -> None:
    scene = to_the_plan(stage, "sed -i 's/Leave a shim/Leave nothing/'")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("your changes are in the feedback")
    scene.terminal.settle()
    assert scene.texts("result") == []
    # The terminal is ours again: its keys arrive.
    scene.terminal.wait_for("Enter send feedback")
    assert "+3. Leave nothing in `old/__init__.py`." in sent(scene)


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


def test_a_message_is_written_in_it(stage: Stage) -> None:
    scene = stage("free_text", env={"EDITOR": "sed -i s/hello/goodbye/", "VISUAL": ""})
    scene.terminal.wait_for("Enter send")
    scene.terminal.send("hello there")
    scene.terminal.wait_for("hello there")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("goodbye there")
    scene.terminal.press("ctrl+z")
    scene.terminal.wait_for("hello there")


def test_what_comes_together_with_its_key_is_typed_behind_its_text(stage: Stage) -> None:
    scene = stage("free_text", env={"EDITOR": "sed -i s/abc/xyz/", "VISUAL": ""})
    scene.terminal.wait_for("Enter send")
    scene.terminal.press(*"abc", "ctrl+g", *"def")
    scene.terminal.wait_for("xyzdef")
    scene.terminal.press("ctrl+g", "enter")
    assert scene.wait_texts("said", 1) == ["xyzdef"]


def test_an_answer_goes_on_behind_the_text_of_the_editor(ask: Ask, tmp_path: Path) -> None:
    environment = {"EDITOR": "sed -i s/abc/xyz/", "VISUAL": ""}
    terminal = ask(ONE, stdout=tmp_path / "out", env=environment)
    ready(terminal)
    terminal.press("o", *"abc", "ctrl+g", *"def")
    terminal.wait_for("xyzdef")
    terminal.press("enter")
    terminal.wait_for("Enter again")
    terminal.settle(0.3)
    terminal.press("enter")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert '"custom":"xyzdef"' in (tmp_path / "out").read_text()


def test_it_is_ended_while_keys_wait_for_the_editor(ask: Ask, tmp_path: Path) -> None:
    environment = {"EDITOR": 'sh -c "echo EDITING; exec sleep 600"', "VISUAL": ""}
    terminal = ask(ONE, stdout=tmp_path / "out", env=environment)
    ready(terminal)
    terminal.press("o", *"abc", "ctrl+g", *"def")
    terminal.wait_for("EDITING")
    terminal.kill(signal.SIGTERM)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []


def test_an_answer_is_written_in_it_and_a_failure_loses_nothing(stage: Stage) -> None:
    editor = 'sh -c \'grep -q more "$0" && exit 3; printf " and more" >>"$0"\''
    scene = stage("one_question", env={"EDITOR": editor, "VISUAL": ""})
    scene.open()
    scene.take("Which database shall I use?")
    scene.terminal.send("o")
    scene.terminal.send("mine")
    scene.terminal.wait_for("mine")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("mine and more")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("sh ended with status 3")
    assert "mine and more" in sent(scene)


def test_a_note_is_written_in_an_editor_with_arguments(stage: Stage) -> None:
    scene = stage("one_question", env={"VISUAL": "sed -i -e 's/it is/it is very/'"})
    scene.open()
    scene.take("Which database shall I use?")
    scene.terminal.send("nit is fast")
    scene.terminal.wait_for("it is fast")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("it is very fast")
    assert "Note: it is very fast" in sent(scene)


AGAIN = """
steps:
  - ask: [{id: store, question: Which store?, options: [Redis, Files]}]
  - ask: [{id: store, question: Which store?, options: [Redis, Files]}]
"""


def test_the_question_ends_while_it_is_open(stage: Stage, tmp_path: Path) -> None:
    scenario, end = tmp_path / "again.yaml", tmp_path / "end"
    scenario.write_text(AGAIN)
    wait = f'until grep -q result "{tmp_path}"/record-0; do sleep 0.1; done'
    editor = shlex.join(("sh", "-c", f'touch "{end}"; {wait}; printf more >>"$0"'))
    scene = stage(scenario, "--end", str(end), env={"VISUAL": editor})
    scene.open()
    scene.take("Which store?")
    scene.terminal.send("omine and ")
    scene.terminal.wait_for("mine and")
    scene.terminal.press("ctrl+g")
    scene.terminal.wait_for("kept: mine and more")
    scene.pause(0.4)  # what is pressed right after an end was meant for what has ended
    scene.take("Which store?")
    scene.terminal.press("o", "enter")
    scene.terminal.wait_for("Enter again")
    scene.again("enter")
    assert "mine and more" in scene.wait_texts("result", 2)[1]
