"""Keywords that change how a spell is cast: one function for each, by paragraph."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    IT,
    SELF,
    STRUCK_BY,
    AdditionalCost,
    AlternativeCost,
    Body,
    Compare,
    CopySpell,
    DiscardCost,
    Draw,
    Enters,
    Event,
    Filter,
    Grant,
    Later,
    LetPlay,
    Math,
    Modify,
    Move,
    MoveCost,
    Paid,
    PlayNow,
    PutRest,
    Replacement,
    RevealUntil,
    Sacrifice,
    SacrificeEffect,
    TakeCounters,
    Tally,
    TapOther,
    TapTotal,
    Test,
    TokenCopy,
    Triggered,
    Truth,
    Value,
    Would,
)
from engine.games.magic.gifts import GIVEN, gift
from engine.games.magic.helped_casting import EMERGE, HARMONIZE
from engine.state.play_notes import WAS_CAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability, Instruction, Keyword, Modes

EXILE: Final = "exile"
SNEAK: Final = "sneak"
TEAMWORK: Final = "teamwork"
AT_OWN_COST: Final = 1
"""The value of escape whose cost is paid besides the mana cost of its card."""
FORETELL: Final = "foretell"
"""The keyword, and the word of a gesture for it."""
FORETELLS: Final = "foretells"
"""The event that a player foretells a card."""
WAS_FORETOLD: Final = "foretold"
"""Beside a spell, and the permanent that it becomes: that it was a foretold card (702.143c)."""
SUSPEND: Final = "suspend"
"""The keyword, and the word of a gesture for it."""
CAST_SUSPENDED: Final = f"{WAS_CAST} by suspend"
"""The way in which a suspended card is cast in the end: a copy of the spell was not cast so (707.10)."""
AT_END: Final = Later(1, (Event("step", how="end step"),))
"""The instructions after it happen at the beginning of the next end step."""


def buyback(keyword: Keyword) -> tuple[Ability, ...]:
    """702.27: an optional additional cost; paid, the card goes to its owner's hand as the spell resolves."""
    return (AdditionalCost(keyword.cost, "buyback"),)


def kicker(keyword: Keyword) -> tuple[Ability, ...]:
    """702.33a: an optional additional cost."""
    return (AdditionalCost(keyword.cost, "kicker"),)


def multikicker(keyword: Keyword) -> tuple[Ability, ...]:
    """702.33c: an additional cost that may be paid any number of times."""
    return (AdditionalCost(keyword.cost, "kicker", many=True),)


def flashback(keyword: Keyword) -> tuple[Ability, ...]:
    """702.34: cast from the graveyard for its flashback cost, and exiled whenever it would leave the stack."""
    own = not keyword.cost  # equal to its mana cost
    return (AlternativeCost(keyword.cost, keyword="flashback", zone="graveyard", leaves=EXILE, besides=own),)


def storm(keyword: Keyword) -> tuple[Ability, ...]:
    """702.40: cast, it is copied for each spell cast before it this turn."""
    return (_when_cast(CopySpell(SELF, retarget=True, times=Tally("cast", before=True))),)


def cascade(keyword: Keyword) -> tuple[Ability, ...]:
    """702.85a: cast, a nonland card of lesser mana value from the top of the library may be cast without paying.

    So must the spell be that it becomes.
    """
    below = Math("-", Value("mana value", SELF), 1)
    lesser = Filter((("card", "!land"),), zone="aside", tests=(Test("mana value", "<", Value("mana value", SELF)),))
    found = RevealUntil(lesser, exiled=True)
    rest = PutRest(Move(IT, "library bottom", at_random=True))
    return (_when_cast(found, PlayNow(IT, free=True, optional=True, most=below), rest),)


def replicate(keyword: Keyword) -> tuple[Ability, ...]:
    """702.56: an additional cost that may be paid any number of times; cast, it is copied as often."""
    copied = CopySpell(SELF, retarget=True, times=Paid("replicate"))
    return (AdditionalCost(keyword.cost, "replicate", many=True), _when_cast(copied, condition=was_paid("replicate")))


