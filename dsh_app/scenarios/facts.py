"""What a scenario can know of the answers: questions about `Facts`, without any syntax."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dsh_core.base.plain import read_json
from dsh_core.features.ask_user import TOOL_NAME as ASK
from dsh_core.features.plan_mode import (
    DISCUSSED_TEXT,
    EXIT_TOOL,
    FEEDBACK_PREFIX,
    REFUSED_TEXT,
)
from dsh_core.models.script import Facts, PastCall
from dsh_core.questions.errors import ABORTED_MESSAGE, CANCELLED_MESSAGE

__all__ = [
    "NOT_ANSWERED",
    "SKIPPED",
    "Given",
    "answer_text",
    "answers_of",
    "approved",
    "dismissed",
    "failed",
    "feedback",
    "given",
    "newest_ask",
    "refused",
    "stopped",
]

NOT_ANSWERED = "not answered"
SKIPPED = "skipped"

_DISMISSED = {f"Error: {CANCELLED_MESSAGE}", f"Error: {DISCUSSED_TEXT}"}
_STOPPED = {
    f"Error: {ABORTED_MESSAGE}",
    "Error: tool call aborted",
    "Error: tool call aborted before dispatch",
}
_REFUSED = f"Error: {REFUSED_TEXT}"
_FEEDBACK = f"Error: {FEEDBACK_PREFIX}"


@dataclass(frozen=True, slots=True)
class Given:
    """What was answered to one question.

    Attributes:
        selected: The chosen labels.
        custom: The person's own words; None when there are none.
    """

    selected: tuple[str, ...] = ()
    custom: str | None = None

    @property
    def skipped(self) -> bool:
        """Whether the question was passed over."""
        return not self.selected and self.custom is None


def answers_of(call: PastCall) -> dict[str, Given] | None:
    """The answers a call to `ask_user_question` brought; None for any other result."""
    if call.name != ASK or call.is_error:
        return None
    try:
        value = read_json(call.text)
    except (ValueError, RecursionError):
        return None
    items = value.get("answers") if isinstance(value, dict) else None
    if not isinstance(items, list):
        return None
    found: dict[str, Given] = {}
    for item in items:
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            selected, custom = item.get("selected"), item.get("custom")
            labels = selected if isinstance(selected, list) else []
            found[item["id"]] = Given(
                tuple(label for label in labels if isinstance(label, str)),
                custom if isinstance(custom, str) else None,
            )
    return found


def newest_ask(facts: Facts, question: str) -> PastCall | None:
    """The newest call that asked `question` (an id)."""
    return next((call for call in reversed(facts.calls) if question in _asked(call)), None)


def _asked(call: PastCall) -> Sequence[object]:
    questions = (call.arguments or {}).get("questions") if call.name == ASK else None
    if not isinstance(questions, list):
        return ()
    return [item.get("id") for item in questions if isinstance(item, Mapping)]


def given(facts: Facts, question: str) -> Given | None:
    """What was answered the last time `question` was asked; None if it has no answer."""
    call = newest_ask(facts, question)
    return (answers_of(call) or {}).get(question) if call is not None else None


def answer_text(answer: Given | None) -> str:
    """An answer in words: labels and own words as they are, joined by commas."""
    if answer is None:
        return NOT_ANSWERED
    own = () if answer.custom is None else (answer.custom,)
    return ", ".join((*answer.selected, *own)) or SKIPPED


def feedback(call: PastCall) -> str | None:
    """The words a plan was sent back with; None when there are none."""
    if call.name == EXIT_TOOL and call.is_error and call.text.startswith(_FEEDBACK):
        return call.text.removeprefix(_FEEDBACK)
    return None


def approved(call: PastCall) -> bool:
    """Whether the plan was approved."""
    return call.name == EXIT_TOOL and not call.is_error


def refused(call: PastCall) -> bool:
    """Whether the plan was refused without a word, or the person let a tool not run."""
    if not call.is_error:
        return False
    return call.text in (_REFUSED, f'Error: the user rejected tool "{call.name}"')


def dismissed(call: PastCall) -> bool:
    """Whether the questions or the plan were put away to speak instead."""
    return call.is_error and call.text in _DISMISSED


def stopped(call: PastCall) -> bool:
    """Whether the call ended because the turn was stopped."""
    return call.is_error and call.text in _STOPPED


_EXPECTED: tuple[Callable[[PastCall], bool], ...] = (refused, dismissed, stopped)


def failed(call: PastCall) -> bool:
    """Whether the call failed in a way that no other word is for."""
    return call.is_error and feedback(call) is None and not any(test(call) for test in _EXPECTED)
