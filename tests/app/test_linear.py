"""The form in plain lines: the same answers as on the screen, one line at a time."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsh_app import linear
from dsh_app.linear import LinearForm
from dsh_app.lines import InputEndedError, Lines
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.text import is_blank
from dsh_core.form import events
from dsh_core.form.drafts import is_multi, takes_note
from dsh_core.form.labels import display_labels
from dsh_core.form.plan_claim import claim_questions
from dsh_core.form.review import open_form
from dsh_core.form.state import Send
from dsh_core.questions.answers_json import answer_json
from dsh_core.questions.types import Answer, AnswerItem, Option, PlanReviewIntent, Question
from tests.core.form.batches import BATCH, batches, free, multi, play, single

ROOT = Path(__file__).resolve().parents[2]


def ask(questions: Sequence[Question], typed: str, language: str = "en") -> tuple[str | None, str]:
    """Ask with these lines as input: the answer's JSON (None: dismissed), and all prompts."""
    source, sink = _file(typed.encode()), _file(b"")
    try:
        lines = Lines(source, sink)
        answer: Answer | None = asyncio.run(LinearForm(questions, lines, Catalogue(language)).ask())
        return None if answer is None else answer_json(answer), _content(sink)
    finally:
        os.close(source)
        os.close(sink)


def _file(data: bytes) -> int:
    fd = os.memfd_create("lines")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _content(fd: int) -> str:
    size = os.lseek(fd, 0, os.SEEK_END)
    return os.pread(fd, size, 0).decode()


# -- the same answers as the full-screen form --------------------------------------


@dataclass(frozen=True)
class Decision:
    """What a person wants to say to one question."""

    rows: tuple[int, ...] = ()
    text: str = ""
    skip: bool = False
    note: bool = False
    """The text stands beside the one row."""

    def line(self, question: Question) -> str:
        if self.skip or not (self.rows or self.text):
            return ":s\n"
        numbers = " ".join(str(row + 1) for row in self.rows)
        if not self.text:
            return f"{numbers}\n"
        parts = []
        for part in self.text.split("\n"):
            bare = part.rstrip("\\")
            parts.append(bare + "\\" * 2 * (len(part) - len(bare)))
        whole = "\\\n".join(parts)
        return f"{numbers}={whole}\n"

    def happened(self, index: int) -> list[events.Event]:
        there: list[events.Event] = [events.GoTo(index)]
        if self.skip or not (self.rows or self.text):
            return [*there, events.ToggleSkip()]
        if self.note:
            note = (events.EnterNote(), events.Edited(self.text), events.CommitText())
            return [*there, events.MoveTo(self.rows[0]), *note]
        there.extend(events.Pick(row) for row in self.rows)
        if self.text:
            there.extend((events.EnterField(), events.Edited(self.text), events.CommitText()))
        return there


own_texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1, max_size=12
) | st.sampled_from(["1", ":s", "=", "\\", "a\\\\\nb\\", "1 2 = x", " x ", "x\n\ny", "中文"])


@st.composite
def decided(draw: st.DrawFn) -> tuple[tuple[Question, ...], tuple[Decision, ...]]:
    questions = draw(batches)
    decisions = []
    for question in questions:
        count = len(question.options or ())
        rows = draw(st.lists(st.integers(0, count - 1), unique=True)) if count else []
        text = draw(st.just("") | own_texts.filter(lambda text: not is_blank(text)))
        if not is_multi(question):
            rows = rows[:1] if takes_note(question) or not text else []
        note = bool(rows and text) and not is_multi(question)
        if claim_questions(questions) is not None:  # a plan under review is not skipped
            rows = rows if rows or text else [0]
            skip = False
        else:
            skip = draw(st.integers(0, 4)) == 0
        decisions.append(Decision(tuple(rows), text, skip=skip, note=note))
    return questions, tuple(decisions)


@given(decided())
@settings(max_examples=200)
def test_the_same_decisions_give_the_same_bytes(
    case: tuple[tuple[Question, ...], tuple[Decision, ...]],
) -> None:
    questions, decisions = case
    typed = "".join(d.line(q) for q, d in zip(questions, decisions, strict=True))
    happened = [event for at, d in enumerate(decisions) for event in d.happened(at)]
    _, effects = play(open_form(questions), [*happened, events.SendBatch()])
    sends = [effect.answer for effect in effects if isinstance(effect, Send)]
    assert ask(questions, typed)[0] == answer_json(sends[0])


