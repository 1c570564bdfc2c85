from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from dsh_core.base import catalogue as catalogue_module
from dsh_core.base.catalogue import LANGUAGES, Catalogue
from dsh_core.base.catalogue_en import TEXTS as EN
from dsh_core.base.catalogue_zh import TEXTS as ZH
from dsh_core.base.sanitise import sanitise

BASE = Path(catalogue_module.__file__).parent


def names(template: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_english_comes_first() -> None:
    assert LANGUAGES == ("en", "zh")


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        Catalogue("fr")


def test_values_are_put_in_as_they_are() -> None:
    text = Catalogue("en").text("transcript.ask.answered", answered="{total}", total="{x}")
    assert text == "{total}/{x} answered"


def test_a_missing_translation_reads_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EN, "only.english", "hello {who}")
    assert Catalogue("zh").text("only.english", who="you") == "hello you"


def test_unknown_key_and_missing_value_are_errors() -> None:
    catalogue = Catalogue()
    assert not catalogue.has("no.such.key")
    with pytest.raises(KeyError):
        catalogue.text("no.such.key")
    assert catalogue.has("transcript.ask.answered")
    with pytest.raises(KeyError):
        catalogue.text("transcript.ask.answered", answered=1)


def keys_written(language: str) -> list[str]:
    """Every key as it stands in the sources; a dict keeps only the last of equal ones."""
    return [
        node.value
        for path in sorted(BASE.glob(f"catalogue_{language}*.py"))
        for mapping in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(mapping, ast.Dict)
        for node in mapping.keys
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_key_is_written_twice(language: str) -> None:
    written = keys_written(language)
    assert [key for key in set(written) if written.count(key) > 1] == []
    assert len(written) > 20


@pytest.mark.parametrize("key", sorted(ZH))
def test_translations_have_the_same_placeholders(key: str) -> None:
    assert names(ZH[key]) == names(EN[key])


@pytest.mark.parametrize("texts", [EN, ZH], ids=["en", "zh"])
def test_texts_are_clean(texts: dict[str, str]) -> None:
    for key, text in texts.items():
        assert text.strip(), key
        assert sanitise(text) == text, key
        # Named placeholders only: no numbers, no attributes, no conversions.
        assert all(name is not None and name.isidentifier() for name in names(text)), key


def test_every_language_has_every_key() -> None:
    assert set(ZH) == set(EN)


def test_chinese_reads_chinese() -> None:
    """Whatever is the same in both languages is a name, a key or a shape."""
    same = {key for key in EN if ZH[key] == EN[key] and not key.startswith(("key.", "language."))}
    assert same == {"plan.position", "join.parts"}


def test_english_can_be_drawn_in_ascii() -> None:
    catalogue = Catalogue("en", ascii_only=True)
    for key, template in EN.items():
        values = {name: 1 for name in names(template) if name}
        assert catalogue.text(key, **values).isascii(), key


def test_ascii_changes_our_words_and_no_value() -> None:
    catalogue = Catalogue("en", ascii_only=True)
    assert catalogue.text("app.queued", text="a · b…") == "queued: a · b…"
    assert catalogue.text("key.up") == "Up"
    assert Catalogue("zh", ascii_only=True).text("app.queued", text="x") == "排队中：x"
