"""A Textual app of yours gets a seat: agents ask there, and people answer."""

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static

import dsh_core as dsh
from dsh_widgets.dock import QuestionDock
from dsh_widgets.key_path import KeyPath
from dsh_widgets.key_rows import widget_keymap
from dsh_widgets.seat import Seat
from dsh_widgets.text import literal

DATABASE = dsh.Question(
    "db", "Which database?", options=(dsh.Option("SQLite"), dsh.Option("Redis"))
)


class Example(App[None]):
    """Asks one question and shows the answer."""

    CSS = "Screen { layout: vertical; } #answer { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        # The table owns what waits; the dock in the seat shows it and is the provider.
        self.pending = dsh.PendingRequests(require_agent=False)
        self.questions = dsh.UserQuestionService()
        self.answer = Static(id="answer")
        keys = KeyPath(widget_keymap())
        self.seat = Seat(QuestionDock(self.pending, keys=keys), keys)

    def compose(self) -> ComposeResult:
        yield self.answer
        yield self.seat

    def on_mount(self) -> None:
        self.stop_providing = self.questions.register_provider(self.seat.dock)
        self.run_worker(self.agent())  # no agent starts before the provider is there

    def on_resize(self, event: events.Resize) -> None:
        self.seat.room = event.size

    def on_unmount(self) -> None:
        self.stop_providing()
        self.pending.dispose()

    async def agent(self) -> None:
        """Stands in for an agent: it waits for the answer like for any other call."""
        try:
            answer = await self.questions.ask(dsh.QuestionRequest((DATABASE,)))
        except dsh.UserQuestionError as error:  # dismissed, or the app is closing
            self.answer.update(error.code)
            return
        (item,) = answer.answers
        words = item.custom or ", ".join(item.selected) or "skipped"
        self.answer.update(literal(f"Answered: {words}"))  # foreign text, never markup


if __name__ == "__main__":
    Example().run()
