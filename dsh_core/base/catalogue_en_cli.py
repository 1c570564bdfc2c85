"""The English texts of the command line: help, and the one line that says why not."""

from __future__ import annotations

from typing import Final

__all__ = ["CLI_TEXTS"]

CLI_TEXTS: Final[dict[str, str]] = {
    "cli.about": "Answer your agents' questions and review their plans, in a terminal.",
    "cli.examples": (
        "examples:\n"
        "  dsh-app                    start with the default scenario\n"
        "  dsh-app run                the same\n"
        "  dsh-app run my.yaml        start with a scenario of yours\n"
        "\n"
        "exit status: 0 left, 2 bad input or no terminal, 4 told to end, 70 internal error,\n"
        "130 interrupted. Inside, ? shows every key and Ctrl+Q quits."
    ),
    "cli.version": "print the version and exit",
    "cli.help": "print this help and exit",
    "cli.run": "start the app with a scripted agent",
    "cli.run.scenario": "a YAML file, or the name of a scenario that comes with the app",
    "cli.language": "the language of the app: {languages} (by default the settings' or locale's)",
    "cli.ascii": "draw with ASCII characters only",
    "cli.theme": "the name of a theme, such as {themes}",
    "cli.usage_error": "{program}: {problem}; see {program} --help",
    "cli.error": "{program}: {problem}",
    "cli.no_terminal.none": "no terminal: this is a full-screen app, start it from a terminal",
    "cli.no_terminal.background": "in the background: bring it to the front (fg) and start again",
    "cli.no_terminal.dumb": "TERM is dumb: a full-screen app needs a terminal that can move its "
    "cursor",
    "cli.internal": "{program}: internal error, see above",
    # What is wrong with the settings.
    "settings.error": "{file}: {problem}",
    "settings.unreadable": "cannot be read: {reason}",
    "settings.syntax": "not valid TOML: {reason}",
    "settings.unknown": "there is no setting {setting!r} (there are: {known})",
    "settings.type": "{setting} must be {expected}, not {given}",
    "settings.choice": "{setting} must be one of {expected}, not {given}",
    "settings.keys": "keys: {problem}",
    "settings.expected.boolean": "true or false",
    "settings.expected.string": "a string",
    "settings.expected.table": "a table",
    "settings.expected.keys": 'a list of keys, such as ["x", "ctrl+x"]',
    # What is wrong with a file or with what comes in.
    "input.stdin": "standard input",
    "input.at": "{place}: {problem}",
    "input.directory": "{place}: is a directory, expected a file",
    "input.unreadable": "{place}: cannot be read: {why}",
    "input.nul": "{place}: no file has a NUL in its name",
    "input.too_large": "{place}: is larger than {size} MiB",
    "input.encoding": "{place}: byte 0: is {encoding}, expected UTF-8",
    "input.byte_order_mark": "{place}: byte 0: a byte order mark, expected UTF-8 without one",
    "input.not_utf8": "{place}: byte {at}: is not UTF-8",
    "input.binary": "{place}: byte {at}: is binary, expected UTF-8 text",
    "input.empty": "{place}: line 1 column 1: is not JSON: it is empty",
    "input.not_json_at": "{place}: line {line} column {column}: is not JSON: {why}",
    "input.too_deep": "{place}: line {line} column {column}: is nested deeper than {most}",
    "answers.no_object": "{place}: expected an object, {shapes}",
    "answers.no_question": "{place}: there is no question {question} to answer",
    "answers.too_many": "{place}: question {question} is answered more often than it is asked",
    "answers.misfit": "{place}: answer for {question}: {why}",
    "answers.shape": (
        "{place}: answer for {question}: must be a text, a list of labels, or an object with "
        '"selected" and "custom"'
    ),
}
