"""The one line of a tool call, and what is inside it; from events, meta and answers, not prose."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from dsh_core.base.plain import read_json
from dsh_core.session.entries import (
    AskDetail,
    AskedOption,
    AskedQuestion,
    GivenAnswer,
    Phrase,
    PlanDetail,
    PlanVerdict,
    RowState,
    ToolEntry,
)
from dsh_core.session.events import JsonObject

__all__ = ["ASK_TOOL", "PLAN_TOOL", "call_row", "pretty_json", "settle"]

ASK_TOOL = "ask_user_question"
PLAN_TOOL = "exit_plan_mode"

_STOPPED_CODES = {"interrupted", "ASK_ABORTED", "ABORTED", "ABORTED_BEFORE_DISPATCH"}
_VERDICTS: Mapping[str, PlanVerdict] = {verdict: verdict for verdict in get_args(PlanVerdict)}
_HEADING = re.compile(r"^ {0,3}#{1,6}(?=[ \t])(.*)$", re.MULTILINE)
_BLANKS = " \t\r"


def call_row(call_id: str, name: str, arguments: str, seq: int = 0, time: int = 0) -> ToolEntry:
    """Return the row of a call that has no result yet.

    Args:
        call_id: The model's id of the call.
        name: The tool.
        arguments: The raw text the model wrote; empty when the call is not known.
        seq: The event of the call.
        time: Milliseconds since the epoch.
    """
    values = _loads(arguments)
    title, summary = Phrase(text=name), Phrase(text=_gist(arguments, values) or call_id)
    ask, plan = None, None
    if name == ASK_TOOL:
        title, summary = Phrase("transcript.ask.title"), Phrase("transcript.ask.waiting")
        ask = AskDetail(_questions(values))
    elif name == PLAN_TOOL:
        text = values.get("plan") if isinstance(values, Mapping) else None
        plan = PlanDetail(text if isinstance(text, str) else "")
        title, summary = _plan_title(plan.plan), Phrase("transcript.plan.waiting")
    return ToolEntry(
        call_id,
        name,
        arguments,
        "running",
        title,
        summary,
        ask=ask,
        plan=plan,
        seq=seq,
        time=time,
    )


def settle(
    row: ToolEntry,
    text: str | None,
    is_error: bool,
    error: JsonObject | None = None,
    meta: JsonObject | None = None,
) -> ToolEntry:
    """Return the row with its result.

    Args:
        row: The row so far.
        text: The text of the result; None when it has none.
        is_error: Whether the call failed.
        error: Name and code; None when the failure has none.
        meta: The tool's note for the log.
    """
    settled = replace(row, result_text=text or "", error=error, meta=meta)
    code = error.get("code") if error else None
    if row.name == ASK_TOOL:
        return _settle_ask(settled, text, is_error, code)
    if row.name == PLAN_TOOL:
        return _settle_plan(settled, text, is_error, code)
    return _settle_other(settled, text, is_error, code)


def pretty_json(raw: str) -> str:
    """Return raw arguments as indented JSON; text that is no JSON as it is."""
    values = _loads(raw)
    return raw if values is None else json.dumps(values, ensure_ascii=False, indent=2)


def _settle_ask(row: ToolEntry, text: str | None, is_error: bool, code: object) -> ToolEntry:
    generic = Phrase(text=f"{ASK_TOOL} · {_first_line(row.arguments) or row.call_id}")
    if code == "ASK_CANCELLED":
        return replace(row, state="error", summary=Phrase("transcript.ask.cancelled"))
    if code == "ASK_ABORTED":
        return replace(row, state="stopped", summary=Phrase("transcript.ask.interrupted"))
    if is_error:
        state: RowState = "stopped" if code == "interrupted" else "error"
        return replace(row, state=state, summary=generic)
    answers = _answers(_loads(text or ""))
    if answers is None:
        return replace(row, state="ok", summary=generic)
    counts = {"answered": sum(answer.answered for answer in answers), "total": len(answers)}
    questions = row.ask.questions if row.ask else ()
    return replace(
        row,
        state="ok",
        summary=Phrase("transcript.ask.answered", values=counts),
        ask=AskDetail(questions, answers),
    )


def _settle_plan(row: ToolEntry, text: str | None, is_error: bool, code: object) -> ToolEntry:
    said = row.meta.get("plan") if row.meta else None
    verdict = _VERDICTS.get(said) if isinstance(said, str) else None
    if verdict is None or row.plan is None:
        if code == "ASK_ABORTED":
            return replace(row, state="stopped", summary=Phrase("transcript.ask.interrupted"))
        return _settle_other(row, text, is_error, code)
    feedback = row.meta.get("feedback") if row.meta else None
    plan = PlanDetail(row.plan.plan, verdict, feedback if isinstance(feedback, str) else None)
    return replace(
        row,
        # That a plan was sent back is an answer, not a failure.
        state="ok" if verdict == "approved" else "stopped",
        summary=Phrase(f"transcript.plan.{verdict}"),
        plan=plan,
    )


def _settle_other(row: ToolEntry, text: str | None, is_error: bool, code: object) -> ToolEntry:
    if not is_error:
        summary = row.summary
        if summary.key is not None:
            summary = Phrase(text=_gist(row.arguments, _loads(row.arguments)) or row.call_id)
        return replace(row, state="ok", summary=summary)
    state: RowState = "stopped" if code in _STOPPED_CODES else "error"
    line = _first_line(text or "") or (f"{row.error.get('name')}: {code}" if row.error else "")
    return replace(row, state=state, summary=Phrase(text=line) if line else row.summary)


def _plan_title(plan: str) -> Phrase:
    titles = (_bare_heading(match.group(1)) for match in _HEADING.finditer(plan))
    title = next(filter(None, titles), "")
    return Phrase(text=title) if title else Phrase("transcript.plan.title")


def _bare_heading(text: str) -> str:
    """What a heading says: without blanks around it, and `#`s behind a blank that close it."""
    text = text.rstrip(_BLANKS)
    open_ended = text.rstrip("#")
    return (open_ended if open_ended.endswith((" ", "\t")) else text).strip(_BLANKS)


def _gist(raw: str, values: object) -> str:
    """Return the first text among the arguments, else the first line of all of them."""
    if isinstance(values, Mapping):
        texts = (value for value in values.values() if isinstance(value, str) and value.strip())
        text = next(texts, None)
        if text is not None:
            return _first_line(text.strip())
    return _first_line(raw)


def _first_line(text: str) -> str:
    return text.split("\n", 1)[0].rstrip("\r")


def _loads(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None  # a model's text; no JSON is one of the things it may be


def _questions(values: object) -> tuple[AskedQuestion, ...]:
    batch = values.get("questions") if isinstance(values, Mapping) else None
    return tuple(_question(item) for item in _objects(batch))


def _question(item: JsonObject) -> AskedQuestion:
    options = tuple(
        AskedOption(_string(option, "label") or "", _string(option, "description"))
        for option in _objects(item.get("options"))
    )
    return AskedQuestion(
        _string(item, "id") or "",
        _string(item, "question") or "",
        _string(item, "header"),
        options,
        item.get("multi_select") is True,
    )


def _answers(values: object) -> tuple[GivenAnswer, ...] | None:
    items = values.get("answers") if isinstance(values, Mapping) else None
    if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
        return None
    return tuple(
        GivenAnswer(_string(item, "id") or "", _labels(item), _string(item, "custom"))
        for item in items
    )


def _labels(item: JsonObject) -> tuple[str, ...]:
    selected = item.get("selected")
    if not isinstance(selected, list):
        return ()
    return tuple(label if isinstance(label, str) else json.dumps(label) for label in selected)


def _objects(value: object) -> list[JsonObject]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [item for item in value if isinstance(item, Mapping)]


def _string(item: JsonObject, key: str) -> str | None:
    value = item.get(key)
    return value if isinstance(value, str) else None
