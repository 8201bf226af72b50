"""Alternative costs that a card has gained, or is said to have, where it lies (702.34a, 702.138a, 118.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import AlternativeCost, Grant
from engine.games.magic.keywords import expand
from engine.games.magic.layouts import AsItLies
from engine.queries.filters import fits, holds
from engine.queries.static_effects import statics
from engine.state.lasting import ModifyEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state.game import Game
    from engine.state.records import Object


def costs_of(game: Game, obj: Object) -> tuple[AlternativeCost, ...]:
    """A card may be cast for these besides its mana cost: those printed on it, then those it has gained (118.9)."""
    printed = game.prints[obj.card].alternatives
    if game.root.effects:
        gained = (cost for effect in _giving(game) if obj.id in effect.idents for cost in _given(game, effect))
        printed = (*printed, *gained)
    return (*printed, *_said_to_have(game, obj)) if obj.zone == "graveyard" and statics(game, Grant) else printed


def _said_to_have(game: Game, obj: Object) -> list[AlternativeCost]:
    """The costs that abilities give a card in a graveyard, as the card is there, whichever of its faces is cast."""
    found: list[AlternativeCost] = []
    with AsItLies(game, obj):
        for holder, controller, grant in statics(game, Grant):
            source = holder.id if holder is not None else 0
            if grant.what is None or not fits(game, grant.what, obj, controller, source):
                continue
            if holds(game, grant.condition, controller, source):
                parts = [part for each in grant.abilities for part in expand(each)]
                found += [part for part in parts if isinstance(part, AlternativeCost)]
    return found


def any_gained(game: Game) -> bool:
    """Whether any card has gained an alternative cost, or may be said to have one."""
    return bool(statics(game, Grant)) or any(True for effect in _giving(game) for _ in _given(game, effect))


def _giving(game: Game) -> Iterator[ModifyEffect]:
    return (effect for effect in game.root.effects if isinstance(effect, ModifyEffect) and effect.change.abilities)


def _given(game: Game, effect: ModifyEffect) -> Iterator[AlternativeCost]:
    given = (game.texts[number].ability for number in effect.change.abilities)
    return (ability for ability in given if isinstance(ability, AlternativeCost))
