"""Every word the program itself says, by key and language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsh_core.base.catalogue_ascii import ASCII_TEXTS, ascii_template
from dsh_core.base.catalogue_en import TEXTS as EN
from dsh_core.base.catalogue_zh import TEXTS as ZH

__all__ = ["LANGUAGES", "Catalogue"]

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {"en": EN, "zh": ZH}

LANGUAGES: Final[tuple[str, ...]] = tuple(_TEXTS)
"""The languages there are; English, the complete one, comes first."""


class Catalogue:
    """The texts in one language.

    A key without a translation reads in English. Text written by an asker
    never comes from here: it is always shown in the language it was written in.

    Args:
        language: One of `LANGUAGES`.
        ascii_only: The screen draws ASCII only: arrows, dots and dashes are spelled out, and
            whoever draws marks beside these texts takes plain ones.

    Raises:
        ValueError: If there is no such language.
    """

    __slots__ = ("_texts", "ascii_only", "language")

    def __init__(self, language: str = "en", *, ascii_only: bool = False) -> None:
        if language not in _TEXTS:
            raise ValueError(f"unknown language {language!r} (available: {', '.join(LANGUAGES)})")
        self.language = language
        self.ascii_only = ascii_only
        self._texts = _TEXTS[language]

    def text(self, key: str, /, **values: object) -> str:
        """Return the text of `key` with each `{name}` in it filled in.

        The values are put in as they are: a brace in a value stays a brace.

        Raises:
            KeyError: If there is no such key, or a value it names is missing.
        """
        template = self._texts.get(key)
        if template is None:
            template = EN[key]
        if self.ascii_only:
            template = ASCII_TEXTS.get(key) or ascii_template(template)
        return template.format(**values) if values or "{" in template else template

    def has(self, key: str) -> bool:
        """Whether `text` knows the key."""
        return key in EN
