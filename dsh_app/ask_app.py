"""The app behind `ask` and `review`: one request, and nothing around it.

It paints the first question at once, then brings in the form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from dsh_app.exit_status import ExitStatus
from dsh_app.outcome import Outcome
from dsh_app.terminal import suspend_job
from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.pending import PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Question, QuestionRequest
from dsh_widgets.text import literal

if TYPE_CHECKING:
    from dsh_app.screens.ask import AskScreen

__all__ = ["AskApp"]


class AskApp(App[Outcome]):
    """Asks one batch of questions and ends with how that ended.

    Args:
        questions: The batch.
        catalogue: The language.
        timeout: Seconds after which it ends as aborted; None waits for ever.
        on_start: Called once in the running loop, before anything is shown.
    """

    TITLE = "dsh_app"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False
    # Ordinary keys of the table, as in the big app: none may overtake another.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", id="app.quit", show=False, priority=False),
        Binding("ctrl+c", "leave", "Stop", id="app.interrupt", show=False, priority=False),
    ]

    CSS = """
    Screen:inline { border: none; height: auto; min-height: 1; }
    #ask-shell { padding: 0 2; text-style: bold; }
    """

    def __init__(
        self,
        questions: Sequence[Question],
        catalogue: Catalogue | None = None,
        *,
        timeout: float | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.catalogue = catalogue or Catalogue()
        self.pending = PendingRequests(require_agent=False)
        self.questions = UserQuestionService()
        self._batch = tuple(questions)
        self._timeout = timeout
        self._on_start = on_start
        self._form: AskScreen | None = None

    def compose(self) -> ComposeResult:
        yield Static(literal(self._batch[0].question), id="ask-shell")

    def on_mount(self) -> None:
        if self._on_start is not None:
            self._on_start()
        if self._timeout is not None:
            self.set_timer(self._timeout, self._time_is_over)
        self.call_after_refresh(self._open)

    def on_unmount(self) -> None:
        self.pending.dispose()

    def stop(self) -> None:
        """End because the process was told to; nothing is asked."""
        self.exit(Outcome(ExitStatus.ABORTED))

    def on_ask_screen_interrupted(self, event: AskScreen.Interrupted) -> None:
        event.stop()
        self.exit(Outcome(ExitStatus.INTERRUPTED))

    def on_ask_screen_action_requested(self, event: AskScreen.ActionRequested) -> None:
        event.stop()
        match event.action:
            case "dock.keys":
                from dsh_app.screens.keys import KeysScreen

                keymap = event.screen.keys.keymap
                self.push_screen(KeysScreen(keymap, event.scope, self.catalogue))
            case "app.suspend" if not self.is_inline:  # there is no way back from that
                suspend_job()

    def action_leave(self) -> None:
        """Leave a screen that lies over the form."""
        if self._form is not None and self.screen is not self._form:
            self.pop_screen()

    def _time_is_over(self) -> None:
        problem = self.catalogue.text("ask.timed_out", seconds=f"{self._timeout:g}")
        self.exit(Outcome(ExitStatus.ABORTED, problem=problem))

    def _open(self) -> None:
        # Imported after the first paint: the widgets bring the editor and the Markdown parser.
        from dsh_app.screens.ask import AskScreen, ask_keymap
        from dsh_widgets.key_compat import install

        install()
        self._form = AskScreen(self.pending, ask_keymap(), self.catalogue)
        self.push_screen(self._form)
        # The table takes it now; the dock shows what it finds waiting there.
        self.questions.register_provider(self.pending)
        self.run_worker(self._ask())

    async def _ask(self) -> None:
        try:
            answer = await self.questions.ask(QuestionRequest(self._batch))
        except UserQuestionError as error:
            if error.code == "ASK_CANCELLED":
                self.exit(Outcome(ExitStatus.DISMISSED))
            # Aborted: the app is ending already, and whoever ended it has said how.
        else:
            self.exit(Outcome(ExitStatus.DONE, answer))