# -- what can be typed --------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("2\n", '"selected":["In-memory"]'),
        (" 2 \r\n", '"selected":["In-memory"]'),
        ("in-MEMORY\n", '"selected":["In-memory"]'),
        ("=In-memory\n", '"selected":[],"custom":"In-memory"'),
        ("2 because\n", '"selected":[],"custom":"2 because"'),
        ("2 = because\n", '"selected":[],"custom":"In-memory\\n\\nNote: because"'),
        ("2=a\\\nb\n", '"selected":[],"custom":"In-memory\\n\\nNote: a\\nb"'),
        ("2 =\n", '"selected":["In-memory"]'),
        ("1 2 = x\n", '"selected":[],"custom":"1 2 = x"'),
        ("2 + 2 = x\n", '"selected":[],"custom":"2 + 2 = x"'),
        ("1,2\n", '"selected":[],"custom":"1,2"'),
        ("=2\n", '"selected":[],"custom":"2"'),
        ("a\\\nb\\\\\n", '"selected":[],"custom":"a\\nb\\\\"'),
        (":s\n", '"selected":[]'),
        (":skip\n", '"selected":[]'),
        ("2", '"selected":["In-memory"]'),
    ],
)
def test_one_answer(typed: str, item: str) -> None:
    questions = [single("Redis (Recommended)", "In-memory")]
    assert ask(questions, typed)[0] == f'{{"answers":[{{"id":"q",{item}}}]}}'


@pytest.mark.parametrize(
    ("labels", "typed", "selected"),
    [
        # The label itself, byte for byte.
        (("Postgres (Recommended)", "b"), "Postgres (Recommended)", "Postgres (Recommended)"),
        (("Yes (Recommended)", "Yes"), "Yes", "Yes"),
        (("yes", "Yes"), "Yes", "Yes"),
        (("b", " a", "a"), " a", " a"),
        (("b", "a"), " a\t", "a"),
        (("a", "a"), "a", "a"),
        (("a", "a"), "A", "a"),
        (("b", "a\\"), "a\\", "a\\"),
        # A label is before what another one reads.
        (("Yes (Recommended)", "Yes (1)", "Yes"), "Yes (1)", "Yes (1)"),
        # What is on the screen.
        (("Postgres (Recommended)", "b"), "postgres", "Postgres (Recommended)"),
        (("b", "Postgres （推荐）"), "Postgres (recommended)", "Postgres （推荐）"),
        (("b", "Postgres （推荐）"), "1. postgres (RECOMMENDED)", "Postgres （推荐）"),
        (("Yes (Recommended)", "Yes"), "yes (1)", "Yes (Recommended)"),
        (("Yes (Recommended)", "Yes"), "Yes (1) (recommended)", "Yes (Recommended)"),
        (("Yes (Recommended)", "Yes"), "2. Yes (2)", "Yes"),
        (("yes (Recommended)", "YES"), "yes", "yes (Recommended)"),
        (("a\nb  c", "d"), "A b c", "a\nb  c"),
        # A number is before all of it.
        (("b", "1"), "1", "b"),
    ],
)
@pytest.mark.parametrize("ask_for", [single, multi])
def test_an_option_by_its_words(
    ask_for: Callable[..., Question], labels: tuple[str, ...], typed: str, selected: str
) -> None:
    answer, _ = ask([ask_for(*labels, id="q")], f"{typed}\n")
    item = AnswerItem("q", (selected,))
    assert answer == answer_json(Answer((item,)))


@pytest.mark.parametrize("typed", ["YES", "Yes (recommended)", "3. Yes", "2. No", "=no"])
def test_what_no_option_reads_or_two_do_is_in_own_words(typed: str) -> None:
    answer, _ = ask([single("yes", "Yes", "no")], f"{typed}\n")
    item = AnswerItem("q", custom=typed.removeprefix("="))
    assert answer == answer_json(Answer((item,)))


def test_many_options_are_read_once_for_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question("many", "Which?", options=tuple(Option(f"No {at}") for at in range(50)))
    read = 0

    def counted(of: Question) -> tuple[str, ...]:
        nonlocal read
        read += 1
        return display_labels(of)

    monkeypatch.setattr(linear, "display_labels", counted)
    answer, _ = ask((question,), "no 49\n")
    assert answer == '{"answers":[{"id":"many","selected":["No 49"]}]}'
    assert read < 6


def test_the_mark_in_another_language() -> None:
    answer, shown = ask([single("Postgres (Recommended)", "b")], "postgres （推荐）\n", "zh")
    assert "1. Postgres （推荐）\n" in shown
    assert answer == '{"answers":[{"id":"q","selected":["Postgres (Recommended)"]}]}'


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("3 1\n", '"selected":["win","linux"]'),
        ("3, 1,\n", '"selected":["win","linux"]'),
        ("3 3\n", '"selected":["win"]'),
        ("1 = and BSD\n", '"selected":["linux"],"custom":"and BSD"'),
        ("BSD\n", '"selected":[],"custom":"BSD"'),
        ("mac\n", '"selected":["mac"]'),
        ("= 1\n", '"selected":[],"custom":"1"'),
        ("1 of them = x\n", '"selected":[],"custom":"1 of them = x"'),
    ],
)
def test_several_answers(typed: str, item: str) -> None:
    assert ask([multi("linux", "mac", "win")], typed)[0] == f'{{"answers":[{{"id":"m",{item}}}]}}'


def test_going_back_changing_and_keeping() -> None:
    answer, shown = ask(BATCH, "1\n:b\n\n2\n:b\n:b\n2\n\n3\n")
    assert answer is not None
    assert '"id":"q1","selected":["In-memory"]' in answer
    assert '"id":"q2","selected":["None"]' in answer
    assert "So far: Redis. An empty line keeps it." in shown


