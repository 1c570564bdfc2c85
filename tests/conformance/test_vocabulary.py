"""The README beside this file lists every word the vectors use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.test_closed import PLAYED, is_data
from tests.conformance.vectors import Vector

README = Path(__file__).with_name("README.md")


def words_of(area: str, path: str, value: Any) -> Iterator[str]:
    """The plain words of a value, at any depth, as far as it is not data."""
    if is_data(area, path):
        return
    if isinstance(value, str):
        yield value
    for key, below in value.items() if isinstance(value, dict) else ():
        yield from words_of(area, f"{path}.{key}", below)
    for below in value if isinstance(value, list) else ():
        yield from words_of(area, f"{path}.*", below)


def words(vector: Vector) -> Iterator[str]:
    yield vector.area
    yield from vector.given
    yield from words_of(vector.area, "given", vector.given)
    for step in vector.steps:
        yield from words_of(vector.area, "step", step)


@pytest.mark.parametrize("area", sorted({vector.area for vector in PLAYED}))
def test_every_word_is_listed(area: str) -> None:
    text = README.read_text(encoding="utf-8")
    listed = set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))
    used = {word for vector in PLAYED if vector.area == area for word in words(vector)}
    assert sorted(used - listed) == []