def evoke(keyword: Keyword) -> tuple[Ability, ...]:
    """702.74: an alternative cost; if it was paid the permanent is sacrificed when it enters."""
    sacrificed = Body((SacrificeEffect(SELF),))
    return (
        AlternativeCost(keyword.cost, keyword="evoke"),
        Triggered((Event("enters", source=True),), sacrificed, condition=was_paid("evoke")),
    )


def retrace(keyword: Keyword) -> tuple[Ability, ...]:
    """702.81: cast from the graveyard for a discarded land card besides its mana cost."""
    land = DiscardCost(Filter((("land", "card"),), zone="hand"))
    return (AlternativeCost((land,), keyword="retrace", zone="graveyard", besides=True),)


def jump_start(keyword: Keyword) -> tuple[Ability, ...]:
    """702.133: cast from the graveyard for a discarded card besides its mana cost, and exiled as with flashback."""
    card = DiscardCost(Filter((("card",),), zone="hand"))
    return (AlternativeCost((card,), keyword="jump-start", zone="graveyard", besides=True, leaves=EXILE),)


def spectacle(keyword: Keyword) -> tuple[Ability, ...]:
    """702.137: an alternative cost if an opponent lost life this turn."""
    lost = Compare(Tally("loses life", who="opponent"), ">=", 1)
    return (AlternativeCost(keyword.cost, keyword="spectacle", condition=lost),)


def dash(keyword: Keyword) -> tuple[Ability, ...]:
    """702.109: an alternative cost; if it was paid the permanent has haste and returns to hand at the end step."""
    returned = Body((AT_END, Move(SELF, "hand")))
    return (
        AlternativeCost(keyword.cost, keyword="dash"),
        Grant(source=True, gains=("haste",), condition=was_paid("dash")),
        _becoming(returned, "dash"),
    )


def warp(keyword: Keyword) -> tuple[Ability, ...]:
    """702.185: an alternative cost; paid, it is exiled at the end step, and may be cast from there on a later turn."""
    gone = Body((replace(AT_END, steps=2), Move(SELF, EXILE), LetPlay(IT, "cast", later=True)))
    return (
        AlternativeCost(keyword.cost, keyword="warp"),
        _becoming(gone, "warp"),
    )


def blitz(keyword: Keyword) -> tuple[Ability, ...]:
    """702.152: an alternative cost; paid, it has haste, is sacrificed at the end step, and dying draws a card."""
    gone = Body((AT_END, SacrificeEffect(SELF)))
    return (
        AlternativeCost(keyword.cost, keyword="blitz"),
        Grant(source=True, gains=("haste",), condition=was_paid("blitz")),
        Triggered((Event("dies", source=True),), Body((Draw(1),)), condition=was_paid("blitz")),
        _becoming(gone, "blitz"),
    )


def surge(keyword: Keyword) -> tuple[Ability, ...]:
    """702.117: an alternative cost if its player has cast another spell this turn."""
    another = Compare(Tally("cast", who="you"), ">=", 1)
    return (AlternativeCost(keyword.cost, keyword="surge", condition=another),)


def prowl(keyword: Keyword) -> tuple[Ability, ...]:
    """702.76: an alternative cost if something of its own creature types under your control struck a player."""
    kin = Filter(tests=(Test("creature type", "shares", Value("id", SELF)),))
    return (AlternativeCost(keyword.cost, keyword="prowl", condition=_has_struck(kin)),)


def freerunning(keyword: Keyword) -> tuple[Ability, ...]:
    """702.173: an alternative cost if an Assassin creature under your control struck a player."""
    assassin = Filter((("assassin", "creature"),))
    return (AlternativeCost(keyword.cost, keyword="freerunning", condition=_has_struck(assassin)),)


def _has_struck(what: Filter) -> Compare:
    """Whether a player was dealt combat damage this turn by something that was such, and yours, as it dealt that."""
    return Compare(Tally(STRUCK_BY, what, who="you"), ">=", 1)


