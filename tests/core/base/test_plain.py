from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.base.plain import (
    MAX_DEPTH,
    TooDeepError,
    clean,
    clean_object,
    content_text,
    depth_place,
    read_json,
)

TEXT = st.text(st.characters(categories=["L", "Cs", "So"]), max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_texts_and_keys_are_cleaned_at_any_place() -> None:
    value = {"a\udcff": ("\ud83d\ude00", [{"b": "\udcff"}]), "n": 1.5, "none": None}
    assert clean(value) == {"a\ufffd": ["😀", [{"b": "\ufffd"}]], "n": 1.5, "none": None}
    assert clean_object(value) == clean(value)


@given(JSON)
def test_what_was_cleaned_can_be_written_and_is_clean(value: object) -> None:
    cleaned = clean(value)
    assert json.loads(json.dumps(cleaned, ensure_ascii=False).encode()) == cleaned
    assert clean(cleaned) == cleaned


def test_what_it_is_given_stays_as_it_was() -> None:
    value: dict[str, object] = {"a": ["\udcff"]}
    clean(value)
    assert value == {"a": ["\udcff"]}


def test_depth_has_a_limit() -> None:
    assert clean(nested(MAX_DEPTH)) == nested(MAX_DEPTH)
    for deep in (nested(MAX_DEPTH + 1), nested(100_000)):
        with pytest.raises(TooDeepError) as caught:
            clean(deep)
        assert caught.value.code == "TOO_DEEP"
    assert clean_object({"a": nested(MAX_DEPTH - 1)}) == {"a": nested(MAX_DEPTH - 1)}
    with pytest.raises(TooDeepError):
        clean_object({"a": nested(MAX_DEPTH)})


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}', "", "{"])
def test_what_is_no_json_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_the_place_of_what_is_no_value_is_told(name: str) -> None:
    text = f'{{"NaN": "Infinity \\" NaN",\n  "é": {name}, "b": NaN}}'
    with pytest.raises(json.JSONDecodeError, match=f"not a JSON value: {name}: line 2") as caught:
        read_json(text)
    assert text[caught.value.pos :].startswith(f"{name}, ")


@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_of_any_length_is_json(sign: str) -> None:
    limit = sys.get_int_max_str_digits()
    assert read_json(f"[{sign}{'9' * limit}]") == [int(f"{sign}{'9' * limit}")]
    # As one that is written with an exponent.
    assert read_json(f"[{sign}{'9' * 5000}]") == read_json(f"[{sign}1e5000]")


def test_where_a_value_is_nested_too_deep() -> None:
    text = '{"[[": "\\"[[",\n"a": [[], [1], {"b": []}]}'
    assert depth_place(text, 4) is None
    places = [depth_place(text, most) for most in (3, 2, 1, 0)]
    assert [text[at:] for at in places if at is not None] == [
        "[]}]}",
        '[], [1], {"b": []}]}',
        '[[], [1], {"b": []}]}',
        text,
    ]


def test_json_is_read() -> None:
    assert read_json('{"a": [1, 2.5, null, "\\u00e9"]}') == {"a": [1, 2.5, None, "é"]}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        ([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}], "a\nb"),
        (({"type": "text", "text": "a"},), "a"),
        ([{"type": "text"}, {"type": "text", "text": 1}, "text", None], ""),
        (None, ""),
        ({"type": "text", "text": "a"}, ""),
    ],
)
def test_the_text_of_content(content: object, text: str) -> None:
    assert content_text(content) == text
