"""Drafts that outlive the form they were written in: which come back, and which are forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsh_core.form.drafts import Draft
from dsh_core.form.store import DraftStore, drop_drafts, load_drafts, save_drafts
from dsh_core.questions.pending import PendingRequest
from dsh_widgets.form import QuestionForm

__all__ = ["DraftMemory"]


class DraftMemory:
    """What earlier forms left for the next one with the same questions.

    Args:
        store: Where drafts are kept.
    """

    def __init__(self, store: DraftStore) -> None:
        self._store = store

    def carried(self, pending: PendingRequest) -> tuple[Draft | None, ...]:
        """The draft that each question of a request comes back with; `None` for none."""
        return load_drafts(self._store, _session(pending), pending.questions)

    def ended(self, pending: PendingRequest, panel: object, outcome: str) -> None:
        """A request is over: an answer needs no drafts any more, every other end keeps them.

        Args:
            pending: The request.
            panel: What showed it, as it was left; only a form has drafts.
            outcome: How it ended, as the table says it.
        """
        if outcome == "answered":
            drop_drafts(self._store, _session(pending), pending.questions)
        elif isinstance(panel, QuestionForm):
            drafts = panel.state.drafts
            save_drafts(self._store, _session(pending), pending.questions, drafts)

    def keep(self, waiting: Iterable[PendingRequest], panels: Mapping[str, object]) -> None:
        """Keep the drafts of the forms of all that wait: the forms go before the requests do."""
        for pending in waiting:
            self.ended(pending, panels.get(pending.id), "cancelled")


def _session(pending: PendingRequest) -> str:
    """An agent has the id of its session; a request without one belongs to none."""
    return pending.agent_id or ""
