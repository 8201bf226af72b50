"""Bestow (702.103): a spell that is cast as an Aura, and the permanent that it becomes.

The Aura is another face of its card. A bestowed card shows it, until it ceases to be bestowed; copies of a bestowed
permanent show the card's own face, copies of a bestowed spell are bestowed as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.zones import turn_over
from engine.games.magic.layouts import BESTOW
from engine.queries.faces import own_number
from engine.queries.layers import refresh
from engine.state.records import NOBODY, Object, Player

if TYPE_CHECKING:
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Item


def bear_fronts(prints: list[Print]) -> None:
    """702.103b: that it is an Aura is not copied with a permanent."""
    for printed in prints:
        if printed.definition.layout == BESTOW and printed.faces:
            prints[printed.faces[1]].copied = printed.faces[0]


def has_bestow(game: Game) -> bool:
    """Whether any card of this match may be bestowed."""
    cached = game.fixed.get(BESTOW)
    if cached is None:
        cached = game.fixed[BESTOW] = (any(printed.definition.layout == BESTOW for printed in game.prints),)
    return bool(cached[0])


def is_bestowed(game: Game, obj: Object) -> bool:
    """702.103b: whether it is a bestowed Aura."""
    shown = game.prints[obj.card]
    return shown.definition.layout == BESTOW and game.prints[shown.faces[1]] is shown


def cease(game: Game, obj: Object) -> None:
    """702.103e-g: what is bestowed no longer is the creature that its card says.

    It is the same object, and all that was done to it stays.
    """
    shown = game.prints[obj.card]
    own, value = own_number(obj), obj.value
    front = own if game.prints[own].faces == shown.faces and game.prints[own] is not shown else shown.faces[0]
    turn_over(game, obj, front)
    if own == front:
        game.write(obj, "real", NOBODY)
    game.write(obj, "value", value)
    game.write(obj, "attached", 0)


def go_on(game: Game, item: Item) -> bool:
    """702.103e, 608.3b: without a legal target a bestowed spell goes on as a creature spell; whether this is one."""
    card = game.object(item.card)
    if card is None or not is_bestowed(game, card):
        return False
    cease(game, card)
    game.write(item, "text", game.prints[card.card].spell)
    game.write(item, "targets", ())
    game.write(item, "shares", ())
    refresh(game)
    return True


def let_go(game: Game) -> None:
    """702.103f: each bestowed Aura whose creature has left becomes unattached, and at once ceases to be bestowed."""
    if not has_bestow(game):
        return
    loose = [obj for obj in game.battlefield() if is_bestowed(game, obj) and not _has_host(game, obj)]
    for obj in loose:
        cease(game, obj)
    if loose:
        refresh(game)


def _has_host(game: Game, obj: Object) -> bool:
    host = game.records.get(obj.attached)
    return isinstance(host, Player) or (isinstance(host, Object) and host.zone == game.arena)
