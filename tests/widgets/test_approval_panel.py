"""What a tool asks leave for, on screen: all of it, and nothing allowed that was not."""

from __future__ import annotations

import pytest

from dsh_core.approvals.types import ApprovalRequest
from dsh_core.base.catalogue import Catalogue
from dsh_widgets.approval_panel import ApprovalPanel
from tests.support.seats import Asker, at_seat

LONG = ApprovalRequest(
    "shell",
    Asker(),
    reason="It rewrites history.",
    body="\n".join(f"git rebase step-{n:03}" for n in range(60)),
)


async def test_without_a_reason_a_general_sentence_asks() -> None:
    async with at_seat() as person:
        await person.want_leave(ApprovalRequest("shell"))
        assert "Tool shell requests privileged execution" in person.screen


async def test_a_long_line_is_wrapped_and_not_cut() -> None:
    body = " ".join(f"word{n}" for n in range(30))
    async with at_seat() as person:
        await person.want_leave(ApprovalRequest("shell", body=body))
        for n in range(30):
            assert f"word{n}" in person.screen


async def test_foreign_text_is_drawn_as_it_is() -> None:
    request = ApprovalRequest("sh[b]ell", reason="[red]why[/]", body="\x1b[2Jrm [x] \u202erf")
    async with at_seat() as person:
        await person.want_leave(request)
        for words in ("sh[b]ell", "[red]why[/]", "␛[2Jrm [x]"):
            assert words in person.screen
        assert "\u202e" not in person.screen


async def test_what_was_not_on_screen_is_asked_about() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(LONG)
        await person.rest()
        await person.press("a")
        assert not task.done()
        assert "lines were never on screen" in person.screen
        await person.press("a")
        assert "never on screen" not in person.screen
        assert not task.done(), "any other key goes back"
        await person.press("a", "y")
        assert await person.result(task) == "allowed-once"


async def test_what_was_on_screen_is_not_asked_about() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(LONG)
        await person.rest()
        for _ in range(12):
            await person.press("pagedown")
        assert "step-059" in person.screen
        await person.press("a")
        assert await person.result(task) == "allowed-once"


async def test_jumping_to_the_end_has_not_shown_the_middle() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(LONG)
        await person.rest()
        await person.press("G", "a")
        assert "never on screen" in person.screen
        assert not task.done()


async def test_it_scrolls_by_line_page_and_end() -> None:
    async with at_seat() as person:
        await person.want_leave(LONG)
        await person.rest()
        await person.press("j")
        assert "It rewrites history." not in person.screen
        await person.press("k")
        assert "It rewrites history." in person.screen
        await person.press("end")
        assert "step-059" in person.screen
        await person.press("home")
        assert "It rewrites history." in person.screen


async def test_the_mouse_has_its_own_way() -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(ApprovalRequest("shell", body="ls"))
        assert isinstance(person.panel, ApprovalPanel)
        await person.click(person.panel.view, 1, 1)
        assert person.place == "panel"
        assert not task.done()
        await person.click(person.panel.action_line, 20, 0)
        assert await person.result(task) == "rejected"


async def test_what_would_be_done_can_be_copied() -> None:
    async with at_seat() as person:
        await person.want_leave(LONG)
        await person.rest()
        await person.press("y")
        assert person.app.clipboard == LONG.body


@pytest.mark.parametrize("keys", [("escape",), ("tab", "1", "x", "enter"), ("space",)])
async def test_no_other_key_decides(keys: tuple[str, ...]) -> None:
    async with at_seat() as person:
        _, task = await person.want_leave(ApprovalRequest("shell", body="ls"))
        await person.rest()
        await person.press(*keys)
        await person.paste("a")
        assert not task.done()


async def test_it_follows_a_change_of_language() -> None:
    async with at_seat() as person:
        await person.want_leave(ApprovalRequest("shell", body="ls"))
        person.app.seat.catalogue = Catalogue("zh")
        await person.settle()
        assert "等待审批" in person.screen
        assert "越权执行" in person.screen
        await person.rest()
        _, task = person.front, person.tasks[-1]
        await person.press("a")
        assert await person.result(task) == "allowed-once"
