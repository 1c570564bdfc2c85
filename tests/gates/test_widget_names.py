"""No widget of ours has the name of one of Textual's.

A style sheet knows a widget by the name of its class. The rules of a widget of Textual's apply to
every class of its name, from the moment that somebody shows the first one: as the palette does.
"""

from __future__ import annotations

import ast
from pathlib import Path

import textual

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = (ROOT / "widgets" / "dsh_widgets", ROOT / "dsh_app")


def class_names(*folders: Path) -> set[str]:
    """The names of the classes that modules below these folders define, values left out."""
    return {
        node.name
        for folder in folders
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.bases
    }


def test_no_widget_is_called_like_one_of_textual() -> None:
    package = Path(textual.__file__).parent
    theirs = class_names(package / "widgets")
    for module in ("command", "containers", "screen", "widget", "scrollbar"):
        tree = ast.parse((package / f"{module}.py").read_text(encoding="utf-8"))
        theirs |= {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    assert {"OptionList", "CommandPalette", "VerticalScroll"} <= theirs
    assert class_names(*OURS) & theirs == set()
