"""Each key of each row of the table, pressed on a screen: it does what the row says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.form.plan_state import PlanState
from dsh_core.form.state import Focus, FormState
from dsh_core.questions.types import Option, PlanReviewIntent, Question, QuestionRequest
from dsh_core.session.transcript import UserEntry
from dsh_widgets.key_rows import WIDGET_ROWS
from dsh_widgets.keymap import KeyRow
from tests.support.seats import Asker, Person, at_seat, key_event
from tests.widgets.transcript_samples import TOOLS, Source

LIST = Question("list", "Which one?", options=(Option("A (Recommended)"), Option("B"), Option("C")))
MULTI = Question("multi", "Which ones?", options=(Option("x"), Option("y")), multi_select=True)
FREE = Question("free", "Say?")
TALL = Question(
    "tall", "Which row?", options=tuple(Option(f"row {at}", "Why.\nSo.") for at in range(1, 13))
)
PLAN = "# Plan\n\nfirst\n\n## Two\n\n" + "".join(f"- step {at}\n" for at in range(80))
REVIEW = Question(
    "plan",
    "Approve this plan?",
    PLAN,
    options=(Option("Approve"), Option("Keep planning")),
    intent=PlanReviewIntent("Approve"),
)
LEAVE = ApprovalRequest("shell", body="".join(f"line {at}\n" for at in range(80)))

Check = Callable[[Person], object]


@dataclass(frozen=True)
class Way:
    """How a row is tried.

    Attributes:
        check: Does not hold before the key, and holds after it.
        before: Keys pressed before.
        batch: What is asked; None asks nothing, an approval asks for leave.
        twice: A second request waits.
    """

    check: Check
    before: Sequence[str] = ()
    batch: Sequence[Question] | ApprovalRequest | None = (LIST, FREE)
    twice: bool = False


def form(test: Callable[[FormState], object]) -> Check:
    return lambda person: test(person.form.state)


def plan(test: Callable[[PlanState], object]) -> Check:
    def check(person: Person) -> object:
        state = person.panel.state
        assert isinstance(state, PlanState)
        return test(state)

    return check


def scope(name: str) -> Check:
    return lambda person: person.app.seat.keyboard.scope == name


def place(name: str) -> Check:
    return lambda person: person.place == name


def copied(words: str) -> Check:
    return lambda person: words in person.app.clipboard


def both(*checks: Check) -> Check:
    return lambda person: all(check(person) for check in checks)


def done(person: Person) -> object:
    return person.tasks[-1].done()


def handed_out(person: Person) -> object:
    return person.app.outside


def unused(key: str) -> Check:
    return lambda person: key in person.app.unused


def discussing(person: Person) -> object:
    return person.place == "composer" and person.app.seat.keyboard.discussing


def scrolled(name: str, at: Callable[[float], bool]) -> Check:
    return lambda person: at(getattr(person.form, name).scroll_y)


def first_step(where: str) -> Check:
    """Whether the top of a long text is on screen."""
    return lambda person: where in person.screen


def gone(where: str) -> Check:
    return lambda person: where not in person.screen


def picks(at: int) -> Way:
    return Way(form(lambda s: s.drafts[0].selected == (at - 1,)), batch=(TALL, FREE))


def edits(at: int) -> Way:
    return Way(form(lambda s: s.index == at - 1), TO_REVIEW, NINE)


NINE = (LIST,) * 9
TO_REVIEW = ("]",) * 9
ON_REVIEW = (["]", "]"], (LIST, MULTI))
P = (REVIEW,)
COMMENTED = ["c", "x", "escape", "down", "down", "c", "y", "escape"]

WAYS: dict[str, Way] = {
    "list.up": Way(form(lambda s: s.cursors[0] == 1), ["down", "down"]),
    "list.down": Way(form(lambda s: s.cursors[0] == 1)),
    "list.first": Way(form(lambda s: s.cursors[0] == 0), ["down", "down"]),
    "list.last": Way(form(lambda s: s.cursors[0] == 2)),
    **{f"list.pick_{at}": picks(at) for at in range(1, 10)},
    "list.select": Way(form(lambda s: s.drafts[0].selected == (0,) and s.index == 0)),
    "list.commit": Way(form(lambda s: s.drafts[0].selected == (0,) and s.index == 1)),
    "list.next_question": Way(form(lambda s: s.index == 1)),
    "list.previous_question": Way(form(lambda s: s.index == 0), ["]", "escape"]),
    "list.own_answer": Way(scope("text")),
    "list.skip": Way(form(lambda s: s.drafts[0].skipped)),
    "list.note": Way(form(lambda s: s.focus is Focus.NOTE and s.drafts[0].selected == (0,))),
    "list.recommended": Way(form(lambda s: s.drafts[0].selected == (0,) and s.index == 1)),
    "list.all_recommended": Way(form(lambda s: s.drafts[0].selected == (0,) and s.on_review)),
    "list.filter": Way(scope("filter"), batch=(TALL, FREE)),
    "list.unanswer": Way(
        form(lambda s: not s.drafts[0].selected and s.drafts[0].stash.selected == (1,)),
        ["2", "escape", "["],
    ),
    "list.copy_option": Way(copied("A (Recommended)")),
    "list.copy_question": Way(copied("Which one?\nA (Recommended)"), ["space"]),
    "list.scroll_up": Way(scrolled("body", lambda y: y == 0), ["pagedown"], (TALL, FREE)),
    "list.scroll_down": Way(scrolled("body", lambda y: y > 0), (), (TALL, FREE)),
    "list.discuss": Way(discussing),
    "list.dismiss": Way(done),
    "list.park": Way(place("transcript")),
    "text.commit": Way(form(lambda s: s.drafts[0].custom == "a" and s.index == 1), ["o", "a"]),
    "text.newline": Way(form(lambda s: s.drafts[0].custom == "a\n"), ["o", "a"]),
    "text.editor": Way(handed_out, ["o", "a"]),
    "text.up": Way(scope("list"), ["o", "a"]),
    "text.down": Way(scope("list"), ["o", "a"]),
    "text.next_question": Way(form(lambda s: s.index == 1 and s.drafts[0].custom == "a"), "oa"),
    "text.previous_question": Way(form(lambda s: s.index == 0), ["]", "a"]),
    "text.leave": Way(both(scope("list"), form(lambda s: s.drafts[0].custom == "a")), "oa"),
    "text.undo": Way(form(lambda s: s.drafts[0].custom == ""), "oa"),
    "filter.commit": Way(both(scope("list"), form(lambda s: s.filter == "1")), "/1", (TALL, FREE)),
    "filter.leave": Way(both(scope("list"), form(lambda s: s.filter == "")), "/1", (TALL, FREE)),
    "filter.up": Way(scope("list"), "/1", (TALL, FREE)),
    "filter.down": Way(scope("list"), "/1", (TALL, FREE)),
    "filter.next_question": Way(form(lambda s: s.index == 1), "/1", (TALL, FREE)),
    "filter.previous_question": Way(form(lambda s: s.index == 0), "]/1", (LIST, TALL)),
    "filter.undo": Way(form(lambda s: s.filter == ""), "/1", (TALL, FREE)),
    "review.up": Way(form(lambda s: s.review_cursor == 0), ["]", "]", "down"], (LIST, MULTI)),
    "review.down": Way(form(lambda s: s.review_cursor == 1), *ON_REVIEW),
    "review.first": Way(form(lambda s: s.review_cursor == 0), ["]", "]", "end"], (LIST, MULTI)),
    "review.last": Way(form(lambda s: s.review_cursor == 2), *ON_REVIEW),
    **{f"review.pick_{at}": edits(at) for at in range(1, 10)},
    "review.commit": Way(form(lambda s: s.index == 0), *ON_REVIEW),
    "review.previous_question": Way(form(lambda s: s.index == 1), *ON_REVIEW),
    "review.skip": Way(
        form(lambda s: s.index == 0 and not s.drafts[0].skipped),
        ["s", "]", "g"],
        (LIST, MULTI),
    ),
    "review.skip_all": Way(form(lambda s: all(d.skipped for d in s.drafts)), *ON_REVIEW),
    "review.scroll_up": Way(
        lambda person: person.form.review_pane.scroll_y < person.form.review_pane.max_scroll_y,
        [*TO_REVIEW, "end"],
        NINE,
    ),
    "review.scroll_down": Way(scrolled("review_pane", lambda y: y > 0), TO_REVIEW, NINE),
    "review.discuss": Way(discussing, *ON_REVIEW),
    "review.dismiss": Way(done, *ON_REVIEW),
    "review.park": Way(place("transcript"), *ON_REVIEW),
    "confirm.yes": Way(done, ["1", "escape", "X"]),
    "confirm.feedback": Way(done, ["f", "x", "escape", "a"], P),
    "confirm.no": Way(
        both(scope("list"), form(lambda s: s.drafts[0].selected == (0,))), ["1", "escape", "X"]
    ),
    "plan.up": Way(plan(lambda s: s.cursor == 1), ["down", "down"], P),
    "plan.down": Way(plan(lambda s: s.cursor == 1), (), P),
    "plan.first": Way(plan(lambda s: s.cursor == 0), ["down", "down"], P),
    "plan.last": Way(plan(lambda s: s.cursor == len(s.lines) - 1), (), P),
    "plan.page_up": Way(plan(lambda s: s.cursor == 0), ["pagedown"], P),
    "plan.page_down": Way(plan(lambda s: s.cursor > 1), (), P),
    "plan.previous_heading": Way(plan(lambda s: s.cursor == 4), ["G"], P),
    "plan.next_heading": Way(plan(lambda s: s.cursor == 4), (), P),
    "plan.approve": Way(scope("confirm"), (), P),
    "plan.refuse": Way(done, (), P),
    "plan.feedback": Way(scope("feedback"), (), P),
    "plan.range": Way(plan(lambda s: s.anchor is not None), (), P),
    "plan.range_up": Way(plan(lambda s: s.cursor == 1 and s.anchor is not None), ["j", "j"], P),
    "plan.range_down": Way(plan(lambda s: s.cursor == 1 and s.anchor is not None), (), P),
    "plan.comment": Way(scope("comment"), (), P),
    "plan.edit_comment": Way(scope("comment"), ["c", "x", "escape"], P),
    "plan.delete_comment": Way(plan(lambda s: s.comments == ()), ["c", "x", "escape"], P),
    "plan.undelete_comment": Way(
        plan(lambda s: len(s.comments) == 1), ["c", "x", "escape", "D"], P
    ),
    "plan.comments": Way(scope("comments"), ["c", "x", "escape"], P),
    "plan.changes": Way(plan(lambda s: s.notice or s.error or s.changes), (), P),
    "plan.editor": Way(handed_out, (), P),
    "plan.discuss": Way(discussing, (), P),
    "plan.copy": Way(copied("# Plan"), (), P),
    "plan.save": Way(handed_out, (), P),
    "plan.styling": Way(plan(lambda s: s.raw), (), P),
    "plan.park": Way(place("transcript"), (), P),
    "feedback.send": Way(plan(lambda s: s.armed is not None or s.busy), "fx", P),
    "feedback.newline": Way(plan(lambda s: s.feedback == "x\n"), "fx", P),
    "feedback.leave": Way(both(scope("plan"), plan(lambda s: s.feedback == "x")), "fx", P),
    "feedback.editor": Way(handed_out, "fx", P),
    "feedback.undo": Way(plan(lambda s: s.feedback == ""), "fx", P),
    "comment.leave": Way(both(scope("plan"), plan(lambda s: len(s.comments) == 1)), "cx", P),
    "comment.newline": Way(lambda person: "x\n" in field_text(person), "cx", P),
    "comment.editor": Way(handed_out, "cx", P),
    "comment.undo": Way(lambda person: field_text(person) == "", "cx", P),
    "comments.up": Way(plan(lambda s: s.listed == 0), [*COMMENTED, "C", "end"], P),
    "comments.down": Way(plan(lambda s: s.listed == 1), [*COMMENTED, "C", "home"], P),
    "comments.first": Way(plan(lambda s: s.listed == 0), [*COMMENTED, "C", "end"], P),
    "comments.last": Way(plan(lambda s: s.listed == 1), [*COMMENTED, "C", "home"], P),
    "comments.go": Way(
        both(scope("plan"), plan(lambda s: s.cursor == 0)), [*COMMENTED, "C", "home"], P
    ),
    "comments.edit": Way(scope("comment"), [*COMMENTED, "C"], P),
    "comments.delete": Way(plan(lambda s: len(s.comments) == 1), [*COMMENTED, "C"], P),
    "comments.undelete": Way(plan(lambda s: len(s.comments) == 2), [*COMMENTED, "C", "D"], P),
    "comments.feedback": Way(scope("feedback"), [*COMMENTED, "C"], P),
    "comments.leave": Way(scope("plan"), [*COMMENTED, "C"], P),
    "approval.allow": Way(scope("confirm"), (), LEAVE),
    "approval.reject": Way(done, (), LEAVE),
    "approval.up": Way(first_step("line 0"), ["end", "home", "down", "down", "down"], LEAVE),
    "approval.down": Way(gone("Tool shell requests"), (), LEAVE),
    "approval.page_up": Way(first_step("Tool shell requests"), ["pagedown"], LEAVE),
    "approval.page_down": Way(gone("Tool shell requests"), (), LEAVE),
    "approval.first": Way(first_step("Tool shell requests"), ["end"], LEAVE),
    "approval.last": Way(first_step("line 79"), (), LEAVE),
    "approval.copy": Way(copied("line 79"), (), LEAVE),
    "approval.park": Way(place("transcript"), (), LEAVE),
    "composer.send": Way(lambda person: person.app.submitted == ["hi"], "hi", None),
    "composer.newline": Way(lambda person: person.composer.text == "hi\n", "hi", None),
    "composer.editor": Way(handed_out, "hi", None),
    "composer.leave": Way(place("transcript"), (), None),
    "composer.undo": Way(lambda person: person.composer.text != "hi", "hi", None),
    "transcript.up": Way(gone("entry 59"), ["escape"], None),
    "transcript.down": Way(first_step("entry 59"), ["escape", "up"], None),
    "transcript.first": Way(first_step("entry 0"), ["escape"], None),
    "transcript.last": Way(first_step("entry 59"), ["escape", "home"], None),
    "transcript.page_up": Way(gone("entry 59"), ["escape"], None),
    "transcript.page_down": Way(first_step("entry 59"), ["escape", "pageup"], None),
    "transcript.toggle": Way(
        lambda person: person.app.transcript.is_expanded(0), ["escape", "home", "]"], None
    ),
    "transcript.previous_row": Way(
        lambda person: person.app.transcript.cursor == 0, ["escape", "home", "]", "]"], None
    ),
    "transcript.next_row": Way(
        lambda person: person.app.transcript.cursor == 0, ["escape", "home"], None
    ),
    "transcript.copy": Way(lambda person: person.app.clipboard, ["escape", "home", "]"], None),
    "transcript.compose": Way(place("composer"), ["escape"], None),
    "transcript.leave": Way(place("composer"), ["escape"], None),
    "transcript.keys": Way(unused("question_mark"), ["escape"], None),
    "dock.full_height": Way(lambda person: person.app.dock.full),
    "dock.previous_request": Way(form(lambda s: s.questions[0] is LIST), [">"], twice=True),
    "dock.next_request": Way(form(lambda s: s.questions[0] is MULTI), twice=True),
    "dock.transcript_up": Way(gone("entry 59")),
    "dock.transcript_down": Way(first_step("entry 59"), ["K"]),
    "dock.keys": Way(unused("question_mark")),
    "dock.fold": Way(lambda person: person.app.dock.folded),
    "dock.enter": Way(place("panel"), ["escape"]),
    "app.cycle_focus": Way(place("composer")),
    "app.interrupt": Way(unused("ctrl+c")),
    "app.quit": Way(unused("ctrl+q")),
    "app.palette": Way(unused("ctrl+p")),
    "app.suspend": Way(unused("ctrl+z")),
}


def field_text(person: Person) -> str:
    """What the text holds that has the keyboard."""
    text = getattr(person.app.focused, "text", "")
    assert isinstance(text, str)
    return text


async def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.clock.advance(1.0)
        person.app.post_message(key_event(key, person.clock.monotonic()))
    await person.settle()


async def begin(person: Person, way: Way, *, afresh: bool) -> None:
    """Let nothing be left of the row before, and ask what this one wants.

    Args:
        person: At the keyboard.
        way: What the row wants.
        afresh: Show the transcript anew.
    """
    app = person.app
    for pending in app.pending.requests:
        app.pending.cancel(pending.id)
    for leave in app.approvals.requests:
        app.approvals.cancel(leave.id)
    for each in (app.submitted, app.unused, app.outside):
        each.clear()
    app.copy_to_clipboard("")
    app.dock.full = False
    app.seat.keyboard.asking = None
    person.composer.show_text("")
    person.app.seat.keyboard.to_composer()
    if afresh:
        entries = [*TOOLS[:2], *(UserEntry(f"entry {at}") for at in range(60))]
        app.transcript.show(Source(entries))
    await person.settle()
    if isinstance(way.batch, ApprovalRequest):
        person.start(app.approvals.request(way.batch))
    elif way.batch is not None:
        # An agent of its own: what was begun for another one is not carried over.
        agent = Asker(f"agent-{person.clock.monotonic()}")
        person.start(app.dock.ask(QuestionRequest(tuple(way.batch), agent)))
        if way.twice:
            person.start(app.dock.ask(QuestionRequest((MULTI,), agent)))
    await person.settle()
    if way.batch is not None:
        app.seat.keyboard.to_panel()
        person.clock.advance(5.0)
    await person.settle()
    await press(person, *way.before)


async def try_row(person: Person, row: KeyRow) -> list[str]:
    """Press each key of a row; return those that did not do what it says."""
    wrong = []
    way = WAYS[row.id]
    moved = person.app.transcript.source is None or "transcript" in row.id
    for key in row.keys:
        await begin(person, way, afresh=moved)
        if way.check(person):
            wrong.append(f"{row.id}: so before {key}")
            continue
        await press(person, key)
        if not way.check(person):
            wrong.append(f"{row.id}: not by {key}")
    return wrong


def test_every_row_is_tried() -> None:
    assert {row.id for row in WIDGET_ROWS} == set(WAYS)


CHUNK = 12
CHUNKS = [WIDGET_ROWS[at : at + CHUNK] for at in range(0, len(WIDGET_ROWS), CHUNK)]


@pytest.mark.parametrize("rows", CHUNKS, ids=lambda rows: f"{rows[0].id}-{rows[-1].id}")
async def test_each_key_does_what_its_row_says(rows: Sequence[KeyRow]) -> None:
    async with at_seat(size=(80, 20)) as person:
        wrong = [each for row in rows for each in await try_row(person, row)]
    assert not wrong, "\n".join(wrong)
