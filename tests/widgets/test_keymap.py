from __future__ import annotations

import pytest

from dsh_core.base.catalogue import Catalogue
from dsh_widgets.key_names import canonical_key, display_key, is_printable_key
from dsh_widgets.key_rows import WIDGET_ROWS, widget_keymap
from dsh_widgets.keymap import PARENTS, TEXT_SCOPES, Keymap, KeyRow, check


def kinds(rows: list[KeyRow], overrides: dict[str, list[str]] | None = None) -> list[str]:
    return [error.kind.rpartition(".")[2] for error in check(rows, overrides)]


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("?", "question_mark"),
        ("[", "left_square_bracket"),
        ("<", "less_than_sign"),
        ("/", "slash"),
        (" ", "space"),
        ("+", "plus"),
        ("ctrl+]", "ctrl+right_square_bracket"),
        ("Ctrl+Shift+PgUp", "ctrl+shift+pageup"),
        ("shift+ctrl+a", "ctrl+shift+a"),
        ("ctrl+G", "ctrl+g"),
        ("shift+g", "G"),
        ("G", "G"),
        ("Return", "enter"),
        ("esc", "escape"),
        ("F2", "f2"),
        ("é", "é"),
        ("ctrl++", "ctrl+plus"),
    ],
)
def test_a_key_has_one_name(spelled: str, name: str) -> None:
    assert canonical_key(spelled) == name
    assert canonical_key(name) == name


@pytest.mark.parametrize("spelled", ["", "ctlr+a", "f99", "no such key", "ctrl+", "\x1b"])
def test_a_key_nobody_can_press_has_no_name(spelled: str) -> None:
    assert canonical_key(spelled) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("up", "↑"),
        ("ctrl+right_square_bracket", "Ctrl+]"),
        ("shift+enter", "Shift+Enter"),
        ("ctrl+j", "Ctrl+J"),
        ("g", "g"),
        ("G", "G"),
        ("question_mark", "?"),
        ("f2", "F2"),
        ("ctrl+shift+pageup", "Ctrl+Shift+PgUp"),
    ],
)
def test_a_key_reads_as_a_person_says_it(name: str, shown: str) -> None:
    assert display_key(name, Catalogue("en")) == shown


def test_the_widgets_table_is_sound() -> None:
    assert check(WIDGET_ROWS) == []


def test_every_row_of_the_table_has_words() -> None:
    catalogue = Catalogue("en")
    assert [row.id for row in WIDGET_ROWS if not catalogue.has(row.label)] == []


def test_every_scope_has_a_way_out_or_on() -> None:
    keymap = widget_keymap()
    for scope in PARENTS:
        assert any(row.essential for row in keymap.rows(scope, inherited=True)), scope


def test_text_scopes_leave_every_character_to_the_text() -> None:
    keymap = widget_keymap()
    for scope in TEXT_SCOPES:
        for character in map(chr, range(0x20, 0x7F)):
            name = canonical_key(character)
            assert name is not None
            assert keymap.action(scope, name) is None, (scope, character)


def test_alt_and_a_digit_are_bound_to_nothing() -> None:
    keys = {key for row in WIDGET_ROWS for key in widget_keymap().keys(row.id)}
    assert not [key for key in keys if key.startswith("alt+") and key[-1].isdigit()]


def test_a_key_is_looked_up_in_wider_scopes_after_its_own() -> None:
    keymap = widget_keymap()
    assert keymap.action("list", "j") == "list.down"
    assert keymap.action("list", "z") == "dock.full_height"
    assert keymap.action("list", "f2") == "dock.fold"
    assert keymap.action("list", "ctrl+q") == "app.quit"
    assert keymap.action("text", "z") is None
    assert keymap.action("text", "tab") == "text.next_question"
    assert keymap.action("composer", "tab") == "dock.enter"
    assert keymap.action("text", "ctrl+z") == "text.undo"
    assert keymap.action("list", "ctrl+z") == "app.suspend"


