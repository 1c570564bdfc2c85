"""What an option or a question is called on screen.

The asker's label is what is sent; everything here is for the eyes only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dsh_core.base.sanitise import one_line
from dsh_core.base.text import WHITESPACE, is_blank
from dsh_core.questions.types import Question

__all__ = ["Label", "display_labels", "display_order", "is_recommended", "parse_label", "tab_title"]

_SUFFIXES: Final = tuple(
    opening + word + closing
    for opening, closing in ("()", "（）")
    for word in ("recommended", "推荐")
)


@dataclass(frozen=True, slots=True)
class Label:
    """An option's label, read.

    Attributes:
        display: The label without the suffix; may be empty.
        recommended: The asker marked it as recommended.
    """

    display: str
    recommended: bool


@lru_cache(maxsize=1024)
def parse_label(label: str) -> Label:
    """Read the suffix that recommends an option (contract §4.4).

    It is a matching pair of ASCII or full-width brackets at the very end with nothing but
    `recommended` (any case) or `推荐` in it; only one is taken off.
    """
    body = label.rstrip(WHITESPACE)
    for suffix in _SUFFIXES:
        if body[-len(suffix) :].lower() == suffix:
            return Label(body[: -len(suffix)].rstrip(WHITESPACE), True)
    return Label(label, False)


def is_recommended(question: Question, option: int) -> bool:
    """Whether the asker recommends the option at this position."""
    return parse_label((question.options or ())[option].label).recommended


def display_order(question: Question) -> tuple[int, ...]:
    """Option positions as listed: the recommended first, else the asker's order."""
    positions = range(len(question.options or ()))
    return tuple(sorted(positions, key=lambda at: not is_recommended(question, at)))


def display_labels(question: Question) -> tuple[str, ...]:
    """The display label of each option, by option position.

    Labels that read the same are told apart by `(1)`, `(2)`, counted in display order.
    """
    labels = [parse_label(option.label).display for option in question.options or ()]
    order = display_order(question)
    # A mark can make a label equal to one that already reads so: marking again ends it.
    while True:
        counts = Counter(map(one_line, labels))
        if all(count == 1 for count in counts.values()):
            return tuple(labels)
        numbers: Counter[str] = Counter()
        for at in order:
            reads = one_line(labels[at])
            if counts[reads] > 1:
                numbers[reads] += 1
                labels[at] = f"{labels[at].rstrip(WHITESPACE)} ({numbers[reads]})".lstrip(" ")


def tab_title(question: Question, index: int) -> str:
    """The question's short title on one line: its header, else `Q` and its number."""
    if question.header is None or is_blank(question.header):
        return f"Q{index + 1}"
    return one_line(question.header)
