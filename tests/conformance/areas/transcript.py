"""The transcript row of a question."""

from __future__ import annotations

import json

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.events import TOOL_CALL, TOOL_RESULT
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import tool_result_message
from dsh_core.session.transcript import ToolEntry, TranscriptFold
from tests.conformance.vectors import Handler, Vector, compare, flag, keys, operation, word


def row(vector: Vector) -> None:
    keys(vector.given, "args", "callId", "settled", "text", "isError", "error")
    operation(vector, "render_row")
    given = vector.given
    log = SessionLog("s")
    fold = TranscriptFold(log)
    call_id = given["callId"]
    call = {"callId": call_id, "name": "ask_user_question", "arguments": given["args"]}
    seq = log.append(TOOL_CALL, call).seq
    is_error = flag(given, "isError", False)
    keys(given.get("error", {}), "name", "code")
    if word(given, "settled", True, False):
        text = given.get("text")
        blocks = [] if text is None else [{"type": "text", "text": text}]
        message = tool_result_message(call_id, blocks, is_error)
        data = {"message": message, **({"error": given["error"]} if "error" in given else {})}
        log.append(TOOL_RESULT, data, source_event_seqs=[seq])
    (entry,) = fold.entries
    assert isinstance(entry, ToolEntry)
    english, chinese = Catalogue("en"), Catalogue("zh")
    found = {
        "title_en": entry.title.render(english),
        "title_zh": entry.title.render(chinese),
        "summary_en": entry.summary.render(english),
        "state": entry.state,
    }
    compare(vector, found)
    answers = entry.ask.answers if entry.ask else None
    if answers is not None:
        sent = json.loads(given["text"])["answers"]
        ids = [item.get("id") for item in sent]
        assert [answer.id for answer in answers] == [
            it if isinstance(it, str) else "" for it in ids
        ]


HANDLERS: dict[str, Handler] = {"transcript.row": row}
