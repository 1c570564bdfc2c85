"""`dsh-app run --linear`: a conversation in plain lines, questions and plan reviews included.

What is said and done goes to one place, one entry after the other and none taken back; prompts
go where answers come from.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from dsh_app.ask import linear_lines
from dsh_app.conversation import Conversation, UnknownCommandError
from dsh_app.exit_status import ExitStatus
from dsh_app.linear import LinearForm, indented
from dsh_app.lines import InputEndedError, Lines
from dsh_app.outcome import complain_of
from dsh_app.scenarios.load import DEFAULT, load_scenario
from dsh_core.agents.source import SourceError
from dsh_core.approvals.pending import PendingApproval
from dsh_core.base.catalogue import Catalogue
from dsh_core.base.sanitise import one_line, sanitise
from dsh_core.base.text import is_blank
from dsh_core.questions.pending import PendingRequest
from dsh_core.session.entries import (
    AssistantEntry,
    CommandEntry,
    Entry,
    NoticeEntry,
    PlanModeEntry,
    ToolEntry,
    TurnEndEntry,
    UserEntry,
)

__all__ = ["LinearRun", "run_lines"]


def run_lines(scenario: str | None, texts: Catalogue, *, from_stdin: bool) -> int:
    """Play a scenario in lines until the input ends.

    Args:
        scenario: A path, or the name of a shipped scenario; None for the default one.
        texts: The language.
        from_stdin: Answers come from standard input, and what is said goes to standard output;
            else both are on the terminal.

    Returns:
        The exit status.

    Raises:
        ScenarioError: If it cannot be loaded.
        NoTerminalError: If the terminal is needed and cannot be used.
    """
    name = DEFAULT if scenario is None else scenario
    conversation = Conversation.with_scenario(load_scenario(name), name="agent")
    with linear_lines(from_stdin=from_stdin) as lines:
        said = Lines(None, None if sys.stdout is None else 1) if from_stdin else lines
        try:
            asyncio.run(LinearRun(conversation, lines, said, texts).play())
        except InputEndedError:
            lines.say("")
            complain_of(texts.text("ask.input_ended"), texts)
            return ExitStatus.ABORTED
    return ExitStatus.DONE


class LinearRun:
    """One conversation in lines.

    Args:
        conversation: It is started and closed here.
        lines: Where a person is asked.
        said: Where what happens is written.
        catalogue: The language.
    """

    def __init__(
        self, conversation: Conversation, lines: Lines, said: Lines, catalogue: Catalogue
    ) -> None:
        self._conversation = conversation
        self._lines = lines
        self._said = said
        self._catalogue = catalogue
        self._changed = asyncio.Event()
        self._written = 0

    async def play(self) -> None:
        """Go on until there is no further message.

        Raises:
            InputEndedError: If the input ends while something waits for an answer.
        """
        conversation = self._conversation
        stop_providing = conversation.questions.register_provider(conversation.pending)
        stops = self._listen()
        try:
            await conversation.start()
            await self._loop()
        except SourceError as error:
            self._lines.say(one_line(str(error)))
        finally:
            stop_providing()
            for stop in stops:
                stop()
            await conversation.close()
            self._write()

    def _listen(self) -> list[Callable[[], None]]:
        conversation = self._conversation

        def changed(event: object) -> None:
            self._changed.set()

        return [
            conversation.source.subscribe_status(changed),
            conversation.pending.subscribe(changed),
            conversation.approvals.subscribe(changed),
            conversation.entries.subscribe(changed),
        ]

    async def _loop(self) -> None:
        conversation = self._conversation
        while conversation.source.status.state != "closed":
            self._changed.clear()
            self._write()
            if conversation.pending.requests:
                await self._ask(conversation.pending.requests[0])
            elif conversation.approvals.requests:
                await self._decide(conversation.approvals.requests[0])
            elif conversation.source.status.state == "idle":
                if not await self._message():
                    return
            else:
                await self._changed.wait()

    async def _ask(self, pending: PendingRequest) -> None:
        form = LinearForm(pending.questions, self._lines, self._catalogue)
        table = self._conversation.pending
        while table.get(pending.id) is not None:
            answer = await form.ask()
            if answer is None:
                table.cancel(pending.id)
                return
            receipt = table.answer(pending.id, answer)
            if not receipt.accepted:
                form.refused(receipt.detail)

    async def _decide(self, pending: PendingApproval) -> None:
        request = pending.request
        for text in (request.reason, request.body):
            if text:
                self._lines.say(indented(text))
        tool = one_line(request.tool_name)
        self._lines.say(self._catalogue.text("linear.approval", tool=tool), end="")
        yes = (await self._lines.read()).strip() == "y"
        self._conversation.approvals.decide(pending.id, "allowed-once" if yes else "rejected")

    async def _message(self) -> bool:
        """Take the person's next message; False if there will be none."""
        self._lines.say(self._catalogue.text("linear.prompt"), end="")
        try:
            text = await self._lines.read()
        except InputEndedError:
            self._lines.say("")
            return False
        if is_blank(text):
            return True
        try:
            outcome = await self._conversation.submit(text)
        except UnknownCommandError as error:
            name = one_line(str(error))
            self._lines.say(self._catalogue.text("app.unknown_command", name=name))
        else:
            if outcome is not None and outcome.text:
                self._lines.say(sanitise(outcome.text))
        return True

    # -- writing what happened ----------------------------------------------------

    def _write(self) -> None:
        """Write the entries that will not change any more."""
        entries = self._conversation.entries.entries
        while self._written < len(entries) and _is_final(entries[self._written]):
            text = entry_text(entries[self._written], self._catalogue)
            self._written += 1
            if text:
                self._said.say(text)


def entry_text(entry: Entry, catalogue: Catalogue) -> str:
    """An entry of the transcript in lines, harmless to write; empty if it says nothing."""
    match entry:
        case UserEntry():
            return catalogue.text("linear.you", text=sanitise(entry.text))
        case AssistantEntry() if entry.text:
            return catalogue.text("linear.agent", text=sanitise(entry.text))
        case ToolEntry():
            words = [entry.title.render(catalogue), entry.summary.render(catalogue)]
            line = one_line(": ".join(filter(None, words)))
            output = entry.output if entry.ask is None and entry.plan is None else ""
            head = catalogue.text("linear.tool", text=line)
            return "\n".join(filter(None, (head, output and indented(output))))
        case NoticeEntry():
            return catalogue.text("linear.notice", text=sanitise(entry.text))
        case TurnEndEntry():
            words = [entry.summary.render(catalogue), entry.detail]
            return catalogue.text("linear.notice", text=one_line(": ".join(filter(None, words))))
        case CommandEntry():
            return "\n".join(filter(None, (one_line(entry.line), sanitise(entry.text))))
        case PlanModeEntry():
            summary = entry.summary.render(catalogue)
            return catalogue.text("linear.notice", text=one_line(summary))
    return ""


def _is_final(entry: Entry) -> bool:
    match entry:
        case AssistantEntry():
            return not entry.streaming
        case ToolEntry() | CommandEntry():
            return entry.state != "running"
    return True
