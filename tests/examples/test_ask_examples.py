"""The examples for other languages ask on a terminal and go on with the answer."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.pty.asking import ready
from tests.pty.conftest import Spawn, home, spawn
from tests.pty.harness import ROOT

__all__ = ["home", "spawn"]

pytestmark = pytest.mark.pty
EXAMPLES = ROOT / "examples"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not there")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A PATH on which `dsh-app` is this checkout's."""
    command = tmp_path / "bin" / "dsh-app"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dsh_app "$@"\n')
    command.chmod(0o755)
    return f"{command.parent}:{os.environ['PATH']}"


@needs("jq")
@needs("bash")
def test_bash(spawn: Spawn, path: str) -> None:
    terminal = spawn("bash", str(EXAMPLES / "ask.sh"), env={"PATH": path})
    ready(terminal, "Which branch")
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert "deploying release" in terminal.text
    assert terminal.left_behind() == []


@needs("jq")
@needs("bash")
def test_bash_dismissed(spawn: Spawn, path: str) -> None:
    terminal = spawn("bash", str(EXAMPLES / "ask.sh"), env={"PATH": path})
    ready(terminal, "Which branch")
    terminal.press("X")
    assert terminal.wait_exit() == 1
    assert "nothing deployed: dsh-app ended with 3" in terminal.text


def test_python(spawn: Spawn, path: str) -> None:
    script = str(EXAMPLES / "ask_from_python.py")
    terminal = spawn(sys.executable, "-I", script, env={"PATH": path})
    terminal.wait_for("What shall the release be called?")
    terminal.wait_for("Enter")
    while "Argo" not in terminal.text:  # keys of the first moments are dropped
        terminal.send("A")
        terminal.settle(0.1)
        if "A" in terminal.text.replace("What", ""):
            terminal.send("rgo")
            terminal.wait_for("Argo")
    terminal.press("enter")
    terminal.wait_for("When?")
    terminal.settle(0.2)
    terminal.press("1")
    terminal.wait_for("Send")
    terminal.settle(0.2)
    terminal.press("enter")
    assert terminal.wait_exit() == 0
    assert "name: Argo\ndate: Monday (Recommended)" in terminal.text


@needs("node")
def test_node(spawn: Spawn, path: str) -> None:
    terminal = spawn("node", str(EXAMPLES / "ask.mjs"), env={"PATH": path})
    ready(terminal, "What shall be switched on?")
    terminal.send("12")
    terminal.settle(0.2)
    terminal.press("enter")
    assert terminal.wait_exit() == 0
    assert "on: search, export" in terminal.text
    assert terminal.left_behind() == []


@needs("make")
def test_make(spawn: Spawn, path: str, tmp_path: Path) -> None:
    file = str(EXAMPLES / "ask.mk")
    terminal = spawn("make", "-f", file, "release", env={"PATH": path}, cwd=tmp_path)
    ready(terminal, "Which part of the version?")
    terminal.press("2")
    assert terminal.wait_exit() == 0
    assert "raising minor" in terminal.text
    again = spawn("make", "-f", file, "release", env={"PATH": path}, cwd=tmp_path)
    ready(again, "Which part of the version?")
    again.press("X")
    assert again.wait_exit() == 2
    assert "raising" not in again.text
    assert not (tmp_path / "part.json").exists()


@needs("make")
@pytest.mark.parametrize(
    ("keys", "last"),
    [(["s"], "no answer"), (["o", "all [a-z]"], "Enter again to send")],
    ids=["skipped", "own words"],
)
def test_make_without_a_part(
    spawn: Spawn, path: str, tmp_path: Path, keys: list[str], last: str
) -> None:
    file = str(EXAMPLES / "ask.mk")
    terminal = spawn("make", "-f", file, "release", env={"PATH": path}, cwd=tmp_path)
    ready(terminal, "Which part of the version?")
    for key in keys:
        terminal.send(key)
        terminal.settle(0.2)
    if len(keys) > 1:
        terminal.press("enter")
    terminal.wait_for(last)
    terminal.settle(0.2)
    terminal.press("enter")
    assert terminal.wait_exit() == 2
    assert "no part was chosen, nothing raised" in terminal.text
    assert "raising" not in terminal.text
    assert not (tmp_path / "part.json").exists()
