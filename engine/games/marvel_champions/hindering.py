"""Hinder: threat that a card places on itself as it comes up (Hinder X)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Grant
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.attack_damage import keyword_value
from engine.games.marvel_champions.language.shared_words import HINDER_FOR_EACH
from engine.queries.layers import refresh

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


def hinder_stage(game: Game, stage: Object) -> None:
    """A stage of the main scheme that has come up does so, too, with what it has gained by itself."""
    if any(isinstance(own, Grant) for own in game.prints[stage.card].definition.abilities):
        refresh(game)
    hinder(game, stage)


def hinder(game: Game, card: Object) -> None:
    """A card that is revealed places its threat on itself (Hinder X)."""
    own = keyword_value(game, card, "hinder") + keyword_value(game, card, HINDER_FOR_EACH) * game.seats
    schemes.place(game, card, own)