def test_a_note_goes_with_its_line() -> None:
    answer, shown = ask(BATCH, "2 = why\n:b\n1\n2\n3\n")
    assert answer is not None
    assert '"id":"q1","selected":["Redis"]}' in answer
    (so_far,) = [line for line in shown.split("\n") if line.startswith("So far: In-memory")]
    assert "Note: why" in so_far


def test_a_verdict_about_a_plan_takes_no_note() -> None:
    intent = PlanReviewIntent("Yes")
    plan = Question("p", "Go?", options=(Option("Yes"), Option("No")), intent=intent)
    answer, shown = ask([plan], "1 = but\n")
    assert answer == '{"answers":[{"id":"p","selected":[],"custom":"1 = but"}]}'
    assert "note" not in shown


@pytest.mark.parametrize("command", [":s", ":skip"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_plan_under_review_is_not_skipped(command: str, language: str) -> None:
    options = (Option("Yes"), Option("No"))
    plan = Question("p", "Go?", detail="1. a", options=options, intent=PlanReviewIntent("Yes"))
    answer, shown = ask([plan], f"{command}\n2\n", language)
    assert answer == '{"answers":[{"id":"p","selected":["No"]}]}'
    assert Catalogue(language).text("linear.no_skip") in shown
    _, shown = ask([plan], ":?\n1\n", language)
    assert ":s" not in shown
    assert ":x" in shown
    # Among other questions it is one of them, as in the form on screen.
    answer, shown = ask([plan, free()], f"{command}\nx\n", language)
    assert answer is not None
    assert answer.startswith('{"answers":[{"id":"p","selected":[]}')
    assert ":s" in shown


def test_a_gap_is_gone_back_to() -> None:
    answer, shown = ask(BATCH, ":n\n1\n1\n2\n\n\n")
    assert answer is not None
    assert '"id":"q1","selected":["In-memory"]' in answer
    assert "Please complete this question first." in shown


def test_nothing_is_no_answer() -> None:
    answer, shown = ask([free()], "\n  \n= \nx\n")
    assert answer == '{"answers":[{"id":"f","selected":[],"custom":"x"}]}'
    assert shown.count("Please select an option or enter a custom answer.") == 3


def test_what_does_not_exist_is_told() -> None:
    answer, shown = ask([single("a")], "0\n2\n:what\x1b[2J\n:b\n:?\n1\n")
    assert answer == '{"answers":[{"id":"q","selected":["a"]}]}'
    assert "There is no option 0." in shown
    assert "There is no option 2. To send it as your own words, type =2" in shown
    assert "There is no :what␛[2J" in shown
    assert "This is the first question." in shown
    assert "A number picks an option" in shown
    assert "\x1b" not in shown


def test_dismissing() -> None:
    assert ask(BATCH, ":x\n")[0] is None
    answer, shown = ask(BATCH, "1\n:x\nno\n:x\ny\n")
    assert answer is None
    assert shown.count("Dismiss? 1 answer will not be sent.") == 2


def test_the_end_of_the_input() -> None:
    with pytest.raises(InputEndedError):
        ask(BATCH, "1\n1\n")
    with pytest.raises(InputEndedError):
        ask([free()], "half\\\n")


def test_foreign_text_is_harmless_and_whole() -> None:
    question = Question("q", "Red\x1b[31m\u202e?", detail="a\x07\nb", options=None)
    _, shown = ask([question, single("\x9b1m", "[b]x")], "t\n1\n")
    assert "Red␛[31m⇄?" in shown
    assert "  a␇\n  b\n" in shown
    assert "1. ␦1m\n" in shown
    assert "2. [b]x\n" in shown
    assert not set(shown) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_another_language() -> None:
    answer, shown = ask([single("甲")], "1\n", "zh")
    assert answer == '{"answers":[{"id":"q","selected":["甲"]}]}'
    assert "问题：Which?" in shown


async def test_lines_come_as_they_come() -> None:
    source, sink = os.pipe()
    lines = Lines(source, None)
    lines.say("to nobody")
    os.write(sink, "ü".encode()[:1])
    reading = asyncio.ensure_future(lines.read())
    await asyncio.sleep(0.01)
    assert not reading.done()
    os.write(sink, "ü".encode()[1:] + b"\r\n\xff\nrest")
    assert await reading == "ü"
    assert await lines.read() == "\ufffd"
    os.close(sink)
    assert await lines.read() == "rest"
    with pytest.raises(InputEndedError):
        await lines.read()
    os.close(source)


def test_nothing_here_needs_textual() -> None:
    code = (
        "import sys, dsh_app.ask, dsh_app.linear, dsh_app.run_linear, dsh_app.presets\n"
        "print([name for name in ('textual', 'rich', 'pydantic') if name in sys.modules])"
    )
    path = os.pathsep.join((str(ROOT), str(ROOT / "widgets")))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=60,
    )
    assert done.stdout == "[]\n"
