"""What the dock shows for each kind of request, and what it says about it."""

from __future__ import annotations

from collections.abc import Sequence

from dsh_core.approvals.pending import PendingApproval
from dsh_core.base.catalogue import Catalogue
from dsh_core.form.plan_review import claim
from dsh_core.questions.pending import PendingRequest
from dsh_widgets.approval_panel import ApprovalPanel
from dsh_widgets.form import QuestionForm
from dsh_widgets.keys import KeyHandler
from dsh_widgets.plan_review import PlanReviewPanel

__all__ = ["DockPanel", "Waiting", "make_panel", "panel_title"]

Waiting = PendingRequest | PendingApproval
"""One request that waits for a person."""

DockPanel = QuestionForm | PlanReviewPanel | ApprovalPanel
"""The widget of one request."""


def make_panel(waiting: Waiting, keys: KeyHandler | None, catalogue: Catalogue) -> DockPanel:
    """A widget for a request: leave for a tool, the review of a plan, or else a form."""
    if isinstance(waiting, PendingApproval):
        return ApprovalPanel(waiting.request, keys=keys, catalogue=catalogue)
    can_discuss = waiting.agent_id is not None
    review = claim(waiting.request)
    if review is not None:
        return PlanReviewPanel(review, keys=keys, catalogue=catalogue, can_discuss=can_discuss)
    return QuestionForm(waiting.questions, keys=keys, catalogue=catalogue, can_discuss=can_discuss)


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
