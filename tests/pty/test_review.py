"""`dsh-app review` in a terminal: every verdict, its answer and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import twice
from tests.pty.conftest import Spawn
from tests.pty.harness import ROOT, Terminal, program_environment

OLD = "# Move\n\n1. dump the old database\n2. load\n"
PLAN = "# Move\n\n1. dump the new database\n2. load\n3. check\n"
BIG = "# Big\n" + "".join(f"{at}. step {at} of `many`\n" for at in range(1, 5_000))


class Reviewer:
    """Starts `dsh-app review` on a plan in a file."""

    def __init__(self, spawn_app: Spawn, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        self._spawn = spawn_app

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def __call__(self, plan: str, *arguments: str, **options: Any) -> Terminal:
        name = self.file("plan.md", plan)
        options.setdefault("stdout", self.out)
        terminal = self._spawn("review", *arguments, name, **options)
        terminal.wait_for("a approve")
        terminal.settle(0.5)  # the keys of the first moments are dropped
        return terminal

    def answer(self) -> dict[str, Any]:
        """The one item of the answer that was printed."""
        (item,) = json.loads(self.out.read_text(encoding="utf-8"))["answers"]
        assert isinstance(item, dict)
        return item


@pytest.fixture
def review(spawn_app: Spawn, tmp_path: Path) -> Reviewer:
    return Reviewer(spawn_app, tmp_path)


def test_approving_is_0(review: Reviewer) -> None:
    terminal = review(PLAN)
    assert "Approve plan.md?" in terminal.text
    twice(terminal, "a", "a again to approve")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert review.out.read_text(encoding="utf-8") == (
        '{"answers":[{"id":"plan-review","selected":["Approve"]}]}\n'
    )


def test_refusing_is_1_so_that_nothing_is_deployed(review: Reviewer) -> None:
    terminal = review(PLAN)
    twice(terminal, "r", "r again to refuse")
    assert terminal.wait_exit() == ExitStatus.REFUSED
    assert review.answer() == {"id": "plan-review", "selected": ["Refuse"]}


def test_feedback_is_1_and_quotes_the_plan(review: Reviewer) -> None:
    terminal = review(PLAN)
    terminal.press("down", "down", "c")
    terminal.wait_for("Line 3:")
    terminal.send("which?")
    terminal.wait_for("which?")
    terminal.press("enter", "f")
    terminal.wait_for("Enter send feedback")
    terminal.send("ok")
    terminal.wait_for("ok")
    twice(terminal, "enter", "Enter again to send")
    assert terminal.wait_exit() == ExitStatus.REFUSED
    assert review.answer() == {
        "id": "plan-review",
        "selected": [],
        "custom": "Line 3:\n> 1. dump the new database\nwhich?\n\nok",
    }


@pytest.mark.parametrize("key", ["d", "ctrl+q"])
def test_dismissing_is_3_and_prints_nothing(review: Reviewer, key: str) -> None:
    terminal = review(PLAN)
    terminal.press(key)
    assert terminal.wait_exit() == ExitStatus.DISMISSED
    assert review.out.read_text(encoding="utf-8") == ""


def test_dismissing_asks_before_feedback_is_lost(review: Reviewer) -> None:
    terminal = review(PLAN)
    terminal.press("f")
    terminal.wait_for("Enter send feedback")
    terminal.send("why")
    terminal.wait_for("why")
    terminal.press("tab", "d")
    terminal.wait_for("Your feedback will not be sent")
    terminal.press("n")
    terminal.wait_gone("Your feedback will not be sent")
    terminal.press("d")
    terminal.wait_for("Your feedback will not be sent")
    terminal.press("y")
    assert terminal.wait_exit() == ExitStatus.DISMISSED


def test_since_shows_the_changes_first(review: Reviewer) -> None:
    terminal = review(PLAN, "--since", review.file("old.md", OLD))
    terminal.wait_for("+2 −1")
    assert "dump the old database" in terminal.text
    terminal.press("t")
    terminal.wait_gone("dump the old database")
    assert "dump the new database" in terminal.text


def test_a_plan_from_a_pipe(spawn_app: Spawn, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text(PLAN, encoding="utf-8")
    terminal = spawn_app("review", "-", stdin=source, stdout=out)
    terminal.wait_for("Approve this plan?")
    terminal.wait_for("a approve")
    terminal.settle(0.5)
    twice(terminal, "a", "a again to approve")
    assert terminal.wait_exit() == ExitStatus.DONE
    assert "Approve" in out.read_text(encoding="utf-8")


def test_5000_lines_open_at_once_are_walked_and_not_approved_unseen(review: Reviewer) -> None:
    terminal = review(BIG, rows=30)
    for keys, line in (
        (["end"], "4999. step 4999"),
        (["home"], "# Big"),
        (["pagedown", "pagedown"], "50. step"),
    ):
        terminal.press(*keys)
        terminal.wait_for(line)
        # The decision is on screen wherever one is.
        assert "[ Approve ]" in terminal.text
        assert "[ Refuse ]" in terminal.text
    twice(terminal, "a", "a again to approve")
    terminal.wait_for("not seen · y approves")
    terminal.press("y")
    assert terminal.wait_exit() == ExitStatus.DONE


def test_lines(review: Reviewer) -> None:
    name = review.file("plan.md", PLAN)
    for typed, status in (("1\n", 0), ("2\n", 1), ("too soon\n", 1), (":s\n", 1), ("", 4)):
        done = run("--linear", name, typed=typed)
        assert done.returncode == status, (typed, done.stderr)
        assert "dump the new database" in done.stderr
        assert (done.stdout == "") is (status == 4)


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run it in a session without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "dsh_app", "review", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        start_new_session=True,
        cwd=ROOT,
        env=program_environment({"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}),
    )


def test_changes_in_lines(review: Reviewer) -> None:
    old, new = review.file("old.md", OLD), review.file("plan.md", PLAN)
    done = run("--linear", "--since", old, new, typed="1\n")
    assert "-1. dump the old database\n+1. dump the new database" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["/nonexistent.md"], "no terminal"),
        (["--linear", "/nonexistent.md"], "cannot be read"),
        (["--linear", "-"], "no terminal to answer on"),
        ([], "PLAN.md"),
    ],
)
def test_what_cannot_be_used_is_2_in_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
