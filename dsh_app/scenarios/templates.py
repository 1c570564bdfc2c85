"""Texts with `{placeholders}` that quote the conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from dsh_app.scenarios import facts as known
from dsh_app.scenarios.conditions import Reference
from dsh_app.scenarios.tree import Item, choice, hint
from dsh_core.models.script import Facts, Template

__all__ = ["read_data", "read_template"]

_Piece = str | Callable[[Facts], str]
_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def _picked(facts: Facts, question: str) -> str:
    answer = known.given(facts, question)
    return ", ".join(answer.selected) if answer is not None else ""


def _typed(facts: Facts, question: str) -> str:
    answer = known.given(facts, question)
    return answer.custom or "" if answer is not None else ""


def _answer(facts: Facts, question: str) -> str:
    return known.answer_text(known.given(facts, question))


def _all_answers(facts: Facts) -> str:
    newest: dict[str, known.Given] = {}
    for call in facts.calls:
        newest.update(known.answers_of(call) or {})
    return "\n".join(f"- {name}: {known.answer_text(newest[name])}" for name in newest)


def _feedback(facts: Facts) -> str:
    texts = (known.feedback(call) for call in reversed(facts.calls))
    return next((text for text in texts if text is not None), "")


def _result(facts: Facts) -> str:
    return facts.last.text if facts.last is not None else ""


_OF_QUESTION: dict[str, Callable[[Facts, str], str]] = {
    "answers": _answer,
    "picked": _picked,
    "typed": _typed,
}
_ALONE: dict[str, Callable[[Facts], str]] = {
    "answers": _all_answers,
    "feedback": _feedback,
    "message": lambda facts: facts.message,
    "result": _result,
}
_FORMS = (*_ALONE, *(f"{name}.<question id>" for name in _OF_QUESTION))


def read_template(item: Item, references: list[Reference], expected: str = "text") -> Template:
    """Compile a text; line breaks at its end, which block scalars have, do not count.

    Args:
        item: The text.
        references: Gets the questions it names.
        expected: What the message says was expected.

    Raises:
        ScenarioError: If it is no text, or not a template.
    """
    return _compile(item, item.text(expected).rstrip("\n"), references)


def read_data(item: Item, references: list[Reference]) -> Callable[[Facts], object]:
    """Compile plain JSON whose texts are templates; keys are taken as they are."""
    if item.elements is not None:
        parts = [read_data(part, references) for part in item.elements]
        return lambda facts: [part(facts) for part in parts]
    if item.entries is not None:
        fields = {key: read_data(part, references) for key, part in item.entries.items()}
        return lambda facts: {key: part(facts) for key, part in fields.items()}
    value = item.value()
    if isinstance(value, str):
        return _compile(item, value, references)
    return lambda _facts: value


def json_text(value: object) -> str:
    """Arguments as a model writes them."""
    return json.dumps(value, ensure_ascii=False)


def _compile(item: Item, text: str, references: list[Reference]) -> Template:
    pieces: list[_Piece] = []
    end = 0
    for match in _TOKEN.finditer(text):
        pieces.append(text[end : match.start()])
        end = match.end()
        token = match[0]
        if token in ("{{", "}}"):
            pieces.append(token[0])
        elif match[1] is None:
            raise item.error(f"expected a template, got a lone {token!r} (write {token * 2!r})")
        else:
            pieces.append(_placeholder(item, match[1], references))
    pieces.append(text[end:])
    if all(isinstance(piece, str) for piece in pieces):
        whole = "".join(piece for piece in pieces if isinstance(piece, str))
        return lambda _facts: whole
    return lambda facts: "".join(
        piece if isinstance(piece, str) else piece(facts) for piece in pieces
    )


def _placeholder(item: Item, name: str, references: list[Reference]) -> Callable[[Facts], str]:
    if name in _ALONE:
        return _ALONE[name]
    kind, dot, question = name.partition(".")
    if dot and question and kind in _OF_QUESTION:
        references.append(Reference(question, item))
        fill = _OF_QUESTION[kind]
        return lambda facts: fill(facts, question)
    known_names = {*_ALONE, *_OF_QUESTION}
    raise item.error(
        f"expected one of {choice(_FORMS)} between braces, got {{{name}}}"
        f"{hint(kind, known_names)} (write {{{{ and }}}} for braces)"
    )
