"""The app: it paints a shell at once, then brings in the screen of a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from dsh_app.conversation import Conversation
from dsh_app.exit_status import ExitStatus
from dsh_app.look import LookApp
from dsh_app.settings import Settings, settings_keymap
from dsh_core.approvals.pending import ApprovalEvent
from dsh_core.questions.pending import PendingEvent, PendingRequest

__all__ = ["DshApp"]


class DshApp(LookApp[int]):
    """The full-screen app over one conversation.

    Args:
        conversation: What it shows; it is started when its screen is there, and closed here.
        settings: What is set; None for the defaults.
        on_start: Called once in the running loop, before anything is shown.

    Raises:
        SettingsError: If a theme or a key that is set does not exist; nothing was drawn.
    """

    # Textual gives these two the right of way over everything; keys that arrive together would
    # overtake each other. Here they are ordinary keys of the table.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", id="app.quit", show=False, priority=False),
        Binding("ctrl+c", "leave", "Stop", id="app.interrupt", show=False, priority=False),
    ]

    def __init__(
        self,
        conversation: Conversation,
        *,
        settings: Settings | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(settings)
        self.conversation = conversation
        self._table = settings_keymap(self.settings)
        self._on_start = on_start
        self._stop_listening: tuple[Callable[[], None], ...] = ()

    async def on_mount(self) -> None:
        if self._on_start is not None:
            self._on_start()
        self._stop_listening = (
            self.conversation.pending.subscribe(self._waiting_changed),
            self.conversation.approvals.subscribe(self._waiting_changed),
        )
        self.call_after_refresh(self._open)

    async def on_unmount(self) -> None:
        for stop in self._stop_listening:
            stop()
        await self.conversation.close()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        texts = self.catalogue
        yield SystemCommand(
            texts.text("palette.quit"), texts.text("palette.quit.help"), self._ask_to_quit
        )

    def use_language(self, language: str) -> None:
        super().use_language(language)
        for screen in self.screen_stack:
            if hasattr(screen, "catalogue"):
                screen.catalogue = self.catalogue

    def action_leave(self) -> None:
        """Quit before there is a conversation; in one the table says what a key does."""
        if len(self.screen_stack) == 1:
            self.exit()

    def _waiting_changed(self, event: PendingEvent | ApprovalEvent) -> None:
        """Call for what came; the mark goes when nothing waits any more."""
        waiting = event.pending
        if not self._waits(waiting.id):
            if not self.conversation.waiting:
                self.attention.clear()
            return
        about = self.catalogue.text("app.waiting")
        if isinstance(waiting, PendingRequest):
            about = waiting.questions[0].question
        name = waiting.agent_name or waiting.agent_id or self.TITLE
        text = self.catalogue.text("join.parts").join((name, about))
        self.attention.waits(waiting.id, text, lambda: self._waits(waiting.id))

    def _waits(self, request_id: str) -> bool:
        tables = (self.conversation.pending.requests, self.conversation.approvals.requests)
        return any(waiting.id == request_id for table in tables for waiting in table)

    def _ask_to_quit(self) -> None:
        for screen in self.screen_stack:
            ask = getattr(screen, "ask_to_quit", None)
            if ask is not None:
                ask()

    def stop(self) -> None:
        """End because the process was told to; nothing is asked."""
        self.exit(int(ExitStatus.ABORTED))

    def _open(self) -> None:
        # Imported after the first paint: the widgets bring the editor and the Markdown parser.
        from dsh_app.screens.conversation import ConversationScreen
        from dsh_widgets.key_compat import install

        install()
        self.push_screen(ConversationScreen(self.conversation, self._table, self.catalogue))
