"""One line above the seat: what the agent does, and what waits."""

from __future__ import annotations

from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget

from dsh_core.agents.source import SourceStatus
from dsh_core.base.catalogue import Catalogue
from dsh_widgets.glyphs import glyphs
from dsh_widgets.still_lines import StillLines
from dsh_widgets.text import literal_line

__all__ = ["StatusLine", "status_content"]


class StatusLine(StillLines, Widget):
    """Shows a status; it takes no line while there is nothing to tell."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        width: 1fr;
        padding: 0 1;
        display: none;
        color: $foreground-muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;

        &.-telling { display: block; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._content = Content("")

    def show(self, content: Content) -> None:
        """Show a line; an empty one gives its place to the transcript."""
        if not content.is_same(self._content):
            self._content = content
            self.set_class(bool(content), "-telling")
            self.refresh()

    def render(self) -> VisualType:
        return self._content


def status_content(
    status: SourceStatus, catalogue: Catalogue, *, waiting: bool, notice: str = ""
) -> Content:
    """The line for a status.

    Args:
        status: How the agent stands.
        catalogue: The language.
        waiting: Something waits for the person, so it is not the agent that works.
        notice: What to tell before anything else.
    """
    marks = glyphs(catalogue.ascii_only)
    parts: list[Content] = []
    if notice:
        parts.append(literal_line(notice, "bold $text-warning"))
    if status.problem is not None:
        parts.append(literal_line(status.problem, "bold $text-error"))
    if status.state == "closed":
        parts.append(Content.styled(catalogue.text("app.agent_ended"), "$foreground-muted"))
    elif waiting:
        parts.append(_state(marks.waiting, catalogue.text("app.waiting"), "$text-accent"))
    elif status.state == "running":
        parts.append(_state(marks.working, catalogue.text("app.working"), "$text-success"))
    if status.plan is not None:
        key = _plan_key(status.plan.active, status.plan.pending)
        if key:
            parts.append(_state(marks.plan_mode, catalogue.text(key), "$text-primary"))
    for message in status.queue:
        text = catalogue.text("app.queued", text=message.text)
        parts.append(literal_line(text, "$foreground-muted"))
    return Content(catalogue.text("join.parts")).join(parts)


def _state(mark: str, words: str, style: str) -> Content:
    return Content.styled(f"{mark} {words}", style)


def _plan_key(active: bool, pending: bool | None) -> str:
    if pending is None or pending == active:
        return "app.plan_mode" if active else ""
    return "app.plan_mode_on_next" if pending else "app.plan_mode_off_next"
