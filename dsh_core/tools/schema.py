"""The part of JSON Schema that tools use, and what is said about a value that breaks it.

Known keywords: `type` (one or several), `enum`, `const`, `properties`, `required`,
`additionalProperties` (false or a schema) and `items`. Others are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from dsh_core.base.errors import HarnessError
from dsh_core.base.plain import read_json
from dsh_core.base.sanitise import replace_surrogates_in_json

__all__ = ["ToolArgsError", "ToolOutputError", "parse_arguments", "validate"]

Schema = Mapping[str, object]

_TYPE_WORDS = {
    "string": "a string",
    "array": "an array",
    "object": "an object",
    "boolean": "a boolean",
    "number": "a number",
    "integer": "an integer",
}


class ToolArgsError(HarnessError):
    """A model's arguments break the tool's schema; code `INVALID_ARGS`."""

    def __init__(self, violations: Sequence[str]) -> None:
        super().__init__(f"invalid arguments: {'; '.join(violations)}", "INVALID_ARGS")


class ToolOutputError(HarnessError):
    """A tool returned a value that breaks its own schema; code `INVALID_TOOL_OUTPUT`."""

    def __init__(self, tool: str, violations: Sequence[str]) -> None:
        super().__init__(
            f'tool "{tool}" returned invalid output: {"; ".join(violations)}', "INVALID_TOOL_OUTPUT"
        )


def parse_arguments(raw: str) -> object:
    """Read a model's raw arguments.

    Nothing at all means `{}`. Text that is no JSON is returned as it is, for the
    validation to complain about. Lone surrogates become U+FFFD, for good.
    """
    if not raw:
        return {}
    try:
        return read_json(replace_surrogates_in_json(raw))
    except (ValueError, RecursionError):
        # No JSON, or nesting beyond any schema.
        return raw


def validate(schema: Schema, value: object, path: str = "") -> list[str]:
    """Return every violation, in the order of the contract (§2.5); empty when there is none.

    Args:
        schema: JSON Schema.
        value: JSON as Python values. A key whose value is None is present.
        path: What the root is called; empty means arguments.
    """
    name = f'"{path or "arguments"}"'
    complaint = _wrong_type(schema, value)
    if complaint:
        return [f"{name} {complaint}"]
    allowed = schema.get("enum")
    if isinstance(allowed, Sequence) and not any(_same(value, item) for item in allowed):
        return [f"{name} must be one of {_compact(allowed)}"]
    if "const" in schema and not _same(value, schema["const"]):
        return [f"{name} must be {_compact(schema['const'])}"]
    if isinstance(value, Mapping):
        return _validate_object(schema, value, path)
    if isinstance(value, list | tuple):
        return _validate_items(schema, value, path)
    return []


def _validate_object(schema: Schema, value: Mapping[str, object], path: str) -> list[str]:
    violations: list[str] = []
    required = schema.get("required")
    for key in required if isinstance(required, Sequence) else ():
        if key not in value:
            violations.append(f'missing required property "{_below(path, str(key))}"')
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    for key, child in properties.items():
        if key in value and isinstance(child, Mapping):
            violations += validate(child, value[key], _below(path, key))
    extra = schema.get("additionalProperties", True)
    for key in value:
        if key in properties:
            continue
        if extra is False:
            below = _below(path, key)
            violations.append(f'"{below}" is not a declared property (additionalProperties: false)')
        elif isinstance(extra, Mapping):
            violations += validate(extra, value[key], _below(path, key))
    return violations


def _validate_items(schema: Schema, value: Sequence[object], path: str) -> list[str]:
    items = schema.get("items")
    if not isinstance(items, Mapping):
        return []
    root = path or "arguments"
    violations: list[str] = []
    for index, item in enumerate(value):
        violations += validate(items, item, f"{root}[{index}]")
    return violations


def _wrong_type(schema: Schema, value: object) -> str | None:
    declared = schema.get("type")
    if isinstance(declared, str):
        if _has_type(value, declared):
            return None
        return f"must be {_TYPE_WORDS.get(declared, declared)}"
    if isinstance(declared, Sequence):
        names = [name for name in declared if isinstance(name, str)]
        if any(_has_type(value, name) for name in names):
            return None
        return "must be " + " or ".join(_TYPE_WORDS.get(name, name) for name in names)
    return None


def _has_type(value: object, name: str) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    match name:
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, list | tuple)
        case "object":
            return isinstance(value, Mapping)
        case "boolean":
            return isinstance(value, bool)
        case "number":
            return whole or isinstance(value, float)
        case "integer":
            return whole or (isinstance(value, float) and value.is_integer())
        case "null":
            return value is None
    return True


def _same(left: object, right: object) -> bool:
    """Compare as JSON does: `true` is not 1."""
    return isinstance(left, bool) is isinstance(right, bool) and left == right


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
