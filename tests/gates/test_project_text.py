"""The project speaks of itself alone: no path of a machine it was written on, no index host."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = frozenset({".svg", ".png", ".ico"})

# Spelled in pieces, or this file would find itself.
FORBIDDEN = {
    "an absolute path of one machine": re.compile(
        r"(?<![\w./~<*{}\"'-])/(?:" + "wo" + r"rk|ho" + r"me/\w+|Use" + r"rs/\w+|ro" + r"ot)/\w"
    ),
    "the host of a package index": re.compile(
        "|".join(("py" + r"pi\.org", "pythonho" + r"sted\.org", "regis" + r"try\.npmjs")),
        re.IGNORECASE,
    ),
    "an index in a requirements file": re.compile(r"^--(?:extra-)?(?:index-url|find-links)", re.M),
}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    paths = (ROOT / name for name in names.split("\0") if name)
    return [path for path in paths if path.is_file() and path.suffix not in SKIPPED]


def offences(text: str) -> list[str]:
    return [what for what, pattern in FORBIDDEN.items() if pattern.search(text)]


@pytest.mark.parametrize(
    "text",
    [
        "see /wo" + "rk/notes",
        "cd /ho" + "me/me/project",
        "https://py" + "pi.org/simple",
        "--index" + "-url x",
    ],
    ids=["workplace", "home", "host", "option"],
)
def test_the_patterns_bite(text: str) -> None:
    assert offences(text) != []


def test_the_patterns_let_ordinary_text_pass() -> None:
    assert offences("homework/x, /dev/tty, ~/work/x, /proc/self, python.org") == []


def test_the_project_speaks_of_itself_alone() -> None:
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in tracked()
        if (found := offences(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert wrong == {}
