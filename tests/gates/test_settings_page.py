"""The page on settings says what there is: every key of the table, and no other.

`python -m tests.gates.test_settings_page` writes the tables anew.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from dsh_app.settings import OUR_THEMES
from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_widgets.key_rows import WIDGET_ROWS
from dsh_widgets.keymap import PARENTS, check
from dsh_widgets.themes import THEMES

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "settings.md"
START: Final = "| Place | Where the keyboard is | Also |\n|---|---|---|\n"

PLACES: Final = {
    "list": "on the options of a question",
    "review": "on the review of all answers",
    "plan": "on a plan under review",
    "approval": "on what a tool asks leave for",
    "panel": "on any part of a request that is no text",
    "text": "in an own answer or a note",
    "filter": "in the filter of the options",
    "feedback": "in the feedback on a plan",
    "comment": "in a comment on a plan",
    "comments": "on the list of comments on a plan",
    "composer": "in the message to the agent",
    "transcript": "on the transcript",
    "dock": "anywhere, while something waits",
    "app": "anywhere",
    "confirm": "on a question of the app itself; any key that is not listed goes back",
}


def tables() -> str:
    """The table of places, and one of keys for each."""
    lines = []
    for scope, parent in PARENTS.items():
        if any(row.scope == scope for row in WIDGET_ROWS):
            lines.append(f"| `{scope}` | {PLACES[scope]} | {f'`{parent}`' if parent else '–'} |")
    words = Catalogue("en")
    for scope in PARENTS:
        rows = [row for row in WIDGET_ROWS if row.scope == scope]
        if rows:
            lines += ["", f"### `{scope}`: {PLACES[scope]}", "", "| Id | Keys | |", "|---|---|---|"]
        for row in rows:
            keys = " ".join(f"`{key}`" if key != "|" else "`\\|`" for key in row.keys) or "–"
            mark = " !" if row.essential else ""
            lines.append(f"| `{row.id}`{mark} | {keys} | {words.text(row.label)} |")
    return "\n".join(lines) + "\n"


def test_the_page_lists_every_key() -> None:
    before, found, after = PAGE.read_text(encoding="utf-8").partition(START)
    assert before
    assert found
    assert after == tables(), "python -m tests.gates.test_settings_page writes them anew"


def test_its_example_is_a_file_that_can_be_used() -> None:
    text = PAGE.read_text(encoding="utf-8")
    example = text.partition("```toml\n")[2].partition("```")[0]
    values = tomllib.loads(example)
    assert check(WIDGET_ROWS, values["keys"]) == []
    assert set(values) == {"language", "theme", "ascii", "notifications", "keys"}
    assert values["language"] in LANGUAGES
    assert values["theme"] in OUR_THEMES


def test_the_names_of_our_themes_are_the_themes() -> None:
    """The command line names them without importing what draws."""
    assert tuple(theme.name for theme in THEMES) == OUR_THEMES


if __name__ == "__main__":
    kept = PAGE.read_text(encoding="utf-8").partition(START)[0]
    PAGE.write_text(kept + START + tables(), encoding="utf-8")
