"""However the app ends: the exit status, the terminal as it was, no traceback, no hang."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.conftest import Spawn, Stage
from tests.pty.harness import Terminal
from tests.pty.scene import again, pause

QUESTION = "Which database shall I use?"
SIGNALS = [
    (signal.SIGTERM, ExitStatus.ABORTED),
    (signal.SIGINT, ExitStatus.INTERRUPTED),
    (signal.SIGHUP, ExitStatus.ABORTED),
    (signal.SIGQUIT, ExitStatus.ABORTED),
]
BY_FORCE = b"\x1b7\x1b[?1049l"
"""Part of what is written when the app did not end in time, and is not what Textual writes."""
LONG = """
steps:
  - say: I begin.
  - run: {tool: think_hard, seconds: 600, output: done}
"""


@pytest.fixture
def terminal(spawn_app: Spawn, tmp_path: Path) -> Terminal:
    """The app with a form open that has the keyboard; what it says at its end goes to a file."""
    terminal = spawn_app("run", "one_question", stderr=tmp_path / "err")
    terminal.wait_for(QUESTION)
    terminal.wait_for("Enter answer")
    return terminal


def clean(terminal: Terminal, tmp_path: Path) -> bool:
    assert terminal.left_behind() == []
    assert (tmp_path / "err").read_text() == ""
    assert b"Traceback" not in terminal.raw
    return True


@pytest.mark.parametrize(("number", "status"), SIGNALS, ids=["term", "int", "hup", "quit"])
def test_a_signal_with_a_form_open(
    terminal: Terminal, tmp_path: Path, number: signal.Signals, status: ExitStatus
) -> None:
    terminal.kill(number)
    assert terminal.wait_exit() == status
    assert BY_FORCE not in terminal.raw, "the app did not end by itself"
    assert clean(terminal, tmp_path)


def test_the_terminal_goes_away_with_a_form_open(terminal: Terminal, tmp_path: Path) -> None:
    terminal.hang_up()
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert (tmp_path / "err").read_text() == ""


def test_quitting_asks_while_a_question_waits(terminal: Terminal, tmp_path: Path) -> None:
    pause(terminal, 0.6)  # a key in the first 400 ms would be the composer's
    terminal.press("ctrl+q")
    terminal.wait_for("Quit? a question waits · y quits")
    terminal.press("n")
    terminal.wait_gone("y quits")
    assert QUESTION in terminal.text
    assert terminal.process.poll() is None
    terminal.press("ctrl+q")
    terminal.wait_for("y quits")
    terminal.press("ctrl+q")
    terminal.wait_gone("y quits")  # the key that asked does not answer
    terminal.press("ctrl+q", "y")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert clean(terminal, tmp_path)


def test_quitting_at_once_when_nothing_is_lost(terminal: Terminal, tmp_path: Path) -> None:
    pause(terminal, 0.6)  # a key in the first 400 ms would be the composer's
    terminal.press("X")
    terminal.wait_gone(QUESTION)
    terminal.wait_for("You dismissed the question.")
    terminal.wait_gone("working")
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert clean(terminal, tmp_path)


def test_control_c_twice_stops_the_turn_and_then_quits(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(LONG)
    scene = stage(path, instant=False, stderr=tmp_path / "err")
    terminal = scene.terminal
    terminal.wait_for("Enter send")
    terminal.send("Go on.\r")
    terminal.wait_for("think_hard")
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    terminal.wait_gone("Ctrl+C again stops the agent")  # two seconds later it counts anew
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    terminal.press("left")
    terminal.wait_gone("Ctrl+C again")  # another key between: it counts anew
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    assert scene.texts("end") == []
    again(terminal, "ctrl+c")
    terminal.wait_for("Stopped")
    assert scene.wait_texts("end", 1) == ["aborted"]
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again quits")
    again(terminal, "ctrl+c")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert clean(terminal, tmp_path)


def test_stopping_the_turn_takes_the_form_away(terminal: Terminal) -> None:
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    again(terminal, "ctrl+c")
    terminal.wait_gone("Enter answer")
    terminal.wait_for("Stopped")
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == ExitStatus.DONE


def test_stopping_asks_first_when_an_answer_would_be_lost(stage: Stage) -> None:
    scene = stage("default")
    terminal = scene.terminal
    scene.open()
    scene.take("Where should cached prices live?")
    terminal.press("2")
    terminal.wait_for("● Store")
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    again(terminal, "ctrl+c")
    terminal.wait_for("Stop the agent? 1 answer will not be sent")
    terminal.press("n")
    terminal.wait_gone("Stop the agent?")
    assert scene.texts("end") == []
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again stops the agent")
    again(terminal, "ctrl+c")
    terminal.wait_for("Stop the agent?")
    terminal.press("y")
    assert scene.wait_texts("end", 1) == ["aborted"]


@pytest.mark.parametrize(
    "scenario", ["steps: [say: hello]\nsteps: 3\n", "\tno yaml", "", "steps:\n  - sya: hello\n"]
)
def test_a_broken_scenario_is_one_line(spawn_app: Spawn, tmp_path: Path, scenario: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(scenario)
    terminal = spawn_app("run", str(path))
    assert terminal.wait_exit() == ExitStatus.UNUSABLE
    assert terminal.left_behind() == []
    assert terminal.raw.count(b"\n") == 1
    assert b"\x1b" not in terminal.raw, "the screen was touched"
    assert b"broken.yaml" in terminal.raw
