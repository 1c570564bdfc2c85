"""Requests for `dsh-app ask`, and a person who answers them in a terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Protocol

from tests.pty.harness import ROOT, Terminal, program_environment

STORE: dict[str, Any] = {
    "id": "store",
    "question": "Which store?",
    "header": "Store",
    "options": [{"label": "Postgres"}, {"label": "Redis"}, {"label": "日本"}],
}
PARTS: dict[str, Any] = {
    "id": "parts",
    "question": "Which parts?",
    "multi_select": True,
    "options": [{"label": "api (Recommended)"}, {"label": "web"}, {"label": "docs"}],
}
NAME: dict[str, Any] = {"id": "name", "question": "What is it called?"}

ONE = {"questions": [STORE]}
BATCH = {"questions": [STORE, PARTS, NAME]}
PLAN = {
    "questions": [
        {
            "id": "plan",
            "question": "Go?",
            "detail": "# Plan\n\n1. one\n2. two",
            "options": [{"label": "Yes"}, {"label": "No"}],
            "intent": {"kind": "plan-review", "approve": "Yes"},
        }
    ]
}

REDIS = '{"answers":[{"id":"store","selected":["Redis"]}]}\n'

SECOND_ROW = re.compile(r"❯ +2 ")
_FIRST_ROW = re.compile(r"❯ +1 ")


class Ask(Protocol):
    """Starts `dsh-app ask` with a request in a file; takes what `Terminal` takes."""

    def __call__(self, request: object, *arguments: str, **options: Any) -> Terminal: ...


def write_request(folder: Path, request: object) -> Path:
    """Put a request into a file of its own."""
    path = folder / "request.json"
    path.write_text(json.dumps(request, ensure_ascii=False), encoding="utf-8")
    return path


def detached(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `dsh-app` in a session without a terminal, standard input being what is typed."""
    return subprocess.run(
        [sys.executable, "-m", "dsh_app", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        start_new_session=True,
        cwd=ROOT,
        env=program_environment({"HOME": "/nonexistent"}),
    )


def ready(terminal: Terminal, question: str = "Which store?") -> None:
    """Wait until the form listens: it drops the keys of its first moments."""
    terminal.wait_for(question)
    terminal.wait_for(_FIRST_ROW)
    limit = time.monotonic() + 30
    while not SECOND_ROW.search(terminal.text):
        assert time.monotonic() < limit, terminal.text
        terminal.press("down")
        terminal.settle(0.05)
    terminal.press("home")
    terminal.wait_for(_FIRST_ROW)


def twice(terminal: Terminal, key: str, said: str) -> None:
    """A verdict on a panel that is new wants a second press; a held key is none."""
    terminal.press(key)
    terminal.wait_for(said)
    terminal.settle(0.8)
    terminal.press(key)
