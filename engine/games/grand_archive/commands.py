"""The unit that performs the attack of an attack card: the champion, or by Command an ally that rests for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Filter, Keyword, TapOther
from engine.games.grand_archive.elements import champion_of
from engine.games.grand_archive.obedience import disobedience
from engine.queries.filters import fits
from engine.state.play_notes import objects_paid

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

COMMAND: Final = "command"
REST_CHAMPION: Final = TapOther(Filter((("champion",),), "you"))


def commanded(game: Game, card: Object) -> Filter | None:
    """The allies of which one performs the attack of a card; none if the champion does."""
    for number in card.abilities:
        ability = game.texts[number].ability
        if isinstance(ability, Keyword) and ability.name == COMMAND:
            return ability.what
    return None


def rest_for_attack(game: Game, card: Object) -> TapOther:
    """The additional cost of an attack card: the unit that will attack rests (Attack, Command 1a)."""
    allies = commanded(game, card)
    return REST_CHAMPION if allies is None else TapOther(replace(allies, of="you"))


def attacker_for(game: Game, item: Item) -> Object | None:
    """The unit that attacks once an attack card has resolved: with Command the ally that rested, if it obeys.

    Command 2a, 2b: without one there is no combat.
    """
    card = game.object(item.card)
    allies = commanded(game, card) if card is not None else None
    if allies is None:
        return champion_of(game, item.controller)
    rested = (game.object(last.id) for last in objects_paid(item.paid, "tapped"))
    fitting = (obj for obj in rested if obj is not None and obj.zone == game.arena)
    able = [obj for obj in fitting if obj.controller == item.controller and "ally" in obj.words]
    obeying = (obj for obj in able if disobedience(game, obj) is None)
    return next((obj for obj in obeying if fits(game, allies, obj, item.controller, item.card, item)), None)
