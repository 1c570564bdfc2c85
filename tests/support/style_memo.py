"""Matching style rules once for all apps of a process, instead of for each widget of each app.

Which rules hold for a widget depends on the sheet, and, for it and all that it is in, on its class,
its id, its style classes, and the pseudo-classes that a rule asks for (`:focus`, `:dark`). Whoever
has the same of all these gets the same styles, and so do the component classes of a widget, which
are most of the work: a text area has twelve. `tests/widgets/test_style_memo.py` holds this to
Textual's own result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

__all__ = ["FLAGS", "MEMO", "match_rules_once"]

Key = tuple[object, ...]

FLAGS: Final = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")


class _Components(dict[str, RenderStyles]):
    """The styles of a widget's component classes, each made when somebody asks for it."""

    def __init__(self, node: DOMNode, rules: dict[str, RulesMap]) -> None:
        super().__init__()
        self.node = node
        self.rules = rules

    def __contains__(self, name: object) -> bool:
        return name in self.rules

    def __missing__(self, name: str) -> RenderStyles:
        virtual = DOMNode(classes=name)
        virtual._attach(self.node)
        virtual.styles.base.merge_rules(self.rules[name])
        self[name] = virtual.styles
        return virtual.styles

    def clear(self) -> None:
        super().clear()
        self.rules = {}

    def copy(self) -> dict[str, RenderStyles]:
        return {name: self[name] for name in self.rules}


@dataclass
class _Outcome:
    """What a node with its component classes gets."""

    flags: tuple[bool, ...]
    rules: RulesMap | None
    components: dict[str, RulesMap]


@dataclass
class _Place:
    """A node and all that it is in, but for their pseudo-classes.

    Attributes:
        asked: Which pseudo-classes of which of these nodes rules ask for.
    """

    asked: tuple[tuple[int, str], ...]
    outcomes: dict[tuple[bool, ...], _Outcome] = field(default_factory=dict)


@dataclass
class _Sheet:
    """What is known of all style sheets that have these rules."""

    rules: list[RuleSet]
    places: dict[Key, _Place] = field(default_factory=dict)


class _Memo:
    """The outcomes of all sheets of this process."""

    def __init__(self) -> None:
        self.apply_anew = Stylesheet.apply
        """Textual's own."""
        self.learned = 0
        """How often it was asked."""
        self._sheets: dict[tuple[int, ...], _Sheet] = {}

    def apply(self, sheet: Stylesheet, node: DOMNode, animate: bool) -> None:
        if type(node) is DOMNode:  # it stands for a component class
            self.apply_anew(sheet, node, animate=animate)
            return
        path = node.css_path_nodes
        key = tuple([(type(each), each._id, frozenset(each._classes)) for each in path])
        places = self._sheet(sheet).places
        place = places.get(key)
        if place is None:
            place = places[key] = _Place(tuple(_asked(sheet, path)))
        state = tuple([path[at].has_pseudo_class(name) for at, name in place.asked])
        outcome = place.outcomes.get(state)
        if outcome is None:
            place.outcomes[state] = self._learn(sheet, node, animate)
            return
        for name, flag in zip(FLAGS, outcome.flags, strict=True):
            setattr(node, name, flag)
        if outcome.rules is not None:
            sheet.replace_rules(node, outcome.rules, animate=animate)
        if outcome.components:
            _give_components(node, outcome.components)

    def _sheet(self, sheet: Stylesheet) -> _Sheet:
        rules = sheet.rules
        known: _Sheet | None = sheet.__dict__.get("_memo")
        if known is None or known.rules is not rules:
            # Rules that are read once stay as they are, and stay: `thrift.py` keeps them.
            key = tuple(map(id, rules))
            known = self._sheets.get(key)
            if known is None:
                known = self._sheets[key] = _Sheet(rules)
            sheet._rules = known.rules
            sheet.__dict__["_memo"] = known
        return known

    def _learn(self, sheet: Stylesheet, node: DOMNode, animate: bool) -> _Outcome:
        """Let Textual do it, and look at what it does."""
        self.learned += 1
        rules: RulesMap | None = None

        def replace(other: DOMNode, given: RulesMap, animate: bool = False) -> None:
            nonlocal rules
            if other is node:
                rules = given
            Stylesheet.replace_rules(other, given, animate=animate)

        node._component_styles = node._component_styles.copy()
        sheet.__dict__["replace_rules"] = replace
        try:
            self.apply_anew(sheet, node, animate=animate)
        finally:
            del sheet.__dict__["replace_rules"]
        components = {
            name: styles.base.get_rules() for name, styles in node._component_styles.items()
        }
        if components:
            node._component_styles = _Components(node, components)
        return _Outcome(tuple([getattr(node, name) for name in FLAGS]), rules, components)


def _asked(sheet: Stylesheet, path: Sequence[DOMNode]) -> set[tuple[int, str]]:
    """Which pseudo-classes of which of these nodes may matter for the last one."""
    node = path[-1]
    components = DOMNode(classes=" ".join(node._get_component_classes()))
    names = node._selector_names | components._selector_names
    rules = {rule for name in sheet.rules_map.keys() & names for rule in sheet.rules_map[name]}
    asked: set[tuple[int, str]] = set()
    for rule in rules:
        for selectors in rule.selector_set:
            for selector in selectors.selectors:
                for at, each in enumerate(path):
                    if selector.pseudo_classes and selector._check(each):
                        asked.update((at, name) for name in selector.pseudo_classes)
    return asked


def _give_components(node: DOMNode, rules: dict[str, RulesMap]) -> None:
    """Give a node the styles of its component classes, and draw it if they are new to it."""
    old = node._component_styles
    if isinstance(old, _Components):
        if old.rules is rules:
            return
        changed = old.rules != rules
    else:
        changed = any(name not in old or old[name].base._rules != rules[name] for name in rules)
    node._component_styles = _Components(node, rules)
    if changed:
        node.refresh()


MEMO: Final = _Memo()


def match_rules_once() -> None:
    """Let apps share what rules hold for a widget."""

    def apply(
        self: Stylesheet,
        node: DOMNode,
        *,
        animate: bool = False,
        cache: dict[Any, RulesMap] | None = None,
    ) -> None:
        MEMO.apply(self, node, animate)

    Stylesheet.apply = apply  # type: ignore[method-assign]
