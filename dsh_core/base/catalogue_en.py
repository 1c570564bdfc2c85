"""The English texts: the complete catalogue.

Keys are grouped by prefix. Placeholders are names in braces.
"""

from __future__ import annotations

from typing import Final

from dsh_core.base.catalogue_en_cli import CLI_TEXTS
from dsh_core.base.catalogue_en_keys import KEY_TEXTS

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    # The question form's words (contract §4.15).
    "error.incomplete": "Please complete this question first.",
    "error.unanswered": "Please select an option or enter a custom answer.",
    "nav.prev": "Previous question",
    "nav.next": "Next question",
    "nav.minimize": "Collapse the question card",
    "nav.maximize": "Expand the question card",
    "nav.cancel": "Dismiss all questions",
    "option.recommended": "Recommended",
    "custom.placeholder": "Type your answer",
    "action.skip": "Skip this question",
    "action.next": "Next",
    "plan.header": "Plan review",
    "plan.approve": "Approve",
    "plan.decline": "Refuse",
    "plan.discuss": "Chat about it",
    "submit": "Submit",
    "submitting": "Submitting…",
    # A refused delivery (contract §4.13).
    "error.answer_rejected": "question response rejected: {reason}",
    "error.cancel_rejected": "question cancellation rejected: {reason}",
    # What a session waits for (contract §4.14).
    "status.question": "Waiting for answer",
    "status.plan-review": "Plan awaiting review",
    "status.approval": "Waiting for approval",
    # Approvals (contract §3.1).
    "approval.waiting": "Waiting for approval",
    "approval.headline": "Tool {tool} requests privileged execution",
    "approval.details": "Approval details",
    "approval.reject": "Reject",
    "approval.allow_once": "Allow once",
    # The transcript row of a question (contract §9).
    "transcript.ask.title": "Ask question",
    "transcript.ask.waiting": "waiting",
    "transcript.ask.cancelled": "cancelled",
    "transcript.ask.interrupted": "interrupted",
    "transcript.ask.answered": "{answered}/{total} answered",
    "transcript.state.running": "Running",
    "transcript.state.failed": "Failed",
    "transcript.state.stopped": "Stopped",
    # Other rows of the transcript.
    "transcript.plan.title": "Plan",
    "transcript.plan.waiting": "waiting for review",
    "transcript.plan.approved": "approved",
    "transcript.plan.refused": "refused",
    "transcript.plan.feedback": "sent back with feedback",
    "transcript.plan.discussed": "being discussed",
    "transcript.plan_mode.on": "Plan mode on",
    "transcript.plan_mode.off": "Plan mode off",
    "transcript.turn.aborted": "Stopped",
    "transcript.turn.blocked": "Not started",
    "transcript.turn.error": "The model failed",
    "transcript.turn.max-tokens": "The answer was cut off at the token limit",
    "transcript.turn.interrupted": "Interrupted: the program ended during this turn",
    "transcript.thinking": "Thinking…",
    "transcript.thought": "Thought",
    "transcript.interrupted": "interrupted",
    "transcript.ask.skipped": "no answer",
    "transcript.more_lines": "… {count} more lines",
    # Keys: their names, what they do, what is wrong with a table of them.
    **KEY_TEXTS,
    # The command line.
    **CLI_TEXTS,
    # The question form: what it says and asks.
    "form.enter_again": "Enter again to send",
    "form.text_not_sent": "your text is not sent · Enter sends · o goes back to it",
    "form.text_kept": "your text is kept, not sent · o goes back to it",
    "form.none_recommended": "nothing is recommended here",
    "form.taken": "recommended option taken · Enter sends",
    "form.one_taken": "recommended option taken for 1 question",
    "form.all_taken": "recommended options taken for {count} questions",
    "form.gap": "1 question has no answer yet",
    "form.gaps": "{count} questions have no answer yet",
    "form.confirm_dismiss_one": "Dismiss? 1 answer will not be sent · y dismisses",
    "form.confirm_dismiss": "Dismiss? {count} answers will not be sent · y dismisses",
    "form.kept": "kept: {text}",
    "form.was": "was: {text}",
    "form.kept_not_sent": "kept, not sent: {text}",
    "form.carried": "carried over",
    "form.no_answer": "no answer",
    "form.open": "not answered yet",
    "field.fold": "{mark} {lines} lines, {characters} characters pasted",
    "form.skipped": "skipped",
    "form.review": "Review",
    "form.send": "Send",
    "form.note": "Note",
    "form.filter": "Filter",
    # The review of a plan: what it says and asks.
    "plan.again_approve": "a again to approve",
    "plan.again_refuse": "r again to refuse",
    "plan.enter_again": "Enter again to send",
    "plan.feedback_empty": "nothing to send: write a comment or feedback first",
    "plan.unsent_approve": "your feedback is not sent · f sends it · y approves without it",
    "plan.unsent_refuse": "your feedback is not sent · f sends it · y refuses without it",
    "plan.unseen": "lines {lines} not seen · y approves",
    "plan.unseen_one": "line {lines} not seen · y approves",
    "plan.confirm_dismiss": "Dismiss? Your feedback will not be sent · y dismisses",
    "plan.empty": "The plan is empty.",
    "plan.feedback": "Feedback",
    # The composer, and the head of a plan review.
    "composer.placeholder": "Write a message",
    "composer.discussing": "discussing: {question}",
    "plan.dismiss": "Dismiss",
    "plan.position": "{percent} %",
    # The dock and the seat.
    "dock.place": "{place} of {total}",
    "dock.from": "from {agent}",
    "dock.waiting": "waiting {minutes} min",
    "dock.answered": "{answered} of {total} answered",
    "dock.too_small": "Too small to answer here: make the terminal larger",
    "seat.to_answer": "answer",
    "form.dismiss": "Dismiss",
    "form.unskip": "Take the skip back",
    "form.kept_choice": "kept, not sent: {text}",
    # The app.
    "app.working": "working",
    "app.waiting": "waiting for you",
    "app.plan_mode": "plan mode",
    "app.plan_mode_on_next": "plan mode from the next step",
    "app.plan_mode_off_next": "leaving plan mode at the next step",
    "app.queued": "queued: {text}",
    "app.agent_ended": "the agent has ended",
    "app.unknown_command": "There is no command {name}",
    "app.stop_armed": "Ctrl+C again stops the agent",
    "app.quit_armed": "Ctrl+C again quits",
    "app.use_quit": "Ctrl+Q quits",
    "app.confirm_quit": "Quit? {reasons} · y quits",
    "app.confirm_stop": "Stop the agent? {count} answers will not be sent · y stops",
    "app.reason_pending": "a question waits",
    "app.reason_running": "the agent works",
    "app.reason_draft": "a message is not sent",
    "keys.title": "Keys",
}
