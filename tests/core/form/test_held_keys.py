"""Held keys, simulated against a form of six single-selects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form.events import Commit, CommitText, Edited, Event, Pick
from dsh_core.form.held_keys import CLOSE, RECENT, Held, KeyGuard, Verdict
from dsh_core.form.review import focused_text, open_form, update
from dsh_core.form.rows import is_open
from dsh_core.form.state import Dismiss, Focus, FormState, Send, Step
from dsh_core.questions.types import Question
from tests.core.form.batches import free, single

SIX = tuple(single("A", "B", id=f"q{n}") for n in range(6))


@dataclass
class Hand:
    """Presses keys on a form the way the handler of keys does."""

    state: FormState
    guard: KeyGuard = field(default_factory=KeyGuard)
    held: tuple[Held, Step] | None = None
    before: FormState | None = None
    sent: list[object] = field(default_factory=list)

    def event(self, key: str) -> Event | None:
        if self.state.focus in (Focus.FIELD, Focus.NOTE):
            if key == "enter":
                return CommitText()
            return Edited(focused_text(self.state) + key)
        if key == "enter":
            return Commit()
        return Pick(int(key) - 1) if key.isdigit() else None

    def press(self, key: str, time: float) -> None:
        self.guard, press = self.guard.press(key, time)
        if self.held is not None:
            held, step = self.held
            self.held = None
            if held.meets(key, time) == "drop":
                self.guard = self.guard.confirmed(key)
                return
            self.act(step)
        if press.verdict is Verdict.IGNORE:
            return
        if press.verdict is Verdict.TAKE_BACK:
            assert self.before is not None
            self.state = self.before
            return
        self.before = self.state
        event = self.event(key)
        if event is None:
            return
        step = update(self.state, event)
        if step.confirmed:
            self.guard = self.guard.confirmed(key)
        if press.repeated and any(isinstance(e, Send | Dismiss) for e in step.effects):
            self.held = (Held(key, time), step)
        else:
            self.act(step)

    def act(self, step: Step) -> None:
        self.state = step.state
        self.sent.extend(e for e in step.effects if isinstance(e, Send | Dismiss))

    def rest(self, now: float) -> None:
        if self.held is not None and now >= self.held[0].due:
            self.act(self.held[1])
            self.held = None


def hand_on(questions: Sequence[Question]) -> Hand:
    return Hand(open_form(questions))


def press_all(hand: Hand, key: str, times: Iterable[float]) -> Hand:
    last = 0.0
    for last in times:
        hand.press(key, last)
    hand.rest(last + 1)
    return hand


def confirmed(hand: Hand) -> int:
    return sum(not is_open(hand.state, at) for at in range(len(hand.state.questions)))


def holding(first: float, then: float, count: int = 20) -> list[float]:
    return [0.0, *(first + then * n for n in range(count))]


HELD = [(0.225, 0.030), (0.5, 0.083), (0.66, 0.040), (0.66, 0.090)]


@pytest.mark.parametrize("key", ["1", "enter"])
@pytest.mark.parametrize(("first", "then"), HELD)
@pytest.mark.parametrize("count", [2, 3, 4, 19, 20])
def test_a_held_key_confirms_one_question(key: str, first: float, then: float, count: int) -> None:
    assert confirmed(press_all(hand_on(SIX), key, holding(first, then, count))) == 1


@pytest.mark.parametrize(
    "times", [[0.0], [0.0, 0.1], [0.0, 0.02], [0.0, 0.02, 0.04], [0.0, 0.0], [0.0] * 5]
)
def test_a_double_tap_chatter_or_a_burst_confirm_one_question(times: list[float]) -> None:
    assert confirmed(press_all(hand_on(SIX), "1", times)) == 1


def test_two_picks_at_a_readers_pace_confirm_two_questions() -> None:
    assert confirmed(press_all(hand_on(SIX), "1", [0.0, 0.25])) == 2
    assert confirmed(press_all(hand_on(SIX), "1", [0.0, 0.8, 1.6])) == 3


def test_a_burst_of_different_keys_is_handled_key_by_key() -> None:
    hand = hand_on(SIX)
    for key in "1212":
        hand.press(key, 0.0)
    assert confirmed(hand) == 4


@pytest.mark.parametrize(("first", "then"), HELD)
def test_a_character_a_held_key_typed_after_its_confirm_is_taken_back(
    first: float, then: float
) -> None:
    hand = press_all(hand_on((single("A", "B"), free())), "1", holding(first, then))
    assert hand.state.index == 1
    assert hand.state.draft.custom == ""


@given(st.text("ab1", max_size=30), st.floats(0, 0.7))
def test_while_typing_nothing_is_ignored_or_taken_back(text: str, gap: float) -> None:
    hand = hand_on((free(), free()))
    for at, key in enumerate(text):
        hand.press(key, at * gap)
    assert hand.state.draft.custom == text


def test_after_a_confirm_and_another_key_nothing_is_ignored() -> None:
    hand = hand_on((single("A", "B"), free()))
    for at, key in enumerate("1a11"):
        hand.press(key, at * 0.05)
    assert hand.state.draft.custom == "a11"


def test_a_key_that_rested_is_no_longer_held() -> None:
    guard, _ = KeyGuard().press("1", 0.0)
    guard = guard.confirmed("1")
    guard, press = guard.press("1", RECENT + 0.01)
    assert not press.repeated
    _, press = guard.press("1", RECENT + 0.06)
    assert press.verdict is Verdict.PROCEED
    assert press.repeated


@pytest.mark.parametrize(("first", "then"), HELD)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 19, 20])
def test_a_held_enter_does_not_send_what_it_was_asked_to_repeat(
    first: float, then: float, count: int
) -> None:
    hand = hand_on((free(),))
    hand.press("x", 0.0)
    shifted = [1.0 + time for time in holding(first, then, count)]
    for time in shifted:
        hand.press("enter", time)
    if count > 1:
        hand.rest(shifted[-1] + 1)
        assert not hand.sent
    assert hand.state.armed


def test_a_fresh_enter_sends_at_once() -> None:
    hand = hand_on((free(),))
    hand.press("x", 0.0)
    hand.press("enter", 1.0)
    hand.press("enter", 2.0)
    assert len(hand.sent) == 1


def test_a_quick_second_enter_sends_after_it_waited() -> None:
    hand = hand_on((free(),))
    hand.press("x", 0.0)
    hand.press("enter", 1.0)
    hand.press("enter", 1.3)
    hand.rest(1.3 + CLOSE / 2)
    assert not hand.sent
    hand.rest(1.3 + CLOSE)
    assert len(hand.sent) == 1


def test_another_key_lets_the_waiting_step_act_first() -> None:
    hand = hand_on((free(),))
    hand.press("x", 0.0)
    hand.press("enter", 1.0)
    hand.press("enter", 1.3)
    hand.press("y", 1.31)
    assert len(hand.sent) == 1
    assert hand.state.busy == "answer"


def test_held() -> None:
    held = Held("enter", 1.0)
    assert held.due == pytest.approx(1.15)
    assert held.meets("enter", 1.1) == "drop"
    assert held.meets("enter", 1.2) == "act"
    assert held.meets("x", 1.0) == "act"


def test_little_is_remembered() -> None:
    guard = KeyGuard()
    for at in range(1000):
        guard, _ = guard.press(f"key{at}", float(at))
    assert len(guard.recent) == 1
