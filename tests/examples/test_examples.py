"""The examples do what they say."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

import dsh_core
from dsh_core import (
    Answer,
    AnswerItem,
    Option,
    PendingRequests,
    Question,
    QuestionRequest,
    UserQuestionError,
)
from dsh_widgets.form import QuestionForm
from examples import own_agent_loop
from examples.headless_provider import Rule, RuleProvider
from examples.textual_app import Example
from tests.core.features.waiting import first

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 29


def run_script(name: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, f"examples/{name}.py"],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'widgets'}"},
    )
    return done.stdout


def code_lines(path: Path) -> int:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


def test_own_agent_loop_is_short() -> None:
    assert code_lines(ROOT / "examples" / "own_agent_loop.py") <= MOST_LINES


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("  Nemo \n", {"id": "name", "selected": [], "custom": "Nemo"}),
        ("\n", {"id": "name", "selected": []}),
    ],
    ids=["words", "nothing"],
)
def test_own_agent_loop_asks_on_the_terminal(typed: str, item: dict[str, object]) -> None:
    prompt, _, answer = run_script("own_agent_loop", typed).partition("? ")
    assert prompt == "What shall it be called"
    assert json.loads(answer) == {"answers": [item]}


async def test_own_agent_loop_takes_any_provider() -> None:
    table = PendingRequests(require_agent=False)
    loop = asyncio.ensure_future(own_agent_loop.run(own_agent_loop.Model(), table, "Name my boat."))
    pending = await first(table)
    assert not loop.done()
    assert table.answer(pending.id, Answer((AnswerItem("name", custom="Argo"),))).accepted
    assert await loop == '{"answers":[{"id":"name","selected":[],"custom":"Argo"}]}'


async def test_own_agent_loop_hears_of_failures_as_text() -> None:
    table = PendingRequests(require_agent=False)
    loop = asyncio.ensure_future(own_agent_loop.run(own_agent_loop.Model(), table, "Hi."))
    table.cancel((await first(table)).id)
    assert await loop == "Error: the user cancelled ask_user_question"


def test_headless_provider_answers_from_rules() -> None:
    assert json.loads(run_script("headless_provider")) == {
        "answers": [
            {"id": "db", "selected": ["SQLite"]},
            {"id": "project", "selected": [], "custom": "harbour"},
            {"id": "when", "selected": []},
        ]
    }


async def test_the_first_rule_that_fits_wins_and_answers_fit_their_questions() -> None:
    rules = [Rule("^q", "one"), Rule("", "two")]
    table = PendingRequests(require_agent=False)
    request = QuestionRequest(
        (
            Question("q1", "?"),
            Question("x", "?", options=(Option("two"),)),
        )
    )
    answer = await RuleProvider(rules).ask(request)
    assert answer == Answer((AnswerItem("q1", custom="one"), AnswerItem("x", ("two",))))
    waiting = asyncio.ensure_future(table.ask(request))
    assert table.answer((await first(table)).id, answer).accepted
    assert await waiting is answer


async def test_textual_app_shows_the_question_and_gets_the_answer() -> None:
    app = Example()
    async with app.run_test(size=(80, 24)) as pilot:
        pending = await first(app.pending)
        await pilot.pause()
        assert app.seat.dock.shown is pending
        panel = app.seat.dock.panel
        assert isinstance(panel, QuestionForm)
        async with asyncio.timeout(10):
            while panel.state.cursors[0] != 1:  # keys of the first moments are dropped
                await pilot.press("down")
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        assert str(app.query_one("#answer", Static).content) == "Answered: Redis"
        assert app.seat.dock.shown is None


async def test_textual_app_that_closes_leaves_no_asker_waiting() -> None:
    app = Example()
    async with app.run_test() as pilot:
        await first(app.pending)
        await pilot.pause()
    assert app.pending.requests == ()
    with pytest.raises(UserQuestionError, match="provider is registered"):
        await app.questions.ask(QuestionRequest((Question("q", "?"),)))


async def test_the_lines_of_the_readme_work() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    part = text.partition("## Use the parts")[2].partition("\n## ")[0]
    code = "\n".join(line[4:] for line in part.splitlines() if line.startswith("    "))
    names: dict[str, Any] = {
        "dsh_core": dsh_core,
        "provider": RuleProvider([Rule("", "yes")]),
        "arguments": '{"questions": [{"id": "q", "question": "?"}]}',
        "call_id": "1",
    }
    await eval(compile(code, "README.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    assert names["result"].text == '{"answers":[{"id":"q","selected":[],"custom":"yes"}]}'
