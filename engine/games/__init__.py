"""The games, by name. Each has a folder: rules, procedures, the vocabulary of its text, cards and decks."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.rules import Rules

_RULES: Final = {
    "magic": ("engine.games.magic.rules", "MagicRules"),
    "grand-archive": ("engine.games.grand_archive.rules", "GrandArchiveRules"),
    "marvel-champions": ("engine.games.marvel_champions.rules", "MarvelChampionsRules"),
}


def list_games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_RULES)


@lru_cache(maxsize=16)
def rules_of(game: str, profile: str = "seeds") -> Rules:
    """The rulebook of a game.

    Raises:
        KeyError: there is no such game.
    """
    module, name = _RULES[game]
    rules: Rules = getattr(import_module(module), name)()
    return rules
