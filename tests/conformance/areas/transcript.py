"""The transcript row of a question."""

from __future__ import annotations

import json

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.events import TOOL_CALL, TOOL_RESULT
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import tool_result_message
from dsh_core.session.transcript import ToolEntry, TranscriptFold
from tests.conformance.vectors import Handler, Vector, keys, one_of


def row(vector: Vector) -> None:
    keys(vector.given, "args", "callId", "settled", "text", "isError", "error")
    keys(vector.when, "op")
    one_of(vector.when["op"], "render_row")
    keys(vector.expect, "title_en", "title_zh", "summary_en", "state")
    given = vector.given
    log = SessionLog("s")
    fold = TranscriptFold(log)
    call_id = given["callId"]
    call = {"callId": call_id, "name": "ask_user_question", "arguments": given["args"]}
    seq = log.append(TOOL_CALL, call).seq
    if given["settled"]:
        text = given.get("text")
        blocks = [] if text is None else [{"type": "text", "text": text}]
        message = tool_result_message(call_id, blocks, given.get("isError", False))
        data = {"message": message, **({"error": given["error"]} if "error" in given else {})}
        log.append(TOOL_RESULT, data, source_event_seqs=[seq])
    (entry,) = fold.entries
    assert isinstance(entry, ToolEntry)
    english, chinese = Catalogue("en"), Catalogue("zh")
    assert {
        "title_en": entry.title.render(english),
        "title_zh": entry.title.render(chinese),
        "summary_en": entry.summary.render(english),
        "state": entry.state,
    } == vector.expect
    answers = entry.ask.answers if entry.ask else None
    if answers is not None:
        sent = json.loads(given["text"])["answers"]
        assert [answer.id for answer in answers] == [item.get("id", "") for item in sent]


HANDLERS: dict[str, Handler] = {"transcript.row": row}
