"""Input that is no request: one line, status 2, and a terminal that nothing was written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsh_app.exit_status import ExitStatus
from tests.pty.conftest import Spawn
from tests.pty.harness import Terminal

QUESTION = b'{"id": "q", "question": "?"}'


def refused(terminal: Terminal, tmp_path: Path, *words: str) -> None:
    assert terminal.wait_exit() == ExitStatus.UNUSABLE
    assert terminal.raw == b""
    assert terminal.left_behind() == []
    assert (tmp_path / "out").read_bytes() == b""
    complaint = (tmp_path / "err").read_text()
    assert complaint.startswith("dsh-app: ")
    assert complaint.count("\n") == 1
    assert "Traceback" not in complaint
    for word in words:
        assert word in complaint


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"which one?", "line 1 column 1: is not JSON"),
        (b'{"questions": [{"id": 1, "question": "?"}]}', '"questions[0].id" must be a string'),
        (b'{"questions": [{"question": "?"}]}', 'missing required property "questions[0].id"'),
        (
            b'{"questions": [{"id": "q", "question": "?", "multiSelect": true, '
            b'"multi_select": true}]}',
            '"questions[0]" has both',
        ),
        (b"[" * 200_000 + b"]" * 200_000, "line 1 column 201: is nested deeper than 200"),
        (b"\xef\xbb\xbf[" + QUESTION + b"]", "byte 0: a byte order mark, expected UTF-8"),
        (f"[{QUESTION.decode()}]".encode("utf-16"), "byte 0: is UTF-16, expected UTF-8"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "byte 7: is binary, expected UTF-8"),
        (b"\xff\xd8\xff\xe0", "byte 0: is not UTF-8"),
    ],
    ids=["text", "type", "id", "spellings", "deep", "mark", "utf-16", "binary", "image"],
)
def test_bad_input(spawn_app: Spawn, tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "in"
    path.write_bytes(data)
    files = {"stdout": tmp_path / "out", "stderr": tmp_path / "err"}
    refused(spawn_app("ask", str(path), **files), tmp_path, str(path), words)


def test_bad_input_from_a_pipe(spawn_app: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"{} {}")
    terminal = spawn_app("ask", "-", stdin=path, stdout=tmp_path / "out", stderr=tmp_path / "err")
    refused(terminal, tmp_path, "standard input: line 1 column 4: is not JSON: extra data")


def test_what_is_no_file_to_read(spawn_app: Spawn, tmp_path: Path) -> None:
    files = {"stdout": tmp_path / "out", "stderr": tmp_path / "err"}
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(100 * 2**20)
    for name, words in (
        (str(tmp_path), "is a directory, expected a file"),
        (str(tmp_path / "none"), "cannot be read: No such file"),
        ("/proc/self/mem", "cannot be read: Input/output error"),
        (str(large), "is larger than 16 MiB"),
    ):
        refused(spawn_app("ask", name, **files), tmp_path, f"{name}: {words}")


def test_no_request_at_all(spawn_app: Spawn, tmp_path: Path) -> None:
    terminal = spawn_app("ask", stdout=tmp_path / "out", stderr=tmp_path / "err")
    refused(terminal, tmp_path, "is a terminal; name a file")
