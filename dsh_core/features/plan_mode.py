"""Plan mode: the model plans, the person reviews, and only then is anything carried out.

It is guidance: a section of the system prompt while it is active, a tool with which
the model presents its plan, and `/plan` for the person. Nothing is forbidden by it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol, cast
from weakref import WeakKeyDictionary

from dsh_core.agents.hooks import (
    AgentHooks,
    AgentView,
    Enter,
    StepDecision,
    StepProposal,
    SystemPrompt,
)
from dsh_core.base.errors import HarnessError
from dsh_core.base.text import WHITESPACE, trim
from dsh_core.features.commands import (
    Command,
    CommandInput,
    CommandInvocation,
    CommandRegistry,
    CommandResult,
)
from dsh_core.features.plan_state import PlanLog
from dsh_core.features.turns import has_open_turn
from dsh_core.questions.errors import UserQuestionError
from dsh_core.questions.service import UserQuestionService
from dsh_core.questions.types import (
    Answer,
    AnswerItem,
    Option,
    PlanReviewIntent,
    Question,
    QuestionRequest,
)
from dsh_core.session.events import PLAN_MODE, JsonObject
from dsh_core.session.log import SessionLog
from dsh_core.session.messages import plugin_notice, user_message
from dsh_core.tools.definition import ToolDefinition, ToolExecution, ToolFailure, ToolOutput
from dsh_core.tools.registry import ToolRegistry

__all__ = [
    "DEFAULT_SECTION",
    "DISCUSSED_TEXT",
    "EXIT_TOOL",
    "FEEDBACK_PREFIX",
    "REFUSED_TEXT",
    "PlanAgent",
    "PlanMode",
    "PlanModeConfigError",
    "PlanModeState",
    "SetOutcome",
    "is_plan",
    "read_config",
]

EXIT_TOOL: Final = "exit_plan_mode"
APPROVED_TEXT: Final = (
    "Plan approved — plan mode exited; carry out the plan starting with your next step."
)
REFUSED_TEXT: Final = "The user chose to keep planning; revise the plan and present it again."
FEEDBACK_PREFIX: Final = "The user chose to keep planning; their feedback: "
DISCUSSED_TEXT: Final = (
    "The user dismissed the plan review to speak instead; "
    "stay in plan mode, stop here, and wait for their message."
)
DEFAULT_SECTION: Final = (
    "Plan mode is on. Find out what you need to know and ask where you are unsure, but "
    "change nothing yet. When you know what to do, write a plan in Markdown that starts "
    f"with a # heading and present it with {EXIT_TOOL}; carry it out once it is approved."
)

_PLUGIN = "plan-mode"
_QUESTION_ID = "plan-review"
_APPROVE = "Approve"
_SECTION_ORDER = 50

SetOutcome = Literal["noop", "queued", "cancelled", "committed"]

_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())  # a full-screen program owns stderr


class PlanModeConfigError(HarnessError):
    """The configuration of plan mode is not `{section}`; code `BAD_PLAN_CONFIG`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem, "BAD_PLAN_CONFIG")


class PlanAgent(AgentView, Protocol):
    """What plan mode needs of an agent."""

    def inject(self, message: JsonObject) -> object:
        """Queue a message for a later step without starting a turn."""
        ...

    def steer(self, message: JsonObject) -> object:
        """Send a message into the running turn, or start one with it."""
        ...


@dataclass(frozen=True, slots=True)
class PlanModeState:
    """What `PlanMode.get` tells.

    Attributes:
        active: The logged state.
        pending: The state that was selected and waits for the next step; None
            when nothing waits.
    """

    active: bool
    pending: bool | None = None


@dataclass(frozen=True, slots=True)
class _Selection:
    active: bool
    narrate: bool


def read_config(config: Mapping[str, object]) -> str:
    """Return the prompt section of a configuration `{section}`.

    Raises:
        PlanModeConfigError: If it is anything else.
    """
    section = config.get("section")
    if not isinstance(section, str):
        raise PlanModeConfigError("PlanModeConfig needs a string `section`")
    if not trim(section):
        raise PlanModeConfigError("PlanModeConfig needs a non-empty `section`")
    extra = [key for key in config if key != "section"]
    if extra:
        raise PlanModeConfigError(
            f"PlanModeConfig has unknown key(s) {', '.join(extra)} — config is {{ section }}"
        )
    return section


