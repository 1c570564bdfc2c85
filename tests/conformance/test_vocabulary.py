"""The README beside this file lists every word the vectors use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.vectors import Vector, load_all

README = Path(__file__).with_name("README.md")
VERBS = {"op", "do", "type", "command", "button", "reason", "kind", "identity", "signal"}
SITUATIONS = {
    *("provider", "signal", "answerer", "policy", "then", "outcome", "model", "calls", "status"),
    *("agent", "log_tail", "append"),
}

PLAYED = [vector for vector in load_all() if vector.applies != "web"]


def words_below(value: Any, *keys: str) -> Iterator[str]:
    """The plain words under these keys, at the top of a mapping."""
    for key in keys:
        found = value.get(key)
        for word in found if isinstance(found, list) else [found]:
            if isinstance(word, str):
                yield word


def words(vector: Vector) -> Iterator[str]:
    yield vector.area
    yield from words_below(vector.given, *SITUATIONS)
    yield from vector.given
    for step in vector.when if isinstance(vector.when, list) else [vector.when]:
        yield from words_below(step, *VERBS)


@pytest.mark.parametrize("area", sorted({vector.area for vector in PLAYED}))
def test_every_word_is_listed(area: str) -> None:
    text = README.read_text(encoding="utf-8")
    listed = set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))
    used = {word for vector in PLAYED if vector.area == area for word in words(vector)}
    assert sorted(used - listed) == []
