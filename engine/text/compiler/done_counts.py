"""Numbers of things to which something was done "this way": the deed just before, and all that it was done to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from engine.abilities import (
    IT,
    CounterSpell,
    Destroy,
    Discard,
    Done,
    Draw,
    Edict,
    Filter,
    Fits,
    If,
    IfDid,
    Later,
    May,
    Mill,
    Move,
    Otherwise,
    Per,
    Ref,
    SacrificeEffect,
    TakeCounters,
    Tap,
    UnlessPays,
    Untap,
)
from engine.text.errors import Reject
from engine.text.mentions import deeds_of
from engine.text.phrases import DoneTo, TargetRef, rewrite

if TYPE_CHECKING:
    from engine.abilities import Cost, Instruction

A = TypeVar("A")

BRANCHES: Final = (If, IfDid, May, Later, Otherwise, UnlessPays)
DEEDS: Final[dict[type, tuple[str, ...]]] = {
    Tap: ("tapped", "rested", "exhausted"),
    Untap: ("untapped",),
    Destroy: ("destroyed",),
    SacrificeEffect: ("sacrificed",),
    Edict: ("sacrificed",),
    Discard: ("discarded",),
    Mill: ("milled",),
    CounterSpell: ("countered",),
    Draw: ("drawn",),
    TakeCounters: ("removed",),
}
"""The words by which things are counted to which something was done."""
MOVED: Final = {
    "exile": ("exiled", "banished"),
    "hand": ("returned",),
    "battlefield": ("returned",),
    "graveyard": ("discarded",),
}
COUNTERS: Final = (("counter",),)
CARDS: Final = Filter((("card",),), zone="hand")
GENERAL: Final = (("permanent",), ("object",))


def counts_settled(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Counts of "this way" are of the last thing that was done, to just those things.

    Raises:
        Reject: something else was done, or not to all of them that are counted.
    """
    found: list[Instruction] = []
    last: Instruction | None = None

    def settled(part: object) -> object:
        if not isinstance(part, DoneTo) or last is None:
            return part  # the cost may have done it
        if is_done_to(last, part):
            return Done(part.times, part.own)
        if not isinstance(last, Discard | Mill) or not _names(part, DEEDS[type(last)]) or not _are_of_a_kind(part):
            raise Reject
        return Per(Fits(IT, replace(part.what, zone="graveyard")), part.times)

    for effect in effects:
        found.append(rewrite(effect, settled, only=(DoneTo,)))
        last = last if isinstance(effect, BRANCHES) else effect
    return tuple(found)


def is_done_to(effect: Instruction, counted: DoneTo) -> bool:
    """Whether an instruction does what is counted, to all things that are called so."""
    if isinstance(effect, TakeCounters) and counted.words == ("paid",):
        return counted.what.kinds == ((effect.name,),)
    if isinstance(effect, TakeCounters):
        return counted.what.kinds == COUNTERS and effect.onto is None and "removed" in counted.words
    words = MOVED.get(effect.zone, ()) if isinstance(effect, Move) else DEEDS.get(type(effect), ())
    what = getattr(effect, "what", None)
    if isinstance(what, TargetRef):
        what = what.spec.what
    elif isinstance(what, Ref):
        what = what.what
    elif what is None and isinstance(effect, Discard | Mill | Draw):
        what = CARDS
    return _names(counted, words) and isinstance(what, Filter) and is_called(what, counted.what)


def is_called(what: Filter, noun: Filter) -> bool:
    """Whether all that fits a description may be called by a noun: a word of its own, or one for all in its zone."""
    if noun.tests or noun.name or noun.other or noun.of or noun.whose is not None:
        return False
    general = GENERAL if what.zone == "battlefield" else CARDS.kinds if what.zone != "stack" else ()
    return all(kind in general for kind in noun.kinds) or all(
        any(set(kind) <= set(own) for kind in noun.kinds) for own in what.kinds
    )


def _names(counted: DoneTo, words: tuple[str, ...]) -> bool:
    return any(word in words for word in counted.words)


def _are_of_a_kind(counted: DoneTo) -> bool:
    if counted.bare:
        return all(kind and kind != CARDS.kinds[0] for kind in counted.what.kinds)
    return all("card" in kind and len(kind) > 1 for kind in counted.what.kinds)


def paid_counts_settled(ability: A, cost: Cost) -> A:
    """Counts of "this way" with no instruction before are of what paid the cost.

    Raises:
        Reject: the cost did something else, or several things, or not to all of them that are counted.
    """
    done = deeds_of(cost)

    def settled(part: object) -> object:
        if not isinstance(part, DoneTo):
            return part
        what = getattr(done[0][1], "what", None) if len(done) == 1 and done[0][0] in part.words else None
        if not isinstance(what, Filter) or not is_called(what, part.what):
            raise Reject
        return Done(part.times, part.own)

    return rewrite(ability, settled, only=(DoneTo,))
