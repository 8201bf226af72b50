"""Instructions about spells and abilities on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import Outcome, items_of, touched
from engine.events.triggers import occurred
from engine.queries.filters import known_now
from engine.queries.prohibitions import forbidden
from engine.queries.revealed_cards import take_off
from engine.replacement.happen import happen
from engine.state.last_known import known_on_stack
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
            card = game.object(target.card) if target.kind in game.rules.of_cards else None
            last = known_on_stack(target, known_now(game, card) if card is not None else ())
            became = counter(game, target, do.zone)
            occurred(game, "counters spell", card, item.controller)
            game.write(item, "last", (*item.last, last._replace(became=became)))
    return touched(game, item, tuple(countered))


def counter(game: Game, target: Item, zone: str = "") -> int:
    """Take a spell or ability off the stack; the card of a spell goes to its owner's graveyard. Costs stay paid.

    In a game whose cards wait for all that is of them on the stack it stays where it is.

    Args:
        zone: where the card goes instead, if the text that counters says so.

    Returns:
        the id of the card where it went, 0 if none did.
    """
    if target.id not in game.root.stack:
        return 0
    made: list[int] = []
    take_off(game, target)
    card = game.object(target.card)
    occurred(game, "countered", card, target.controller)
    if card is not None and (zone or not game.rules.shares_cards):
        each = moving(card, game.discard_zone, cause="countered")
        if zone:
            each.zone = game.zone_name(zone.split()[0])
            each.bottom = zone == "library bottom"
        made = happen(game, [each]) or []
    game.remove(target)
    return made[0] if made else 0


STACKED: Final[dict[type, Callable[..., Outcome]]] = {a.CounterSpell: _counter}
