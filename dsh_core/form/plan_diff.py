"""What changed between two plans: lines, and the parts of lines.

Counting and marking is by lines of the source, the same lines that the cursor and the comments
go by.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

__all__ = ["Change", "PlanDiff", "diff_plans", "unified"]

_CONTEXT: Final = 3
"""Unchanged lines shown around each change."""
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_LINE_LIMIT: Final = 1_000
"""Characters of a line beyond which its parts are not compared."""
_ALIKE: Final = 0.4
"""How alike two lines must be (0 to 1) for one to be a change of the other."""
_PAIRS: Final = 400
"""Pairs of lines of one change that are compared; in larger changes lines pair by position."""

_Opcode = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """One row of the view of changes.

    Attributes:
        kind: An unchanged line, one that is new, one that is gone, or unchanged lines left out.
        text: The line's source.
        line: Its line in the new plan, from 0; `None` if it is not there.
        old: Its line in the old plan; `None` if it was not there.
        marks: The parts of the text that differ from its counterpart, as start and end.
        hidden: How many lines a gap stands for.
    """

    kind: Literal["same", "added", "removed", "gap"]
    text: str = ""
    line: int | None = None
    old: int | None = None
    marks: tuple[tuple[int, int], ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class PlanDiff:
    """The changes from one plan to the next.

    Attributes:
        rows: The changed lines with their surroundings; empty if nothing changed.
        added: How many lines are new.
        removed: How many lines are gone.
        moved: Where each unchanged line of the old plan stands in the new one.
    """

    rows: tuple[Change, ...] = ()
    added: int = 0
    removed: int = 0
    moved: Mapping[int, int] = field(default_factory=dict)


def diff_plans(old: Sequence[str], new: Sequence[str]) -> PlanDiff:
    """Compare two plans line by line."""
    rows: list[Change] = []
    moved: dict[int, int] = {}
    added = removed = 0
    for tag, old_from, old_to, new_from, new_to in _opcodes(old, new):
        if tag == "equal":
            moved.update(zip(range(old_from, old_to), range(new_from, new_to), strict=True))
            rows.extend(
                Change("same", new[new_from + at], new_from + at, old_from + at)
                for at in range(old_to - old_from)
            )
            continue
        removed += old_to - old_from
        added += new_to - new_from
        rows.extend(_changed(old, new, range(old_from, old_to), range(new_from, new_to)))
    if not added and not removed:
        return PlanDiff(moved=moved)
    return PlanDiff(tuple(_with_gaps(rows)), added, removed, moved)


def unified(old: str, new: str, old_name: str, new_name: str) -> str:
    """The unified diff of two texts; empty if they are equal."""
    lines = difflib.unified_diff(
        old.split("\n"), new.split("\n"), old_name, new_name, lineterm="", n=_CONTEXT
    )
    return "\n".join(lines)


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Opcode]:
    """As `difflib` gives them; what is equal at both ends is not looked through."""
    most = min(len(old), len(new))
    head = 0
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if head:
        yield ("equal", 0, head, 0, head)
    matcher = difflib.SequenceMatcher(
        None, old[head : len(old) - tail], new[head : len(new) - tail]
    )
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        yield (tag, head + old_from, head + old_to, head + new_from, head + new_to)
    if tail:
        yield ("equal", len(old) - tail, len(old), len(new) - tail, len(new))


def _changed(old: Sequence[str], new: Sequence[str], gone: range, came: range) -> Iterator[Change]:
    """Lines that are gone, then those in their place; the parts that differ are marked."""
    old_marks: dict[int, tuple[tuple[int, int], ...]] = {}
    new_marks: dict[int, tuple[tuple[int, int], ...]] = {}
    for before, after in _pairs(old, new, gone, came):
        marks = _marks(old[before], new[after])
        if marks is not None:
            old_marks[before], new_marks[after] = marks
    for at in gone:
        yield Change("removed", old[at], None, at, old_marks.get(at, ()))
    for at in came:
        yield Change("added", new[at], at, None, new_marks.get(at, ()))


def _pairs(
    old: Sequence[str], new: Sequence[str], gone: range, came: range
) -> Iterator[tuple[int, int]]:
    """Which line became which, in order and without crossing."""
    if len(gone) * len(came) > _PAIRS or len(gone) == len(came):
        yield from zip(gone, came, strict=False)
        return
    start = came.start
    for before in gone:
        rest = range(start, came.stop)
        if not rest:
            return
        best = max(rest, key=lambda after: _likeness(old[before], new[after]))
        if _likeness(old[before], new[best]) >= _ALIKE:
            yield before, best
            start = best + 1


def _likeness(old: str, new: str) -> float:
    return difflib.SequenceMatcher(
        None, _TOKEN.findall(old[:_LINE_LIMIT]), _TOKEN.findall(new[:_LINE_LIMIT]), autojunk=False
    ).ratio()


def _marks(
    old: str, new: str
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] | None:
    """The parts of two lines that differ; `None` if they have too little in common."""
    if max(len(old), len(new)) > _LINE_LIMIT:
        return None
    old_tokens, new_tokens = _TOKEN.findall(old), _TOKEN.findall(new)
    matcher = difflib.SequenceMatcher(None, old_tokens, new_tokens, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return None
    old_places, new_places = _places(old_tokens), _places(new_tokens)
    old_marks: list[tuple[int, int]] = []
    new_marks: list[tuple[int, int]] = []
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            continue
        if old_to > old_from:
            old_marks.append((old_places[old_from], old_places[old_to]))
        if new_to > new_from:
            new_marks.append((new_places[new_from], new_places[new_to]))
    return tuple(old_marks), tuple(new_marks)


def _places(tokens: Sequence[str]) -> list[int]:
    places = [0]
    for token in tokens:
        places.append(places[-1] + len(token))
    return places


def _with_gaps(rows: Sequence[Change]) -> Iterator[Change]:
    """The rows near a change; a gap stands for each longer run of others."""
    keep = [False] * len(rows)
    for at, row in enumerate(rows):
        if row.kind != "same":
            for near in range(max(0, at - _CONTEXT), min(len(rows), at + _CONTEXT + 1)):
                keep[near] = True
    at = 0
    while at < len(rows):
        if keep[at]:
            yield rows[at]
            at += 1
            continue
        start = at
        while at < len(rows) and not keep[at]:
            at += 1
        if at - start == 1:
            yield rows[start]  # A gap would take as much room as the line.
        else:
            yield Change("gap", hidden=at - start)
