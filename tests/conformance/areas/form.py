"""The question form and the plan card, played on the pure state under the sequential policy."""

from __future__ import annotations

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
from tests.conformance.vectors import Handler, Vector, keys, one_of

LATER = 60.0
"""A time in seconds at which no panel is new any more."""


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
        name = step["do"]
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
        simple: dict[str, form.Event] = {
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
        return simple[one_of(name, *simple)]


def failure_of(step: Mapping[str, Any], busy: str | None) -> str | None:
    """The text a failed delivery shows."""
    result = one_of(step["result"], "accepted", "rejected", "exception", "non-exception")
    if result == "accepted":
        keys(step, "do", "result")
        return None
    if result == "rejected":
        keys(step, "do", "result", "reason")
        one_of(step["reason"], "not-pending", "bad-response")
        kind = "answer" if busy == "answer" else "cancel"
        return Catalogue("en").text(f"error.{kind}_rejected", reason=step["reason"])
    key = "message" if result == "exception" else "value"
    keys(step, "do", "result", key)
    return str(step[key])


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
    for step in vector.when:
        played.do(step)
    found = observed(played)
    keys(vector.expect, *found)
    assert {key: found[key] for key in vector.expect} == vector.expect


def text_of(message: Message | None, language: str) -> str | None:
    if message is None:
        return None
    return Catalogue(language).text(message.key, **dict(message.values))


def render(vector: Vector) -> None:
    keys(vector.given, "questions", "locale")
    language = vector.given.get("locale", "en")
    played = Form.of(vector.given)
    before = text_of(played.state.error, language)
    for step in vector.when:
        if step["do"] == "locale":
            keys(step, "do", "value")
            before = text_of(played.state.error, language)
            language = step["value"]
        else:
            played.do(step)
    found = {
        "title": played.state.question.question,
        "error_text_before": before,
        "error_text_after": text_of(played.state.error, language),
    }
    keys(vector.expect, *found)
    assert {key: found[key] for key in vector.expect} == vector.expect


def recommended(vector: Vector) -> None:
    keys(vector.given, "label")
    keys(vector.when, "op")
    one_of(vector.when["op"], "parse_label")
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
    assert found == vector.expect


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
    for step in vector.when:
        if step["do"] in ("replay", "replace"):
            keys(step, "do", "rpcId")
            current = step["rpcId"]
            forms.setdefault(current, Form.of(vector.given))
        else:
            forms[current].do(step)
    state = forms[current].state
    found = {"index": state.index, "draft0_selected": labels_of(state, 0)}
    keys(vector.expect, *found)
    assert {key: found[key] for key in vector.expect} == vector.expect


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
    for step in vector.when:
        if one_of(step["do"], "requested", "resolved") == "requested":
            keys(step, "do", "kind", "key")
            table = (
                questions
                if one_of(step["kind"], "question", "approval") == "question"
                else (approvals)
            )
            table.append(Waiting(step["key"]))
        else:
            keys(step, "do", "key")
            questions = [one for one in questions if one.key != step["key"]]
            approvals = [one for one in approvals if one.key != step["key"]]
        current = shown(questions, approvals)
        active.append(None if current is None else current.key)
        wanted = "status.question" if questions else "status.approval" if approvals else None
        assert status(questions, approvals) == wanted
    assert vector.expect == {"active_after_each": active}


def claimed(given: Mapping[str, Any]) -> PlanClaim | None:
    keys(given, "questions")
    # The seam refuses an empty batch before anything asks what it is.
    questions = parse_questions(given["questions"]) if given["questions"] else ()
    return claim_questions(QuestionRequest(questions).questions)


def plan_claim(vector: Vector) -> None:
    keys(vector.when, "op")
    one_of(vector.when["op"], "plan_review_of")
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
    assert vector.expect == {"claimed": value}


def option_value(option: Option) -> dict[str, str]:
    if option.description is None:
        return {"label": option.label}
    return {"label": option.label, "description": option.description}


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
    for step in vector.when:
        if one_of(step["do"], "press", "deliver") == "deliver":
            state = plan_update(state, Delivered(failure_of(step, state.busy))).state
            failure = None if state.error is None else state.error.text
            continue
        keys(step, "do", "button")
        state = press(state, step["button"], sent)
    seen = {
        "sent": sent[-1] if sent else None,
        "send_count": len(sent),
        "status_text": None if state.error is None else state.error.text,
        "status_text_after_failure": failure,
        "all_disabled": is_disabled(state),
        "enabled": not is_disabled(state),
    }
    keys(vector.expect, *seen)
    assert {key: seen[key] for key in vector.expect} == vector.expect


def press(state: PlanState, button: str, sent: list[Any]) -> PlanState:
    step = plan_update(state, BUTTONS[one_of(button, *BUTTONS)])
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
