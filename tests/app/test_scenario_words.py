"""Conditions and templates over a conversation, without playing anything."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsh_app.scenarios.conditions import read_condition
from dsh_app.scenarios.errors import ScenarioError
from dsh_app.scenarios.templates import read_template
from dsh_app.scenarios.tree import Item
from dsh_core.models.script import Facts, PastCall

CANCELLED = "Error: the user cancelled ask_user_question"
ABORTED = "Error: ask_user_question was aborted before the user answered"
DISCUSSED = (
    "Error: The user dismissed the plan review to speak instead; "
    "stay in plan mode, stop here, and wait for their message."
)
REFUSED = "Error: The user chose to keep planning; revise the plan and present it again."
FEEDBACK = "Error: The user chose to keep planning; their feedback: "


def item(value: str | list[str]) -> Item:
    if isinstance(value, str):
        return Item("x.yaml", 1, scalar=value)
    return Item("x.yaml", 1, elements=[item(each) for each in value])


def asked(*ids: str, text: str, is_error: bool = False) -> PastCall:
    arguments = {"questions": [{"id": each, "question": "?"} for each in ids]}
    return PastCall("c", "ask_user_question", arguments, text, is_error)


def answered(**answers: tuple[list[str], str | None]) -> PastCall:
    items = []
    for name, (selected, custom) in answers.items():
        items.append({"id": name, "selected": selected})
        if custom is not None:
            items[-1]["custom"] = custom
    return asked(*answers, text=json.dumps({"answers": items}))


def planned(text: str, *, is_error: bool = True) -> PastCall:
    return PastCall("c", "exit_plan_mode", {"plan": "# P"}, text, is_error)


def ran(text: str, *, is_error: bool = False) -> PastCall:
    return PastCall("c", "shell", {}, text, is_error)


CHOSE = answered(db=(["SQLite", "Redis"], None), name=([], "Lantern light"), rest=([], None))
SKIPPED = answered(db=([], None), name=([], None))
CASES: dict[str, tuple[list[PastCall], set[str]]] = {
    "answers": ([CHOSE], {"picked", "typed"}),
    "skips": ([SKIPPED], {"skipped"}),
    "no-answers": ([answered()], set()),
    "not-json": ([asked("db", text="oops")], set()),
    "not-an-object": ([asked("db", text="[1]")], set()),
    "odd-items": ([asked("db", text='{"answers":[1,{"id":2},{"id":"db"}]}')], {"skipped"}),
    "cancelled": ([asked("db", text=CANCELLED, is_error=True)], {"dismissed"}),
    "aborted": ([asked("db", text=ABORTED, is_error=True)], set()),
    "aborted-later": ([asked("db", text="Error: tool call aborted", is_error=True)], set()),
    "no-provider": ([asked("db", text="Error: none", is_error=True)], {"failed"}),
    "approved": ([planned("Plan approved", is_error=False)], {"approved"}),
    "refused": ([planned(REFUSED)], {"refused"}),
    "feedback": ([planned(f"{FEEDBACK}no")], {"feedback"}),
    "discussed": ([planned(DISCUSSED)], {"dismissed"}),
    "not-in-plan-mode": ([planned("Error: only in plan mode")], {"failed"}),
    "tool": ([ran("fine")], set()),
    "tool-failed": ([ran("Error: exit 1", is_error=True)], {"failed"}),
    "tool-refused": ([ran('Error: the user rejected tool "shell"', is_error=True)], {"refused"}),
    # What a tool says is not taken for what a person did.
    "tool-quotes-feedback": ([ran(f"{FEEDBACK}x", is_error=True)], {"failed"}),
    "tool-quotes-answers": ([ran(CHOSE.text)], set()),
    "nothing": ([], set()),
    "only-the-last": ([CHOSE, ran("fine")], set()),
}
WORDS = ["picked", "typed", "skipped", "dismissed", "approved", "refused", "feedback", "failed"]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("case", list(CASES))
def test_each_word_holds_exactly_where_it_should(case: str, word: str) -> None:
    calls, holding = CASES[case]
    facts = Facts(tuple(calls))
    assert read_condition(item(word), [])(facts) is (word in holding)
    assert read_condition(item(f"not {word}"), [])(facts) is (word not in holding)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("picked db", True),
        ("picked name", False),
        ("typed name", True),
        ("skipped rest", True),
        ("skipped db", False),
        ("dismissed db", False),
        ("picked db = SQLite", True),
        ("picked db = Redis", True),
        ("picked db = sqlite", False),
        ("picked db = SQL", False),
        ("picked db ~ sql", True),
        ("picked = Redis", False),
        ("typed name=Lantern light", True),
        ("typed name ~ LIGHT", True),
        ("typed name ~ dark", False),
        ("typed ~ light", False),
        ("  not   typed   name  ~  dark  ", True),
        ("picked later", False),
    ],
)
def test_a_question_is_looked_up_however_long_ago(condition: str, holds: bool) -> None:
    facts = Facts((CHOSE, ran("x"), planned(REFUSED)))
    assert read_condition(item(condition), [])(facts) is holds


def test_without_a_question_any_answer_of_the_last_result_will_do() -> None:
    facts = Facts((CHOSE,))
    assert read_condition(item("picked = Redis"), [])(facts)
    assert read_condition(item("typed ~ light"), [])(facts)
    assert not read_condition(item("picked = Postgres"), [])(facts)


def test_the_newest_time_counts() -> None:
    facts = Facts((CHOSE, asked("db", text=CANCELLED, is_error=True), ran("x")))
    assert not read_condition(item("picked db"), [])(facts)
    assert read_condition(item("dismissed db"), [])(facts)
    assert read_condition(item("typed name"), [])(facts)


def test_ids_may_have_spaces_and_values_may_have_anything() -> None:
    call = answered(**{"which db?": (["a = b ~ c"], None)})
    references: list[object] = []
    condition = read_condition(item("picked which db? = a = b ~ c"), references)  # type: ignore[arg-type]
    assert condition(Facts((call,)))
    assert [getattr(each, "question", None) for each in references] == ["which db?"]


def test_a_list_holds_when_all_of_it_does() -> None:
    facts = Facts((CHOSE,), "use Redis please")
    assert read_condition(item(["picked db", "said ~ redis"]), [])(facts)
    assert not read_condition(item(["picked db", "said = redis"]), [])(facts)
    assert not read_condition(item("said"), [])(Facts())
    assert read_condition(item("not spoke"), [])(facts)
    assert read_condition(item("spoke"), [])(Facts(spoke=True))


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{answers.db}", "SQLite, Redis"),
        ("{answers.name}", "Lantern light"),
        ("{answers.both}", "Docs, and {braces}"),
        ("{answers.rest}", "skipped"),
        ("{answers.never}", "not answered"),
        ("{picked.both}|{typed.both}", "Docs|and {braces}"),
        ("{picked.rest}|{typed.rest}|{typed.never}|{picked.never}", "|||"),
        ("{{answers.db}} {{{answers.db}}}", "{answers.db} {SQLite, Redis}"),
        ("{feedback}", "shorter,\nplease {x}"),
        ("{message}", "hi {there}"),
        ("{result}", f"{FEEDBACK}shorter,\nplease {{x}}"),
        (
            "{answers}",
            "- db: SQLite, Redis\n- name: Lantern light\n- rest: skipped\n"
            "- both: Docs, and {braces}",
        ),
        ("plain\n\n", "plain"),
    ],
)
def test_templates(template: str, text: str) -> None:
    both = answered(both=(["Docs"], "and {braces}"))
    facts = Facts((CHOSE, both, planned(f"{FEEDBACK}shorter,\nplease {{x}}")), "hi {there}")
    assert read_template(item(template), [])(facts) == text


def test_templates_before_anything_happened() -> None:
    facts = Facts()
    text = read_template(item("[{feedback}{message}{result}{answers}]"), [])(facts)
    assert text == "[]"
    cancelled = Facts((asked("db", text=CANCELLED, is_error=True),))
    assert read_template(item("{answers.db}"), [])(cancelled) == "not answered"


@given(st.text(min_size=1))
def test_doubled_braces_are_the_text_itself(text: str) -> None:
    if not text.strip():
        return
    escaped = text.replace("{", "{{").replace("}", "}}")
    assert read_template(item(escaped), [])(Facts()) == text.rstrip("\n")


@given(st.text(alphabet="{}answers.db x", min_size=1, max_size=30))
def test_a_template_is_read_or_refused(text: str) -> None:
    try:
        found = read_template(item(text), [])(Facts())
    except ScenarioError as error:
        found = error.message
        refused = found.startswith("x.yaml:1: expected")
        assert refused
    assert isinstance(found, str)
