"""One question on screen: the rest of its text, its detail, its options and the own answer.

There is one pane; another question swaps its contents. The pane scrolls as a whole and follows
the highlighted row or the caret.
"""

from __future__ import annotations

from dataclasses import replace

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region, Size
from textual.widget import Widget
from textual.widgets import Static

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.review import focused_text
from dsh_core.form.rows import shown_rows
from dsh_core.form.state import Focus, FormState
from dsh_core.questions.types import Question
from dsh_widgets import form_lines
from dsh_widgets.answer_field import AnswerField
from dsh_widgets.form_pane import FormPane
from dsh_widgets.glyphs import UNICODE, Glyphs, glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.markdown import markdown_content
from dsh_widgets.option_list import QuestionOptions
from dsh_widgets.own_class import set_own_class
from dsh_widgets.still_text import StillText
from dsh_widgets.text_field import TextField

__all__ = ["FormBody"]

_SCROLLBAR = 1
_OWN_TEXT_ROWS = 2
"""Lines reserved for the field of a question without options."""


class LabelledField(Horizontal):
    """A text that is there only while it is written: the note, or the filter."""

    DEFAULT_CSS = """
    LabelledField {
        height: auto;
        width: 1fr;
        padding: 0 0 0 4;

        & > Static { width: auto; color: $text-primary; }
    }
    """

    def __init__(
        self,
        keys: KeyHandler | None,
        label: str,
        *,
        id: str,
        multiline: bool = True,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__(id=id)
        self._label = Static(Content(label))
        self.field = TextField(keys, multiline=multiline, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        yield self._label
        yield self.field

    def use_label(self, label: str) -> None:
        """Change what stands before the text."""
        if self._label.content != label:
            self._label.update(Content(label))


class FormBody(FormPane):
    """The page of one question.

    Args:
        keys: Where its parts take their keys.
        catalogue: The language of everything but the question.
    """

    DEFAULT_CSS = """
    FormBody {
        & > Static { height: auto; }
        & > #body-detail { margin: 0 0 1 2; color: $foreground; }
        & > #body-kept { margin: 0 0 0 4; }
        & > .-off { display: none; }
    }
    """

    rest = getters.query_one("#body-rest", StillText)
    detail = getters.query_one("#body-detail", StillText)
    filter = getters.query_one("#body-filter", LabelledField)
    options = getters.query_one("#body-options", QuestionOptions)
    answer = getters.query_one("#body-answer", AnswerField)
    note = getters.query_one("#body-note", LabelledField)
    kept = getters.query_one("#body-kept", StillText)

    def __init__(
        self, keys: KeyHandler | None, catalogue: Catalogue, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._keys = keys
        self._catalogue = catalogue
        self._glyphs = glyphs(catalogue.ascii_only)
        self._detail: tuple[str, int] | None = None
        self._drawn_detail = Content("")
        self._width = 80
        self._shown = -1
        self._state: FormState | None = None

    def compose(self) -> ComposeResult:
        words, keys, marks = self._catalogue, self._keys, self._glyphs
        yield StillText(id="body-rest")
        yield StillText(id="body-detail")
        yield LabelledField(
            keys, self._filter_label, id="body-filter", multiline=False, glyphs=marks
        )
        yield QuestionOptions(keys, catalogue=words, glyphs=marks, id="body-options")
        yield LabelledField(keys, self._note_label, id="body-note", glyphs=marks)
        yield AnswerField(keys, catalogue=words, glyphs=marks, id="body-answer")
        yield StillText(id="body-kept")

    def show(self, state: FormState, catalogue: Catalogue) -> None:
        """Draw the question on screen; what is as before is not drawn again."""
        if catalogue is not self._catalogue:
            self._use_catalogue(catalogue)
        self._state = state
        question = state.question
        self._show_detail(question)
        rows = shown_rows(state)
        cursor = state.cursors[state.index]
        # The note that is being written stands in its field.
        draft = replace(state.draft, note="") if state.focus is Focus.NOTE else state.draft
        self.options.show_question(question, rows, draft, cursor)
        self._show_texts(state, highlighted=cursor == len(rows))
        kept = form_lines.kept_line(state, catalogue)
        _update(self.kept, kept)

    def show_rest(self, rest: Content) -> None:
        """Show the lines of the question's text that are not pinned above the pane."""
        _update(self.rest, rest)

    def fit(self, width: int, question: Question) -> int:
        """Lay out for this many cells.

        Returns:
            The lines that the whole pane would need without the rest of the question's text.
        """
        self._width = max(1, width - _SCROLLBAR)
        self._show_detail(question)
        size = Size(self._width, 0)
        # What comes and goes while a question is answered (note, filter, what is kept) scrolls.
        needed = self.answer.rows_at(self._width)
        needed += self.options.get_content_height(size, size, self._width)
        if not is_blank(question.detail or ""):
            needed += _lines(self._drawn_detail) + 1
        return needed if question.options else max(needed, _OWN_TEXT_ROWS)

    def reveal(self, state: FormState) -> None:
        """Scroll the highlighted row, or the caret's field, into view.

        It may be called after a refresh: by then the parts may be gone, before the pane itself.
        """
        if self.query_one_optional("#body-options") is None:
            return
        cursor = state.cursors[state.index]
        if state.focus is Focus.LIST and cursor < len(self.options.rows):
            region = self.options.head_region(cursor, self.size.height)
            region = region.translate(self.options.virtual_region.offset)
        else:
            part: Widget = self.answer
            if state.focus is Focus.NOTE:
                part = self.note
            elif state.focus is Focus.FILTER:
                part = self.filter
            region = part.virtual_region
            if part is self.answer and not self.kept.has_class("-off"):
                # With what it took the place of, which stands below it.
                both = region.union(self.kept.virtual_region)
                region = both if both.height <= self.size.height else region
            if region.height > self.size.height:
                # Not all of it: the row of the caret.
                target = self.focus_target(state)
                row = target.caret_row if isinstance(target, TextField) else 0
                region = Region(0, region.y + row, 1, 1)
        if cursor == 0 and state.focus is Focus.LIST and region.bottom <= self.size.height:
            region = Region(0, 0, 1, 1)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        self._reveal_again()

    def watch_virtual_size(self) -> None:
        self._reveal_again()

    def _reveal_again(self) -> None:
        """Keep what has the highlight or the caret in view, whatever the layout has become."""
        self.call_after_refresh(self._reveal_shown)

    def _reveal_shown(self) -> None:
        # It comes after a refresh: by then another page may be shown.
        if self._state is not None and self.display:
            self.reveal(self._state)

    def focus_target(self, state: FormState) -> TextField | QuestionOptions:
        """The part that has the keyboard when the form has it."""
        if state.focus is Focus.NOTE:
            return self.note.field
        if state.focus is Focus.FILTER:
            return self.filter.field
        # Without options there is no list to focus; the state alone knows that letters are
        # hotkeys then, and the field shows no caret.
        if state.focus is Focus.FIELD or not state.question.options:
            return self.answer.field
        return self.options

    @property
    def _filter_label(self) -> str:
        return f"/ {self._catalogue.text('form.filter')}: "

    @property
    def _note_label(self) -> str:
        return f"{self._glyphs.note} {self._catalogue.text('form.note')}: "

    def _use_catalogue(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.options.catalogue = catalogue
        self.answer.use_catalogue(catalogue)
        self.filter.use_label(self._filter_label)
        self.note.use_label(self._note_label)

    def _show_detail(self, question: Question) -> None:
        source = question.detail or ""
        width = self._width
        drawn = (source, width)
        if drawn != self._detail:
            self._detail = drawn
            blank = is_blank(source)
            drawing = Content("") if blank else markdown_content(source, width - 2, self._glyphs)
            self._drawn_detail = drawing
            _update(self.detail, self._drawn_detail)

    def _show_texts(self, state: FormState, *, highlighted: bool) -> None:
        draft = state.draft
        in_field = state.focus is Focus.FIELD
        text = focused_text(state) if in_field else draft.custom
        if in_field and self._shown == state.index:
            # What a held key did is taken back as an edit: undo and the caret survive it.
            self.answer.field.revise_text(text)
        self._shown = state.index
        self.answer.show_answer(
            text,
            highlighted=highlighted and state.focus in (Focus.LIST, Focus.FIELD),
            chosen=not is_blank(draft.custom),
        )
        self.answer.field.show_cursor = in_field
        in_note = state.focus is Focus.NOTE
        set_own_class(self.note, not in_note, "-off")
        if in_note:
            self.note.field.show_text(focused_text(state))
        filtering = state.focus is Focus.FILTER or bool(state.filter)
        set_own_class(self.filter, not filtering, "-off")
        if filtering:
            self.filter.field.show_text(state.filter)


def _lines(content: Content) -> int:
    return content.plain.count("\n") + 1 if content else 0


def _update(part: StillText, content: Content) -> None:
    part.set_class(not content, "-off")
    part.show(content)
