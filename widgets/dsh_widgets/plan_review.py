"""The review of a plan on screen: the view of a plan state, and the way of an action into it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.events import Delivered
from dsh_core.form.plan_events import (
    CommentEdited,
    CopyEdited,
    FeedbackEdited,
    LeaveFeedback,
    LinesSeen,
    MoveListed,
    MoveToLine,
    OpenFeedback,
    PlanEvent,
    TellPlan,
    TextTaken,
    TookFocus,
)
from dsh_core.form.plan_review import (
    PlanClaim,
    PlanFocus,
    PlanState,
    disarmed,
    open_plan,
    plan_update,
)
from dsh_core.form.state import Dismiss, Send
from dsh_core.form.state import Message as Line
from dsh_widgets.action_line import ActionLine
from dsh_widgets.editing import EditRequested
from dsh_widgets.keys import KeyHandler
from dsh_widgets.panel import PanelStep
from dsh_widgets.plan_actions import OUTSIDE, PAGES, event_for, page_for, scroll_for
from dsh_widgets.plan_layout import PlanLayout
from dsh_widgets.plan_parts import CommentList
from dsh_widgets.plan_view import PlanView
from dsh_widgets.text_edits import field_text
from dsh_widgets.text_field import TextField

__all__ = ["PlanReviewPanel"]


@dataclass(frozen=True, slots=True)
class _Scroll(PanelStep):
    """A step that scrolls: inside a line taller than the screen, or by a page."""

    rows: int = 0


@dataclass(frozen=True, slots=True)
class _Outside(PanelStep):
    """A step that hands out text, for an action of `plan_actions.OUTSIDE`."""

    action: str = ""


class PlanReviewPanel(PlanLayout):
    """One plan under review; a `panel.Panel`.

    Args:
        review: The plan and its verdicts.
        keys: Where every part takes its keys.
        catalogue: The language of everything but the plan.
        can_discuss: The request has an agent to talk to.
        state: A review to go on with, instead of a new one.
        keep: Called with the state when something was written after the review was over: an
            editor was still open.
        id: The widget's DOM id.
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

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
    class Resized(Message):
        """Something else is shown, which may want another height."""

        panel: PlanReviewPanel

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

    @dataclass
    class SaveRequested(Message):
        """The person wants the plan in a file; whoever writes it calls `tell`."""

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
        keep: Callable[[PlanState], None] | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(
            state or open_plan(review, can_discuss=can_discuss),
            keys=keys,
            catalogue=catalogue,
            id=id,
        )
        self._keep = keep
        self._focused = False

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
        if action in OUTSIDE:
            return None if state.busy is not None else _Outside(disarmed(state), action=action)
        if self._ready:
            rows = scroll_for(action, self.view)
            if rows:
                return _Scroll(disarmed(state), rows=rows)
            if action in PAGES:
                rows, line = page_for(action, self.view)
                return _Scroll(plan_update(state, MoveToLine(line)).state, rows=rows)
        event = event_for(action, time)
        if event is None:
            return None
        step = plan_update(state, event)
        final = any(isinstance(effect, (Send, Dismiss)) for effect in step.effects)
        return PanelStep(step.state, step.effects, step.confirmed, irrevocable=final)

    def apply_text_key(self, event: events.Key) -> bool:
        """Give a key to the text that has the keyboard; whether it was used."""
        field = self._field
        if field is None or self._state.busy is not None:
            return False
        used = field.apply(event)
        if used:
            self._typed(field)
        return used

    def paste(self, text: str) -> None:
        """Put pasted text into the text that has the keyboard, or else into the feedback box."""
        if self._state.busy is not None:
            return
        if self._field is None:
            self._update(OpenFeedback())
            # Behind all of it: where the caret was left cannot be seen from the plan.
            self.feedback.move_cursor(self.feedback.document.end)
        field = self._field
        if field is not None:
            field.insert_paste(text)
            self._typed(field)
        self._ask_for_room()

    def tell(self, message: Line, *, failed: bool = False) -> None:
        """Say something until the next key.

        Args:
            message: What to say.
            failed: It is about something that went wrong.
        """
        self._update(TellPlan(message, failed))

    def commit(self, step: PanelStep) -> None:
        """Install the state of a step and redraw what changed."""
        assert isinstance(step.state, PlanState)
        self._state = step.state
        if isinstance(step, _Scroll):
            self.view.scroll_rows(step.rows)
            # It is where it will be on screen: nothing has to be brought there.
            self.view.cursor = step.state.row if step.state.changes else step.state.cursor
        if isinstance(step, _Outside):
            self._hand_out(step.action)
        self._draw()
        self._ask_for_room()

    def restore(self, state: object) -> None:
        """Install a state read earlier from `state`; what has been seen since stays seen."""
        assert isinstance(state, PlanState)
        self._state = state
        self._take_seen(self.view.seen)
        self._draw()

    def delivered(self, failure: str | None) -> None:
        """The receipt of a send or dismissal: `None`, or why it was refused."""
        self._update(Delivered(failure))

    def focus_target(self) -> Widget:
        """The widget that has the keyboard when this panel has it."""
        if self._state.focus is PlanFocus.COMMENTS:
            return self.comment_list
        return self._field or self.view

    def fold_line(self) -> tuple[str, int, int]:
        """The request's own text, questions answered, questions in all."""
        return self._state.claim.question, 0, 1

    @property
    def drafts(self) -> int:
        """How many answers are begun and would be lost: the feedback, and each comment."""
        written = not is_blank(self._state.feedback)
        return int(written) + len(self._state.comments)

    # What happens

    def on_plan_view_line_clicked(self, event: PlanView.LineClicked) -> None:
        event.stop()
        self._update(MoveToLine(event.line))
        # A comment goes back to the list if it was opened there.
        if self._state.focus in (PlanFocus.FEEDBACK, PlanFocus.COMMENTS):
            self._update(LeaveFeedback())
        self.post_message(self.ActionRequested(self, "plan.focus", event.time))

    def on_plan_view_plan_scrolled(self, event: PlanView.PlanScrolled) -> None:
        event.stop()
        self._draw_head()

    def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
        event.stop()
        action = "plan.focus" if event.control is self.comment else "plan.feedback"
        self.post_message(self.ActionRequested(self, action, event.time))

    def on_row_list_row_clicked(self, event: CommentList.RowClicked) -> None:
        event.stop()
        self._update(MoveListed(to=event.row))
        self.post_message(self.ActionRequested(self, "plan.focus", event.time))

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

    @property
    def _field(self) -> TextField | None:
        """The text that has the keyboard, when this panel has it."""
        match self._state.focus:
            case PlanFocus.FEEDBACK:
                return self.feedback
            case PlanFocus.COMMENT:
                return self.comment
        return None

    def _typed(self, field: TextField) -> None:
        text = field.text
        self._update(FeedbackEdited(text) if field is self.feedback else CommentEdited(text))

    def _hand_out(self, action: str) -> None:
        """Give a text to whoever can do something with it."""
        state = self._state
        plan = state.claim.plan
        match action:
            case "plan.copy":
                self.post_message(self.TextCopied(self, self.view.selected or plan))
            case "plan.save":
                self.post_message(self.SaveRequested(self, plan))
            case "plan.editor":
                self.post_message(EditRequested(self, plan, ".md", self._take_copy, self._fail))
            case _:
                field = self._field
                if field is not None:
                    comment = None if state.editing is None else state.comments[state.editing]
                    lines = None if comment is None else (comment.first, comment.last)
                    text = field.text
                    take = partial(self._take_text, field, lines, text)
                    self.post_message(EditRequested(self, text, ".md", take, self._fail))

    def _take_copy(self, text: str) -> None:
        self._update(CopyEdited(field_text(text)))
        self._ask_for_room()
        # The keyboard follows: it is the feedback that is written now.
        self.post_message(self.ActionRequested(self, "plan.focus", monotonic()))
        self._keep_if_over()

    def _take_text(
        self, field: TextField, lines: tuple[int, int] | None, before: str, text: str
    ) -> None:
        text = field_text(text.removesuffix("\n"))
        if text == before:
            return
        if field.is_attached and field is self._field:
            field.revise_text(text)  # One edit, which can be undone.
        self._update(TextTaken(text, lines))
        self._keep_if_over()

    def _ask_for_room(self) -> None:
        if self._make_room():
            self.post_message(self.Resized(self))

    def _fail(self, message: Line) -> None:
        self.tell(message, failed=True)

    def _keep_if_over(self) -> None:
        """The request may have ended while the editor was open."""
        if not self.is_attached and self._keep is not None:
            self._keep(self._state)

    def _update(self, event: PlanEvent) -> None:
        self._take_seen()
        self._state = plan_update(self._state, event).state
        self._draw()

    def _take_seen(self, seen: Collection[int] = ()) -> None:
        """Bring what was painted into the state, run by run.

        Args:
            seen: What was painted earlier and is not in the state.
        """
        if not self._ready or not self.is_attached:
            return
        first = last = -1
        for line in sorted({*self.view.take_seen(), *seen}):
            if line != last + 1 or first < 0:
                self._mark_seen(first, last)
                first = line
            last = line
        self._mark_seen(first, last)

    def _mark_seen(self, first: int, last: int) -> None:
        if first >= 0:
            self._state = plan_update(self._state, LinesSeen(first, last)).state
