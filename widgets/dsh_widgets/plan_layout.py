"""How the review of a plan is laid out and drawn; it changes nothing and decides nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_review import PlanFocus, PlanState, confirm_message
from dsh_core.form.state import Message as Line
from dsh_widgets.action_line import Action, ActionLine
from dsh_widgets.glyphs import glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.plan_parts import (
    CommentList,
    PlanField,
    PlanHead,
    comment_place,
    comments_above,
)
from dsh_widgets.plan_view import PlanView
from dsh_widgets.still_lines import StillLines
from dsh_widgets.still_text import StillText
from dsh_widgets.text import literal_line
from dsh_widgets.text_field import TextField

__all__ = ["PlanLayout"]

_HEAD_FROM: Final = 6
"""Lines of the panel from which on it has a head."""
_ROOMY: Final = 9
"""Lines of the panel from which on the feedback keeps its room while something else is done."""
_FIELD_ROWS: Final = 6
"""Lines that a comment grows to; the feedback has a third of the panel, or what the plan leaves."""
_ABOVE_ROWS: Final = 5
_MESSAGE_ROWS: Final = 3


class PlanLayout(StillLines, Vertical):
    """Head, plan or list of comments, fields, message and actions; the base of the panel.

    Args:
        state: What is drawn first.
        keys: Where every part takes its keys.
        catalogue: The language of everything but the plan.
        id: The widget's DOM id.
    """

    DEFAULT_CSS = """
    PlanLayout {
        height: 1fr;
        width: 1fr;

        & #plan-message {
            height: auto;
            max-height: 3;
            color: $text-warning;
            display: none;
        }
        & #plan-message.-error { color: $text-error; }
        & #plan-message.-shown { display: block; }
        & > #plan-list { height: 1fr; display: none; scrollbar-size-vertical: 1; }
        & > #plan-above {
            height: auto;
            max-height: 5;
            display: none;
            text-wrap: nowrap;
            text-overflow: ellipsis;
        }
        &.-feedback > #plan-above { display: block; }
        &.-listing > #plan-view { display: none; }
        &.-listing > #plan-list { display: block; }
        &.-short > PlanHead { display: none; }
        &.-short > #plan-above { display: none; }
    }
    """

    catalogue: reactive[Catalogue] = reactive(Catalogue, init=False)
    """The language of everything but the plan."""

    view = getters.query_one("#plan-view", PlanView)
    feedback = getters.query_one("#plan-feedback", TextField)
    comment = getters.query_one("#plan-comment", TextField)
    comment_list = getters.query_one(CommentList)
    action_line = getters.query_one("#plan-actions", ActionLine)

    def __init__(
        self,
        state: PlanState,
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._state = state
        self._keys = keys
        self._room = (80, 24)
        self._wanted = 0  # lines that the feedback takes, with the comments above it
        self._spare = 0  # lines that the plan leaves
        self._room_for = (0, False, True, len(state.comments))
        self._ready = False  # The parts exist; `is_mounted` is still false in `on_mount`.
        self.set_reactive(PlanLayout.catalogue, catalogue or Catalogue())

    def fit(self, width: int, height: int) -> None:
        """Lay out for a dock of at most this many cells and lines."""
        self._room = (width, height)
        if not self._ready:
            return
        self.set_class(height < _HEAD_FROM, "-short")
        rows = max(1, min(_FIELD_ROWS, height // 3))
        self.comment.styles.max_height = rows
        message = self.query_one("#plan-message", StillText)
        others = 3 if height >= _HEAD_FROM else 2
        message.styles.max_height = max(1, min(_MESSAGE_ROWS, height - others))
        above = min(len(self._state.comments), _ABOVE_ROWS)
        self._spare = height - 3 - above - self.view.rows_needed(width - 1, height)
        self._draw_feedback(self._state)

    @property
    def needed_height(self) -> int:
        """Lines this panel wants at the width of the last `fit`."""
        width, height = self._room
        others = 3 + max(1 if self._shows_feedback else 0, min(self._wanted, height // 3))
        others += self._state.editing is not None
        if not self._ready:
            return others + len(self._state.lines)
        return others + self.view.rows_needed(width - 1, height)

    def compose(self) -> ComposeResult:
        marks = glyphs(self.catalogue.ascii_only)
        yield PlanHead(marks)
        yield PlanView(self._keys, glyphs=marks, id="plan-view")
        with VerticalScroll(id="plan-list", can_focus=False):
            yield CommentList(self._keys, glyphs=marks)
        yield PlanField(self._keys, marks, field_id="plan-comment")
        yield StillText(id="plan-above")
        words = self.catalogue.text("plan.feedback")
        yield PlanField(self._keys, marks, field_id="plan-feedback", placeholder=words)
        yield StillText(id="plan-message")
        yield ActionLine(id="plan-actions")

    def on_mount(self) -> None:
        self._ready = True
        self.view.show_plan(self._state.claim.plan)
        self.fit(*self._room)
        self._draw()

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        if self._ready:
            self.feedback.placeholder = Content(catalogue.text("plan.feedback"))
            self._draw()

    def _make_room(self) -> bool:
        """Want room for what is shown, and for the feedback as it is when it is come to.

        Not for each line that is typed: the room stays as it is then.

        Returns:
            Whether something else is shown than before, which may want other room.
        """
        state = self._state
        if state.focus is PlanFocus.FEEDBACK:
            wanted = state.feedback.count("\n") + 1 + min(len(state.comments), _ABOVE_ROWS)
            self._wanted = max(self._wanted, wanted)
        before = self._room_for
        self._room_for = (self._wanted, state.changes, state.editing is None, len(state.comments))
        return self._room_for != before

    @property
    def _shows_feedback(self) -> bool:
        """Whether the feedback is shown: with little room it gives way to what is done now."""
        state = self._state
        if state.focus is PlanFocus.FEEDBACK:
            return True
        roomy = self._room[1] >= _ROOMY or state.focus is PlanFocus.PLAN
        return bool(state.feedback) and roomy

    def _draw(self) -> None:
        if not self._ready or not self.is_attached:
            return
        state = self._state
        view = self.view
        view.raw = state.raw
        view.show_changes(state.diff if state.changes else None, self.catalogue)
        span = None if state.anchor is None else state.span
        comments = state.comments
        if state.editing is not None:
            # It is in the field; below its line it comes when it is done.
            comment = replace(comments[state.editing], text="")
            comments = (*comments[: state.editing], comment, *comments[state.editing + 1 :])
        view.show_remarks(span, comments)
        view.show_cursor(state.row if state.changes else state.cursor)
        self._draw_texts(state)
        self._draw_message(state)
        self._draw_head()
        self.action_line.show(self._actions(state))

    def _draw_texts(self, state: PlanState) -> None:
        """The fields, and the comments beside them."""
        comment_field = self.query(PlanField).first()
        comment = None if state.editing is None else state.comments[state.editing]
        label = "" if comment is None else comment_place(comment, self.catalogue)
        text = "" if comment is None else comment.text
        comment_field.show(text, shown=comment is not None, label=label)
        self._draw_feedback(state)
        listing = state.focus is PlanFocus.COMMENTS
        self.set_class(listing, "-listing")
        if listing:
            self.comment_list.show_comments(state, self.catalogue)
            self.call_after_refresh(self._reveal_listed)
        above = state.focus is PlanFocus.FEEDBACK and bool(state.comments)
        self.set_class(above, "-feedback")
        if above:
            marks = glyphs(self.catalogue.ascii_only)
            content = comments_above(state, self.catalogue, marks)
            self.query_one("#plan-above", StillText).show(content)

    def _draw_feedback(self, state: PlanState) -> None:
        height = self._room[1]
        rows = max(1, height // 3, self._spare)
        written = state.focus is PlanFocus.FEEDBACK
        self.feedback.styles.max_height = rows if written or height >= _ROOMY else 1
        self.query(PlanField).last().show(state.feedback, shown=self._shows_feedback)

    def _reveal_listed(self) -> None:
        rows = self.comment_list
        if rows.rows and rows.size:
            pane = self.query_one("#plan-list", VerticalScroll)
            pane.scroll_to_region(rows.row_region(rows.cursor), animate=False)

    def _draw_head(self) -> None:
        self.query_one(PlanHead).show(self._state, self.catalogue, self.view.position)

    def _draw_message(self, state: PlanState) -> None:
        line = confirm_message(state) or state.error or state.notice
        if line is None and state.busy is not None:
            line = Line("submitting")
        if line is None and not state.lines:
            line = Line("plan.empty")
        message = self.query_one("#plan-message", StillText)
        message.set_class(line is not None, "-shown")
        message.set_class(line is not None and line is state.error, "-error")
        if line is not None:
            text = self.catalogue.text(line.key, **dict(line.values)) if line.key else line.text
            message.show(literal_line(text))

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
