"""The command line without a terminal: one line, a status, at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dsh_app import __version__
from dsh_app.cli import build_parser, main
from dsh_app.exit_status import ExitStatus

ROOT = Path(__file__).resolve().parent.parent.parent
ENV = {
    **os.environ,
    "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'widgets'}",
    "PYTHONWARNINGS": "error",
    "LC_ALL": "C.UTF-8",
    "XDG_CONFIG_HOME": "/nonexistent",
}


def dsh_app(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command with pipes and in a session that has no terminal."""
    return subprocess.run(
        [sys.executable, "-m", "dsh_app", *arguments],
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        start_new_session=True,
        env={**ENV, **environment},
        cwd=ROOT,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments", [(), ("run",), ("run", "my.yaml")], ids=["bare", "run", "scenario"]
)
def test_without_a_terminal_there_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    done = dsh_app(*arguments)
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert done.stderr.startswith("dsh-app: no terminal: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("dance",), ("run", "a", "b"), ("--versio",), ("run", "--nope")],
    ids=["command", "too-many", "abbreviated", "option"],
)
def test_a_mistake_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    done = dsh_app(*arguments)
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stdout == ""
    assert done.stderr.startswith("dsh-app: ")
    assert done.stderr.endswith("; see dsh-app --help\n")
    assert done.stderr.count("\n") == 1


def test_a_mistake_is_told_without_the_control_characters_in_it() -> None:
    done = dsh_app("run", "a", "\x1b[2J\nb")
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_closed_streams_end_in_a_status_too() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m dsh_app run <&- >&- 2>&-', sys.executable],
        timeout=60,
        start_new_session=True,
        env=ENV,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == ExitStatus.UNUSABLE


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("--nonsense 2>/dev/full", ExitStatus.UNUSABLE),
        ("ask --policy skip /nonexistent 2>/dev/full", ExitStatus.UNUSABLE),
        ("--help >/dev/full", ExitStatus.DONE),
        ("--help >&- 2>&-", ExitStatus.DONE),
    ],
)
def test_streams_that_take_nothing_do_not_change_the_status(line: str, status: ExitStatus) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m dsh_app {line}', sys.executable],
        timeout=60,
        start_new_session=True,
        capture_output=True,
        env={**ENV, "PYTHONUNBUFFERED": ""},
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_help_in_an_alphabet_that_lacks_its_letters() -> None:
    done = dsh_app("--help", LANG="zh_CN", LC_ALL="", PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u7a0b" in done.stdout


def test_version_and_help_go_to_standard_output() -> None:
    assert dsh_app("--version").stdout == f"dsh-app {__version__}\n"
    done = dsh_app("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "examples:" in done.stdout
    assert "SCENARIO" in dsh_app("run", "--help").stdout


def test_nothing_heavy_is_imported_to_say_so() -> None:
    code = (
        "import sys, dsh_app.cli\n"
        "try: dsh_app.cli.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([n for n in ('textual', 'rich', 'pydantic', 'yaml', 'asyncio') if n in sys.modules])"
    )
    for arguments in (["--help"], ["--version"], ["run"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            start_new_session=True,
            env=ENV,
            cwd=ROOT,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_the_one_of_the_project() -> None:
    assert f'\nversion = "{__version__}"\n' in (ROOT / "pyproject.toml").read_text()


def test_a_scenario_is_optional() -> None:
    assert build_parser().parse_args(["run"]).scenario is None
    assert build_parser().parse_args(["run", "x.yaml"]).scenario == "x.yaml"


def test_an_interrupt_and_a_mistake_of_our_own_have_their_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(error: BaseException) -> None:
        def own_terminal() -> None:
            raise error

        monkeypatch.setattr("dsh_app.cli.own_terminal", own_terminal)

    fail(KeyboardInterrupt())
    assert main([]) == ExitStatus.INTERRUPTED
    fail(ZeroDivisionError("ours"))
    assert main([]) == ExitStatus.INTERNAL
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "ZeroDivisionError: ours" in captured.err
    assert captured.err.endswith("dsh-app: internal error, see above\n")


def test_bad_settings_are_one_line_and_status_2(tmp_path: Path) -> None:
    path = tmp_path / "dsh-app" / "settings.toml"
    path.parent.mkdir()
    path.write_text("[keys]\n'list.skip' = 'x'\n", encoding="utf-8")
    done = dsh_app("run", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == ExitStatus.UNUSABLE
    assert done.stderr == (
        f'dsh-app: {path}: keys.list.skip must be a list of keys, such as ["x", "ctrl+x"], '
        "not 'x'\n"
    )


def test_the_locale_decides_the_language_of_the_command_line() -> None:
    chinese = {"LC_ALL": "zh_CN.UTF-8", "PYTHONUTF8": "1"}
    assert "示例：" in dsh_app("--help", **chinese).stdout
    assert dsh_app("run", **chinese).stderr.startswith("dsh-app：没有终端：")
    assert dsh_app("run", "--language", "en", **chinese).stderr.startswith("dsh-app: no terminal: ")
