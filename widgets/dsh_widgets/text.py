"""The only door for foreign text: sanitised, and drawn as it is.

What a model, a file, a paste or a tool wrote is never markup here: brackets stay brackets, and
nothing in it acts. Only the drawing is changed; what is sent, logged or copied is the original.
"""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from dsh_core.base.sanitise import one_line, sanitise

__all__ = ["beginning", "literal", "literal_line"]


def beginning(text: str, lines: int, characters: int) -> tuple[list[str], bool]:
    """The first lines of a text, for where no more of it has room: it may be very long.

    Args:
        text: Any text.
        lines: How many lines at the most.
        characters: How many of each line.

    Returns:
        The lines, and whether something is left out.
    """
    found = text.split("\n", lines)[:lines]
    shown = [line[:characters] for line in found]
    return shown, shown != found or text.count("\n") >= lines


def literal(text: str, style: str | Style = "") -> Content:
    """Return foreign text as it may be drawn; line breaks and tabs stay.

    Args:
        text: Any text at all.
        style: A style of ours, never one from outside.
    """
    return Content.styled(sanitise(text), style, strip_control_codes=False)


def literal_line(text: str, style: str | Style = "") -> Content:
    """Return foreign text on one line, for titles, tabs and rows of fixed height."""
    return Content.styled(one_line(text), style, strip_control_codes=False)
