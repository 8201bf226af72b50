"""Keyword abilities that stand for others, each written out once.

The rest are asked for where they matter: in ``attacking`` and ``combat`` cleave, taunt, stealth, true sight, ranged,
retort, steadfast and ambush, in ``legal_actions`` fast activation, in ``checks`` and wherever something is destroyed
immortality.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    YOU,
    Activated,
    Body,
    Compare,
    Done,
    Draw,
    Event,
    GainMastery,
    GainProperty,
    Goes,
    Grant,
    IfDid,
    Inherited,
    Keyword,
    May,
    Move,
    Prevented,
    PutOnMastery,
    RemoveCounters,
    Replacement,
    Reserve,
    SacrificeEffect,
    TakeCounters,
    Triggered,
    UnlessPays,
    Value,
    Would,
)
from engine.cards import definitions
from engine.games.grand_archive.harm import HURT
from engine.games.grand_archive.masteries import FRACTURED_MEMORIES, SHEEN, SHIFTING_CURRENTS
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
WITHER: Final[tuple[Ability, ...]] = (
    Triggered(
        (Event("step", who="you", how="main phase"),),
        Body(
            (
                UnlessPays(1, YOU, (Reserve(1),), Value("counters wither", SELF)),
                SacrificeEffect(SELF),
                TakeCounters(SELF, "wither", None),
            )
        ),
    ),
)
"""The ability that wither counters give what they lie on (Wither 1).

The rules have one for all such objects of a player, of no source; here each object has its own.
"""
BULWARK: Final[tuple[Ability, ...]] = (
    Replacement(Would("damage", SELF, kind="combat"), (Prevented(),), Body((TakeCounters(SELF, "bulwark", 1),))),
)
"""The effect that bulwark counters have on what they lie on (Bulwark 1 to 4)."""


def with_mastery(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a card, with those of a mastery which it gives: the champion has them from then on.

    A mastery is no object, and its abilities work for a champion of one name alone (Shifting Currents 1, Fractured
    Memories 1).
    """
    effects = [effect for ability in abilities if isinstance(ability, Triggered) for effect in ability.body.effects]
    own = [each for effect in effects if isinstance(effect, GainMastery) for each in _of_mastery(effect.name)]
    return (*abilities, *(part for each in own for part in expand(Inherited(each))))


def _of_currents() -> tuple[Ability, ...]:
    return abilities_of(
        "[Kongming Bonus] At the beginning of your end phase, you may change the direction of your Shifting Currents"
        " to a different direction of your choice."
    )


def _of_memories() -> tuple[Ability, ...]:
    """Sheen counters come from allies that the champion kills, and from champions that it hits."""
    killed, hit = abilities_of(
        "[Merlin Bonus] On Ally Kill: Put X sheen counters on your Fractured Memories,"
        " where X is the amount of sheen counters on the killed ally.\n"
        "[Merlin Bonus] On Champion Hit: Remove all sheen counters from the hit champion."
        " When you do, deal 3 damage to the hit champion."
    )
    assert isinstance(hit, Triggered)
    taken, _, *more = hit.body.effects
    put = PutOnMastery(FRACTURED_MEMORIES, SHEEN, Done())
    moved = (May(2), taken, put, IfDid(len(more), least=3), *more)
    return killed, replace(hit, body=replace(hit.body, effects=moved))


def _of_mastery(name: str) -> tuple[Ability, ...]:
    """The abilities of the mastery of this name."""
    return _of_currents() if name == SHIFTING_CURRENTS else _of_memories() if name == FRACTURED_MEMORIES else ()


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
