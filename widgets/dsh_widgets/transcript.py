"""The transcript: every entry of a session, in one widget that draws only what is on screen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import Changed, Entry, EntrySource
from dsh_widgets.keys import KeyHandler
from dsh_widgets.transcript_entries import guess_height, source_text
from dsh_widgets.transcript_heights import HeightIndex
from dsh_widgets.transcript_rows import EntryRows
from dsh_widgets.transcript_selection import (
    entry_selection,
    line_number,
    position_strip,
    selected_text,
)
from dsh_widgets.transcript_viewport import Place, Viewport

__all__ = ["TranscriptView"]

_STRIPS_KEPT: Final = 200
"""Entries whose painted rows are kept."""
_EXACT_MOVE: Final = 3
"""Screens; a longer move of the thumb goes to about there, not to the row."""
_STREAM_INTERVAL: Final = 1 / 30


class TranscriptView(ScrollView, can_focus=True, inherit_bindings=False):
    """A view of a session's entries that follows their end unless scrolled up.

    Everything it shows comes from the source; expanded rows, the cursor and the selection are
    its own. It looks no key up itself: whoever handles its keys calls `act`.
    """

    DEFAULT_CSS = """
    TranscriptView {
        height: 1fr;
        padding: 0 1;
        overflow-y: scroll;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        color: $foreground;
        background: $background;

        & > .transcript--cursor {
            background: $block-cursor-blurred-background;
        }
        &:focus > .transcript--cursor {
            background: $block-hover-background;
        }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"transcript--cursor"}

    catalogue: reactive[Catalogue] = reactive(Catalogue, init=False)
    """The language of its own words."""

    cursor: reactive[int] = reactive(-1, init=False)
    """The entry that `transcript.toggle` opens or closes; -1 for none."""

    @dataclass
    class RowToggled(Message):
        """A row was opened or closed."""

        transcript: TranscriptView
        index: int
        expanded: bool

        @property
        def control(self) -> TranscriptView:
            return self.transcript

    @dataclass
    class TextCopied(Message):
        """The person asked for text to be copied: the original, unsanitised."""

        transcript: TranscriptView
        text: str

        @property
        def control(self) -> TranscriptView:
            return self.transcript

    def __init__(
        self,
        source: EntrySource | None = None,
        *,
        catalogue: Catalogue | None = None,
        keys: KeyHandler | None = None,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """Make a view.

        Args:
            source: What to show; `None` shows nothing until `show` is called.
            catalogue: The language; English if `None`.
            keys: Where its keys go; `None` makes it deaf to keys.
            name: The widget's name.
            id: The widget's DOM id.
            classes: Space separated CSS classes.
        """
        super().__init__(name=name, id=id, classes=classes)
        self.keys = keys
        self._source = source
        self._unsubscribe: Callable[[], None] | None = None
        catalogue = catalogue or Catalogue()
        self._rows = EntryRows(lambda: self.entries, catalogue)
        self._strips: OrderedDict[int, dict[int, Strip]] = OrderedDict()
        self._viewport = Viewport(self._rows.measure, HeightIndex())
        self._frame: list[Place] = []
        self._dirty: set[int] = set()
        self._flushing = False
        self._painting = False
        self._top = 0
        self._pressed: Offset | None = None
        self._theme = ""
        self.set_reactive(TranscriptView.catalogue, catalogue)

    # What is shown

    @property
    def source(self) -> EntrySource | None:
        """What is shown."""
        return self._source

    @property
    def entries(self) -> Sequence[Entry]:
        return () if self._source is None else self._source.entries

    @property
    def following(self) -> bool:
        """Whether the end stays on screen when entries are added."""
        return self._viewport.follow

    def show(self, source: EntrySource | None) -> None:
        """Show another source, from its end; nothing is kept of the one before."""
        self._disconnect()
        self._source = source
        self._rows.clear()
        self._strips.clear()
        self._dirty.clear()
        self._viewport = Viewport(self._rows.measure, HeightIndex())
        self.cursor = -1
        if self.is_mounted:
            self._connect()
            self._reframe(whole=True)

    def is_expanded(self, index: int) -> bool:
        return self._rows.is_expanded(index)

    def set_expanded(self, index: int, expanded: bool = True) -> bool:
        """Open or close a row; whether it can be, and was not so already.

        The row stays where it is on screen.
        """
        rows = self._rows
        if not 0 <= index < len(self.entries) or expanded == rows.is_expanded(index):
            return False
        if not rows.drawing(index).expandable:
            return False
        self._reframe()
        head = rows.head(index)
        y = self._frame.index(head) if head in self._frame else None
        rows.set_expanded(index, expanded)
        self._forget(index)
        if y is not None:
            self._viewport.hold(rows.head(index), y)
        self._reframe()
        self.post_message(self.RowToggled(self, index, expanded))
        return True

    def expand_call(self, call_id: str) -> bool:
        """Open the row of a tool call and bring it on screen; whether there is such a row."""
        self._sync()
        for index in range(len(self.entries) - 1, -1, -1):
            if getattr(self.entries[index], "call_id", None) == call_id:
                self.set_expanded(index)
                if not self.following:
                    self._viewport.reveal(self._rows.head(index))
                    self._reframe()
                return True
        return False

    def act(self, action: str) -> bool:
        """Do what a keymap action says, at once; whether it is one of this widget's."""
        page = max(1, self._viewport.size - 1)
        if action in _MOVES:
            self.scroll_rows(_MOVES[action])
        elif action in _PAGES:
            self.scroll_rows(_PAGES[action] * page)
        elif action == "transcript.first":
            self._viewport.to_start()
            self._reframe()
        elif action == "transcript.last":
            self._viewport.to_end()
            self._reframe()
        elif action in _STEPS:
            self._step(_STEPS[action])
        elif action == "transcript.toggle":
            self._toggle()
        elif action == "transcript.copy":
            self._copy()
        else:
            return False
        return True

    def scroll_rows(self, delta: int) -> None:
        """Scroll by exactly this many rows, down if positive."""
        self._viewport.move(delta)
        self._reframe()

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        # The compositor also asks for single lines, outside a paint, to find out what is under
        # the pointer; only then do lines carry positions.
        self._painting = True
        try:
            return super().render_lines(crop)
        finally:
            self._painting = False

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        if not 0 <= y < len(self._frame):
            return Strip.blank(width, self.visual_style.rich_style)
        place = self._frame[y]
        if not self._painting:
            return position_strip(self._rows.content(place), place)
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(line_number(place))) is not None:
            return self._render_selected(place, span)
        strips = self._strips.setdefault(place[0], {})
        self._strips.move_to_end(place[0])
        if len(self._strips) > _STRIPS_KEPT:
            self._strips.popitem(last=False)
        if place[1] not in strips:
            strips[place[1]] = self._render_row(self._rows.content(place), place[0])
        return strips[place[1]]

    def _render_row(self, content: Content, index: int) -> Strip:
        width = self.scrollable_content_region.width
        style = self.visual_style
        if index == self.cursor:
            style += self.get_visual_style("transcript--cursor")
        strips = Visual.to_strips(self, content, width, 1, style, apply_selection=False, pad=True)
        return strips[0] if strips else Strip.blank(width, style.rich_style)

    def _render_selected(self, place: Place, span: tuple[int, int]) -> Strip:
        content = self._rows.content(place)
        start, end = span
        if end == -1:
            end = len(content)
        style = Style.from_styles(self.screen.get_component_styles("screen--selection"))
        return self._render_row(content.stylize(style, start, end), place[0])

    def _forget(self, index: int) -> None:
        """Paint an entry that has changed anew."""
        self._strips.pop(index, None)
        self._dirty.add(index)

    # Geometry

    def _sync(self) -> None:
        """Take in entries that were added."""
        entries = self.entries
        heights = self._viewport.heights
        for index in range(len(heights), len(entries)):
            heights.append(guess_height(entries[index], self._rows.width))

    def _reframe(self, *, whole: bool = False) -> None:
        """Find out what is on screen now, tell the scrollbar, repaint what changed."""
        if not self._rows.width:
            return
        self._sync()
        viewport = self._viewport
        viewport.size = self.scrollable_content_region.height
        before, self._frame = self._frame, viewport.frame()
        self._publish()
        dirty, self._dirty = self._dirty, set()
        if whole or len(before) != len(self._frame):
            self.refresh()
            return
        changed = [
            Region(0, y, self._rows.width, 1)
            for y, (old, new) in enumerate(zip(before, self._frame, strict=True))
            if old != new or new[0] in dirty
        ]
        if changed:
            self.refresh(*changed)

    def _publish(self) -> None:
        """Give the scrollbar its numbers without causing a layout or a scroll."""
        viewport = self._viewport
        top = viewport.top()
        # While lines remain below there is something left to scroll to, guesses or not.
        below = 0 if viewport.at_end() else max(3, viewport.heights.total - top - viewport.size)
        size = Size(self._rows.width, top + max(len(self._frame), 1) + below)
        self._top = top
        self.set_reactive(Widget.virtual_size, size)
        self.set_reactive(Widget.scroll_y, float(top))
        self.set_reactive(Widget.scroll_target_y, float(top))
        scrollbar = self.vertical_scrollbar
        scrollbar.window_virtual_size = size.height
        scrollbar.window_size = viewport.size
        scrollbar.position = top

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Turn a scroll that came from outside into a move of the anchor."""
        delta = round(new_value) - self._top
        if not delta:
            return
        if abs(delta) <= _EXACT_MOVE * self._viewport.size:
            self._viewport.move(delta)
        else:
            self._viewport.jump(round(new_value))
        self._reframe()

    def scroll_to(self, x: float | None = None, y: float | None = None, **options: object) -> None:
        """Scroll at once: heights measured during an animation would make it lose lines."""
        if y is not None:
            self.scroll_y = y

    # Reactives

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self._rows.set_catalogue(catalogue)
        self._strips.clear()
        self._reframe(whole=True)

    def validate_cursor(self, cursor: int) -> int:
        return cursor if -1 <= cursor < len(self.entries) else -1

    def watch_cursor(self, old: int, new: int) -> None:
        for index in (old, new):
            if index >= 0:
                self._forget(index)
        self._reframe()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if not self.is_mounted:
            return
        # Called on every change of focus too, which changes the cursor row's look at most.
        if self.app.theme != self._theme:
            self._theme = self.app.theme
            self._strips.clear()
        self._strips.pop(self.cursor, None)

    # Events

    def on_mount(self) -> None:
        self._connect()

    def on_unmount(self) -> None:
        self._disconnect()

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if width == self._rows.width:
            self._reframe(whole=True)
            return
        solid = None
        if self._frame and not self.following:
            solid = self._rows.solid_above(self._frame[0])
        self._rows.set_width(width)
        self._strips.clear()
        if self.text_selection is not None:
            self.screen.clear_selection()
        if solid is not None:
            index = self._frame[0][0]
            self._viewport.anchor = (index, self._rows.row_after(index, solid))
        self._reframe(whole=True)

    def on_key(self, event: events.Key) -> None:
        if self.keys is not None:
            self.keys.handle_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        if self.keys is not None:
            self.keys.handle_paste(self, event)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = event.screen_offset

    def on_click(self, event: events.Click) -> None:
        # A drag inside one widget ends in a click too.
        if event.screen_offset != self._pressed or event.chain != 1:
            return
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._frame):
            return
        place = self._frame[offset.y]
        if self._rows.is_toggle(place):
            self.cursor = place[0]
            self.set_expanded(place[0], not self.is_expanded(place[0]))

    def _connect(self) -> None:
        if self._source is not None and self._unsubscribe is None:
            self._unsubscribe = self._source.subscribe(self._entry_changed)
            self._strips.clear()

    def _disconnect(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _entry_changed(self, change: Changed) -> None:
        if change.kind == "prepended":
            self._shift(change.index)
            return
        self._dirty.add(change.index)
        if self._flushing:
            return
        self._flushing = True
        if change.kind == "updated":
            self.set_timer(_STREAM_INTERVAL, self._flush)
        else:
            self.call_next(self._flush)

    def _shift(self, count: int) -> None:
        """Entries were put in front: everything known by index moves along."""
        entries = self.entries
        heights = self._viewport.heights
        known = len(heights) > 0
        width = self._rows.width
        heights.prepend([guess_height(entries[index], width) for index in range(count)])
        self._rows.shift(count)
        self._strips.clear()
        self._dirty.clear()
        self._frame = [(index + count, row) for index, row in self._frame]
        if self.cursor >= 0:
            self.set_reactive(TranscriptView.cursor, self.cursor + count)
        if not width:
            return
        if known:
            entry, row = self._viewport.anchor
            # What was the first entry has a gap above it now.
            gap = 0 if entry else self._rows.head(count)[1]
            self._viewport.anchor = (entry + count, row + gap)
        if self.text_selection is not None:
            self.screen.clear_selection()
        self._reframe(whole=True)

    def _flush(self) -> None:
        self._flushing = False
        for index in tuple(self._dirty):
            self._forget(index)
        self._reframe()

    # The cursor

    def _toggles_on_screen(self) -> list[int]:
        return [place[0] for place in self._frame if self._rows.is_toggle(place)]

    def _step(self, delta: int) -> None:
        """Move the cursor to the next row that opens, from where it is or what is on screen."""
        index = self.cursor
        visible = self._toggles_on_screen()
        if visible and index not in {each for each, _ in self._frame}:
            self.cursor = visible[-1] if delta < 0 else visible[0]
            return
        count = len(self.entries)
        index = (index if index >= 0 or delta > 0 else count) + delta
        while 0 <= index < count:
            if self._rows.drawing(index).expandable:
                self.cursor = index
                self._viewport.reveal(self._rows.head(index))
                self._reframe()
                return
            index += delta

    def _toggle(self) -> None:
        visible = self._toggles_on_screen()
        if self.cursor not in visible:
            if not visible:
                return
            self.cursor = visible[-1]
        self.set_expanded(self.cursor, not self.is_expanded(self.cursor))

    # Selection and copying

    @property
    def select_container(self) -> Widget:
        """Itself: a triple click must not select the whole screen."""
        return self

    def text_select_all(self) -> None:
        """Select the entry under the pointer, not the whole session."""
        if self._pressed is None:
            return
        y = self._pressed.y - self.content_region.y
        if 0 <= y < len(self._frame):
            selection = entry_selection(self._rows, self._frame[y][0])
            self.screen.selections = {self: selection}

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selected_text(self._rows, self.entries, selection), "\n"

    def _copy(self) -> None:
        text = self.screen.get_selected_text() if self.text_selection is not None else None
        if text is None and self.cursor >= 0:
            text = source_text(self.entries[self.cursor])
        if text:
            self.post_message(self.TextCopied(self, text))


_MOVES: Final = {"transcript.up": -1, "transcript.down": 1}
_PAGES: Final = {"transcript.page_up": -1, "transcript.page_down": 1}
_STEPS: Final = {"transcript.next_row": 1, "transcript.previous_row": -1}
