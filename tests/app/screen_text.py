"""What a screen says, as plain text: what is left when all colours are taken away."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

__all__ = ["screen_lines"]


def screen_lines(pilot: Pilot[Any]) -> list[str]:
    """The lines as they go to the terminal, line filters applied."""
    screen = pilot.app.screen
    width, height = pilot.app.size
    lines = []
    for strip in screen._compositor.render_strips():
        lines.append("".join(segment.text for segment in strip)[:width])
    return lines[:height]
