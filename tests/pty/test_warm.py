"""A program that is forked from one that has imported the app is what it is from nothing."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.pty.conftest import Spawn, Stage
from tests.pty.warm import Forked


def starts(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setenv("DSH_TEST_WARM", "1" if how == "warm" else "0")


def seen(pid: int, stream: int) -> tuple[str, ...]:
    """What the system knows of a process that does not change from one start to the next."""
    place = Path(f"/proc/{pid}")
    fields = (place / "stat").read_text().rpartition(")")[2].split()
    own = {int(fields[at]) - pid for at in (2, 3)}  # Its group and its session.
    signals = [line for line in (place / "status").read_text().splitlines() if "Sig" in line[:3]]
    kind = os.readlink(place / "fd" / str(stream)).rpartition("/")[0]
    return (str(own), *signals, kind, os.readlink(place / "cwd"))


def test_it_shows_the_same_and_the_system_sees_the_same(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {}
    for how in ("cold", "warm"):
        starts(monkeypatch, how)
        scene = stage("one_question", columns=80, rows=24)
        assert isinstance(scene.terminal.process, Forked) == (how == "warm")
        scene.open()
        scene.take("Which database")
        pid = scene.terminal.process.pid
        files = sorted(int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir())
        streams = [seen(pid, stream) for stream in range(3)]
        text = scene.terminal.settle()
        scene.terminal.kill(signal.SIGTERM)
        status = scene.terminal.wait_exit()
        record = [each for each in scene.recorded if each[0] != "key"]  # They have times.
        found[how] = (text, streams, files, status, scene.terminal.left_behind(), record)
    assert found["warm"] == found["cold"]


@pytest.mark.parametrize("arguments", [("--version",), ("run", "/nonexistent.yaml"), ("--nope",)])
def test_it_says_the_same_and_ends_the_same(
    spawn_app: Spawn, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    found = {}
    for how in ("cold", "warm"):
        starts(monkeypatch, how)
        terminal = spawn_app(*arguments)
        found[how] = (terminal.wait_exit(), terminal.text, bytes(terminal.raw))
    assert found["warm"] == found["cold"]


def test_what_needs_another_environment_or_other_streams_starts_from_nothing(
    spawn_app: Spawn, tmp_path: Path
) -> None:
    assert isinstance(spawn_app("--version").process, Forked)
    for options in ({"env": {"NO_COLOR": "1"}}, {"stdout": tmp_path / "out"}):
        assert not isinstance(spawn_app("--version", **options).process, Forked)


def test_a_program_that_was_killed_says_by_what(stage: Stage) -> None:
    terminal = stage("one_question").terminal
    assert isinstance(terminal.process, Forked)
    terminal.wait_for("Enter send")
    terminal.kill(signal.SIGKILL)
    assert terminal.wait_exit() == -signal.SIGKILL
    terminal.kill(signal.SIGTERM)  # Nobody is there any more, which is no error.
