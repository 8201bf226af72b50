"""Offers of a payment window in the usual case: mana is all that is due, and every source of it is simple.

Then nothing is given up and nothing is missed: whether the rest is covered is all there is to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.mana_symbols import covers
from engine.payment.can_pay import covers_all
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


def offer_simple(
    game: Game,
    sources: Sources,
    busy: frozenset[tuple[int, int]],
    level: Level,
    found: list[tuple[Option, object]],
    tries: dict[object, Try],
) -> None:
    """Offer the sources after whose use mana alone that is due is still covered, where all there are is simple.

    A search would tell the same: the question pays what it takes to look at them.
    """
    game.question.spend(1 + len(sources.own) // THINGS_A_NODE)
    symbols = level.due[0].symbols  # type: ignore[union-attr]  # mana is all that is due
    is_covered = not sources.tagged and covers_all(sources, symbols)
    for source in sources.simple:
        fixed = source.ways[0].text if not sources.tagged and len(source.ways) == 1 else None
        for text in source.texts:
            if busy and (source.obj.id, text.number) in busy:
                continue
            if is_covered if text is fixed else covers_after(game, sources, source, text, level):
                tries["ample"] = Known(YES)
                found.append((Option("activate", game.activation(source.obj, text.number)), "ample"))


def covers_after(game: Game, sources: Sources, source: Source, text: Text, level: Level) -> bool:
    """Whether the needs are covered once this ability of a simple source was used in one of its ways."""
    rest = sources.supply_for(game, level.purpose, source.obj.id)
    for way in (way for way in source.ways if way.text is text):
        supply = dict(rest)
        for mask, terms, n in source.made(way):
            if terms is None or allows(game, terms, level.purpose, sources.seat):
                supply[mask] = supply.get(mask, 0) + n
        if covers(level.needs, supply):
            return True
    return False
