"""Choices for a target that depends on what will be given up to pay for its text (601.5).

While targets are announced nothing has been paid, so whoever announces may count on any payment that is possible then:
an object is a legal choice if it fits with one of them. Whether it still fits with what was really paid is asked as
targets are when the text resolves.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final

from engine.abilities import GIVEN_UP, Ref
from engine.cards.worked_out import worked_out
from engine.queries.filters import matching
from engine.state.last_known import known
from engine.state.play_notes import PaidObject
from engine.state.records import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import CostPart, Filter
    from engine.state.game import Game

ALL_OF_THEM: Final = -1
"""The number of what is exiled with a source: no cost of the text gives it up (607.2a)."""
PAST: Final = {
    "sacrifice": "sacrificed",
    "discard": "discarded",
    "exile": "exiled",
    "return": "returned",
    "tap": "tapped",
    "reveal": "revealed",
}
"""The words of a text for things that were given up, by the verb of the payment."""


def candidates(game: Game, what: Filter, seat: int, source: int, item: Item | None) -> list[int]:
    """Ids of all that may fit: those that do, of what depends on a payment to come those that could."""
    words = speaks_of(what)
    if not words or (item is not None and any(each.word in words for each in item.paid)):
        return matching(game, what, seat, source, item)
    found: dict[int, None] = {}
    for future in _futures(game, words, seat, source, item):
        found.update(dict.fromkeys(matching(game, what, seat, source, future)))
    return list(found)


@worked_out
def speaks_of(what: Filter) -> frozenset[str]:
    """The words of ``GIVEN_UP`` that a filter speaks of, as given up to pay for its text."""
    return frozenset(_words(what))


def _words(part: object) -> Iterator[str]:
    if isinstance(part, tuple):
        for inner in part:
            yield from _words(inner)
    elif is_dataclass(part):
        if isinstance(part, Ref) and part.kind in GIVEN_UP and part.count != ALL_OF_THEM:
            yield part.kind
        for field in fields(part):
            yield from _words(getattr(part, field.name))


def _futures(game: Game, words: frozenset[str], seat: int, source: int, item: Item | None) -> Iterator[Item]:
    """The item as it will be once one of the objects that could be given up for it has been."""
    for part in _costs(game, source, item):
        rule = game.rules.cost_rules.get(type(part))
        for option in rule.options(game, seat, source, part) if rule is not None else ():
            word = PAST.get(option.do, "")
            for obj in map(game.object, option.refs if word in words else ()):
                if obj is not None:
                    future = Item(0, "foreseen", seat, source, -1)
                    future.paid = (PaidObject(word, known(obj)),)
                    future.targets = item.targets if item is not None else ()
                    future.x = item.x if item is not None else 0
                    yield future


def _costs(game: Game, source: int, item: Item | None) -> list[CostPart]:
    """The costs that may have to be paid: for this item, or for anything that is played of its source."""
    obj = game.object(source)
    if obj is None:
        return []
    printed = game.prints[obj.card]
    numbers = obj.abilities if item is None else (item.text,)
    parts: list[CostPart] = [part for number in numbers if number >= 0 for part in game.texts[number].cost]
    for addition in printed.additions:
        parts.extend(addition.cost)
    for way in printed.ways:
        parts.extend(way.cost)
    for alternative in printed.alternatives:
        parts.extend(alternative.cost)
    return parts
