"""Settings, options and the locale, up to the bytes that reach a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.pty.conftest import Spawn

APP = (sys.executable, "-m", "dsh_app")
SCENARIO = "one_question"


def write_settings(home: Path, text: str) -> None:
    path = home / "config" / "dsh-app" / "settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(("--ascii",), {}), ((), {"LC_ALL": "C"}), (("--ascii",), {"NO_COLOR": "1"})],
    ids=["option", "locale", "no-colour"],
)
def test_in_ascii_no_other_byte_reaches_the_terminal(
    spawn: Spawn, arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    # In the C locale Python would take UTF-8 and another locale for itself.
    terminal = spawn(*APP, "run", *arguments, SCENARIO, env={"PYTHONUTF8": "1", **environment})
    terminal.wait_for("Which database shall I use?")
    terminal.wait_for("Skip this question")
    terminal.press("ctrl+q")
    terminal.wait_for("y quits")
    terminal.press("y")
    assert terminal.wait_exit() == 0
    assert bytes(byte for byte in terminal.raw if byte >= 0x80) == b""


def test_the_settings_file_decides_the_language(spawn: Spawn, home: Path) -> None:
    write_settings(home, 'language = "zh"\ntheme = "dsh-light"\n')
    terminal = spawn(*APP, "run", SCENARIO)
    terminal.wait_for("跳过本题")
    assert "Which database shall I use?" in terminal.text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('theme = "dusk"\n', "theme must be one of"),
        ("[keys]\n'list.fly' = ['x']\n", "keys: there is no action 'list.fly'"),
        ("language = 1\n", "language must be a string, not 1"),
    ],
)
def test_a_mistake_is_told_before_anything_is_drawn(
    spawn: Spawn, home: Path, text: str, problem: str
) -> None:
    write_settings(home, text)
    terminal = spawn(*APP, "run", SCENARIO)
    assert terminal.wait_exit() == 2
    said = terminal.raw.decode().replace("\r\n", "")
    assert said.startswith("dsh-app: ")
    assert f"settings.toml: {problem}" in said
    assert "\x1b" not in said


SLOW = """
title: Slow
about: Asks when there was time to look elsewhere.
prompt: Go on.
speed: 0
steps:
  - say: Wait.
  - pause: 3
  - ask:
      - id: db
        question: "Which \\e]0;owned\\a database?"
        options: [{label: One}, {label: Two}]
  - say: Done.
"""
FOCUS_OUT, FOCUS_IN = "\x1b[O", "\x1b[I"


@pytest.mark.parametrize("looking", [False, True], ids=["elsewhere", "here"])
def test_who_looks_elsewhere_is_called(spawn: Spawn, home: Path, looking: bool) -> None:
    write_settings(home, "notifications.desktop = true\n")
    scenario = home / "slow.yaml"
    scenario.write_text(SLOW, encoding="utf-8")
    terminal = spawn(*APP, "run", str(scenario))
    terminal.wait_for("Wait.")
    terminal.send(FOCUS_IN if looking else FOCUS_OUT)
    terminal.wait_for("database?")
    emulator = terminal.emulator
    if looking:
        assert (emulator.bells, emulator.notifications) == (0, [])
        assert "database" not in emulator.title
        return
    terminal.wait_for(lambda terminal: terminal.emulator.bells == 1)
    assert emulator.title.startswith("* agent")
    assert "database?" in emulator.title
    assert emulator.notifications
    assert all("\x1b" not in text for text in (emulator.title, *emulator.notifications))
    terminal.send(FOCUS_IN)
    terminal.wait_for(lambda terminal: terminal.emulator.title == "dsh_app")