def harmonize(keyword: Keyword) -> tuple[Ability, ...]:
    """702.180: cast from the graveyard for a cost that a tapped creature lessens, and exiled as with flashback."""
    own = not keyword.cost  # equal to its mana cost
    return (AlternativeCost(keyword.cost, keyword=HARMONIZE, zone="graveyard", leaves=EXILE, besides=own),)


def emerge(keyword: Keyword) -> tuple[Ability, ...]:
    """702.119: an alternative cost that a sacrificed creature lessens."""
    return (AlternativeCost(keyword.cost, keyword=EMERGE),)


def bargain(_: Keyword) -> tuple[Ability, ...]:
    """702.166: an optional additional cost, to sacrifice an artifact, enchantment or token."""
    what = Filter((("artifact",), ("enchantment",), ("token",)))
    return (AdditionalCost((Sacrifice(what),), "bargain"),)


def teamwork(keyword: Keyword) -> tuple[Ability, ...]:
    """702.194: an optional additional cost, to tap creatures of so much power in all."""
    return (AdditionalCost((TapTotal(Filter((("creature",),), "you"), "power", keyword.value),), TEAMWORK),)


def casualty(keyword: Keyword) -> tuple[Ability, ...]:
    """702.153: an optional additional cost, to sacrifice a creature of so much power; paid, it is copied."""
    what = Filter((("creature",),), tests=(Test("power", ">=", keyword.value),))
    copied = _when_cast(CopySpell(SELF, retarget=True), condition=was_paid("casualty"))
    return (AdditionalCost((Sacrifice(what),), "casualty"), copied)


def squad(keyword: Keyword) -> tuple[Ability, ...]:
    """702.157: an additional cost that may be paid any number of times; so many copies enter with it."""
    copies = Body((TokenCopy(SELF, Paid("squad")),))
    return (
        AdditionalCost(keyword.cost, "squad", many=True),
        Triggered((Event("enters", source=True),), copies, condition=was_paid("squad")),
    )


def offspring(keyword: Keyword) -> tuple[Ability, ...]:
    """702.175: an optional additional cost; paid, a copy of it enters that is 1/1."""
    copied = Body((TokenCopy(SELF, more=Modify(IT, until="", base=(1, 1))),))
    return (
        AdditionalCost(keyword.cost, "offspring"),
        Triggered((Event("enters", source=True),), copied, condition=was_paid("offspring")),
    )


def entwine(keyword: Keyword) -> tuple[Ability, ...]:
    """702.42: an additional cost for choosing all modes."""
    return (AdditionalCost(keyword.cost, "entwine", per="all modes"),)


def escalate(keyword: Keyword) -> tuple[Ability, ...]:
    """702.120: an additional cost for each mode beyond the first."""
    return (AdditionalCost(keyword.cost, "escalate", per="more modes"),)


def costs_of_modes(modes: Modes) -> tuple[Ability, ...]:
    """702.172a, 702.183a: an additional cost for each mode that is chosen."""
    return tuple(AdditionalCost(cost, "modes", per="mode", mode=place) for place, cost in enumerate(modes.costs))


def escape(keyword: Keyword) -> tuple[Ability, ...]:
    """702.138: cast from the graveyard for its escape cost, which may be one besides its own mana cost."""
    own = keyword.value == AT_OWN_COST
    return (AlternativeCost(keyword.cost, keyword="escape", zone="graveyard", besides=own),)


def foretell(keyword: Keyword) -> tuple[Ability, ...]:
    """702.143a: cast for its foretell cost on a later turn than it was exiled; a special action brings it there."""
    return (AlternativeCost(keyword.cost, keyword=FORETELL, zone=""),)


def sneak(keyword: Keyword) -> tuple[Ability, ...]:
    """702.190: an alternative cost in one's declare blockers step, with an unblocked attacker that returns to hand."""
    attacker = MoveCost(Filter((("creature",),), "you", tests=(Test("unblocked"),)), "hand")
    return (AlternativeCost((*keyword.cost, attacker), keyword=SNEAK, step="declare blockers"),)


