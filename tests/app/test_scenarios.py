"""Scenario files: what is read, what is refused and with which words, and what is shipped."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dsh_app.scenarios.compiler import Pace, _Compiler
from dsh_app.scenarios.conditions import WORDS
from dsh_app.scenarios.errors import ScenarioError
from dsh_app.scenarios.load import (
    _FIELDS,
    load_scenario,
    parse_scenario,
    scenario_names,
    scenario_path,
)
from dsh_core.models.script import Call, Facts, Pause, Say
from dsh_core.questions.types import Question
from tests.app.playing import APPROVE, Playing, Reaction, play

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.S | re.M)
SAY = "steps:\n  - say: hi\n"


def steps(*lines: str) -> str:
    return "steps:\n" + "\n".join(f"  {line}" for line in lines) + "\n"


def test_a_byte_order_mark_and_json_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "demo.json"
    path.write_bytes(b'\xef\xbb\xbf{"title": "J", "steps": [{"say": "hi"}, "end"]}')
    scenario = load_scenario(path)
    assert (scenario.name, scenario.title, scenario.prompt) == ("demo", "J", None)


def test_a_file_goes_before_a_shipped_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert scenario_path("plan") != Path("plan")
    Path("plan").write_text(SAY)
    assert scenario_path("plan") == Path("plan")


def test_options_may_be_called_yes_and_3() -> None:
    scenario = parse_scenario(
        steps("- ask: [{id: a, question: Sure?, options: [yes, no, 3, 'true', on]}]")
    )
    call = scenario.script.instructions[0]
    assert isinstance(call, Call)
    labels = re.findall(r'"label": "([^"]*)"', call.arguments(Facts()))
    assert labels == ["yes", "no", "3", "true", "on"]


def test_pace_is_inherited_changed_and_overruled() -> None:
    text = "speed: 100\nchunk: 3\n" + steps(
        "- say: a", "- say: {text: b, speed: 5}", "- think: {text: c, chunk: 1}", "- pause: 2"
    )
    say, slow, think, pause = parse_scenario(text).script.instructions
    assert isinstance(say, Say)
    assert isinstance(slow, Say)
    assert isinstance(think, Say)
    assert (say.speed, say.chunk) == (100, 3)
    assert (slow.speed, slow.chunk) == (5, 3)
    assert (think.speed, think.chunk, think.thinking) == (100, 1, True)
    assert pause == Pause(2)
    instant = parse_scenario(text, instant=True).script.instructions
    assert [each.speed for each in instant if isinstance(each, Say)] == [0, 0, 0]
    assert instant[-1] == Pause(0)


def test_loading_imports_yaml_only_when_it_loads() -> None:
    code = (
        "import sys, dsh_app.scenarios.load as load; before = 'yaml' in sys.modules;"
        "load.load_scenario(); print(before, 'yaml' in sys.modules, 'textual' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True", "False"]


def first_choice(question: Question) -> list[str] | str:
    options = question.options or ()
    return [options[0].label] if options else "in my own words"


class Obliging(Playing):
    """Takes the first option of everything; approves every plan."""

    def _react(self, pending: object) -> None:
        assert hasattr(pending, "questions")
        reaction = {each.id: first_choice(each) for each in pending.questions}
        self.reactions.append(reaction)
        super()._react(pending)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in scenario_names() if name != "stream"])
async def test_every_shipped_scenario_plays_to_its_end(name: str) -> None:
    scenario = load_scenario(name, instant=True)
    words = ["go on"] if name == "failing" else []
    playing = await Obliging(scenario, words=words).run()
    assert playing.ends[-1] == {"kind": "completed"}
    model = playing.source.agent.model
    assert getattr(model, "done", False)
    assert scenario.about


async def test_the_stream_goes_on_as_long_as_it_is_wanted() -> None:
    more: Reaction = {"more": ["Yes, go on"]}
    enough: Reaction = {"more": ["No, that is enough"]}
    playing = await play(load_scenario("stream", instant=True), more, more, enough)
    assert sum(text.startswith("## On reading logs") for text in playing.says) == 3


async def test_commands_turn_plan_mode_on_in_the_middle() -> None:
    playing = await play(load_scenario("commands", instant=True), APPROVE)
    types = [event.type for event in playing.events]
    assert types.index("command/done") < types.index("plan/mode")
    assert playing.says == ["I have looked around.", "Approved."]


async def test_time_passes_as_the_file_says() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))

    text = "speed: 10\nchunk: 4\nprompt: Go.\n" + steps(
        "- say: abcdefghij", "- pause: 3", "- run: {tool: t, seconds: 1.5}"
    )
    await play(parse_scenario(text), sleep=sleep)
    assert slept == [0.4, 0.4, 0.2, 3, 1.5]


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(n) for n in range(1, len(EXAMPLES) + 1)])
async def test_examples_of_the_page_run(example: str) -> None:
    playing = await Obliging(parse_scenario(example, instant=True)).run()
    assert playing.ends[-1] == {"kind": "completed"}
    assert playing.says


def test_the_page_names_everything_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(EXAMPLES) >= 5
    for name in scenario_names():
        assert f"`{name}`" in page
    for key in (*_FIELDS, *WORDS, "wait", "end"):
        assert f"`{key}`" in page
    for verb in _Compiler(Pace())._verbs():
        assert f"`{verb}:`" in page


def test_the_page_shows_a_real_error() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = re.search(r"^demo\.yaml:7: (.*)$", page, re.M)
    assert shown is not None
    text = "title: x\n" + steps(
        "- say: a", "- say: b", "- ask:", "    - id: a", "      question: A?", "      option: [x]"
    )
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, file="demo.yaml")
    assert caught.value.message.endswith(shown[1])
