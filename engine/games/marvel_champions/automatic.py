"""A payment that its player leaves to the rules: what generates, which icon pays what, what else is given up.

Every question of a payment understands ``auto``: from then on nothing more is asked about it. Nothing is given up that
could be kept: Resource abilities that only exhaust come before cards, few cards before many, cheap before dear ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DamageCost, TapSelf
from engine.games.marvel_champions.can_pay import Search
from engine.games.marvel_champions.character_stats import counters_of, left_of, printed
from engine.games.marvel_champions.resource_sources import FROM_HAND
from engine.games.marvel_champions.statements import LeftToRules, declare, is_stated
from engine.play.procedure_runner import ask
from engine.state.decisions import Answer

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart
    from engine.games.marvel_champions.resource_sources import Source
    from engine.state.decisions import Decision, Option
    from engine.state.game import Game
    from engine.state.records import Object, Play

AUTO: Final = "auto"
"""The verb of an answer that leaves what has not been said yet to the rules."""
EXHAUSTING, CARD, OTHER = range(3)
"""The kinds of price of a source's use, the cheapest first: exhausting it alone, a card of the hand, anything else."""


def leave_to_rules(game: Game, play: Play) -> None:
    """Leave the unsaid parts of a payment to the rules."""
    declare(game, play, LeftToRules())


def is_left_to_rules(play: Play) -> bool:
    """Whether its player has said so."""
    return is_stated(play, LeftToRules)


def ask_about_payment(game: Game, play: Play, decision: Decision) -> int:
    """Ask something about a payment; its player may leave it, and all that comes after it, to the rules."""
    decision.auto = True
    decision.finish = Answer(AUTO)
    return ask(game, play, decision)


# --- what generates -------------------------------------------------------------------------------


def sources_for(game: Game, seat: int, payee: Object, cost: Cost, sources: list[Source]) -> list[Source]:
    """Sources that suffice for a cost, of which none could be spared; nothing if no way is found."""
    search = Search(game, seat, payee, cost, sources)
    search.run()
    found = search.in_use()
    priced = sorted(((_price(game, found[n]), _icons(found[n]), n) for n in range(len(found))), reverse=True)
    dear = [found[n] for _, _, n in priced]
    small = sorted(dear, key=_icons)
    first, second = _spared(game, seat, payee, cost, dear), _spared(game, seat, payee, cost, small)
    return first if _total(game, first) <= _total(game, second) else second


def _spared(game: Game, seat: int, payee: Object, cost: Cost, order: list[Source]) -> list[Source]:
    """The rest of sources that suffice, the first ones spared if they can be."""
    kept = order
    for source in order:
        rest = kept.copy()
        rest.remove(source)
        idents = frozenset(left.ident for left in rest)
        if rest and Search(game, seat, payee, cost, rest, idents, idents).run():
            kept = rest
    return kept


def _price(game: Game, source: Source) -> tuple[int, int]:
    """The price of using a source: its kind, and its number."""
    if source.text == FROM_HAND:
        return CARD, printed(game, game.obj(source.ident), "cost")
    return (EXHAUSTING, 0) if all(isinstance(part, TapSelf) for part in source.others) else (OTHER, 0)


def _icons(source: Source) -> int:
    return len(source.icons)


def _total(game: Game, way: list[Source]) -> tuple[int, int, int, int]:
    """The price of sources together: other things, cards, icons, and what the cards would have cost."""
    prices = [_price(game, source) for source in way]
    kinds = [kind for kind, _ in prices]
    return kinds.count(OTHER), kinds.count(CARD), sum(map(_icons, way)), sum(number for _, number in prices)


# --- what else pays -------------------------------------------------------------------------------


def cheapest(game: Game, part: CostPart, options: list[Option]) -> Option:
    """The option that is missed least among those that pay a part; the first of equal worth."""
    prices = [_loss(game, part, game.obj(option.refs[0])) for option in options]
    return options[prices.index(min(prices))]


def _loss(game: Game, part: CostPart, obj: Object) -> tuple[bool, bool, int]:
    """The loss of paying with something: damage is for who bears it best, and a tough one does not take it."""
    is_ours = obj.controller != game.side
    if isinstance(part, DamageCost):
        is_tough = counters_of(obj, "tough") > 0
        return is_tough and part.taken, is_ours and not is_tough, -left_of(obj)
    return False, is_ours, printed(game, obj, "cost")
