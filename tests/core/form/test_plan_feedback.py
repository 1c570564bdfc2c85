"""The feedback on a plan as it is sent, rebuilt here from what was pressed and typed alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.plan_claim import claim_questions
from dsh_core.form.plan_events import (
    CommentEdited,
    CommitFeedback,
    FeedbackEdited,
    LeaveComment,
    MoveRange,
    MoveToLine,
    OpenComment,
    OpenFeedback,
    PlanEvent,
    ToggleRaw,
    TookFocus,
)
from dsh_core.form.plan_review import open_plan
from dsh_core.form.state import Send
from tests.core.form.test_plan_review import play, question

lines = st.lists(st.text("> #`\tä中\u0301\u2028\x1b'", max_size=6), min_size=1, max_size=8)
said = st.text(" \n>ab\t\u00a0\ufeff\x1c", max_size=8)
places = st.tuples(st.integers(0, 7), st.integers(-7, 7))


def blank(text: str) -> bool:
    return all(character in " \n\t\u00a0\ufeff" for character in text)


def bare(text: str) -> str:
    while text and blank(text[0]):
        text = text[1:]
    while text and blank(text[-1]):
        text = text[:-1]
    return text


@given(lines, st.lists(st.tuples(places, said), max_size=6), said, st.sampled_from(["\n", "\r\n"]))
def test_every_byte_of_it(
    plan: list[str], written: list[tuple[tuple[int, int], str]], box: str, line_end: str
) -> None:
    found = claim_questions((question(line_end.join([*plan, ""])),))
    assert found is not None
    happened: list[PlanEvent] = [TookFocus(0.0)]
    comments: dict[tuple[int, int], str] = {}
    last = len(plan) - 1
    for (line, more), text in written:
        ends = sorted((min(line, last), min(max(min(line, last) + more, 0), last)))
        happened += [MoveToLine(line), MoveRange(more), OpenComment(), CommentEdited(text)]
        happened += [LeaveComment(), ToggleRaw()]
        comments[ends[0], ends[1]] = text
    expected = ""
    for (first, end), text in sorted(comments.items()):
        if blank(text):
            continue
        expected += f"Line {first + 1}:" if first == end else f"Lines {first + 1}-{end + 1}:"
        expected += "".join(f"\n> {plan[at]}" for at in range(first, end + 1))
        expected += f"\n{bare(text)}\n\n"
    expected = expected.removesuffix("\n\n") if blank(box) else expected + bare(box)
    happened += [OpenFeedback(), FeedbackEdited(box), CommitFeedback(), CommitFeedback()]
    _, effects = play(open_plan(found), *happened)
    sent = [effect.answer.answers for effect in effects if isinstance(effect, Send)]
    if not expected:
        assert sent == []
        return
    ((item,),) = sent
    assert (item.selected, item.custom) == ((), expected)
