from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.drafts import Draft, holds_something
from dsh_core.form.plan_claim import claim_questions
from dsh_core.form.plan_comments import comment_covering, reattach
from dsh_core.form.plan_events import (
    Approve,
    CommentEdited,
    CommitFeedback,
    CopyEdited,
    DeleteComment,
    EditComment,
    FeedbackEdited,
    GoToListed,
    LeaveComment,
    LinesSeen,
    MoveHeading,
    MoveLine,
    MoveListed,
    MoveRange,
    MoveToLine,
    OpenComment,
    OpenComments,
    OpenFeedback,
    PlanConfirmKey,
    PlanEvent,
    TellPlan,
    TextTaken,
    ToggleChanges,
    ToggleRange,
    TookFocus,
    UndeleteComment,
)
from dsh_core.form.plan_review import PlanFocus, PlanState, draft_of, feedback_of, open_plan
from dsh_core.form.plan_text import Comment
from dsh_core.form.state import Message
from tests.core.form.test_plan_review import LINES, PLAN, key_of, opened, play, question, sent

# PLAN: 0 "# Ship", 1 "", 2 "- one", 3 "- two", 4 "", 5 "## Later", 6 "", 7 "- three"


def written(*texts: tuple[int, str]) -> PlanState:
    """A review with a comment on each of these lines."""
    state = opened()
    for line, text in texts:
        state, _ = play(state, MoveToLine(line), OpenComment(), CommentEdited(text), LeaveComment())
    return state


def revised(state: PlanState, plan: str, *, previous: str | None = PLAN) -> PlanState:
    found = claim_questions((question(plan),))
    assert found is not None
    return open_plan(found, draft=draft_of(state), previous=previous)


def said(state: PlanState) -> list[tuple[int, int, str]]:
    return [(comment.first, comment.last, comment.text) for comment in state.comments]


class TestWriting:
    def test_a_comment_is_on_the_line_of_the_cursor(self) -> None:
        state = written((3, "why?"))
        assert said(state) == [(3, 3, "why?")]
        assert state.focus is PlanFocus.PLAN
        assert feedback_of(state) == "Line 4:\n> - two\nwhy?"

    def test_a_range_is_commented_whichever_end_came_first(self) -> None:
        for keys in ((MoveToLine(3), MoveRange(-1)), (MoveToLine(2), ToggleRange(), MoveLine(1))):
            state, _ = play(opened(), *keys, OpenComment(), CommentEdited("both"), LeaveComment())
            assert said(state) == [(2, 3, "both")]
            assert feedback_of(state) == "Lines 3-4:\n> - one\n> - two\nboth"
            assert state.anchor is None

    def test_a_range_can_be_given_up(self) -> None:
        state, _ = play(opened(), ToggleRange(), MoveLine(2), ToggleRange())
        assert state.span == (2, 2)

    def test_every_character_is_kept_at_once(self) -> None:
        state, _ = play(opened(), OpenComment(), CommentEdited("w"))
        assert feedback_of(state) == "Line 1:\n> # Ship\nw"

    def test_leaving_it_empty_is_no_comment(self) -> None:
        assert play(opened(), OpenComment(), LeaveComment())[0].comments == ()
        assert play(opened(), OpenComment(), CommentEdited(" \n"), LeaveComment())[0].comments == ()

    def test_the_same_lines_again_open_the_comment(self) -> None:
        state, _ = play(written((3, "why?")), OpenComment())
        assert state.editing == 0
        assert said(play(state, CommentEdited("how?"), LeaveComment())[0]) == [(3, 3, "how?")]

    def test_any_other_event_leaves_it(self) -> None:
        state, _ = play(opened(), OpenComment(), CommentEdited("x"), MoveToLine(4))
        assert (state.editing, state.focus, state.cursor) == (None, PlanFocus.PLAN, 4)
        assert said(state) == [(0, 0, "x")]

    def test_a_verdict_leaves_it_and_asks(self) -> None:
        state, effects = play(opened(), OpenComment(), CommentEdited("x"), Approve(9.0))
        assert not effects
        assert key_of(state) == "plan.unsent_approve"
        assert state.confirm is not None
        assert state.confirm.back is PlanFocus.PLAN

    def test_an_empty_plan_has_no_lines_to_comment_on(self) -> None:
        state = opened(question(""))
        assert play(state, OpenComment(), ToggleRange(), MoveRange(1))[0].comments == ()

    def test_of_several_the_one_about_least_is_meant(self) -> None:
        comments = (Comment(0, 9, "all", ()), Comment(2, 3, "some", ()), Comment(4, 4, "it", ()))
        assert comment_covering(comments, 3) == 1
        assert comment_covering(comments, 4) == 2
        assert comment_covering(comments, 12) is None


