"""A request for a person's answers as it comes in from outside: JSON in, questions out."""

from __future__ import annotations

import json

from dsh_app.source import InputError, Source
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.plain import MAX_DEPTH, TooDeepError, clean, depth_place, read_json
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.plain_batch import plain_batch
from dsh_core.questions.service import check_questions
from dsh_core.questions.types import Question

__all__ = ["parse_json", "parse_request", "read_request"]


def read_request(name: str, texts: Catalogue) -> tuple[Question, ...]:
    """Read a request from a file or, for `source.STDIN`, from standard input.

    Args:
        name: The file.
        texts: The language.

    Raises:
        InputError: If it is no request that could be put before a person.
    """
    source = Source(name, texts)
    return parse_request(source.read(), source)


def parse_request(text: str, source: Source) -> tuple[Question, ...]:
    """Read the JSON of a request, in the tool's spelling or the seam's, key by key.

    Args:
        text: The JSON.
        source: Where it came from.

    Raises:
        InputError: As `read_request`.
    """
    value = parse_json(text, source)
    # Almost every request is plainly right, and then the first frame need not wait for pydantic.
    questions = plain_batch(value)
    if questions is None:
        from dsh_core.questions.wire import WireError, parse_questions

        try:
            questions = parse_questions(value, either_spelling=True)
        except WireError as error:
            if isinstance(error.__cause__, TooDeepError):  # a list stands one level deeper there
                raise _too_deep(text, source, error, MAX_DEPTH - 1) from error
            raise source.wrong("input.at", error, problem=error.message) from error
    try:
        check_questions(questions)
    except UserQuestionError as error:
        raise source.wrong("input.at", error, problem=error.message) from error
    return questions


def parse_json(text: str, source: Source) -> object:
    """Read JSON, and nothing but JSON; lone surrogates in it become U+FFFD.

    Raises:
        InputError: If it is none, or nested deeper than `MAX_DEPTH`.
    """
    try:
        return clean(read_json(text))
    except json.JSONDecodeError as error:
        if not text.strip():
            raise source.wrong("input.empty", error) from error
        why = error.msg[:1].lower() + error.msg[1:]
        at = {"line": error.lineno, "column": error.colno}
        raise source.wrong("input.not_json_at", error, why=why, **at) from error
    except (RecursionError, TooDeepError) as error:
        raise _too_deep(text, source, error, MAX_DEPTH) from error


def _too_deep(text: str, source: Source, cause: Exception, most: int) -> InputError:
    at = depth_place(text, most) or 0
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return source.wrong("input.too_deep", cause, line=line, column=column, most=most)
