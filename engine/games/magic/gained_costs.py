"""Alternative costs that a card has gained where it lies, as flashback in a graveyard (702.34a, 118.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import AlternativeCost
from engine.state.lasting import ModifyEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state.game import Game
    from engine.state.records import Object


def costs_of(game: Game, obj: Object) -> tuple[AlternativeCost, ...]:
    """A card may be cast for these besides its mana cost: those printed on it, then those it has gained (118.9)."""
    printed = game.prints[obj.card].alternatives
    gained = (cost for effect in _giving(game) if obj.id in effect.idents for cost in _given(game, effect))
    return (*printed, *gained) if game.root.effects else printed


def any_gained(game: Game) -> bool:
    """Whether any card has gained an alternative cost for now."""
    return any(True for effect in _giving(game) for _ in _given(game, effect))


def _giving(game: Game) -> Iterator[ModifyEffect]:
    return (effect for effect in game.root.effects if isinstance(effect, ModifyEffect) and effect.change.abilities)


def _given(game: Game, effect: ModifyEffect) -> Iterator[AlternativeCost]:
    given = (game.texts[number].ability for number in effect.change.abilities)
    return (ability for ability in given if isinstance(ability, AlternativeCost))
