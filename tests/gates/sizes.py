"""The size gate: how long a module, a function and a class may grow.

Run as a script it prints one line a breach and exits 1 when there is any.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

MODULE_LINES = 400
FUNCTION_LINES = 60
PUBLIC_METHODS = 25
NOT_COUNTED = ("action_", "on_", "watch_", "validate_", "compute_", "key_")

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("dsh_core", "widgets/dsh_widgets", "dsh_app", "tests")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def textual_hooks() -> frozenset[str]:
    """Names of methods that Textual calls or offers to override."""
    from textual.app import App
    from textual.screen import Screen
    from textual.scroll_view import ScrollView

    names = {name for base in (App, Screen, ScrollView) for name in dir(base)}
    return frozenset(name for name in names if not name.startswith("_"))


def length(node: Function) -> int:
    """Lines from `def` to the end, its docstring and decorators not counted."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def public_methods(node: ast.ClassDef, *, hooks: frozenset[str]) -> list[str]:
    """The methods of a class that count, properties with a setter once."""
    names = {
        item.name
        for item in node.body
        if isinstance(item, Function)
        and not item.name.startswith(("_", *NOT_COUNTED))
        and item.name not in hooks
    }
    return sorted(names)


def breaches(path: Path, source: str, *, hooks: frozenset[str]) -> Iterator[str]:
    """One line for each rule that the module breaks.

    Args:
        path: What the lines name; need not exist.
        source: The text of the module.
        hooks: Names of methods that a class may add freely.
    """
    count = len(source.splitlines())
    if count > MODULE_LINES:
        yield f"{path}:1: module has {count} lines, {MODULE_LINES} are allowed"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function) and (lines := length(node)) > FUNCTION_LINES:
            yield (
                f"{path}:{node.lineno}: {node.name} has {lines} lines, {FUNCTION_LINES} are allowed"
            )
        elif isinstance(node, ast.ClassDef):
            methods = public_methods(node, hooks=hooks)
            if len(methods) > PUBLIC_METHODS:
                yield (
                    f"{path}:{node.lineno}: {node.name} has {len(methods)} public methods, "
                    f"{PUBLIC_METHODS} are allowed"
                )


def modules() -> list[Path]:
    """Every Python file the gate looks at."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def all_breaches() -> list[str]:
    """Every breach in the project, in the order of the files."""
    found: list[str] = []
    for path in modules():
        source = path.read_text(encoding="utf-8")
        found += breaches(path.relative_to(ROOT), source, hooks=textual_hooks())
    return found


def main() -> int:
    """Print the breaches; the exit status is 1 when there is one."""
    found = all_breaches()
    print("\n".join(found) if found else f"sizes: {len(modules())} modules within the limits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
