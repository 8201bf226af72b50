"""Keywords of cards in hands and graveyards that stand for activated abilities there: one function for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import (
    IT,
    SELF,
    Activated,
    AlternativeCost,
    Body,
    Compare,
    DiscardSelf,
    Event,
    Filter,
    Goes,
    IfDid,
    Later,
    Limit,
    Modify,
    Move,
    MoveCost,
    MoveSelf,
    PlayNow,
    PutCounters,
    Ref,
    Replacement,
    Search,
    Shield,
    TargetSpec,
    Test,
    TokenCopy,
    Triggered,
    Value,
    Would,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability, Keyword

SORCERY: Final = (Limit("sorcery"),)
MADNESS: Final = "madness"
NOTED_MADNESS: Final = "exiled with madness"
"""Beside a card in exile: that it was discarded there with madness."""
MANA_COST: Final = "mana cost"
"""The word of a loss: a token is a copy of a card, except that it has no mana cost."""
EXILED_INSTEAD: Final = Replacement(Would("leave", Ref("it")), (Goes("exile"),))


def ninjutsu(keyword: Keyword) -> tuple[Ability, ...]:
    """702.49: an unblocked attacker returns to hand, and the card enters attacking what that one attacked."""
    attacker = Filter((("creature",),), "you", tests=(Test("unblocked"),))
    enters = Move(SELF, "battlefield", tapped=True, attacking=True)
    return (
        Activated(
            (*keyword.cost, MoveCost(attacker, "hand")),
            Body((enters,)),
            limits=(Limit("after", step="blockers are declared"),),
            zone="hand",
        ),
    )


def reinforce(keyword: Keyword) -> tuple[Ability, ...]:
    """702.77: discarded, it puts counters on a creature."""
    grown = Body((PutCounters(Ref("target"), "+1/+1", keyword.value),), (TargetSpec(Filter((("creature",),))),))
    return (Activated((*keyword.cost, DiscardSelf()), grown, zone="hand"),)


def transmute(keyword: Keyword) -> tuple[Ability, ...]:
    """702.53: discarded, it finds a card of its mana value."""
    alike = Filter((("card",),), zone="library", tests=(Test("mana value", "=", Value("mana value", SELF)),))
    body = Body((Search(alike, "hand", reveal=True),))
    return (Activated((*keyword.cost, DiscardSelf()), body, limits=SORCERY, zone="hand"),)


def unearth(keyword: Keyword) -> tuple[Ability, ...]:
    """702.84: it returns for a turn, with haste, and is exiled at its end or when it would leave."""
    back = (
        Move(SELF, "battlefield"),
        Modify(SELF, gains=("haste",), until=""),
        Shield(EXILED_INSTEAD, SELF, until=""),
        Later(1, (Event("step", how="end step"),)),
        Move(SELF, "exile"),
    )
    return (Activated(keyword.cost, Body(back), limits=SORCERY, zone="graveyard"),)


def embalm(keyword: Keyword) -> tuple[Ability, ...]:
    """702.128a: exiled from the graveyard, it leaves a token copy that is a white Zombie without a mana cost."""
    return (_entombed(keyword, Modify(IT, loses=(MANA_COST,), until="", becomes=("white", "zombie"), keeps=True)),)


def eternalize(keyword: Keyword) -> tuple[Ability, ...]:
    """702.129a: exiled from the graveyard, it leaves a token copy that is a 4/4 black Zombie without a mana cost."""
    kinds = ("black", "zombie")
    return (_entombed(keyword, Modify(IT, loses=(MANA_COST,), until="", becomes=kinds, base=(4, 4), keeps=True)),)


def _entombed(keyword: Keyword, more: Modify) -> Activated:
    cost = (*keyword.cost, MoveSelf("exile", "graveyard"))
    return Activated(cost, Body((TokenCopy(SELF, more=more),)), limits=SORCERY, zone="graveyard")


def madness(keyword: Keyword) -> tuple[Ability, ...]:
    """702.35a: discarded, it goes into exile, and its owner casts it for this cost or puts it into the graveyard."""
    was_exiled_so = Compare(Value(NOTED_MADNESS, SELF), ">=", 1)
    cast = PlayNow(SELF, "cast", optional=True, way=MADNESS)
    return (
        AlternativeCost(keyword.cost, keyword=MADNESS, zone=""),
        Replacement(Would("discard", SELF), (Goes("exile", noted=NOTED_MADNESS),)),
        Triggered(
            (Event("discarded", source=True, when=was_exiled_so),),
            Body((cast, IfDid(1, did=False), Move(SELF, "graveyard"))),
            zone="exile",
        ),
    )


HIDDEN: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "embalm": embalm,
    "eternalize": eternalize,
    MADNESS: madness,
    "ninjutsu": ninjutsu,
    "reinforce": reinforce,
    "transmute": transmute,
    "unearth": unearth,
}
