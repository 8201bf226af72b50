"""Traits that a card has because others have them: of each environment in play, of the own identity (Trait)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions.language.shared_words import IDENTITY_TRAITS, TRAITS_OF
from engine.games.marvel_champions.language.vocabulary import VOCABULARY

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

NO_TRAITS: Final = frozenset(
    (*VOCABULARY.types, *VOCABULARY.supertypes, *VOCABULARY.colors, *VOCABULARY.generic, *VOCABULARY.states)
)
"""The words of cards that are no traits: types, aspects, states, and what all of a kind are called."""


def spelled(game: Game, words: tuple[str, ...], holder: Object | None) -> tuple[str, ...]:
    """The words that an effect gives, with the traits that some of them stand for."""
    if not any(word.startswith(TRAITS_OF) for word in words):
        return words
    found: list[str] = []
    for word in words:
        found += _lent(game, word, holder) if word.startswith(TRAITS_OF) else (word,)
    return tuple(dict.fromkeys(found))


def _lent(game: Game, word: str, holder: Object | None) -> list[str]:
    """The traits of all in play that a word means: of a type, or the identity of who controls the holder."""
    kind = word.removeprefix(TRAITS_OF)
    there = [obj for obj in game.battlefield() if kind in obj.words]
    if word == IDENTITY_TRAITS:
        there = [obj for obj in there if holder is not None and obj.controller == holder.controller]
    return [trait for obj in there for trait in obj.words if trait not in NO_TRAITS]
