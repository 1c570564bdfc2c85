"""The transcript: every entry of a session, in one widget that draws only what is on screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style

from dsh_core.base.catalogue import Catalogue
from dsh_core.session.transcript import Changed, Entry, EntrySource
from dsh_widgets.glyphs import glyphs
from dsh_widgets.keys import KeyHandler
from dsh_widgets.row_heights import HeightIndex
from dsh_widgets.row_view import RowView
from dsh_widgets.row_viewport import Place, Viewport
from dsh_widgets.transcript_entries import guess_height, source_text
from dsh_widgets.transcript_rows import EntryRows
from dsh_widgets.wrapping import Row

__all__ = ["TranscriptView"]

_STREAM_INTERVAL: Final = 1 / 30


class TranscriptView(RowView, can_focus=True):
    """A view of a session's entries that follows their end unless scrolled up.

    Everything it shows comes from the source; expanded rows, the cursor and the selection are
    its own. It looks no key up itself: whoever handles its keys calls `act`.
    """

    DEFAULT_CSS = """
    TranscriptView {
        height: 1fr;
        padding: 0 1;
        color: $foreground;
        background: $background;

        & > .transcript--cursor {
            background: $block-hover-background;
        }
        &:focus > .transcript--cursor {
            background: $block-cursor-blurred-background;
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
        super().__init__(keys, name=name, id=id, classes=classes)
        self._source = source
        self._unsubscribe: Callable[[], None] = lambda: None
        catalogue = catalogue or Catalogue()
        self._rows = EntryRows(lambda: self.entries, catalogue)
        self._flushing = False
        self.set_reactive(TranscriptView.catalogue, catalogue)

    # What is shown

    @property
    def source(self) -> EntrySource | None:
        """What is shown."""
        return self._source

    @property
    def entries(self) -> Sequence[Entry]:
        return () if self._source is None else self._source.entries

    def show(self, source: EntrySource | None) -> None:
        """Show another source, from its end; nothing is kept of the one before."""
        self._source = source
        self._rows.clear()
        self._painted.clear()
        self._dirty.clear()
        self._viewport = Viewport(self._measure, HeightIndex())
        self.cursor = -1
        if self.is_mounted:
            self._follow(source)
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
        """Open the row of a tool call and bring it on screen; whether there is such a row.

        A view that follows the end goes on doing so: nobody has scrolled.
        """
        self._sync()
        following = self.following
        for index in range(len(self.entries) - 1, -1, -1):
            if getattr(self.entries[index], "call_id", None) == call_id:
                self.set_expanded(index)
                if following:
                    self._viewport.to_end()
                else:
                    self._viewport.reveal(self._rows.head(index))
                self._reframe()
                return True
        return False

    def act(self, action: str) -> bool:
        """Do what a keymap action says, at once; whether it is one of this widget's."""
        perform = _ACTIONS.get(action)
        if perform is not None:
            perform(self)
        return perform is not None

    # Geometry

    def _entry_rows(self, index: int) -> Sequence[Row]:
        return self._rows.rows(index)

    def _entry_source(self, index: int) -> str:
        return source_text(self.entries[index])

    def _row_content(self, place: Place) -> Content:
        content = super()._row_content(place)
        # Where the keyboard is shows by shape, too.
        if place[0] == self.cursor and self.has_focus and self._rows.is_toggle(place):
            marks = glyphs(self.catalogue.ascii_only)
            mark = marks.opened_here if self.is_expanded(place[0]) else marks.closed_here
            return Content.styled(mark, "bold $text-primary") + content[1:]
        return content

    def _row_style(self, place: Place) -> Style:
        style = self.visual_style
        if place[0] == self.cursor and self._rows.is_toggle(place):
            style += self.get_visual_style("transcript--cursor")
        return style

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._painted.forget(self.cursor)

    def _sync(self) -> None:
        entries = self.entries
        heights = self._viewport.heights
        for index in range(len(heights), len(entries)):
            heights.append(guess_height(entries[index], self._rows.width))
        # Whatever brings a new frame about shows the entries as they are now.
        for index in self._dirty:
            self._forget(index)

    # Reactives

    def watch_catalogue(self, catalogue: Catalogue) -> None:
        self._rows.set_catalogue(catalogue)
        self._painted.clear()
        self._reframe(whole=True)

    def validate_cursor(self, cursor: int) -> int:
        return cursor if -1 <= cursor < len(self.entries) else -1

    def watch_cursor(self, old: int, new: int) -> None:
        for index in (old, new):
            if index >= 0:
                self._forget(index)
        self._reframe()

    # Events

    def on_mount(self) -> None:
        self._painted.clear()
        self._follow(self._source)

    def on_unmount(self) -> None:
        self._follow(None)

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        if width == self._rows.width:
            self._reframe(whole=True)
            return
        solid = None
        if self._frame and not self.following:
            solid = self._rows.solid_above(self._frame[0])
        self._rows.set_width(width)
        self._painted.clear()
        self._drop_selection()
        if solid is not None:
            index = self._frame[0][0]
            self._viewport.anchor = (index, self._rows.row_after(index, solid))
        self._reframe(whole=True)

    def on_click(self, event: events.Click) -> None:
        place = self.clicked_place(event)
        if place is not None and self._rows.is_toggle(place):
            self.cursor = place[0]
            self.set_expanded(place[0], not self.is_expanded(place[0]))

    def _follow(self, source: EntrySource | None) -> None:
        self._unsubscribe()
        self._unsubscribe = source.subscribe(self._entry_changed) if source else lambda: None

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
        self._painted.clear()
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
        self._drop_selection()
        self._reframe(whole=True)

    def _flush(self) -> None:
        self._flushing = False
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
        start = index if index >= 0 or delta > 0 else len(self.entries)
        found = self._rows.next_toggle(start, delta)
        if found is not None:
            self.cursor = found
            self._viewport.reveal(self._rows.head(found))
            self._reframe()

    def _toggle(self) -> None:
        visible = self._toggles_on_screen()
        if self.cursor not in visible:
            if not visible:
                return
            self.cursor = visible[-1]
        self.set_expanded(self.cursor, not self.is_expanded(self.cursor))

    # Selection and copying

    def _copy(self) -> None:
        text = self.selected
        if text is None and self.cursor >= 0:
            text = source_text(self.entries[self.cursor])
        if text:
            self.post_message(self.TextCopied(self, text))


_ACTIONS: Final[Mapping[str, Callable[[TranscriptView], None]]] = {
    "transcript.up": lambda view: view.scroll_rows(-1),
    "transcript.down": lambda view: view.scroll_rows(1),
    "transcript.page_up": lambda view: view.scroll_pages(-1),
    "transcript.page_down": lambda view: view.scroll_pages(1),
    "transcript.first": lambda view: view.go_to_start(),
    "transcript.last": lambda view: view.go_to_end(),
    "transcript.previous_row": lambda view: view._step(-1),
    "transcript.next_row": lambda view: view._step(1),
    "transcript.toggle": lambda view: view._toggle(),
    "transcript.copy": lambda view: view._copy(),
}
