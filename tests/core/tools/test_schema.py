from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.tools.schema import ToolArgsError, parse_arguments, validate

BATCH = {
    "type": "object",
    "required": ["questions"],
    "properties": {
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": True,
                "required": ["id", "question"],
                "properties": {
                    "id": {"type": "string"},
                    "question": {"type": "string"},
                    "multi_select": {"type": "boolean"},
                },
            },
        }
    },
}


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("", {}),
        ("{}", {}),
        ('{"a":1}', {"a": 1}),
        ("{no", "{no"),
        (" ", " "),
        ('{"a":NaN}', '{"a":NaN}'),
        ("[" * 100_000, "[" * 100_000),
        ("9" * 5000, float("inf")),
        ("null", None),
        (r'{"a":"\ud83d?","\udcff":"\ud83d\ude00"}', {"a": "\ufffd?", "\ufffd": "😀"}),
    ],
    ids=["empty", "object", "value", "broken", "blank", "nan", "deep", "huge", "null", "lone"],
)
def test_arguments_that_are_no_json_stay_text(raw: str, value: object) -> None:
    assert parse_arguments(raw) == value


@pytest.mark.parametrize(
    ("schema", "value", "violations"),
    [
        ({"type": "string"}, 1, ['"arguments" must be a string']),
        ({"type": "array"}, {}, ['"arguments" must be an array']),
        ({"type": "object"}, "{no", ['"arguments" must be an object']),
        ({"type": "boolean"}, 1, ['"arguments" must be a boolean']),
        ({"type": "number"}, True, ['"arguments" must be a number']),
        ({"type": "integer"}, 1.5, ['"arguments" must be an integer']),
        ({"type": "integer"}, 2.0, []),
        ({"type": "number"}, 1, []),
        ({"type": "null"}, 0, ['"arguments" must be null']),
        ({"type": ["string", "null"]}, None, []),
        ({"type": ["string", "null"]}, 1, ['"arguments" must be a string or null']),
        ({"enum": ["a", 1]}, True, ['"arguments" must be one of ["a",1]']),
        ({"enum": ["ü"]}, "u", ['"arguments" must be one of ["ü"]']),
        ({"const": {"a": 1}}, {"a": 2}, ['"arguments" must be {"a":1}']),
        ({}, object(), []),
        (BATCH, {"questions": None}, ['"questions" must be an array']),
        (
            {"type": "array", "items": {"type": "string"}},
            ["a", 1],
            ['"arguments[1]" must be a string'],
        ),
    ],
)
def test_violations(schema: dict[str, object], value: object, violations: list[str]) -> None:
    assert validate(schema, value) == violations


def test_the_order_is_missing_then_children_then_extra() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["z", "a"],
        "properties": {"b": {"type": "string"}, "a": {"type": "string"}, "c": {"type": "null"}},
    }
    assert validate(schema, {"x": 1, "c": 1, "b": 2}) == [
        'missing required property "z"',
        'missing required property "a"',
        '"b" must be a string',
        '"c" must be null',
        '"x" is not a declared property (additionalProperties: false)',
    ]


def test_a_named_root_leads_the_paths() -> None:
    value = {"questions": [{"id": 1}]}
    assert validate(BATCH, value, "value") == [
        'missing required property "value.questions[0].question"',
        '"value.questions[0].id" must be a string',
    ]


def test_extra_properties_may_have_a_schema() -> None:
    schema = {"type": "object", "additionalProperties": {"type": "string"}}
    assert validate(schema, {"a": "x", "b": 1}) == ['"b" must be a string']


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below),
    max_leaves=8,
)


@given(json_values)
def test_whatever_a_model_writes_is_parsed_and_judged(value: object) -> None:
    parsed = parse_arguments(json.dumps(value))
    assert parsed == value
    violations = validate(BATCH, parsed)
    valid = isinstance(value, dict) and isinstance(value.get("questions"), list)
    if not valid:
        assert len(violations) == 1
        assert str(ToolArgsError(violations)) == f"invalid arguments: {violations[0]}"
