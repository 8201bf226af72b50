"""Keyword abilities about playing the card that has them, each written out once.

Those that only the rules of paying read (Reservable, Imbue, Kindle) stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    AdditionalCost,
    AlternativeCost,
    Body,
    Compare,
    CostChange,
    Goes,
    Grant,
    Keyword,
    Never,
    Paid,
    Ref,
    RemoveCounters,
    Replacement,
    SacrificeEffect,
    SpellText,
    TargetSpec,
    Value,
    Would,
)
from engine.games.grand_archive.activation_modes import LOOKED_AT
from engine.games.grand_archive.conditions import both

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability

CHAMPION: Final = Ref("champion")


def brew(keyword: Keyword) -> tuple[Ability, ...]:
    """Brew 2: the listed objects may be sacrificed rather than the reserve cost paid."""
    return (AlternativeCost(keyword.cost, keyword="brew", resource="reserve"),)


def efficiency(_: Keyword) -> tuple[Ability, ...]:
    """Efficiency 1: it costs as much less as the level of one's champion is; a negative level makes it dearer."""
    return (CostChange("activate", "less", Value("level", CHAMPION), source=True, resource="reserve"),)


def ephemerate(keyword: Keyword) -> tuple[Ability, ...]:
    """Ephemerate 1 and 2: activated from the graveyard for its cost; the object it becomes is banished as it leaves."""
    ephemeral = Compare(Paid("ephemerate"), ">=", 1)
    return (
        AlternativeCost(keyword.cost, keyword="ephemerate", zone="graveyard", resource="reserve"),
        Replacement(Would("leave", SELF), (Goes("exile"),), condition=ephemeral),
    )


def starcalling(keyword: Keyword) -> tuple[Ability, ...]:
    """Starcalling 1 and 2: a cost for which the card is activated as its player is looking at it while glimpsing."""
    return (AlternativeCost(keyword.cost, keyword="starcalling", zone=LOOKED_AT, resource="reserve"),)


def link(keyword: Keyword) -> tuple[Ability, ...]:
    """Link 3: its card targets what it will be linked to."""
    assert keyword.what is not None
    return (SpellText(Body((), (TargetSpec(keyword.what),))),)


def link_shield(_: Keyword) -> tuple[Ability, ...]:
    """Link Shield: if what it is linked to would be sacrificed, by an effect or as a cost, it is instead."""
    return (Replacement(Would("sacrifice", Ref("attached")), (Never(),), Body((SacrificeEffect(SELF),))),)


def prepare(keyword: Keyword) -> tuple[Ability, ...]:
    """Prepare 1: an optional additional cost; paid, the card becomes prepared."""
    return (AdditionalCost((RemoveCounters("preparation", keyword.value, CHAMPION),), "prepare"),)


PLAYING: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "brew": brew,
    "efficiency": efficiency,
    "ephemerate": ephemerate,
    "link": link,
    "link shield": link_shield,
    "prepare": prepare,
    "starcalling": starcalling,
}


def under_restriction(grant: Grant, condition: Compare) -> tuple[Ability, ...]:
    """The abilities of keywords about playing a card that hold under a restriction ("[Class Bonus] Prepare 2").

    A grant reaches objects on the field; restrictions work in all zones (Class Bonus 3).
    """
    words = (*map(Keyword, grant.gains), *(ability for ability in grant.abilities if isinstance(ability, Keyword)))
    written = (part for word in words if word.name in PLAYING for part in PLAYING[word.name](word))
    return tuple(
        replace(part, condition=both(condition, part.condition))
        for part in written
        if isinstance(part, AdditionalCost | AlternativeCost | CostChange | Replacement)
    )
