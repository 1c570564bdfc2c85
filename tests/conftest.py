"""What holds for every test: fixed environment, no animation, snapshots in one place."""

from __future__ import annotations

import os
import time

import pytest
import pytest_textual_snapshot
from textual import constants

from tests.support.machines import register_profiles
from tests.support.quiet import pause_by_the_loop
from tests.support.snapshots import SnapCompare, TopLevelSVG, with_frozen_cursors
from tests.support.style_memo import match_rules_once
from tests.support.thrift import collect_garbage_seldom, parse_each_sheet_once

FIXED_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "TEXTUAL_ANIMATIONS": "none",
    "XDG_CONFIG_HOME": "/nonexistent",  # No settings of the person who runs the tests.
}
FOREIGN_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "LANGUAGE", "VISUAL", "EDITOR", "COLUMNS", "LINES")

register_profiles()
parse_each_sheet_once()
match_rules_once()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "snap_compare" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.snapshot)
        if hasattr(getattr(item, "cls", None), "settings"):  # a state machine's test case
            item.add_marker(pytest.mark.machine)


def pytest_collection_finish() -> None:
    collect_garbage_seldom()


@pytest.fixture(scope="session", autouse=True)
def _one_time_zone() -> None:
    os.environ["TZ"] = "UTC"
    time.tzset()


@pytest.fixture(autouse=True)
def _fixed_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FIXED_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    for name in FOREIGN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    # Textual read its environment when the snapshot plugin imported it, before this file.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(pytest_textual_snapshot, "SVGImageExtension", TopLevelSVG)
    pause_by_the_loop(monkeypatch)


@pytest.fixture
def snap_compare(snap_compare: SnapCompare) -> SnapCompare:
    return with_frozen_cursors(snap_compare)
