"""What a model, a file or a paste wrote has one way onto the screen; the others are not used.

One sanitiser (`dsh_core.base.sanitise`), one helper that draws its result literally
(`dsh_widgets.text`), one drawing of Markdown (`dsh_widgets.markdown`). No markup, no acting link,
no byte to the terminal that did not go through the app.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = [
    path
    for folder in (ROOT / "widgets" / "dsh_widgets", ROOT / "dsh_app")
    for path in sorted(folder.rglob("*.py"))
]

LITERAL = {"literal", "literal_line", "Content", "markdown_content"}
"""What makes something drawable of a text; `Content` takes texts of ours only."""

FORBIDDEN_MODULES = ("rich.markup", "rich.markdown", "textual.markup", "textual.widgets.markdown")
FORBIDDEN_NAMES = {
    "from_markup": "markup",
    "from_ansi": "escape sequences become styles",
    "Markdown": "another Markdown than ours",
    "MarkdownViewer": "another Markdown than ours",
    "RichLog": "markup and highlighting of its own",
    "render_markup": "markup",
}
TITLES = {"border_title", "border_subtitle", "tooltip", "sub_title"}

PARSER_OF_MARKDOWN = "widgets/dsh_widgets/markdown.py"
MAY_SPELL_ESCAPES = {
    "dsh_app/terminal.py",
    "dsh_app/attention.py",
    "dsh_app/inline.py",
    "widgets/dsh_widgets/key_compat.py",
}
MAY_DRIVE = {"dsh_app/attention.py"}
"""Names the window and notifies; it cleans what it says."""

WRITES = {"os.write", "sys.stdout.write", "sys.stderr.write"}
MAY_WRITE = {"dsh_app/terminal.py", "dsh_app/outcome.py", "dsh_app/lines.py"}
"""Restores the terminal, tells how a command ended, and asks in plain lines."""


def callee(node: ast.Call) -> str:
    """The last name of what is called."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def makes_content(node: ast.expr) -> bool:
    """Whether an expression is built by what draws literally, or by a method of ours."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if isinstance(function, ast.Attribute):
        owner = function.value
        return isinstance(owner, ast.Name) and owner.id in {"Content", "self"}
    return callee(node) in LITERAL


def findings(source: str, name: str) -> Iterator[str]:
    """What a module does that no module may."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in FORBIDDEN_MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                if module in FORBIDDEN_MODULES:
                    yield module
                imported = {each.name for each in names}
                yield from (
                    f"{FORBIDDEN_NAMES[each]}: {each}" for each in imported & set(FORBIDDEN_NAMES)
                )
                if module == "markdown_it" and name != PARSER_OF_MARKDOWN:
                    yield "another parser of Markdown"
            case ast.Attribute(attr=attribute) if attribute in FORBIDDEN_NAMES:
                yield f"{FORBIDDEN_NAMES[attribute]}: {attribute}"
            case ast.Call():
                yield from call_findings(node, name)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if (
                        isinstance(target, ast.Attribute)
                        and target.attr in TITLES
                        and not makes_content(value)
                    ):
                        yield f"a text that may be markup: {target.attr}"
            case ast.FunctionDef(name="sanitise" | "literal" | "literal_line" as helper):
                if name != "widgets/dsh_widgets/text.py":
                    yield f"another {helper}"
            case ast.Constant(value=str() | bytes() as value):
                text = value if isinstance(value, str) else value.decode("latin-1")
                if "\x1b" in text and name not in MAY_SPELL_ESCAPES:
                    yield "a terminal sequence"
                if "@click" in text:
                    yield "an acting link"


def call_findings(node: ast.Call, name: str) -> Iterator[str]:
    called = callee(node)
    keywords = {each.arg: each.value for each in node.keywords}
    markup = keywords.get("markup")
    if isinstance(markup, ast.Constant) and markup.value is True:
        yield "markup"
    if called == "notify" and not (isinstance(markup, ast.Constant) and markup.value is False):
        yield "a notification that reads markup"
    if called in {"Static", "Label", "Button"}:
        drawn = [
            *node.args[:1],
            *(keywords[key] for key in ("content", "label") if key in keywords),
        ]
        if any(not makes_content(each) for each in drawn):
            yield f"a text that may be markup: {called}"
    owner = ast.unparse(node.func)
    writes = called == "print" or owner in WRITES
    if writes and name not in MAY_WRITE:
        yield f"a write around the app: {owner}"
    drives = owner.endswith(("driver.write", "console.print"))
    if drives and name not in MAY_DRIVE:
        yield f"a write around the app: {owner}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_foreign_text_has_one_way_onto_the_screen(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    assert list(findings(path.read_text(encoding="utf-8"), name)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("Content.from_markup(text)", True),
        ("Text.from_ansi(output)", True),
        ("from rich.markup import escape", True),
        ("from textual.widgets import Markdown", True),
        ("from markdown_it import MarkdownIt", True),
        ("from markdown_it.token import Token", False),
        ("Static(text)", True),
        ("Static(f'{name}')", True),
        ("Static('[b]hello[/b]')", True),
        ("Static(id='x')", False),
        ("Static(literal(text))", False),
        ("Static(Content.assemble(a, b))", False),
        ("Label(content=text)", True),
        ("Static(x, markup=True)", True),
        ("self.border_title = text", True),
        ("self.border_title = literal_line(text)", False),
        ("widget.tooltip = option.description", True),
        ("self.notify(text)", True),
        ("self.notify(text, markup=False)", False),
        ("app._driver.write(sequence)", True),
        ("os.write(1, data)", True),
        ("print(text)", True),
        ("x = '\\x1b]0;title\\x07'", True),
        ("x = b'\\x1b[0m'", True),
        ("x = '[@click=app.quit]'", True),
        ("def sanitise(text): ...", True),
        ("x = literal(text)", False),
    ],
)
def test_the_rules_themselves(source: str, found: bool) -> None:
    assert bool(list(findings(source, "dsh_app/some.py"))) is found


def test_the_sanitiser_is_where_texts_are_made_literal() -> None:
    text = (ROOT / "widgets" / "dsh_widgets" / "text.py").read_text(encoding="utf-8")
    assert "sanitise(text)" in text
    assert "one_line(text)" in text
