"""What both pages of a form scroll in."""

from __future__ import annotations

from textual.containers import VerticalScroll

from dsh_widgets.still_lines import StillLines

__all__ = ["FormPane"]


class FormPane(StillLines, VerticalScroll, can_focus=False):
    """Scrolls what does not fit; it leaves the keyboard to its parts."""

    DEFAULT_CSS = """
    FormPane {
        height: 1fr;
        width: 1fr;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """
