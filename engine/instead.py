"""Mana of a cost that may be paid otherwise: what can stand in for a unit of it.

A stand-in is tapped or given up while costs are paid (601.2h), and meets one unit of the cost. Which unit is not said:
only that all that has been done so can meet different ones, and that the mana spent in the end meets the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import ManaInstead
from engine.decisions import Option
from engine.mana import needs_of
from engine.matching import Matching, StandIn
from engine.play import item_of

if TYPE_CHECKING:
    from engine.abilities import Mana
    from engine.game import Game
    from engine.state import Play


def stand_ins(game: Game, seat: int, subject: int, part: Mana) -> list[StandIn]:
    """What could be used for a unit of a cost now; none if nothing lets that be."""
    return game.rules.stand_ins(game, seat, subject, part.by) if isinstance(part, ManaInstead) else []


def wants_of(part: Mana) -> list[int]:
    """The needs of a cost, one mask for each unit."""
    return [mask for mask, n in needs_of(part.symbols) for _ in range(n)]


def met_of(part: Mana) -> tuple[int, ...]:
    """What of a cost has been paid otherwise."""
    return part.met if isinstance(part, ManaInstead) else ()


def pairs(wants: list[int], met: tuple[int, ...]) -> Matching | None:
    """What has been paid otherwise, each for a need of its own; none if there are not so many it could meet."""
    matching = Matching([[k for k, want in enumerate(wants) if want & mask] for mask in met], len(wants))
    return matching if matching.complete() else None


def instead_options(game: Game, play: Play, part: Mana) -> list[Option]:
    """Each legal payment of one unit otherwise."""
    found = stand_ins(game, play.seat, item_of(game, play).source, part)
    wants, met = wants_of(part) if found else [], met_of(part)
    able: dict[int, bool] = {}
    for _, _, _, mask in found:
        if mask not in able:
            able[mask] = pairs(wants, (*met, mask)) is not None
    return [Option(verb, (ident,)) for verb, _, ident, mask in found if able[mask]]
