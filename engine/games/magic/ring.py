"""The Ring (701.54): its emblem, the times that it tempted a player, and that player's Ring-bearer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import YOU, Filter, Test, Value
from engine.effects.meaning import DONE
from engine.events.triggers import occurred
from engine.queries.layers import refresh
from engine.state.lasting import Modification, ModifyEffect, Until
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.abilities import RingTempts
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.lasting import LastingEffect
    from engine.state.records import Item, Object

BEARER: Final = "ring-bearer"
"""The word of a permanent with the designation (701.54b)."""
TEMPTED: Final = "tempted"
"""The event that the Ring tempts a player, and the number of times that it has."""
CHOSEN: Final = "ring-bearer chosen"
"""The event that a player chooses a Ring-bearer."""
YOUR_BEARER: Final = Filter(((),), "you", tests=(Test(BEARER, "is"),))
TIMES_TEMPTED: Final = Value(TEMPTED, YOU)


def run_ring_tempts(game: Game, item: Item, do: RingTempts, answer: Answer | None) -> Outcome:
    """701.54a, 701.54d: the creature that was chosen gets the designation; it has tempted even if there was none."""
    seat = item.controller
    set_mark(game, seat, TEMPTED, mark_of(game, seat, TEMPTED) + 1)
    bearer = game.object(item.it[0]) if item.it else None
    if bearer is not None:
        _designate(game, item, bearer)
        occurred(game, CHOSEN, bearer, seat)
    occurred(game, TEMPTED, bearer, seat)
    return DONE


def is_bearer(game: Game, obj: Object, _others: tuple[int, ...]) -> bool:
    """701.54e: whether a permanent that is still there has the designation."""
    return BEARER in obj.words and obj.zone == game.arena and obj.id in game.records


def _designate(game: Game, item: Item, bearer: Object) -> None:
    """A creature is a player's Ring-bearer until another one is, or another player controls it (701.54a)."""
    seat = item.controller
    others = tuple(effect for effect in game.root.effects if not _makes_bearer(effect, seat))
    change = Modification(becomes=(BEARER,), keeps=True)
    until = Until("controlled", seat, bearer.id)
    made = ModifyEffect((bearer.id,), change, (item.source, item.name), game.new_timestamp(), until)
    game.write(game.root, "effects", (*others, made))
    refresh(game)


def _makes_bearer(effect: LastingEffect, seat: int) -> bool:
    """Whether by an effect something is a player's Ring-bearer."""
    is_designation = isinstance(effect, ModifyEffect) and BEARER in effect.change.becomes
    return is_designation and isinstance(effect.until, Until) and effect.until.seat == seat
