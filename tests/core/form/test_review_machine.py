"""Random keys on random batches: what must hold whatever happens."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form.answers import build_answer
from dsh_core.form.drafts import Draft, is_completed, is_multi, takes_note
from dsh_core.form.events import (
    CommitText,
    Delivered,
    Edited,
    Event,
    GoTo,
    LeaveText,
    ParkForm,
    PasteText,
    SendBatch,
    SkipAll,
    Written,
)
from dsh_core.form.review import confirm_message, focused_text, open_form, update
from dsh_core.form.rows import can_filter, kept, review_rows, shown_rows
from dsh_core.form.state import Dismiss, Focus, FormState, Send, Step
from dsh_core.questions.types import Question
from dsh_core.questions.validation import misfit
from tests.core.form.batches import batches, form_events, texts
from tests.support.machines import machine_settings

CATALOGUES = [Catalogue(language) for language in LANGUAGES]


class ReviewMachine(RuleBasedStateMachine):
    @initialize(batch=batches, data=st.data())
    def open(self, batch: tuple[Question, ...], data: st.DataObject) -> None:
        carried = [
            data.draw(st.none() | st.builds(Draft, selected=st.just((0,)), custom=texts))
            for _ in batch
        ]
        self.state = open_form(batch, can_discuss=data.draw(st.booleans()), carried=carried)
        # For each question the last text typed into its own answer and into its note.
        self.typed = ["" for _ in batch]
        self.noted = ["" for _ in batch]

    @rule(event=form_events)
    def anything(self, event: Event) -> None:
        self.happen(event)

    @rule(data=st.data(), text=texts, late=st.booleans())
    def come_back_from_an_editor(self, data: st.DataObject, text: str, late: bool) -> None:
        index = data.draw(st.integers(0, len(self.state.questions) - 1))
        note = takes_note(self.state.questions[index]) and data.draw(st.booleans())
        before = self.state
        made_from = before.drafts[index].note if note else before.drafts[index].custom
        step = update(before, Written(index, text, made_from, note, late))
        (self.noted if note else self.typed)[index] = text
        assert not step.effects
        assert (step.state.index, step.state.busy) == (before.index, before.busy)
        self.state = step.state

    @precondition(lambda self: self.state.busy is not None)
    @rule()
    def refuse(self) -> None:
        self.happen(Delivered("refused"))

    @precondition(lambda self: self.state.busy is None)
    @rule()
    def look_at_all_and_send(self) -> None:
        self.happen(LeaveText())
        for index in range(len(self.state.questions) + 1):
            self.happen(GoTo(index))
        self.happen(SkipAll())
        self.happen(SendBatch())

    def happen(self, event: Event) -> None:
        before = self.state
        self.remember(event)
        step = update(before, event)
        self.check_outcomes(before, event, step)
        self.state = step.state

    def remember(self, event: Event) -> None:
        state = self.state
        if state.busy or state.focus is Focus.CONFIRM:
            return
        if isinstance(event, Edited):
            if event.text == focused_text(state):
                return
            if state.focus is Focus.FIELD:
                self.typed[state.index] = event.text
            elif state.focus is Focus.NOTE:
                self.noted[state.index] = event.text
        if isinstance(event, PasteText) and event.text:
            if state.focus is Focus.NOTE:
                self.noted[state.index] = focused_text(state) + event.text
            elif state.focus in (Focus.FIELD, Focus.LIST):
                own = state.draft.stash.custom if is_blank(state.draft.custom) else ""
                shown = focused_text(state) if state.focus is Focus.FIELD else ""
                self.typed[state.index] = (shown or own or state.draft.custom) + event.text

    def check_outcomes(self, before: FormState, event: Event, step: Step) -> None:
        if before.busy is not None and not isinstance(event, Delivered):
            assert step == Step(before)
        skipped = any(
            new.skipped and not old.skipped
            for old, new in zip(before.drafts, step.state.drafts, strict=True)
        )
        sends = [effect for effect in step.effects if isinstance(effect, Send)]
        dismissals = [effect for effect in step.effects if isinstance(effect, Dismiss)]
        assert skipped + len(sends) + len(dismissals) <= 1
        if isinstance(event, (LeaveText, ParkForm)):
            assert step.state.drafts == before.drafts
        for old, new in zip(before.drafts, step.state.drafts, strict=True):
            took_text = not is_blank(old.custom) and is_blank(new.custom)
            assert not (sends and took_text)
        if isinstance(event, CommitText) and sends:
            assert before.armed
        for effect in sends:
            self.check_sent(step.state, effect)
        if sends or dismissals:
            assert step.state.busy is not None

    def check_sent(self, state: FormState, effect: Send) -> None:
        assert misfit(state.questions, effect.answer) is None
        assert effect.answer.answers == tuple(row.item for row in review_rows(state))
        assert effect.answer == build_answer(state.questions, state.drafts)
        for draft, carried, seen in zip(state.drafts, state.carried, state.seen, strict=True):
            assert is_completed(draft)
            assert seen or not carried

    @invariant()
    def nothing_typed_is_lost(self) -> None:
        for draft, typed, noted in zip(self.state.drafts, self.typed, self.noted, strict=True):
            assert is_blank(typed) or typed in (draft.custom, draft.stash.custom)
            assert is_blank(noted) or noted in (draft.note, draft.stash.note)

    @invariant()
    def the_value_is_sound(self) -> None:
        state = self.state
        assert (state.focus is Focus.CONFIRM) == (state.confirm is not None)
        if state.focus is not Focus.CONFIRM:
            assert (state.focus is Focus.REVIEW) == state.on_review
        if state.focus is Focus.NOTE:
            assert takes_note(state.question)
            assert state.draft.selected
        if state.focus is Focus.FILTER or state.filter:
            assert can_filter(state.question)
        if state.armed:
            assert len(state.questions) == 1
            assert state.focus in (Focus.FIELD, Focus.NOTE)
        assert 0 <= state.review_cursor <= len(state.questions)
        for at, question in enumerate(state.questions):
            draft = state.drafts[at]
            assert len(set(draft.selected)) == len(draft.selected)
            if draft.skipped:
                assert draft == Draft(skipped=True, stash=draft.stash)
            if not is_multi(question):
                assert len(draft.selected) <= 1
                assert not (draft.selected and not is_blank(draft.custom))
            kept(question, draft)
        if not state.on_review:
            assert 0 <= state.cursors[state.index] <= len(shown_rows(state))

    @invariant()
    def everything_said_is_in_the_catalogue(self) -> None:
        state = self.state
        confirm = None if state.confirm is None else confirm_message(state.confirm)
        for message in (state.error, state.notice, confirm):
            if message is not None and message.key:
                for catalogue in CATALOGUES:
                    assert catalogue.text(message.key, **dict(message.values))


TestReviewMachine = ReviewMachine.TestCase
TestReviewMachine.settings = machine_settings(steps=40)
