"""One line of actions for the mouse; the keyboard has its own names for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.visual import VisualType
from textual.widget import Widget

from dsh_widgets.still_lines import StillLines

__all__ = ["Action", "ActionLine"]

_GAP = 2


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to press.

    Attributes:
        id: The keymap id of what a press does.
        label: What it says, already in the person's language and harmless to draw.
        primary: It is what Enter is for.
        enabled: A press does something.
    """

    id: str
    label: str
    primary: bool = False
    enabled: bool = True


class ActionLine(StillLines, Widget):
    """Pressable labels side by side; those that do not fit are left out from the right."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "action-line--action",
        "action-line--primary",
        "action-line--disabled",
    }

    DEFAULT_CSS = """
    ActionLine {
        height: 1;
        width: 1fr;
        color: $foreground;

        .action-line--action { color: $text-accent; }
        .action-line--primary { color: $text-primary; text-style: bold; }
        .action-line--disabled { color: $foreground 65%; }
    }
    """

    @dataclass
    class ActionPressed(Message):
        """An enabled action was clicked."""

        line: ActionLine
        action: str

        @property
        def control(self) -> ActionLine:
            return self.line

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._actions: tuple[Action, ...] = ()

    def show(self, actions: Sequence[Action]) -> None:
        """Replace what can be pressed, the most important first."""
        if tuple(actions) != self._actions:
            self._actions = tuple(actions)
            self.refresh()

    def render(self) -> VisualType:
        parts: list[Content] = []
        for action, _ in self._placed():
            name = "primary" if action.primary else "action"
            if not action.enabled:
                name = "disabled"
            style = self.get_visual_style(f"action-line--{name}", partial=True)
            parts.append(Content.styled(f"[ {action.label} ]", style))
        return Content(" " * _GAP).join(parts)

    def on_click(self, event: events.Click) -> None:
        for action, start in self._placed():
            if start <= event.x < start + _width(action):
                event.stop()
                if action.enabled:
                    self.post_message(self.ActionPressed(self, action.id))
                return

    def _placed(self) -> list[tuple[Action, int]]:
        """The actions that fit, each with the cell it begins at."""
        placed: list[tuple[Action, int]] = []
        start = 0
        for action in self._actions:
            if placed and start + _width(action) > self.size.width:
                break
            placed.append((action, start))
            start += _width(action) + _GAP
        return placed


def _width(action: Action) -> int:
    return Content(action.label).cell_length + 4
