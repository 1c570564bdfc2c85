"""Styles that apps share are those that Textual itself finds for each widget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.styles import RulesMap
from textual.dom import DOMNode
from textual.layout import Layout
from textual.widget import Widget
from textual.widgets import Button, Input, Label

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.questions.types import Option, PlanReviewIntent, Question
from dsh_widgets.themes import DARK, LIGHT
from tests.support.forms import MANY, NAME, PARTS, STORE
from tests.support.seats import at_seat
from tests.support.style_memo import FLAGS, MEMO

PLAN = Question(
    "plan",
    "Approve?",
    "# Plan\n\n" + "- a step\n" * 60,
    options=(Option("Approve"), Option("No")),
    intent=PlanReviewIntent("Approve"),
)


def nodes_of(app: App[Any]) -> Iterator[DOMNode]:
    yield app
    for node in app.screen.walk_children(with_self=True):
        yield node
        if isinstance(node, Widget) and node.is_scrollable:
            yield from (node.vertical_scrollbar, node.horizontal_scrollbar, node.scrollbar_corner)


def plain(rules: RulesMap) -> dict[str, Any]:
    # A layout is made for each widget; two of one kind are not equal.
    return {
        name: value.name if isinstance(value, Layout) else value for name, value in rules.items()
    }


def styles_of(node: DOMNode) -> dict[str, Any]:
    components = {
        name: plain(styles.base.get_rules())
        for name, styles in node._component_styles.copy().items()
    }
    flags = {name: getattr(node, name) for name in FLAGS}
    return {"own": plain(node.styles.base.get_rules()), "components": components, **flags}


def unlike(app: App[Any]) -> list[str]:
    """What of which nodes is not as Textual finds it with nothing to remember."""
    wrong = []
    for node in nodes_of(app):
        app.stylesheet.apply(node)
        shared = styles_of(node)
        node._component_styles = {}
        node.styles.base.reset()
        MEMO.apply_anew(app.stylesheet, node)
        own = styles_of(node)
        wrong += [f"{node}: {part}" for part in own if own[part] != shared[part]]
    return wrong


async def seat_in_many_states(look: Callable[[App[Any]], Awaitable[None]]) -> None:
    async with at_seat() as person:
        await look(person.app)
        await person.ask(STORE, PARTS, NAME, MANY)
        await person.rest()
        for keys in (["o", "x"], ["escape", "]", "]"], ["[", "["], ["X"]):
            await person.press(*keys)
            await look(person.app)
        for theme in (DARK, LIGHT):
            person.app.register_theme(theme)
            person.app.theme = theme.name
            await person.settle()
            await look(person.app)
    async with at_seat(size=(30, 12)) as person:
        await person.ask(PLAN)
        await person.rest()
        for keys in (["down"], ["c", "x"], ["escape", "f"]):
            await person.press(*keys)
            await look(person.app)
    async with at_seat() as person:
        await person.want_leave(ApprovalRequest("shell", body="line\n" * 80))
        await person.rest()
        await look(person.app)


class Choosy(App[None]):
    """Rules of every kind that depends on more than the widget itself."""

    CSS = """
    Label { color: red; width: 10; }
    Label:first-child { color: green; }
    Label:last-of-type { background: blue; }
    Label:odd { text-style: bold; }
    Vertical:focus-within > Label { color: yellow; }
    Vertical:empty { height: 3; }
    .late Label { color: magenta !important; }
    #one.late, #two Label { width: initial; }
    Vertical:focus-within Input > .input--cursor { color: lime; }
    Input:focus .input--placeholder { color: purple; }
    Button:disabled { width: 3; }
    Button:hover { width: 4; }
    App:dark Button { height: 7; }
    """

    def compose(self) -> ComposeResult:
        with Vertical(id="one"):
            yield Label("a")
            yield Input(placeholder="p")
            yield Label("b")
        with Vertical(id="two"):
            yield Button("c")
            yield Label("d")
        yield Vertical()


async def choosy_app_in_many_states(look: Callable[[App[Any]], Awaitable[None]]) -> None:
    app = Choosy()
    async with app.run_test() as pilot:
        await look(app)
        one, button = app.query_one("#one"), app.query_one(Button)
        changes: list[Callable[[], object]] = [
            lambda: app.screen.set_focus(None),
            lambda: button.focus(),
            lambda: one.add_class("late"),
            lambda: one.mount(Label("e")),
            lambda: one.query(Label).first().remove(),
            lambda: app.query(Vertical).last().mount(Label("f")),
            lambda: setattr(button, "disabled", True),
            lambda: setattr(app, "theme", "textual-light"),
        ]
        for change in changes:
            change()
            await pilot.pause()
            await look(app)
        button.disabled = False
        await pilot.hover(Button)
        await look(app)


@pytest.mark.parametrize("play", [seat_in_many_states, choosy_app_in_many_states])
async def test_shared_styles_are_those_of_each_widget(
    play: Callable[[Callable[[App[Any]], Awaitable[None]]], Awaitable[None]],
) -> None:
    async def learn(app: App[Any]) -> None:
        for node in nodes_of(app):
            app.stylesheet.apply(node)

    looked = 0

    async def look(app: App[Any]) -> None:
        nonlocal looked
        looked += 1
        assert unlike(app) == []

    await play(learn)
    learned = MEMO.learned
    await play(look)
    assert looked > 8
    assert learned == MEMO.learned > 0  # what was looked at had been remembered
