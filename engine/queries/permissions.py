"""Permissions to play a card from elsewhere than usual, or without paying for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import MayPlay
from engine.queries.faces import place_of_face
from engine.queries.filters import fits, holds
from engine.queries.static_effects import statics
from engine.state.lasting import MayPlayEffect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state.game import Game
    from engine.state.records import Object

AS_ITSELF: Final = "play as itself"
"""In place of a verb: a card may be played, but as no other face than its own."""


def permissions(game: Game, seat: int, obj: Object, verb: str) -> Iterator[MayPlay]:
    """601.3b: what lets a seat cast (activate; play, as a land) a card from where it is, or without paying for it."""
    root = game.root
    for effect in root.effects:
        if not isinstance(effect, MayPlayEffect) or effect.seat != seat or obj.id not in effect.idents:
            continue
        if effect.since and game.root.turn <= effect.since:
            continue
        if effect.verb in (verb, "play") or (effect.verb == AS_ITSELF and not place_of_face(game, obj)):
            yield MayPlay(verb, obj.zone, free=effect.free)
    for holder, controller, ability in statics(game, MayPlay):
        if (
            controller == seat == obj.owner
            and ability.verb == verb
            and game.zone_name(ability.zone) == obj.zone
            and (ability.what is None or fits(game, ability.what, obj, seat, holder.id if holder else 0))
            and holds(game, ability.condition, seat, holder.id if holder else 0)
        ):
            yield ability
