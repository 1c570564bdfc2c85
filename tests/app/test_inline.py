from __future__ import annotations

from textual.app import App
from textual.geometry import Offset


async def test_textual_still_keeps_where_the_last_frame_left_the_cursor() -> None:
    """`dsh_app.inline` reads it, and there is no public name for it."""
    app: App[None] = App()
    async with app.run_test():
        assert isinstance(app._previous_cursor_position, Offset)
