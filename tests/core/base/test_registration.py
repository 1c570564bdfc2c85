from __future__ import annotations

from dsh_core.base.registration import register_in


def test_a_remover_takes_out_its_own_entry_once() -> None:
    table: dict[object, str] = {}
    remove_first = register_in(table, "a")
    register_in(table, "b")
    register_in(table, "a")
    assert list(table.values()) == ["a", "b", "a"]
    remove_first()
    remove_first()
    assert list(table.values()) == ["b", "a"]
