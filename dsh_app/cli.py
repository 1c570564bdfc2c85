"""The command line: what was asked for, and the exit status when it is done.

Only the standard library and the texts are imported here; textual comes with the command
that draws, so that `--help`, `--version` and a mistake are answered at once.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from dsh_app import __version__
from dsh_app.exit_status import ExitStatus
from dsh_app.scenarios.errors import ScenarioError
from dsh_app.terminal import NoTerminalError, own_terminal
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line

__all__ = ["main"]

PROGRAM = "dsh-app"


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one harmless line."""

    def error(self, message: str) -> NoReturn:
        texts = Catalogue()
        _complain(texts.text("cli.usage_error", program=PROGRAM, problem=one_line(message)))
        sys.exit(ExitStatus.UNUSABLE)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command."""
    texts = Catalogue()
    parser = _Parser(
        prog=PROGRAM,
        description=texts.text("cli.about"),
        epilog=texts.text("cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("-h", "--help", action="help", help=texts.text("cli.help"))
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {__version__}",
        help=texts.text("cli.version"),
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser(
        "run", help=texts.text("cli.run"), description=texts.text("cli.run"), add_help=False
    )
    run.add_argument("-h", "--help", action="help", help=texts.text("cli.help"))
    run.add_argument("scenario", nargs="?", metavar="SCENARIO", help=texts.text("cli.run.scenario"))
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says.

    Args:
        argv: The arguments after the program's name; None takes the process's own.

    Returns:
        The exit status, an `ExitStatus`.

    Raises:
        SystemExit: After `--help`, `--version` or a mistake in the arguments.
    """
    arguments = build_parser().parse_args(argv)
    texts = Catalogue()
    try:
        return _run(getattr(arguments, "scenario", None))
    except NoTerminalError as error:
        problem = texts.text(f"cli.no_terminal.{error.reason}")
    except ScenarioError as error:
        problem = one_line(error.message)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except Exception:  # noqa: BLE001 - the last one to see it: its status tells callers apart
        traceback.print_exc()
        _complain(texts.text("cli.internal", program=PROGRAM))
        return ExitStatus.INTERNAL
    _complain(texts.text("cli.error", program=PROGRAM, problem=problem))
    return ExitStatus.UNUSABLE


def _run(scenario: str | None) -> int:
    # The terminal first: without one there is nothing worth the time of importing.
    with own_terminal() as terminal:
        from dsh_app.run import run_scenario

        status = run_scenario(scenario, terminal)
    return terminal.status(status)


def _complain(line: str) -> None:
    """Write one line to standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError):  # a closed pipe: nobody wants to know
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
