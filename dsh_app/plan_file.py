"""A plan kept in a file."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Final

from dsh_core.form.plan_text import headings, plan_lines

__all__ = ["plan_slug", "save_plan"]

_MOST: Final = 48
"""Characters of a heading that go into a name; any file system takes that many of any kind."""


def plan_slug(plan: str) -> str:
    """The first heading of a plan as a part of a file name; empty if nothing is left of it."""
    lines = plan_lines(plan)
    title = next((lines[at].strip("# \t") for at in headings(lines)), "")
    return re.sub(r"[\W_]+", "-", title.lower()).strip("-")[:_MOST].rstrip("-")


def save_plan(plan: str, folder: Path) -> Path:
    """Write a plan into a new file; one that is there stays as it is.

    Args:
        plan: Its text.
        folder: Where the file goes.

    Returns:
        The file: `plan-<heading>.md`, or `plan.md` without a heading, with a number where that
        was taken.

    Raises:
        OSError: It could not be written; no part of it is left.
    """
    slug = plan_slug(plan)
    name = f"plan-{slug}" if slug else "plan"
    content = plan.encode("utf-8", "replace")
    for number in count(1):
        path = folder / (f"{name}.md" if number == 1 else f"{name}-{number}.md")
        try:
            file = path.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content if content.endswith(b"\n") else content + b"\n")
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError  # the numbers do not end
