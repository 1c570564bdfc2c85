"""A plan is saved under the name of its heading, and over nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsh_app.plan_file import save_plan


@pytest.mark.parametrize(
    ("plan", "name"),
    [
        ("# Rename the `package`!\n\n## Two\n", "plan-rename-the-package.md"),
        ("```\n# code\n```\n## ../../etc/passwd ##\n", "plan-etc-passwd.md"),
        ("# 重命名 包\n", "plan-重命名-包.md"),
        ("# ***\n", "plan.md"),
        ("no heading", "plan.md"),
        (f"# {'x' * 300}", f"plan-{'x' * 48}.md"),
    ],
)
def test_its_name(tmp_path: Path, plan: str, name: str) -> None:
    path = save_plan(plan, tmp_path)
    assert path == tmp_path / name
    assert path.read_text(encoding="utf-8") == plan.removesuffix("\n") + "\n"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    names = [save_plan(f"# A\n\n{text}", tmp_path).name for text in "xyz"]
    assert names == ["plan-a.md", "plan-a-2.md", "plan-a-3.md"]
    assert (tmp_path / "plan-a.md").read_text(encoding="utf-8") == "# A\n\nx\n"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save_plan("# A\n", tmp_path / "none")
