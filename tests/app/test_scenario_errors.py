"""Scenarios that cannot be used: one line that says where, what was expected, what is there."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_app.scenarios.errors import ScenarioError
from dsh_app.scenarios.load import load_scenario, parse_scenario, scenario_path

SAY = "steps:\n  - say: hi\n"


def problem(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, file="x.yaml")
    message = caught.value.message
    assert "\n" not in message
    assert caught.value.code == "BAD_SCENARIO"
    return message


def steps(*lines: str) -> str:
    return "steps:\n" + "\n".join(f"  {line}" for line in lines) + "\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "x.yaml: expected a scenario, got an empty file", id="empty"),
        pytest.param("# nothing\n", "x.yaml: expected a scenario, got an empty file", id="comment"),
        pytest.param("~", "x.yaml: expected a scenario, got an empty file", id="null"),
        pytest.param(
            "- say: hi",
            "x.yaml:1: expected a scenario (a mapping with steps), got a list",
            id="list",
        ),
        pytest.param(
            "title: x", "x.yaml:1: expected the key 'steps', got only 'title'", id="no-steps"
        ),
        pytest.param(
            "steps: []", "x.yaml:1: steps: expected a list of steps, got an empty list", id="none"
        ),
        pytest.param(
            "steps: hello",
            'x.yaml:1: steps: expected a list of steps, got "hello"',
            id="steps-text",
        ),
        pytest.param(
            SAY + "speeed: 3\n",
            "x.yaml:3: expected title, about, prompt, plan_mode, speed, chunk, closing or steps, "
            "got the unknown key 'speeed' (did you mean 'speed'?)",
            id="unknown-key",
        ),
        pytest.param(
            SAY + "speed: fast\n",
            'x.yaml:3: speed: expected characters a second, 0 or more, got "fast"',
            id="speed-text",
        ),
        pytest.param(
            SAY + "speed: -1\n",
            "x.yaml:3: speed: expected characters a second, 0 or more, got -1",
            id="speed-negative",
        ),
        pytest.param(
            SAY + "chunk: 0\n",
            "x.yaml:3: chunk: expected a whole number of characters, 1 or more, got 0",
            id="chunk",
        ),
        pytest.param(
            SAY + "chunk: 1.5\n",
            "x.yaml:3: chunk: expected a whole number of characters, 1 or more, got 1.5",
            id="chunk-part",
        ),
        pytest.param(
            SAY + "plan_mode: maybe\n",
            'x.yaml:3: plan_mode: expected on or off, got "maybe"',
            id="plan-mode",
        ),
        pytest.param(
            SAY + "title:\n", "x.yaml:3: title: expected text, got nothing", id="null-text"
        ),
        pytest.param(
            SAY + "title: ''\n",
            "x.yaml:3: title: expected text that is not blank, got an empty text",
            id="blank-text",
        ),
        pytest.param(
            steps("- say: [a]"),
            "x.yaml:2: steps[0].say: expected text, or text with speed and chunk, got a list",
            id="say-list",
        ),
        pytest.param(
            steps("- say: a", "- go on"),
            "x.yaml:3: steps[1]: expected a step (a mapping, or one of the words wait and end), "
            "got \"go on\" (did you mean 'goto'?)",
            id="bare-word",
        ),
        pytest.param(
            steps("- say: a", "  think: b"),
            "x.yaml:2: steps[0]: expected one of say, think, ask, plan, run, call, together, "
            "human, pause, goto, cases or fail, got 'say' and 'think'",
            id="two-verbs",
        ),
        pytest.param(
            steps("- ask: []"),
            "x.yaml:2: steps[0].ask: expected a list of questions, got an empty list",
            id="ask-empty",
        ),
        pytest.param(
            steps("- ask:", "    - id: a", "      question: A?", "      option: [x]"),
            "x.yaml:5: steps[0].ask[0]: expected id, question, header, options or multi_select, "
            "got the unknown key 'option' (did you mean 'options'?)",
            id="ask-key",
        ),
        pytest.param(
            steps("- ask:", "    - {id: a}"),
            "x.yaml:3: steps[0].ask[0]: expected the key 'question', got only 'id'",
            id="ask-no-question",
        ),
        pytest.param(
            steps("- ask:", "    - {id: a, question: A?}", "    - {id: a, question: B?}"),
            "x.yaml:4: steps[0].ask[1].id: expected each id once, got 'a' again",
            id="ask-same-id",
        ),
        pytest.param(
            steps("- ask:", "    - {id: a, question: A?, options: [{text: x}]}"),
            "x.yaml:3: steps[0].ask[0].options[0]: expected label or description, "
            "got the unknown key 'text'",
            id="option-key",
        ),
        pytest.param(
            steps("- ask:", "    - {id: a, question: A?, multi_select: often}"),
            'x.yaml:3: steps[0].ask[0].multi_select: expected true or false, got "often"',
            id="multi-select",
        ),
        pytest.param(
            steps("- plan: just do it"),
            "x.yaml:2: steps[0].plan: expected a plan that starts with a # heading, "
            'got "just do it"',
            id="plan",
        ),
        pytest.param(
            steps("- run: {output: x}"),
            "x.yaml:2: steps[0].run: expected the key 'tool', got only 'output'",
            id="run-no-tool",
        ),
        pytest.param(
            steps("- run: {tool: exit_plan_mode}"),
            "x.yaml:2: steps[0].run.tool: expected a played tool, got 'exit_plan_mode' "
            "(use ask or plan)",
            id="run-real-tool",
        ),
        pytest.param(
            steps("- run: {tool: a, seconds: soon}"),
            'x.yaml:2: steps[0].run.seconds: expected seconds, 0 or more, got "soon"',
            id="run-seconds",
        ),
        pytest.param(
            steps("- together:", "    - say: hi"),
            "x.yaml:3: steps[0].together[0]: expected ask, plan, run or call, "
            "got the unknown key 'say'",
            id="together",
        ),
        pytest.param(
            steps("- label: top", "- wait", "- goto: topp"),
            "x.yaml:4: steps[2].goto: expected 'top', got 'topp' (did you mean 'top'?)",
            id="goto",
        ),
        pytest.param(
            steps("- goto: top"),
            "x.yaml:2: steps[0].goto: expected a label, got 'top'",
            id="no-labels",
        ),
        pytest.param(
            steps("- label: a", "- wait", "- label: a", "  say: hi"),
            "x.yaml:4: steps[2].label: expected each label once, got 'a' again",
            id="same-label",
        ),
        pytest.param(
            "steps:\n\t- end\n",
            "x.yaml:2: expected YAML, got: found character that cannot start any token "
            "(a tab; indent with blanks)",
            id="tab",
        ),
        pytest.param(
            steps("- say: a", "- say: @home"),
            "x.yaml:3: expected YAML, got: found character that cannot start any token "
            "('@'; quote the text)",
            id="at-sign",
        ),
        pytest.param(
            steps("- say: Note: this"),
            "x.yaml:2: expected YAML, got: mapping values are not allowed in this context "
            "(quote a text that holds ': ')",
            id="colon",
        ),
        pytest.param(
            steps('- say: "hi', "- end"),
            "x.yaml:4: expected YAML, got: found unexpected end of stream "
            "(the quotes in line 2 are never closed)",
            id="open-quotes",
        ),
        pytest.param(
            steps("- run: {tool: t, arguments: [1]}"),
            "x.yaml:2: steps[0].run.arguments: expected a mapping of arguments, got a list",
            id="run-list",
        ),
        pytest.param(
            steps("- wiat"),
            "x.yaml:2: steps[0]: expected a step (a mapping, or one of the words wait and end), "
            "got \"wiat\" (did you mean 'wait'?)",
            id="step-typo",
        ),
        pytest.param(
            steps("- cases:", "    - then: [end]", "    - else: [end]"),
            "x.yaml:3: steps[0].cases[0]: expected when and then, or else, got only 'then'",
            id="case-without-when",
        ),
        pytest.param(
            steps("- when: said == hi", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected one '=', got '=='",
            id="double-equals",
        ),
        pytest.param(
            steps("- label: a", "- say: hi", "- goto: a"),
            "x.yaml:4: steps[2].goto: expected a call or wait on the way round, got a loop without",
            id="loop",
        ),
        pytest.param(
            steps("- label: a", "- when: said", "  then: [{goto: a}]"),
            "x.yaml:4: steps[1].then[0].goto: expected a call or wait on the way round, "
            "got a loop without",
            id="loop-in-branch",
        ),
        pytest.param(
            steps("- when: said", "  else: [end]"),
            "x.yaml:2: steps[0].when: expected then beside when, got none",
            id="no-then",
        ),
        pytest.param(
            steps("- cases:", "    - else: [end]", "    - when: said", "      then: [end]"),
            "x.yaml:3: steps[0].cases[0]: expected else alone in the last case, got it elsewhere",
            id="early-else",
        ),
        pytest.param(
            steps("- when: picke", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected picked, typed, skipped, dismissed, approved, "
            "refused, feedback, failed, said or spoke, got 'picke' (did you mean 'picked'?)",
            id="condition-word",
        ),
        pytest.param(
            steps("- when: approved db", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected no question after 'approved', got 'db'",
            id="condition-question",
        ),
        pytest.param(
            steps("- when: failed = x", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected no value after 'failed', got 'x'",
            id="condition-value",
        ),
        pytest.param(
            steps("- when: said =", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected a value after '=', got nothing",
            id="condition-no-value",
        ),
        pytest.param(
            steps("- when: picked db", "  then: [end]"),
            "x.yaml:2: steps[0].when: expected the id of a question, got 'db'",
            id="condition-unknown-question",
        ),
        pytest.param(
            steps("- ask: [{id: base, question: A?}]", "- say: '{answers.bsae}'"),
            "x.yaml:3: steps[1].say: expected the id of a question, got 'bsae' "
            "(did you mean 'base'?)",
            id="template-unknown-question",
        ),
        pytest.param(
            steps("- say: a } b"),
            "x.yaml:2: steps[0].say: expected a template, got a lone '}' (write '}}')",
            id="template-brace",
        ),
        pytest.param(
            steps("- say: '{answer.db}'"),
            "x.yaml:2: steps[0].say: expected one of answers, feedback, message, result, "
            "answers.<question id>, picked.<question id> or typed.<question id> between braces, "
            "got {answer.db} (did you mean 'answers'?) (write {{ and }} for braces)",
            id="template-name",
        ),
        pytest.param("a: [", "x.yaml:2: expected YAML, got: ", id="not-yaml"),
        pytest.param(
            SAY + SAY, "x.yaml:3: expected each key once, got 'steps' again", id="same-key"
        ),
        pytest.param(
            f"{SAY}---\n{SAY}", "x.yaml:3: expected one document, got a second one", id="documents"
        ),
        pytest.param(
            "steps: !!python/name:os.system []",
            "x.yaml:1: expected a plain value, got the tag tag:yaml.org,2002:python/name:os.system",
            id="tag",
        ),
        pytest.param(
            "a: &a [x]\nsteps: *a\n",
            "x.yaml:2: expected a plain value, got the alias *a",
            id="alias",
        ),
        pytest.param(
            "? [a]\n: b\n", "x.yaml:1: expected a key, got a list or mapping", id="list-key"
        ),
        pytest.param('title: "\x1b"\n', "x.yaml:1: expected YAML, got: ", id="control"),
        pytest.param(
            steps("- say: '" + "x" * 99 + "{'"),
            "x.yaml:2: steps[0].say: expected a template, got a lone '{' (write '{{')",
            id="long",
        ),
    ],
)
def test_one_line_says_where_and_what(text: str, message: str) -> None:
    found = problem(text)
    assert found.startswith(message) if message.count("got:") else found == message


@pytest.mark.parametrize("levels", [33, 100, 100_000])
@pytest.mark.parametrize("opening", ["[", "{a: "], ids=["lists", "mappings"])
def test_deep_nesting_is_refused_at_once(levels: int, opening: str) -> None:
    # The parser below has a limit of its own, which it may reach first.
    assert re.search("at most 32 levels|nesting depth", problem(opening * levels))


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [*{last}, *{last}]\n"
        for last, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert problem(bomb) == "x.yaml:2: b: expected a plain value, got the alias *a"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    def refused(path: Path | str) -> str:
        with pytest.raises(ScenarioError) as caught:
            load_scenario(path)
        assert "\n" not in caught.value.message
        return caught.value.message

    missing = refused(tmp_path / "none.yaml")
    assert missing.startswith(f"{tmp_path}/none.yaml: expected a file or one of approval, ")
    assert missing.endswith("; there is no such file")
    assert refused("no_such_scenario").startswith("no_such_scenario: expected a file or one of")
    assert refused(tmp_path) == f"{tmp_path}: expected a file, got a directory"
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"title: x\nabout: caf\xe9\n")
    assert refused(latin) == f"{latin}:2: expected UTF-8 text, got the byte 0xe9"
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * ((1 << 20) + 1))
    assert refused(large) == f"{large}: expected at most 1048576 bytes, got more"
    assert "expected a readable file, got: " in refused("a\0b")


def read_or_refused(text: str) -> None:
    try:
        parse_scenario(text, file="x.yaml")
    except ScenarioError as error:
        message = error.message
        assert message.startswith("x.yaml")
        assert "\n" not in message


@given(st.text(alphabet="-:[]{}&*!|>'\"#\n \tsayteplnw~\x00\ud800é", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    read_or_refused(text)
    read_or_refused(f"steps:\n  - say: hi\n{text}")


SHIPPED = scenario_path("default").read_text(encoding="utf-8")


@given(st.data())
def test_a_damaged_file_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SHIPPED)))
    end = min(len(SHIPPED), start + data.draw(st.integers(0, 40)))
    put = data.draw(st.sampled_from(["", "x", "- ", ": ", "{", "}", "[", "\n", "  ", '"', "\0"]))
    read_or_refused(SHIPPED[:start] + put + SHIPPED[end:])


def test_a_long_file_takes_as_long_as_it_is() -> None:
    """Looking for endless rounds must not look at each step from each step."""

    def seconds(count: int) -> float:
        text = "steps:\n" + "- say: x\n" * count
        began = time.process_time()
        assert len(parse_scenario(text, file="x.yaml").script.instructions) == count
        return time.process_time() - began

    short = max(seconds(4_000), seconds(4_000))
    assert seconds(16_000) < 10 * short
