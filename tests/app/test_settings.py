"""The settings file, the locale and the options: what comes out, and what is said of a mistake."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from dsh_app.settings import (
    DEFAULT_THEME,
    Settings,
    SettingsError,
    add_options,
    load_settings,
    locale_language,
    locale_needs_ascii,
    settings_keymap,
    settings_path,
)
from dsh_core.base.catalogue import Catalogue


def environ(home: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(home), "LANG": "en_US.UTF-8", **more}


def write(home: Path, text: str) -> Path:
    path = settings_path(environ(home))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser, Catalogue())
    return parser.parse_args(arguments)


def test_the_file_is_in_the_configuration_folder() -> None:
    assert settings_path({"HOME": "/h"}) == Path("/h/.config/dsh-app/settings.toml")
    there = settings_path({"HOME": "/h", "XDG_CONFIG_HOME": "/x"})
    assert there == Path("/x/dsh-app/settings.toml")
    # A relative one is to be ignored.
    assert settings_path({"HOME": "/h", "XDG_CONFIG_HOME": "x"}) == settings_path({"HOME": "/h"})


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    settings = load_settings(environ(tmp_path))
    assert settings == Settings(origin=settings.origin)
    assert settings.theme == DEFAULT_THEME


def test_all_there_is_to_set(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        language = "zh"
        theme = "dsh-light"
        ascii = true
        [notifications]
        bell = false
        desktop = true
        [keys]
        "list.skip" = ["x", "ctrl+x"]
        "list.note" = []
        """,
    )
    keys = {"list.skip": ("x", "ctrl+x"), "list.note": ()}
    expected = Settings("zh", "dsh-light", True, False, True, keys, str(path), str(path))
    assert load_settings(environ(tmp_path)) == expected
    keymap = settings_keymap(expected)
    assert keymap.keys("list.skip") == ("x", "ctrl+x")
    assert keymap.action("list", "s") is None


def test_options_go_before_the_file_and_the_file_before_the_locale(tmp_path: Path) -> None:
    chinese = environ(tmp_path, LANG="zh_CN.UTF-8")
    assert load_settings(chinese).language == "zh"
    write(tmp_path, 'language = "en"\ntheme = "nord"\nascii = true')
    assert load_settings(chinese).language == "en"
    given = load_settings(chinese, options("--language", "zh", "--theme", "x", "--no-ascii"))
    assert (given.language, given.theme, given.ascii_only) == ("zh", "x", False)
    assert load_settings(chinese, options()).ascii_only is True


def test_what_the_locale_cannot_show_is_not_its_language(tmp_path: Path) -> None:
    foreign = environ(tmp_path, LANG="zh_CN.GB18030")
    settings = load_settings(foreign)
    assert (settings.language, settings.ascii_only) == ("en", True)
    assert load_settings(foreign, options("--language", "zh")).language == "zh"
    assert load_settings(environ(tmp_path, LANG="zh_CN.UTF-8"), options("--ascii")).language == "en"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "zh"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "zhx_CN"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_of_a_locale(variables: dict[str, str], language: str) -> None:
    assert locale_language(variables) == language


@pytest.mark.parametrize(
    ("variables", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "en_US"}, False),
        ({"LANG": "en_US.UTF-8"}, False),
        ({"LANG": "en_US.utf8@euro"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, True),
        ({"LC_CTYPE": "UTF-8", "LANG": "de_DE.ISO-8859-1"}, False),
    ],
)
def test_a_charset_that_is_not_utf8_needs_ascii(
    variables: dict[str, str], ascii_only: bool
) -> None:
    assert locale_needs_ascii(variables) is ascii_only


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("language = 'fr'", "language must be one of en, zh, not 'fr'"),
        ("language = 3", "language must be a string, not 3"),
        ("ascii = 'yes'", "ascii must be true or false, not 'yes'"),
        ("ascii = 1", "ascii must be true or false, not 1"),
        (
            "colour = 1",
            "there is no setting 'colour' (there are: language, theme, ascii, notifications, keys)",
        ),
        ("notifications = true", "notifications must be a table, not true"),
        (
            "notifications.sound = true",
            "there is no setting 'notifications.sound' (there are: bell, desktop)",
        ),
        ("notifications.bell = 0", "notifications.bell must be true or false, not 0"),
        (
            "keys.'list.skip' = 'x'",
            'keys.list.skip must be a list of keys, such as ["x", "ctrl+x"], not \'x\'',
        ),
        (
            "keys.list.skip = ['x']",
            "keys.list must be a list of keys, such as [\"x\", \"ctrl+x\"], not {'skip': ['x']}",
        ),
        ("theme =", "not valid TOML: Invalid value (at end of document)"),
        ("\ntheme = = 1\n", "not valid TOML: Invalid value (at line 2, column 9)"),
    ],
)
def test_a_mistake_is_one_line_with_file_and_setting(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(environ(tmp_path))
    assert caught.value.message == f"{path}: {problem}"
    assert caught.value.code == "BAD_SETTINGS"


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"list.fly": ("x",)}, "there is no action 'list.fly'"),
        ({"list.skip": ("hyperspace",)}, "'list.skip': there is no key 'hyperspace'"),
        ({"list.skip": ("n",)}, "'n' would do both 'list.note' and 'list.skip'"),
        ({"app.quit": ()}, "'app.quit' must keep a key: without it there is no way on or out"),
        (
            {"app.quit": ("q",)},
            "'app.quit': 'q' is a character, and where 'app' holds characters are text",
        ),
    ],
)
def test_keys_are_checked_before_they_are_used(
    keys: dict[str, tuple[str, ...]], problem: str
) -> None:
    for language in ("en", "zh"):
        settings = Settings(language=language, keys=keys, origin="s.toml")
        with pytest.raises(SettingsError) as caught:
            settings_keymap(settings)
        if language == "en":
            assert caught.value.message == f"s.toml: keys: {problem}"


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    path = settings_path(environ(tmp_path))
    path.mkdir(parents=True)
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        load_settings(environ(tmp_path))
    path.rmdir()
    path.write_bytes(b"theme = '\xff'")
    with pytest.raises(SettingsError, match="cannot be read: 'utf-8' codec"):
        load_settings(environ(tmp_path))
    with pytest.raises(SettingsError, match="No such file"):
        load_settings(environ(tmp_path), path=tmp_path / "none.toml")


def test_a_mistake_is_told_without_control_characters(tmp_path: Path) -> None:
    write(tmp_path, '"a\\u001b[2J\\nb" = 1')
    with pytest.raises(SettingsError) as caught:
        load_settings(environ(tmp_path))
    assert "\x1b" not in caught.value.message
    assert "\n" not in caught.value.message


def test_an_option_may_stand_before_or_after_the_command() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser, Catalogue())
    run = parser.add_subparsers().add_parser("run")
    add_options(run, Catalogue())
    assert parser.parse_args(["--language", "zh", "run"]).language == "zh"
    assert parser.parse_args(["run", "--language", "zh"]).language == "zh"
    assert not hasattr(parser.parse_args(["run"]), "language")
