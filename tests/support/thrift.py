"""What thousands of apps in one process need not do again and again; it changes only the time."""

from __future__ import annotations

import gc
from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

__all__ = ["collect_garbage_seldom", "parse_each_sheet_once"]

_SELDOM: Final = (50_000, 20, 20)
"""An app is thousands of objects in cycles; by default each app is looked through many times."""


def collect_garbage_seldom() -> None:
    """To be called when all test modules are loaded: what is there now stays."""
    gc.set_threshold(*_SELDOM)
    gc.collect()
    gc.freeze()


def parse_each_sheet_once() -> None:
    """Let apps share what a style sheet was parsed to; nobody changes that.

    Textual keeps it for one app. It depends on the text, its place, and the theme's variables.
    """
    parse = Stylesheet._parse_rules
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}

    def parse_once(self: Stylesheet, css: str, *place: Any, **more: Any) -> list[RuleSet]:
        key = (css, place, *more.items(), *self._variables.items())
        if key not in parsed:
            parsed[key] = parse(self, css, *place, **more)
        return parsed[key]

    Stylesheet._parse_rules = parse_once  # type: ignore[method-assign]
