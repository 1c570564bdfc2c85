"""`dsh-app review`: a plan in, a person's verdict out as an exit status and one line of JSON."""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import Final

from dsh_app.ask import answer_person, check_place, conclude, linear_lines, run_lines
from dsh_app.exit_status import ExitStatus
from dsh_app.outcome import Outcome
from dsh_app.settings import Settings
from dsh_app.source import STDIN, InputError, Source, stdin_is_terminal
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line, sanitise
from dsh_core.base.text import is_blank
from dsh_core.form.plan_diff import unified
from dsh_core.questions.types import AnswerItem, Option, PlanReviewIntent, Question

__all__ = ["APPROVE", "QUESTION_ID", "REFUSE", "review"]

QUESTION_ID: Final = "plan-review"
APPROVE: Final = "Approve"
REFUSE: Final = "Refuse"
"""The labels in the answer; they are for programs, so they are the same in every language."""


def review(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what `dsh-app review` was told.

    Returns:
        The exit status: 0 only if the plan was approved without another word.

    Raises:
        InputError: If a plan cannot be read.
        NoTerminalError: If there is no terminal to ask on.
    """
    texts = settings.catalogue
    sources = (arguments.plan, arguments.since)
    name = STDIN if STDIN in sources else arguments.plan
    linear = check_place(name, linear=arguments.linear, texts=texts)
    if sources == (STDIN, STDIN):
        raise InputError(texts.text("review.both_stdin"))
    if name == STDIN and stdin_is_terminal():
        raise Source(STDIN, texts).wrong("review.no_plan")
    source = Source(arguments.plan, texts)
    plan = source.read()
    if is_blank(plan):
        raise source.wrong("review.empty")
    since = None if arguments.since is None else Source(arguments.since, texts).read()
    question = _question(plan, arguments.plan, texts)
    if not linear:
        return answer_person(
            [question], settings, timeout=arguments.timeout, since=since, conclude=_conclude
        )
    with linear_lines(
        from_stdin=arguments.linear and name != STDIN, to_stderr=arguments.linear
    ) as lines:
        if since is not None:
            old, new = _name(arguments.since, texts), _name(arguments.plan, texts)
            changes = sanitise(unified(since, plan, old, new))
            lines.say(changes or texts.text("review.unchanged", name=old))
        outcome = run_lines([question], lines, texts, arguments.timeout)
    return _conclude(outcome, texts)


def _question(plan: str, name: str, texts: Catalogue) -> Question:
    return Question(
        QUESTION_ID,
        texts.text("review.question", name=_name(name, texts)),
        detail=plan,
        header=texts.text("plan.header"),
        options=(Option(APPROVE), Option(REFUSE)),
        intent=PlanReviewIntent(APPROVE),
    )


def _name(source: str, texts: Catalogue) -> str:
    return texts.text("review.stdin") if source == STDIN else one_line(PurePath(source).name)


def _conclude(outcome: Outcome, texts: Catalogue) -> int:
    """Print the answer; anything but a plain yes is not to be taken for one."""
    status = conclude(outcome, texts)
    answers = () if outcome.answer is None else outcome.answer.answers
    if status == ExitStatus.DONE and answers != (AnswerItem(QUESTION_ID, (APPROVE,)),):
        return ExitStatus.REFUSED
    return status
