"""The sequential policy; the contract's own examples are played in tests/conformance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_core.form import sequential as form
from dsh_core.form.drafts import is_multi
from dsh_core.form.events import Delivered
from dsh_core.form.state import Dismiss, Send
from dsh_core.questions.types import Question
from dsh_core.questions.validation import misfit
from tests.core.form.batches import batches, free, single, texts

anything = st.lists(
    st.one_of(
        st.builds(form.Choose, st.integers(-1, 12)),
        st.builds(form.EnterOnOption, st.integers(-1, 12)),
        st.builds(form.SetText, texts),
        st.sampled_from(
            [
                form.EnterInField(),
                form.EnterInField(),
                form.ShiftEnterInField(),
                form.ImeEnterInField(),
                form.Primary(),
                form.SkipQuestion(),
                form.Previous(),
                form.Next(),
                form.ToggleCollapse(),
                form.ToggleCollapse(),
                form.Cancel(),
                Delivered(),
                Delivered("no"),
            ]
        ),
    ),
    max_size=30,
)


@given(batches, anything)
def test_whatever_happens_what_is_sent_fits(
    batch: tuple[Question, ...], happened: list[form.Event]
) -> None:
    state = form.open_form(batch)
    for event in happened:
        before, step = state, form.update(state, event)
        state = step.state
        if before.busy is not None and not isinstance(event, Delivered):
            assert state is before
        for effect in step.effects:
            assert isinstance(effect, Send | Dismiss)
            assert state.busy is not None
            if isinstance(effect, Send):
                assert misfit(batch, effect.answer) is None
        assert 0 <= state.index < len(batch)
        assert form.pager(state).startswith(str(state.index + 1))
        for question, draft in zip(batch, state.drafts, strict=True):
            assert is_multi(question) or not (draft.selected and draft.custom)


def test_collapsed_only_its_head_works() -> None:
    state = form.update(form.open_form((free(),)), form.ToggleCollapse()).state
    assert form.update(state, form.SetText("x")).state is state
    assert form.update(state, form.SkipQuestion()).effects == ()
    assert form.update(state, form.Cancel()).effects == (Dismiss(),)


def test_a_field_is_offered_once() -> None:
    state = form.open_form((single("A"), free()))
    assert state.visited_field == (False, False)
    assert form.update(state, form.Next()).state.visited_field == (False, True)


def test_it_needs_a_question() -> None:
    with pytest.raises(ValueError, match="needs a question"):
        form.open_form(())
