"""Somebody who presses, pastes, clicks and resizes at random, and what must hold all the while."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from textual import events
from textual.widget import Widget

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.base.text import is_blank
from dsh_core.form import review
from dsh_core.form.drafts import Draft
from dsh_core.form.events import Edited, Event, PasteText, SkipAll
from dsh_core.form.review import focused_text
from dsh_core.form.state import Decide, Dismiss, Focus, FormState, Send, Step
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)
from dsh_widgets import form as form_module
from dsh_widgets.dock import QuestionDock
from dsh_widgets.form import QuestionForm
from dsh_widgets.key_path import KeyPath
from dsh_widgets.key_rows import WIDGET_ROWS
from dsh_widgets.panel import Panel
from dsh_widgets.plan_review import PlanReviewPanel
from tests.support.seats import Asker, Person, key_event

__all__ = [
    "RandomPerson",
    "Watch",
    "random_key",
    "random_paste",
    "random_plan",
    "random_question",
    "random_size",
    "typed_event",
]

_NOT_PLAYED: Final = {"ctrl+q", "ctrl+c", "ctrl+z", "ctrl+p", "?"}
"""The app's own, not the seat's."""

_KEYS: Final = sorted({key for row in WIDGET_ROWS for key in row.keys} - _NOT_PLAYED)
_COMMON: Final = [
    *(
        "enter",
        "enter",
        "enter",
        "tab",
        "escape",
        "down",
        "up",
        "space",
        "1",
        "2",
        "o",
        "shift+tab",
        "ctrl+]",
    ),
    *("backspace", "left", "right", "y", "n", "s", "ctrl+z"),
]
_TYPED: Final = [*"abc XnsrR/", "中", "é", "👩\u200d🚀", "確認", "\u0301", "]", "~"]
_ODD: Final = ["f9", "ctrl+k", "alt+1", "ctrl+a", "shift+left", "ctrl+left", "insert", "ctrl+w"]
_GAPS: Final = [0.0, 0.0, 0.02, 0.1, 0.16, 0.3, 0.6, 1.0]
_WORDS: Final = [
    "Yes",
    "No",
    "Yes",
    "Postgres (Recommended)",
    "[b]x[/b]",
    "",
    " ",
    "一二三四五" * 9,
]
_PASTES: Final = [
    "\n",
    "one\ntwo\r\nthree\r",
    "x" * 9000,
    "\x1b[31m\x00red",
    "[/]",
    "\t",
    "中\n" * 60,
]
_SIZES: Final = [(1, 1), (5, 40), (24, 8), (40, 12), *[(80, 24)] * 6, (120, 40)]


def typed_event(key: str, time: float) -> events.Key:
    """A key; what is not ASCII is text that an input method sends whole."""
    if key.isascii():
        return key_event(key, time)
    event = events.Key(key, key)
    event.time = time
    return event


def random_question(draw: random.Random) -> Question:
    """Any question that may come, with or without options."""
    offered = draw.choice([None, 0, *[2, 3, 4] * 4, 12])
    options = tuple(
        Option(draw.choice(_WORDS), draw.choice([None, "Why.", "long " * 40]))
        for _ in range(offered or 0)
    )
    return Question(
        draw.choice("ab"),
        draw.choice(["Which?", "A long question. " * 30, "a\nb", "\u202ex", ""]),
        header=draw.choice([None, "Head", "标题"]),
        detail=draw.choice([None, None, "- point\n- `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |"]),
        options=None if offered is None else options,
        multi_select=draw.choice([None, True, False]),
    )


def random_plan(draw: random.Random) -> Question:
    """The review of any plan."""
    options = (Option("Approve"), Option("Keep planning"))
    plan = "".join(f"## Step {n}\n\n- do `{n}`\n" for n in range(draw.randrange(20)))
    return Question("p", "OK?", plan, None, options, None, PlanReviewIntent("Approve"))


def random_key(draw: random.Random) -> str:
    """Any key of the seat, the common ones more often."""
    keys: list[str] = draw.choice([_COMMON, _COMMON, _COMMON, _TYPED, _KEYS, _ODD])
    return draw.choice(keys)


def random_paste(draw: random.Random) -> str:
    return draw.choice(_PASTES)


def random_size(draw: random.Random) -> tuple[int, int]:
    """A size of the screen; it is a usual one more often."""
    return draw.choice(_SIZES)


def by_hand(question: Question, draft: Draft) -> AnswerItem:
    """The answer to a question as it stands, put together without the code of the form."""
    offered = question.options or ()
    labels: list[str] = []
    for at in draft.selected:
        if offered[at].label not in labels:
            labels.append(offered[at].label)
    own = None if is_blank(draft.custom) else draft.custom.strip()
    if question.multi_select:
        return AnswerItem(question.id, tuple(labels), own)
    if own is not None:
        return AnswerItem(question.id, (), own)
    if labels and not is_blank(draft.note):
        return AnswerItem(question.id, (), f"{labels[0]}\n\nNote: {draft.note.strip()}")
    return AnswerItem(question.id, tuple(labels))


def check_step(before: FormState, event: Event, step: Step) -> None:
    """No key loses a text, and none has two outcomes."""
    edits = isinstance(event, (Edited, PasteText))
    newly_skipped = 0
    for index, (old, new) in enumerate(zip(before.drafts, step.state.drafts, strict=True)):
        here = edits and index == before.index
        if not here:
            assert is_blank(old.custom) or old.custom in (new.custom, new.stash.custom), event
            assert is_blank(old.note) or old.note in (new.note, new.stash.note), event
        for kept, now, moved in (
            (old.stash.custom, (new.custom, new.stash.custom), old.custom),
            (old.stash.note, (new.note, new.stash.note), old.note),
        ):
            assert here or is_blank(kept) or kept in now or moved in now, event
        newly_skipped += new.skipped and not old.skipped
    ends = sum(isinstance(effect, (Send, Dismiss)) for effect in step.effects)
    assert ends + (newly_skipped if not isinstance(event, SkipAll) else 0) <= 1, event


@dataclass
class Watch:
    """Looks over the shoulder of a seat: every step, every sending, every outcome."""

    sent: dict[int, Answer] = field(default_factory=dict)
    """What each form has sent, by the form."""
    outcomes: int = 0

    def over(self, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        """Begin."""
        dock, path = person.app.dock, person.app.keys

        def checked(state: FormState, event: Event) -> Step:
            step = review.update(state, event)
            check_step(state, event, step)
            return step

        monkeypatch.setattr(form_module, "update", checked)
        monkeypatch.setattr(dock, "deliver", self._delivering(dock))
        monkeypatch.setattr(path, "use", self._using(path, path.use))

    def _delivering(self, dock: QuestionDock) -> Callable[[Panel, Any], None]:
        deliver = dock.deliver

        def delivering(panel: Panel, effect: Send | Dismiss | Decide) -> None:
            self.outcomes += 1
            if isinstance(panel, QuestionForm) and isinstance(effect, Send):
                state = panel.state
                items = map(by_hand, state.questions, state.drafts)
                assert effect.answer == Answer(tuple(items))
                self.sent[id(panel)] = effect.answer
            deliver(panel, effect)

        return delivering

    def _using(self, path: KeyPath, use: Callable[[Any], bool]) -> Callable[[Any], bool]:
        def using(event: Any) -> bool:
            before = self.outcomes
            waited = path._waiting is not None
            used = use(event)
            # What waited for its key to be let go may act before the key that shows that it was.
            assert self.outcomes - before <= 1 + waited, event
            return used

        return using


@dataclass
class RandomPerson:
    """Acts at random.

    Args:
        person: Whose seat it is.
        draw: The dice.
    """

    person: Person
    draw: random.Random
    log: list[str] = field(default_factory=list)
    """The last things done."""
    asked: int = 0
    answered: int = 0
    _waits: list[asyncio.Task[Any]] = field(default_factory=list)

    async def act(self, count: int, watch: Watch) -> None:
        """Do this many things, and look every few of them whether all is well."""
        for at in range(count):
            if at % 20 == 0:
                await self.handled()
                self.check()
                await self.bring()
            await self.one()
        await self.person.pilot.pause()
        self.check()

    async def handled(self) -> None:
        """Wait until all that was done is handled; drawing it may come later."""
        await self.person.pilot._wait_for_screen()

    async def bring(self) -> None:
        """See that something waits; now and then several do, or one ends elsewhere."""
        person, draw = self.person, self.draw
        table = person.app.pending
        for task in [task for task in self._waits if task.done()]:
            self._waits.remove(task)
            person.tasks.remove(task)
            self.answered += task.exception() is None
        if table.requests and draw.random() < 0.15:
            self.note("ends elsewhere")
            table.cancel(draw.choice(table.requests).id)
        if not person.app.dock.requests or draw.random() < 0.05:
            self.note("asks")
            await self.ask()
            if draw.random() < 0.9:
                person.app.seat.keyboard.to_panel()

    async def ask(self) -> None:
        person, draw = self.person, self.draw
        self.asked += 1
        kind = draw.random()
        if kind < 0.08:
            leave = ApprovalRequest("shell", body="ls\n" * draw.randrange(60))
            person.start(person.app.approvals.request(leave))
            await self.handled()
            return
        if kind < 0.2:
            batch: tuple[Question, ...] = (random_plan(draw),)
        else:
            batch = tuple(random_question(draw) for _ in range(draw.choice([1, 1, 1, 2, 2, 3, 9])))
        agent = draw.choice([None, Asker()])
        request = QuestionRequest(batch, agent)
        self._waits.append(person.start(person.app.dock.ask(request)))
        await self.handled()

    async def one(self) -> None:
        """Do one thing."""
        person, draw = self.person, self.draw
        dice = draw.random()
        if dice < 0.04:
            await person.pilot.pause()
            await self.click()
        elif dice < 0.06:
            text = random_paste(draw)
            self.note(f"paste {text[:8]!r}")
            paste = events.Paste(text)
            paste.time = person.clock.monotonic()
            person.app.post_message(paste)
        elif dice < 0.075:
            size = random_size(draw)
            self.note(f"size {size}")
            await person.pilot.resize_terminal(*size)
        elif dice < 0.09:
            self.note("rest")
            await self.handled()
            person.clock.advance(draw.choice([0.2, 0.5, 3.0]))
            person.app.seat.keyboard.arrive()
        else:
            key = random_key(draw)
            gap = draw.choice(_GAPS)
            self.note(f"{key} +{gap}")
            person.clock.advance(gap)
            person.app.post_message(typed_event(key, person.clock.monotonic()))

    async def click(self) -> None:
        person, draw = self.person, self.draw
        width, height = person.app.size
        at = draw.randrange(width), draw.randrange(height)
        panel = person.app.dock.panel
        parts: list[Widget] = list(panel.query("*")) if panel is not None else []
        parts = [part for part in parts if part.region.overlaps(person.app.screen.region)]
        if parts and draw.random() < 0.7:
            region = draw.choice(parts).region.intersection(person.app.screen.region)
            if region.area:
                at = draw.randrange(*region.column_span), draw.randrange(*region.line_span)
        self.note(f"click {at}")
        await person.pilot.click(offset=at)

    def note(self, what: str) -> None:
        self.log.append(what)
        del self.log[:-60]

    def check(self) -> None:
        """What must hold whenever everything has been handled."""
        person = self.person
        app, panel = person.app, person.app.dock.panel
        focused = app.screen.focused
        assert focused is not None, self.log
        assert person.place != "nowhere", self.log
        if panel is None:
            assert person.place != "panel", self.log
            return
        if person.place == "panel" and not app.dock.folded:
            assert focused is panel.focus_target(), (focused, panel.focus_target(), panel.state)
        if isinstance(panel, QuestionForm):
            state = panel.state
            if state.focus is Focus.FIELD:
                assert panel.body.answer.field.text == focused_text(state), self.log
            assert state.busy is None, self.log
        elif isinstance(panel, PlanReviewPanel):
            assert panel.state.busy is None, self.log
