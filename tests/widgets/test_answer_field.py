from __future__ import annotations

import pytest
from textual import events
from textual.app import App, ComposeResult

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.answer_field import AnswerField
from dsh_widgets.glyphs import ASCII, UNICODE, Glyphs


class AnswerApp(App[None]):
    AUTO_FOCUS = ""

    def __init__(self, glyphs: Glyphs = UNICODE) -> None:
        super().__init__()
        self.answer = AnswerField(glyphs=glyphs)
        self.clicks = 0

    def compose(self) -> ComposeResult:
        yield self.answer

    def on_answer_field_answer_clicked(self, event: AnswerField.AnswerClicked) -> None:
        assert event.control is self.answer
        self.clicks += 1


def line(app: App[None], y: int) -> str:
    strips = app.screen._compositor.render_strips()
    return strips[y].text.rstrip()


async def test_it_is_aligned_with_the_options_and_told_by_shape() -> None:
    app = AnswerApp()
    async with app.run_test(size=(40, 6)) as pilot:
        assert line(app, 0) == "    ✎ Type your answer"
        app.answer.show_answer("Kafka\nand more", highlighted=True, chosen=True)
        await pilot.pause()
        await pilot.pause()
        assert [line(app, 0), line(app, 1)] == ["❯   ✐ Kafka", "      and more"]
        app.answer.show_answer("", highlighted=False, chosen=False)
        await pilot.pause()
        assert line(app, 0) == "    ✎ Type your answer"


async def test_in_ascii() -> None:
    app = AnswerApp(ASCII)
    async with app.run_test(size=(40, 6)) as pilot:
        app.answer.show_answer("x", highlighted=True, chosen=True)
        await pilot.pause()
        assert line(app, 0) == ">   ..* x"


@pytest.mark.parametrize("x", [3, 12])
async def test_a_click_on_the_mark_or_in_the_field_is_told_once(x: int) -> None:
    app = AnswerApp()
    async with app.run_test(size=(40, 6)) as pilot:
        app.answer.show_answer("some text")
        await pilot.pause()
        await pilot.click(app.answer, offset=(x, 0))
        await pilot.pause()
        assert app.clicks == 1
        assert app.focused is None


async def test_the_language_can_change() -> None:
    app = AnswerApp()
    async with app.run_test(size=(40, 6)) as pilot:
        app.answer.use_catalogue(Catalogue("zh"))
        await pilot.pause()
        assert line(app, 0).endswith("输入你的答案")


async def test_the_field_grows_with_its_text() -> None:
    app = AnswerApp()
    async with app.run_test(size=(40, 12)) as pilot:
        app.answer.show_answer("\n".join("12345678"))
        await pilot.pause()
        await pilot.pause()
        assert app.answer.size.height == 6
        assert app.answer.rows_at(40) == 8
        app.answer.show_answer("one two three four")
        assert app.answer.rows_at(16) == 3


async def test_a_large_paste_is_a_mark_with_a_legend() -> None:
    app = AnswerApp()
    async with app.run_test(size=(60, 12)) as pilot:
        app.answer.field.insert_paste("\n".join("x" * 60))
        await pilot.pause()
        await pilot.pause()
        assert [line(app, 0), line(app, 1)] == [
            "    ✎ ▤",
            "      ▤ 60 lines, 119 characters pasted",
        ]
        app.answer.show_answer("")
        await pilot.pause()
        await pilot.pause()
        assert app.answer.size.height == 1


async def test_typing_lays_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    app = AnswerApp()
    async with app.run_test(size=(60, 12)) as pilot:
        app.answer.show_answer("ab")
        await pilot.pause()
        await pilot.pause()
        layouts: list[object] = []
        monkeypatch.setattr(app.screen, "_refresh_layout", lambda *args, **_: layouts.append(args))
        app.answer.field.apply(events.Key("c", "c"))
        await pilot.pause()
        await pilot.pause()
        assert app.answer.field.text == "abc"
        assert layouts == []
