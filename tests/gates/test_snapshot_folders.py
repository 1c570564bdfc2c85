"""No picture without its test: workers report no unused SVG, so this does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.snapshots import SNAPSHOTS, TESTS


def orphans(snapshots: Path, nodes: set[tuple[str, str]]) -> list[str]:
    """The pictures that none of the tests compares with.

    Args:
        snapshots: The folder of all pictures.
        nodes: Module path below the tests, without suffix, and test name with its parameters.
    """
    found = []
    for path in snapshots.rglob("*.svg"):
        module = path.parent.relative_to(snapshots).as_posix()
        name = re.sub(r"\.\d+$", "", path.stem)  # a test's second picture has a number
        if (module, name) not in nodes:
            found.append(path.relative_to(snapshots).as_posix())
    return sorted(found)


def snapshot_nodes(modules: list[Path]) -> set[tuple[str, str]]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "snapshot"]
    command += ["-p", "no:xdist", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    done = subprocess.run(
        [*command, *map(str, modules)], cwd=TESTS.parent, capture_output=True, text=True, check=True
    )
    nodes = set()
    for line in done.stdout.splitlines():
        file, separator, name = line.partition("::")
        if separator:
            nodes.add((file.removeprefix("tests/").removesuffix(".py"), name))
    return nodes


def test_every_picture_belongs_to_a_test() -> None:
    folders = {path.parent.relative_to(SNAPSHOTS) for path in SNAPSHOTS.rglob("*.svg")}
    modules = [(TESTS / folder).with_suffix(".py") for folder in folders]
    assert orphans(SNAPSHOTS, snapshot_nodes([path for path in modules if path.is_file()])) == []


def test_an_orphan_is_found(tmp_path: Path) -> None:
    for name in (
        "test_kept/a[x].svg",
        "test_kept/a[x].1.svg",
        "test_kept/b.svg",
        "test_gone/a.svg",
    ):
        path = tmp_path / "widgets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<svg/>")
    nodes = {("widgets/test_kept", "a[x]")}
    assert orphans(tmp_path, nodes) == ["widgets/test_gone/a.svg", "widgets/test_kept/b.svg"]
