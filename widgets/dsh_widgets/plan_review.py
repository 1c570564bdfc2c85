"""The review of a plan on screen: the view of a plan state, and the way of an action into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.events import Delivered
from dsh_core.form.plan_events import (
    FeedbackEdited,
    LeaveFeedback,
    LinesSeen,
    MoveToLine,
    PasteFeedback,
    PlanEvent,
    TookFocus,
)
from dsh_core.form.plan_review import (
    PlanClaim,
    PlanFocus,
    PlanState,
    confirm_message,
    open_plan,
    plan_update,
)
from dsh_core.form.plan_text import unseen_ranges
from dsh_core.form.state import Dismiss, Send
from dsh_core.form.state import Message as Line
from dsh_widgets.action_line import Action, ActionLine
from dsh_widgets.glyphs import glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.panel import PanelStep
from dsh_widgets.plan_actions import event_for, scroll_for
from dsh_widgets.plan_view import PlanView
from dsh_widgets.text import literal_line
from dsh_widgets.text_field import TextField

__all__ = ["PlanReviewPanel"]

_HEAD_FROM: Final = 6
"""Lines of the panel from which on it has a head."""
_FIELD_ROWS: Final = 6
_MESSAGE_ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class _Scroll(PanelStep):
    """A step that only scrolls inside a line taller than the screen."""

    rows: int = 0


class _Copy(PanelStep):
    """A step that only hands out text."""


class PlanReviewPanel(Vertical):
    """One plan under review; a `panel.Panel`.

    Args:
        review: The plan and its verdicts.
        keys: Where every part takes its keys.
        catalogue: The language of everything but the plan.
        can_discuss: The request has an agent to talk to.
        state: A review to go on with, instead of a new one.
        id: The widget's DOM id.
    """

    DEFAULT_CSS = """
    PlanReviewPanel {
        height: 1fr;
        width: 1fr;

        & > .plan--head { height: 1; }
        & #plan-title { width: 1fr; height: 1; text-style: bold; }
        & #plan-position { width: auto; height: 1; color: $foreground-muted; }
        & #plan-message {
            height: auto;
            max-height: 3;
            color: $text-warning;
            display: none;
        }
        & #plan-message.-error { color: $text-error; }
        & #plan-message.-shown { display: block; }
        & > .plan--feedback { height: auto; display: none; }
        &.-feedback > .plan--feedback { display: block; }
        & #plan-mark { width: auto; height: 1; color: $text-accent; }
        &.-short > .plan--head { display: none; }
    }
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

    catalogue: reactive[Catalogue] = reactive(Catalogue, init=False)
    """The language of everything but the plan."""

    view = getters.query_one("#plan-view", PlanView)
    feedback = getters.query_one("#plan-feedback", TextField)
    action_line = getters.query_one("#plan-actions", ActionLine)

    @dataclass
    class ActionRequested(Message):
        """The mouse asked for an action that the owner must judge as it judges a key.

        Attributes:
            panel: The review.
            action: A keymap id.
            time: When, in seconds of the event clock.
        """

        panel: PlanReviewPanel
        action: str
        time: float

        @property
        def control(self) -> PlanReviewPanel:
            return self.panel

    @dataclass
    class TextCopied(Message):
        """The person asked for text to be copied: what is selected, or the whole plan."""

        panel: PlanReviewPanel
        text: str

        @property
        def control(self) -> PlanReviewPanel:
            return self.panel

    def __init__(
        self,
        review: PlanClaim,
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        can_discuss: bool = False,
        state: PlanState | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._state = state or open_plan(review, can_discuss=can_discuss)
        self._room = (80, 24)
        self._focused = False
        self._ready = False  # The parts exist; `is_mounted` is still false in `on_mount`.
        self.set_reactive(PlanReviewPanel.catalogue, catalogue or Catalogue())

    # The panel protocol

    @property
    def scope(self) -> str:
        """The keymap scope of the next key."""
        return self._state.focus.value

    @property
    def state(self) -> PlanState:
        """The whole state as a value, up to date with what was on screen."""
        self._take_seen()
        return self._state

    def plan_step(self, action: str, time: float) -> PanelStep | None:
        """What a keymap action would do; nothing changes yet. See `panel.Panel`."""
        state = self.state
        if action == "plan.focus":
            return PanelStep(state)
        if action == "plan.copy":
            return _Copy(state)
        if self._ready:
            rows = scroll_for(action, self.view)
            if rows:
                return _Scroll(state, rows=rows)
        page = max(1, len(self.view.lines_on_screen) - 1) if self._ready else 1
        event = event_for(action, time, page)
        if event is None:
            return None
        step = plan_update(state, event)
        final = any(isinstance(effect, (Send, Dismiss)) for effect in step.effects)
        return PanelStep(step.state, step.effects, step.confirmed, irrevocable=final)

    def apply_text_key(self, event: events.Key) -> bool:
        """Give a key to the feedback box, if it has the keyboard; whether it was used."""
        if self._state.focus is not PlanFocus.FEEDBACK or self._state.busy is not None:
            return False
        used = self.feedback.apply(event)
        if used:
            self._update(FeedbackEdited(self.feedback.text))
        return used

    def paste(self, text: str) -> None:
        """Put pasted text into the feedback box, which has the keyboard from then on."""
        if self._state.busy is not None:
            return
        if self._state.focus is PlanFocus.FEEDBACK:
            self.feedback.insert_paste(text)
            self._update(FeedbackEdited(self.feedback.text))
        else:
            self._update(PasteFeedback(text))

    def commit(self, step: PanelStep) -> None:
        """Install the state of a step and redraw what changed."""
        assert isinstance(step.state, PlanState)
        self._state = step.state
        if isinstance(step, _Scroll):
            self.view.scroll_rows(step.rows)
        if isinstance(step, _Copy):
            selected = self.view.selected
            self.post_message(self.TextCopied(self, selected or self._state.claim.plan))
        self._draw()

    def restore(self, state: object) -> None:
        """Install a state read earlier from `state`; what has been seen since stays seen."""
        assert isinstance(state, PlanState)
        self._state = state
        self._take_seen()
        self._draw()

    def delivered(self, failure: str | None) -> None:
        """The receipt of a send or dismissal: `None`, or why it was refused."""
        self._update(Delivered(failure))

    def focus_target(self) -> Widget:
        """The widget that has the keyboard when this panel has it."""
        return self.feedback if self._state.focus is PlanFocus.FEEDBACK else self.view

    def fold_line(self) -> tuple[str, int, int]:
        """The request's own text, questions answered, questions in all."""
        return self._state.claim.question, 0, 1

    @property
    def drafts(self) -> int:
        """How many answers are begun and would be lost: the feedback is one."""
        return 0 if is_blank(self._state.feedback) else 1

    def fit(self, width: int, height: int) -> None:
        """Lay out for a dock of at most this many cells and lines."""
        self._room = (width, height)
        if not self._ready:
            return
        self.set_class(height < _HEAD_FROM, "-short")
        self.feedback.styles.max_height = max(1, min(_FIELD_ROWS, height // 3))
        message = self.query_one("#plan-message", Static)
        message.styles.max_height = max(1, min(_MESSAGE_ROWS, height - 3))

    @property
    def needed_height(self) -> int:
        """Lines this panel wants at the width of the last `fit`."""
        width, height = self._room
        others = 3 + (1 if self.has_class("-feedback") else 0)
        if not self._ready:
            return others + len(self._state.lines)
        return others + self.view.rows_needed(width - 1, height)

    # Drawing

    def compose(self) -> ComposeResult:
        with Horizontal(classes="plan--head"):
            yield Static(id="plan-title")
            yield Static(id="plan-position")
        marks = glyphs(self.catalogue.ascii_only)
        yield PlanView(self._keys, glyphs=marks, id="plan-view")
        with Horizontal(classes="plan--feedback"):
            yield Static(Content(f"{marks.own_off} "), id="plan-mark")
            yield TextField(
                self._keys,
                placeholder=self.catalogue.text("plan.feedback"),
                glyphs=marks,
                id="plan-feedback",
            )
        yield Static(id="plan-message")
        yield ActionLine(id="plan-actions")

    def on_mount(self) -> None:
        self._ready = True
        claim = self._state.claim
        self.view.show_plan(claim.plan, len(self._state.lines))
        self.fit(*self._room)
        self._draw()

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        if self._ready:
            self.feedback.placeholder = Content(catalogue.text("plan.feedback"))
            self._draw()

    def _draw(self) -> None:
        if not self._ready:
            return
        state = self._state
        self.view.raw = state.raw
        self.view.show_cursor(state.cursor)
        self.feedback.show_text(state.feedback)
        open_box = state.focus is PlanFocus.FEEDBACK or bool(state.feedback)
        self.set_class(open_box, "-feedback")
        self._draw_message(state)
        self._draw_head()
        self.action_line.show(self._actions(state))

    def _draw_head(self) -> None:
        title = Content.assemble(
            self.catalogue.text("plan.header"),
            ("  ", ""),
            literal_line(self._state.claim.question, "not bold $foreground-muted"),
        )
        self.query_one("#plan-title", Static).update(title)
        percent = self.catalogue.text("plan.position", percent=self.view.position)
        self.query_one("#plan-position", Static).update(Content(f" {percent}"))

    def _draw_message(self, state: PlanState) -> None:
        line = confirm_message(state) or state.error or state.notice
        if line is None and state.busy is not None:
            line = Line("submitting")
        if line is None and not state.lines:
            line = Line("plan.empty")
        message = self.query_one("#plan-message", Static)
        message.set_class(line is not None, "-shown")
        message.set_class(line is not None and line is state.error, "-error")
        if line is not None:
            text = self.catalogue.text(line.key, **dict(line.values)) if line.key else line.text
            message.update(literal_line(text))

    def _actions(self, state: PlanState) -> list[Action]:
        enabled = state.busy is None
        words = [("plan.approve", "plan.approve")]
        if state.claim.decline is not None:
            words.append(("plan.refuse", "plan.decline"))
        words.append(("plan.feedback", "plan.feedback"))
        words.append(("plan.discuss", "plan.discuss" if state.can_discuss else "plan.dismiss"))
        return [
            Action(action, self.catalogue.text(key), action == "plan.approve", enabled)
            for action, key in words
        ]

    # What happens

    def on_plan_view_line_clicked(self, event: PlanView.LineClicked) -> None:
        event.stop()
        if self._state.focus is PlanFocus.FEEDBACK:
            self._update(LeaveFeedback())
        self._update(MoveToLine(event.line))
        self.post_message(self.ActionRequested(self, "plan.focus", event.time))

    def on_plan_view_plan_scrolled(self, event: PlanView.PlanScrolled) -> None:
        event.stop()
        self._draw_head()

    def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, "plan.feedback", event.time))

    def on_action_line_action_pressed(self, event: ActionLine.ActionPressed) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.action, event.time))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if not self._focused:
            self._focused = True
            self._state = plan_update(self._state, TookFocus(event.time)).state

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        focused = self.screen.focused
        self._focused = focused is not None and self in focused.ancestors

    def _update(self, event: PlanEvent) -> None:
        self._take_seen()
        self._state = plan_update(self._state, event).state
        self._draw()

    def _take_seen(self) -> None:
        """Bring what was painted into the state, run by run."""
        if not self._ready:
            return
        new = self.view.seen - self._state.seen
        missing = unseen_ranges(len(self._state.lines), new)
        edge = 0
        for first, last in (*missing, (len(self._state.lines), 0)):
            if first > edge:
                self._state = plan_update(self._state, LinesSeen(edge, first - 1)).state
            edge = last + 1