def is_plan(text: str) -> bool:
    """Whether a text can be presented: Markdown that starts with a first-level heading."""
    heading = trim(text)[:2]
    return len(heading) == 2 and heading[0] == "#" and heading[1] in WHITESPACE


class PlanMode:
    """Plan mode of all agents of one composition (contract §6).

    Args:
        section: What the system prompt says while it is active; see `read_config`.
        questions: Through which a plan is reviewed. None means that it cannot be.
    """

    def __init__(
        self,
        section: str = DEFAULT_SECTION,
        questions: UserQuestionService | None = None,
    ) -> None:
        self._section = read_config({"section": section})
        self._questions = questions
        self._log = PlanLog()
        self._selected: WeakKeyDictionary[SessionLog, _Selection] = WeakKeyDictionary()
        self._disposed = False

    def attach(
        self,
        *,
        tools: ToolRegistry,
        commands: CommandRegistry,
        hooks: AgentHooks,
        prompt: SystemPrompt,
    ) -> Callable[[], None]:
        """Add tool, command, step listener and prompt section.

        Returns:
            A disposer, after which a plan under review can no longer be approved.
        """
        disposers = [
            tools.register(self.tool()),
            commands.register(self.command()),
            hooks.add_pre_step(self.before_step),
            prompt.add("plan:policy", _SECTION_ORDER, lambda agent: self.section(agent.session)),
        ]

        def dispose() -> None:
            self._disposed = True
            for each in disposers:
                each()

        return dispose

    def get(self, agent: AgentView) -> PlanModeState:
        """The state of an agent's session."""
        selection = self._selected.get(agent.session)
        pending = None if selection is None else selection.active
        return PlanModeState(self._log.active(agent.session), pending)

    def set(self, agent: PlanAgent, active: bool) -> SetOutcome:
        """Select a state: at once while no turn is open, else from the next step on.

        Returns:
            `noop` if it is selected already, `committed` if it is in force now,
            `queued` if it waits for the next step, `cancelled` if a waiting
            selection was taken back.
        """
        log = agent.session
        logged = self._log.active(log)
        selection = self._selected.get(log)
        if active == (logged if selection is None else selection.active):
            return "noop"
        if has_open_turn(log):
            # Kept although it may equal the logged state: the next step drops it.
            self._selected[log] = _Selection(active, narrate=True)
            return "cancelled" if active == logged else "queued"
        self._selected.pop(log, None)
        if active == logged:
            return "cancelled"
        notice = self._notice(log, active)
        log.append(PLAN_MODE, {"active": active})
        if notice is not None:
            agent.inject(notice)
        return "committed"

    def section(self, log: SessionLog) -> str:
        """What the next prompt says of plan mode; empty while it is not active."""
        selection = self._selected.get(log)
        active = self._log.active(log) if selection is None else selection.active
        return self._section if active else ""

    async def before_step(
        self, proposal: StepProposal, next_listener: Callable[[], Awaitable[StepDecision]]
    ) -> StepDecision:
        """Put a waiting selection in force as a step starts; a listener of `AgentHooks`."""
        decision = await next_listener()
        log = proposal.agent.session
        selection = self._selected.get(log)
        if not isinstance(decision, Enter) or proposal.signal.aborted or selection is None:
            return decision
        notice = self._notice(log, selection.active) if selection.narrate else None
        if selection.active != self._log.active(log):
            try:
                log.append(PLAN_MODE, {"active": selection.active})
            except Exception:  # any exception: the turn goes on, the next step tries again
                _logger.exception("plan mode of session %s could not be logged", log.id)
                return decision
        del self._selected[log]
        return decision if notice is None else Enter((*decision.messages, notice))

    def _notice(self, log: SessionLog, active: bool) -> JsonObject | None:
        """The notice of a change; None when the model last read the very state it changes to."""
        header = self._log.header(log)
        if header is None or header == active:
            return None
        return plugin_notice(
            _PLUGIN,
            "The user switched this session to plan mode."
            if active
            else "The user switched this session back to the default mode.",
        )

    def command(self) -> Command:
        """The command `/plan`."""
        return Command(
            "plan",
            "Enter or leave plan mode",
            self._run_command,
            CommandInput("[off|message]", images=True),
        )

    async def _run_command(self, invocation: CommandInvocation) -> CommandResult:
        agent = cast("PlanAgent", invocation.agent)
        text = trim(invocation.raw_input)
        if text == "off":
            if invocation.images:
                return CommandResult("error", "Image attachments cannot accompany /plan off.")
            return CommandResult("success", self._leave(agent))
        outcome = self.set(agent, True)
        content = [*invocation.images, *([{"type": "text", "text": text}] if text else ())]
        if content:
            agent.steer(user_message(content))
        entered = (
            "Plan mode on."
            if outcome == "committed"
            else "Entering plan mode (applies from the next step)."
        )
        return CommandResult("success", f"{entered} Use /plan off to leave.")

    def _leave(self, agent: PlanAgent) -> str:
        outcome = self.set(agent, False)
        if outcome == "committed":
            return "Plan mode off."
        if outcome == "cancelled":
            return "Plan mode entry cancelled."
        if outcome == "queued" or self.get(agent).active:
            return "Leaving plan mode (applies from the next step)."
        return "Plan mode is already inactive."

    def tool(self) -> ToolDefinition:
        """The tool `exit_plan_mode`."""
        return ToolDefinition(
            EXIT_TOOL,
            (
                "Present your plan to the person and, once they approve it, leave plan mode. "
                "Call it in plan mode only, with the whole plan, and do nothing else until "
                "the result says that it was approved."
            ),
            {
                "type": "object",
                "required": ["plan"],
                "properties": {
                    "plan": {
                        "type": "string",
                        "description": "The plan in Markdown, starting with a # heading.",
                    }
                },
            },
            self._present,
        )

    async def _present(
        self, arguments: Mapping[str, object], execution: ToolExecution
    ) -> ToolOutput:
        plan = cast(str, arguments["plan"])
        if execution.agent is None:
            raise ToolFailure(f"{EXIT_TOOL} requires a calling agent (no session to switch)")
        agent = cast("PlanAgent", execution.agent)
        if not self._log.active(agent.session):
            raise ToolFailure(f"{EXIT_TOOL} is only available in plan mode")
        if not is_plan(plan):
            raise ToolFailure(
                f"{EXIT_TOOL} requires a non-empty markdown plan starting with a # heading"
            )
        if self._questions is None:
            raise ToolFailure(
                "no user-questions channel is available to review the plan; "
                "ask the user to switch the session mode instead"
            )
        answer = await _review(self._questions, plan, agent, execution)
        if self._disposed:
            raise ToolFailure(
                "the plan-mode service was reloaded while the plan was under review; "
                "present the plan again"
            )
        _require_consent(answer)
        self._selected[agent.session] = _Selection(False, narrate=False)
        return ToolOutput({"approved": True}, APPROVED_TEXT, {"plan": "approved"})


