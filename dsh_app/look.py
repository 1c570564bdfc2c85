"""How every app of ours looks and calls: language, theme, alphabet, palette, attention."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events
from textual.app import App, SuspendNotSupported, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import ThemeProvider
from textual.widgets import OptionList

from dsh_app.attention import Attention
from dsh_app.job import suspend_job
from dsh_app.keys_in_turn import EDITORS, KeysHeld, KeysInTurn
from dsh_app.settings import Settings, SettingsError
from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.base.clock import SystemClock
from dsh_widgets.ascii_lines import AsciiLines
from dsh_widgets.front_click import FrontClick
from dsh_widgets.themes import THEMES

if TYPE_CHECKING:
    from dsh_app.screens.seat_screen import SeatScreen
    from dsh_widgets.editing import EditRequested
    from dsh_widgets.plan_review import PlanReviewPanel

__all__ = ["LookApp"]

_RESIZE_PAUSE = 0.05
"""Seconds after which every screen must know the terminal's size."""

Result = TypeVar("Result")


class Palette(CommandPalette):
    """What can be done by name; the way out leads out of this first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "escape", show=False),
        Binding("pageup", "page('up')", show=False),
        Binding("pagedown", "page('down')", show=False),
    ]

    def action_page(self, way: str) -> None:
        """Go on by a page of the list, if it is drawn by now: Textual's own fails before."""
        turn: Callable[[], None] = getattr(self.query_one(OptionList), f"action_page_{way}")
        with suppress(LookupError):
            turn()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, once: a second choice, as by a double click, would close what is below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class LookApp(App[Result]):
    """An app in the person's language, theme and alphabet.

    A subclass tells its screens when `use_language` changes the catalogue, and `attention` what
    waits.

    Args:
        settings: What is set; None for the defaults.

    Raises:
        SettingsError: If there is no theme of the name that is set; nothing was drawn.
    """

    TITLE = "dsh_app"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    CSS = """
    .-ascii SearchIcon { display: none; }
    """

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.catalogue = self.settings.catalogue
        self._ascii_lines = AsciiLines(enabled=self.settings.ascii_only)
        self.set_class(self.settings.ascii_only, "-ascii")
        for theme in THEMES:
            self.register_theme(theme)
        if self.settings.theme not in self.available_themes:
            words = self.catalogue
            problem = words.text(
                "settings.choice",
                setting="theme",
                expected=", ".join(sorted(self.available_themes)),
                given=repr(self.settings.theme),
            )
            if origin := self.settings.theme_origin:
                problem = words.text("settings.error", file=origin, problem=problem)
            raise SettingsError(problem)
        self.theme = self.settings.theme
        self._front_click = FrontClick()
        self._keys_in_turn = KeysInTurn(self, super().on_event)
        self._editing = False
        self.attention = Attention(
            self,
            bell=self.settings.bell,
            desktop=self.settings.desktop,
            now=SystemClock().monotonic,
        )

    async def on_event(self, event: events.Event) -> None:
        if self._front_click.takes(event):
            self.app_focus = True
            return
        if isinstance(event, events.Key):
            self.attention.key()
            self._look_at_size()
        if not self._keys_in_turn.takes(event):
            await super().on_event(event)

    def on_keys_held(self, event: KeysHeld) -> None:
        event.stop()
        self._keys_in_turn.behind(event.keys)

    def on_resize(self) -> None:
        # Textual tells its screens after a moment, by a timer that a busy loop can make miss its
        # moment, and then it never tells them of any size again.
        if not self.is_inline:
            asyncio.get_running_loop().call_later(_RESIZE_PAUSE, self._pass_on_size)

    def on_app_focus(self) -> None:
        self.attention.focus(True)

    def on_app_blur(self) -> None:
        self.attention.focus(False)

    def on_unmount(self) -> Awaitable[None] | None:
        self.attention.clear()
        return None

    def on_seat_screen_action_requested(self, event: SeatScreen.ActionRequested) -> None:
        event.stop()
        match event.action:
            case "dock.keys" | "transcript.keys":
                from dsh_app.screens.keys import KeysScreen

                keymap = event.screen.keys.keymap
                self.push_screen(KeysScreen(keymap, event.scope, self.catalogue))
            case "app.palette":
                self.open_palette()
            case "app.suspend":
                suspend_job()

    def on_edit_requested(self, event: EditRequested) -> None:
        event.stop()
        if not self._editing:  # there is one terminal
            self._editing = True
            self.run_worker(self._edit(event), group=EDITORS)

    def on_plan_review_panel_save_requested(self, event: PlanReviewPanel.SaveRequested) -> None:
        from dsh_app.plan_file import save_plan
        from dsh_core.base.errors import os_reason
        from dsh_core.form.state import Message as Line

        event.stop()
        try:
            path = save_plan(event.text, Path.cwd())
        except OSError as error:
            event.panel.tell(Line("plan.not_saved", (("problem", os_reason(error)),)), failed=True)
        else:
            event.panel.tell(Line("plan.saved", (("name", str(path)),)))

    async def _edit(self, event: EditRequested) -> None:
        from dsh_app.editor import (
            EditorError,
            edit_text,
            editor_command,
            signals_are_the_editors,
        )
        from dsh_core.form.state import Message as Line

        self.attention.quiet = True
        try:
            command = editor_command(os.environ)
            # What is drawn while the terminal is not ours would be waited for without an end.
            with signals_are_the_editors(), self.batch_update(), self.suspend():
                # An error must not leave the block: the terminal would not be taken up again.
                try:
                    result: str | EditorError = await edit_text(command, event.text, event.suffix)
                except EditorError as error:
                    result = error
        except EditorError as error:
            result = error
        except SuspendNotSupported:
            result = EditorError("editor.not_here")
        finally:
            self._editing = False
            self.attention.quiet = False
            self.attention.key()
        if isinstance(result, EditorError):
            event.fail(Line(result.key, result.values))
        else:
            event.take(result)

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, self._ascii_lines] if self._ascii_lines.enabled else filters

    def _pass_on_size(self) -> None:
        self._look_at_size()
        for screen in self.screen_stack if self.is_running else ():
            if screen.size != self.size:
                screen.post_message(events.Resize(self.size, self.size))

    def _look_at_size(self) -> None:
        """Take in a size whose signal was lost, as it may be when several come at once."""
        if self.is_headless or self.is_inline:
            return
        try:
            size = Size(*os.get_terminal_size(1))
        except OSError:  # it is going away
            return
        if all(size) and size != self.size:  # some do not know theirs, and Textual has guessed
            self.post_message(events.Resize(size, size))

    def use_language(self, language: str) -> None:
        """Speak another language from now on; nothing that was typed is touched.

        Args:
            language: One of `LANGUAGES`.

        Raises:
            ValueError: If there is no such language.
        """
        self.catalogue = Catalogue(language, ascii_only=self.settings.ascii_only)

    def open_palette(self) -> None:
        """Show what can be done by name."""
        if not self._palette_is_open:
            placeholder = self.catalogue.text("palette.placeholder")
            self.push_screen(Palette(placeholder=placeholder, id="--command-palette"))

    @property
    def _palette_is_open(self) -> bool:
        return any(isinstance(screen, CommandPalette) for screen in self.screen_stack)

    def search_themes(self) -> None:
        """Show the themes to choose from."""
        if not self._palette_is_open:
            placeholder = self.catalogue.text("palette.themes")
            self.push_screen(Palette([ThemeProvider], placeholder=placeholder))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: the few things of Textual's own that mean something here."""
        words = self.catalogue
        yield SystemCommand(
            words.text("palette.theme"), words.text("palette.theme.help"), self.search_themes
        )
        for language in LANGUAGES:
            if language != words.language:
                yield SystemCommand(
                    words.text("palette.language", language=words.text(f"language.{language}")),
                    words.text("palette.language.help"),
                    lambda language=language: self.use_language(language),
                )
