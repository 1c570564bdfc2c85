"""The steps of a scenario as the instructions of a script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dsh_app.scenarios.asks import read_ask
from dsh_app.scenarios.conditions import Reference, read_condition
from dsh_app.scenarios.facts import stopped
from dsh_app.scenarios.templates import json_text, read_data, read_template
from dsh_app.scenarios.tree import Item, choice, hint
from dsh_core.features.ask_user import TOOL_NAME as ASK
from dsh_core.features.plan_mode import EXIT_TOOL, is_plan
from dsh_core.models.script import (
    Branch,
    Call,
    CannedResult,
    Facts,
    Fail,
    Halt,
    Instruction,
    Jump,
    Line,
    Pause,
    Say,
    Script,
    Wait,
)

__all__ = ["Pace", "compile_steps"]

_BRANCH = ("when", "then", "else")
_SAY = ("text", "speed", "chunk")
_RUN = ("tool", "arguments", "output", "seconds", "error", "approval")


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast prose is streamed.

    Attributes:
        speed: Characters a second; 0 is at once.
        chunk: Characters in one delta.
        instant: Whether nothing takes any time, whatever a step says.
    """

    speed: float = 240.0
    chunk: int = 6
    instant: bool = False

    def read(self, entries: dict[str, Item]) -> Pace:
        """This pace with what `entries` changes of it."""
        pace = self
        if "speed" in entries:
            speed = entries["speed"].number("characters a second, 0 or more")
            pace = replace(pace, speed=speed)
        if "chunk" in entries:
            chunk = entries["chunk"].number("a whole number of characters, 1 or more", least=1)
            if chunk != int(chunk):
                entries["chunk"].fail("a whole number of characters, 1 or more")
            pace = replace(pace, chunk=int(chunk))
        return pace

    def seconds(self, seconds: float) -> float:
        """A duration at this pace."""
        return 0.0 if self.instant else seconds


def compile_steps(steps: Item, pace: Pace, closing: str) -> tuple[Script, tuple[str, ...]]:
    """Compile the steps of a scenario.

    Returns:
        The script, and the names of the tools it only plays.

    Raises:
        ScenarioError: At the first thing that is wrong.
    """
    compiler = _Compiler(pace)
    compiler.steps(steps)
    compiler.link()
    instructions = tuple(compiler.instructions)
    script = Script(instructions, closing, stopped)
    return script, tuple(dict.fromkeys(compiler.tools))


