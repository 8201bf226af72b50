"""Glossary: the keywords of a game, each in a few words of our own, with the paragraph that says all of it."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final, TypeAlias

from engine.assets import package_of, read_text

LANGUAGES: Final[tuple[str, ...]] = ("en", "de", "fr")
"""The languages of the page: each text that is no card's is there in all of them."""
Term: TypeAlias = dict[str, str]
"""``rule``, and the text by language."""


@cache
def glossary(game: str) -> dict[str, Term]:
    """The terms of a game by the names that its cards have for them; nobody changes what is returned."""
    table: dict[str, Term] = tomllib.loads(read_text(package_of(game), "glossary.toml"))
    return table