class TestEditing:
    def test_edit(self) -> None:
        state, _ = play(written((3, "why?")), EditComment())
        assert state.focus is PlanFocus.COMMENT
        assert said(play(state, CommentEdited("no"), LeaveComment())[0]) == [(3, 3, "no")]

    def test_there_may_be_none(self) -> None:
        for event in (EditComment(), DeleteComment()):
            state, _ = play(opened(), event)
            assert key_of(state) == "plan.no_comment_here"
        assert key_of(play(opened(), UndeleteComment())[0]) == "plan.nothing_deleted"
        assert key_of(play(opened(), OpenComments())[0]) == "plan.no_comments"

    def test_deleted_ones_come_back_last_first(self) -> None:
        state, _ = play(written((2, "a"), (3, "b")), DeleteComment(), MoveLine(-1), DeleteComment())
        assert state.comments == ()
        state, _ = play(state, UndeleteComment())
        assert said(state) == [(2, 2, "a")]
        assert state.notice == Message("plan.comment_back", (("line", 3),)), "it may be off screen"
        assert said(play(state, UndeleteComment())[0]) == [(2, 2, "a"), (3, 3, "b")]

    def test_one_that_was_emptied_comes_back_too(self) -> None:
        state, _ = play(written((3, "b")), EditComment(), CommentEdited(""), LeaveComment())
        assert state.comments == ()
        assert said(play(state, UndeleteComment())[0]) == [(3, 3, "b")]


class TestList:
    def test_it_opens_on_the_comment_of_the_line(self) -> None:
        state, _ = play(written((2, "a"), (3, "b")), OpenComments())
        assert (state.focus, state.listed) == (PlanFocus.COMMENTS, 1)

    def test_enter_goes_to_the_line(self) -> None:
        state, _ = play(written((2, "a"), (7, "b")), OpenComments(), MoveListed(to=0), GoToListed())
        assert (state.focus, state.cursor) == (PlanFocus.PLAN, 2)

    def test_moving_stops_at_the_ends(self) -> None:
        state, _ = play(written((2, "a"), (7, "b")), OpenComments(), MoveListed(9))
        assert state.listed == 1
        assert play(state, MoveListed(-9))[0].listed == 0
        assert play(state, MoveListed(to=-1))[0].listed == 1

    def test_editing_from_it_comes_back_to_it(self) -> None:
        state, _ = play(
            written((2, "a"), (7, "b")),
            OpenComments(),
            EditComment(),
            CommentEdited("c"),
            LeaveComment(),
        )
        assert state.focus is PlanFocus.COMMENTS
        assert said(state) == [(2, 2, "a"), (7, 7, "c")]

    def test_without_comments_it_closes(self) -> None:
        state, _ = play(written((2, "a")), OpenComments(), DeleteComment())
        assert state.focus is PlanFocus.PLAN
        assert play(state, UndeleteComment())[0].comments


