"""The question form and the plan card, played on the pure state under the sequential policy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dsh_core.base.catalogue import Catalogue
from dsh_core.form import sequential as form
from dsh_core.form.events import Delivered
from dsh_core.form.labels import parse_label
from dsh_core.form.plan_claim import PlanClaim, claim_questions
from dsh_core.form.plan_events import Approve, DiscussPlan, LinesSeen, PlanEvent, Refuse, TookFocus
from dsh_core.form.plan_review import PlanState, open_plan, plan_update
from dsh_core.form.state import Dismiss, FormState, Message, Send
from dsh_core.form.waiting import shown, status
from dsh_core.questions.answers_json import canonical_answer
from dsh_core.questions.types import Option, QuestionRequest
from dsh_core.questions.wire import parse_questions
from tests.conformance.vectors import Handler, Vector, compare, keys, one_of, operation, word

LATER = 60.0
"""A time in seconds at which no panel is new any more."""

SIMPLE: dict[str, form.Event] = {
    "enter_field": form.EnterInField(),
    "shift_enter_field": form.ShiftEnterInField(),
    "ime_enter_field": form.ImeEnterInField(),
    "primary": form.Primary(),
    "skip": form.SkipQuestion(),
    "prev": form.Previous(),
    "next": form.Next(),
    "toggle": form.ToggleCollapse(),
    "cancel": form.Cancel(),
}
"""Steps that are one word."""


@dataclass
class Form:
    """One form with what it delivered."""

    state: FormState
    sent: list[Any] = field(default_factory=list)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Form:
        return cls(form.open_form(parse_questions(given["questions"])))

    def do(self, step: Mapping[str, Any]) -> None:
        event = self.event(step)
        if event is None:
            return
        done = form.update(self.state, event)
        self.state = done.state
        for effect in done.effects:
            if isinstance(effect, Send):
                self.sent.append(canonical_answer(effect.answer))
            else:
                assert isinstance(effect, Dismiss)
                self.sent.append("cancelled")

    def event(self, step: Mapping[str, Any]) -> form.Event | None:
        """The event a step means; None if its option is not on screen."""
        name = word(step, "do", *SIMPLE, "choose", "enter_option", "text", "deliver")
        if name in ("choose", "enter_option"):
            keys(step, "do", "label")
            labels = [option.label for option in self.state.question.options or ()]
            if step["label"] not in labels:
                return None
            position = labels.index(step["label"])
            return form.Choose(position) if name == "choose" else form.EnterOnOption(position)
        if name == "text":
            keys(step, "do", "value")
            return form.SetText(step["value"])
        if name == "deliver":
            return Delivered(failure_of(step, self.state.busy))
        keys(step, "do")
        return SIMPLE[name]


def failure_of(step: Mapping[str, Any], busy: str | None) -> str | None:
    """The text a failed delivery shows."""
    result = word(step, "result", "accepted", "rejected", "exception", "non-exception")
    if result == "accepted":
        keys(step, "do", "result")
        return None
    if result == "rejected":
        keys(step, "do", "result", "reason")
        word(step, "reason", "not-pending", "bad-response")
        kind = "answer" if busy == "answer" else "cancel"
        return Catalogue("en").text(f"error.{kind}_rejected", reason=step["reason"])
    if result == "exception":
        keys(step, "do", "result", "message")
        return str(step["message"])
    keys(step, "do", "result", "value")
    return string_form(step["value"])


def string_form(value: Any) -> str:
    """Write a JSON value as the original makes a string of what is no exception."""
    match value:
        case None | bool():
            return json.dumps(value)
        case float() if value.is_integer():
            return str(int(value))
        case list():
            return ",".join("" if item is None else string_form(item) for item in value)
        case dict():
            return "[object Object]"
        case _:
            return str(value)


def error_of(message: Message | None) -> Any:
    if message is None:
        return None
    return message.key or {"text": message.text}


def labels_of(state: FormState, index: int) -> list[str]:
    options = state.questions[index].options or ()
    return [options[at].label for at in state.drafts[index].selected]


def observed(played: Form) -> dict[str, Any]:
    state = played.state
    return {
        "index": state.index,
        "pager": form.pager(state),
        "drafts": [
            {"selected": labels_of(state, at), "custom": draft.custom, "skipped": draft.skipped}
            for at, draft in enumerate(state.drafts)
        ],
        "error": error_of(state.error),
        "busy": state.busy,
        "minimized": state.minimized,
        "sent": played.sent,
        "primary_enabled": form.primary_enabled(state),
        "primary_label_key": form.primary_label(state),
    }


def flow(vector: Vector) -> None:
    keys(vector.given, "questions")
    played = Form.of(vector.given)
    for step in vector.steps:
        played.do(step)
    compare(vector, observed(played))


def text_of(message: Message | None, language: str) -> str | None:
    if message is None:
        return None
    if not message.key:
        return message.text
    return Catalogue(language).text(message.key, **dict(message.values))


def render(vector: Vector) -> None:
    keys(vector.given, "questions", "locale")
    language = one_of(vector.given.get("locale", "en"), "en", "zh")
    played = Form.of(vector.given)
    before = text_of(played.state.error, language)
    for step in vector.steps:
        if step.get("do") == "locale":
            keys(step, "do", "value")
            before = text_of(played.state.error, language)
            language = word(step, "value", "en", "zh")
        else:
            played.do(step)
    found = {
        "title": played.state.question.question,
        "error_text_before": before,
        "error_text_after": text_of(played.state.error, language),
    }
    compare(vector, found)


def recommended(vector: Vector) -> None:
    keys(vector.given, "label")
    operation(vector, "parse_label")
    label = parse_label(vector.given["label"])
    question = parse_questions(
        [{"id": "q", "question": "?", "options": [{"label": vector.given["label"]}]}]
    )
    sent: list[Any] = []
    played = Form(form.open_form(question), sent)
    played.do({"do": "choose", "label": vector.given["label"]})
    played.do({"do": "primary"})
    found = {
        "label": label.display,
        "recommended": label.recommended,
        "answer_value": sent[0]["answers"][0]["selected"][0],
    }
    compare(vector, found)


def identity(vector: Vector) -> None:
    if vector.given:
        one_form_a_request(vector)
    else:
        first_come_first_shown(vector)


def one_form_a_request(vector: Vector) -> None:
    """A form belongs to its request: shown again it goes on, another one starts afresh."""
    keys(vector.given, "questions", "rpcId")
    forms = {vector.given["rpcId"]: Form.of(vector.given)}
    current = vector.given["rpcId"]
    for step in vector.steps:
        if step.get("do") in ("replay", "replace"):
            keys(step, "do", "rpcId")
            current = step["rpcId"]
            forms.setdefault(current, Form.of(vector.given))
        else:
            forms[current].do(step)
    state = forms[current].state
    compare(vector, {"index": state.index, "draft0_selected": labels_of(state, 0)})


@dataclass
class Waiting:
    """A waiting request by its name."""

    key: str

    @property
    def questions(self) -> tuple[Any, ...]:
        return ()


def first_come_first_shown(vector: Vector) -> None:
    questions: list[Waiting] = []
    approvals: list[Waiting] = []
    active = []
    for step in vector.steps:
        if word(step, "do", "requested", "resolved") == "requested":
            keys(step, "do", "kind", "key")
            is_question = word(step, "kind", "question", "approval") == "question"
            table = questions if is_question else approvals
            table.append(Waiting(step["key"]))
        else:
            keys(step, "do", "key")
            questions = [one for one in questions if one.key != step["key"]]
            approvals = [one for one in approvals if one.key != step["key"]]
        current = shown(questions, approvals)
        active.append(None if current is None else current.key)
        wanted = "status.question" if questions else "status.approval" if approvals else None
        assert status(questions, approvals) == wanted
    compare(vector, {"active_after_each": active})


def claimed(given: Mapping[str, Any]) -> PlanClaim | None:
    keys(given, "questions")
    # The seam refuses an empty batch before anything asks what it is.
    questions = parse_questions(given["questions"]) if given["questions"] else ()
    return claim_questions(QuestionRequest(questions).questions)


def plan_claim(vector: Vector) -> None:
    operation(vector, "plan_review_of")
    found = claimed(vector.given)
    value = None
    if found is not None:
        value = {
            "id": found.id,
            "question": found.question,
            "plan": found.plan,
            "approve": option_value(found.approve),
        }
        if found.decline is not None:
            value["decline"] = option_value(found.decline)
    compare(vector, {"claimed": value})


def option_value(option: Option) -> dict[str, Any]:
    """An option as the asker wrote it, with keys that nobody here knows."""
    described = {} if option.description is None else {"description": option.description}
    return {"label": option.label, **described, **option.extra}


CANCEL_FRAME = {
    "ok": False,
    "error": {
        "code": "cancelled",
        "message": "the user closed this question request",
        "details": {},
    },
}
"""How the original's wire spells a dismissal."""

