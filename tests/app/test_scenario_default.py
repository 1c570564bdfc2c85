"""The default scenario, played through every branch by a person made of rules."""

from __future__ import annotations

from typing import Any

import pytest

from dsh_app.scenarios.load import Scenario, load_scenario
from dsh_core.session.events import PLAN_MODE, TOOL_RESULT
from dsh_core.session.transcript import fold
from tests.app.playing import (
    APPROVE,
    DISMISS,
    REFUSE,
    STOP,
    TALK,
    Playing,
    Reaction,
    feedback,
    play,
)

ANSWERS: dict[str, Any] = {
    "store": ["Redis (Recommended)"],
    "scope": (["A switch to turn it off", "A load test"], "tidy the imports"),
    "staleness": "30 s,\nnever on checkout {really} ☕",
}
ASKED = (
    '{"answers":[{"id":"store","selected":["Redis (Recommended)"]},'
    '{"id":"scope","selected":["A switch to turn it off","A load test"],'
    '"custom":"tidy the imports"},'
    '{"id":"staleness","selected":[],"custom":"30 s,\\nnever on checkout {really} ☕"}]}'
)
QUOTED = (
    "- Store: Redis (Recommended)\n"
    "- Scope: A switch to turn it off, A load test, tidy the imports\n"
    "- Staleness: 30 s,\nnever on checkout {really} ☕"
)
APPROVED = "Plan approved — plan mode exited; carry out the plan starting with your next step."
REFUSED = "Error: The user chose to keep planning; revise the plan and present it again."
DISCUSSED = (
    "Error: The user dismissed the plan review to speak instead; "
    "stay in plan mode, stop here, and wait for their message."
)
END = (
    "## Done\n\n"
    "Prices are read through a cache, 56 tests pass, and the switch is off until you turn it on.\n"
    "What I worked from, in your words:\n\n"
)
CLOSING = "The cache is in and the scenario is over. Start it again for another way through it."


@pytest.fixture
def scenario() -> Scenario:
    return load_scenario(instant=True)


async def through(scenario: Scenario, *reactions: Reaction, **options: Any) -> Playing:
    return await play(scenario, ANSWERS, *reactions, **options)


def verdicts(playing: Playing) -> list[str]:
    return playing.results_of("exit_plan_mode")


async def test_approved_at_once(scenario: Scenario) -> None:
    playing = await through(scenario, APPROVE)
    assert playing.results_of("ask_user_question") == [ASKED]
    assert verdicts(playing) == [APPROVED]
    assert playing.says[-1].endswith(END + QUOTED)
    assert playing.ends == [{"kind": "completed"}]
    assert QUOTED in playing.plans[0]


async def test_work_is_shown_and_one_tool_needs_leave(scenario: Scenario) -> None:
    playing = await through(scenario, APPROVE)
    tools = [tool for tool, _text in playing.results]
    assert tools == [
        *("read_file", "query_metrics", "ask_user_question", "exit_plan_mode"),
        *("write_file", "edit_file", "run_tests", "edit_file", "run_tests", "shell"),
    ]
    assert playing.results_of("run_tests")[0].startswith("Error: 1 failed, 5 passed")
    assert playing.results_of("shell")[0].startswith("replayed 96,000 requests")
    types = [event.type for event in playing.events]
    assert types.count("approval/asked") == types.count("approval/decided") == 1


async def test_plan_mode_ends_with_the_approval(scenario: Scenario) -> None:
    playing = await through(scenario, APPROVE)
    modes = [event.data["active"] for event in playing.events if event.type == PLAN_MODE]
    assert modes == [True, False]


async def test_feedback_then_approved(scenario: Scenario) -> None:
    words = "No Redis {please}.\nUse memcached."
    playing = await through(scenario, feedback(words), APPROVE)
    assert verdicts(playing) == [
        f"Error: The user chose to keep planning; their feedback: {words}",
        APPROVED,
    ]
    assert f"## What you said about the last version\n\n{words}\n\n## Steps" in playing.plans[1]
    assert playing.says[-1].endswith(END + QUOTED)


async def test_feedback_as_often_as_it_comes(scenario: Scenario) -> None:
    playing = await through(scenario, *map(feedback, ["one", "two", "three"]), APPROVE)
    assert len(verdicts(playing)) == 4
    for word, plan in zip(["one", "two", "three"], playing.plans[1:], strict=True):
        assert f"## What you said about the last version\n\n{word}\n" in plan


async def test_refused_makes_it_smaller(scenario: Scenario) -> None:
    playing = await through(scenario, REFUSE, REFUSE, APPROVE)
    assert verdicts(playing) == [REFUSED, REFUSED, APPROVED]
    assert playing.plans[1].startswith("# Cache prices, turned off by default\n")
    assert "(A switch to turn it off, A load test, tidy the imports)" in playing.plans[1]
    assert playing.plans[1] == playing.plans[2]


