"""Offers of a payment window in the usual case: what is due besides mana wants nothing that makes any.

Then nothing that a simple source makes is missed elsewhere: whether the mana is still covered is all there is to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import ManaInstead
from engine.cards.mana_symbols import covers
from engine.payment.can_pay import covers_all, is_clash, taps_itself
from engine.payment.claims import mana_of
from engine.payment.joint_search import Known
from engine.payment.lots import THINGS_A_NODE
from engine.queries.mana_spending import allows
from engine.state.decisions import Option
from engine.state.search_budget import YES

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.payment.joint_search import Try
    from engine.payment.mana_sources import Source, Sources
    from engine.payment.solver import Level
    from engine.state.game import Game


def is_plain(game: Game, sources: Sources, levels: list[Level]) -> bool:
    """Whether the mana of one cost is all that its simple sources are asked for: no other part of it wants them."""
    level = levels[0]
    if len(levels) > 1 or any(isinstance(part, ManaInstead) for part in level.due):
        return False
    rules = game.rules.cost_rules
    return not is_clash(game, level.others) and all(
        rules[type(part)].can_pay_part(game, sources.seat, level.subject, part) for part in level.others
    )


def offer_simple(
    game: Game,
    sources: Sources,
    busy: frozenset[tuple[int, int]],
    level: Level,
    found: list[tuple[Option, object]],
    tries: dict[object, Try],
) -> None:
    """Offer the sources after whose use the mana that is due is still covered, where all there are is simple.

    A search would tell the same: the question pays what it takes to look at them.
    """
    game.question.spend(1 + len(sources.own) // THINGS_A_NODE)
    is_any = not sources.tagged and not kept_for_itself(sources, level)
    is_covered = is_any and covers_all(sources, mana_of(level.due))
    for source in sources.simple:
        fixed = source.ways[0].text if is_any and len(source.ways) == 1 else None
        for text in source.texts:
            if busy and (source.obj.id, text.number) in busy:
                continue
            if is_covered if text is fixed else covers_after(game, sources, source, text, level):
                tries["ample"] = Known(YES)
                found.append((Option("activate", game.activation(source.obj, text.number)), "ample"))


def kept_for_itself(sources: Sources, level: Level) -> int:
    """The simple source that a cost taps by itself, and so not for mana; 0 if it is none."""
    return level.subject if taps_itself(level.others) and level.subject in sources.own else 0


def covers_after(game: Game, sources: Sources, source: Source, text: Text, level: Level) -> bool:
    """Whether the needs are covered once this ability of a simple source was used in one of its ways."""
    kept = kept_for_itself(sources, level)
    if source.obj.id == kept:
        return False
    rest = sources.supply_for(game, level.purpose, source.obj.id, kept)
    for way in (way for way in source.ways if way.text is text):
        supply = dict(rest)
        for mask, terms, n in source.made(way):
            if terms is None or allows(game, terms, level.purpose, sources.seat):
                supply[mask] = supply.get(mask, 0) + n
        if covers(level.needs, supply):
            return True
    return False
