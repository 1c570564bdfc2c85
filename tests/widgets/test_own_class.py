"""A class of a widget alone: its own rules follow it, nothing inside is looked through."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.widgets import Static

from dsh_widgets.own_class import set_own_class


class Framed(App[None]):
    CSS: ClassVar = "Vertical.-on { border: round red; }"

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("inside")


async def test_the_rules_of_the_widget_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Framed()
    async with app.run_test() as pilot:
        box, inside = app.query_one(Vertical), app.query_one(Static)
        looked_through: list[DOMNode] = []
        apply = app.stylesheet.apply

        def applied(node: DOMNode, **more: Any) -> None:
            looked_through.append(node)
            apply(node, **more)

        monkeypatch.setattr(app.stylesheet, "apply", applied)
        for on, width in ((True, 78), (True, 78), (False, 80)):
            set_own_class(box, on, "-on")
            await pilot.pause()
            assert (box.has_class("-on"), inside.size.width) == (on, width)
        assert looked_through == [box, box], "once for each change"


def test_a_widget_that_is_nowhere_yet_has_the_class() -> None:
    box = Vertical()
    set_own_class(box, True, "-on")
    assert box.has_class("-on")
