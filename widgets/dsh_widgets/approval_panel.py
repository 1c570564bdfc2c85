"""A tool's request for leave on screen: the view of its state, and the way of an action into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.approval import (
    Allow,
    ApprovalEvent,
    ApprovalState,
    ConfirmUnseen,
    LinesShown,
    ParkApproval,
    Reject,
    approval_update,
    request_lines,
    unseen_message,
)
from dsh_core.form.events import Delivered
from dsh_core.form.state import Decide
from dsh_widgets.action_line import Action, ActionLine
from dsh_widgets.approval_view import ApprovalView
from dsh_widgets.keys import KeyHandler
from dsh_widgets.panel import PanelStep, drawing
from dsh_widgets.still_lines import StillLines
from dsh_widgets.text import literal_line

__all__ = ["ApprovalPanel"]

_EVENTS: Final[Mapping[str, ApprovalEvent]] = {
    "approval.allow": Allow(),
    "approval.reject": Reject(),
    "approval.park": ParkApproval(),
    "confirm.yes": ConfirmUnseen(yes=True),
    "confirm.feedback": ConfirmUnseen(yes=False),
    "confirm.no": ConfirmUnseen(yes=False),
}
_ROWS: Final[Mapping[str, int]] = {"approval.up": -1, "approval.down": 1}
_PAGES: Final[Mapping[str, int]] = {"approval.page_up": -1, "approval.page_down": 1}
_ENDS: Final[Mapping[str, int]] = {"approval.first": -1, "approval.last": 1}
_OTHERS: Final = 3
"""Lines beside the request itself: the head, the message and the actions."""


@dataclass(frozen=True, slots=True)
class _Scroll(PanelStep):
    """A step that only scrolls.

    Attributes:
        rows: By so many rows.
        end: To the start (-1) or the end (1).
    """

    rows: int = 0
    end: int = 0


class ApprovalPanel(StillLines, Vertical):
    """One tool that asks for leave; a `panel.Panel`.

    Args:
        request: What is asked.
        keys: Where every part takes its keys.
        catalogue: The language of everything but the request.
    """

    DEFAULT_CSS = """
    ApprovalPanel {
        height: 1fr;
        width: 1fr;

        & > .approval--line { height: 1; }
        & > #approval-head { color: $text-warning; text-style: bold; }
        & > #approval-message { color: $text-warning; text-style: bold; }
        &.-short > #approval-head { display: none; }
    }
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

    catalogue: reactive[Catalogue] = reactive(Catalogue, init=False, always_update=True)
    """The language of everything but the request."""

    view = getters.query_one("#approval-view", ApprovalView)
    message_line = getters.query_one("#approval-message", Static)
    action_line = getters.query_one("#approval-actions", ActionLine)

    @dataclass
    class ActionRequested(Message):
        """The mouse asked for an action that the owner must judge as it judges a key.

        Attributes:
            panel: The panel.
            action: A keymap id.
            time: When, in seconds of the event clock.
        """

        panel: ApprovalPanel
        action: str
        time: float

        @property
        def control(self) -> ApprovalPanel:
            return self.panel

    def __init__(
        self,
        request: ApprovalRequest,
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._state = ApprovalState(request)
        self._room = (80, 24)
        self.set_reactive(ApprovalPanel.catalogue, catalogue or Catalogue())

    @property
    def scope(self) -> str:
        """See `panel.Panel`."""
        return self._state.focus

    @property
    def state(self) -> ApprovalState:
        """See `panel.Panel`; up to date with what was on screen."""
        if self.is_mounted:
            self._state = approval_update(self._state, LinesShown(self.view.seen)).state
        return self._state

    def plan_step(self, action: str, time: float) -> PanelStep | None:
        """See `panel.Panel`."""
        state = self.state
        if action in _ROWS:
            return _Scroll(state, rows=_ROWS[action])
        if action in _PAGES:
            return _Scroll(state, scroll=_PAGES[action])
        if action in _ENDS:
            return _Scroll(state, end=_ENDS[action])
        if action == "approval.focus":
            return PanelStep(state)
        if action == "approval.copy":
            return PanelStep(state, copy=state.request.body or "\n".join(self._lines))
        event = _EVENTS.get(action)
        if event is None:
            return None
        step = approval_update(state, event)
        final = any(isinstance(effect, Decide) for effect in step.effects)
        return PanelStep(step.state, step.effects, step.confirmed, irrevocable=final)

    def apply_text_key(self, event: events.Key) -> bool:
        """See `panel.Panel`; there is no text in here."""
        return False

    def paste(self, text: str) -> None:
        """See `panel.Panel`; there is no text in here."""

    def commit(self, step: PanelStep) -> None:
        """See `panel.Panel`."""
        self.restore(step.state)
        if isinstance(step, _Scroll) and self.is_mounted:
            if step.rows:
                self.view.scroll_rows(step.rows)
            elif step.scroll:
                self.view.scroll_pages(step.scroll)
            elif step.end < 0:
                self.view.go_to_start()
            else:
                self.view.go_to_end()
        if step.copy:
            self.app.copy_to_clipboard(step.copy)

    def restore(self, state: object) -> None:
        """See `panel.Panel`; what has been seen since stays seen."""
        assert isinstance(state, ApprovalState)
        self._state = state
        if self.is_mounted:
            self._draw()

    def delivered(self, failure: str | None) -> None:
        """See `panel.Panel`; a refusal is not told (contract §3.1)."""
        self.restore(approval_update(self.state, Delivered(failure)).state)

    def focus_target(self) -> Widget:
        """See `panel.Panel`."""
        return self.view

    def fold_line(self) -> tuple[str, int, int]:
        """See `panel.Panel`."""
        return self._lines[0], 0, 1

    @property
    def drafts(self) -> int:
        """See `panel.Panel`; a request for leave has none."""
        return 0

    def fit(self, width: int, height: int) -> None:
        """See `panel.Panel`."""
        self._room = (max(1, width), height)
        self.set_class(height <= _OTHERS, "-short")

    @property
    def needed_height(self) -> int:
        """See `panel.Panel`."""
        width, height = self._room
        if not self.is_mounted:
            return _OTHERS + len(self._lines)
        return _OTHERS + self.view.rows_needed(width - 1, height)

    def compose(self) -> ComposeResult:
        yield Static(id="approval-head", classes="approval--line")
        yield ApprovalView(self._keys, id="approval-view")
        yield Static(id="approval-message", classes="approval--line")
        yield ActionLine(id="approval-actions")

    def on_mount(self) -> None:
        self._draw()

    def watch_catalogue(self) -> None:
        if self.is_mounted:
            self._draw()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, "approval.focus", event.time))

    def on_action_line_action_pressed(self, event: ActionLine.ActionPressed) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.action, event.time))

    @property
    def _lines(self) -> tuple[str, ...]:
        """All that is shown of the request."""
        request = self._state.request
        sentence = self.catalogue.text("approval.headline", tool=request.tool_name)
        return request_lines(request, sentence)

    def _draw(self) -> None:
        with drawing(self):
            state, catalogue = self._state, self.catalogue
            parts = (catalogue.text("approval.waiting"), state.request.tool_name)
            head = catalogue.text("join.parts").join(parts)
            self.query_one("#approval-head", Static).update(literal_line(head))
            head_lines = (state.request.reason or "").count("\n") + 1
            self.view.show_lines(self._lines, head_lines)
            self.message_line.update(self._message(state))
            self.action_line.show(self._actions(state))

    def _message(self, state: ApprovalState) -> Content:
        if state.focus == "confirm":
            message = unseen_message(state)
            return literal_line(self.catalogue.text(message.key, **dict(message.values)))
        if state.busy is not None:
            return literal_line(self.catalogue.text("submitting"), "not bold $foreground-muted")
        return Content("")

    def _actions(self, state: ApprovalState) -> list[Action]:
        enabled = state.busy is None and state.focus == "approval"
        words = (("approval.allow", "approval.allow_once"), ("approval.reject", "approval.reject"))
        return [Action(id, self.catalogue.text(key), enabled=enabled) for id, key in words]