class TestRevisedPlan:
    def test_comments_go_where_their_lines_stand_now(self) -> None:
        state = revised(written((3, "b"), (7, "c")), "# Ship\n\nnew\n- one\n- two\n- three\n")
        assert said(state) == [(4, 4, "b"), (5, 5, "c")]
        assert key_of(state) == "plan.carried"

    def test_without_their_lines_they_are_stale_and_not_sent(self) -> None:
        state = revised(written((2, "a"), (3, "b")), "# Ship\n\n- two\n")
        assert said(state) == [(2, 2, "b")]
        assert [comment.text for comment in state.stale] == ["a"]
        assert key_of(state) == "plan.carried_stale"
        assert feedback_of(state) == "Line 3:\n> - two\nb"

    def test_a_stale_one_can_be_put_on_a_line(self) -> None:
        state = revised(written((2, "a")), "# Ship\n\n- eins\n")
        state, _ = play(state, MoveToLine(2), OpenComments(), EditComment())
        assert key_of(state) == "plan.stale_first"
        state, _ = play(state, GoToListed())
        assert state.stale == ()
        assert feedback_of(state) == "Line 3:\n> - eins\na"

    def test_a_stale_one_can_be_deleted(self) -> None:
        state = revised(written((2, "a")), "# Ship\n")
        state, _ = play(state, OpenComments(), DeleteComment())
        assert (state.stale, state.focus) == ((), PlanFocus.PLAN)
        state, _ = play(state, UndeleteComment())
        assert state.stale
        assert key_of(state) == "plan.stale_back"

    def test_one_of_equal_lines_is_the_one_it_was(self) -> None:
        plan = "# A\n- test\n# B\n- test\n"
        comments = (Comment(3, 3, "x", ("- test",)),)
        new = ["# A", "more", "more", "- test", "# B", "- test"]
        found = claim_questions((question("\n".join(new)),))
        assert found is not None
        state = open_plan(found, draft=Draft(comments=comments), previous=plan)
        assert said(state) == [(5, 5, "x")]
        nearest, _ = reattach(comments, new)
        assert nearest[0].first == 3, "without the plan before, the nearest"

    def test_one_of_equal_lines_that_is_gone_is_not_put_on_another(self) -> None:
        plan = "# Ship\n- test\n## Later\n- test"
        state, _ = play(opened(question(plan)), MoveToLine(1), OpenComment(), CommentEdited("?"))
        gone = "# Ship\n## Later\n- test"
        assert said(revised(state, gone, previous=plan)) == []
        assert said(revised(state, f"{gone}\n- test", previous=plan)) == [(2, 2, "?")]
        # About any other plan than this nothing is known.
        for other in (None, "# Else\n## Later\n- test"):
            assert said(revised(state, gone, previous=other)) == [(2, 2, "?")]

    def test_feedback_that_was_sent_is_not_carried_over(self) -> None:
        state, effects = play(
            written((2, "a")),
            OpenFeedback(),
            FeedbackEdited("x"),
            CommitFeedback(),
            CommitFeedback(),
        )
        assert effects
        assert not holds_something(draft_of(state))

    def test_what_was_gone_past_is_kept(self) -> None:
        state, effects = play(written((2, "a")), Approve(9.0), PlanConfirmKey("yes"))
        assert sent(effects) == (("Go",), None)
        assert [comment.text for comment in draft_of(state).comments] == ["a"]

    def test_the_same_plan_has_no_changes(self) -> None:
        state = revised(opened(), PLAN)
        assert key_of(play(state, ToggleChanges())[0]) == "plan.no_changes"
        assert key_of(play(opened(), ToggleChanges())[0]) == "plan.no_earlier"


NEW_PLAN = PLAN.replace("- two", "- 2") + "".join(f"- {n}\n" for n in range(10))


class TestChanges:
    def changed(self) -> PlanState:
        state = revised(opened(), NEW_PLAN)
        assert state.diff is not None
        assert (state.diff.added, state.diff.removed) == (11, 1)
        return play(state, ToggleChanges())[0]

    def test_the_cursor_walks_the_rows_and_stands_on_a_line(self) -> None:
        state = self.changed()
        assert state.changes
        state, _ = play(state, MoveToLine(3))
        assert state.diff is not None
        assert state.diff.rows[3].kind == "removed"
        assert state.cursor == 2
        state, _ = play(state, MoveLine(1))
        assert (state.row, state.cursor) == (4, 3)

    def test_a_line_that_is_gone_takes_no_comment(self) -> None:
        state, _ = play(self.changed(), MoveToLine(3), OpenComment())
        assert key_of(state) == "plan.no_line_here"
        state, _ = play(state, MoveLine(1), OpenComment(), CommentEdited("x"), LeaveComment())
        assert said(state) == [(3, 3, "x")]

    def test_brackets_go_from_change_to_change(self) -> None:
        state = self.changed()
        rows = []
        for delta in (1, 1, -1):
            state, _ = play(state, MoveHeading(delta))
            rows.append(state.row)
        assert rows[0] == rows[2] == 3
        assert rows[1] > 4

    def test_a_line_that_is_gone_has_no_comment(self) -> None:
        state, _ = play(self.changed(), MoveToLine(2), OpenComment(), CommentEdited("above"))
        for event in (EditComment(), DeleteComment()):
            told, _ = play(state, MoveToLine(3), event)
            assert key_of(told) == "plan.no_comment_here"
            assert said(told) == said(state)

    def test_back_to_the_whole_plan(self) -> None:
        state, _ = play(self.changed(), MoveToLine(-1), ToggleChanges())
        assert not state.changes
        assert state.cursor == len(state.lines) - 1
        assert play(state, ToggleChanges())[0].cursor == state.cursor


