"""The same batches answered on the screen and by piping lines: the same bytes come out."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.pty.asking import (
    BATCH,
    NAME,
    ONE,
    PARTS,
    PLAN,
    STORE,
    Ask,
    detached,
    ready,
    write_request,
)

PARTS_FIRST = {"questions": [PARTS, {**STORE, "multiSelect": False}]}
ONLY_TEXT = {"questions": [STORE, NAME]}

Keys = Sequence[tuple[str, str]]
"""What to wait for, and the keys pressed then."""


def by_lines(tmp_path: Path, request: object, typed: str) -> subprocess.CompletedProcess[str]:
    name = str(write_request(tmp_path, request))
    return detached("ask", "--linear", name, typed=typed)


@pytest.mark.parametrize(
    ("request_", "keys", "typed"),
    [
        (ONE, [("", "3")], "3\n"),
        (ONE, [("", "oWe keep \x0aneither.\r"), ("Enter again", "\r")], "We keep \\\nneither.\n"),
        (ONE, [("", "n"), ("Note", "why\r"), ("Enter again", "\r")], "1 = why\n"),
        (
            BATCH,
            [("", "2"), ("parts?", "13"), ("●", "\r"), ("called?", "Zoë\r"), ("Send", "\r")],
            "2\n1 3\nZoë\n",
        ),
        (
            PARTS_FIRST,
            [("", "3oand more\r"), ("Which store?", "s"), ("Send", "\r")],
            "3 = and more\n:s\n",
        ),
        (
            ONLY_TEXT,
            [("", "s"), ("called?", '"\\n" is 1 \\\r'), ("Send", "\r")],
            ':s\n"\\n" is 1 \\\\\n',
        ),
        (PLAN, [("", "f"), ("Enter send", "Not yet.\r"), ("Enter again", "\r")], "Not yet.\n"),
        (PLAN, [("", "a"), ("a again", "a")], "1\n"),
    ],
    ids=["pick", "own", "note", "batch", "several", "text", "feedback", "approval"],
)
def test_the_same_bytes(
    ask: Ask, tmp_path: Path, request_: dict[str, list[dict[str, str]]], keys: Keys, typed: str
) -> None:
    terminal = ask(request_, stdout=tmp_path / "out")
    if request_ is PLAN:
        terminal.wait_for("a approve")
        terminal.settle(0.7)
    else:
        ready(terminal, request_["questions"][0]["question"])
    for shown, pressed in keys:
        terminal.wait_for(shown)
        terminal.settle(0.16)
        terminal.send(pressed)
    assert terminal.wait_exit() == 0
    lines = by_lines(tmp_path, request_, typed)
    assert lines.returncode == 0
    assert lines.stdout == (tmp_path / "out").read_text(encoding="utf-8")
    assert lines.stdout.count("\n") == 1
    (first, *_) = json.loads(lines.stdout)["answers"]
    assert first["id"] == request_["questions"][0]["id"]
