"""Comments on lines of a plan: found, put in order, and carried into the next plan."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dsh_core.base.text import is_blank
from dsh_core.form.plan_text import Comment

__all__ = ["comment_covering", "comment_on", "in_order", "reattach", "without_blank"]


def in_order(comments: Sequence[Comment]) -> tuple[Comment, ...]:
    """The comments by the lines they are on."""
    return tuple(sorted(comments, key=lambda comment: (comment.first, comment.last)))


def without_blank(comments: Sequence[Comment]) -> tuple[Comment, ...]:
    """The comments that say something."""
    return tuple(comment for comment in comments if not is_blank(comment.text))


def comment_on(comments: Sequence[Comment], first: int, last: int) -> int | None:
    """The index of the comment on exactly these lines."""
    for index, comment in enumerate(comments):
        if (comment.first, comment.last) == (first, last):
            return index
    return None


def comment_covering(comments: Sequence[Comment], line: int) -> int | None:
    """The index of the comment about a line; of several the one with the fewest lines."""
    found = [
        (comment.last - comment.first, index)
        for index, comment in enumerate(comments)
        if comment.first <= line <= comment.last
    ]
    return min(found)[1] if found else None


def reattach(
    comments: Sequence[Comment],
    lines: Sequence[str],
    earlier: Sequence[str] = (),
    moved: Mapping[int, int] | None = None,
) -> tuple[tuple[Comment, ...], tuple[Comment, ...]]:
    """Put comments on the lines of a revised plan.

    Args:
        comments: As they stood on the plan before.
        lines: The revised plan.
        earlier: The plan before, as far as it is known.
        moved: Where its lines stand now: it tells apart lines that read the same.

    Returns:
        The comments whose quoted lines stand in the plan, on those lines; and the stale ones,
        whose lines are gone. Where the lines stand several times, the nearest place is taken
        that is not known to be another line of the plan before.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        places[line].append(at)
    moved = moved or {}
    others = frozenset(moved.values())
    found: list[Comment] = []
    stale: list[Comment] = []
    for comment in comments:
        if tuple(earlier[comment.first : comment.last + 1]) == comment.quoted:
            first = _place(comment, lines, places, moved.get(comment.first), others)
        else:
            first = _place(comment, lines, places)
        if first is None:
            stale.append(comment)
        else:
            last = first + len(comment.quoted) - 1
            found.append(replace(comment, first=first, last=last))
    return in_order(found), tuple(stale)


def _place(
    comment: Comment,
    lines: Sequence[str],
    places: Mapping[str, list[int]],
    known: int | None = None,
    others: Collection[int] = (),
) -> int | None:
    quoted = list(comment.quoted)
    if not quoted:
        return None
    count = len(quoted)

    def stands(at: int) -> bool:
        return list(lines[at : at + count]) == quoted

    if known is not None and stands(known):
        return known
    candidates = places.get(quoted[0], [])
    middle = bisect_left(candidates, comment.first)
    before, after = middle - 1, middle
    # From the old place outwards, so that the first that fits is the nearest.
    while before >= 0 or after < len(candidates):
        take_before = before >= 0 and (
            after >= len(candidates)
            or comment.first - candidates[before] < candidates[after] - comment.first
        )
        at = candidates[before if take_before else after]
        if at not in others and stands(at):
            return at
        if take_before:
            before -= 1
        else:
            after += 1
    return None
