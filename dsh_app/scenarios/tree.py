"""YAML text as a tree of items that know their line and their path.

The tree is built from parser events without recursion and without constructing
anything: no tags, no aliases, so a file can neither run code nor grow.
Scalars are read by the rules of YAML 1.2 (`yes` and `on` are text).
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Never

import yaml

from dsh_app.scenarios.errors import ScenarioError
from dsh_core.base.sanitise import replace_surrogates

__all__ = ["MAX_DEPTH", "Item", "choice", "hint", "parse_tree"]

MAX_DEPTH = 32
_SHOWN = 40
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Plain = str | int | float | bool | None


@dataclass(slots=True, eq=False)
class Item:
    """One value of the file, with the means to read it strictly.

    Attributes:
        file: The file's name in messages.
        line: Counted from 1.
        path: The keys that lead here; empty for the root.
        scalar: The text of a scalar; None for a list or mapping.
        plain: Whether a scalar was written without quotes.
        elements: The items of a list; None for anything else.
        entries: The items of a mapping by key; None for anything else.
        key_lines: Where each key of a mapping stands.
    """

    file: str
    line: int
    path: str = ""
    scalar: str | None = None
    plain: bool = False
    elements: list[Item] | None = None
    entries: dict[str, Item] | None = None
    key_lines: dict[str, int] = field(default_factory=dict)

    def fail(self, expected: str) -> Never:
        """Raise for a value that is not what was expected."""
        raise self.error(f"expected {expected}, got {self.shown}")

    def error(self, problem: str) -> ScenarioError:
        """An error that points here."""
        return ScenarioError(self.file, problem, line=self.line, path=self.path)

    @property
    def shown(self) -> str:
        """The value in a few words, for messages."""
        if self.elements is not None:
            return "a list" if self.elements else "an empty list"
        if self.entries is not None:
            return "a mapping" if self.entries else "an empty mapping"
        value = self.value()
        if value is None:
            return "nothing"
        if isinstance(value, str):
            text = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
            return f'"{text}"' if text else "an empty text"
        return str(self.scalar)

    def value(self) -> Plain:
        """A scalar by the rules of YAML 1.2: text, number, boolean or None."""
        text = self.scalar or ""
        if not self.plain:
            return text
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if _NUMBER.fullmatch(text):
            if re.fullmatch(r"[-+]?\d{1,18}", text):
                return int(text)
            number = float(text)
            return number if math.isfinite(number) else text
        return text

    def text(self, expected: str = "text", *, blank: bool = False) -> str:
        """A scalar as it is written, whatever it would otherwise mean.

        Args:
            expected: What the message says was expected.
            blank: Whether an empty text will do.
        """
        if self.scalar is None or self.value() is None:
            self.fail(expected)
        if not blank and not self.scalar.strip():
            self.fail(f"{expected} that is not blank")
        return self.scalar

    def number(self, expected: str, *, least: float = 0) -> float:
        """A number of at least `least`."""
        value = self.value() if self.scalar is not None else None
        if isinstance(value, bool) or not isinstance(value, int | float) or value < least:
            self.fail(expected)
        return value

    def flag(self, expected: str = "on or off") -> bool:
        """A switch: on, off, true or false."""
        if self.scalar in ("on", "true"):
            return True
        if self.scalar in ("off", "false"):
            return False
        self.fail(expected)

    def sequence(self, expected: str) -> list[Item]:
        """The items of a list that is not empty."""
        if not self.elements:
            self.fail(expected)
        return self.elements

    def mapping(
        self, expected: str, known: Collection[str], required: Collection[str] = ()
    ) -> dict[str, Item]:
        """The entries of a mapping that has no other than the `known` keys."""
        if self.entries is None:
            self.fail(expected)
        for key in self.entries:
            if key not in known:
                raise ScenarioError(
                    self.file,
                    f"expected {choice(known)}, got the unknown key {key!r}{hint(key, known)}",
                    line=self.key_lines[key],
                    path=self.path,
                )
        for key in required:
            if key not in self.entries:
                raise self.error(f"expected the key {key!r}, got {_keys(self.entries)}")
        return self.entries

    def data(self) -> object:
        """The value as plain JSON."""
        if self.elements is not None:
            return [item.data() for item in self.elements]
        if self.entries is not None:
            return {key: item.data() for key, item in self.entries.items()}
        return self.value()

    def walk(self) -> Iterator[Item]:
        """This item and all below it."""
        yield self
        for item in (*(self.elements or ()), *(self.entries or {}).values()):
            yield from item.walk()


def choice(words: Collection[str]) -> str:
    """`a, b or c`."""
    first = list(words)
    return first[0] if len(first) == 1 else f"{', '.join(first[:-1])} or {first[-1]}"


def hint(word: str, known: Collection[str]) -> str:
    """` (did you mean …?)`, or nothing when no known word is near."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _keys(entries: dict[str, Item]) -> str:
    return f"only {choice([repr(key) for key in entries])}" if entries else "an empty mapping"


