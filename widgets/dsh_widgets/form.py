"""One batch of questions on screen: the view of a form state, and the way of an action into it.

The state is a value from `dsh_core.form`; this widget draws it and turns actions, clicks and
edits into events. It keeps no truth of its own but the caret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_core.form.drafts import Draft, holds_something, is_answered
from dsh_core.form.events import (
    Delivered,
    Edited,
    EnterField,
    Event,
    GoTo,
    LeaveText,
    MoveTo,
    PasteText,
    Select,
    Written,
)
from dsh_core.form.review import open_form, update
from dsh_core.form.state import Dismiss, Focus, FormState, Send
from dsh_core.form.state import Message as Line
from dsh_core.questions.types import Question
from dsh_widgets import form_lines
from dsh_widgets.action_line import ActionLine
from dsh_widgets.answer_field import AnswerField
from dsh_widgets.dock_size import MIN_BODY
from dsh_widgets.editing import EditRequested
from dsh_widgets.form_actions import event_for
from dsh_widgets.form_body import FormBody
from dsh_widgets.glyphs import glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.own_class import set_own_class
from dsh_widgets.panel import PanelStep, drawing
from dsh_widgets.review_page import ReviewPage, ReviewPane
from dsh_widgets.row_list import RowList
from dsh_widgets.still_lines import StillLines
from dsh_widgets.still_text import StillText
from dsh_widgets.tabs import QuestionTabs
from dsh_widgets.text_field import TextField, field_text

__all__ = ["QuestionForm"]

_TEXTS = (Focus.FIELD, Focus.NOTE, Focus.FILTER)
_PINNED = 3
"""Lines of the question that do not scroll with the body, if that has its own lines then."""


class _Edit(PanelStep):
    """A step that hands the text that has the keyboard to an editor."""


class QuestionForm(StillLines, Vertical):
    """A form over one request; a `panel.Panel`.

    Args:
        questions: The batch.
        keys: Where every part takes its keys.
        catalogue: The language of everything but the questions.
        can_discuss: The request has an agent to talk to.
        carried: Drafts from an earlier form, one a question; see `open_form`.
        keep: Given a text that comes back from an editor: it keeps it if the request has ended
            meanwhile, and says whether it did.
    """

    DEFAULT_CSS = """
    QuestionForm {
        height: 1fr;
        width: 1fr;

        & > #form-question { height: auto; text-style: bold; }
        & > #form-status { height: auto; min-height: 1; max-height: 3; }
        & > .-off { display: none; }
    }
    """

    ALLOW_MAXIMIZE: ClassVar[bool | None] = False

    catalogue: reactive[Catalogue] = reactive(Catalogue, always_update=True)

    tabs = getters.query_one("#form-tabs", QuestionTabs)
    body = getters.query_one("#form-body", FormBody)
    review_pane = getters.query_one("#form-review", ReviewPane)
    status = getters.query_one("#form-status", StillText)
    action_line = getters.query_one("#form-actions", ActionLine)

    @dataclass
    class ActionRequested(Message):
        """The mouse asked for an action that the owner must judge as it judges a key.

        Attributes:
            form: The form.
            action: A keymap id.
            time: When, in seconds of the event clock.
        """

        form: QuestionForm
        action: str
        time: float

        @property
        def control(self) -> QuestionForm:
            return self.form

    @dataclass
    class Resized(Message):
        """Another page is shown, which needs another height."""

        form: QuestionForm

        @property
        def control(self) -> QuestionForm:
            return self.form

    def __init__(
        self,
        questions: Sequence[Question],
        *,
        keys: KeyHandler | None = None,
        catalogue: Catalogue | None = None,
        can_discuss: bool = False,
        carried: Sequence[Draft | None] = (),
        keep: Callable[[Written], bool] | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._state = open_form(questions, can_discuss=can_discuss, carried=carried)
        self.set_reactive(QuestionForm.catalogue, catalogue or Catalogue())
        self._keep = keep
        self._room = (80, 24)
        self._needed = MIN_BODY
        self._measured: object = None
        """What the room was last shared out for."""

    @property
    def review(self) -> ReviewPage:
        return self.review_pane.page

    @property
    def scope(self) -> str:
        """See `panel.Panel`."""
        focus = self._state.focus
        return "text" if focus in (Focus.FIELD, Focus.NOTE) else focus.value

    @property
    def state(self) -> FormState:
        """See `panel.Panel`."""
        return self._state

    @property
    def needed_height(self) -> int:
        """See `panel.Panel`."""
        return self._needed

    def plan_step(self, action: str, time: float) -> PanelStep | None:
        """See `panel.Panel`."""
        state = self._state
        match action.partition(".")[2]:
            case "focus":
                return PanelStep(state)
            case "scroll_up" | "scroll_down":
                return PanelStep(state, scroll=-1 if action.endswith("_up") else 1)
            case "copy_option" | "copy_question":
                return PanelStep(state, copy=form_lines.copied(state, action))
            case "editor":
                return _Edit(state) if self._field is not None and state.busy is None else None
            case "up" | "down" as edge if self._field is not None:
                event = self._leave_at_edge(edge)
            case _:
                event = event_for(action, state)
        if event is None:
            return None
        step = update(state, event)
        irrevocable = any(isinstance(effect, Send | Dismiss) for effect in step.effects)
        return PanelStep(step.state, step.effects, step.confirmed, irrevocable)

    def apply_text_key(self, event: events.Key) -> bool:
        """See `panel.Panel`."""
        field = self._field
        if field is None or self._state.busy is not None or not field.apply(event):
            return False
        self._apply(Edited(field.text))
        return True

    def paste(self, text: str) -> None:
        """See `panel.Panel`."""
        field = self._field
        if field is not None and self._state.busy is None:
            field.insert_paste(text)
            self._apply(Edited(field.text))
        else:
            self._apply(PasteText(field_text(text)))

    def commit(self, step: PanelStep) -> None:
        """See `panel.Panel`."""
        if isinstance(step.state, FormState) and step.state is not self._state:
            self.restore(step.state)
        if step.scroll:
            page = self.body if not self._state.on_review else self.review_pane
            page.scroll_relative(y=step.scroll * max(1, page.size.height - 1), animate=False)
        if step.copy:
            self.app.copy_to_clipboard(step.copy)
        field = self._field
        if isinstance(step, _Edit) and field is not None:
            note, text = self._state.focus is Focus.NOTE, field.text
            take = partial(self._take, Written(self._state.index, text, text, note))
            self.post_message(EditRequested(self, text, ".md", take, self._fail))

    def restore(self, state: object) -> None:
        """See `panel.Panel`."""
        if isinstance(state, FormState):
            before, self._state = self._state, state
            if self.is_mounted:
                moved = replace(before, cursors=state.cursors) == state
                self._draw(turned=state.index != before.index, moved=moved)

    def delivered(self, failure: str | None) -> None:
        """See `panel.Panel`."""
        self._apply(Delivered(failure))

    def focus_target(self) -> Widget:
        """See `panel.Panel`."""
        return self.review if self._state.on_review else self.body.focus_target(self._state)

    def fold_line(self) -> tuple[str, int, int]:
        """See `panel.Panel`."""
        state = self._state
        index = min(state.index, len(state.questions) - 1)
        done = sum(map(is_answered, state.drafts))
        return state.questions[index].question, done, len(state.questions)

    @property
    def drafts(self) -> int:
        """See `panel.Panel`."""
        return sum(map(holds_something, self._state.drafts))

    def fit(self, width: int, height: int) -> None:
        """See `panel.Panel`."""
        self._room = (max(1, width), height)
        with drawing(self):
            self._measure()

    def compose(self) -> ComposeResult:
        marks = glyphs(self.catalogue.ascii_only)
        yield QuestionTabs(glyphs=marks, id="form-tabs")
        yield StillText(id="form-question")
        yield FormBody(self._keys, self.catalogue, id="form-body")
        yield ReviewPane(self._keys, glyphs=marks, id="form-review")
        yield StillText(id="form-status")
        yield ActionLine(id="form-actions")

    def on_mount(self) -> None:
        self._draw(turned=True)

    def on_resize(self) -> None:
        self.call_after_refresh(self._reveal)

    def watch_catalogue(self) -> None:
        if self.is_mounted:
            self._draw(turned=False)

    def on_row_list_row_clicked(self, event: RowList.RowClicked) -> None:
        event.stop()
        mark = event.on_mark and event.control is not self.review
        self._clicked(Select(event.row) if mark else MoveTo(event.row), event.time)

    def on_answer_field_answer_clicked(self, event: AnswerField.AnswerClicked) -> None:
        event.stop()
        self._clicked(EnterField(), event.time)

    def on_text_field_field_clicked(self, event: TextField.FieldClicked) -> None:
        """The note and the filter are there only while they have the keyboard."""
        event.stop()
        self.post_message(self.ActionRequested(self, "list.focus", event.time))

    def on_question_tabs_tab_clicked(self, event: QuestionTabs.TabClicked) -> None:
        event.stop()
        self._clicked(GoTo(event.index), event.time)

    def on_action_line_action_pressed(self, event: ActionLine.ActionPressed) -> None:
        event.stop()
        self.post_message(self.ActionRequested(self, event.action, event.time))

    def _clicked(self, event: Event, time: float) -> None:
        self._apply(event)
        self.post_message(self.ActionRequested(self, "list.focus", time))

    def _apply(self, event: Event) -> None:
        """Make an event so that has no effect outside of the form."""
        self.restore(update(self._state, event).state)

    def written(self, event: Written) -> None:
        """A text comes that was written elsewhere."""
        self._apply(event)

    def _take(self, before: Written, text: str) -> None:
        """An editor gives a text back; anything may have happened meanwhile."""
        event = replace(before, text=field_text(text))
        if event == before or (self._keep is not None and self._keep(event)):
            return
        part, field = Focus.NOTE if event.note else Focus.FIELD, self._field
        if field is not None and (self._state.index, self._state.focus) == (event.index, part):
            field.revise_text(event.text)  # One edit, which can be undone.
        self._apply(event)

    def _fail(self, message: Line) -> None:
        if self.is_attached:
            self.restore(replace(self._state, error=message))

    @property
    def _field(self) -> TextField | None:
        """The text that has the keyboard, by the state."""
        if self._state.focus not in _TEXTS:
            return None
        target = self.body.focus_target(self._state)
        return target if isinstance(target, TextField) else None

    def _leave_at_edge(self, edge: str) -> Event | None:
        field = self._field
        if field is None:
            return None
        if edge == "up" and field.caret_on_first_row():
            return LeaveText("up")
        if edge == "down" and field.caret_on_last_row():
            return LeaveText("down")
        return None

    def _draw(self, *, turned: bool, moved: bool = False) -> None:
        """Draw the state: `turned` to another page, or if nothing but the highlight `moved`."""
        state, catalogue = self._state, self.catalogue
        with drawing(self):
            tabs = form_lines.tabs(state, catalogue)
            set_own_class(self.tabs, not tabs, "-off")
            self.tabs.show(tabs, state.index)
            set_own_class(self.body, state.on_review, "-off")
            set_own_class(self.review_pane, not state.on_review, "-off")
            if state.on_review:
                self.review.show_review(state, catalogue)
            else:
                self.body.show(state, catalogue)
            self.status.show(form_lines.status_line(state, catalogue))
            self.action_line.show(form_lines.actions(state, catalogue))
            if turned and self._measure():
                self.post_message(self.Resized(self))
        if moved:
            self._reveal()  # In the same frame: nothing is laid out for that.
        else:
            self.call_after_refresh(self._reveal)

    def _measure(self) -> bool:
        """Share the room out; whether the form would need more or less of it than before."""
        state, (width, height) = self._state, self._room
        fixed = 2 + (len(state.questions) > 1)
        lines = () if state.on_review else form_lines.question_lines(state.question, width)
        pinned = min(len(lines), max(1, min(_PINNED, height - fixed - MIN_BODY)))
        measured = (state, width, pinned, self.catalogue)
        if not self.is_mounted or measured == self._measured:
            return False
        self._measured = measured
        question = self.query_one("#form-question", StillText)
        question.set_class(state.on_review, "-off")
        if state.on_review:
            body = self.review.get_content_height(Size(width, 0), Size(width, 0), width - 1)
        else:
            question.show(Content("\n").join(lines[:pinned]))
            self.body.show_rest(Content("\n").join(lines[pinned:]))
            body = self.body.fit(width, state.question)
        most = min(len(lines), _PINNED)
        before, self._needed = self._needed, fixed + most + max(len(lines) - most + body, MIN_BODY)
        return self._needed != before

    def _reveal(self) -> None:
        state = self._state
        # It may come after a refresh: by then the form may be on its way out, its parts gone.
        if not self.display or self.query_one_optional("#form-review") is None:
            return
        if state.on_review:
            self.review_pane.reveal()
        else:
            self.body.reveal(state)
