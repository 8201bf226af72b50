"""Keyword abilities that stand for others, each written out once.

The rest are asked for where they matter: in ``attacking`` and ``combat`` cleave, taunt, stealth, true sight, ranged,
retort, steadfast and ambush, in ``legal_actions`` fast activation, in ``checks`` and wherever something is destroyed
immortality.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    Activated,
    Body,
    Compare,
    Draw,
    Event,
    GainMastery,
    GainProperty,
    Goes,
    Grant,
    Inherited,
    Keyword,
    Move,
    RemoveCounters,
    Replacement,
    Triggered,
    Value,
    Would,
)
from engine.cards import definitions
from engine.games.grand_archive.currents import MASTERY
from engine.games.grand_archive.harm import HURT
from engine.games.grand_archive.playing_keywords import PLAYING, under_restriction

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability


def abilities_of(text: str) -> tuple[Ability, ...]:
    """The abilities of a text, "this" for the card that has the keyword."""
    return definitions.abilities_of("grand-archive", text)


def vigor(_: Keyword) -> tuple[Ability, ...]:
    """At the beginning of its controller's end phase the unit wakes up."""
    return abilities_of("At the beginning of your end phase, wake up this.")


def hindered(_: Keyword) -> tuple[Ability, ...]:
    """It enters the field rested."""
    return abilities_of("This enters the field rested.")


def intercept(_: Keyword) -> tuple[Ability, ...]:
    """Whenever its player's champion is attacked while it is awake, the attack may be redirected to it.

    That it is awake is asked again as it resolves (Triggered 3); attacks with cleave cannot be intercepted.
    """
    return abilities_of(
        "Whenever a champion you control is attacked, if this is awake, you may redirect that attack to this."
    )


def foster(_: Keyword) -> tuple[Ability, ...]:
    """Foster 1: an ally that was dealt no damage since its player's previous turn becomes fostered."""
    unhurt = Compare(Value(HURT, SELF), "=", 0)
    recollection = Event("step", who="you", how="recollection phase")
    return (Triggered((recollection,), Body((GainProperty(SELF, "fostered"),)), condition=unhurt),)


def preserve(_: Keyword) -> tuple[Ability, ...]:
    """Preserve 1: an object that is destroyed goes on to the material deck; ``instances`` sees to other cards."""
    return (Triggered((Event("destroyed", source=True),), Body((Move(SELF, "preserved"),))),)


def renewable(_: Keyword) -> tuple[Ability, ...]:
    """Renewable 1: what would be banished from the field goes to the material deck; ``combat`` sees to the Intent."""
    return (Replacement(Would("exile", SELF), (Goes("material deck"),)),)


ENLIGHTEN: Final[tuple[Ability, ...]] = (Activated((RemoveCounters("enlighten", 3, SELF),), Body((Draw(1),))),)
"""The ability that enlighten counters give what they lie on (Enlighten 1)."""


def with_mastery(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a card, with that of the mastery which it gives: the champion has that from then on.

    A mastery is no object, and its ability works for a champion of one name alone (Shifting Currents 1).
    """
    if not any(GainMastery(MASTERY) in ability.body.effects for ability in abilities if isinstance(ability, Triggered)):
        return abilities
    own = abilities_of(
        "[Kongming Bonus] At the beginning of your end phase, you may change the direction of your Shifting Currents"
        " to a different direction of your choice."
    )
    return (*abilities, *(part for each in own for part in expand(Inherited(each))))


def own(abilities: tuple[Ability, ...], words: tuple[str, ...]) -> tuple[Ability, ...]:
    """The abilities of a card of these types: only a champion has itself what it lets champions inherit."""
    if "champion" in words:
        return abilities
    lent = [part for each in abilities if isinstance(each, Inherited) for part in expand(each)[1:]]
    return tuple(each for each in abilities if each not in lent)


_WRITTEN_OUT: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    **PLAYING,
    "vigor": vigor,
    "hindered": hindered,
    "intercept": intercept,
    "foster": foster,
    "preserve": preserve,
    "renewable": renewable,
}


@lru_cache(maxsize=4096)
def expand(ability: Ability) -> tuple[Ability, ...]:
    """An ability as printed, and after a keyword what it stands for, also after one that is under a restriction."""
    if isinstance(ability, Inherited):
        return (ability, *expand(ability.ability))
    if isinstance(ability, Grant) and ability.source and ability.condition is not None:
        return (ability, *under_restriction(ability, ability.condition))
    write_out = _WRITTEN_OUT.get(ability.name) if isinstance(ability, Keyword) else None
    return (ability, *write_out(ability)) if write_out is not None and isinstance(ability, Keyword) else (ability,)
