"""The tool with which a model asks a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from dsh_core.questions.answers_json import canonical_answer, compact_json
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import AgentRef, Option, Question, QuestionRequest
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolOutput
from dsh_core.tools.registry import ToolRegistry
from dsh_core.tools.schema import parse_arguments

__all__ = ["TOOL_NAME", "ask_user_tool", "register_ask_user"]

TOOL_NAME: Final = "ask_user_question"

_DESCRIPTION = (
    "Ask the person you work for, and wait for the answer. Use it when you need their "
    "confirmation, a choice between ways to go on, or something only they know; keep it "
    "short, and put questions that belong together into one call. They may skip a question, "
    "or answer in their own words instead of choosing."
)

_OPTION: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": True,
    "required": ["label"],
    "properties": {
        "label": {
            "type": "string",
            "description": "What the person reads and chooses; it comes back word for word.",
        },
        "description": {
            "type": "string",
            "description": "One sentence on what choosing it costs or changes.",
        },
    },
}

_QUESTION: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": True,
    "required": ["id", "question"],
    "properties": {
        "id": {
            "type": "string",
            "description": "A stable name for the question; the answer carries it too.",
        },
        "question": {"type": "string", "description": "The question itself."},
        "header": {
            "type": "string",
            "description": "A title of a word or two, such as Confirm or Choose Mode.",
        },
        "options": {
            "type": "array",
            "description": (
                "What can be chosen; without it the person answers in their own words. If you "
                "recommend one, put it first and end its label with (Recommended)."
            ),
            "items": _OPTION,
        },
        "multi_select": {
            "type": "boolean",
            "description": "Whether more than one option may be chosen; false if left out.",
        },
    },
}

_PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "required": ["questions"],
    "properties": {
        "questions": {
            "type": "array",
            "description": "The questions, at least one, in the order to ask them.",
            "items": _QUESTION,
        }
    },
}

_OUTPUT: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answers"],
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "selected"],
                "properties": {
                    "id": {"type": "string"},
                    "selected": {"type": "array", "items": {"type": "string"}},
                    "custom": {"type": "string"},
                },
            },
        }
    },
}


def ask_user_tool(questions: UserQuestionService) -> ToolDefinition:
    """Return the tool `ask_user_question` over a service (contract §2).

    It runs alone, has no time limit and ends early only by the turn's signal. Its
    value is `{answers: [{id, selected, custom?}]}`, and the model reads that as compact
    JSON.

    Args:
        questions: Asked with each call's agent and signal; its provider may come later.
    """

    async def execute(arguments: Mapping[str, object], execution: ToolExecution) -> ToolOutput:
        request = QuestionRequest(
            _questions(arguments),
            # The service checks by identity that this is a live agent.
            agent=cast("AgentRef | None", execution.agent),
            signal=execution.signal,
        )
        answer = await questions.ask(request)
        value = canonical_answer(answer)
        return ToolOutput(value=value, content=compact_json(value))

    return ToolDefinition(
        TOOL_NAME,
        _DESCRIPTION,
        _PARAMETERS,
        execute,
        output_schema=_OUTPUT,
        prepare=_mend,
    )


def register_ask_user(tools: ToolRegistry, questions: UserQuestionService) -> Callable[[], None]:
    """Add the tool to a registry.

    Returns:
        A disposer; calling it twice does nothing.
    """
    return tools.register(ask_user_tool(questions))


def _mend(arguments: object) -> object:
    """Decode a list that a model sent as JSON text; anything else stays for validation."""
    if not isinstance(arguments, Mapping):
        return arguments
    mended = _with_list(arguments, "questions")
    questions = mended.get("questions")
    if not isinstance(questions, list):
        return mended
    return {
        **mended,
        "questions": [
            _with_list(item, "options") if isinstance(item, Mapping) else item for item in questions
        ],
    }


def _with_list(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    text = value.get(key)
    if not isinstance(text, str):
        return value
    decoded = parse_arguments(text)  # no JSON comes back as it is, for validation to refuse
    return {**value, key: decoded} if isinstance(decoded, list) else value


def _questions(arguments: Mapping[str, object]) -> tuple[Question, ...]:
    items = cast("Sequence[Mapping[str, object]]", arguments["questions"])
    return tuple(_question(item) for item in items)


def _question(item: Mapping[str, object]) -> Question:
    """One question; what the schema does not name is dropped, and so is never shown."""
    return Question(
        cast(str, item["id"]),
        cast(str, item["question"]),
        header=cast("str | None", item.get("header")),
        options=_options(item),
        multi_select=cast("bool | None", item.get("multi_select")),
    )


def _options(item: Mapping[str, object]) -> tuple[Option, ...] | None:
    if "options" not in item:
        return None
    options = cast("Sequence[Mapping[str, object]]", item["options"])
    return tuple(_option(option) for option in options)


def _option(item: Mapping[str, object]) -> Option:
    """One option; its unknown keys go through to the provider."""
    extra = {key: value for key, value in item.items() if key not in ("label", "description")}
    description = cast("str | None", item.get("description"))
    return Option(cast(str, item["label"]), description, extra)
