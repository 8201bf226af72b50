"""Mana of a cost that may be paid otherwise: what can stand in for a unit of it.

A stand-in is tapped or given up while costs are paid (601.2h), and meets one unit of the cost. The unit that each meets
is not said: only that all that has been done so can meet different ones, and that the mana spent in the end meets the
others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import ManaInstead
from engine.cards.mana_symbols import counted, needs_of
from engine.cards.sharing import Shares
from engine.state.decisions import Option
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import Mana
    from engine.cards.mana_symbols import Needs
    from engine.state.cost_rule import StandIn
    from engine.state.game import Game
    from engine.state.records import Play


def stand_ins(game: Game, seat: int, subject: int, part: Mana) -> list[StandIn]:
    """The things that could be used for a unit of a cost now; none if nothing lets that be."""
    if not isinstance(part, ManaInstead):
        return []
    key = ("stand-ins", seat, subject, part.by)
    cached = game.found.get(key)
    if cached is None or cached[0] != game.version:
        cached = game.found[key] = (game.version, stand_ins_by(game, seat, subject, part.by))
    return cached[1]  # type: ignore[no-any-return]  # a cache of mixed plain data


def stand_ins_by(game: Game, seat: int, subject: int, by: tuple[str, ...]) -> list[StandIn]:
    """The objects that some keywords let be used instead of mana; an object that two could use goes to the first."""
    found: list[StandIn] = []
    for keyword in by:
        substitute = game.rules.substitutes.get(keyword)
        if substitute is not None:
            known = {one.ident for one in found}
            found.extend(one for one in substitute.stand_ins(game, seat, subject) if one.ident not in known)
    return found


def digger(game: Game, part: Mana) -> str:
    """The keyword by which cards of the graveyard may be used for a cost, "" if there is none."""
    by = part.by if isinstance(part, ManaInstead) else ()
    substitutes = game.rules.substitutes
    return next((keyword for keyword in by if keyword in substitutes and substitutes[keyword].digs), "")


def met_of(part: Mana) -> tuple[int, ...]:
    """The units of a cost that have been paid otherwise."""
    return part.met if isinstance(part, ManaInstead) else ()


def settled(needs: Needs, met: tuple[int, ...]) -> Shares | None:
    """The units that have been paid otherwise, each for a need of its own; none if there are not so many it could meet.

    The wants are what has been paid, by its masks in order, the things are the needs.
    """
    counts = counted(met)
    fits = [[place for place, (need, _) in enumerate(needs) if need & mask] for mask in counts]
    shares = Shares(list(counts.values()), [n for _, n in needs], fits)
    return shares if shares.complete() else None


def instead_options(game: Game, play: Play, part: Mana) -> list[Option]:
    """Each legal payment of one unit otherwise."""
    found = stand_ins(game, play.seat, item_of(game, play).source, part)
    needs, met = needs_of(part.symbols), met_of(part)
    able: dict[int, bool] = {}
    for _, _, _, mask in found:
        if mask not in able:
            able[mask] = settled(needs, (*met, mask)) is not None
    return [Option(verb, (ident,)) for verb, _, ident, mask in found if able[mask]]
