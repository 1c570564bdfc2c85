"""What `import dsh_core` offers, and what it costs."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dsh_core
from dsh_core import Chunk, HarnessError, UserQuestionError
from dsh_core.models import protocol

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "embedding.md"

TYPE_ALIASES = {"Chunk"}
HEAVY = ("pydantic", "rich", "textual", "yaml")
MOST_MILLISECONDS = 30
RUNS = 5

PROBE = """
import asyncio, json, sys, time
before = set(sys.modules)
start = time.perf_counter()
import dsh_core
cost = (time.perf_counter() - start) * 1000
alone = sorted(set(sys.modules) - before)
for name in dsh_core.__all__:
    getattr(dsh_core, name)
json.dump({"cost": cost, "alone": alone, "all": sorted(sys.modules)}, sys.stdout)
"""


def probe() -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    report: dict[str, object] = json.loads(done.stdout)
    return report


def heavy(modules: object) -> list[str]:
    assert isinstance(modules, list)
    return [name for name in modules if name.split(".")[0] in HEAVY]


def test_the_list_is_sorted_and_names_nothing_twice() -> None:
    assert dsh_core.__all__ == sorted(set(dsh_core.__all__))
    assert len(dsh_core.__all__) < 50


def test_the_list_is_what_a_type_checker_sees() -> None:
    tree = ast.parse(Path(dsh_core.__file__).read_text(encoding="utf-8"))
    imported = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dsh_core.")
        for alias in node.names
    ]
    assert sorted(imported) == dsh_core.__all__


@pytest.mark.parametrize("name", dsh_core.__all__)
def test_each_name_is_there_and_documented(name: str) -> None:
    value = getattr(dsh_core, name)
    assert getattr(dsh_core, name) is value
    assert name in dir(dsh_core)
    if name in TYPE_ALIASES:
        return
    assert value.__name__ == name
    assert name in sys.modules[value.__module__].__all__
    text = value.__doc__ or ""  # its own: `inspect.getdoc` would take the base class's
    assert text.strip()
    assert not text.startswith(f"{name}("), "a dataclass without a docstring writes one itself"


def test_names_are_those_of_their_modules() -> None:
    assert Chunk is protocol.Chunk
    assert issubclass(UserQuestionError, HarnessError)
    assert inspect.iscoroutinefunction(dsh_core.UserQuestionService.ask)


def test_the_page_on_embedding_lists_each_name_once() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE.read_text(encoding="utf-8"), re.M)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == dsh_core.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'dsh_core' has no attribute 'Nonsense'"):
        getattr(dsh_core, "Nonsense")  # noqa: B009 - a type checker refuses it, and rightly


def test_star_import_brings_every_name() -> None:
    names: dict[str, object] = {}
    exec("from dsh_core import *", names)
    assert set(dsh_core.__all__) <= set(names)


def test_it_is_cheap_and_draws_in_nothing_heavy() -> None:
    reports = [probe() for _ in range(RUNS)]
    for report in reports:
        assert heavy(report["alone"]) == []
        assert heavy(report["all"]) == [], "a name of the public surface is heavy"
    # The least of several: load makes a run slower, and nothing makes it faster.
    costs = [report["cost"] for report in reports]
    assert all(isinstance(cost, float) for cost in costs)
    assert min(float(str(cost)) for cost in costs) <= MOST_MILLISECONDS
