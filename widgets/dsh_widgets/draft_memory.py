"""Drafts that outlive the form they were written in: which come back, and which are forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dsh_core.form.drafts import Draft, put_aside
from dsh_core.form.events import Written
from dsh_core.form.store import (
    DraftStore,
    MemoryDraftStore,
    draft_keys,
    drop_drafts,
    load_drafts,
    save_drafts,
)
from dsh_core.questions.pending import PendingRequest
from dsh_widgets.form import QuestionForm
from dsh_widgets.plan_memory import PlanMemory, PreviousPlan, session_of
from dsh_widgets.plan_review import PlanReviewPanel

__all__ = ["DraftMemory"]


class DraftMemory:
    """What earlier forms left for the next one with the same questions.

    Args:
        store: Where drafts are kept; `None` keeps them here.
        previous_plan: Says which plan a session showed before that of a request; `None`
            remembers those that were shown here.
    """

    def __init__(
        self,
        store: DraftStore | None = None,
        previous_plan: PreviousPlan | None = None,
    ) -> None:
        self._store: DraftStore = MemoryDraftStore() if store is None else store
        self.plans = PlanMemory(self._store, previous_plan)
        """What reviews of plans left."""
        self._open: dict[str, tuple[PendingRequest, QuestionForm]] = {}

    def carried(self, pending: PendingRequest) -> tuple[Draft | None, ...]:
        """The draft that each question of a request comes back with; `None` for none."""
        return load_drafts(self._store, session_of(pending), pending.questions)

    def shown(self, pending: PendingRequest, form: QuestionForm) -> None:
        """A form over a request is there, until the request has `ended`."""
        self._open[pending.id] = (pending, form)

    def ended(self, pending: PendingRequest, panel: object, outcome: str) -> None:
        """A request is over: an answer needs no drafts any more, every other end keeps them.

        Args:
            pending: The request.
            panel: What showed it, as it was left; only a form has drafts.
            outcome: How it ended, as the table says it.
        """
        self._open.pop(pending.id, None)
        if isinstance(panel, PlanReviewPanel):
            self.plans.keep(pending, panel.state)  # It knows what of it was sent.
        elif outcome == "answered":
            drop_drafts(self._store, session_of(pending), pending.questions)
        elif isinstance(panel, QuestionForm):
            drafts = panel.state.drafts
            save_drafts(self._store, session_of(pending), pending.questions, drafts)

    def keep_late(self, pending: PendingRequest, event: Written) -> bool:
        """Put a text aside that comes back from an editor after its request has ended.

        However that ended, the text is found again when the same is asked again, or at once
        where it has been by now.

        Returns:
            Whether the request has ended; if not, nothing was done.
        """
        if pending.id in self._open:
            return False
        key = draft_keys(session_of(pending), pending.questions)[event.index]
        for other, form in self._open.values():
            keys = draft_keys(session_of(other), other.questions)
            if key in keys:
                form.written(replace(event, index=keys.index(key), late=True))
                return True
        draft = self._store.load(key) or Draft()
        draft = put_aside(draft, event.text, before=event.before, note=event.note)
        self._store.save(key, draft)
        return True

    def keep(self, waiting: Iterable[PendingRequest], panels: Mapping[str, object]) -> None:
        """Keep the drafts of the forms of all that wait: the forms go before the requests do."""
        for pending in waiting:
            self.ended(pending, panels.get(pending.id), "cancelled")