async def _review(
    questions: UserQuestionService, plan: str, agent: PlanAgent, execution: ToolExecution
) -> Answer:
    options = (
        Option(_APPROVE, "Leave plan mode; the plan is carried out from the next step."),
        Option("Keep planning", "Stay in plan mode; feedback goes back to the model."),
    )
    question = Question(
        _QUESTION_ID,
        "Approve this plan and leave plan mode?",
        detail=plan,
        header="Plan review",
        options=options,
        intent=PlanReviewIntent(_APPROVE),
    )
    try:
        return await questions.ask(QuestionRequest((question,), agent, execution.signal))
    except UserQuestionError as error:
        if error.code != "ASK_CANCELLED":
            raise
        raise ToolFailure(DISCUSSED_TEXT, {"plan": "discussed"}) from error


def _require_consent(answer: Answer) -> None:
    """Let only one unambiguous yes through; every other answer sends the plan back."""
    items = [item for item in answer.answers if item.id == _QUESTION_ID]
    item = items[0] if len(items) == 1 else AnswerItem(_QUESTION_ID)  # two say nothing
    if tuple(item.selected) == (_APPROVE,) and item.custom is None:
        return
    feedback = item.custom
    if feedback:
        meta = {"plan": "feedback", "feedback": feedback}  # the transcript shows it from here
        raise ToolFailure(f"{FEEDBACK_PREFIX}{feedback}", meta)
    raise ToolFailure(REFUSED_TEXT, {"plan": "refused"})