BUTTONS: dict[str, PlanEvent] = {
    "plan.approve": Approve(LATER),
    "plan.decline": Refuse(LATER),
    "plan.discuss": DiscussPlan(),
}


def card(vector: Vector) -> None:
    """Buttons are decisions: the panel is not new and all of the plan has been on screen."""
    found = claimed(vector.given)
    assert found is not None
    state = open_plan(found)
    for event in (TookFocus(0.0), LinesSeen(0, len(state.lines))):
        state = plan_update(state, event).state
    sent: list[Any] = []
    failure: str | None = None
    for step in vector.steps:
        if word(step, "do", "press", "deliver") == "deliver":
            state = plan_update(state, Delivered(failure_of(step, state.busy))).state
            failure = None if state.error is None else state.error.text
            continue
        keys(step, "do", "button")
        state = press(state, word(step, "button", *BUTTONS), sent)
    seen = {
        "sent": sent[-1] if sent else None,
        "send_count": len(sent),
        "status_text": None if state.error is None else state.error.text,
        "status_text_after_failure": failure,
        "all_disabled": is_disabled(state),
        "enabled": not is_disabled(state),
    }
    compare(vector, seen)


def press(state: PlanState, button: str, sent: list[Any]) -> PlanState:
    step = plan_update(state, BUTTONS[button])
    for effect in step.effects:
        if isinstance(effect, Send):
            sent.append(canonical_answer(effect.answer))
        else:
            assert isinstance(effect, Dismiss)
            sent.append(CANCEL_FRAME)
    return step.state


def is_disabled(state: PlanState) -> bool:
    """Whether no button does anything."""
    return not any(plan_update(state, event).effects for event in BUTTONS.values())


HANDLERS: dict[str, Handler] = {
    "form.flow": flow,
    "form.render": render,
    "form.recommended": recommended,
    "form.identity/form": identity,
    "plan.claim": plan_claim,
    "plan.card": card,
}
