"""Whether a cost can be paid, exactly.

``can_pay`` answers from masks alone where it may, and asks ``engine.payment.solver`` where sources or cost parts could
want the same thing; how long that may look is said by the question that is open (``Game.question``). ``levels_of`` are
the costs that the plays in flight leave open, for who asks about one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana, ManaInstead, TapSelf
from engine.cards.mana_symbols import covers, needs_of
from engine.payment.claims import Parts
from engine.payment.mana_sources import NOTHING, Sources, Way, holds_mana, pool_for, source_of, sources_of
from engine.payment.mana_substitutes import digger, stand_ins
from engine.payment.search_memory import recall
from engine.payment.solver import Level, Search
from engine.state.procedure import item_of
from engine.state.search_budget import NO, UNPROVEN, YES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import CostPart
    from engine.queries.mana_spending import Purpose
    from engine.state.game import Game
    from engine.state.records import Item, Play


def can_pay(game: Game, seat: int, due: Parts, subject: int, action: str = "", *, window: bool = True) -> int:
    """Whether ``due`` can be paid in full: ``YES``, ``NO`` or ``UNPROVEN`` (the search met its budget).

    ``subject`` is the card that is cast or the source of the ability, ``action`` as of ``action_of``.
    """
    game.question.spend(1)
    if window and len(due) == 1 and type(due[0]) is Mana:
        plain = sources_of(game, seat)
        if not plain.complex and not plain.tagged:
            return YES if covers_all(plain, due[0].symbols) else _unless_odd(plain)
    mana, others, instead = _parted(game, seat, subject, due)
    needs = needs_of(mana)
    sources = sources_of(game, seat) if needs and window else None
    if sources is not None and not instead and 0 <= sources.most < sum([number for _, number in needs]):
        return NO
    for part in others:
        if not game.rules.cost_rules[type(part)].can_pay_part(game, seat, subject, part):
            return NO
    purpose = (action, game.object(subject))
    if not is_clash(game, others):
        if not needs or (holds_mana(game, seat) and covers(needs, pool_for(game, seat, purpose))):
            return YES
        if sources is None:
            if not instead:
                return NO
        elif _covers(game, sources, mana, purpose, subject if taps_itself(others) else 0):
            return YES
        elif not sources.complex and not instead:
            return _unless_odd(sources)
    return can_pay_all(game, seat, [Level(due, subject, purpose, None, busy_abilities(game), window=window)])


def _parted(game: Game, seat: int, subject: int, due: Parts) -> tuple[tuple[str, ...], list[CostPart], bool]:
    """The symbols of the mana that is due, the parts that are not mana, and whether something may stand in for mana."""
    mana: tuple[str, ...] = ()
    others: list[CostPart] = []
    instead = False
    for part in due:
        if isinstance(part, Mana):
            mana += part.symbols
            instead = isinstance(part, ManaInstead) and bool(
                part.met or digger(game, part) or stand_ins(game, seat, subject, part)
            )
        else:
            others.append(part)
    return mana, others, instead


def taps_itself(others: Sequence[CostPart]) -> bool:
    return any(isinstance(part, TapSelf) for part in others)


def _unless_odd(sources: Sources) -> int:
    """The verdict on a cost that the simple sources do not cover, where there are no complex ones."""
    return UNPROVEN if sources.odd else NO


def can_pay_all(game: Game, seat: int, levels: list[Level]) -> int:
    """Whether all open costs can be paid, the outermost first: what a glance does not settle is searched for."""
    search = Search(game, seat, levels, sources_of(game, seat), game.question)
    verdict = search.glance()
    return recall(game, search)[0] if verdict == UNPROVEN and game.question.open else verdict


def first_of_all(game: Game, search: Search) -> frozenset[tuple[int, int]] | None:
    """The outlets that may be used first so that all can still be paid (``Search.begun``); none if unknown."""
    if search.glance() == YES:
        return search.begun()
    verdict, begun = recall(game, search) if game.question.open else (UNPROVEN, None)
    return begun if verdict == YES else None


def most_mana(game: Game, seat: int, due: Parts, subject: int, action: str) -> int:
    """The most mana that could pay for what is due, stand-ins included."""
    level = Level(due, subject, (action, game.object(subject)), None, busy_abilities(game))
    return Search(game, seat, [level], sources_of(game, seat), game.question).most_units()


def is_clash(game: Game, others: Sequence[CostPart]) -> bool:
    """Whether parts that are not mana could want what each other or mana abilities want."""
    rules = game.rules.cost_rules
    if len(others) < 2:
        return bool(others) and not isinstance(others[0], TapSelf) and rules[type(others[0])].verb == "tap"
    return not all(rules[type(part)].takes_itself for part in others)


def _covers(game: Game, sources: Sources, mana: tuple[str, ...], purpose: Purpose, without: int) -> bool:
    """Whether the pool and the simple sources suffice, one permanent left out."""
    if sources.tagged or without in sources.own:
        return covers(needs_of(mana), sources.supply_for(game, purpose, without))
    return covers_all(sources, mana)


def covers_all(sources: Sources, mana: tuple[str, ...]) -> bool:
    """Whether the pool and all simple sources suffice, where it does not matter what for."""
    known = sources.memo.get(mana)
    if known is None:
        known = sources.memo[mana] = covers(needs_of(mana), sources.supply)
    return known


def is_short_of(sources: Sources, mana: tuple[str, ...]) -> bool:
    """Whether a glance tells that this mana cannot be there; false where more has to be looked at."""
    if sources.complex or sources.tagged or sources.odd:
        return 0 <= sources.most < sum([number for _, number in needs_of(mana)])
    return not covers_all(sources, mana)


def busy_abilities(game: Game) -> frozenset[tuple[int, int]]:
    """Abilities that have begun and not yet resolved; mana abilities cannot be activated again (605.3c)."""
    return frozenset((item.source, item.text) for item in _items_in_flight(game))


def _items_in_flight(game: Game) -> list[Item]:
    return [item_of(game, game.play(ident)) for ident in game.root.plays]


ACTIONS = {"spell": "cast", "activated": "activate"}


def action_of(play: Play, item: Item) -> str:
    """The action that a play is: of a special action the name of its procedure, "" for what an effect asks for."""
    return ACTIONS.get(item.kind, play.procedure if item.kind == "payment" else "")


def levels_of(game: Game, due: Parts, *, window: bool) -> list[Level]:
    """The costs that the plays in flight leave to be paid, the outermost first; of the innermost ``due``."""
    levels = []
    busy: frozenset[tuple[int, int]] = frozenset()
    plays = game.root.plays
    for place, ident in enumerate(plays):
        play = game.play(ident)
        item = item_of(game, play)
        busy |= {(item.source, item.text)}
        obj = game.object(item.source) or game.left(item.source)
        source = None
        if place and obj is not None:
            source = source_of(game, play.seat, obj, (game.texts[item.text],))
            source.ways = source.ways or [Way(source.text, (), NOTHING)]
        purpose = (action_of(play, item), obj)
        innermost = place == len(plays) - 1
        levels.append(
            Level(
                due if innermost else play.due,
                item.source,
                purpose,
                source,
                busy,
                window=window if innermost else play.window,
            )
        )
    return levels
