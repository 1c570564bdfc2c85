"""The keys of every widget here, in one table.

Letters are hotkeys only where no text has the keyboard. Nothing is bound to Alt and a digit,
which many terminals send for other characters, and nothing depends on Escape alone.
"""

from __future__ import annotations

from typing import Final

from dsh_widgets.keymap import Keymap, KeyRow

__all__ = ["WIDGET_ROWS", "widget_keymap"]

_NEWLINE = ("shift+enter", "ctrl+j", "alt+enter")
_UP = ("up", "k")
_DOWN = ("down", "j")
_FIRST = ("home", "g")
_LAST = ("end", "G")


def _picks(scope: str) -> tuple[KeyRow, ...]:
    return tuple(
        KeyRow(f"{scope}.pick_{digit}", scope, (str(digit),), f"hint.{scope}.pick")
        for digit in range(1, 10)
    )


def _undo(scope: str) -> KeyRow:
    return KeyRow(f"{scope}.undo", scope, ("ctrl+z",), "hint.text.undo", over=("app.suspend",))


_LIST = (
    KeyRow("list.up", "list", _UP, "hint.move_up"),
    KeyRow("list.down", "list", _DOWN, "hint.move_down"),
    KeyRow("list.first", "list", _FIRST, "hint.move_first"),
    KeyRow("list.last", "list", _LAST, "hint.move_last"),
    *_picks("list"),
    KeyRow("list.select", "list", ("space",), "hint.list.select", hint=20),
    KeyRow("list.commit", "list", ("enter",), "hint.list.commit", hint=10, essential=True),
    KeyRow(
        "list.next_question",
        "list",
        ("tab", "right", "]"),
        "hint.next_question",
        60,
        over=("dock.enter",),
    ),
    KeyRow("list.previous_question", "list", ("shift+tab", "left", "["), "hint.previous_question"),
    KeyRow("list.own_answer", "list", ("o",), "hint.list.own_answer", hint=30, essential=True),
    KeyRow("list.skip", "list", ("s",), "hint.list.skip", hint=40, essential=True),
    KeyRow("list.note", "list", ("n",), "hint.list.note", hint=50),
    KeyRow("list.recommended", "list", ("r",), "hint.list.recommended"),
    KeyRow("list.all_recommended", "list", ("R",), "hint.list.all_recommended"),
    KeyRow("list.filter", "list", ("/",), "hint.list.filter"),
    KeyRow("list.unanswer", "list", ("delete", "backspace"), "hint.list.unanswer"),
    KeyRow("list.copy_option", "list", ("y",), "hint.list.copy_option"),
    KeyRow("list.copy_question", "list", ("Y",), "hint.list.copy_question"),
    KeyRow("list.scroll_up", "list", ("pageup",), "hint.scroll_up"),
    KeyRow("list.scroll_down", "list", ("pagedown",), "hint.scroll_down"),
    KeyRow("list.discuss", "list", ("d",), "hint.discuss", hint=70),
    KeyRow("list.dismiss", "list", ("X",), "hint.dismiss", hint=80, essential=True),
    KeyRow("list.park", "list", ("escape",), "hint.park", hint=90, essential=True),
)

_TEXT = (
    KeyRow("text.commit", "text", ("enter",), "hint.text.commit", hint=10, essential=True),
    KeyRow("text.newline", "text", _NEWLINE, "hint.text.newline", hint=20),
    KeyRow("text.editor", "text", ("ctrl+g",), "hint.text.editor"),
    KeyRow("text.up", "text", ("up",), "hint.text.up"),
    KeyRow("text.down", "text", ("down",), "hint.text.down"),
    KeyRow("text.next_question", "text", ("tab",), "hint.next_question", 40, over=("dock.enter",)),
    KeyRow("text.previous_question", "text", ("shift+tab",), "hint.previous_question"),
    KeyRow("text.leave", "text", ("escape",), "hint.text.leave", hint=90, essential=True),
    _undo("text"),
)

