"""The words after `when:` as predicates over the conversation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from dsh_app.scenarios import facts as known
from dsh_app.scenarios.facts import Given
from dsh_app.scenarios.tree import Item, choice, hint
from dsh_core.models.script import Facts, PastCall, Predicate

__all__ = ["WORDS", "Reference", "read_condition"]

Matches = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Reference:
    """A question that is named somewhere; checked when all questions are known."""

    question: str
    item: Item


@dataclass(frozen=True, slots=True)
class _Word:
    question: bool = False
    value: bool = False


WORDS: dict[str, _Word] = {
    "picked": _Word(question=True, value=True),
    "typed": _Word(question=True, value=True),
    "skipped": _Word(question=True),
    "dismissed": _Word(question=True),
    "approved": _Word(),
    "refused": _Word(),
    "feedback": _Word(value=True),
    "failed": _Word(),
    "said": _Word(value=True),
    "spoke": _Word(),
}
"""What each word may be followed by: a question's id, and `= value` or `~ value`."""

_SYNTAX = re.compile(
    r"\s*(?P<no>not\s+)?(?P<word>[^\s=~]+)(?:\s+(?P<id>[^=~]*[^=~\s]))?\s*"
    r"(?:(?P<op>[=~])\s*(?P<value>.*?)\s*)?",
    re.DOTALL,
)


def read_condition(item: Item, references: list[Reference]) -> Predicate:
    """Compile one condition, or a list of conditions that must all hold.

    Args:
        item: The value of `when`.
        references: Gets the questions that are named.

    Raises:
        ScenarioError: If it is none.
    """
    if item.elements is not None:
        parts = [_one(part, references) for part in item.sequence("conditions")]
        return lambda facts: all(part(facts) for part in parts)
    return _one(item, references)


def _one(item: Item, references: list[Reference]) -> Predicate:
    match = _SYNTAX.fullmatch(item.text("a condition such as picked, or typed name ~ word"))
    if match is None:
        item.fail(f"a condition that starts with {choice(WORDS)}")
    word, question, value = match["word"], match["id"], match["value"]
    if word not in WORDS:
        raise item.error(f"expected {choice(WORDS)}, got {word!r}{hint(word, WORDS)}")
    if question is not None:
        if not WORDS[word].question:
            raise item.error(f"expected no question after {word!r}, got {question!r}")
        references.append(Reference(question, item))
    if value is not None and not WORDS[word].value:
        raise item.error(f"expected no value after {word!r}, got {value!r}")
    if value is not None and value.startswith("="):
        raise item.error(f"expected one '=', got {match['op'] + '='!r}")
    if value == "":
        raise item.error(f"expected a value after {match['op']!r}, got nothing")
    matches = _matches(match["op"], value)
    predicate = _predicate(word, question, matches)
    if match["no"]:
        return lambda facts: not predicate(facts)
    return predicate


def _matches(operator: str | None, value: str | None) -> Matches:
    if operator is None or value is None:
        return lambda _text: True
    if operator == "=":
        return lambda text: text.strip() == value
    folded = value.casefold()
    return lambda text: folded in text.casefold()


_CALL_WORDS: dict[str, Callable[[PastCall], bool]] = {
    "dismissed": known.dismissed,
    "approved": known.approved,
    "refused": known.refused,
    "failed": known.failed,
}


def _predicate(word: str, question: str | None, matches: Matches) -> Predicate:
    if word == "said":
        return lambda facts: bool(facts.message) and matches(facts.message)
    if word == "spoke":
        return lambda facts: facts.spoke
    if word in _CALL_WORDS:
        test = _CALL_WORDS[word]
        return lambda facts: (call := _call(facts, question)) is not None and test(call)
    if word == "feedback":
        return lambda facts: (
            facts.last is not None
            and (text := known.feedback(facts.last)) is not None
            and matches(text)
        )
    answered: dict[str, Callable[[Given], bool]] = {
        "picked": lambda answer: any(matches(label) for label in answer.selected),
        "typed": lambda answer: answer.custom is not None and matches(answer.custom),
        "skipped": lambda answer: answer.skipped,
    }
    test_answer = answered[word]
    # A batch is skipped when all of it is; it is picked or typed when any of it is.
    join = all if word == "skipped" else any

    def holds(facts: Facts) -> bool:
        call = _call(facts, question)
        answers = known.answers_of(call) if call is not None else None
        if not answers:
            return False
        if question is not None:
            return question in answers and test_answer(answers[question])
        return join(test_answer(answer) for answer in answers.values())

    return holds


def _call(facts: Facts, question: str | None) -> PastCall | None:
    return facts.last if question is None else known.newest_ask(facts, question)