class TestCopy:
    def test_the_difference_becomes_feedback(self) -> None:
        state, effects = play(opened(), CopyEdited(PLAN.replace("- two", "- zwei")))
        assert not effects
        assert state.focus is PlanFocus.FEEDBACK
        assert state.feedback.startswith("--- plan\n+++ edited\n@@")
        assert "\n-- two\n+- zwei\n" in state.feedback

    def test_it_is_added_to_what_is_there(self) -> None:
        state, _ = play(opened(), OpenFeedback(), FeedbackEdited("no\n"), CopyEdited("x"))
        assert state.feedback.startswith("no\n\n--- plan")

    def test_no_difference_is_no_feedback(self) -> None:
        state, _ = play(opened(), CopyEdited(PLAN))
        assert (state.feedback, state.focus) == ("", PlanFocus.PLAN)

    def test_what_happens_outside_is_said_until_the_next_key(self) -> None:
        state, _ = play(opened(), TellPlan(Message("plan.saved", (("name", "x"),))))
        assert key_of(state) == "plan.saved"
        assert key_of(play(state, MoveLine(1))[0]) == ""
        state, _ = play(opened(), TellPlan(Message(text="disk full"), failed=True))
        assert state.error is not None


writing: st.SearchStrategy[PlanEvent] = st.one_of(
    st.builds(MoveLine, st.integers(-9, 9)),
    st.builds(MoveToLine, st.integers(-2, 9)),
    st.builds(MoveHeading, st.sampled_from([1, -1])),
    st.builds(MoveRange, st.integers(-2, 2)),
    st.builds(MoveListed, st.integers(-2, 2)),
    st.builds(MoveListed, to=st.integers(-1, 9)),
    st.builds(CommentEdited, st.sampled_from(["", "x", "why\nnot"])),
    st.builds(CopyEdited, st.sampled_from(["", PLAN])),
    st.builds(TextTaken, st.sampled_from(["", "x"]), st.sampled_from([None, (0, 0), (0, 1)])),
    st.sampled_from(
        [
            OpenComment(),
            EditComment(),
            DeleteComment(),
            UndeleteComment(),
            LeaveComment(),
            OpenComments(),
            GoToListed(),
            ToggleRange(),
            ToggleChanges(),
            OpenFeedback(),
            Approve(9.0),
            PlanConfirmKey("back"),
        ]
    ),
)


@given(
    st.sampled_from(["", PLAN, NEW_PLAN]),
    st.sampled_from([None, "", PLAN]),
    st.lists(writing, max_size=40),
)
def test_whatever_is_written(plan: str, previous: str | None, happened: list[PlanEvent]) -> None:
    found = claim_questions((question(plan),))
    assert found is not None
    draft = Draft(comments=(Comment(2, 2, "old", ("- one",)),))
    state = open_plan(found, draft=draft, previous=previous)
    state, _ = play(state, TookFocus(0.0), LinesSeen(0, LINES))
    for event in happened:
        before = state
        state, _ = play(state, event)
        assert (state.focus is PlanFocus.COMMENT) == (state.editing is not None)
        assert (state.focus is PlanFocus.CONFIRM) == (state.confirm is not None)
        assert state.focus is not PlanFocus.COMMENTS or state.listed < state.list_length
        assert 0 <= state.cursor < max(1, len(state.lines))
        order = [(comment.first, comment.last) for comment in state.comments]
        assert order == sorted(order)
        for comment in state.comments:
            assert state.lines[comment.first : comment.last + 1] == comment.quoted
        if state.changes:
            assert state.diff is not None
            row = state.diff.rows[state.row]
            assert row.line in (None, state.cursor)
        if not isinstance(event, CommentEdited | TextTaken):
            # No key loses what was written: it is on a line, stale, or can be brought back.
            kept = (*state.comments, *state.stale, *state.deleted)
            for comment in (*before.comments, *before.stale, *before.deleted):
                if comment.text.strip():
                    assert any(each.text == comment.text for each in kept)
