"""What a person can set: a file, the locale, and options that go before both.

Everything is checked here, once; what comes out is a value that the rest of the app trusts. Only
the standard library and the texts are imported; the table of keys and a reader of TOML come when
there is something for them to do, since a first frame waits for every import.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.base.errors import HarnessError
from dsh_core.base.sanitise import one_line

if TYPE_CHECKING:
    from dsh_widgets.keymap import Keymap, KeyRow

__all__ = [
    "DEFAULT_THEME",
    "OUR_THEMES",
    "Settings",
    "SettingsError",
    "add_options",
    "load_settings",
    "locale_language",
    "locale_needs_ascii",
    "settings_keymap",
    "settings_path",
]

OUR_THEMES: Final = ("dsh-dark", "dsh-light")
DEFAULT_THEME: Final = OUR_THEMES[0]

_FOLDER: Final = "dsh-app"
_FILE: Final = "settings.toml"

_TOP: Final = ("language", "theme", "ascii", "notifications", "keys")
_NOTIFICATIONS: Final = ("bell", "desktop")


class SettingsError(HarnessError):
    """Settings cannot be used; code `BAD_SETTINGS`. The message is one line.

    Args:
        message: It names the file and the setting, and says what was expected.
        cause: What led to it.
    """

    def __init__(self, message: str, cause: BaseException | None = None) -> None:
        super().__init__(one_line(message), "BAD_SETTINGS", cause)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set.

    Attributes:
        language: One of `LANGUAGES`.
        theme: The name of a theme; whether there is one is known when the app starts.
        ascii_only: Draw with ASCII characters only.
        bell: Ring when something waits and nobody looks.
        desktop: Send a desktop notification then.
        keys: Keys by action id, in place of the table's own.
        origin: The file the keys come from, for messages; empty for none.
        theme_origin: The file the theme comes from; empty for an option or the default.
    """

    language: str = "en"
    theme: str = DEFAULT_THEME
    ascii_only: bool = False
    bell: bool = True
    desktop: bool = False
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    origin: str = ""
    theme_origin: str = ""

    @property
    def catalogue(self) -> Catalogue:
        """The texts in the language and alphabet that are set."""
        return Catalogue(self.language, ascii_only=self.ascii_only)


def settings_path(environ: Mapping[str, str]) -> Path:
    """Where the settings file is: below `$XDG_CONFIG_HOME`, or `~/.config` without it."""
    base = environ.get("XDG_CONFIG_HOME", "")
    home = Path(environ.get("HOME") or Path.home())
    # A relative path in the variable is to be ignored, says the convention.
    folder = Path(base) if base and Path(base).is_absolute() else home / ".config"
    return folder / _FOLDER / _FILE


def add_options(parser: argparse.ArgumentParser, texts: Catalogue) -> None:
    """Add the options that go before the file: `--language`, `--ascii`, `--theme`.

    An option that was not given leaves no trace in the namespace, so that a command may have the
    same options as the program before it.
    """
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help=texts.text("cli.language", languages=", ".join(LANGUAGES)),
    )
    parser.add_argument(
        "--theme",
        metavar="NAME",
        default=argparse.SUPPRESS,
        help=texts.text("cli.theme", themes=", ".join(OUR_THEMES)),
    )
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        default=argparse.SUPPRESS,
        help=texts.text("cli.ascii"),
    )


def load_settings(
    environ: Mapping[str, str],
    options: argparse.Namespace | None = None,
    *,
    path: Path | None = None,
) -> Settings:
    """Put the options before the file, and the file before the locale.

    Args:
        environ: The environment: where the file is, and the locale.
        options: What `add_options` added; None for none.
        path: Another file, which must be there.

    Raises:
        SettingsError: If the file cannot be read or anything in it is wrong.
    """
    given = vars(options) if options is not None else {}
    # A mistake in the file is told in a language that does not depend on the file.
    words = Catalogue(given.get("language") or locale_language(environ))
    file = path or settings_path(environ)
    values = _read(file, words, needed=path is not None)
    reader = _Reader(str(file), words)
    settings = reader.settings(values, environ)
    ascii_only = bool(given.get("ascii", settings.ascii_only))
    language = str(given.get("language", settings.language))
    theme = str(given.get("theme", settings.theme))
    if "language" not in given and "language" not in values and ascii_only:
        language = "en"
    return replace(
        settings,
        language=language,
        theme=theme,
        ascii_only=ascii_only,
        origin=str(file),
        theme_origin=str(file) if "theme" in values and "theme" not in given else "",
    )


