"""The one error of a scenario file."""

from __future__ import annotations

from dsh_core.base.errors import HarnessError
from dsh_core.base.sanitise import one_line

__all__ = ["ScenarioError"]


class ScenarioError(HarnessError):
    """A scenario cannot be used; code `BAD_SCENARIO`.

    The message is one line: `file:line: key.path: expected …, got …`, without the
    parts that are not known.

    Args:
        file: The file as the person named it.
        problem: What is wrong.
        line: Counted from 1; None when there is no line to point at.
        path: The keys down to the place, such as `steps[3].ask[0].id`.
        cause: What led to it.
    """

    def __init__(
        self,
        file: str,
        problem: str,
        *,
        line: int | None = None,
        path: str = "",
        cause: BaseException | None = None,
    ) -> None:
        place = file if line is None else f"{file}:{line}"
        parts = [place, path, problem] if path else [place, problem]
        super().__init__(one_line(": ".join(parts)), "BAD_SCENARIO", cause)
        self.file = file
        self.line = line
        self.path = path
