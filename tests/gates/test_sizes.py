from __future__ import annotations

from pathlib import Path

import pytest

from tests.gates.sizes import all_breaches, breaches

HOOKS = frozenset({"compose"})


def found(source: str) -> list[str]:
    return list(breaches(Path("m.py"), source, hooks=HOOKS))


def function(lines: int, *, indent: str = "") -> str:
    return f"{indent}def f():\n" + f"{indent}    pass\n" * (lines - 1)


def klass(names: list[str]) -> str:
    return "class C:\n" + "".join(f"    def {name}(self): ...\n" for name in names)


def test_the_project_is_within_the_limits() -> None:
    assert all_breaches() == []


@pytest.mark.parametrize(("lines", "count"), [(400, 0), (401, 1)], ids=["at", "over"])
def test_module_length(lines: int, count: int) -> None:
    assert len(found("x = 1\n" * lines)) == count


@pytest.mark.parametrize(("lines", "count"), [(60, 0), (61, 1)], ids=["at", "over"])
def test_function_length(lines: int, count: int) -> None:
    assert len(found(function(lines))) == count
    assert len(found("class C:\n" + function(lines, indent="    "))) == count


def test_a_docstring_is_not_counted() -> None:
    text = '    """Line.\n' + "    more\n" * 30 + '    """\n'
    source = function(60)
    head, body = source.split("\n", 1)
    assert found(f"{head}\n{text}{body}") == []


def test_public_methods_at_and_over_the_limit() -> None:
    names = [f"m{index}" for index in range(25)]
    assert found(klass(names)) == []
    assert "26 public methods" in found(klass([*names, "one_more"]))[0]


def test_handlers_overrides_and_private_methods_are_free() -> None:
    free = ["action_go", "on_key", "watch_x", "validate_x", "compute_x", "compose", "_private"]
    assert found(klass([*[f"m{index}" for index in range(25)], *free])) == []
