"""`dsh-app` and `dsh-app run`: a conversation with an agent that plays a scenario."""

from __future__ import annotations

from dsh_app.app import DshApp
from dsh_app.conversation import Conversation
from dsh_app.exit_status import ExitStatus
from dsh_app.scenarios.load import DEFAULT, load_scenario
from dsh_app.settings import Settings
from dsh_app.terminal import OwnedTerminal

__all__ = ["run_scenario"]


def run_scenario(
    scenario: str | None, terminal: OwnedTerminal, settings: Settings | None = None
) -> int:
    """Show a scenario full screen until the person leaves.

    Args:
        scenario: A path, or the name of a shipped scenario; None for the default one.
        terminal: The terminal that is ours while this runs.
        settings: What is set; None for the defaults.

    Returns:
        The exit status.

    Raises:
        ScenarioError: If it cannot be loaded; nothing was drawn.
        SettingsError: If a theme or a key that is set does not exist; nothing was drawn.
    """
    name = DEFAULT if scenario is None else scenario
    conversation = Conversation.with_scenario(load_scenario(name), name="agent")
    app: DshApp

    def start() -> None:
        terminal.when_stopped(app.stop, redraw=lambda: app.refresh(layout=True))

    app = DshApp(conversation, settings=settings, on_start=start)
    status = app.run()
    if app.return_code and status is None:
        return ExitStatus.INTERNAL
    return status if status is not None else ExitStatus.DONE
