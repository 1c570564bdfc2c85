"""The composer: its prompt, its size, what it discusses."""

from __future__ import annotations

from textual.app import App, ComposeResult

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.composer import Composer
from tests.support.snapshots import SnapCompare


class ComposerApp(App[None]):
    """A composer at the bottom of the screen."""

    CSS = "Screen { align: left bottom; }"

    def __init__(self, text: str = "", discussing: str = "", compact: bool = False) -> None:
        super().__init__()
        self.text = text
        self.discussed = discussing
        self.compact_one = compact
        self.sent: list[str] = []

    @property
    def composer(self) -> Composer:
        return self.query_one(Composer)

    @property
    def rows(self) -> list[str]:
        size = self.composer.outer_size
        return [strip.text.rstrip() for strip in self.composer.render_lines(size.region)]

    def compose(self) -> ComposeResult:
        yield Composer()

    def on_mount(self) -> None:
        self.composer.focus()
        self.composer.show_text(self.text)
        self.composer.discussing = self.discussed
        self.composer.compact = self.compact_one

    def on_composer_submitted(self, event: Composer.Submitted) -> None:
        assert event.control is self.composer
        self.sent.append(event.text)


def test_looks(snap_compare: SnapCompare) -> None:
    app = ComposerApp("two lines\nof [b]text[/b]", discussing="Which \x1b[31m database?")
    assert snap_compare(app, terminal_size=(60, 8))


async def test_it_grows_to_six_rows() -> None:
    app = ComposerApp()
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        assert app.rows == [" ❯ Write a message"]
        app.composer.show_text("a\nb\nc")
        await pilot.pause()
        assert app.rows == [" ❯ a", "   b", "   c"]
        app.composer.show_text("\n".join("abcdefghij"))
        await pilot.pause()
        assert len(app.rows) == 6


async def test_it_is_one_row_while_a_form_has_the_keyboard() -> None:
    app = ComposerApp("a\nb\nlast")
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        app.composer.compact = True
        await pilot.pause()
        assert len(app.rows) == 1
        assert app.rows[0].startswith(" ❯ last")
        app.composer.compact = False
        await pilot.pause()
        assert len(app.rows) == 3


async def test_it_says_what_is_discussed() -> None:
    app = ComposerApp("my view")
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        app.composer.discussing = "Which [b]database[/b]?\nReally?"
        await pilot.pause()
        assert app.rows == [" discussing: Which [b]database[/b]? Rea…", " ❯ my view"]
        app.composer.discussing = ""
        await pilot.pause()
        assert app.rows == [" ❯ my view"]


async def test_sending_empties_it_and_blank_text_is_not_sent() -> None:
    app = ComposerApp(" \n ")
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not app.composer.submit()
        assert app.composer.text == " \n "
        app.composer.show_text(" hello\n")
        assert app.composer.submit()
        await pilot.pause()
        assert app.sent == [" hello\n"]
        assert app.composer.text == ""


async def test_another_language() -> None:
    app = ComposerApp()
    async with app.run_test() as pilot:
        app.composer.catalogue = Catalogue("zh")
        await pilot.pause()
        assert app.rows[0].startswith(" ❯ ")
