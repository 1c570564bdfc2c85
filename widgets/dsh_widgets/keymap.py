"""One table of keys: what each does where, checked before it is used.

The handler, the hint line and the help read the same table, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.key_names import canonical_key, display_key, is_printable_key

__all__ = ["PARENTS", "TEXT_SCOPES", "KeyRow", "Keymap", "KeymapError", "check"]

PARENTS: Final[Mapping[str, str | None]] = {
    "list": "panel",
    "review": "panel",
    "plan": "panel",
    "approval": "panel",
    "panel": "dock",
    "text": "dock",
    "filter": "dock",
    "comments": "panel",
    "feedback": "dock",
    "comment": "dock",
    "composer": "dock",
    "transcript": "dock",
    "dock": "app",
    "app": None,
    # A confirm line takes every key itself: one does it, any other goes back.
    "confirm": None,
}
"""Every scope and the one that is asked after it.

"panel" holds the single letters that mean the same on every part without a text, "dock" what
holds everywhere while a request is pending, "app" what holds everywhere.
"""

TEXT_SCOPES: Final = frozenset({"text", "filter", "feedback", "comment", "composer", "dock", "app"})
"""Where a printable key is text, so that no row may take one."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One thing keys can do.

    Attributes:
        id: Its name in settings and to the handler.
        scope: Where it holds; one of `PARENTS`.
        keys: What does it, the one to show first. Names as a person spells them.
        label: The catalogue key of what it does, in a few words.
        hint: Its place on the hint line, counted from 1; 0 is not there.
        essential: Without a key there would be no way out or on, so it must keep one; on the
            hint line it is the last to go.
        over: Ids of wider scopes whose keys it takes on purpose.
    """

    id: str
    scope: str
    keys: tuple[str, ...]
    label: str
    hint: int = 0
    essential: bool = False
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeymapError:
    """One thing wrong with a table or with settings laid over it.

    Attributes:
        kind: The catalogue key of the message, under `keymap.error.*`.
        values: What the message names.
    """

    kind: str
    values: tuple[tuple[str, str], ...] = ()

    def text(self, catalogue: Catalogue) -> str:
        return catalogue.text(self.kind, **dict(self.values))

    def __str__(self) -> str:
        return self.text(Catalogue("en"))


class Keymap:
    """The table, ready to be asked.

    Args:
        rows: All of it; the app's rows after the widgets' own.

    Raises:
        ValueError: If `check` finds anything wrong with the rows.
    """

    def __init__(self, rows: Iterable[KeyRow]) -> None:
        self._rows = tuple(rows)
        if errors := check(self._rows, {}):
            raise ValueError("; ".join(map(str, errors)))
        self._by_id = {row.id: row for row in self._rows}
        self._actions: dict[tuple[str, str], str] = {}
        for row in self._rows:
            for key in _canonical(row.keys):
                self._actions[row.scope, key] = row.id

    def action(self, scope: str, key: str) -> str | None:
        """Return the id of what a key does in a scope, asking the wider scopes after it.

        Args:
            scope: One of `PARENTS`.
            key: The key's name as Textual reports it.

        Returns:
            None if the key means nothing there.
        """
        for place in _chain(scope):
            if (action := self._actions.get((place, key))) is not None:
                return action
        return None

    def keys(self, action: str) -> tuple[str, ...]:
        """The canonical names of the keys of an action, the one to show first.

        Raises:
            KeyError: If there is no such action.
        """
        return _canonical(self._by_id[action].keys)

    def display(self, action: str, catalogue: Catalogue | None = None) -> str:
        """Return the first key of an action as a person reads it; empty if it has none.

        Args:
            action: An id.
            catalogue: Words of keys; English if None.

        Raises:
            KeyError: If there is no such action.
        """
        keys = self.keys(action)
        return display_key(keys[0], catalogue or Catalogue("en")) if keys else ""

    def row(self, action: str) -> KeyRow:
        """Return the row of an action. Raises `KeyError` if there is none."""
        return self._by_id[action]

    def rows(self, scope: str, *, inherited: bool = False) -> tuple[KeyRow, ...]:
        """Return the rows of a scope in table order, with `inherited` also of the wider ones."""
        places = _chain(scope) if inherited else (scope,)
        return tuple(row for place in places for row in self._rows if row.scope == place)

    def hints(self, scope: str) -> tuple[KeyRow, ...]:
        """Return what belongs on the hint line of a scope, in the order it is shown."""
        rows = [row for row in self.rows(scope, inherited=True) if row.hint and row.keys]
        return tuple(sorted(rows, key=lambda row: row.hint))

    def with_overrides(self, overrides: Mapping[str, Sequence[str]]) -> Keymap:
        """Return the table with other keys for some actions; an empty list takes them away.

        Raises:
            ValueError: If `check` finds anything wrong with the overrides.
        """
        if errors := check(self._rows, overrides):
            raise ValueError("; ".join(map(str, errors)))
        return Keymap(_overridden(self._rows, overrides))


def check(
    rows: Iterable[KeyRow], overrides: Mapping[str, Sequence[str]] | None = None
) -> list[KeymapError]:
    """Return everything wrong with a table, or with settings laid over it.

    Found are: an id that is there twice, or in settings only; an unknown scope; a key nobody can
    press; a printable key where keys are text; one key for two actions where one would hide the
    other; an essential action without a key.

    Args:
        rows: The table.
        overrides: Keys by action id that replace the table's.
    """
    rows = tuple(rows)
    overrides = overrides or {}
    errors = _identity_errors(rows, overrides)
    if errors:
        return errors
    rows = _overridden(rows, overrides)
    for row in rows:
        errors.extend(_key_errors(row))
        if row.essential and not row.keys:
            errors.append(_error("essential", action=row.id))
    errors.extend(_clashes(rows))
    return errors


def _identity_errors(
    rows: tuple[KeyRow, ...], overrides: Mapping[str, Sequence[str]]
) -> list[KeymapError]:
    errors = []
    known = set()
    for row in rows:
        if row.id in known:
            errors.append(_error("twice", action=row.id))
        known.add(row.id)
        if row.scope not in PARENTS:
            errors.append(_error("scope", action=row.id, scope=row.scope))
    errors.extend(
        _error("unknown_id", action=action) for action in overrides if action not in known
    )
    return errors


def _key_errors(row: KeyRow) -> list[KeymapError]:
    errors = []
    for key in row.keys:
        name = canonical_key(key)
        if name is None:
            errors.append(_error("unknown_key", action=row.id, key=key))
        elif row.scope in TEXT_SCOPES and is_printable_key(name):
            errors.append(_error("printable", action=row.id, key=key, scope=row.scope))
    return errors


def _clashes(rows: tuple[KeyRow, ...]) -> list[KeymapError]:
    errors = []
    taken: dict[tuple[str, str], KeyRow] = {}
    for row in rows:
        for key in _canonical(row.keys):
            other = taken.setdefault((row.scope, key), row)
            if other is not row:
                errors.append(_error("clash", key=key, action=row.id, other=other.id))
    for row in rows:
        for key in _canonical(row.keys):
            for place in _chain(row.scope)[1:]:
                hidden = taken.get((place, key))
                if hidden is not None and hidden.id not in row.over:
                    errors.append(_error("clash", key=key, action=row.id, other=hidden.id))
    return errors


def _error(kind: str, **values: str) -> KeymapError:
    return KeymapError(f"keymap.error.{kind}", tuple(values.items()))


def _overridden(
    rows: tuple[KeyRow, ...], overrides: Mapping[str, Sequence[str]]
) -> tuple[KeyRow, ...]:
    return tuple(
        replace(row, keys=tuple(overrides[row.id])) if row.id in overrides else row for row in rows
    )


def _canonical(keys: Iterable[str]) -> tuple[str, ...]:
    """The canonical names, each once; unknown keys are left out."""
    names = (canonical_key(key) for key in keys)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def _chain(scope: str) -> tuple[str, ...]:
    """The scope and the wider ones. Raises `KeyError` for an unknown scope."""
    chain = [scope]
    while (parent := PARENTS[chain[-1]]) is not None:
        chain.append(parent)
    return tuple(chain)
