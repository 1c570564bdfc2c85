"""Whatever is done to a form, it is what the text of the contract makes of it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.areas.form import Form, observed
from tests.conformance.reference_form import ReferenceForm
from tests.support.machines import SUITE_EXAMPLES

LABELS = ["a", "b", "c (Recommended)", ""]
label = st.sampled_from(LABELS)
question = st.fixed_dictionaries(
    {"id": st.sampled_from(["x", "y"]), "question": st.just("?")},
    optional={
        "options": st.lists(st.fixed_dictionaries({"label": label}), max_size=4),
        "multiSelect": st.booleans(),
    },
)
step = st.one_of(
    st.builds(lambda on: {"do": "choose", "label": on}, label),
    st.builds(lambda on: {"do": "enter_option", "label": on}, label),
    st.builds(
        lambda value: {"do": "text", "value": value},
        st.sampled_from(["", " ", "x", " y\n", "\ufeff", "\u0085"]),
    ),
    st.sampled_from(
        [
            *({"do": "enter_field"}, {"do": "primary"}, {"do": "skip"}, {"do": "prev"}),
            *({"do": "next"}, {"do": "toggle"}, {"do": "cancel"}, {"do": "shift_enter_field"}),
            {"do": "ime_enter_field"},
            {"do": "deliver", "result": "accepted"},
            {"do": "deliver", "result": "rejected", "reason": "not-pending"},
            {"do": "deliver", "result": "exception", "message": "gone"},
        ]
    ),
)


@settings(max_examples=max(SUITE_EXAMPLES, settings().max_examples))
@given(st.lists(question, min_size=1, max_size=3), st.lists(step, max_size=14))
def test_the_form_is_the_one_of_the_contract(
    questions: list[dict[str, Any]], steps: list[dict[str, Any]]
) -> None:
    played, reference = Form.of({"questions": questions}), ReferenceForm(questions)
    for each in steps:
        played.do(each)
        reference.do(each)
        assert observed(played) == reference.observed()
