"""The questions of an `ask` step."""

from __future__ import annotations

from collections.abc import Callable

from dsh_app.scenarios.conditions import Reference
from dsh_app.scenarios.templates import json_text, read_template
from dsh_app.scenarios.tree import Item
from dsh_core.models.script import Facts, Template

__all__ = ["read_ask"]

_QUESTION = ("id", "question", "header", "options", "multi_select")
_OPTION = ("label", "description")

_Fill = Callable[[Facts], object]


def read_ask(item: Item, ids: dict[str, Item], references: list[Reference]) -> Template:
    """Compile a batch of questions to the arguments of `ask_user_question`.

    Args:
        item: The list of questions.
        ids: Gets the id of each question of the scenario.
        references: Gets the questions that texts name.

    Raises:
        ScenarioError: If it is no list of questions.
    """
    seen: set[str] = set()
    questions: list[_Fill] = []
    for entry in item.sequence("a list of questions"):
        questions.append(_question(entry, references))
        identity = (entry.entries or {})["id"]
        name = identity.text()
        if name in seen:
            raise identity.error(f"expected each id once, got {name!r} again")
        seen.add(name)
        ids.setdefault(name, identity)
    return lambda facts: json_text({"questions": [fill(facts) for fill in questions]})


def _question(item: Item, references: list[Reference]) -> _Fill:
    entries = item.mapping("a question", _QUESTION, ("id", "question"))
    name = entries["id"].text()
    fields: dict[str, _Fill] = {
        "id": lambda _facts: name,
        "question": read_template(entries["question"], references),
    }
    if "header" in entries:
        fields["header"] = read_template(entries["header"], references)
    if "options" in entries:
        choices = entries["options"].sequence("a list of options")
        options = [_option(choice, references) for choice in choices]
        fields["options"] = lambda facts: [fill(facts) for fill in options]
    if "multi_select" in entries:
        several = entries["multi_select"].flag("true or false")
        fields["multi_select"] = lambda _facts: several
    return _object(fields)


def _option(item: Item, references: list[Reference]) -> _Fill:
    if item.scalar is not None:
        return _object({"label": read_template(item, references, "an option")})
    entries = item.mapping("an option (a text, or label and description)", _OPTION, ("label",))
    return _object(
        {key: read_template(entries[key], references) for key in _OPTION if key in entries}
    )


def _object(fields: dict[str, _Fill]) -> _Fill:
    return lambda facts: {key: fill(facts) for key, fill in fields.items()}