def web_slinging(keyword: Keyword) -> tuple[Ability, ...]:
    """702.188: an alternative cost with a tapped creature that returns to hand."""
    creature = MoveCost(Filter((("creature",),), "you", tests=(Test("tapped"),)), "hand")
    return (AlternativeCost((*keyword.cost, creature), keyword="web-slinging"),)


def mayhem(keyword: Keyword) -> tuple[Ability, ...]:
    """702.187b: cast from the graveyard for its mayhem cost in the turn in which it was discarded."""
    discarded = Compare(Value("was discarded this turn", SELF), "=", 1)
    return (AlternativeCost(keyword.cost, keyword="mayhem", zone="graveyard", condition=discarded),)


def conspire(_: Keyword) -> tuple[Ability, ...]:
    """702.78: an optional additional cost, to tap two creatures that each share a color with it; paid, it is copied."""
    alike = Filter((("creature",),), "you", tests=(Test("color", "shares", Value("id", SELF)),))
    copied = _when_cast(CopySpell(SELF, retarget=True), condition=was_paid("conspire"))
    return (AdditionalCost((TapOther(alike, 2),), "conspire"), copied)


def impending(keyword: Keyword) -> tuple[Ability, ...]:
    """702.176: an alternative cost; paid, it enters with time counters, and with one on it is no creature."""
    paid, left = was_paid("impending"), Compare(Value("counters time", SELF), ">=", 1)
    both = Compare(Math("*", Truth(paid), Truth(left)), "=", 1)
    end = Event("step", who="you", how="end step")
    return (
        AlternativeCost(keyword.cost, keyword="impending"),
        Replacement(Would("enter", SELF), (Enters(counter="time", amount=keyword.value),), condition=paid),
        Grant(source=True, becomes=("!creature",), keeps=True, condition=both),
        Triggered((end,), Body((TakeCounters(SELF, "time"),)), condition=both),
    )


def suspend(_: Keyword) -> tuple[Ability, ...]:
    """702.62a: in exile it loses a time counter each upkeep, and is cast without paying with the last.

    A special action brings it there.
    """
    left = Compare(Value("counters time", SELF), ">=", 1)
    none = Compare(Value("counters time", SELF), "=", 0)
    upkeep = Event("step", who="you", how="upkeep")
    last = Event("counters removed", source=True, how="time", when=none)
    cast = PlayNow(SELF, free=True, optional=True, way=CAST_SUSPENDED)
    return (
        Triggered((upkeep,), Body((TakeCounters(SELF, "time"),)), condition=left, zone=EXILE),
        Triggered((last,), Body((cast,)), zone=EXILE),
    )


def was_paid(name: str) -> Compare:
    """702.33d and its like: whether the cost was paid."""
    return Compare(Paid(name), ">=", 1)


def _becoming(body: Body, name: str) -> Replacement:
    """A delayed ability that is set going for the permanent that a spell becomes, without a trigger (603.7)."""
    return Replacement(Would("enter", SELF), (), body, condition=was_paid(name))


def _when_cast(*effects: Instruction, condition: Compare | None = None) -> Triggered:
    return Triggered((Event("cast", source=True, who="you"),), Body(effects), condition=condition, zone="stack")


CASTING: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "bargain": bargain,
    "cascade": cascade,
    "blitz": blitz,
    "buyback": buyback,
    "casualty": casualty,
    "conspire": conspire,
    "dash": dash,
    EMERGE: emerge,
    "entwine": entwine,
    "escalate": escalate,
    "escape": escape,
    "evoke": evoke,
    "flashback": flashback,
    FORETELL: foretell,
    "freerunning": freerunning,
    **dict.fromkeys(GIVEN, gift),
    HARMONIZE: harmonize,
    "impending": impending,
    "jump-start": jump_start,
    "kicker": kicker,
    "mayhem": mayhem,
    "multikicker": multikicker,
    "offspring": offspring,
    "replicate": replicate,
    "retrace": retrace,
    SNEAK: sneak,
    "prowl": prowl,
    "spectacle": spectacle,
    "squad": squad,
    "storm": storm,
    "surge": surge,
    SUSPEND: suspend,
    TEAMWORK: teamwork,
    "warp": warp,
    "web-slinging": web_slinging,
}
