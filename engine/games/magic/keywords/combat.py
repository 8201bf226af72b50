"""Keywords about attacking, blocking and crewing that stand for other abilities: one function for each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    SELF,
    YOU,
    Activated,
    Body,
    Compare,
    Count,
    Designate,
    Event,
    Filter,
    Fits,
    Forbid,
    Keyword,
    Later,
    Limit,
    Math,
    Modify,
    Opponents,
    PutCounters,
    Ref,
    SacrificeEffect,
    TapTotal,
    Test,
    Triggered,
    Truth,
    Value,
)
from engine.games.magic.keywords.written_out import abilities_of
from engine.games.magic.qualities import CREWING
from engine.text.renderer.writing import number_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability

PLAYER_ATTACKED: Final = Ref("each", what=Filter((("player",),), zone=""))
TO_A_PLAYER: Final = Event("damage", source=True, how="combat", other=PLAYER_ATTACKED)
CREATURES: Final = Filter((("creature",),), "you")


def crew(keyword: Keyword) -> tuple[Ability, ...]:
    """702.122: creatures of so much power are tapped, and the permanent becomes an artifact creature."""
    becomes = Body((Modify(SELF, becomes=("artifact", "creature")),))
    return (Activated((TapTotal(CREATURES, "power", keyword.value, CREWING),), becomes),)


def saddle(keyword: Keyword) -> tuple[Ability, ...]:
    """702.171: other creatures of so much power are tapped, and the permanent becomes saddled until end of turn."""
    becomes = Body((Modify(SELF, becomes=("saddled",), keeps=True),))
    return (
        Activated(
            (TapTotal(replace(CREATURES, other=True), "power", keyword.value, CREWING),),
            becomes,
            limits=(Limit("sorcery"),),
        ),
    )


def decayed(_: Keyword) -> tuple[Ability, ...]:
    """702.147: it can't block, and having attacked it is sacrificed at end of combat."""
    later = Later(1, (Event("step", how="end of combat"),))
    body = Body((later, SacrificeEffect(SELF)))
    return (Forbid("block", source=True), Triggered((Event("attacks", source=True),), body))


def firebending(keyword: Keyword) -> tuple[Ability, ...]:
    """Firebending: red mana for attacking, until end of combat (702.189)."""
    mana = "{R}" * keyword.value
    lasts = "Until end of combat, you don't lose this mana as steps and phases end."
    return abilities_of(f"Whenever this attacks, add {mana}. {lasts}")


def mobilize(keyword: Keyword) -> tuple[Ability, ...]:
    """Mobilize: attacking Warriors, sacrificed later (702.181)."""
    many = keyword.value != 1
    warriors = f"{number_word(keyword.value)} 1/1 red Warrior creature tokens that are" if many else ONE_WARRIOR
    gone = "Sacrifice them" if many else "Sacrifice it"
    return abilities_of(
        f"Whenever this attacks, create {warriors} tapped and attacking. {gone} at the beginning of the next end step."
    )


def provoke(_: Keyword) -> tuple[Ability, ...]:
    """702.39: attacking, it has a creature of the defending player untap and block it."""
    return abilities_of(
        "Whenever this attacks, you may have target creature defending player controls block this this combat if able."
        " If you do, untap that creature."
    )


def poisonous(keyword: Keyword) -> tuple[Ability, ...]:
    """Poisonous: poison counters for damage (702.70)."""
    poison = Body((PutCounters(Ref("event other"), "poison", keyword.value),))
    return (Triggered((TO_A_PLAYER,), poison),)


def rampage(keyword: Keyword) -> tuple[Ability, ...]:
    """702.23: it grows for each creature that blocks it beyond the first."""
    blocking = Filter((("creature",),), tests=(Test("blocking", "of", Value("id", SELF)),))
    grown = Math("*", keyword.value, Math("-", Count(blocking), 1))
    return (Triggered((Event("blocked", source=True),), Body((Modify(SELF, grown, grown),))),)


def renown(keyword: Keyword) -> tuple[Ability, ...]:
    """Renown: counters for damage, once (702.112)."""
    not_yet = Compare(Fits(SELF, Filter((("renowned",),), zone="")), "=", 0)
    body = Body((Designate("renowned", amount=keyword.value),))
    return (Triggered((TO_A_PLAYER,), body, condition=not_yet),)


def training(_: Keyword) -> tuple[Ability, ...]:
    """702.149: it attacks together with a creature of greater power."""
    greater = Filter((("creature",),), other=True, tests=(Test("attacking"), Test("power", ">", Value("power", SELF))))
    with_one = Compare(Count(greater), ">=", 1)
    return (Triggered((Event("attacks", source=True, when=with_one),), Body((PutCounters(SELF, "+1/+1"),))),)


def dethrone(_: Keyword) -> tuple[Ability, ...]:
    """702.105: it attacks the player with the most life, or one of them."""
    attacked = Value("life", Ref("event other"))
    most = (Opponents("greatest", Value("life", YOU)), Value("life", YOU))
    both = Math("*", *(Truth(Compare(attacked, ">=", life)) for life in most))
    event = Event("attacks", source=True, other=PLAYER_ATTACKED, when=Compare(both, ">=", 1))
    return (Triggered((event,), Body((PutCounters(SELF, "+1/+1"),))),)


ONE_WARRIOR: Final = "a 1/1 red Warrior creature token that's"
COMBAT: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "crew": crew,
    "decayed": decayed,
    "dethrone": dethrone,
    "firebending": firebending,
    "mobilize": mobilize,
    "poisonous": poisonous,
    "provoke": provoke,
    "rampage": rampage,
    "renown": renown,
    "saddle": saddle,
    "training": training,
}
