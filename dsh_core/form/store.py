"""Drafts that outlive their form.

A request that was discussed, dismissed or aborted leaves its drafts in a store; when the agent
asks the same again they come back. A draft is found by what was asked, not by which request it
was: the session, the question's id and text, its labels, and which of several equal questions
of the batch it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dsh_core.form.drafts import Draft, holds_something
from dsh_core.questions.types import Question

__all__ = [
    "DraftKey",
    "DraftStore",
    "MemoryDraftStore",
    "draft_keys",
    "drop_drafts",
    "load_drafts",
    "save_drafts",
]


@dataclass(frozen=True, slots=True)
class DraftKey:
    """What a draft is the draft of.

    Attributes:
        session: The id of the session that asks; empty for a request without an agent.
        id: The question's id.
        text: The question's text.
        labels: The labels of its options.
        nth: How many equal questions come before it in the batch.
    """

    session: str
    id: str
    text: str
    labels: tuple[str, ...]
    nth: int = 0


class DraftStore(Protocol):
    """Where drafts are kept."""

    def load(self, key: DraftKey) -> Draft | None:
        """The draft under this key, or `None`."""
        ...

    def save(self, key: DraftKey, draft: Draft) -> None:
        """Keep the draft, in place of an earlier one."""
        ...

    def drop(self, key: DraftKey) -> None:
        """Forget the draft, if there is one."""
        ...


class MemoryDraftStore:
    """Drafts kept for as long as the program runs."""

    def __init__(self) -> None:
        self._drafts: dict[DraftKey, Draft] = {}

    def load(self, key: DraftKey) -> Draft | None:
        """The draft under this key, or `None`."""
        return self._drafts.get(key)

    def save(self, key: DraftKey, draft: Draft) -> None:
        """Keep the draft, in place of an earlier one."""
        self._drafts[key] = draft

    def drop(self, key: DraftKey) -> None:
        """Forget the draft, if there is one."""
        self._drafts.pop(key, None)


def draft_keys(session: str, questions: Sequence[Question]) -> tuple[DraftKey, ...]:
    """The key of each question of a batch."""
    seen: Counter[DraftKey] = Counter()
    keys = []
    for question in questions:
        labels = tuple(option.label for option in question.options or ())
        first = DraftKey(session, question.id, question.question, labels)
        keys.append(DraftKey(session, question.id, question.question, labels, seen[first]))
        seen[first] += 1
    return tuple(keys)


def load_drafts(
    store: DraftStore, session: str, questions: Sequence[Question]
) -> tuple[Draft | None, ...]:
    """The kept draft of each question, as `open_form` takes them."""
    return tuple(store.load(key) for key in draft_keys(session, questions))


def save_drafts(
    store: DraftStore, session: str, questions: Sequence[Question], drafts: Sequence[Draft]
) -> None:
    """Keep the drafts that hold something and forget the others."""
    for key, draft in zip(draft_keys(session, questions), drafts, strict=True):
        if holds_something(draft):
            store.save(key, draft)
        else:
            store.drop(key)


def drop_drafts(store: DraftStore, session: str, questions: Sequence[Question]) -> None:
    """Forget the drafts of a batch: it was answered."""
    for key in draft_keys(session, questions):
        store.drop(key)
