"""Instructions about spells and abilities on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import Outcome, items_of, touched
from engine.events.triggers import occurred
from engine.queries.prohibitions import forbidden
from engine.queries.revealed_cards import take_off
from engine.replacement.happen import happen
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item


def _counter(game: Game, item: Item, do: a.CounterSpell, answer: Answer | None) -> Outcome:
    countered = []
    for target in items_of(game, item, do.what):
        if not forbidden(game, "be countered", target.controller, game.object(target.card), target):
            countered.append(target.id)
            counter(game, target, do.zone)
    return touched(game, item, tuple(countered))


def counter(game: Game, target: Item, zone: str = "") -> None:
    """Take a spell or ability off the stack; the card of a spell goes to its owner's graveyard. Costs stay paid.

    In a game whose cards wait for all that is of them on the stack it stays where it is.

    Args:
        zone: where the card goes instead, if the text that counters says so.
    """
    if target.id not in game.root.stack:
        return
    take_off(game, target)
    card = game.object(target.card)
    occurred(game, "countered", card, target.controller)
    if card is not None and (zone or not game.rules.shares_cards):
        each = moving(card, game.discard_zone, cause="countered")
        if zone:
            each.zone = game.zone_name(zone.split()[0])
            each.bottom = zone == "library bottom"
        happen(game, [each])
    game.remove(target)


STACKED: Final[dict[type, Callable[..., Outcome]]] = {a.CounterSpell: _counter}
