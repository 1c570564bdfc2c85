"""The codes and messages with which asking fails (contract §1.4, §7)."""

from __future__ import annotations

from typing import Final, Literal

from dsh_core.base.errors import HarnessError

__all__ = [
    "ABORTED_MESSAGE",
    "CALLER_NOT_LIVE_MESSAGE",
    "CANCELLED_MESSAGE",
    "DELEGATED_CALLER_MESSAGE",
    "DISPOSED_MESSAGE",
    "DUPLICATE_PROVIDER_MESSAGE",
    "EMPTY_QUESTIONS_MESSAGE",
    "MISSING_AGENT_MESSAGE",
    "NO_PROVIDER_MESSAGE",
    "QuestionErrorCode",
    "UserQuestionError",
    "ask_aborted",
    "ask_cancelled",
    "ask_disposed",
]

QuestionErrorCode = Literal[
    "ASK_ABORTED",
    "ASK_CANCELLED",
    "ASK_MISSING_AGENT",
    "BAD_INTENT",
    "CALLER_NOT_LIVE",
    "DELEGATED_CALLER",
    "DUPLICATE_PROVIDER",
    "EMPTY_QUESTIONS",
    "NO_PROVIDER",
]

ABORTED_MESSAGE: Final = "ask_user_question was aborted before the user answered"
CALLER_NOT_LIVE_MESSAGE: Final = (
    "human interaction requires the exact live calling agent when an agent is supplied"
)
CANCELLED_MESSAGE: Final = "the user cancelled ask_user_question"
DELEGATED_CALLER_MESSAGE: Final = (
    "human interaction is unavailable while the calling agent is owned by another live agent; "
    "include the unresolved question or decision in the child agent's final result"
)
# Models and logs know the next two by these exact words, hence the "web" in them.
DISPOSED_MESSAGE: Final = "web user-questions provider was disposed"
MISSING_AGENT_MESSAGE: Final = "web user interaction requires an agent-owned session"
DUPLICATE_PROVIDER_MESSAGE: Final = "a user-questions provider is already registered"
EMPTY_QUESTIONS_MESSAGE: Final = "ask_user_question requires at least one question"
NO_PROVIDER_MESSAGE: Final = "no user-questions provider is registered"


class UserQuestionError(HarnessError):
    """Asking failed; `code` says why.

    Args:
        message: The text the model reads.
        code: One of the seam's codes.
        cause: What led to it.
    """

    code: QuestionErrorCode

    def __init__(
        self, message: str, code: QuestionErrorCode, cause: BaseException | None = None
    ) -> None:
        super().__init__(message, code, cause)


def ask_aborted() -> UserQuestionError:
    """The error of a wait that its signal, or its task's end, cut short."""
    return UserQuestionError(ABORTED_MESSAGE, "ASK_ABORTED")


def ask_cancelled() -> UserQuestionError:
    """The error of a request that the person dismissed."""
    return UserQuestionError(CANCELLED_MESSAGE, "ASK_CANCELLED")


def ask_disposed() -> UserQuestionError:
    """The error of a wait whose provider went away."""
    return UserQuestionError(DISPOSED_MESSAGE, "ASK_ABORTED")
