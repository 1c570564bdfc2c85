"""Asking for a text to be edited in the person's own editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from dsh_core.form.state import Message as Line

__all__ = ["EditRequested"]


@dataclass
class EditRequested(Message):
    """The person wants a text in their own editor.

    Attributes:
        widget: The widget that shows the text.
        text: What is to be edited.
        suffix: The suffix of the file it is put into, so that the editor knows the language.
        take: Called with the edited text when the editor has ended well, even if the widget
            is gone by then.
        fail: Called with what went wrong instead, when the editor has not ended well.
    """

    widget: Widget
    text: str
    suffix: str
    take: Callable[[str], None]
    fail: Callable[[Line], None]

    @property
    def control(self) -> Widget:
        return self.widget
