"""Threat that a card places as it comes up: on itself, or on the main scheme (Hinder X, Incite X)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Grant, Keyword
from engine.events.execution import change_counters
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.attack_damage import keyword_value
from engine.games.marvel_champions.language.shared_words import HINDER_FOR_EACH
from engine.queries.filters import holds
from engine.queries.layers import refresh

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

TOUGHNESS: Final = "toughness"


def hinder_stage(game: Game, stage: Object) -> None:
    """A stage of the main scheme that has come up does so, too, with what it has gained by itself."""
    if any(isinstance(own, Grant) for own in game.prints[stage.card].definition.abilities):
        refresh(game)
    hinder(game, stage)


def hinder(game: Game, card: Object) -> None:
    """A card that is revealed places its threat on itself (Hinder X)."""
    own = keyword_value(game, card, "hinder") + keyword_value(game, card, HINDER_FOR_EACH) * game.seats
    schemes.place(game, card, own)


def incite(game: Game, card: Object) -> int:
    """The threat that a revealed card places on the main scheme: what it has, or gains wherever it is (Incite X)."""
    if card.zone == game.arena:
        return keyword_value(game, card, "incite")
    gained = [
        own.value
        for grant in game.prints[card.card].definition.abilities
        if isinstance(grant, Grant) and grant.source and holds(game, grant.condition, card.owner, card.id)
        for own in grant.abilities
        if isinstance(own, Keyword) and own.name == "incite"
    ]
    return keyword_value(game, card, "incite") + sum(gained)


def toughen(game: Game, obj: Object) -> None:
    """A character that has toughness from elsewhere as it enters play has a tough status card, too (Toughness)."""
    has_own = TOUGHNESS in game.prints[obj.card].definition.keywords
    if not game.root.granting or has_own or "character" not in obj.words:
        return
    refresh(game)
    if TOUGHNESS in obj.keywords:
        change_counters(game, obj.id, "tough", 1)
