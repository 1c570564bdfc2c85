"""The form in plain lines: for screen readers, logs, pipes and the dumbest terminal.

The same drafts, rules and answers as on the full screen, walked through one question after the
other. One line is one answer; nothing here needs textual.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dsh_app.lines import Lines
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line, sanitise
from dsh_core.base.text import is_blank
from dsh_core.form import sequential
from dsh_core.form.answers import build_item
from dsh_core.form.drafts import holds_something, is_answered, is_multi, takes_note
from dsh_core.form.events import Delivered
from dsh_core.form.labels import display_labels, display_order, is_recommended
from dsh_core.form.plan_claim import claim_questions
from dsh_core.form.state import Dismiss, FormState, Send
from dsh_core.questions.types import Answer, AnswerItem, Question

__all__ = ["LinearForm", "indented"]

_NUMBER: Final = r"[0-9]{1,9}"
_ONE: Final = re.compile(rf"\s*{_NUMBER}\s*")
_SEVERAL: Final = re.compile(rf"[\s,]*{_NUMBER}(?:[\s,]+{_NUMBER})*[\s,]*")
_OWN: Final = "="
_COMMAND: Final = re.compile(r":(\S*)\s*")


@dataclass(frozen=True, slots=True)
class _Reply:
    """What a line says about a question: rows chosen, a text, or both; None for absent.

    Beside rows the text is own words where several may be chosen, and else a note.
    """

    rows: tuple[int, ...] | None = None
    text: str | None = None


class LinearForm:
    """One batch of questions, asked in lines.

    Args:
        questions: The batch.
        lines: Where it is asked.
        catalogue: The language.
    """

    def __init__(self, questions: Sequence[Question], lines: Lines, catalogue: Catalogue) -> None:
        self._lines = lines
        self._catalogue = catalogue
        self._state = sequential.open_form(questions)
        self._is_review = claim_questions(questions) is not None
        self._sent: Answer | None = None
        self._dismissed = False

    async def ask(self) -> Answer | None:
        """Ask until the batch is sent or dismissed.

        Returns:
            The answer; None if it was dismissed.

        Raises:
            InputEndedError: If the input ends before.
        """
        shown: FormState | None = None
        while self._sent is None and not self._dismissed:
            state = self._state
            if shown is None or shown.index != state.index:
                self._show()
            if state is not shown:
                self._show_error()
            shown = state
            await self._line()
        return self._sent

    # -- showing ------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> None:
        self._lines.say(self._catalogue.text(key, **values))

    def _show(self) -> None:
        state, question = self._state, self._state.question
        count = len(state.questions)
        key = "linear.place" if count > 1 else "linear.single"
        words = sanitise(question.question)
        self._lines.say("")
        self._say(key, place=state.index + 1, total=count, question=words)
        if question.detail:
            self._lines.say(indented(question.detail))
        words_of = _words(question, self._catalogue.text("linear.recommended"))
        for row, at in enumerate(display_order(question), start=1):
            self._lines.say(f"  {row}. {words_of[at]}")
            description = (question.options or ())[at].description
            if description:
                self._lines.say(indented(description, "     "))
        self._say("linear.how_plan" if self._is_review else f"linear.how_{_kind(question)}")
        draft = state.draft
        if draft.skipped or is_answered(draft):
            self._say("linear.current", answer=self._item_text(build_item(question, draft)))

    def _show_error(self) -> None:
        error = self._state.error
        if error is not None:
            values = dict(error.values)
            text = self._catalogue.text(error.key, **values) if error.key else sanitise(error.text)
            self._lines.say(text)

    def _item_text(self, item: AnswerItem) -> str:
        parts = [*item.selected, *([] if item.custom is None else [item.custom])]
        return one_line(", ".join(parts)) or self._catalogue.text("linear.skipped")

    # -- reading ------------------------------------------------------------------

    async def _line(self) -> None:
        self._lines.say("> ", end="")
        line = await self._lines.read()
        command = _COMMAND.fullmatch(line)
        if command is not None:
            await self._command(command[1])
        elif is_blank(line):
            self._keep()
        else:
            await self._answer(line)

    async def _command(self, name: str) -> None:
        match name:
            case "s" | "skip" if self._is_review:
                self._say("linear.no_skip")
            case "s" | "skip":
                index = self._state.index
                self._update(sequential.SkipQuestion())
                self._tell_answer(index)
            case "b" | "back":
                if self._state.index:
                    self._update(sequential.Previous())
                else:
                    self._say("linear.first")
            case "n" | "next":
                self._update(sequential.Next())
            case "x" | "dismiss":
                await self._dismiss()
            case "?" | "help":
                self._say("linear.help_plan" if self._is_review else "linear.help")
            case _:
                self._say("linear.no_command", command=one_line(f":{name}"))

    def _keep(self) -> None:
        """An empty line: what there is stands, and if there is nothing it says so."""
        if self._state.draft.skipped:
            self._update(sequential.SkipQuestion())
        else:
            self._update(sequential.EnterInField())

    async def _dismiss(self) -> None:
        lost = sum(map(holds_something, self._state.drafts))
        if lost:
            key = "linear.confirm_one" if lost == 1 else "linear.confirm"
            self._lines.say(self._catalogue.text(key, count=lost), end="")
            if (await self._lines.read()).strip() != "y":
                return
        self._update(sequential.Cancel())

    async def _answer(self, line: str) -> None:
        mark = self._catalogue.text("linear.recommended")
        reply = _reply(self._state.question, line, mark)
        rows = len(self._state.question.options or ())
        wrong = next((row for row in reply.rows or () if not 1 <= row <= rows), None)
        if wrong is not None:
            self._say("linear.no_option", number=wrong)
            return
        text = reply.text
        if text is not None:
            text = await self._continued(text)
        index = self._state.index
        for event in _events(self._state, reply.rows, text):
            self._update(event)
        if is_answered(self._state.drafts[index]):
            self._tell_answer(index)

    async def _continued(self, text: str) -> str:
        """The whole of a text whose lines end in a backslash."""
        parts = []
        while True:
            bare = text.rstrip("\\")
            slashes = len(text) - len(bare)
            parts.append(bare + "\\" * (slashes // 2))
            if slashes % 2 == 0:
                return "\n".join(parts)
            text = await self._lines.read()

    def _tell_answer(self, index: int) -> None:
        item = build_item(self._state.questions[index], self._state.drafts[index])
        self._say("linear.answered", answer=self._item_text(item))

    def _update(self, event: sequential.Event) -> None:
        step = sequential.update(self._state, event)
        self._state = step.state
        for effect in step.effects:
            match effect:
                case Send(answer):
                    self._sent = answer
                case Dismiss():
                    self._dismissed = True

    def refused(self, reason: str) -> None:
        """The asker did not take the answer: say why, and go on asking."""
        self._sent = None
        self._state = sequential.update(self._state, Delivered(reason)).state


def indented(text: str, margin: str = "  ") -> str:
    """Foreign text as lines of its own, however they end, harmless to write."""
    lines = sanitise(text.replace("\r\n", "\n")).split("\n")
    return "\n".join(margin + line for line in lines)


def _kind(question: Question) -> str:
    if not question.options:
        return "text"
    if is_multi(question):
        return "multi"
    return "single" if takes_note(question) else "verdict"


def _words(question: Question, mark: str) -> list[str]:
    """What each option is called on screen; `mark` is behind what the asker recommends."""
    labels = map(sanitise, display_labels(question))
    return [
        f"{label} {mark}" if is_recommended(question, at) else label
        for at, label in enumerate(labels)
    ]


def _reply(question: Question, line: str, mark: str) -> _Reply:
    """Read a line: numbers, an option's words, own words, or numbers and own words.

    Args:
        question: What the line is about.
        line: The line.
        mark: What is behind a recommended option on screen.
    """
    if not question.options:
        return _Reply(text=line.removeprefix(_OWN))
    before, own, after = line.partition(_OWN)
    if own and is_blank(before):
        return _Reply(text=after)
    if is_multi(question):
        if own and _SEVERAL.fullmatch(before):
            return _Reply(_rows(before), after)
        if _SEVERAL.fullmatch(line):
            return _Reply(_rows(line))
    elif own and takes_note(question) and _ONE.fullmatch(before):
        return _Reply((int(before),), after)
    elif _ONE.fullmatch(line):
        return _Reply((int(line),))
    named = _named(question, line, mark)
    return _Reply(text=line) if named is None else _Reply((named,))


def _named(question: Question, line: str, mark: str) -> int | None:
    """The row of the one option that a line names: by its label, or by what is on screen.

    What the asker wrote comes before what is on screen, and either before other cases of it.
    """
    order = display_order(question)
    labels = [(question.options or ())[at].label for at in order]
    for label in (line, line.strip()):
        if label in labels:
            return labels.index(label) + 1  # the first of equal ones: they are one answer
    displayed, words = display_labels(question), _words(question, mark)
    shown = [
        [one_line(way) for way in (displayed[at], words[at], f"{row}. {words[at]}")]
        for row, at in enumerate(order, start=1)
    ]
    reads = one_line(line)
    folded = reads.casefold()
    for sought, options in (
        (reads, shown),
        (folded, [[way.casefold() for way in ways] for ways in shown]),
        (folded, [[one_line(label).casefold()] for label in labels]),
    ):
        same = [row for row, ways in enumerate(options) if sought in ways]
        if same:
            return same[0] + 1 if len({labels[row] for row in same}) == 1 else None
    return None


def _rows(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(number) for number in re.findall(_NUMBER, text)))


def _events(
    state: FormState, rows: tuple[int, ...] | None, text: str | None
) -> list[sequential.Event]:
    """What a reply does to the form: it is the whole answer, and the form goes on."""
    question, draft = state.question, state.draft
    order = display_order(question)
    chosen = [order[row - 1] for row in rows or ()]
    if not is_multi(question):
        if rows is None:
            return [sequential.SetText(text or ""), sequential.EnterInField()]
        last = state.index == len(state.questions) - 1
        pick: list[sequential.Event] = [sequential.SetNote(text or "")]
        pick.append(sequential.Choose(chosen[0]))
        return [*pick, sequential.Primary()] if last else pick
    changes: list[sequential.Event] = []
    # Taken off and ticked anew, so that they are sent in the order of this line.
    changes.extend(sequential.Choose(at) for at in (*draft.selected, *chosen))
    changes.append(sequential.SetText("" if text is None else text))
    return [*changes, sequential.EnterInField()]
