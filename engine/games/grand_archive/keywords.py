"""Keyword abilities that stand for others, each written out once.

The rest are asked for where they matter: in ``attacking`` and ``combat`` cleave, taunt, stealth, true sight, ranged,
retort, steadfast and ambush, in ``permission`` fast activation, in ``checks`` and wherever something is destroyed
immortality.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    Body,
    Compare,
    Enters,
    Event,
    Filter,
    Grant,
    Keyword,
    May,
    RedirectAttack,
    Replacement,
    Triggered,
    Untap,
    Value,
    Would,
)
from engine.games.grand_archive.playing_keywords import PLAYING, under_restriction

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability


def vigor(_: Keyword) -> tuple[Ability, ...]:
    """At the beginning of its controller's end phase the unit wakes up."""
    return (Triggered((Event("step", who="you", how="end phase"),), Body((Untap(SELF),))),)


def hindered(_: Keyword) -> tuple[Ability, ...]:
    """It enters the field rested."""
    return (Replacement(Would("enter", SELF), (Enters(tapped="tapped"),)),)


def intercept(_: Keyword) -> tuple[Ability, ...]:
    """Whenever its player's champion is attacked while it is awake, the attack may be redirected to it.

    That it is awake is asked again as it resolves (Triggered 3); attacks with cleave cannot be intercepted.
    """
    attacked = Event("attacked", Filter((("champion",),), "you"), how="single")
    awake = Compare(Value("awake", SELF), ">=", 1)
    return (Triggered((attacked,), Body((May(1), RedirectAttack(SELF))), condition=awake),)


_WRITTEN_OUT: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    **PLAYING,
    "vigor": vigor,
    "hindered": hindered,
    "intercept": intercept,
}


@cache
def expand(ability: Ability) -> tuple[Ability, ...]:
    """An ability as printed, and after a keyword what it stands for, also after one that is under a restriction."""
    if isinstance(ability, Grant) and ability.source and ability.condition is not None:
        return (ability, *under_restriction(ability, ability.condition))
    write_out = _WRITTEN_OUT.get(ability.name) if isinstance(ability, Keyword) else None
    return (ability, *write_out(ability)) if write_out is not None and isinstance(ability, Keyword) else (ability,)
