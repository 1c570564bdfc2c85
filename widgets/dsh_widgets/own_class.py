"""A class that only its widget's own rules speak of."""

from __future__ import annotations

from textual.widget import Widget

__all__ = ["set_own_class"]


def set_own_class(widget: Widget, on: bool, name: str) -> None:
    """Set or remove a class without looking through the rules of everything inside.

    Textual does that for each class and for `:focus-within`; for a form with its fields it is most
    of what a change of the focus takes.

    Args:
        widget: Whose class it is.
        on: Whether it has it.
        name: No rule of a descendant, inherited or not, may depend on it.
    """
    if widget.has_class(name) != on:
        widget.set_class(on, name, update=False)
        if widget.is_attached:
            widget.app.stylesheet.update_nodes((widget,), animate=True)