_FILTER = (
    KeyRow("filter.commit", "filter", ("enter",), "hint.filter.commit", hint=10, essential=True),
    KeyRow("filter.leave", "filter", ("escape",), "hint.filter.leave", hint=90, essential=True),
    KeyRow("filter.up", "filter", ("up",), "hint.text.up"),
    KeyRow("filter.down", "filter", ("down",), "hint.text.down"),
    KeyRow("filter.next_question", "filter", ("tab",), "hint.next_question", over=("dock.enter",)),
    KeyRow("filter.previous_question", "filter", ("shift+tab",), "hint.previous_question"),
    _undo("filter"),
)

_REVIEW = (
    KeyRow("review.up", "review", _UP, "hint.move_up"),
    KeyRow("review.down", "review", _DOWN, "hint.move_down"),
    KeyRow("review.first", "review", _FIRST, "hint.move_first"),
    KeyRow("review.last", "review", _LAST, "hint.move_last"),
    *_picks("review"),
    KeyRow("review.commit", "review", ("enter",), "hint.review.commit", hint=10, essential=True),
    KeyRow(
        "review.previous_question",
        "review",
        ("left", "shift+tab", "["),
        "hint.review.back",
        hint=20,
        essential=True,
    ),
    KeyRow("review.skip", "review", ("s",), "hint.review.unskip", hint=30),
    KeyRow("review.skip_all", "review", ("S",), "hint.review.skip_all", hint=40),
    KeyRow("review.scroll_up", "review", ("pageup",), "hint.scroll_up"),
    KeyRow("review.scroll_down", "review", ("pagedown",), "hint.scroll_down"),
    KeyRow("review.discuss", "review", ("d",), "hint.discuss", hint=70),
    KeyRow("review.dismiss", "review", ("X",), "hint.dismiss", hint=80, essential=True),
    KeyRow("review.park", "review", ("escape",), "hint.park", hint=90, essential=True),
)

_CONFIRM = (
    KeyRow("confirm.yes", "confirm", ("y",), "hint.confirm.yes", hint=10, essential=True),
    KeyRow("confirm.feedback", "confirm", ("f",), "hint.confirm.feedback", hint=15),
    KeyRow("confirm.no", "confirm", ("escape",), "hint.confirm.no", hint=20, essential=True),
)

_PLAN = (
    KeyRow("plan.up", "plan", _UP, "hint.move_up"),
    KeyRow("plan.down", "plan", _DOWN, "hint.move_down"),
    KeyRow("plan.first", "plan", _FIRST, "hint.move_first"),
    KeyRow("plan.last", "plan", _LAST, "hint.move_last"),
    KeyRow("plan.page_up", "plan", ("pageup",), "hint.scroll_up"),
    KeyRow("plan.page_down", "plan", ("pagedown",), "hint.scroll_down"),
    KeyRow("plan.previous_heading", "plan", ("[",), "hint.plan.previous_heading"),
    KeyRow("plan.next_heading", "plan", ("]",), "hint.plan.next_heading"),
    KeyRow("plan.approve", "plan", ("a",), "hint.plan.approve", hint=10, essential=True),
    KeyRow("plan.refuse", "plan", ("r",), "hint.plan.refuse", hint=20, essential=True),
    KeyRow(
        "plan.feedback",
        "plan",
        ("f", "tab"),
        "hint.plan.feedback",
        hint=40,
        essential=True,
        over=("dock.enter",),
    ),
    KeyRow("plan.range", "plan", ("V",), "hint.plan.range"),
    KeyRow("plan.range_up", "plan", ("shift+up",), "hint.plan.range_up"),
    KeyRow("plan.range_down", "plan", ("shift+down",), "hint.plan.range_down"),
    KeyRow("plan.comment", "plan", ("c", "enter"), "hint.plan.comment", hint=30),
    KeyRow("plan.edit_comment", "plan", ("E",), "hint.plan.edit_comment"),
    KeyRow("plan.delete_comment", "plan", ("D",), "hint.plan.delete_comment"),
    KeyRow("plan.undelete_comment", "plan", ("u",), "hint.plan.undelete_comment"),
    KeyRow("plan.comments", "plan", ("C",), "hint.plan.comments"),
    KeyRow("plan.changes", "plan", ("t",), "hint.plan.changes", hint=60),
    KeyRow("plan.editor", "plan", ("ctrl+g",), "hint.plan.editor"),
    KeyRow("plan.discuss", "plan", ("d",), "hint.discuss", hint=50, essential=True),
    KeyRow("plan.copy", "plan", ("y",), "hint.plan.copy"),
    KeyRow("plan.save", "plan", ("w",), "hint.plan.save"),
    KeyRow("plan.styling", "plan", ("v",), "hint.plan.styling"),
    KeyRow("plan.park", "plan", ("escape",), "hint.park", hint=90, essential=True),
)

