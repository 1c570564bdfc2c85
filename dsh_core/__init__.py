"""How an agent asks a person, without any user interface.

`import dsh_core` costs next to nothing: each name below is loaded from its module
when it is first used. `docs/embedding.md` says what each is for. Everything else
is imported from the module it lives in, and may change between minor versions.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsh_core.agents.source import AgentSource, SourceError
    from dsh_core.approvals.pending import PendingApprovals
    from dsh_core.base.abort import AbortController, AbortSignal
    from dsh_core.base.errors import HarnessError
    from dsh_core.features.ask_user import ask_user_tool
    from dsh_core.features.local_source import LocalAgentSource, build_local_agent
    from dsh_core.models.protocol import (
        Chunk,
        Finish,
        Model,
        ModelError,
        ModelRequest,
        ReasoningDelta,
        TextDelta,
        ToolCallDelta,
    )
    from dsh_core.questions.errors import UserQuestionError
    from dsh_core.questions.pending import (
        PendingRequest,
        PendingRequests,
        Receipt,
        Requested,
        Resolved,
    )
    from dsh_core.questions.service import UserQuestionService
    from dsh_core.questions.types import (
        Answer,
        AnswerItem,
        Option,
        PlanReviewIntent,
        Question,
        QuestionProvider,
        QuestionRequest,
    )
    from dsh_core.session.events import Event
    from dsh_core.session.log import SessionLog
    from dsh_core.tools.definition import (
        ToolDefinition,
        ToolExecution,
        ToolFailure,
        ToolOutcome,
        ToolOutput,
    )
    from dsh_core.tools.registry import ToolRegistry

__all__ = [
    "AbortController",
    "AbortSignal",
    "AgentSource",
    "Answer",
    "AnswerItem",
    "Chunk",
    "Event",
    "Finish",
    "HarnessError",
    "LocalAgentSource",
    "Model",
    "ModelError",
    "ModelRequest",
    "Option",
    "PendingApprovals",
    "PendingRequest",
    "PendingRequests",
    "PlanReviewIntent",
    "Question",
    "QuestionProvider",
    "QuestionRequest",
    "ReasoningDelta",
    "Receipt",
    "Requested",
    "Resolved",
    "SessionLog",
    "SourceError",
    "TextDelta",
    "ToolCallDelta",
    "ToolDefinition",
    "ToolExecution",
    "ToolFailure",
    "ToolOutcome",
    "ToolOutput",
    "ToolRegistry",
    "UserQuestionError",
    "UserQuestionService",
    "ask_user_tool",
    "build_local_agent",
]

_MODULES = {
    "agents.source": ("AgentSource", "SourceError"),
    "approvals.pending": ("PendingApprovals",),
    "base.abort": ("AbortController", "AbortSignal"),
    "base.errors": ("HarnessError",),
    "features.ask_user": ("ask_user_tool",),
    "features.local_source": ("LocalAgentSource", "build_local_agent"),
    "models.protocol": (
        "Chunk",
        "Finish",
        "Model",
        "ModelError",
        "ModelRequest",
        "ReasoningDelta",
        "TextDelta",
        "ToolCallDelta",
    ),
    "questions.errors": ("UserQuestionError",),
    "questions.pending": (
        "PendingRequest",
        "PendingRequests",
        "Receipt",
        "Requested",
        "Resolved",
    ),
    "questions.service": ("UserQuestionService",),
    "questions.types": (
        "Answer",
        "AnswerItem",
        "Option",
        "PlanReviewIntent",
        "Question",
        "QuestionProvider",
        "QuestionRequest",
    ),
    "session.events": ("Event",),
    "session.log": ("SessionLog",),
    "tools.definition": (
        "ToolDefinition",
        "ToolExecution",
        "ToolFailure",
        "ToolOutcome",
        "ToolOutput",
    ),
    "tools.registry": ("ToolRegistry",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # a type checker must see that a misspelt name does not exist

    def __getattr__(name: str) -> object:
        module = _HOME.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
        globals()[name] = value  # so that this runs once for each name
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
