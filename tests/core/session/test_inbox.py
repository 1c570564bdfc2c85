from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from dsh_core.session.events import AGENT_INBOX_SPLICED
from dsh_core.session.inbox import NEXT_STEP, NEXT_TURN, Inbox, InboxError, InboxLists, InboxTarget
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import message_text, user_message
from tests.support.machines import machine_settings

targets: st.SearchStrategy[InboxTarget] = st.sampled_from([NEXT_TURN, NEXT_STEP])


class InboxMachine(RuleBasedStateMachine):
    """The inbox against two plain lists, with the fold of its log beside it."""

    waiting = Bundle("waiting")

    def __init__(self) -> None:
        super().__init__()
        self.log = SessionLog("s")
        self.inbox = Inbox(self.log)
        self.model: dict[InboxTarget, list[str]] = {NEXT_TURN: [], NEXT_STEP: []}
        self.claimed: dict[InboxTarget, list[str]] = {NEXT_TURN: [], NEXT_STEP: []}
        self.count = 0

    def _fresh(self) -> str:
        self.count += 1
        return f"m{self.count}"

    def _find(self, name: str) -> list[str] | None:
        return next((names for names in self.model.values() if name in names), None)

    @rule(into=targets, target=waiting)
    def append(self, into: InboxTarget) -> str:
        name = self._fresh()
        self.inbox.append(into, user_message(name, message_id=name))
        self.model[into].append(name)
        return name

    @rule(name=waiting, into=targets)
    def append_twice(self, name: str, into: InboxTarget) -> None:
        if self._find(name) is None:
            return
        before = len(self.log.events)
        with pytest.raises(InboxError) as caught:
            self.inbox.append(into, user_message("again", message_id=name))
        assert caught.value.code == "ALREADY_PENDING"
        assert len(self.log.events) == before

    @rule(name=consumes(waiting), target=waiting)
    def replace(self, name: str) -> str:
        fresh, names = self._fresh(), self._find(name)
        done = self.inbox.replace(name, user_message(fresh, message_id=fresh))
        assert done is (names is not None)
        if names is not None:
            names[names.index(name)] = fresh
        return fresh

    @rule(name=waiting)
    def remove(self, name: str) -> None:
        names = self._find(name)
        assert self.inbox.remove(name) is (names is not None)
        if names is not None:
            names.remove(name)

    @rule()
    def clear(self) -> None:
        self.inbox.clear()
        self.model = {NEXT_TURN: [], NEXT_STEP: []}

    @rule(first_step=st.booleans())
    def claim(self, first_step: bool) -> None:
        prompts = self.model[NEXT_TURN][:1] if first_step else []
        self.claimed = {NEXT_STEP: self.model[NEXT_STEP], NEXT_TURN: prompts}
        self.model[NEXT_STEP] = []
        del self.model[NEXT_TURN][: len(prompts)]
        claimed = self.inbox.claim(first_step=first_step)
        assert [message["id"] for message in claimed] == self.claimed[NEXT_STEP] + prompts

    @rule()
    def enter(self) -> None:
        self.inbox.entered()
        self.claimed = {NEXT_TURN: [], NEXT_STEP: []}

    @rule()
    def give_back(self) -> None:
        self.inbox.give_back()
        for target, names in self.claimed.items():
            self.model[target][:0] = [name for name in names if self._find(name) is None]
        self.claimed = {NEXT_TURN: [], NEXT_STEP: []}

    @rule(into=targets)
    def send_a_claimed_one_again(self, into: InboxTarget) -> None:
        for name in (*self.claimed[NEXT_TURN], *self.claimed[NEXT_STEP]):
            if self._find(name) is None:
                self.inbox.append(into, user_message("again", message_id=name))
                self.model[into].append(name)
                return

    @rule()
    def restart(self) -> None:
        self.log = SessionLog("s", events=self.log.events)
        self.inbox = Inbox(self.log)
        self.claimed = {NEXT_TURN: [], NEXT_STEP: []}

    @invariant()
    def lists_are_right(self) -> None:
        assert [message["id"] for message in self.inbox.next_turn] == self.model[NEXT_TURN]
        assert [message["id"] for message in self.inbox.next_step] == self.model[NEXT_STEP]
        assert self.inbox.has_pending is any(self.model.values())
        claimed = self.claimed[NEXT_STEP] + self.claimed[NEXT_TURN]
        assert [message["id"] for message in self.inbox.claimed] == claimed

    @invariant()
    def the_log_tells_the_same(self) -> None:
        lists = InboxLists(self.log.events)
        assert lists.get(NEXT_TURN) == self.inbox.next_turn
        assert lists.get(NEXT_STEP) == self.inbox.next_step


TestInboxMachine = InboxMachine.TestCase
TestInboxMachine.settings = machine_settings(steps=50)


def test_only_a_cancelled_message_is_logged_as_canceled() -> None:
    log = SessionLog("s")
    inbox = Inbox(log)
    inbox.append(NEXT_TURN, user_message("a", message_id="a"))
    inbox.append(NEXT_TURN, user_message("b", message_id="b"))
    inbox.claim(first_step=True)
    inbox.remove("b")
    inbox.clear()
    splices = [{k: v for k, v in e.data.items() if k != "inserted"} for e in log.events]
    assert splices == [
        {"target": "next-turn", "start": 0},
        {"target": "next-turn", "start": 1},
        {"target": "next-turn", "start": 0, "removedCount": 1},
        {"target": "next-turn", "start": 0, "removedCount": 1, "outcome": "canceled"},
    ]


def test_what_is_given_back_is_logged_as_put_in_first() -> None:
    log = SessionLog("s")
    inbox = Inbox(log)
    inbox.append(NEXT_TURN, user_message("a", message_id="a"))
    inbox.append(NEXT_STEP, user_message("b", message_id="b"))
    inbox.claim(first_step=True)
    before = len(log.events)
    inbox.give_back()
    inbox.give_back()
    splices = [event.data for event in log.events[before:]]
    assert [{**splice, "inserted": len(splice["inserted"])} for splice in splices] == [  # type: ignore[arg-type]
        {"target": "next-step", "start": 0, "inserted": 1},
        {"target": "next-turn", "start": 0, "inserted": 1},
    ]


def test_observers_see_the_lists_before_the_splice() -> None:
    log = SessionLog("s")
    inbox = Inbox(log)
    seen: list[list[str]] = []
    log.subscribe(lambda _event: seen.append([message_text(m) for m in inbox.next_turn]))
    inbox.append(NEXT_TURN, user_message("a"))
    inbox.claim(first_step=True)
    assert seen == [[], ["a"]]


@pytest.mark.parametrize(
    "splice",
    [
        {},
        {"target": "elsewhere", "start": 0, "inserted": []},
        {"target": "next-turn", "start": 1, "inserted": []},
        {"target": "next-turn", "start": 0, "removedCount": 1, "inserted": []},
        {"target": "next-turn", "start": 0, "removedCount": -1, "inserted": []},
        {"target": "next-turn", "start": 0, "inserted": ["text"]},
        {"target": "next-turn", "start": 0, "inserted": None},
    ],
)
def test_a_log_with_a_splice_that_does_not_fit_is_refused(splice: dict[str, object]) -> None:
    log = SessionLog("s")
    log.append(AGENT_INBOX_SPLICED, splice)
    with pytest.raises(InboxError) as caught:
        Inbox(log)
    assert caught.value.code == "BAD_SPLICE"
