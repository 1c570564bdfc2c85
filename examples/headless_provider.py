"""Nobody is there: rules answer instead. What no rule is about is skipped, never guessed."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

import dsh_core as dsh


@dataclass(frozen=True)
class Rule:
    """Answers the questions whose id or text matches.

    Attributes:
        pattern: A regular expression, looked for in the id and in the question.
        says: A label of the question's options, or words of one's own.
    """

    pattern: str
    says: str

    def fits(self, question: dsh.Question) -> bool:
        """Whether the rule is about this question."""
        return any(re.search(self.pattern, text) for text in (question.id, question.question))


class RuleProvider:
    """Answers each question by the first rule that fits.

    A plan under review is skipped as well unless a rule is about it, and a plan
    that nobody approved is not carried out.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules

    async def ask(self, request: dsh.QuestionRequest) -> dsh.Answer:
        """Answer at once; no person is asked."""
        return dsh.Answer(tuple(map(self._item, request.questions)))

    def _item(self, question: dsh.Question) -> dsh.AnswerItem:
        rule = next((rule for rule in self._rules if rule.fits(question)), None)
        if rule is None:
            return dsh.AnswerItem(question.id)
        if any(option.label == rule.says for option in question.options or ()):
            return dsh.AnswerItem(question.id, (rule.says,))
        return dsh.AnswerItem(question.id, custom=rule.says)


async def main() -> str:
    service = dsh.UserQuestionService()
    service.register_provider(RuleProvider([Rule("^db$", "SQLite"), Rule("named?", "harbour")]))
    tools = dsh.ToolRegistry()
    tools.register(dsh.ask_user_tool(service))
    questions = [
        {"id": "db", "question": "Which database?", "options": [{"label": "SQLite"}]},
        {"id": "project", "question": "How shall it be named?"},
        {"id": "when", "question": "When does it ship?"},
    ]
    done = await tools.run("ask_user_question", {"questions": questions}, dsh.ToolExecution("1"))
    return done.text


if __name__ == "__main__":
    print(asyncio.run(main()))
