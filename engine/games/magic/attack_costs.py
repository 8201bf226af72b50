"""The cost of attacking or blocking, and the players that creatures can't attack at all (508.1g-j, 509.1d-h).

Once a declaration is chosen its total cost is locked in, mana abilities may be activated and all of it is paid; what
can't be paid for was never declared. The pairs of a declaration stand in ``held`` of its item until it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import FightTerms, Mana
from engine.cards.mana_symbols import merged
from engine.payment.can_pay import can_pay
from engine.payment.self_cost_rules import lock_all, tap
from engine.play.procedure_runner import begin
from engine.queries.filters import fits, holds
from engine.queries.static_effects import statics
from engine.state.frequent_writes import write_due, write_tapped
from engine.state.play_notes import pairs_held
from engine.state.procedure import DONE, item_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Cost, CostPart, FightWhom
    from engine.state.decisions import Answer
    from engine.state.declarations import Pairs
    from engine.state.game import Game
    from engine.state.records import Object, Play


class Tolls:
    """The costs of one declaration's pairs, and whether a seat could pay for some of them together."""

    __slots__ = ("costs", "game", "rule", "seat")

    def __init__(self, game: Game, seat: int, costs: dict[tuple[int, int], Cost]) -> None:
        self.game = game
        self.rule = "509.1d" if game.root.step == "declare blockers" else "508.1h"
        self.seat = seat
        self.costs = costs

    def of(self, chosen: Pairs) -> Cost:
        """The total for some pairs."""
        symbols: list[str] = []
        others: list[CostPart] = []
        for pair in chosen:
            for part in self.costs.get(pair, ()):
                if isinstance(part, Mana):
                    symbols.extend(part.symbols)
                else:
                    others.append(part)
        return (Mana(merged(symbols)), *others) if symbols else tuple(others)

    def can_pay(self, chosen: Pairs) -> bool:
        """Whether all of it could be paid, by what stays untapped as those attackers become tapped (508.1f)."""
        total = self.of(chosen)
        if not total:
            return True
        game = self.game
        mark = game.mark()
        for ident in _tapping(game, chosen):
            write_tapped(game, game.obj(ident), True)
        able = bool(can_pay(game, self.seat, total, 0))
        game.rewind(mark)
        return able


def tolls(game: Game, seat: int, pairs: Pairs) -> Tolls | None:
    """The cost of a declaration of these candidates; none if nothing costs."""
    if not statics(game, FightTerms):
        return None
    costs = {pair: cost for pair in pairs if (cost := _cost(game, *pair))}
    return Tolls(game, seat, costs) if costs else None


def allowed_pairs(game: Game, seat: int, pairs: Pairs) -> Pairs:
    """508.1c: without those that something says can't be, and those whose cost alone can't be paid."""
    if not statics(game, FightTerms):
        return pairs
    free = tuple(
        (left, right)
        for left, right in pairs
        if all(terms.cost is not None for terms in _terms(game, game.obj(left), right))
    )
    costs = tolls(game, seat, free)
    return free if costs is None else tuple(pair for pair in free if costs.can_pay((pair,)))


def _cost(game: Game, left: int, right: int) -> Cost:
    return tuple(part for terms in _terms(game, game.obj(left), right) for part in terms.cost or ())


def _terms(game: Game, fighter: Object, ident: int) -> Iterator[FightTerms]:
    """The terms on which this creature would attack a player or planeswalker, or block an attacker."""
    foe = game.object(ident)
    action = "block" if foe is not None and foe.attacking >= 0 else "attack"
    for holder, controller, terms in statics(game, FightTerms):
        source = holder.id if holder is not None else 0
        if action not in terms.actions:
            continue
        if terms.source and source != fighter.id:
            continue
        if terms.attached and (holder is None or holder.attached != fighter.id):
            continue
        if terms.what is not None and not fits(game, terms.what, fighter, controller, source):
            continue
        if terms.whom and not _is_meant(game, terms.whom, controller, ident):
            continue
        if holds(game, terms.condition, controller, source):
            yield terms


def _is_meant(game: Game, whom: FightWhom, controller: int, ident: int) -> bool:
    """Whether what is attacked is the player who says "you", or a planeswalker of that player."""
    foe = game.object(ident)
    if foe is None:
        return game.seat_of(ident) == controller
    return whom == "you or yours" and foe.controller == controller


def _tapping(game: Game, pairs: Pairs) -> list[int]:
    """508.1f: the attackers among them that become tapped."""
    return [
        left
        for left, right in pairs
        if "vigilance" not in game.obj(left).keywords and ((foe := game.object(right)) is None or foe.attacking < 0)
    ]


def tap_attackers(game: Game, pairs: Pairs) -> None:
    """508.1f: no cost, attackers just become tapped."""
    for ident in _tapping(game, pairs):
        tap(game, game.obj(ident))


def begin_paid(game: Game, procedure: str, seat: int, pairs: Pairs) -> None:
    """Open a play for a declaration that costs something."""
    play = begin(game, procedure, seat, "payment", name=procedure, source=0, text=-1)
    game.write(item_of(game, play), "held", pairs)


def choose_attackers(game: Game, play: Play, answer: Answer | None) -> int:
    """Tap the chosen attackers (508.1f)."""
    tap_attackers(game, pairs_held(item_of(game, play).held))
    return DONE


def determine_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """508.1h, 509.1d: the total cost is determined and locked in."""
    item = item_of(game, play)
    pairs = pairs_held(item.held)
    costs = tolls(game, play.seat, pairs)
    total = costs.of(pairs) if costs is not None else ()
    game.write(play, "total", total)
    write_due(game, play, lock_all(game, play.seat, item, total))
    return DONE


def still_controlled(game: Game, seat: int, pairs: Pairs) -> Pairs:
    """508.1k, 509.1g: those whose creature its player still controls, as far as what it meets is there."""
    there = [((left, right), game.object(left)) for left, right in pairs if right in game.records]
    return tuple(pair for pair, obj in there if obj is not None and obj.controller == seat)