@dataclass(slots=True)
class _Compiler:
    pace: Pace
    instructions: list[Instruction] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    _origins: list[Item] = field(default_factory=list)
    _labels: dict[str, int] = field(default_factory=dict)
    _jumps: list[tuple[int, Item]] = field(default_factory=list)
    _ids: dict[str, Item] = field(default_factory=dict)
    _references: list[Reference] = field(default_factory=list)

    def steps(self, item: Item) -> None:
        """Compile a list of steps."""
        for step in item.sequence("a list of steps"):
            self._step(step)

    def link(self) -> None:
        """Resolve labels, and check what can only be checked at the end."""
        for index, item in self._jumps:
            name = item.text("the label of a step")
            if name not in self._labels:
                labels = choice([repr(label) for label in self._labels] or ["a label"])
                raise item.error(f"expected {labels}, got {name!r}{hint(name, self._labels)}")
            self.instructions[index] = Jump(self._labels[name])
        for reference in self._references:
            name = reference.question
            if name not in self._ids:
                raise reference.item.error(
                    f"expected the id of a question, got {name!r}{hint(name, self._ids)}"
                )
        self._check_loops()

    def _emit(self, item: Item, instruction: Instruction) -> int:
        self.instructions.append(instruction)
        self._origins.append(item)
        return len(self.instructions) - 1

    def _step(self, item: Item) -> None:
        if item.scalar is not None:
            bare: dict[str, Instruction] = {"wait": Wait(), "end": Halt()}
            if item.scalar not in bare:
                near = hint(item.scalar, (*bare, *self._verbs()))
                raise item.error(
                    f"expected a step (a mapping, or one of the words wait and end), "
                    f"got {item.shown}{near}"
                )
            self._emit(item, bare[item.scalar])
            return
        verbs = self._verbs()
        known = ("label", *verbs, *_BRANCH)
        entries = dict(item.mapping("a step", known))
        if "label" in entries:
            self._label(entries.pop("label"))
            if not entries:
                return
        if "when" in entries:
            self._only(item, entries, _BRANCH)
            self._branch(item, [entries])
            return
        self._only(item, entries, verbs)
        if len(entries) != 1:
            found = " and ".join(map(repr, entries)) or "nothing"
            raise item.error(f"expected one of {choice(verbs)}, got {found}")
        verb, value = next(iter(entries.items()))
        verbs[verb](value)

    def _verbs(self) -> dict[str, Callable[[Item], object]]:
        return {
            "say": lambda item: self._say(item, thinking=False),
            "think": lambda item: self._say(item, thinking=True),
            "ask": self._ask,
            "plan": self._plan,
            "run": self._run,
            "call": self._call,
            "together": self._together,
            "human": self._human,
            "pause": self._pause,
            "goto": self._goto,
            "cases": self._cases,
            "fail": self._fail,
        }

    def _only(self, item: Item, entries: dict[str, Item], known: object) -> None:
        assert isinstance(known, tuple | dict)
        for key in entries:
            if key not in known:
                raise item.error(f"expected one step, got {key!r} beside {next(iter(entries))!r}")

    def _label(self, item: Item) -> None:
        name = item.text("a label")
        if name in self._labels:
            raise item.error(f"expected each label once, got {name!r} again")
        self._labels[name] = len(self.instructions)

    def _say(self, item: Item, *, thinking: bool) -> None:
        pace, text = self.pace, item
        if item.scalar is None:
            entries = item.mapping("text, or text with speed and chunk", _SAY, ("text",))
            pace, text = pace.read(entries), entries["text"]
        template = read_template(text, self._references)
        speed = 0.0 if pace.instant else pace.speed
        self._emit(item, Say(template, thinking, speed, pace.chunk))

    def _ask(self, item: Item) -> None:
        self._emit(item, Call(ASK, read_ask(item, self._ids, self._references)))

    def _plan(self, item: Item) -> None:
        if not is_plan(item.text("a plan in Markdown")):
            item.fail("a plan that starts with a # heading")
        template = read_template(item, self._references)
        self._emit(item, Call(EXIT_TOOL, lambda facts: json_text({"plan": template(facts)})))

    def _call(self, item: Item) -> None:
        entries = item.mapping(
            "a mapping with a tool and its arguments", ("tool", "arguments"), ("tool",)
        )
        self._emit(item, Call(entries["tool"].text("a tool's name"), self._arguments(entries)))

    def _arguments(self, entries: dict[str, Item]) -> Callable[[Facts], str]:
        item = entries.get("arguments")
        if item is None:
            return lambda _facts: "{}"
        if item.scalar is not None:
            return read_template(item, self._references, "arguments (a mapping, or JSON as text)")
        fill = read_data(item, self._references)
        for question in _question_ids(item):
            self._ids.setdefault(question, item)
        return lambda facts: json_text(fill(facts))

    def _run(self, item: Item) -> None:
        entries = item.mapping("a mapping with a played tool", _RUN, ("tool",))
        tool = entries["tool"].text("a tool's name")
        if tool in (ASK, EXIT_TOOL):
            raise entries["tool"].error(f"expected a played tool, got {tool!r} (use ask or plan)")
        if "arguments" in entries and entries["arguments"].entries is None:
            entries["arguments"].fail("a mapping of arguments")
        self.tools.append(tool)
        output = entries.get("output")
        text = read_template(output, self._references) if output else lambda _facts: ""
        failed = entries["error"].flag("true or false") if "error" in entries else False
        seconds = entries["seconds"].number("seconds, 0 or more") if "seconds" in entries else 0.0
        approval = self._approval(entries.get("approval"))
        seconds = self.pace.seconds(seconds)
        self._emit(
            item,
            Call(
                tool,
                self._arguments(entries),
                lambda facts: CannedResult(
                    text(facts), failed, seconds, approval(facts) if approval else None
                ),
            ),
        )

    def _approval(self, item: Item | None) -> Callable[[Facts], str] | None:
        """The reason a person reads; the empty text asks without one, None asks nobody."""
        if item is None or item.value() is False:
            return None
        if item.value() is True:
            return lambda _facts: ""
        return read_template(item, self._references, "true, or the reason as text")

    def _together(self, item: Item) -> None:
        calls = {key: verb for key, verb in self._verbs().items() if key in _CALLS}
        for step in item.sequence("a list of calls"):
            entries = step.mapping("a call", _CALLS)
            if len(entries) != 1:
                step.fail(f"one of {choice(_CALLS)}")
            verb, value = next(iter(entries.items()))
            calls[verb](value)
            call = self.instructions[-1]
            assert isinstance(call, Call)
            self.instructions[-1] = replace(call, more=True)
        call = self.instructions[-1]
        assert isinstance(call, Call)
        self.instructions[-1] = replace(call, more=False)

    def _human(self, item: Item) -> None:
        self._emit(item, Line(read_template(item, self._references, "a line the person enters")))

    def _pause(self, item: Item) -> None:
        self._emit(item, Pause(self.pace.seconds(item.number("seconds, 0 or more"))))

    def _goto(self, item: Item) -> None:
        self._jumps.append((self._emit(item, Jump(0)), item))

    def _fail(self, item: Item) -> None:
        self._emit(item, Fail(read_template(item, self._references, "an error message")))

    def _cases(self, item: Item) -> None:
        cases = item.sequence("a list of cases")
        branches: list[dict[str, Item]] = []
        for case in cases:
            entries = case.mapping("a case (when and then, or else)", _BRANCH)
            if "else" in entries and (len(entries) > 1 or case is not cases[-1]):
                raise case.error("expected else alone in the last case, got it elsewhere")
            if "when" not in entries and "else" not in entries:
                raise case.error("expected when and then, or else, got only 'then'")
            branches.append(entries)
        self._branch(item, branches)

    def _branch(self, item: Item, branches: list[dict[str, Item]]) -> None:
        ends: list[int] = []
        for entries in branches:
            if "when" in entries:
                if "then" not in entries:
                    raise entries["when"].error("expected then beside when, got none")
                condition = read_condition(entries["when"], self._references)
                test = self._emit(item, Branch(condition, 0))
                self.steps(entries["then"])
                ends.append(self._emit(item, Jump(0)))
                self.instructions[test] = Branch(condition, len(self.instructions))
            if "else" in entries:
                self.steps(entries["else"])
        for end in ends:
            self.instructions[end] = Jump(len(self.instructions))

    def _check_loops(self) -> None:
        """Refuse a round of steps without a call or a wait in it."""
        done: set[int] = set()
        for start in range(len(self.instructions)):
            path: dict[int, None] = {}  # in order, and quick to look up
            ways: list[list[int]] = [[start]]
            while ways:
                if not ways[-1]:
                    ways.pop()
                    if path:
                        done.add(path.popitem()[0])
                    continue
                place = ways[-1].pop()
                if place in path:
                    item = self._origins[next(reversed(path))]
                    raise item.error("expected a call or wait on the way round, got a loop without")
                if place not in done and place < len(self.instructions):
                    path[place] = None
                    ways.append(self._following(place))

    def _following(self, place: int) -> list[int]:
        match self.instructions[place]:
            case Jump(target):
                return [target]
            case Branch(_, otherwise):
                return [place + 1, otherwise]
            case Say() | Pause():
                return [place + 1]
            case _:
                return []


_CALLS = ("ask", "plan", "run", "call")


def _question_ids(arguments: Item) -> list[str]:
    questions = (arguments.entries or {}).get("questions")
    found = (
        [(item.entries or {}).get("id") for item in (questions.elements or [])] if questions else []
    )
    return [item.scalar for item in found if item is not None and item.scalar is not None]