def test_a_confirm_line_hears_no_wider_scope() -> None:
    keymap = widget_keymap()
    assert keymap.action("confirm", "y") == "confirm.yes"
    assert keymap.action("confirm", "ctrl+q") is None


def test_display_and_hints() -> None:
    keymap = widget_keymap()
    assert keymap.display("dock.fold") == "Ctrl+]"
    hints = [row.id for row in keymap.hints("list")]
    assert hints[0] == "list.commit"
    assert "dock.fold" in hints
    assert hints.index("list.skip") < hints.index("list.park")


def test_overrides_replace_the_keys_of_an_action() -> None:
    keymap = widget_keymap().with_overrides({"list.skip": ["x"], "list.note": []})
    assert keymap.action("list", "x") == "list.skip"
    assert keymap.action("list", "s") is None
    assert keymap.action("list", "n") is None
    assert keymap.display("list.note") == ""
    assert keymap.display("list.skip") == "x"


def test_bad_overrides_are_refused_with_a_message() -> None:
    with pytest.raises(ValueError, match=r"there is no action 'list\.fly'"):
        widget_keymap().with_overrides({"list.fly": ["x"]})


ROWS = [
    KeyRow("list.a", "list", ("a",), "hint.keys", essential=True),
    KeyRow("list.b", "list", ("b",), "hint.keys"),
    KeyRow("text.c", "text", ("ctrl+c",), "hint.keys"),
    KeyRow("dock.d", "dock", ("f2",), "hint.keys"),
    KeyRow("text.e", "text", ("ctrl+z",), "hint.keys", over=("app.z",)),
    KeyRow("app.z", "app", ("ctrl+z",), "hint.keys"),
]


def test_a_sound_table_has_no_errors() -> None:
    assert kinds(ROWS) == []


@pytest.mark.parametrize(
    ("overrides", "kind"),
    [
        pytest.param({"list.x": ["a"]}, "unknown_id", id="unknown id"),
        pytest.param({"list.b": ["ctlr+b"]}, "unknown_key", id="unknown key"),
        pytest.param({"text.c": ["c"]}, "printable", id="printable in a text"),
        pytest.param({"dock.d": ["space"]}, "printable", id="printable everywhere"),
        pytest.param({"list.b": ["a"]}, "clash", id="clash in a scope"),
        pytest.param({"list.b": ["A", "shift+a", "b", "a"]}, "clash", id="one of several keys"),
        pytest.param({"list.b": ["f2"]}, "clash", id="clash with a wider scope"),
        pytest.param({"app.z": ["f2"]}, "clash", id="clash from the wider scope"),
        pytest.param({"list.a": []}, "essential", id="essential without a key"),
    ],
)
def test_one_thing_wrong(overrides: dict[str, list[str]], kind: str) -> None:
    assert kinds(ROWS, overrides) == [kind]


def test_a_key_may_be_taken_over_on_purpose_and_the_same_key_in_two_rooms_is_no_clash() -> None:
    assert kinds(ROWS, {"text.c": ["f9"], "list.b": ["f9"], "text.e": ["ctrl+z"]}) == []


def test_a_table_with_an_id_twice_or_an_unknown_scope() -> None:
    assert kinds([ROWS[0], ROWS[0]]) == ["twice"]
    assert kinds([KeyRow("x", "nowhere", (), "hint.keys")]) == ["scope"]
    with pytest.raises(ValueError, match="twice"):
        Keymap([ROWS[0], ROWS[0]])


def test_an_app_adds_its_own_rows() -> None:
    keymap = Keymap([*WIDGET_ROWS, KeyRow("app.sessions", "app", ("ctrl+t",), "hint.keys")])
    assert keymap.action("text", "ctrl+t") == "app.sessions"


def test_printable_keys() -> None:
    assert all(map(is_printable_key, ["a", "G", "space", "question_mark", "é", "7"]))
    assert not any(map(is_printable_key, ["enter", "ctrl+a", "f2", "up", "tab"]))
