"""What the dock needs to know of the widget that shows one request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from textual import events
from textual.message import Message
from textual.widget import Widget

from dsh_core.form.state import Effect

__all__ = ["DrawingFailed", "Panel", "PanelStep", "drawing"]


@dataclass(frozen=True, slots=True)
class PanelStep:
    """What an action would make of a panel; nothing has changed yet.

    Attributes:
        state: The state that `Panel.commit` would install.
        effects: What the dock does after that, in order.
        confirmed: The action confirms a question, so its key is guarded against its own repeats.
        irrevocable: The action cannot be taken back (send, approve, refuse, dismiss, allow).
        scroll: Pages to scroll the panel's body by.
        copy: What the action copies to the clipboard; empty for nothing.
    """

    state: object
    effects: tuple[Effect, ...] = ()
    confirmed: bool = False
    irrevocable: bool = False
    scroll: int = 0
    copy: str = ""


class Panel(Protocol):
    """One request on screen: a question form, a plan review, or a tool that asks for leave.

    A panel computes first and commits later, because the time rules may hold an action that
    cannot be taken back, or take back one that a held key repeated.
    """

    @property
    def scope(self) -> str:
        """The keymap scope of the next key, by the state now."""
        ...

    @property
    def state(self) -> object:
        """The whole state as a value, for `restore`."""
        ...

    def plan_step(self, action: str, time: float) -> PanelStep | None:
        """What a keymap action would do; `None` if it means nothing here.

        Args:
            action: A keymap id.
            time: When its key was pressed, in seconds of the event clock.
        """
        ...

    def apply_text_key(self, event: events.Key) -> bool:
        """Give a key to the focused text; whether it was used."""
        ...

    def paste(self, text: str) -> None:
        """Put pasted text into the focused text, or the text that stands for it."""
        ...

    def commit(self, step: PanelStep) -> None:
        """Install the state of a step and redraw what changed."""
        ...

    def restore(self, state: object) -> None:
        """Install a state read earlier from `state`."""
        ...

    def delivered(self, failure: str | None) -> None:
        """The receipt of a send or dismissal: `None`, or why it was refused."""
        ...

    def focus_target(self) -> Widget:
        """The widget that has the keyboard when this panel has it."""
        ...

    def fold_line(self) -> tuple[str, int, int]:
        """For the folded dock: the request's own text, questions answered, questions in all."""
        ...

    @property
    def drafts(self) -> int:
        """How many answers are begun and would be lost."""
        ...

    def fit(self, width: int, height: int) -> None:
        """Lay out for a dock of at most this many cells and lines."""
        ...

    @property
    def needed_height(self) -> int:
        """Lines this panel wants at the width of the last `fit`."""
        ...


@dataclass
class DrawingFailed(Message):
    """A panel cannot draw its request, which nobody can answer then.

    Attributes:
        panel: The panel.
        error: Why.
    """

    panel: Widget
    error: Exception

    @property
    def control(self) -> Widget:
        return self.panel


@contextmanager
def drawing(panel: Widget) -> Iterator[None]:
    """Draw inside of this: what goes wrong ends the request, not the app.

    Any exception: what an asker sent may break a drawing in ways that nobody has thought of.
    """
    try:
        yield
    except Exception as error:  # noqa: BLE001
        panel.post_message(DrawingFailed(panel, error))