def settings_keymap(settings: Settings, rows: Sequence[KeyRow] | None = None) -> Keymap:
    """Return the table of keys, with those that are set in place of its own.

    Args:
        settings: What is set.
        rows: The table; None for the widgets' own.

    Raises:
        SettingsError: If the table would not hold: an unknown action or key, a character where
            characters are text, two actions on one key, or an essential action without any.
    """
    from dsh_widgets.key_rows import WIDGET_ROWS
    from dsh_widgets.keymap import Keymap, check

    rows = WIDGET_ROWS if rows is None else rows
    if errors := check(rows, settings.keys):
        words = Catalogue(settings.language)
        raise _problem(settings.origin, words, "settings.keys", problem=errors[0].text(words))
    return Keymap(rows).with_overrides(settings.keys)


def locale_language(environ: Mapping[str, str]) -> str:
    """The language of the messages of a locale; English for one that is not spoken here."""
    value = _first(environ, "LC_ALL", "LC_MESSAGES", "LANG")
    language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]


def locale_needs_ascii(environ: Mapping[str, str]) -> bool:
    """Whether the locale's characters are not UTF-8.

    A locale without a charset, or none at all, says nothing: terminals speak UTF-8 today.
    """
    value = _first(environ, "LC_ALL", "LC_CTYPE", "LANG")
    if value in ("C", "POSIX"):
        return True
    charset = value.partition(".")[2].partition("@")[0]
    return bool(charset) and charset.lower().replace("-", "") != "utf8"


def _first(environ: Mapping[str, str], *names: str) -> str:
    return next((value for name in names if (value := environ.get(name, ""))), "")


def _read(file: Path, words: Catalogue, *, needed: bool) -> dict[str, object]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if not needed:
            return {}
        raise _problem(str(file), words, "settings.unreadable", reason=error.strerror) from error
    except OSError as error:
        raise _problem(str(file), words, "settings.unreadable", reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise _problem(str(file), words, "settings.unreadable", reason=error) from error
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _problem(str(file), words, "settings.syntax", reason=error) from error


def _problem(file: str, words: Catalogue, key: str, **values: object) -> SettingsError:
    problem = words.text(key, **values)
    return SettingsError(words.text("settings.error", file=file, problem=problem))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Checks the values of a file; every mistake names the file and the setting."""

    file: str
    words: Catalogue

    def settings(self, values: Mapping[str, object], environ: Mapping[str, str]) -> Settings:
        self._known(values, _TOP, "")
        ascii_only = self._boolean(values, "ascii", locale_needs_ascii(environ))
        language = self._string(values, "language", locale_language(environ))
        if language not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            raise self._wrong("choice", "language", expected, repr(language))
        notifications = self._table(values, "notifications")
        self._known(notifications, _NOTIFICATIONS, "notifications.")
        return Settings(
            language=language,
            theme=self._string(values, "theme", DEFAULT_THEME),
            ascii_only=ascii_only,
            bell=self._boolean(notifications, "bell", True, "notifications."),
            desktop=self._boolean(notifications, "desktop", False, "notifications."),
            keys=self._keys(self._table(values, "keys")),
        )

    def _known(self, values: Mapping[str, object], known: Sequence[str], place: str) -> None:
        for name in values:
            if name not in known:
                raise _problem(
                    self.file,
                    self.words,
                    "settings.unknown",
                    setting=f"{place}{name}",
                    known=", ".join(known),
                )

    def _boolean(
        self, values: Mapping[str, object], name: str, default: bool, place: str = ""
    ) -> bool:
        value = values.get(name, default)
        if not isinstance(value, bool):
            raise self._mistyped(place + name, "boolean", value)
        return value

    def _string(self, values: Mapping[str, object], name: str, default: str) -> str:
        value = values.get(name, default)
        if not isinstance(value, str):
            raise self._mistyped(name, "string", value)
        return value

    def _table(self, values: Mapping[str, object], name: str) -> Mapping[str, object]:
        value = values.get(name, {})
        if not isinstance(value, dict):
            raise self._mistyped(name, "table", value)
        return value

    def _keys(self, table: Mapping[str, object]) -> Mapping[str, tuple[str, ...]]:
        keys: dict[str, tuple[str, ...]] = {}
        for action, value in table.items():
            if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
                raise self._mistyped(f"keys.{action}", "keys", value)
            keys[action] = tuple(value)
        return MappingProxyType(keys)

    def _mistyped(self, setting: str, expected: str, value: object) -> SettingsError:
        return self._wrong(
            "type", setting, self.words.text(f"settings.expected.{expected}"), _given(value)
        )

    def _wrong(self, kind: str, setting: str, expected: str, given: str) -> SettingsError:
        return _problem(
            self.file,
            self.words,
            f"settings.{kind}",
            setting=setting,
            expected=expected,
            given=given,
        )


def _given(value: object) -> str:
    """A value as TOML spells it, near enough to find it, and short."""
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(dict(value) if isinstance(value, dict) else value)
    return text if len(text) <= 40 else f"{text[:40]}…"
