"""`dsh-app ask` where nobody is asked, and what it refuses before it asks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dsh_app.exit_status import ExitStatus
from dsh_app.screens.ask import ask_keymap
from dsh_app.settings import Settings, settings_keymap
from tests.pty.asking import BATCH, ONE, write_request
from tests.pty.harness import ROOT, program_environment

UNWAITED = """
import os, select, sys
from dsh_app.cli import main
source, sink = os.pipe()
os.set_blocking(source, False)
os.dup2(source, 0)
def wait(*arguments):
    os.write(sink, sys.argv[1].encode())
    os.close(sink)
select.select = wait
sys.exit(main(["ask", "--policy", "skip", "-"]))
"""


def ask(
    *arguments: str | Path, typed: str | bytes = "", **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run it in a session without a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "dsh_app", "ask", *map(str, arguments)],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=60,
        check=False,
        start_new_session=True,
        cwd=ROOT,
        env=program_environment({"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}),
        **options,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert done.stderr.startswith("dsh-app: ")
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


@pytest.fixture
def request_file(tmp_path: Path) -> Path:
    return write_request(tmp_path, BATCH)


def test_answers_from_a_file_and_the_rest_by_policy(request_file: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text('{"store": "日本", "name": "Zoë"}', encoding="utf-8")
    done = ask(request_file, "--answers", answers, "--policy", "recommended")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        '{"answers":[{"id":"store","selected":["日本"]},'
        '{"id":"parts","selected":["api (Recommended)"]},'
        '{"id":"name","selected":[],"custom":"Zoë"}]}\n'
    )
    # What it prints is what it takes, also from a pipe.
    again = ask(request_file, "--answers", "-", typed=done.stdout)
    assert again.stdout == done.stdout
    refused(ask(request_file, "--answers", answers), 'no answer for question "parts"')
    refused(ask(request_file, "--policy", "fail"), 'no answer for question "store"')


def test_the_page_tells_the_truth(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "ask.md").read_text(encoding="utf-8")
    request, answer, answers = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (tmp_path / "questions.json").write_text(request)
    (tmp_path / "answers.json").write_text(answers)
    typed = re.search(r"printf '(.*)' \| dsh-app ask --linear questions.json", page)
    assert typed is not None
    lines = typed[1].replace("\\n", "\n")
    done = ask("--linear", tmp_path / "questions.json", typed=lines)
    assert done.returncode == 0
    assert json.loads(done.stdout)["answers"][:2] == json.loads(answer)["answers"][:2]
    skipped = ask("--linear", tmp_path / "questions.json", typed=f"{lines[: -len('Nemo_')]}:s\n")
    assert skipped.stdout == answer
    given = ask("--answers", tmp_path / "answers.json", tmp_path / "questions.json")
    assert given.stdout == done.stdout


def test_the_output_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    code = "import sys; from dsh_app.cli import main; sys.exit(main(sys.argv[1:]))"
    env = program_environment({"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    done = subprocess.run(
        [sys.executable, "-c", code, "ask", "--linear", write_request(tmp_path, ONE)],
        input=b"3\n",
        capture_output=True,
        timeout=60,
        check=True,
        env=env,
    )
    assert json.loads(done.stdout)["answers"][0]["selected"] == ["日本"]
    assert b"3. \\u65e5\\u672c\n" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--timeout", "0"), "'0' is no number of seconds above 0"),
        (("--timeout", "soon"), "'soon' is no number of seconds above 0"),
        (("--timeout", "inf"), "'inf' is no number of seconds above 0"),
        (("--policy", "guess"), "invalid choice: 'guess'"),
        (("--linear", "--inline"), "not allowed with argument"),
        (("a", "b"), "unrecognized arguments: b"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], words: str) -> None:
    refused(ask(*arguments), words, "see dsh-app --help")


def test_without_a_terminal(request_file: Path) -> None:
    refused(ask(request_file), "no terminal")
    refused(ask("-", typed=request_file.read_text()), "no terminal")
    refused(ask("--linear", "-", typed=request_file.read_text()), "name a file for it")
    done = ask("--linear", request_file, typed="1\n2\n")
    assert done.returncode == ExitStatus.ABORTED
    assert done.stdout == ""
    assert done.stderr.endswith("dsh-app: the input ended before the last answer\n")


def test_in_another_language(request_file: Path) -> None:
    done = ask("--language", "zh", "--linear", request_file, typed=":x\n")
    assert done.returncode == ExitStatus.DISMISSED
    assert "第 1 题，共 3 题：Which store?" in done.stderr


def test_a_large_request_is_not_waited_for(tmp_path: Path) -> None:
    """A producer that never ends is not read to its end."""
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        done = subprocess.run(
            [sys.executable, "-m", "dsh_app", "ask", "--policy", "skip"],
            stdin=endless.stdout,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=ROOT,
            env=program_environment(),
        )
        endless.kill()
    refused(done, "standard input: is larger than 16 MiB")


def test_a_closed_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m dsh_app ask --policy skip - <&-', sys.executable],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env=program_environment(),
    )
    refused(done, "standard input: cannot be read: it is closed")


def test_a_pipe_that_makes_nobody_wait_is_read_to_its_end() -> None:
    """One whose other users have set it so; the text comes when it is waited for."""
    done = subprocess.run(
        [sys.executable, "-c", UNWAITED, json.dumps(ONE)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env=program_environment(),
    )
    assert (done.returncode, done.stderr) == (ExitStatus.DONE, "")
    assert json.loads(done.stdout) == {"answers": [{"id": "store", "selected": []}]}


def test_standard_input_is_not_both_questions_and_answers() -> None:
    refused(ask("--answers", "-", typed=json.dumps(ONE)), "either the request or the answers")


def test_a_name_that_is_hostile(tmp_path: Path) -> None:
    name = tmp_path / "a\x1b[2J\nb.json"
    done = ask("--policy", "skip", name)
    refused(done, "No such file")
    assert "\x1b" not in done.stderr
    os.mkdir(name)
    refused(ask("--policy", "skip", name), "is a directory")


def test_the_keys_are_those_that_mean_something() -> None:
    whole = settings_keymap(Settings())
    full, inline = ask_keymap(whole), ask_keymap(whole, inline=True)
    assert whole.action("list", "f2") == "dock.fold"
    assert full.action("list", "f2") is None
    assert full.action("list", "ctrl+p") == "app.palette"
    assert inline.action("list", "ctrl+p") is None
    (leave,) = [row for row in full.rows("app") if row.id == "app.quit"]
    assert leave.label == "hint.dismiss"
