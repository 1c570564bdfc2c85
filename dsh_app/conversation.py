"""One conversation with one agent, without any drawing.

It owns the agent, the question service and the table of what waits; the screen owns how they look.
"""

from __future__ import annotations

from dsh_app.scenarios.load import Scenario
from dsh_app.scenarios.stage import open_scenario
from dsh_core.agents.source import AgentSource, CommandOutcome, SourceStatus
from dsh_core.approvals.pending import PendingApprovals
from dsh_core.features.commands import parse_line
from dsh_core.form.store import DraftStore, MemoryDraftStore
from dsh_core.questions.errors import ask_aborted
from dsh_core.questions.pending import PendingRequest, PendingRequests
from dsh_core.questions.service import UserQuestionService
from dsh_core.session.transcript import ToolEntry, TranscriptFold

__all__ = ["Conversation", "UnknownCommandError"]


class UnknownCommandError(Exception):
    """A slash line that names no command; its text is the name as typed."""


class Conversation:
    """An agent, its session, and what it waits for.

    Args:
        source: The agent; it starts with `start`.
        questions: The service its questions come through.
        pending: The table they wait in.
        approvals: The table its tool calls wait in.
        prompt: The first message to send; None waits for the person's.
        drafts: Where answers that were begun and not sent are kept; None keeps them for as long
            as the conversation is there.
    """

    def __init__(
        self,
        source: AgentSource,
        questions: UserQuestionService,
        pending: PendingRequests,
        approvals: PendingApprovals,
        prompt: str | None = None,
        drafts: DraftStore | None = None,
    ) -> None:
        self.drafts: DraftStore = MemoryDraftStore() if drafts is None else drafts
        self.source = source
        self.questions = questions
        self.pending = pending
        self.approvals = approvals
        self.entries = TranscriptFold(source)
        self._prompt = prompt
        self._stop_listening = source.subscribe_status(self._on_status)

    @classmethod
    def with_scenario(cls, scenario: Scenario, *, name: str) -> Conversation:
        """A conversation with an agent that plays a scenario.

        Args:
            scenario: What it plays.
            name: What the person calls the agent.
        """
        questions = UserQuestionService()
        pending, approvals = PendingRequests(), PendingApprovals()
        source = open_scenario(scenario, questions=questions, approvals=approvals, name=name)
        return cls(source, questions, pending, approvals, scenario.prompt)

    @property
    def running(self) -> bool:
        """A turn is open."""
        return self.source.status.state == "running"

    @property
    def waiting(self) -> bool:
        """Something waits for the person."""
        return bool(self.pending.requests or self.approvals.requests)

    def previous_plan(self, pending: PendingRequest) -> str | None:
        """The plan that was shown before the one a request is about; None if none was.

        Read from the transcript, and so from the log: it outlives the program.
        """
        if pending.agent_id != self.source.id:
            return None
        for entry in reversed(self.entries.entries):
            if not isinstance(entry, ToolEntry) or entry.plan is None or entry.state == "running":
                continue
            code = entry.error.get("code") if entry.error else None
            # Without a verdict nobody saw it, unless its review was cut short.
            if entry.plan.verdict is not None or code in ("ASK_ABORTED", "interrupted"):
                return entry.plan.plan
        return None

    async def start(self) -> None:
        """Bring the agent up and send the first message.

        Raises:
            SourceError: If the agent cannot start.
        """
        await self.source.start()
        if self._prompt is not None:
            await self.source.prompt(self._prompt)

    async def submit(self, text: str) -> CommandOutcome | None:
        """Take what the person wrote.

        A slash line runs a command. While a turn runs the text joins it at its next step;
        otherwise it opens a turn.

        Returns:
            What a command said; None for a message.

        Raises:
            UnknownCommandError: If a slash line names no command; nothing was sent.
        """
        command = parse_line(text)
        if command is not None:
            outcome = await self.source.run_command(text)
            if outcome is None:
                raise UnknownCommandError(f"/{command.name}")
            return outcome
        if self.running:
            await self.source.steer(text)
        else:
            await self.source.prompt(text)
        return None

    async def discuss(self, request_id: str, text: str) -> None:
        """Answer a request by talking about it: steer, and then cancel the request.

        In this order, so that the agent's next step carries both.
        """
        await self.source.steer(text)
        self.pending.cancel(request_id)

    def _on_status(self, status: SourceStatus) -> None:
        """An agent that is gone waits for nothing any more; what was begun for it is kept."""
        if status.state != "closed":
            return
        for pending in self.pending.requests:
            if pending.agent_id == self.source.id:
                self.pending.reject(pending.id, ask_aborted())
        for approval in self.approvals.requests:
            if approval.agent_id == self.source.id:
                self.approvals.cancel(approval.id)

    async def close(self) -> None:
        """End everything; what waits is rejected."""
        self._stop_listening()
        self.pending.dispose()
        self.approvals.dispose()
        await self.source.close()
        self.entries.close()
