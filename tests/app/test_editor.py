"""A text goes into an editor and comes back, or nothing changes and the reason is said."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path

import pytest

from dsh_app.editor import EditorError, edit_text, editor_command, signals_are_the_editors


def script(folder: Path, body: str) -> list[str]:
    """An editor: a program that finds its file as `path`."""
    program = folder / "editor.py"
    program.write_text(f"import os, sys\npath = sys.argv[-1]\n{body}\n", encoding="utf-8")
    return [sys.executable, "-S", str(program)]


def append(folder: Path, text: str) -> list[str]:
    return script(folder, f"open(path, 'a', newline='').write({text!r})")


def exists(path: Path) -> bool:
    return path.exists()


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        ({}, ["vi"]),
        ({"EDITOR": "nano"}, ["nano"]),
        ({"VISUAL": "code --wait", "EDITOR": "nano"}, ["code", "--wait"]),
        ({"VISUAL": " ", "EDITOR": "'my editor' -n"}, ["my editor", "-n"]),
    ],
)
def test_which_editor(environment: dict[str, str], command: list[str]) -> None:
    assert editor_command(environment) == command


def test_a_quotation_mark_that_is_not_closed() -> None:
    with pytest.raises(EditorError) as caught:
        editor_command({"EDITOR": "vi '"})
    assert caught.value.key == "editor.not_started"
    assert ("editor", "$EDITOR") in caught.value.values


@pytest.mark.parametrize(
    ("text", "added", "result"),
    [
        ("a", "\n", "a"),
        ("a", "\nb\n", "a\nb"),
        ("a\n", "b\n", "a\nb\n"),
        ("a\r\nb", "", "a\r\nb"),
        ("计划 \ud800", "!", "计划 \ud800!"),
        ("", "\n\n", "\n"),
    ],
)
async def test_the_text_comes_back(tmp_path: Path, text: str, added: str, result: str) -> None:
    assert await edit_text(append(tmp_path, added), text, ".md") == result


async def test_the_file_is_private_and_removed(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    body = (
        "modes = [oct(os.stat(each).st_mode & 0o777) for each in (os.path.dirname(path), path)]\n"
        "open(path + '~', 'w').write('a copy')\n"
        f"open({str(seen)!r}, 'w').write(' '.join([*modes, *sys.argv[1:]]))"
    )
    await edit_text([*script(tmp_path, body), "-n"], "a", ".md")
    folder, file, option, name = seen.read_text().split()
    assert (folder, file, option) == ("0o700", "0o600", "-n")
    assert name.endswith(".md")
    assert not exists(Path(name).parent)


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("sys.exit(1)", "editor.failed"),
        ("os.kill(os.getpid(), 9)", "editor.failed"),
        ("os.remove(path)", "editor.unreadable"),
        ("open(path, 'wb').write(b'\\xff')", "editor.unreadable"),
    ],
)
async def test_it_does_not_end_well(tmp_path: Path, body: str, key: str) -> None:
    with pytest.raises(EditorError) as caught:
        await edit_text(script(tmp_path, body), "a", ".md")
    assert caught.value.key == key


async def test_there_is_no_such_editor(tmp_path: Path) -> None:
    with pytest.raises(EditorError) as caught:
        await edit_text([str(tmp_path / "none")], "a", ".md")
    assert caught.value.key == "editor.not_started"
    assert ("reason", "No such file or directory") in caught.value.values


async def test_an_interrupt_from_the_keyboard_is_the_editors(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    command = shlex.split("sh -c 'kill -INT $PPID; echo b >> \"$1\"' sh")
    with signals_are_the_editors():
        assert await edit_text(command, "a\n", ".md") == "a\nb\n"
    assert signal.getsignal(signal.SIGINT) is before
