"""Building the messages that enter a session."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from dsh_core.base.plain import clean_object, content_text
from dsh_core.session.events import JsonObject

__all__ = [
    "USER_SOURCE",
    "message_text",
    "new_message_id",
    "plugin_notice",
    "tool_result_message",
    "user_message",
]

USER_SOURCE: JsonObject = {"kind": "user"}


def new_message_id() -> str:
    """Return an id no other message has."""
    return f"msg-{uuid.uuid4().hex}"


def user_message(
    content: str | Sequence[JsonObject],
    source: JsonObject = USER_SOURCE,
    message_id: str | None = None,
) -> dict[str, object]:
    """Return a user message.

    Args:
        content: Blocks, or a text that becomes one text block.
        source: Who says it: `{"kind": "user"}`, a plugin or a tool.
        message_id: None makes a fresh one.
    """
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    return clean_object(
        {
            "id": message_id or new_message_id(),
            "role": "user",
            "content": blocks,
            "source": dict(source),
        }
    )


def plugin_notice(plugin: str, text: str) -> dict[str, object]:
    """Return a notice to the model that a person sees as one line too."""
    source = {"kind": "plugin", "plugin": plugin, "form": "notice", "summary": text}
    return user_message(text, source)


def tool_result_message(
    call_id: str, content: Sequence[JsonObject], is_error: bool, message_id: str | None = None
) -> dict[str, object]:
    """Return the message that carries a tool's result."""
    result = {
        "type": "tool-result",
        "toolCallId": call_id,
        "content": list(content),
        "isError": is_error,
    }
    return user_message([result], {"kind": "tool", "callId": call_id}, message_id)


def message_text(message: JsonObject) -> str:
    """Return the text of a message's text blocks, parted by newlines."""
    return content_text(message.get("content"))