def parse_tree(text: str, file: str) -> Item:
    """Parse the text of one file.

    Raises:
        ScenarioError: If it is not one YAML document of plain values, or has
            nothing in it.
    """
    builder = _Builder(file)
    try:
        for event in yaml.parse(replace_surrogates(text), Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        line, problem = _syntax(error, text)
        raise ScenarioError(
            file, f"expected YAML, got: {problem}", line=line, cause=error
        ) from error
    if builder.root is None or (builder.root.plain and builder.root.value() is None):
        raise ScenarioError(file, "expected a scenario, got an empty file")
    return builder.root


def _syntax(error: yaml.YAMLError, text: str) -> tuple[int | None, str]:
    """Where the parser stopped and why; for what people do often, also what to do instead."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    position = getattr(error, "position", None)
    line = None
    if mark is not None:
        line = mark.line + 1
    elif isinstance(position, int):
        line = replace_surrogates(text).encode()[:position].count(b"\n") + 1
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
    return line, f"{problem}{_advice(error, str(problem), mark, text)}"


def _advice(error: yaml.YAMLError, problem: str, mark: Any, text: str) -> str:
    if "cannot start any token" in problem and mark is not None:
        found = text.split("\n")[mark.line][mark.column : mark.column + 1]
        return " (a tab; indent with blanks)" if found == "\t" else f" ({found!r}; quote the text)"
    if "mapping values are not allowed" in problem:
        return " (quote a text that holds ': ')"
    opened = getattr(error, "context_mark", None)
    if "end of stream" in problem and opened is not None:
        return f" (the quotes in line {opened.line + 1} are never closed)"
    return ""


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being filled."""

    item: Item
    key: str | None = None


class _Builder:
    def __init__(self, file: str) -> None:
        self.root: Item | None = None
        self._file = file
        self._open: list[_Open] = []

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            self._refuse(line, f"a plain value, got the alias *{event.anchor}")
        if isinstance(event, yaml.ScalarEvent):
            self._tag(event, line)
            plain = event.style is None or event.style == ""
            self._add(
                line,
                lambda path: Item(
                    self._file, line, path, scalar=replace_surrogates(event.value), plain=plain
                ),
            )
        elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            self._tag(event, line)
            self._begin(isinstance(event, yaml.SequenceStartEvent), line)
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self._open.pop()
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._refuse(line, "one document, got a second one")

    def _begin(self, is_list: bool, line: int) -> None:
        if len(self._open) >= MAX_DEPTH:
            self._refuse(line, f"at most {MAX_DEPTH} levels, got more")

        def make(path: str) -> Item:
            item = Item(self._file, line, path)
            if is_list:
                item.elements = []
            else:
                item.entries = {}
            return item

        self._open.append(_Open(self._add(line, make)))

    def _add(self, line: int, make: Callable[[str], Item]) -> Item:
        if not self._open:
            self.root = make("")
            return self.root
        parent = self._open[-1]
        path = parent.item.path
        if parent.item.elements is not None:
            item = make(f"{path}[{len(parent.item.elements)}]")
            parent.item.elements.append(item)
            return item
        entries = parent.item.entries
        assert entries is not None
        if parent.key is None:
            item = make(path)
            if item.scalar is None:
                self._refuse(line, "a key, got a list or mapping")
            if item.scalar in entries:
                raise item.error(f"expected each key once, got {item.scalar!r} again")
            parent.key = item.scalar
            parent.item.key_lines[item.scalar] = line
            return item
        item = make(f"{path}.{parent.key}" if path else parent.key)
        entries[parent.key] = item
        parent.key = None
        return item

    def _tag(self, event: Any, line: int) -> None:
        if event.tag is not None and event.tag != "!":
            self._refuse(line, f"a plain value, got the tag {event.tag}")

    def _refuse(self, line: int, problem: str) -> Never:
        path = self._open[-1].item.path if self._open else ""
        raise ScenarioError(self._file, f"expected {problem}", line=line, path=path)
