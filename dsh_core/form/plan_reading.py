"""Reading a plan and writing about it: everything of a review that sends nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from dsh_core.base.text import is_blank
from dsh_core.form.plan_comments import comment_covering, comment_on, in_order, without_blank
from dsh_core.form.plan_diff import Change, unified
from dsh_core.form.plan_events import (
    CommentEdited,
    CopyEdited,
    DeleteComment,
    EditComment,
    FeedbackEdited,
    GoToListed,
    LeaveComment,
    LeaveComments,
    LeaveFeedback,
    MoveHeading,
    MoveLine,
    MoveListed,
    MoveRange,
    MoveToLine,
    OpenComment,
    OpenComments,
    OpenFeedback,
    PlanEvent,
    TextTaken,
    ToggleChanges,
    ToggleRange,
    ToggleRaw,
    UndeleteComment,
)
from dsh_core.form.plan_state import PlanFocus, PlanState
from dsh_core.form.plan_text import Comment
from dsh_core.form.state import Message

__all__ = ["leave_comment", "read_or_write", "take_from_editor"]


def read_or_write(state: PlanState, event: PlanEvent) -> PlanState:
    """What an event makes of the review; one that means nothing here changes nothing."""
    if isinstance(event, CommentEdited):
        return _edited(state, event.text)
    state = leave_comment(state)
    match event:
        case MoveLine() | MoveToLine() | MoveHeading() | MoveRange() | ToggleRange():
            return _move(state, event)
        case ToggleRaw():
            return replace(state, raw=not state.raw)
        case ToggleChanges():
            return _toggle_changes(state)
        case OpenFeedback():
            return replace(state, focus=PlanFocus.FEEDBACK)
        case LeaveFeedback() | LeaveComments():
            return replace(state, focus=PlanFocus.PLAN)
        case FeedbackEdited(text):
            return replace(state, feedback=text) if state.focus is PlanFocus.FEEDBACK else state
    return _comment(state, event)


def take_from_editor(state: PlanState, event: CopyEdited | TextTaken) -> PlanState:
    """Put what an editor gives back where it belongs, wherever one is now."""
    if state.sent == "feedback":
        # All that was sent is with the asker; only what comes now is to be kept.
        state = replace(leave_comment(state), sent=None, feedback="", comments=())
    if isinstance(event, CopyEdited):
        return _take_copy(state, event.text)
    if event.lines is None:
        return replace(state, feedback=event.text)
    return _take_comment(state, *event.lines, event.text)


def _take_comment(state: PlanState, first: int, last: int, text: str) -> PlanState:
    span = first, last
    index = state.editing
    if index is None or (state.comments[index].first, state.comments[index].last) != span:
        state = leave_comment(state)
        index = comment_on(state.comments, *span)
    if index is None:  # It was left while it said nothing.
        new = Comment(first, last, text, state.lines[first : last + 1])
        return replace(state, comments=in_order(without_blank([*state.comments, new])))
    if state.editing is not None:
        return _edited(state, text)
    # As if it was opened once more for this.
    return leave_comment(_edited(_edit(state, index), text))


def _take_copy(state: PlanState, text: str) -> PlanState:
    """Put the difference between the plan and an edited copy of it into the feedback box."""
    difference = unified(state.claim.plan, text, "plan", "edited")
    if not difference:
        return replace(state, notice=Message("plan.copy_unchanged"))
    before = f"{state.feedback.rstrip()}\n\n" if not is_blank(state.feedback) else ""
    state = replace(leave_comment(state), feedback=f"{before}{difference}\n")
    return replace(state, focus=PlanFocus.FEEDBACK, notice=Message("plan.copy_taken"))


def leave_comment(state: PlanState) -> PlanState:
    """End the editing of a comment; one that says nothing is none, and what it said is kept."""
    if state.editing is None:
        return state
    comment = state.comments[state.editing]
    unedited = state.unedited
    state = replace(state, editing=None, unedited=None, focus=state.back, back=PlanFocus.PLAN)
    if not is_blank(comment.text):
        return state
    comments = tuple(each for each in state.comments if each is not comment)
    deleted = state.deleted if unedited is None else (*state.deleted, unedited)
    return _listed_at(replace(state, comments=comments, deleted=deleted), state.listed)


def _comment(state: PlanState, event: PlanEvent) -> PlanState:
    match event:
        case OpenComment():
            return _open_comment(state)
        case EditComment():
            return _edit_comment(state)
        case DeleteComment():
            return _delete_comment(state)
        case UndeleteComment():
            return _undelete_comment(state)
        case OpenComments():
            return _open_comments(state)
        case MoveListed(delta, to):
            if to is not None:
                return _listed_at(state, to if to >= 0 else state.list_length - 1)
            return _listed_at(state, state.listed + delta)
        case GoToListed():
            return _go_to_listed(state)
        case LeaveComment():
            return state
    return state


def _edited(state: PlanState, text: str) -> PlanState:
    if state.editing is None:
        return state
    comments = list(state.comments)
    comments[state.editing] = replace(comments[state.editing], text=text)
    return replace(state, comments=tuple(comments))


# Moving


def _move(
    state: PlanState, event: MoveLine | MoveToLine | MoveHeading | MoveRange | ToggleRange
) -> PlanState:
    match event:
        case MoveLine(delta):
            return _at(state, _place(state) + delta)
        case MoveToLine(line):
            return _at(state, line if line >= 0 else _shown(state) - 1)
        case MoveHeading(delta):
            return _at_stop(state, delta)
        case MoveRange(delta):
            anchor = state.cursor if state.anchor is None else state.anchor
            return _at(replace(state, anchor=anchor), _place(state) + delta)
        case ToggleRange():
            return replace(state, anchor=state.cursor if state.anchor is None else None)


def _place(state: PlanState) -> int:
    return state.row if state.changes else state.cursor


def _shown(state: PlanState) -> int:
    if state.changes and state.diff is not None:
        return len(state.diff.rows)
    return len(state.lines)


def _at(state: PlanState, place: int) -> PlanState:
    place = max(0, min(place, _shown(state) - 1))
    if not state.changes or state.diff is None:
        return replace(state, cursor=place)
    # A row without a line of the plan leaves the cursor on the nearest one above it.
    rows = state.diff.rows
    above = (rows[at].line for at in range(place, -1, -1))
    line = next((each for each in above if each is not None), state.cursor)
    return replace(state, row=place, cursor=line)


def _at_stop(state: PlanState, delta: int) -> PlanState:
    """Go to the next heading or, among the changes, to the next change."""
    place = _place(state)
    if state.changes and state.diff is not None:
        rows = state.diff.rows
        way = range(place + 1, len(rows)) if delta > 0 else range(place - 1, -1, -1)
        stop = next((at for at in way if _begins_change(rows, at)), None)
    else:
        next_one = bisect_right(state.headings, place)
        index = next_one if delta > 0 else bisect_left(state.headings, place) - 1
        stop = state.headings[index] if 0 <= index < len(state.headings) else None
    return state if stop is None else _at(state, stop)


def _begins_change(rows: Sequence[Change], at: int) -> bool:
    kinds = ("added", "removed")
    return rows[at].kind in kinds and not (at and rows[at - 1].kind in kinds)


def _toggle_changes(state: PlanState) -> PlanState:
    if state.changes:
        return replace(state, changes=False, row=0)
    diff = state.diff
    if diff is None:
        return replace(state, notice=Message("plan.no_earlier"))
    if not diff.rows:
        return replace(state, notice=Message("plan.no_changes"))
    below = [
        at for at, row in enumerate(diff.rows) if row.line is not None and row.line >= state.cursor
    ]
    return replace(state, changes=True, row=below[0] if state.cursor and below else 0)


# Comments


def _open_comment(state: PlanState) -> PlanState:
    if not state.lines:
        return state
    if _off_the_plan(state):
        return replace(state, notice=Message("plan.no_line_here"))
    first, last = state.span
    state = replace(state, anchor=None)
    index = comment_on(state.comments, first, last)
    if index is not None:
        return _edit(state, index)
    new = Comment(first, last, "", state.lines[first : last + 1])
    comments = in_order((*state.comments, new))
    index = next(at for at, comment in enumerate(comments) if comment is new)
    state = replace(state, comments=comments, editing=index, unedited=None, back=state.focus)
    return replace(state, focus=PlanFocus.COMMENT)


def _edit(state: PlanState, index: int) -> PlanState:
    return replace(
        state,
        editing=index,
        unedited=state.comments[index],
        back=state.focus,
        focus=PlanFocus.COMMENT,
    )


def _edit_comment(state: PlanState) -> PlanState:
    index = _chosen(state)
    if index is None:
        return replace(state, notice=Message("plan.no_comment_here"))
    if index >= len(state.comments):
        return replace(state, notice=Message("plan.stale_first"))
    return _edit(state, index)


def _delete_comment(state: PlanState) -> PlanState:
    index = _chosen(state)
    if index is None:
        return replace(state, notice=Message("plan.no_comment_here"))
    gone = (*state.comments, *state.stale)[index]
    state = replace(
        state,
        comments=tuple(each for each in state.comments if each is not gone),
        stale=tuple(each for each in state.stale if each is not gone),
        deleted=(*state.deleted, gone),
        notice=Message("plan.comment_deleted"),
    )
    return _listed_at(state, state.listed)


def _undelete_comment(state: PlanState) -> PlanState:
    if not state.deleted:
        return replace(state, notice=Message("plan.nothing_deleted"))
    *deleted, back = state.deleted
    state = replace(state, deleted=tuple(deleted))
    if state.lines[back.first : back.last + 1] == back.quoted:
        comments = in_order((*state.comments, back))
        said = Message("plan.comment_back", (("line", back.first + 1),))
        state = replace(state, comments=comments, notice=said)
    else:
        state = replace(state, stale=(*state.stale, back), notice=Message("plan.stale_back"))
    if state.focus is PlanFocus.COMMENTS:
        listed = (*state.comments, *state.stale)
        return _listed_at(state, next(at for at, each in enumerate(listed) if each is back))
    return state


def _chosen(state: PlanState) -> int | None:
    """The comment that is meant: the highlighted one of the list, or the one on the line."""
    if state.focus is PlanFocus.COMMENTS:
        return state.listed if state.list_length else None
    return None if _off_the_plan(state) else comment_covering(state.comments, state.cursor)


def _off_the_plan(state: PlanState) -> bool:
    """Whether the highlighted row of the changes is no line of this plan."""
    return state.changes and state.diff is not None and state.diff.rows[state.row].line is None


def _open_comments(state: PlanState) -> PlanState:
    if not state.list_length:
        return replace(state, notice=Message("plan.no_comments"))
    index = comment_covering(state.comments, state.cursor)
    state = replace(state, focus=PlanFocus.COMMENTS)
    return _listed_at(state, state.listed if index is None else index)


def _listed_at(state: PlanState, index: int) -> PlanState:
    if not state.list_length:
        focus = PlanFocus.PLAN if state.focus is PlanFocus.COMMENTS else state.focus
        return replace(state, listed=0, focus=focus)
    return replace(state, listed=max(0, min(index, state.list_length - 1)))


def _go_to_listed(state: PlanState) -> PlanState:
    if state.focus is not PlanFocus.COMMENTS or not state.list_length:
        return state
    if state.listed < len(state.comments):
        comment = state.comments[state.listed]
        state = replace(state, changes=False, anchor=None, focus=PlanFocus.PLAN)
        return _at(state, comment.first)
    if not state.lines:
        return state
    moved = state.stale[state.listed - len(state.comments)]
    first, last = state.span
    placed = Comment(first, last, moved.text, state.lines[first : last + 1])
    state = replace(
        state,
        anchor=None,
        comments=in_order((*state.comments, placed)),
        stale=tuple(each for each in state.stale if each is not moved),
        focus=PlanFocus.PLAN,
        notice=Message("plan.comment_placed", (("line", first + 1),)),
    )
    return _listed_at(state, state.listed)
