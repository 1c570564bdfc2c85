"""What changed between two plans: lines, and the parts of lines.

Counting and marking is by lines of the source, the same lines that the cursor and the comments
go by.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal

from dsh_core.form.plan_text import plan_lines

__all__ = ["Change", "PlanDiff", "diff_plans", "unified"]

_CONTEXT: Final = 3
"""Unchanged lines shown around each change."""
_SPACELESS: Final = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN: Final = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+|\s+|[^\w\s]")
"""A word; of scripts that part no words, a character."""
_LINE_LIMIT: Final = 1_000
"""Characters of a line beyond which its parts are not compared."""
_ALIKE: Final = 0.4
"""How alike two lines must be (0 to 1) for one to be a change of the other."""
_PAIRS: Final = 400
"""Pairs of lines of one change that are compared; in larger changes lines pair by position."""

_SIGNS: Final = {"same": " ", "added": "+", "removed": "-"}
"""Of a unified diff."""

_Opcode = tuple[str, int, int, int, int]
_Marks = tuple[tuple[int, int], ...]


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
    effort = _Effort()
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
        gone, came = range(old_from, old_to), range(new_from, new_to)
        rows.extend(_changed(old, new, gone, came, effort))
    if not added and not removed:
        return PlanDiff(moved=moved)
    return PlanDiff(tuple(_with_gaps(rows)), added, removed, moved)


def unified(old: str, new: str, old_name: str, new_name: str) -> str:
    """The unified diff of two plans; empty if their lines are equal, however the lines end."""
    rows = diff_plans(plan_lines(old), plan_lines(new)).rows
    if not rows:
        return ""
    lines = [f"--- {old_name}", f"+++ {new_name}"]
    old_at = new_at = 0
    for gap, group in groupby(rows, key=lambda row: row.kind == "gap"):
        hunk = list(group)
        if gap:
            hidden = sum(row.hidden for row in hunk)
            old_at, new_at = old_at + hidden, new_at + hidden
            continue
        gone = sum(row.kind != "added" for row in hunk)
        came = sum(row.kind != "removed" for row in hunk)
        lines.append(f"@@ -{_hunk_range(old_at, gone)} +{_hunk_range(new_at, came)} @@")
        lines += [f"{_SIGNS[row.kind]}{row.text}" for row in hunk]
        old_at, new_at = old_at + gone, new_at + came
    return "\n".join(lines)


def _hunk_range(start: int, count: int) -> str:
    """Lines as a unified diff counts them: no lines come after the line with that number."""
    return f"{start + 1}" if count == 1 else f"{start + (count > 0)},{count}"


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Opcode]:
    """As `difflib` gives them, between lines that both plans have exactly once.

    Those lines hold the two plans together. Without them the time would grow with the square of
    the number of changes.
    """
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    ends = len(old) - tail, len(new) - tail
    held = [(at, at) for at in range(head)]
    held += _held(old, new, range(head, ends[0]), range(head, ends[1]))
    held += [(ends[0] + at, ends[1] + at) for at in range(tail)]
    old_from = new_from = 0
    start = (0, 0)  # where the run of equal lines began that ends here
    for old_at, new_at in (*held, (len(old), len(new))):
        if (old_at, new_at) != (old_from, new_from):
            if start != (old_from, new_from):
                yield ("equal", start[0], old_from, start[1], new_from)
            matcher = difflib.SequenceMatcher(None, old[old_from:old_at], new[new_from:new_at])
            for tag, a, b, c, d in matcher.get_opcodes():
                yield (tag, old_from + a, old_from + b, new_from + c, new_from + d)
            start = old_at, new_at
        old_from, new_from = old_at + 1, new_at + 1
    if start != (len(old), len(new)):
        yield ("equal", start[0], len(old), start[1], len(new))


def _held(
    old: Sequence[str], new: Sequence[str], old_part: range, new_part: range
) -> list[tuple[int, int]]:
    """Lines that stand once in either part: as many as can be taken in order."""
    old_once, new_once = _once(old, old_part), _once(new, new_part)
    pairs = [(at, new_once[line]) for line, at in old_once.items() if line in new_once]
    # The longest run of rising places: for each length, the smallest place one can end at.
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for index, (_, new_at) in enumerate(pairs):
        length = bisect_left(ends, new_at)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1] = [new_at]
        last[length : length + 1] = [index]
    found: list[tuple[int, int]] = []
    step = last[-1] if last else None
    while step is not None:
        found.append(pairs[step])
        step = before[step]
    return found[::-1]


def _once(lines: Sequence[str], part: range) -> dict[str, int]:
    """The lines that stand once, and where, in order."""
    counts = Counter(lines[at] for at in part)
    return {lines[at]: at for at in part if counts[lines[at]] == 1}


@dataclass(slots=True)
class _Effort:
    """What the comparing of parts of lines may still take; beyond it whole middles are marked."""

    left: int = 4_000_000


def _changed(
    old: Sequence[str], new: Sequence[str], gone: range, came: range, effort: _Effort
) -> Iterator[Change]:
    """Lines that are gone, then those in their place; the parts that differ are marked."""
    old_marks: dict[int, _Marks] = {}
    new_marks: dict[int, _Marks] = {}
    for before, after in _pairs(old, new, gone, came):
        marks = _marks(old[before], new[after], effort)
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
    bags = {after: Counter(_TOKEN.findall(new[after][:_LINE_LIMIT])) for after in came}
    start = came.start
    for before in gone:
        rest = range(start, came.stop)
        if not rest:
            return
        bag = Counter(_TOKEN.findall(old[before][:_LINE_LIMIT]))
        alike, best = max((_likeness(bag, bags[after]), -after) for after in rest)
        if alike >= _ALIKE:
            yield before, -best
            start = -best + 1


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    """How much of two lines is the same, whatever its order, from 0 to 1."""
    size = old.total() + new.total()
    return 2 * (old & new).total() / size if size else 1.0


def _marks(old: str, new: str, effort: _Effort) -> tuple[_Marks, _Marks] | None:
    """The parts of two lines that differ; `None` if they have too little in common."""
    if max(len(old), len(new)) > _LINE_LIMIT:
        return None
    old_tokens, new_tokens = _TOKEN.findall(old), _TOKEN.findall(new)
    head = _alike(old_tokens, new_tokens)
    old_rest, new_rest = old_tokens[head:], new_tokens[head:]
    tail = _alike(old_rest[::-1], new_rest[::-1])
    old_rest, new_rest = old_rest[: len(old_rest) - tail], new_rest[: len(new_rest) - tail]
    cost = len(old_rest) * len(new_rest)
    if cost > effort.left:
        parts: Sequence[_Opcode] = [("replace", 0, len(old_rest), 0, len(new_rest))]
        same = head + tail
    else:
        effort.left -= cost
        matcher = difflib.SequenceMatcher(None, old_rest, new_rest, autojunk=False)
        parts = matcher.get_opcodes()
        same = head + tail + sum(block.size for block in matcher.get_matching_blocks())
    if 2 * same < _ALIKE * (len(old_tokens) + len(new_tokens)):
        return None
    old_places, new_places = _places(old_tokens), _places(new_tokens)
    old_marks: list[tuple[int, int]] = []
    new_marks: list[tuple[int, int]] = []
    for tag, old_from, old_to, new_from, new_to in parts:
        if tag == "equal":
            continue
        if old_to > old_from:
            old_marks.append((old_places[head + old_from], old_places[head + old_to]))
        if new_to > new_from:
            new_marks.append((new_places[head + new_from], new_places[head + new_to]))
    return tuple(old_marks), tuple(new_marks)


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """How many are equal from the start."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))


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
