"""Batches of questions and random ones, for the tests of the form."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from dsh_core.form import events
from dsh_core.form.review import open_form, update
from dsh_core.form.state import Effect, FormState, Send
from dsh_core.questions.types import Option, PlanReviewIntent, Question

BLANK = " \n"


def single(*labels: str, id: str = "q", text: str = "Which?") -> Question:
    return Question(id, text, options=tuple(map(Option, labels)))


def multi(*labels: str, id: str = "m", text: str = "Which ones?") -> Question:
    return Question(id, text, options=tuple(map(Option, labels)), multi_select=True)


def free(*, id: str = "f", text: str = "Say?") -> Question:
    return Question(id, text)


def play(state: FormState, happened: Iterable[events.Event]) -> tuple[FormState, list[Effect]]:
    effects: list[Effect] = []
    for event in happened:
        step = update(state, event)
        state = step.state
        effects.extend(step.effects)
    return state, effects


def sent(effects: list[Effect]) -> list[tuple[str, tuple[str, ...], str | None]]:
    """The items of the only answer that was sent."""
    (effect,) = [effect for effect in effects if isinstance(effect, Send)]
    return [(item.id, item.selected, item.custom) for item in effect.answer.answers]


CACHE = single("Redis", "In-memory", id="q1")
QUEUE = single("NATS", "None", id="q2")
TARGETS = multi("linux", "mac", "win", id="q3")
BATCH = (CACHE, QUEUE, TARGETS)


def after(questions: tuple[Question, ...], *happened: events.Event) -> FormState:
    return play(open_form(questions), happened)[0]


def key_of(state: FormState) -> str:
    message = state.error or state.notice
    return "" if message is None else message.key


texts = st.sampled_from(["", " ", BLANK, "Kafka", "later\nmaybe", "中文", "Kafka ", "\ufeff"])
labels = st.sampled_from(["Yes", "No", "Yes", "No (Recommended)", "（推荐）", "[b]x[/b]", " ", ""])
options = st.one_of(
    st.none(),
    st.lists(
        st.builds(Option, labels, st.none() | st.sampled_from(["now", "KAFKA"])), max_size=12
    ).map(tuple),
)
ids = st.sampled_from(["a", "a", "b", ""])


@st.composite
def questions(draw: st.DrawFn) -> Question:
    offered = draw(options)
    intent = None
    if offered and draw(st.integers(0, 5)) == 0:
        intent = PlanReviewIntent(draw(st.sampled_from(offered)).label)
    return Question(
        id=draw(ids),
        question="?",
        detail="",
        header=draw(st.none() | st.sampled_from(["", "Cache", "Que\nue"])),
        options=offered,
        multi_select=draw(st.sampled_from([None, False, True])),
        intent=intent,
    )


batches = st.lists(questions(), min_size=1, max_size=4).map(tuple)

rows = st.integers(-2, 13)
form_events: st.SearchStrategy[events.Event] = st.one_of(
    st.builds(events.Move, st.integers(-3, 3)),
    st.builds(events.MoveTo, rows),
    st.builds(events.Pick, rows),
    st.builds(events.Select, st.none() | rows),
    st.builds(events.Commit),
    st.builds(events.Commit),
    st.builds(events.EnterField),
    st.builds(events.EnterField),
    st.builds(events.EnterNote),
    st.builds(events.EnterFilter),
    st.builds(events.Edited, texts),
    st.builds(events.Edited, texts),
    st.builds(events.PasteText, texts),
    st.builds(events.CommitText),
    st.builds(events.LeaveText, st.sampled_from(["escape", "up", "down"])),
    st.builds(events.NextQuestion),
    st.builds(events.PreviousQuestion),
    st.builds(events.GoTo, st.integers(-1, 5)),
    st.builds(events.ToggleSkip),
    st.builds(events.SkipAll),
    st.builds(events.ClearAnswer),
    st.builds(events.TakeRecommended),
    st.builds(events.TakeAllRecommended),
    st.builds(events.SendBatch),
    st.builds(events.DismissBatch),
    st.builds(events.ConfirmKey, st.booleans()),
    st.builds(events.DiscussQuestion),
    st.builds(events.ParkForm),
    st.builds(events.Delivered, st.none() | st.just("refused")),
)
