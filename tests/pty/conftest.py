"""Fixtures that start programs in a pseudo-terminal, each with a home of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.pty.asking import Ask, write_request
from tests.pty.harness import Terminal
from tests.pty.scene import Scene


class Spawn(Protocol):
    """Starts a program; takes the keyword arguments of `Terminal`."""

    def __call__(self, *argv: str, **options: Any) -> Terminal: ...


class Stage(Protocol):
    """Starts the app with a scenario and flags of `play`; takes the arguments of `Terminal` too."""

    def __call__(
        self, scenario: str | Path, *flags: str, instant: bool = True, **options: Any
    ) -> Scene: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.pty)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home directory: no settings, sessions or drafts of whoever runs the tests."""
    path = tmp_path / "home"
    path.mkdir()
    return path


@pytest.fixture
def spawn(home: Path) -> Iterator[Spawn]:
    """Starts any program, and ends it when the test does."""
    terminals: list[Terminal] = []

    def start(*argv: str, **options: Any) -> Terminal:
        own = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "TEXTUAL_ANIMATIONS": "none",
        }
        env = {**own, **options.pop("env", {})}
        terminal = Terminal(argv, env=env, **options)
        terminals.append(terminal)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def spawn_app(spawn: Spawn) -> Spawn:
    """Starts the app with the arguments given, without those of the interpreter."""

    def start(*arguments: str, **options: Any) -> Terminal:
        return spawn(sys.executable, "-m", "dsh_app", *arguments, **options)

    return start


@pytest.fixture
def ask(spawn_app: Spawn, tmp_path: Path) -> Ask:
    """Starts `dsh-app ask` with a request in a file."""

    def start(request: object, *arguments: str, **options: Any) -> Terminal:
        return spawn_app("ask", *arguments, str(write_request(tmp_path, request)), **options)

    return start


@pytest.fixture
def stage(spawn: Spawn, tmp_path: Path) -> Stage:
    """Starts the app with a scenario whose first message is the person's.

    It takes no time unless `instant` is false.
    """

    def start(scenario: str | Path, *flags: str, instant: bool = True, **options: Any) -> Scene:
        record = tmp_path / f"record-{len(list(tmp_path.glob('record-*')))}"
        record.touch()
        own = ["--no-prompt", "--record", str(record), *["--instant"] * instant]
        options = {"columns": 100, "rows": 44, **options}
        terminal = spawn(
            sys.executable, "-m", "tests.pty.play", *own, *flags, str(scenario), **options
        )
        return Scene(terminal, record)

    return start
