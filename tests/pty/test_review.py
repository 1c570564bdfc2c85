"""`dsh-app review` in a terminal: every verdict, its answer and its exit status."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.asking import detached, twice
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal

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
    for typed, status in (("1\n", 0), ("2\n", 1), ("too soon\n", 1), (":s\n", 4), ("", 4)):
        done = run("--linear", name, typed=typed)
        assert done.returncode == status, (typed, done.stderr)
        assert "dump the new database" in done.stderr
        assert (done.stdout == "") is (status == 4)


def test_signals_while_an_editor_is_open(review: Reviewer, tmp_path: Path) -> None:
    """Ctrl+C and Ctrl+\\ are the editor's, and signals that were sent look the same."""
    end = tmp_path / "end"
    wait = f'while [ ! -e "{end}" ]; do sleep 0.05; done; rm "{end}"'
    terminal = review(PLAN, env={"VISUAL": shlex.join(("sh", "-c", f"echo EDITING; {wait}"))})
    shown = 0
    for number in (signal.SIGINT, signal.SIGQUIT):
        terminal.press("ctrl+g")
        shown = terminal.wait_raw(b"EDITING", shown)
        terminal.kill(number)
        terminal.settle(0.3)
        end.touch()
        terminal.wait_for("a approve")
        terminal.settle(0.5)
    terminal.press("ctrl+g")
    terminal.wait_raw(b"EDITING", shown)
    terminal.kill(signal.SIGHUP)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert terminal.left_behind() == []


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run it in a session without a terminal."""
    return detached("review", *arguments, typed=typed)


def test_changes_in_lines(review: Reviewer) -> None:
    old, new = review.file("old.md", OLD), review.file("plan.md", PLAN)
    done = run("--linear", "--since", old, new, typed="1\n")
    assert "--- old.md\n+++ plan.md\n" in done.stderr
    assert "-1. dump the old database\n+1. dump the new database" in done.stderr
    done = run("--linear", "--since", new, new, typed="1\n")
    assert "Nothing has changed since plan.md." in done.stderr
    done = run("--linear", "--since", "/dev/null", new, typed="1\n")
    assert "+3. check" in done.stderr


def test_lines_that_end_as_on_windows(review: Reviewer) -> None:
    old, new = review.file("old.md", PLAN), review.file("plan.md", PLAN.replace("\n", "\r\n"))
    done = run("--linear", "--since", old, new, typed="1\n")
    assert "Nothing has changed" in done.stderr
    assert "\r" not in done.stderr
    assert "\N{SYMBOL FOR CARRIAGE RETURN}" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["/nonexistent.md"], "no terminal"),
        (["--linear", "/nonexistent.md"], "cannot be read: No such file"),
        (["--linear", "-"], "no terminal to answer on"),
        (["--linear", "--since", "-", "-"], "no terminal to answer on"),
        ([], "PLAN.md"),
        (["a.md", "b.md"], "unrecognized arguments: b.md"),
        (["--timeout", "-1", "a.md"], "is no number of seconds above 0"),
    ],
)
def test_what_cannot_be_used_is_2_in_one_line(arguments: list[str], words: str) -> None:
    unusable(run(*arguments), words)


def unusable(done: subprocess.CompletedProcess[str], words: str) -> None:
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty, expected a plan"),
        (b" \n\r\n", "is empty, expected a plan"),
        (b"# Plan\n\xff\n", "byte 7: is not UTF-8"),
        (b"\xef\xbb\xbf# Plan\n", "byte 0: a byte order mark, expected UTF-8"),
        ("# Plan\n".encode("utf-16"), "byte 0: is UTF-16, expected UTF-8"),
        (b"\x7fELF\x00", "byte 4: is binary, expected UTF-8 text"),
        (None, "is larger than 16 MiB"),
    ],
    ids=["empty", "blank", "latin", "mark", "utf-16", "binary", "large"],
)
def test_bad_plans(review: Reviewer, tmp_path: Path, data: bytes | None, words: str) -> None:
    bad, good = tmp_path / "bad.md", review.file("plan.md", PLAN)
    with bad.open("wb") as file:
        file.write(data or b"")
        if data is None:
            file.truncate(100 * 2**20)
    unusable(run("--linear", str(bad)), f"{bad}: {words}")
    done = run("--linear", "--since", str(bad), good, typed="1\n")
    if "empty" in words:  # then all of the plan is new
        assert done.returncode == ExitStatus.DONE
    else:
        unusable(done, f"{bad}: {words}")


def test_what_is_no_file_with_a_plan(review: Reviewer, tmp_path: Path) -> None:
    good = review.file("plan.md", PLAN)
    for name, words in (
        (str(tmp_path), "is a directory, expected a file"),
        ("/proc/self/mem", "cannot be read: Input/output error"),
    ):
        unusable(run("--linear", name), f"{name}: {words}")
        unusable(run("--linear", "--since", name, good), f"{name}: {words}")


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, ExitStatus.INTERRUPTED),
        (signal.SIGTERM, ExitStatus.ABORTED),
        (signal.SIGHUP, ExitStatus.ABORTED),
        (signal.SIGQUIT, ExitStatus.ABORTED),
        (None, ExitStatus.ABORTED),
    ],
    ids=["int", "term", "hup", "quit", "gone"],
)
def test_it_ends_as_ask_does(
    review: Reviewer, number: signal.Signals | None, status: ExitStatus
) -> None:
    terminal = review(PLAN)
    if number is None:
        terminal.hang_up()
    else:
        terminal.kill(number)
    assert terminal.wait_exit() == status
    assert number is None or terminal.left_behind() == []
    assert review.out.read_text() == ""
    assert b"Traceback" not in terminal.raw


def test_ctrl_c_twice_is_130(review: Reviewer) -> None:
    terminal = review(PLAN)
    terminal.press("ctrl+c")
    terminal.wait_for("Ctrl+C again")
    terminal.settle(0.2)
    terminal.press("ctrl+c")
    assert terminal.wait_exit() == ExitStatus.INTERRUPTED
    assert review.out.read_text() == ""


def test_a_timeout_is_4(spawn_app: Spawn, review: Reviewer) -> None:
    name = review.file("plan.md", PLAN)
    terminal = spawn_app("review", "--timeout", "0.2", name, stdout=review.out)
    assert terminal.wait_exit() == ExitStatus.ABORTED
    assert b"dsh-app: nobody answered within 0.2 s" in terminal.raw
    assert terminal.left_behind() == []
