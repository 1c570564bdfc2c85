"""`dsh-app ask` full screen, with its streams anywhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import BATCH, ONE, PLAN, REDIS, Ask, ready, write_request
from tests.pty.conftest import Spawn

SHELL = "/bin/sh"


def test_a_filter_between_two_pipes(spawn: Spawn, tmp_path: Path) -> None:
    """`jq … | dsh-app ask - 2>errors | jq .answers`: all three streams are somewhere else."""
    request = write_request(tmp_path, BATCH)
    first = "import json; print(json.load(open(0))['answers'])"
    line = f'cat {request} | "$0" -m dsh_app ask - 2>{tmp_path}/err | "$0" -c "{first}"'
    terminal = spawn(SHELL, "-c", line, sys.executable, stdout=tmp_path / "out")
    ready(terminal)
    terminal.press("3")
    terminal.wait_for("Which parts?")
    terminal.press("2", "1", "enter")
    terminal.wait_for("What is it called?")
    terminal.send("Früh\x0aund spät")
    terminal.press("enter")
    terminal.wait_for("[● Review]")
    terminal.settle(0.3)
    terminal.press("enter")
    assert terminal.wait_exit() == 0
    assert terminal.left_behind() == []
    assert (tmp_path / "err").read_text() == ""
    assert (tmp_path / "out").read_text().rstrip("\n") == str(
        [
            {"id": "store", "selected": ["日本"]},
            {"id": "parts", "selected": ["web", "api (Recommended)"]},
            {"id": "name", "selected": [], "custom": "Früh\nund spät"},
        ]
    )


@pytest.mark.parametrize("stream", ["1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_closed_streams(spawn: Spawn, tmp_path: Path, stream: str) -> None:
    request = write_request(tmp_path, ONE)
    terminal = spawn(SHELL, "-c", f'"$0" -m dsh_app ask {request} {stream}', sys.executable)
    ready(terminal)
    terminal.press("2")
    # An answer that nobody takes has not arrived.
    expected = ExitStatus.ABORTED if "1>" in stream else ExitStatus.DONE
    assert terminal.wait_exit() == expected
    assert terminal.left_behind() == []


def test_keys_of_the_first_moments_are_dropped_and_escape_does_nothing(
    ask: Ask, tmp_path: Path
) -> None:
    terminal = ask(ONE, stdout=tmp_path / "out")
    terminal.wait_for("Which store?")
    terminal.send("1\r1\r")  # typed ahead: none of it may answer
    ready(terminal)
    terminal.press("escape")
    terminal.settle(0.3)
    terminal.press("f2", "ctrl+]", "f6", "d")
    terminal.settle()
    terminal.wait_for("Which store?")
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert (tmp_path / "out").read_text() == REDIS


def test_a_resize_is_followed(ask: Ask) -> None:
    terminal = ask(ONE, columns=80, rows=24)
    ready(terminal)
    terminal.resize(50, 14)
    terminal.wait_for(lambda it: "Which store?" in it.text and all(len(r) <= 50 for r in it.lines))
    terminal.resize(20, 6)
    terminal.wait_gone("Which store?")
    terminal.resize(100, 40)
    terminal.wait_for("Which store?")
    ready(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE


def test_the_list_of_keys_opens_and_closes(ask: Ask) -> None:
    terminal = ask(ONE)
    ready(terminal)
    terminal.press("?")
    terminal.wait_for("copy the option")
    terminal.press("q")
    ready(terminal)
    terminal.press("X")
    assert terminal.wait_exit() == ExitStatus.DISMISSED


def test_another_language_from_the_palette(ask: Ask) -> None:
    terminal = ask(ONE)
    ready(terminal)
    terminal.press("ctrl+p")
    terminal.wait_for("中文")
    terminal.send("中文")
    terminal.settle(0.5)
    terminal.press("enter")
    terminal.wait_for("放弃")
    ready(terminal)
    terminal.press("2")
    assert terminal.wait_exit() == ExitStatus.DONE


def test_a_plan_is_reviewed(ask: Ask, tmp_path: Path) -> None:
    terminal = ask(PLAN, stdout=tmp_path / "out")
    terminal.wait_for("a approve")
    terminal.wait_for("two")
    terminal.settle(0.8)
    terminal.press("a")
    terminal.settle(0.3)
    if terminal.process.poll() is None and "again" in terminal.text:
        terminal.press("a")
    assert terminal.wait_exit() == ExitStatus.DONE
    answer: Any = json.loads((tmp_path / "out").read_text())
    assert answer == {"answers": [{"id": "plan", "selected": ["Yes"]}]}
