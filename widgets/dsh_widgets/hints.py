"""One line that says which keys matter now; the way out is always on it.

The stock footer takes tens of milliseconds for each change of focus and knows one language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.keymap import Keymap
from dsh_widgets.still_lines import StillLines

__all__ = ["Hint", "HintLine", "fit_hints", "scope_hints"]

_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Hint:
    """A key and what it does, as a person reads them.

    Attributes:
        key: Such as "Enter".
        label: Such as "answer".
        essential: It gives way last.
    """

    key: str
    label: str
    essential: bool = False

    @property
    def width(self) -> int:
        """In cells, with the blank between key and label."""
        return cell_len(self.key) + 1 + cell_len(self.label)


@lru_cache(maxsize=64)
def scope_hints(
    keymap: Keymap, scope: str, catalogue: Catalogue, *, without: frozenset[str] = frozenset()
) -> tuple[Hint, ...]:
    """The hints of a scope, from the same table the keys are looked up in.

    Args:
        keymap: The table.
        scope: Where the keyboard is.
        catalogue: The language.
        without: Wider scopes that do not hold now, and actions that do nothing now.
    """
    return tuple(
        Hint(keymap.display(row.id, catalogue), catalogue.text(row.label), row.essential)
        for row in keymap.hints(scope)
        if row.scope not in without and row.id not in without
    )


def fit_hints(hints: Sequence[Hint], width: int) -> tuple[Hint, ...]:
    """Return the hints that fit, in their order.

    What is not essential goes first, from the right; then the essential ones from the right, but
    never the last of them: it is the way out. If all of those stay, the others that fit beside
    them do: a short one may have room where a longer one has none.
    """
    essential = [at for at, hint in enumerate(hints) if hint.essential]
    out = (essential or list(range(len(hints))))[-1:]
    others = [at for at in range(len(hints)) if at not in essential]
    kept = list(range(len(hints)))
    for at in (*reversed(others), *reversed(essential)):
        if _width([hints[kept_at] for kept_at in kept]) <= width:
            break
        if at not in out:
            kept.remove(at)
    for at in others if set(kept) >= set(essential) else ():
        if at not in kept and _width([hints[each] for each in (*kept, at)]) <= width:
            kept.append(at)
    return tuple(hints[at] for at in sorted(kept))


def _width(hints: Sequence[Hint]) -> int:
    return sum(hint.width for hint in hints) + _GAP * max(0, len(hints) - 1)


class HintLine(StillLines, Widget):
    """The keys that matter now, on one line."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {"hint-line--key", "hint-line--label"}

    DEFAULT_CSS = """
    HintLine {
        height: 1;
        width: 1fr;

        & > .hint-line--key { color: $text-accent; text-style: bold; }
        & > .hint-line--label { color: $foreground 65%; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.auto_links = False
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Replace the hints; nothing is drawn if they are as before."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def render(self) -> VisualType:
        parts: list[str | Content | tuple[str, str]] = []
        for hint in fit_hints(self._hints, self.size.width):
            if parts:
                parts.append(" " * _GAP)
            parts.append((hint.key, ".hint-line--key"))
            parts.append((f" {hint.label}", ".hint-line--label"))
        line = Content.assemble(*parts, strip_control_codes=False)
        return line.truncate(self.size.width, ellipsis=True) if self.size.width else line
