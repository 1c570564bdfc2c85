"""No snapshot without a test module: a worker run reports no unused SVG, so this does."""

from __future__ import annotations

from pathlib import Path

from tests.support.snapshots import SNAPSHOTS, TESTS


def orphans(snapshots: Path, tests: Path) -> list[str]:
    folders = {path.parent.relative_to(snapshots) for path in snapshots.rglob("*.svg")}
    return sorted(
        folder.as_posix() for folder in folders if not (tests / folder).with_suffix(".py").is_file()
    )


def test_every_snapshot_folder_belongs_to_a_test_module() -> None:
    assert orphans(SNAPSHOTS, TESTS) == []


def test_an_orphan_is_found(tmp_path: Path) -> None:
    for name in ("test_kept", "test_gone"):
        folder = tmp_path / "snapshots" / "widgets" / name
        folder.mkdir(parents=True)
        (folder / "a.svg").write_text("<svg/>")
    (tmp_path / "tests" / "widgets").mkdir(parents=True)
    (tmp_path / "tests" / "widgets" / "test_kept.py").touch()
    assert orphans(tmp_path / "snapshots", tmp_path / "tests") == ["widgets/test_gone"]