async def test_discussed_stops_waits_and_presents_again(scenario: Scenario) -> None:
    words = "What about {cold} starts?"
    playing = await through(scenario, DISMISS, APPROVE, words=[words])
    assert verdicts(playing) == [DISCUSSED, APPROVED]
    assert playing.ends == [{"kind": "completed"}] * 2
    assert f'You said: "{words}".' in playing.says[-5]
    assert f"> {words}\n" in playing.plans[1]
    first_turn = [e.type for e in playing.events].index("turn/end")
    assert len([e for e in playing.events[:first_turn] if e.type == TOOL_RESULT]) == 4
    assert playing.says[-1].endswith(END + QUOTED)


async def test_discussed_with_words_goes_on_in_the_same_turn(scenario: Scenario) -> None:
    playing = await through(scenario, f"{TALK}Colder, {{please}}.", APPROVE)
    assert verdicts(playing) == [DISCUSSED, APPROVED]
    assert playing.ends == [{"kind": "completed"}]
    assert "I stop here" not in "".join(playing.says)
    assert "> Colder, {please}.\n" in playing.plans[1]
    assert playing.says[-1].endswith(END + QUOTED)


async def test_questions_answered_with_a_message(scenario: Scenario) -> None:
    playing = await play(scenario, f"{TALK}You choose.", APPROVE)
    assert playing.ends == [{"kind": "completed"}]
    assert 'Understood: "You choose."' in "".join(playing.says)
    assert "No form, then" not in "".join(playing.says)


async def test_all_skipped(scenario: Scenario) -> None:
    playing = await play(scenario, {}, APPROVE)
    assert playing.results_of("ask_user_question") == [
        '{"answers":[{"id":"store","selected":[]},{"id":"scope","selected":[]},'
        '{"id":"staleness","selected":[]}]}'
    ]
    assert any(text.startswith("You skipped all three") for text in playing.says)
    assert playing.says[-1].endswith("- Store: skipped\n- Scope: skipped\n- Staleness: skipped")


async def test_questions_dismissed(scenario: Scenario) -> None:
    playing = await play(scenario, DISMISS, APPROVE, words=["Just do it."])
    assert playing.results_of("ask_user_question") == [
        "Error: the user cancelled ask_user_question"
    ]
    assert 'Understood: "Just do it."' in "".join(playing.says)
    assert playing.says[-1].endswith(
        "- Store: not answered\n- Scope: not answered\n- Staleness: not answered"
    )


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        pytest.param(
            {"store": ["In each process"]}, "**In each process** rather than Redis", id="picked"
        ),
        pytest.param({"store": "etcd"}, 'for the store: "etcd"', id="typed"),
        pytest.param({"staleness": "a day"}, "You left the store to me.", id="skipped-one"),
        pytest.param(
            {"scope": (["A load test"], "and docs")},
            'In scope: A load test; and in your own words: "and docs".',
            id="picked-and-typed",
        ),
        pytest.param({"scope": "all of it"}, 'in your own words: "all of it".', id="typed-scope"),
        pytest.param({"store": ["In each process"]}, "assume that a minute is fine", id="no-text"),
    ],
)
async def test_each_answer_has_its_own_prose(
    scenario: Scenario, answers: Reaction, said: str
) -> None:
    playing = await play(scenario, answers, APPROVE)
    assert said in "\n".join(playing.says)


async def test_no_leave_for_the_load_test(scenario: Scenario) -> None:
    playing = await through(scenario, APPROVE, leave="rejected")
    assert playing.results_of("shell") == ['Error: the user rejected tool "shell"']
    assert "No load test, then." in playing.says[-1]
    playing = await through(scenario, APPROVE, leave=None)
    assert playing.results_of("shell") == ['Error: approval for tool "shell" was cancelled']
    assert "The load test did not run (Error: approval" in playing.says[-1]


async def test_stopped_at_the_form_it_asks_again(scenario: Scenario) -> None:
    playing = await play(scenario, STOP, ANSWERS, APPROVE, words=["go on"])
    assert playing.results_of("ask_user_question") == [
        "Error: ask_user_question was aborted before the user answered",
        ASKED,
    ]
    assert playing.ends == [
        {"kind": "aborted", "reason": {"kind": "user"}},
        {"kind": "completed"},
    ]


async def test_after_the_end_there_is_one_answer(scenario: Scenario) -> None:
    playing = await through(scenario, APPROVE, words=["and now?", "hello?"])
    assert playing.says[-2:] == [CLOSING, CLOSING]


async def test_plan_mode_switched_off_by_the_person_does_not_stop_it(scenario: Scenario) -> None:
    playing = Playing(scenario, [ANSWERS])
    react = playing._react

    def leaving(pending: Any) -> None:
        assert playing.source.plan is not None
        playing.source.plan.set(playing.source.agent, False)
        react(pending)

    playing._react = leaving  # type: ignore[method-assign]
    await playing.run()
    assert verdicts(playing) == ["Error: exit_plan_mode is only available in plan mode"]
    assert playing.says[-1].endswith(END + QUOTED)


async def test_its_transcript_folds(scenario: Scenario) -> None:
    playing = await through(scenario, feedback("more"), APPROVE)
    kinds = {type(entry).__name__ for entry in fold(playing.events)}
    assert {"UserEntry", "AssistantEntry", "ToolEntry", "PlanModeEntry"} <= kinds
