"""What the dock shows for each kind of request, and what it says about it."""

from __future__ import annotations

from collections.abc import Sequence

from dsh_core.approvals.pending import ApprovalReceipt, PendingApproval, PendingApprovals
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_review import claim
from dsh_core.form.state import Decide, Dismiss, Send
from dsh_core.questions.pending import PendingRequest, PendingRequests, Receipt
from dsh_widgets.approval_panel import ApprovalPanel
from dsh_widgets.draft_memory import DraftMemory
from dsh_widgets.form import QuestionForm
from dsh_widgets.keys import KeyHandler
from dsh_widgets.plan_review import PlanReviewPanel

__all__ = [
    "DockPanel",
    "PanelAction",
    "Waiting",
    "fold_text",
    "hand_over",
    "make_panel",
    "panel_title",
    "refusal",
]

Waiting = PendingRequest | PendingApproval
"""One request that waits for a person."""

DockPanel = QuestionForm | PlanReviewPanel | ApprovalPanel
"""The widget of one request."""

PanelAction = (
    QuestionForm.ActionRequested | PlanReviewPanel.ActionRequested | ApprovalPanel.ActionRequested
)
"""The mouse asked for something in a panel."""


def make_panel(
    waiting: Waiting, keys: KeyHandler | None, catalogue: Catalogue, memory: DraftMemory
) -> DockPanel:
    """A widget for a request: leave for a tool, the review of a plan, or else a form."""
    if isinstance(waiting, PendingApproval):
        return ApprovalPanel(waiting.request, keys=keys, catalogue=catalogue)
    can_discuss = waiting.agent_id is not None
    review = claim(waiting.request)
    if review is not None:
        return PlanReviewPanel(
            review,
            keys=keys,
            catalogue=catalogue,
            can_discuss=can_discuss,
            state=memory.plans.open(waiting, review),
            keep=lambda state: memory.plans.keep(waiting, state),
        )
    form = QuestionForm(
        waiting.questions,
        keys=keys,
        catalogue=catalogue,
        can_discuss=can_discuss,
        carried=memory.carried(waiting),
        keep=lambda event: memory.keep_late(waiting, event),
    )
    memory.shown(waiting, form)
    return form


def hand_over(
    effect: Send | Dismiss | Decide,
    request_id: str,
    pending: PendingRequests,
    approvals: PendingApprovals | None,
) -> Receipt | ApprovalReceipt:
    """Tell the table what the person has decided; it says whether it took it."""
    if isinstance(effect, Send):
        return pending.answer(request_id, effect.answer)
    if isinstance(effect, Decide) and approvals is not None:
        return approvals.decide(request_id, effect.outcome)
    return pending.cancel(request_id)


def refusal(
    effect: Send | Dismiss | Decide, receipt: Receipt | ApprovalReceipt, catalogue: Catalogue
) -> str | None:
    """Why the table did not take what it was told, in words; `None` if it did.

    The code comes first (contract §4.13), for whoever looks for it, then what it means.
    """
    if receipt.accepted or receipt.reason is None:
        return None
    kind = "cancel" if isinstance(effect, Dismiss) else "answer"
    text = catalogue.text(f"error.{kind}_rejected", reason=receipt.reason)
    detail = receipt.detail if isinstance(receipt, Receipt) else ""
    words = catalogue.text(f"refusal.{receipt.reason}", detail=detail)
    return catalogue.text("join.parts").join((text, words))


def panel_title(
    shown: Waiting, requests: Sequence[Waiting], minutes: int, catalogue: Catalogue
) -> str:
    """The line that says whose request this is, and how long it has been waiting.

    Args:
        shown: The request in front.
        requests: All that wait, in the order they are shown.
        minutes: How long it waits.
        catalogue: The language.
    """
    parts = []
    if len(requests) > 1:
        place = requests.index(shown) + 1
        parts.append(catalogue.text("dock.place", place=place, total=len(requests)))
    name = shown.agent_name or shown.agent_id
    if name:
        parts.append(catalogue.text("dock.from", agent=name))
    if minutes:
        parts.append(catalogue.text("dock.waiting", minutes=minutes))
    return catalogue.text("join.parts").join(parts)


def fold_text(shown: Waiting, panel: DockPanel, key: str, catalogue: Catalogue) -> str:
    """The line that stands for a folded request: the key back, how far it is, what it asks.

    What may be cut at the end of the line comes last.
    """
    text, answered, total = panel.fold_line()
    state = catalogue.text("dock.answered", answered=answered, total=total)
    if isinstance(shown, PendingApproval):
        state = catalogue.text("approval.waiting")
    back = f"{key} {catalogue.text('seat.to_answer')}" if key else ""
    return catalogue.text("join.parts").join(filter(None, (back, state, text)))
