"""`dsh-app run --linear`: a conversation in plain lines."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dsh_app.conversation import Conversation
from dsh_app.exit_status import ExitStatus
from dsh_app.lines import InputEndedError, Lines
from dsh_app.run_linear import LinearRun
from dsh_app.scenarios.load import load_scenario
from dsh_core.base.catalogue import Catalogue
from tests.pty.harness import ROOT, program_environment


def play(name: str, typed: str) -> tuple[str, str]:
    """Play a shipped scenario in no time: what was said, and the prompts."""
    fds = [os.memfd_create(name) for name in ("in", "prompts", "said")]
    try:
        os.write(fds[0], typed.encode())
        os.lseek(fds[0], 0, os.SEEK_SET)
        conversation = Conversation.with_scenario(load_scenario(name, instant=True), name="agent")
        lines, said = Lines(fds[0], fds[1]), Lines(None, fds[2])
        asyncio.run(LinearRun(conversation, lines, said, Catalogue()).play())
        return _content(fds[2]), _content(fds[1])
    finally:
        for fd in fds:
            os.close(fd)


def _content(fd: int) -> str:
    return os.pread(fd, os.lseek(fd, 0, os.SEEK_END), 0).decode()


def test_the_default_scenario_through_questions_a_plan_and_leave() -> None:
    said, prompts = play("default", "1\n1 2\n:s\nTen seconds at most.\n1\ny\n")
    assert "You: GET /prices takes 900 ms at peak." in said
    assert "Tool: Ask question: 2/3 answered\n" in said
    assert "  GET /prices" not in said  # the questions are prompts, not something that was said
    assert "Question 3 of 3: How old may a price be" in prompts
    assert "# Cache prices in front of the price service" in prompts
    assert "Ten seconds at most." in said + prompts
    assert said.count("Cache prices in front of the price service: ") == 2
    assert "Allow shell? y allows it once, anything else rejects: " in prompts
    assert "replayed 96,000 requests" in said
    assert prompts.endswith("Message (end of input leaves): \n")
    assert "\x1b" not in said + prompts


def test_dismissing_lets_the_agent_go_on() -> None:
    said, prompts = play("default", ":x\nNever serve a stale price.\n1\nn\n")
    assert "Tool: Ask question: cancelled" in said
    assert "You: Never serve a stale price." in said
    assert "Approve this plan" in prompts
    assert "Allow shell?" in prompts


def test_foreign_text_is_harmless() -> None:
    with pytest.raises(InputEndedError):
        play("hostile", "")


def test_commands_and_messages() -> None:
    said, prompts = play("commands", "/nothing\n\n/help\n")
    assert "/nothing" in prompts
    assert "\x1b" not in said


@pytest.mark.parametrize("typed", ["", "1\n"])
def test_the_end_of_the_input_while_something_waits(typed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dsh_app", "run", "one_question", "--linear"],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        start_new_session=True,
        cwd=ROOT,
        env=program_environment({"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}),
    )
    assert done.returncode == (ExitStatus.DONE if typed else ExitStatus.ABORTED)
    assert "1. " in done.stderr
    assert "You: Which database?\n" in done.stdout


@pytest.mark.parametrize("named", ["bad.yaml", "none.yaml", ""])
def test_a_scenario_that_is_none(named: str, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("[", encoding="utf-8")
    path = tmp_path / named if named else ""
    done = subprocess.run(
        [sys.executable, "-m", "dsh_app", "run", str(path), "--linear"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env=program_environment(),
    )
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
