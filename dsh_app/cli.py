"""The command line: what was asked for, and the exit status when it is done.

Only the standard library and the texts are imported here; textual comes with the command
that draws, so that `--help`, `--version` and a mistake are answered at once.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from dsh_app import __version__
from dsh_app.exit_status import ExitStatus
from dsh_app.outcome import PROGRAM, complain, complain_of
from dsh_app.scenarios.errors import ScenarioError
from dsh_app.settings import (
    Settings,
    SettingsError,
    add_options,
    load_settings,
    locale_language,
)
from dsh_app.source import InputError
from dsh_app.streams import escape_what_it_lacks, settle_streams
from dsh_app.terminal import NoTerminalError, ends_on_signals, own_terminal
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line

__all__ = ["main"]

POLICIES = ("recommended", "skip", "fail")


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one harmless line."""

    def error(self, message: str) -> NoReturn:
        texts = Catalogue(locale_language(os.environ))
        complain(texts.text("cli.usage_error", program=PROGRAM, problem=one_line(message)))
        sys.exit(ExitStatus.UNUSABLE)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; it speaks the language of the locale."""
    texts = Catalogue(locale_language(os.environ))
    parser = _Parser(
        prog=PROGRAM,
        description=texts.text("cli.about"),
        epilog=texts.text("cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.set_defaults(act=_run, scenario=None, linear=False)
    parser.add_argument("-h", "--help", action="help", help=texts.text("cli.help"))
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {__version__}",
        help=texts.text("cli.version"),
    )
    add_options(parser, texts)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = _command(commands, "run", texts)
    run.set_defaults(act=_run)
    run.add_argument("scenario", nargs="?", metavar="SCENARIO", help=texts.text("cli.run.scenario"))
    run.add_argument("--linear", action="store_true", help=texts.text("cli.run.linear"))
    _add_ask(commands, texts)
    review = _command(commands, "review", texts)
    review.set_defaults(act=_review)
    review.add_argument("plan", metavar="PLAN.md|-", help=texts.text("cli.review.plan"))
    review.add_argument("--since", metavar="OLD.md", help=texts.text("cli.review.since"))
    review.add_argument("--linear", action="store_true", help=texts.text("cli.linear"))
    add_timeout(review, texts)
    return parser


def _command(commands: argparse._SubParsersAction[_Parser], name: str, texts: Catalogue) -> _Parser:
    """Add a command; its texts are `cli.<name>` and, if there is one, `cli.<name>.more`."""
    words = texts.text(f"cli.{name}")
    more = f"cli.{name}.more"
    parser = commands.add_parser(
        name,
        help=words,
        description=words,
        epilog=texts.text(more) if texts.has(more) else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("-h", "--help", action="help", help=texts.text("cli.help"))
    add_options(parser, texts)
    return parser


def _add_ask(commands: argparse._SubParsersAction[_Parser], texts: Catalogue) -> None:
    ask = _command(commands, "ask", texts)
    ask.set_defaults(act=_ask)
    ask.add_argument("request", nargs="?", metavar="FILE|-", help=texts.text("cli.ask.request"))
    shape = ask.add_mutually_exclusive_group()
    shape.add_argument("--linear", action="store_true", help=texts.text("cli.linear"))
    shape.add_argument("--inline", action="store_true", help=texts.text("cli.ask.inline"))
    add_timeout(ask, texts)
    ask.add_argument("--answers", metavar="FILE", help=texts.text("cli.ask.answers"))
    ask.add_argument("--policy", choices=POLICIES, help=texts.text("cli.ask.policy"))


def add_timeout(parser: argparse.ArgumentParser, texts: Catalogue) -> None:
    """Add `--timeout`, which every command that waits for a person has."""
    parser.add_argument(
        "--timeout", type=_seconds, metavar="SECONDS", help=texts.text("cli.ask.timeout")
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says.

    Args:
        argv: The arguments after the program's name; None takes the process's own.

    Returns:
        The exit status, an `ExitStatus`.

    Raises:
        SystemExit: After `--help`, `--version` or a mistake in the arguments.
    """
    # Importing makes much that stays and little that goes: to look for the latter takes a tenth of
    # the time to a first frame. An app that has drawn it lets the collector work again.
    gc.disable()
    escape_what_it_lacks(sys.stdout)
    try:
        return _act(build_parser().parse_args(argv))
    finally:
        gc.enable()
        settle_streams()


def _act(arguments: argparse.Namespace) -> int:
    texts = Catalogue(locale_language(os.environ))
    try:
        settings = load_settings(os.environ, arguments)
        texts = settings.catalogue
        return int(arguments.act(arguments, settings))
    except NoTerminalError as error:
        problem = texts.text(f"cli.no_terminal.{error.reason}")
    except (InputError, ScenarioError, SettingsError) as error:
        problem = error.message
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except Exception:  # noqa: BLE001 - the last one to see it: its status tells callers apart
        traceback.print_exc()
        complain(texts.text("cli.internal", program=PROGRAM))
        return ExitStatus.INTERNAL
    complain_of(problem, texts)
    return ExitStatus.UNUSABLE


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    if not arguments.linear:
        try:
            # The terminal first: without one there is nothing worth the time of importing.
            with own_terminal() as terminal:
                from dsh_app.run import run_scenario

                gc.enable()
                status = run_scenario(arguments.scenario, terminal, settings)
            terminal.end_if_stopped()
            return status
        except NoTerminalError as error:
            if error.reason != "dumb":
                raise
    with ends_on_signals():
        from dsh_app.run_linear import run_lines

        gc.enable()
        return run_lines(arguments.scenario, settings.catalogue, from_stdin=arguments.linear)


def _ask(arguments: argparse.Namespace, settings: Settings) -> int:
    with ends_on_signals():
        from dsh_app.ask import ask

        return ask(arguments, settings)


def _review(arguments: argparse.Namespace, settings: Settings) -> int:
    with ends_on_signals():
        from dsh_app.review import review

        return review(arguments, settings)