_FEEDBACK = (
    KeyRow("feedback.send", "feedback", ("enter",), "hint.feedback.send", hint=10, essential=True),
    KeyRow("feedback.newline", "feedback", _NEWLINE, "hint.text.newline", hint=20),
    KeyRow(
        "feedback.leave",
        "feedback",
        ("escape", "tab"),
        "hint.feedback.leave",
        hint=90,
        essential=True,
        over=("dock.enter",),
    ),
    KeyRow("feedback.editor", "feedback", ("ctrl+g",), "hint.text.editor"),
    _undo("feedback"),
)

_COMMENT = (
    KeyRow(
        "comment.leave",
        "comment",
        ("enter", "escape", "tab"),
        "hint.comment.leave",
        hint=10,
        essential=True,
        over=("dock.enter",),
    ),
    KeyRow("comment.newline", "comment", _NEWLINE, "hint.text.newline", hint=20),
    KeyRow("comment.editor", "comment", ("ctrl+g",), "hint.text.editor"),
    _undo("comment"),
)

_COMMENTS = (
    KeyRow("comments.up", "comments", _UP, "hint.move_up"),
    KeyRow("comments.down", "comments", _DOWN, "hint.move_down"),
    KeyRow("comments.first", "comments", _FIRST, "hint.move_first"),
    KeyRow("comments.last", "comments", _LAST, "hint.move_last"),
    KeyRow("comments.go", "comments", ("enter",), "hint.comments.go", hint=10, essential=True),
    KeyRow("comments.edit", "comments", ("E",), "hint.plan.edit_comment", hint=20),
    KeyRow("comments.delete", "comments", ("D",), "hint.plan.delete_comment", hint=30),
    KeyRow("comments.undelete", "comments", ("u",), "hint.plan.undelete_comment", hint=40),
    KeyRow("comments.feedback", "comments", ("f",), "hint.plan.feedback", hint=50),
    KeyRow(
        "comments.leave",
        "comments",
        ("escape", "C", "tab"),
        "hint.feedback.leave",
        hint=90,
        essential=True,
        over=("dock.enter",),
    ),
)

_APPROVAL = (
    KeyRow("approval.allow", "approval", ("a",), "hint.approval.allow", hint=10, essential=True),
    KeyRow("approval.reject", "approval", ("r",), "hint.approval.reject", hint=20, essential=True),
    KeyRow("approval.up", "approval", _UP, "hint.move_up"),
    KeyRow("approval.down", "approval", _DOWN, "hint.move_down"),
    KeyRow("approval.page_up", "approval", ("pageup",), "hint.scroll_up"),
    KeyRow("approval.page_down", "approval", ("pagedown",), "hint.scroll_down"),
    KeyRow("approval.first", "approval", _FIRST, "hint.move_first"),
    KeyRow("approval.last", "approval", _LAST, "hint.move_last"),
    KeyRow("approval.copy", "approval", ("y",), "hint.approval.copy"),
    KeyRow("approval.park", "approval", ("escape",), "hint.park", hint=90, essential=True),
)

