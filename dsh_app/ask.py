"""`dsh-app ask`: a request in, a person's answer out as one line of JSON.

What only some ways of asking need is imported by them: the first frame waits for every import.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from dsh_app.exit_status import ExitStatus
from dsh_app.outcome import Outcome, complain_of, print_line
from dsh_app.request import read_request
from dsh_app.settings import Settings
from dsh_app.source import STDIN, InputError, Source, stdin_is_terminal
from dsh_app.terminal import NoTerminalError, find_terminal, own_terminal
from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.answers_json import answer_json, compact_json
from dsh_core.questions.types import Question

if TYPE_CHECKING:
    from dsh_app.lines import Lines
    from dsh_app.presets import Presets
    from dsh_core.questions.types import Answer

__all__ = [
    "answer_person",
    "ask",
    "check_place",
    "conclude",
    "linear_lines",
    "run_lines",
    "terminal_kind",
]


def ask(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what `dsh-app ask` was told.

    Returns:
        The exit status.

    Raises:
        InputError: If the request, or the file with answers, cannot be used.
        NoTerminalError: If a person is needed and there is no terminal for one.
    """
    texts = settings.catalogue
    name = STDIN if arguments.request is None else arguments.request
    unattended = arguments.policy is not None or arguments.answers is not None
    # Whether there is a place to ask comes before the reading, which may take for ever.
    linear = arguments.linear
    if not unattended:
        linear = check_place(name, linear=linear, texts=texts)
    if arguments.request is None and stdin_is_terminal():
        raise Source(STDIN, texts).wrong("ask.no_request")
    if name == arguments.answers == STDIN:
        raise InputError(texts.text("ask.both_stdin"))
    questions = read_request(name, texts)
    if unattended:
        return conclude(_unattended(arguments, questions, texts), texts)
    if linear:
        with linear_lines(
            from_stdin=arguments.linear and name != STDIN, to_stderr=arguments.linear
        ) as lines:
            outcome = run_lines(questions, lines, texts, arguments.timeout)
        return conclude(outcome, texts)
    return answer_person(
        questions, settings, inline=arguments.inline, timeout=arguments.timeout, conclude=conclude
    )


def answer_person(
    questions: Sequence[Question],
    settings: Settings,
    *,
    inline: bool = False,
    timeout: float | None = None,
    since: str | None = None,
    conclude: Callable[[Outcome, Catalogue], int],
) -> int:
    """Ask on the terminal, whatever descriptors 0, 1 and 2 are, and conclude when it is back.

    Args:
        questions: The batch.
        settings: What is set.
        inline: A few lines below the prompt instead of the whole screen.
        timeout: Seconds after which it ends as aborted; None waits for ever.
        since: The plan whose changes are shown; None for none.
        conclude: Tells the caller how it ended, and returns the exit status.

    Raises:
        NoTerminalError: If there is no terminal to draw on.
        SettingsError: If a theme or a key that is set does not exist.
    """
    with own_terminal() as terminal:
        from dsh_app.asking import ask_on_screen

        outcome = ask_on_screen(
            questions, terminal, settings, inline=inline, timeout=timeout, since=since
        )
    terminal.end_if_stopped()  # told to end while the answer was on its way: the signal wins
    return conclude(outcome, settings.catalogue)


def conclude(outcome: Outcome, texts: Catalogue) -> int:
    """Print the answer on standard output, or the problem on standard error.

    Returns:
        The exit status: an answer that nobody takes counts as aborted.
    """
    if outcome.answer is not None and not print_line(answer_json(outcome.answer)):
        outcome = Outcome(ExitStatus.ABORTED, problem=texts.text("ask.undelivered"))
    if outcome.problem:
        complain_of(outcome.problem, texts)
    return outcome.status


def terminal_kind() -> str:
    """What may be done on the terminal: `full`, or `lines` on one that cannot move its cursor.

    Raises:
        NoTerminalError: If there is none, or this process is in the background.
    """
    os.close(find_terminal(lines=True))
    return "lines" if os.environ.get("TERM") == "dumb" else "full"


@contextmanager
def linear_lines(*, from_stdin: bool, to_stderr: bool = False) -> Iterator[Lines]:
    """Lines to ask in.

    Args:
        from_stdin: Answers from standard input and prompts on standard error; else answers from
            the terminal.
        to_stderr: Prompts on standard error also when answers come from the terminal; else they
            are on the terminal, too.

    Raises:
        NoTerminalError: If the terminal is needed and cannot be used.
    """
    from dsh_app.lines import Lines

    stderr = None if sys.stderr is None else 2
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    if from_stdin:
        yield Lines(None if sys.stdin is None else 0, stderr, encoding)
        return
    fd = find_terminal(lines=True)
    try:
        yield Lines(fd, stderr if to_stderr else fd, encoding)
    finally:
        os.close(fd)


def check_place(name: str, *, linear: bool, texts: Catalogue) -> bool:
    """Whether it will be asked in lines.

    Args:
        name: Where the request comes from, or `STDIN`.
        linear: Lines are wanted.
        texts: The language.

    Raises:
        NoTerminalError: If there is no place to ask at.
        InputError: If the request takes the only place answers could come from.
    """
    if not linear:
        return terminal_kind() == "lines"
    if name == STDIN:
        try:
            terminal_kind()
        except NoTerminalError as error:
            if error.reason == "none":
                raise InputError(texts.text("ask.no_terminal_for_answers"), error) from error
            raise
    elif stdin_is_terminal():
        with suppress(OSError):  # not our controlling terminal: it stops nobody
            if os.tcgetpgrp(0) != os.getpgrp():
                raise NoTerminalError("background")
    return True


def _unattended(
    arguments: argparse.Namespace, questions: Sequence[Question], texts: Catalogue
) -> Outcome:
    from dsh_app.presets import UnansweredError, answer_by_policy, read_presets

    presets: Presets = ()
    if arguments.answers is not None:
        presets = read_presets(arguments.answers, questions, texts)
    try:
        return Outcome(ExitStatus.DONE, answer_by_policy(questions, presets, arguments.policy))
    except UnansweredError as error:
        problem = texts.text("ask.unanswered", question=compact_json(str(error)))
        return Outcome(ExitStatus.UNUSABLE, problem=problem)


def run_lines(
    questions: Sequence[Question], lines: Lines, texts: Catalogue, timeout: float | None
) -> Outcome:
    """Ask in lines.

    Args:
        questions: The batch.
        lines: Where.
        texts: The language.
        timeout: Seconds after which it ends as aborted; None waits for ever.
    """
    from dsh_app.linear import LinearForm
    from dsh_app.lines import InputEndedError

    async def run() -> Answer | None:
        async with asyncio.timeout(timeout):
            return await LinearForm(questions, lines, texts).ask()

    try:
        answer = asyncio.run(run())
    except InputEndedError:
        lines.say("")
        return Outcome(ExitStatus.ABORTED, problem=texts.text("ask.input_ended"))
    except TimeoutError:
        lines.say("")
        problem = texts.text("ask.timed_out", seconds=f"{timeout:g}")
        return Outcome(ExitStatus.ABORTED, problem=problem)
    if answer is None:
        return Outcome(ExitStatus.DISMISSED)
    return Outcome(ExitStatus.DONE, answer)
