"""The one-line parts of a question form, computed from its state."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from textual.content import Content

from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.answers import build_item
from dsh_core.form.drafts import holds_something
from dsh_core.form.labels import tab_title
from dsh_core.form.review import confirm_message
from dsh_core.form.rows import gaps, is_open, kept, shown_rows
from dsh_core.form.state import Focus, FormState, Message
from dsh_core.questions.types import Question
from dsh_widgets.action_line import Action
from dsh_widgets.tabs import Tab
from dsh_widgets.text import literal, literal_line
from dsh_widgets.wrapping import wrap

__all__ = [
    "actions",
    "copied",
    "kept_line",
    "message_text",
    "question_lines",
    "status_line",
    "tabs",
]


def message_text(message: Message, catalogue: Catalogue) -> str:
    """A message in the language of the catalogue; a literal one as it is."""
    return catalogue.text(message.key, **dict(message.values)) if message.key else message.text


def status_line(state: FormState, catalogue: Catalogue) -> Content:
    """What the person must know now: a question of the form itself, an error, or a notice."""
    if state.confirm is not None:
        text = message_text(confirm_message(state.confirm), catalogue)
        return literal_line(text, "bold $text-warning")
    if state.busy is not None:
        return literal_line(catalogue.text("submitting"), "$foreground-muted")
    if state.error is not None:
        return literal_line(f"! {message_text(state.error, catalogue)}", "$text-error")
    if state.notice is not None:
        return literal_line(message_text(state.notice, catalogue), "$text-accent")
    return Content("")


def kept_line(state: FormState, catalogue: Catalogue) -> Content:
    """Where the draft on screen is from, and what it keeps without sending it; empty if nothing."""
    if state.on_review:
        return Content("")
    parts = []
    if state.carried[state.index] and holds_something(state.draft):
        parts.append(catalogue.text("form.carried"))
    for part in kept(state.question, state.draft):
        replaced = part.kind == "choice" and not is_blank(state.draft.custom)
        key = "form.was" if replaced else "form.kept"
        parts.append(catalogue.text(key, text=part.text))
    return literal(catalogue.text("join.parts").join(parts), "$foreground-muted italic")


def tabs(state: FormState, catalogue: Catalogue) -> tuple[Tab, ...]:
    """One tab a question, and the review page after them; none for a batch of one."""
    if len(state.questions) < 2:
        return ()
    questions = tuple(
        Tab(tab_title(question, index), _tab_state(state, index))
        for index, question in enumerate(state.questions)
    )
    done: Literal["open", "answered"] = "open" if gaps(state) else "answered"
    return (*questions, Tab(catalogue.text("form.review"), done, counted=False))


def question_lines(question: Question, width: int) -> tuple[Content, ...]:
    """The question's own text, wrapped to `width` cells."""
    return _text_lines(question.question, width)


@lru_cache(maxsize=64)
def _text_lines(text: str, width: int) -> tuple[Content, ...]:
    parts = literal(text).split("\n", allow_blank=True)
    return tuple(line for part in parts for line in wrap(part, width))


def copied(state: FormState, action: str) -> str:
    """What a copy action copies: the highlighted option's label, or the question as answered.

    The original strings, not their drawing.
    """
    question, draft = state.question, state.draft
    if action.endswith("copy_option"):
        rows = shown_rows(state)
        row = state.cursors[state.index]
        return (question.options or ())[rows[row]].label if row < len(rows) else draft.custom
    item = build_item(question, draft)
    answer = [*item.selected, *([item.custom] if item.custom is not None else [])]
    return "\n".join([question.question, *answer])


def actions(state: FormState, catalogue: Catalogue) -> tuple[Action, ...]:
    """What the mouse can press: the only places where a click sends, skips or dismisses."""
    enabled = state.busy is None and state.focus is not Focus.CONFIRM
    if state.on_review:
        on = Action("review.send", catalogue.text("submit"), True, enabled)
        others = [Action("review.dismiss", catalogue.text("form.dismiss"), enabled=enabled)]
    else:
        alone = len(state.questions) == 1
        commit = "list.commit" if state.focus is Focus.LIST else "text.commit"
        label = catalogue.text("submit" if alone else "action.next")
        on = Action(commit, label, True, enabled)
        skip = "form.unskip" if state.draft.skipped else "action.skip"
        others = [
            Action("list.skip", catalogue.text(skip), enabled=enabled),
            Action("list.dismiss", catalogue.text("form.dismiss"), enabled=enabled),
        ]
    return (on, *others)


def _tab_state(state: FormState, index: int) -> Literal["open", "answered", "skipped"]:
    if is_open(state, index):
        return "open"
    return "skipped" if state.drafts[index].skipped else "answered"