_COMPOSER = (
    KeyRow("composer.send", "composer", ("enter",), "hint.composer.send", hint=10, essential=True),
    KeyRow("composer.newline", "composer", _NEWLINE, "hint.text.newline", hint=20),
    KeyRow("composer.editor", "composer", ("ctrl+g",), "hint.text.editor"),
    KeyRow("composer.leave", "composer", ("escape",), "hint.composer.leave", hint=40),
    _undo("composer"),
)

_TRANSCRIPT = (
    KeyRow("transcript.up", "transcript", _UP, "hint.move_up"),
    KeyRow("transcript.down", "transcript", _DOWN, "hint.move_down"),
    KeyRow("transcript.first", "transcript", _FIRST, "hint.move_first"),
    KeyRow("transcript.last", "transcript", _LAST, "hint.move_last"),
    KeyRow("transcript.page_up", "transcript", ("pageup",), "hint.scroll_up"),
    KeyRow("transcript.page_down", "transcript", ("pagedown",), "hint.scroll_down"),
    KeyRow(
        "transcript.toggle", "transcript", ("enter", "space"), "hint.transcript.toggle", hint=20
    ),
    KeyRow("transcript.previous_row", "transcript", ("[",), "hint.transcript.previous_row"),
    KeyRow("transcript.next_row", "transcript", ("]",), "hint.transcript.next_row"),
    KeyRow("transcript.copy", "transcript", ("y",), "hint.transcript.copy"),
    KeyRow(
        "transcript.compose", "transcript", ("i",), "hint.transcript.compose", 10, essential=True
    ),
    KeyRow("transcript.leave", "transcript", ("escape",), "hint.transcript.leave"),
    KeyRow("transcript.keys", "transcript", ("?",), "hint.keys", hint=95),
)

_PANEL = (
    KeyRow("dock.full_height", "panel", ("z",), "hint.dock.full_height"),
    KeyRow("dock.previous_request", "panel", ("<",), "hint.dock.previous_request"),
    KeyRow("dock.next_request", "panel", (">",), "hint.dock.next_request"),
    KeyRow(
        "dock.transcript_up", "panel", ("K", "ctrl+pageup", "shift+pageup"), "hint.transcript.up"
    ),
    KeyRow(
        "dock.transcript_down",
        "panel",
        ("J", "ctrl+pagedown", "shift+pagedown"),
        "hint.transcript.down",
    ),
    KeyRow("dock.keys", "panel", ("?",), "hint.keys", hint=95),
)

_DOCK = (
    KeyRow("dock.fold", "dock", ("ctrl+]", "f2"), "hint.dock.fold", hint=85, essential=True),
    KeyRow("dock.enter", "dock", ("tab",), "hint.dock.enter"),
)

_APP = (
    KeyRow("app.cycle_focus", "app", ("f6",), "hint.app.cycle_focus"),
    KeyRow("app.interrupt", "app", ("ctrl+c",), "hint.app.interrupt", essential=True),
    KeyRow("app.quit", "app", ("ctrl+q",), "hint.app.quit", essential=True),
    KeyRow("app.palette", "app", ("ctrl+p",), "hint.app.palette"),
    KeyRow("app.suspend", "app", ("ctrl+z",), "hint.app.suspend"),
)

WIDGET_ROWS: Final[tuple[KeyRow, ...]] = (
    *_LIST,
    *_TEXT,
    *_FILTER,
    *_REVIEW,
    *_CONFIRM,
    *_PLAN,
    *_FEEDBACK,
    *_COMMENT,
    *_COMMENTS,
    *_APPROVAL,
    *_COMPOSER,
    *_TRANSCRIPT,
    *_PANEL,
    *_DOCK,
    *_APP,
)
"""Everything the widgets and their seat can do with a key. An app puts its own rows after them."""


def widget_keymap() -> Keymap:
    """The table with its default keys."""
    return Keymap(WIDGET_ROWS)
