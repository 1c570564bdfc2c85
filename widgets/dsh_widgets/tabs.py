"""The questions of a batch on one line: which is on screen, and how each stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from rich.cells import cell_len, split_graphemes
from textual import events
from textual.content import Content
from textual.message import Message
from textual.visual import VisualType
from textual.widget import Widget

from dsh_core.base.sanitise import one_line
from dsh_widgets.glyphs import UNICODE, Glyphs
from dsh_widgets.still_lines import StillLines

__all__ = ["QuestionTabs", "Tab", "TabPart", "crop", "fit_tabs"]

_LEAST_TITLE: Final = 4
"""The fewest cells of a title worth showing; below, a counter stands for the tabs."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab.

    Attributes:
        title: Any text; it is drawn literally, on one line.
        state: How its question stands, told by shape.
        counted: It is a question; the review page is not.
    """

    title: str
    state: Literal["open", "answered", "skipped"] = "open"
    counted: bool = True


@dataclass(frozen=True, slots=True)
class TabPart:
    """A piece of the line.

    Attributes:
        text: What it says.
        target: The tab a click on it goes to; None for no tab.
        role: What it is drawn as.
    """

    text: str
    target: int | None
    role: Literal["current", "open", "answered", "skipped", "counter"]


def fit_tabs(
    tabs: Sequence[Tab], current: int, width: int, glyphs: Glyphs = UNICODE
) -> list[TabPart]:
    """Return what fits on a line of `width` cells, left to right.

    Titles shrink fairly: the longest give way first, so a short one is never cut for a long one.
    When even that does not fit, a counter and the current title stand for all.

    Args:
        tabs: All tabs, at least the current one.
        current: The index of the tab on screen.
        width: In cells.
        glyphs: The alphabet of marks.
    """
    if not tabs or width <= 0:
        return []
    titles = [one_line(tab.title) for tab in tabs]
    marks = [getattr(glyphs, tab.state) for tab in tabs]
    # A mark and a blank before each title; a bracket, or a blank in its place, on both sides.
    frame = sum(cell_len(mark) + 3 for mark in marks)
    shares = _fair([cell_len(title) for title in titles], width - frame)
    if shares is None:
        return _counter(tabs, current, width, glyphs)
    parts = []
    for index, (title, mark, share) in enumerate(zip(titles, marks, shares, strict=True)):
        text = f"{mark} {crop(title, share, glyphs.ellipsis)}"
        if index == current:
            parts.append(TabPart(f"[{text}]", index, "current"))
        else:
            parts.append(TabPart(f" {text} ", index, tabs[index].state))
    return parts


def crop(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return a text cut to at most `cells` cells between graphemes, with a mark where it was."""
    if cell_len(text) <= cells:
        return text
    room = cells - cell_len(ellipsis)
    if room < 0:
        return ""
    used, ends = 0, [0]
    for _start, stop, size in split_graphemes(text)[0]:
        if used + size > room:
            break
        used += size
        ends.append(stop)
    # The parts of a text may be wider than the whole: a joiner at its start hides what follows.
    while cell_len(cropped := text[: ends.pop()].rstrip(" ") + ellipsis) > cells:
        pass
    return cropped


def _fair(wanted: list[int], room: int) -> list[int] | None:
    """Shares of the room, the same limit for all that want more; None if that is too little."""
    if sum(wanted) <= room:
        return wanted
    left, limit = room, 0
    ordered = sorted(wanted)
    for index, size in enumerate(ordered):
        limit = left // (len(ordered) - index)
        if size > limit:
            break
        left -= size
    if limit < min(_LEAST_TITLE, max(wanted)):
        return None
    shares = [min(size, limit) for size in wanted]
    spare = room - sum(shares)
    for index, size in enumerate(wanted):
        if spare and size > shares[index]:
            shares[index] += 1
            spare -= 1
    return shares


def _counter(tabs: Sequence[Tab], current: int, width: int, glyphs: Glyphs) -> list[TabPart]:
    counted = [index for index, tab in enumerate(tabs) if tab.counted]
    if current in counted:
        place = f"{counted.index(current) + 1}/{len(counted)}"
    else:
        place = f"{glyphs.skipped}/{len(counted)}"
    back = current - 1 if current > 0 else None
    on = current + 1 if current + 1 < len(tabs) else None
    parts = [
        TabPart(f"{glyphs.left} ", back, "counter"),
        TabPart(place, None, "counter"),
        TabPart(f" {glyphs.right}", on, "counter"),
    ]
    used = sum(cell_len(part.text) for part in parts)
    if used > width:
        return [TabPart(crop(place, width, glyphs.ellipsis), None, "counter")]
    mark = getattr(glyphs, tabs[current].state)
    room = width - used - cell_len(mark) - 4
    if room >= 1:
        title = crop(one_line(tabs[current].title), room, glyphs.ellipsis)
        parts.append(TabPart(f" [{mark} {title}]", current, "current"))
    return parts


class QuestionTabs(StillLines, Widget):
    """The tabs of a form. It takes no focus and says where the mouse wants to go."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "question-tabs--current",
        "question-tabs--open",
        "question-tabs--answered",
        "question-tabs--skipped",
        "question-tabs--counter",
    }

    DEFAULT_CSS = """
    QuestionTabs {
        height: 1;
        width: 1fr;

        & > .question-tabs--current { color: $text-primary; text-style: bold; }
        & > .question-tabs--open { color: $foreground; }
        & > .question-tabs--answered { color: $text-success; }
        & > .question-tabs--skipped { color: $foreground 65%; }
        & > .question-tabs--counter { color: $foreground 65%; }
    }
    """

    @dataclass
    class TabClicked(Message):
        """A tab, or an arrow of the counter, was clicked."""

        tabs: QuestionTabs
        index: int

        @property
        def control(self) -> QuestionTabs:
            return self.tabs

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.glyphs = glyphs
        self.auto_links = False
        self._tabs: tuple[Tab, ...] = ()
        self._current = 0

    def show(self, tabs: Sequence[Tab], current: int) -> None:
        """Replace the tabs; nothing is drawn if they are as before."""
        if (tuple(tabs), current) != (self._tabs, self._current):
            self._tabs, self._current = tuple(tabs), current
            self.refresh()

    def render(self) -> VisualType:
        return Content.assemble(
            *((part.text, f".question-tabs--{part.role}") for part in self._parts()),
            strip_control_codes=False,
        )

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        end = 0
        for part in self._parts():
            end += cell_len(part.text)
            if offset.x < end:
                if part.target is not None:
                    self.post_message(self.TabClicked(self, part.target))
                return

    def _parts(self) -> list[TabPart]:
        return fit_tabs(self._tabs, self._current, self.size.width, self.glyphs)
