"""Asking a person on the terminal that is ours, full screen or below the prompt.

What `ask` and `review` have in common; each makes the questions and reads the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsh_app.ask_app import AskApp
from dsh_app.exit_status import ExitStatus
from dsh_app.outcome import Outcome
from dsh_app.settings import Settings
from dsh_app.terminal import OwnedTerminal
from dsh_core.questions.types import Question

__all__ = ["ask_on_screen"]


def ask_on_screen(
    questions: Sequence[Question],
    terminal: OwnedTerminal,
    settings: Settings,
    *,
    inline: bool = False,
    timeout: float | None = None,
    since: str | None = None,
) -> Outcome:
    """Put questions before the person and wait for the end of it.

    Args:
        questions: A batch that `check_questions` has nothing against.
        terminal: The terminal that is ours while this runs.
        settings: What is set.
        inline: Take a few lines below the prompt instead of the whole screen.
        timeout: Seconds after which it ends as aborted; None waits for ever.
        since: The plan whose changes are shown; None for none.

    Returns:
        How it ended; its status is `DONE` only with an answer.

    Raises:
        SettingsError: If a theme or a key that is set does not exist; nothing was drawn.
    """
    app: AskApp

    def start() -> None:
        terminal.when_stopped(app.stop, redraw=lambda: app.refresh(layout=True))

    app = AskApp(questions, settings, timeout=timeout, since=since, inline=inline, on_start=start)
    outcome = app.run()
    if outcome is None:  # it ended without anybody saying how: it crashed, and has said so
        return Outcome(ExitStatus.INTERNAL, problem=settings.catalogue.text("ask.ended"))
    return outcome
