"""What may be loaded, looked at from inside a fresh interpreter, and what widgets may name."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = ROOT / "dsh_core"
WIDGETS = ROOT / "widgets" / "dsh_widgets"

WIRE_MODULES = frozenset({"dsh_core.questions.wire_models"})
"""Modules that may load pydantic, as they are imported on first use only."""

WIDGETS_MAY_IMPORT = (
    "dsh_core.base",
    "dsh_core.form",
    "dsh_core.approvals",
    "dsh_core.questions.types",
    "dsh_core.questions.pending",
    "dsh_core.session.transcript",
)

# Each module is imported in a fork of one clean interpreter: as fresh as a
# process of its own, without paying for its start a hundred times.
PROBE = """
import importlib, json, os, sys, typing, dataclasses, asyncio
heavy = ("textual", "rich", "pydantic", "yaml")
assert not any(name in sys.modules for name in heavy)
report = {}
for module in json.load(sys.stdin):
    inlet, outlet = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(inlet)
        try:
            importlib.import_module(module)
            answer = [name for name in heavy if name in sys.modules]
        except BaseException as error:
            answer = [f"{type(error).__name__}: {error}"]
        with os.fdopen(outlet, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(outlet)
    with os.fdopen(inlet) as pipe:
        report[module] = json.load(pipe)
    os.waitpid(pid, 0)
json.dump(report, sys.stdout)
"""


def module_name(path: Path, base: Path) -> str:
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def probe(modules: list[str]) -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        input=json.dumps(modules),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'widgets'}", "PATH": "/usr/bin:/bin"},
    )
    report: dict[str, list[str]] = json.loads(done.stdout)
    return report


def test_core_modules_load_no_drawing_library_and_pydantic_only_on_the_wire() -> None:
    modules = sorted(module_name(path, ROOT) for path in CORE.rglob("*.py"))
    assert "dsh_core.base.errors" in modules
    report = probe(modules)
    assert set(report) == set(modules)
    wrong = {
        module: loaded
        for module, loaded in report.items()
        if set(loaded) - ({"pydantic"} if module in WIRE_MODULES else set())
    }
    assert wrong == {}


def test_the_probe_sees_what_a_module_loads() -> None:
    assert probe(["textual.widget", "no_such_module"]) == {
        "textual.widget": ["textual", "rich"],
        "no_such_module": ["ModuleNotFoundError: No module named 'no_such_module'"],
    }


def imported(path: Path) -> set[str]:
    """Every module of the core that a file names in an import, lazy ones included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.split(".")[0] in ("dsh_core", "dsh_app")}


def allowed(name: str) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in WIDGETS_MAY_IMPORT)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("dsh_core.questions.pending.PendingRequests", True),
        ("dsh_core.questions.service.UserQuestionService", False),
        ("dsh_core.session.log.SessionLog", False),
        ("dsh_app.app", False),
    ],
    ids=["table", "service", "log", "app"],
)
def test_the_allow_list_itself(name: str, verdict: bool) -> None:
    assert allowed(name) is verdict


def test_widgets_import_only_their_part_of_the_core() -> None:
    wrong = {
        str(path.relative_to(ROOT)): bad
        for path in sorted(WIDGETS.rglob("*.py"))
        if (bad := sorted(name for name in imported(path) if not allowed(name)))
    }
    assert wrong == {}


def private_textual_names(source: str) -> set[str]:
    """What a module takes from Textual that Textual has not promised to keep."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.startswith("textual.") and "._" in name}


def test_private_names_are_recognised() -> None:
    source = "from textual._cells import cell_len\nfrom textual.app import App, _private\nimport os"
    assert private_textual_names(source) == {
        "textual._cells.cell_len",
        "textual.app._private",
    }


def test_a_private_name_of_textual_is_used_in_one_module_at_most() -> None:
    users: dict[str, list[str]] = {}
    for base in (WIDGETS, ROOT / "dsh_app"):
        for path in sorted(base.rglob("*.py")):
            for name in private_textual_names(path.read_text(encoding="utf-8")):
                users.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in users.items() if len(paths) > 1} == {}
