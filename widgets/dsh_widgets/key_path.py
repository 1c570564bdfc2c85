"""The handler behind every key of the seat: it decides by the state now and acts at once.

It does not matter through which widget's queue a key came. What a key that is held down may do
is decided by the times of the events alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.widget import Widget

from dsh_core.form.arrival import PAUSE, Route
from dsh_core.form.held_keys import Held, KeyGuard, Press, Verdict
from dsh_core.form.state import Decide, Discuss, Dismiss, Effect, Park, Send
from dsh_widgets.composer import Composer
from dsh_widgets.key_compat import key_name
from dsh_widgets.keyboard import Asking, Keyboard, Place, Reader
from dsh_widgets.keymap import Keymap
from dsh_widgets.panel import Panel, PanelStep

__all__ = ["KeyPath"]

_FOCUS_KEYS: Final = frozenset({"tab", "shift+tab"})
"""With these Textual itself would move the focus, to a part that the state does not say."""

_LATE: Final = 0.05
"""A timer this many seconds late means the loop was busy: keys may be waiting before it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Something to do, once its key has proved that it is not held down."""

    held: Held
    act: Callable[[], object]


class KeyPath:
    """One for each seat; every focusable part has it as its `keys`.

    Args:
        keymap: What each key does where.
    """

    def __init__(self, keymap: Keymap) -> None:
        self.keymap = keymap
        self.presses = 0
        """How many keys there have been, whoever used them."""
        self.unused: Callable[[events.Key], bool] = lambda event: False
        """Set by the app: what it does with a key that no part of the seat has used, and whether
        it did. At once, for the next key may be on its way to the part that had this one."""
        self.edits: Callable[[], object] = lambda: None
        """Set by the app: called when a key has asked for an editor, which has the keyboard next,
        before the next key is looked at."""
        self._keyboard: Keyboard | None = None
        self._guard = KeyGuard()
        self._waiting: _Waiting | None = None
        self._take_back: Callable[[], None] | None = None
        self._delivering = False
        self._late_until = 0.0
        """Keys pressed before this time were meant for what has ended elsewhere."""
        self._held: list[events.Key | events.Paste] | None = None

    @property
    def keyboard(self) -> Keyboard:
        """Who has the keyboard.

        Raises:
            RuntimeError: Before `attach`.
        """
        if self._keyboard is None:
            raise RuntimeError("these keys belong to no seat yet")
        return self._keyboard

    def attach(self, keyboard: Keyboard) -> None:
        """Tell the handler whose keys it handles: the seat's, once its parts exist."""
        self._keyboard = keyboard

    def handle_key(self, part: Widget, event: events.Key) -> None:
        """Act on a key now; the event is stopped if it was used. See `keys.KeyHandler`."""
        event.prevent_default()
        if self.use(event):
            event.stop()

    def use(self, event: events.Key) -> bool:
        """Act on a key that may have come through no part at all; whether it was used."""
        if self._held is not None:
            self._held.append(event)
            return True
        key = key_name(event)
        self.presses += 1
        self._guard, press = self._guard.press(key, event.time)
        used = True
        if (
            self._meets_waiting(key, event.time)
            or press.verdict is Verdict.IGNORE
            or self._is_late(key, event.time)
        ):
            pass
        elif press.verdict is Verdict.TAKE_BACK:
            if self._take_back is not None:
                self._take_back()
                self.keyboard.follow()
        else:
            self._take_back = None
            used = self._route(key, event, press) or self.unused(event) or key in _FOCUS_KEYS
        self.keyboard.pressed(event.time)
        self.keyboard.host.keyboard_moved()
        return used

    def handle_paste(self, part: Widget, event: events.Paste) -> None:
        """Put pasted text where the state says. See `keys.KeyHandler`.

        A confirm line is not answered by it: it goes, and the text is put where it would be
        without it.
        """
        event.stop()
        event.prevent_default()
        if self._held is not None:
            self._held.append(event)
            return
        self._meets_waiting("", event.time)
        self._take_back = None
        keyboard = self.keyboard
        keyboard.asking = None
        panel = keyboard.panel
        if panel is not None:
            route = keyboard.early("", event.time, printable=True)
            if route is Route.FORM:
                back = panel.plan_step("confirm.no", event.time)
                if panel.scope == "confirm" and back is not None:
                    panel.commit(back)
                panel.paste(event.text)
                keyboard.follow()
            elif route is Route.COMPOSER and keyboard.composer is not None:
                keyboard.composer.insert_paste(event.text)
        elif keyboard.composer is not None:
            keyboard.to_composer()
            keyboard.composer.insert_paste(event.text)
        keyboard.pressed(event.time)
        keyboard.host.keyboard_moved()

    def press(self, panel: Panel, action: str, time: float) -> None:
        """Do a panel's action that the mouse asked for; a click does not repeat by itself."""
        step = panel.plan_step(action, time)
        if step is not None:
            self.keyboard.to_panel()
            self._commit(panel, step, key="")
            self.keyboard.host.keyboard_moved()

    def hold(self) -> None:
        """Keep what comes from now on, while something is being opened; see `release`."""
        if self._held is None:
            self._held = []

    def release(self) -> list[events.Key | events.Paste]:
        """Keep nothing any more. What was kept has not been looked at: hand it on again."""
        held, self._held = self._held or [], None
        return held

    def forget(self, *, moved: bool) -> None:
        """What was in front is gone: nothing waits for it and nothing is taken back.

        Args:
            moved: The keyboard went elsewhere by that. If it was not the person who ended it,
                the next keys may still be meant for what they saw, and do nothing.
        """
        self._waiting = None
        self._take_back = None
        if moved and not self._delivering:
            self._late_until = self.keyboard.clock.monotonic() + PAUSE

    def _is_late(self, key: str, time: float) -> bool:
        """Whether a key may be meant for what has ended elsewhere; the way out never is."""
        if time >= self._late_until:
            return False
        action = self.keymap.action(self.keyboard.scope, key)
        return action is None or not action.startswith("app.")

    def _route(self, key: str, event: events.Key, press: Press) -> bool:
        keyboard = self.keyboard
        if keyboard.asking is not None:
            return self._answer(keyboard.asking, key, press)
        if keyboard.panel is not None:
            return self._panel_key(keyboard.panel, key, event, press)
        if keyboard.place is Place.TRANSCRIPT and keyboard.transcript is not None:
            return self._transcript_key(keyboard.transcript[1], key)
        if keyboard.composer is None:
            return keyboard.to_panel()
        if keyboard.place is not Place.COMPOSER:
            keyboard.to_composer()
        return self._composer_key(keyboard.composer, key, event)

    def _answer(self, asking: Asking, key: str, press: Press) -> bool:
        """A key on the seat's confirm line. One that may still be held down does nothing."""
        if self.keymap.action("confirm", key) != "confirm.yes":
            self.keyboard.asking = None
        elif not press.repeated:
            self.keyboard.asking = None
            self._guard = self._guard.confirmed(key)
            asking.act()
        return True

    def _panel_key(self, panel: Panel, key: str, event: events.Key, press: Press) -> bool:
        composer = self.keyboard.composer
        match self.keyboard.early(key, event.time, printable=event.is_printable):
            case Route.NOWHERE:
                return True
            case Route.COMPOSER if composer is not None:
                return self._composer_key(composer, key, event)
        action = self.keymap.action(panel.scope, key)
        if action is None and panel.scope == "confirm":
            action = "confirm.no"
        if action is None:
            return self._type(panel, event)
        if action.startswith(("dock.", "app.")):
            return self.keyboard.act(action)
        if action.endswith(".park") and composer is None:
            return True
        step = panel.plan_step(action, event.time)
        if step is None:
            self._type(panel, event)
        elif step.irrevocable and press.repeated:
            self._wait(key, event.time, lambda: self._commit(panel, step, key))
        else:
            self._commit(panel, step, key)
            if action.endswith(".editor"):
                self.edits()
        return True

    def _type(self, panel: Panel, event: events.Key) -> bool:
        before = panel.state
        used = panel.apply_text_key(event)
        self._take_back = lambda: panel.restore(before)
        return used or event.is_printable

    def _composer_key(self, composer: Composer, key: str, event: events.Key) -> bool:
        match self.keymap.action("composer", key):
            case "composer.send" if self._guard.guarded == key:
                # It confirmed something in a panel that is gone, and may still be held down.
                self._wait(key, event.time, composer.submit)
                return True
            case "composer.send":
                composer.submit()
                return True
            case "composer.newline":
                return composer.insert_newline()
            case "composer.editor":
                composer.request_editor()
                self.edits()
                return True
            case "composer.leave":
                if not (self.keyboard.discussing and self.keyboard.to_panel()):
                    self.keyboard.to_transcript()
                return True
            case str(action) if action.startswith(("dock.", "app.")):
                return self.keyboard.act(action)
        if self._guard.guarded == key:
            before = composer.text
            self._take_back = lambda: composer.show_text(before)
        return composer.apply(event)

    def _transcript_key(self, transcript: Reader, key: str) -> bool:
        match self.keymap.action("transcript", key):
            case None:
                return False
            case "transcript.compose":
                return self.keyboard.to_composer()
            case "transcript.leave":
                return self.keyboard.dock.panel is not None or self.keyboard.to_composer()
            case str(action) if action.startswith(("dock.", "app.")):
                return self.keyboard.act(action)
            case action:
                return transcript.act(action)

    def _commit(self, panel: Panel, step: PanelStep, key: str) -> None:
        before = panel.state
        panel.commit(step)
        self._take_back = lambda: panel.restore(before)
        if (step.confirmed or step.irrevocable) and key:
            self._guard = self._guard.confirmed(key)
        self.keyboard.follow()
        for effect in step.effects:
            self._perform(panel, effect)

    def _perform(self, panel: Panel, effect: Effect) -> None:
        match effect:
            case Send() | Dismiss() | Decide():
                self._take_back = None
                self._delivering = True
                self.keyboard.dock.deliver(panel, effect)
                self._delivering = False
            case Park():
                self.keyboard.to_transcript()
            case Discuss():
                self.keyboard.discuss()

    def _wait(self, key: str, time: float, act: Callable[[], object]) -> None:
        waiting = self._waiting = _Waiting(Held(key, time), act)
        delay = waiting.held.due - self.keyboard.clock.monotonic()
        self.keyboard.host.later(max(delay, 0), lambda: self._settle(waiting))

    def _meets_waiting(self, key: str, time: float) -> bool:
        """Show a key to the waiting step; whether it dropped the step and does nothing else."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return False
        if waiting.held.meets(key, time) == "drop":
            self._guard = self._guard.confirmed(key)
            return True
        waiting.act()
        return False

    def _settle(self, waiting: _Waiting, *, late: bool = False) -> None:
        """The time of a waiting step is over: it acts, unless it has or was dropped."""
        if self._waiting is not waiting:
            return
        host = self.keyboard.host
        if self.keyboard.clock.monotonic() - waiting.held.due > _LATE and not late:
            # The loop was busy: a key pressed in time may still be on its way here.
            host.later(_LATE, lambda: self._settle(waiting, late=True))
            return
        self._waiting = None
        waiting.act()
        host.keyboard_moved()
