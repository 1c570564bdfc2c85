from __future__ import annotations

from dsh_core.form.drafts import Draft, Stash
from dsh_core.form.review import open_form
from dsh_core.form.store import (
    MemoryDraftStore,
    draft_keys,
    drop_drafts,
    load_drafts,
    save_drafts,
)
from tests.core.form.batches import free, single

BATCH = (single("A", "B"), free(), single("A", "B"))
DRAFTS = (Draft(selected=(0,)), Draft(), Draft(stash=Stash(custom="x")))


def test_drafts_come_back_when_the_same_is_asked_again() -> None:
    store = MemoryDraftStore()
    save_drafts(store, "s", BATCH, DRAFTS)
    loaded = load_drafts(store, "s", BATCH)
    assert loaded == (DRAFTS[0], None, DRAFTS[2])
    assert open_form(BATCH, carried=loaded).carried == (True, False, True)


def test_another_session_text_or_labels_is_another_question() -> None:
    store = MemoryDraftStore()
    save_drafts(store, "s", BATCH, DRAFTS)
    assert load_drafts(store, "t", BATCH) == (None, None, None)
    assert load_drafts(store, "s", (single("A", "C"),)) == (None,)
    assert load_drafts(store, "s", (single("A", "B", text="Other?"),)) == (None,)


def test_equal_questions_are_counted() -> None:
    assert [key.nth for key in draft_keys("s", BATCH)] == [0, 0, 1]


def test_an_empty_draft_replaces_an_earlier_one() -> None:
    store = MemoryDraftStore()
    save_drafts(store, "s", BATCH, DRAFTS)
    save_drafts(store, "s", BATCH, (Draft(),) * 3)
    assert load_drafts(store, "s", BATCH) == (None, None, None)


def test_an_answered_batch_leaves_none() -> None:
    store = MemoryDraftStore()
    save_drafts(store, "s", BATCH, DRAFTS)
    drop_drafts(store, "s", BATCH)
    assert load_drafts(store, "s", BATCH) == (None, None, None)
