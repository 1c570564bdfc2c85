"""The app behind `ask` and `review`: one request, and nothing around it.

It paints the first question at once, then brings in the form. What the first frame does not need
is imported after it.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.widgets import Static

from dsh_app.exit_status import ExitStatus
from dsh_app.look import LookApp
from dsh_app.outcome import Outcome
from dsh_app.settings import Settings, settings_keymap
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import Question, QuestionRequest
from dsh_widgets.text import literal

if TYPE_CHECKING:
    from dsh_app.screens.ask import AskScreen
    from dsh_core.questions.pending import PendingRequests

__all__ = ["AskApp"]


class AskApp(LookApp[Outcome]):
    """Asks one batch of questions and ends with how that ended.

    Args:
        questions: The batch.
        settings: What is set; None for the defaults.
        timeout: Seconds after which it ends as aborted; None waits for ever.
        since: The plan that the one under review is compared with; None for none.
        inline: Take a few lines below the prompt instead of the whole screen.
        on_start: Called once in the running loop, before anything is shown.

    Raises:
        SettingsError: If a theme or a key that is set does not exist; nothing was drawn.
    """

    # Ordinary keys of the table, as in the big app: none may overtake another.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", id="app.quit", show=False, priority=False),
        Binding("ctrl+c", "leave", "Stop", id="app.interrupt", show=False, priority=False),
    ]

    def __init__(
        self,
        questions: Sequence[Question],
        settings: Settings | None = None,
        *,
        timeout: float | None = None,
        since: str | None = None,
        inline: bool = False,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(settings)
        if self.settings.keys:  # what is wrong with them is said before anything is drawn
            settings_keymap(self.settings)
        self.questions = UserQuestionService()
        self._batch = tuple(questions)
        self._timeout = timeout
        self._since = since
        self._on_start = on_start
        self._pending: PendingRequests | None = None
        self._form: AskScreen | None = None
        if inline:
            from dsh_app.inline import InlineDriver

            self.driver_class = InlineDriver

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's cursor rests, for input methods; inline it has its own place."""
        return Offset(0, 0) if self.is_inline else self._cursor_position

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        self._cursor_position = position

    def compose(self) -> ComposeResult:
        shell = Static(literal(self._batch[0].question, "bold"))
        shell.styles.padding = (0, 2)  # a style sheet of its own would have to be read first
        yield shell

    def on_mount(self) -> None:
        if self._on_start is not None:
            self._on_start()
        self.attention.waits("request", self._batch[0].question, lambda: True)
        if self._timeout is not None:
            # A timer of Textual's that is over before it begins never rings.
            asyncio.get_running_loop().call_later(self._timeout, self._time_is_over)
        self.call_after_refresh(self._open)

    def on_unmount(self) -> None:
        if self._pending is not None:
            self._pending.dispose()

    def stop(self) -> None:
        """End because the process was told to; nothing is asked."""
        self.exit(Outcome(ExitStatus.ABORTED))

    def on_ask_screen_interrupted(self, event: AskScreen.Interrupted) -> None:
        event.stop()
        self.exit(Outcome(ExitStatus.INTERRUPTED))

    def use_language(self, language: str) -> None:
        super().use_language(language)
        if self._form is not None:
            self._form.catalogue = self.catalogue

    def action_leave(self) -> None:
        """Nothing: in the form its table says what a key does, and before it none does anything."""

    def _time_is_over(self) -> None:
        if self.return_value is not None:  # it is ending already
            return
        problem = self.catalogue.text("ask.timed_out", seconds=f"{self._timeout:g}")
        self.exit(Outcome(ExitStatus.ABORTED, problem=problem))

    def _open(self) -> None:
        # Imported after the first paint: the widgets bring the editor and the Markdown parser.
        from dsh_app.screens.ask import AskScreen, ask_keymap
        from dsh_core.questions.pending import PendingRequests
        from dsh_widgets.key_compat import install

        # What there is by now stays to the end: no need to look through it again and again.
        gc.freeze()
        gc.enable()
        install()
        table = PendingRequests(require_agent=False)
        keymap = ask_keymap(settings_keymap(self.settings), inline=self.is_inline)
        self._pending = table
        self._form = AskScreen(table, keymap, self.catalogue, since=self._since)
        self.push_screen(self._form)
        # The table takes it now; the dock shows what it finds waiting there.
        self.questions.register_provider(table)
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
