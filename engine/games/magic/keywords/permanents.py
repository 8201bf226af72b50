"""Keywords of permanents that stand for other abilities: one function for each, by paragraph."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import (
    EVENT,
    MANA_SPENT,
    SELF,
    YOU,
    Activated,
    Body,
    Compare,
    CostChange,
    Count,
    CounterSpell,
    Enters,
    Event,
    Exploit,
    Filter,
    Fits,
    Limit,
    Math,
    PutCounters,
    Ref,
    Replacement,
    SacrificeEffect,
    ShowsKin,
    SpellText,
    TakeCounters,
    Tally,
    TapSelf,
    TargetSpec,
    Test,
    Triggered,
    Truth,
    UnlessPays,
    Value,
    Would,
)
from engine.games.magic.day_night import DAYBOUND, NIGHTBOUND, daybound, nightbound
from engine.games.magic.keywords.written_out import abilities_of
from engine.games.magic.speed import OF_PLAYERS, START

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ability, Keyword

YOUR_UPKEEP: Final = Event("step", who="you", how="upkeep")
SORCERY: Final = (Limit("sorcery"),)
CREATURE: Final = Filter((("creature",),))


_COLOR_SPENT: Final = "color of mana spent to cast it"


def absorb(keyword: Keyword) -> tuple[Ability, ...]:
    """Absorb: prevent some damage (702.64)."""
    return abilities_of(f"If a source would deal damage to this, prevent {keyword.value} of that damage.")


def afflict(keyword: Keyword) -> tuple[Ability, ...]:
    """Afflict: lost life for a block (702.130)."""
    return abilities_of(f"Whenever this becomes blocked, defending player loses {keyword.value} life.")


def annihilator(keyword: Keyword) -> tuple[Ability, ...]:
    """Annihilator: sacrifices for an attack (702.86)."""
    portion = "a permanent" if keyword.value == 1 else f"{keyword.value} permanents"
    return abilities_of(f"Whenever this attacks, defending player sacrifices {portion}.")


def battle_cry(_: Keyword) -> tuple[Ability, ...]:
    """Battle cry: other attackers get +1/+0 (702.91)."""
    return abilities_of("Whenever this attacks, each other attacking creature gets +1/+0 until end of turn.")


def amplify(keyword: Keyword) -> tuple[Ability, ...]:
    """702.38: it enters with counters for each card of one of its creature types that is revealed in hand."""
    return (Replacement(Would("enter", SELF), (ShowsKin("+1/+1", keyword.value),)),)


def bloodthirst(keyword: Keyword) -> tuple[Ability, ...]:
    """702.54: it enters with counters if an opponent was dealt damage this turn."""
    bled = Compare(Tally("player damaged", who="opponent"), ">=", 1)
    return (Replacement(Would("enter", SELF), (Enters(counter="+1/+1", amount=keyword.value),), condition=bled),)


def cumulative_upkeep(keyword: Keyword) -> tuple[Ability, ...]:
    """702.24: each upkeep one counter more, and the cost for each of them or it is sacrificed."""
    kept = UnlessPays(1, YOU, keyword.cost, Value("counters age", SELF))
    return (Triggered((YOUR_UPKEEP,), Body((PutCounters(SELF, "age"), kept, SacrificeEffect(SELF)))),)


def echo(keyword: Keyword) -> tuple[Ability, ...]:
    """702.30: paid for or sacrificed in the first upkeep of whoever has come to control it."""
    came = Compare(Value("echo due", SELF), ">=", 1)
    kept = UnlessPays(1, YOU, keyword.cost)
    return (Triggered((YOUR_UPKEEP,), Body((kept, SacrificeEffect(SELF))), condition=came),)


def bushido(keyword: Keyword) -> tuple[Ability, ...]:
    """702.45: it grows whenever it blocks or becomes blocked."""
    n = keyword.value
    return abilities_of(f"Whenever this blocks or becomes blocked, it gets +{n}/+{n} until end of turn.")


def afterlife(keyword: Keyword) -> tuple[Ability, ...]:
    """Afterlife: Spirit tokens when it dies (702.135)."""
    return abilities_of(
        f"When this dies, create {keyword.value} 1/1 white and black Spirit creature tokens with flying."
    )


def changeling(_: Keyword) -> tuple[Ability, ...]:
    """Changeling: every creature type (702.73)."""
    return abilities_of("This is every creature type.")


def devoid(_: Keyword) -> tuple[Ability, ...]:
    """Devoid: it is colorless (702.114)."""
    return abilities_of("This is colorless.")


def enchant(keyword: Keyword) -> tuple[Ability, ...]:
    """702.5a: an Aura spell targets what it will enchant (303.4a)."""
    assert keyword.what is not None
    return (SpellText(Body((), (TargetSpec(keyword.what),))),)


def start_your_engines(_: Keyword) -> tuple[Ability, ...]:
    """702.179d: an ability that players have who have speed, and no object."""
    (sped,) = abilities_of(
        "Whenever an opponent loses life during your turn, if your speed is less than 4, your speed increases by 1."
        " This ability triggers only once each turn."
    )
    assert isinstance(sped, Triggered)
    return (replace(sped, zone=OF_PLAYERS),)


def evolve(_: Keyword) -> tuple[Ability, ...]:
    """Evolve: a counter for a larger arrival (702.100)."""
    return abilities_of(
        "Whenever another creature you control enters, if that creature's power is greater than this's power or that"
        " creature's toughness is greater than this's toughness, put a +1/+1 counter on this."
    )


def exalted(_: Keyword) -> tuple[Ability, ...]:
    """Exalted: a bonus for attacking alone (702.83)."""
    return abilities_of("Whenever a creature you control attacks alone, it gets +1/+1 until end of turn.")


def exploit(_: Keyword) -> tuple[Ability, ...]:
    """Exploit: a creature that may be sacrificed as it enters (702.110a)."""
    return (Triggered((Event("enters", source=True),), Body((Exploit(),))),)


def extort(_: Keyword) -> tuple[Ability, ...]:
    """Extort: a paid drain for each spell (702.101)."""
    drained = "each opponent loses 1 life and you gain that much life"
    return abilities_of(f"Whenever you cast a spell, you may pay {{W/B}}. If you do, {drained}.")


def fabricate(keyword: Keyword) -> tuple[Ability, ...]:
    """Fabricate: counters or Servo tokens (702.123)."""
    n = keyword.value
    servos = "a 1/1 colorless Servo artifact creature token" if n == 1 else f"{n} {SERVOS}"
    counters = "a +1/+1 counter" if n == 1 else f"{n} +1/+1 counters"
    return abilities_of(f"When this enters, you may put {counters} on it. If you don't, create {servos}.")


def fading(keyword: Keyword) -> tuple[Ability, ...]:
    """Fading: counters, and sacrifice without one (702.32)."""
    gone = abilities_of("At the beginning of your upkeep, remove a fade counter from this. If you can't, sacrifice it.")
    return (*abilities_of(f"This enters with {keyword.value} fade counters on it."), *gone)


def flanking(_: Keyword) -> tuple[Ability, ...]:
    """702.25: what blocks it shrinks, unless it has flanking itself."""
    return abilities_of("Whenever a creature without flanking blocks this, it gets -1/-1 until end of turn.")


def for_mirrodin(_: Keyword) -> tuple[Ability, ...]:
    """For Mirrodin!: a Rebel token that wears it (702.163)."""
    return _arrives_worn("a 2/2 red Rebel")


def frenzy(keyword: Keyword) -> tuple[Ability, ...]:
    """Frenzy: a bonus if it isn't blocked (702.68)."""
    return abilities_of(f"Whenever this attacks and isn't blocked, it gets +{keyword.value}/+0 until end of turn.")


def graft(keyword: Keyword) -> tuple[Ability, ...]:
    """702.58: it enters with counters, and passes them on to creatures that enter."""
    return (
        *abilities_of(f"This enters with {keyword.value} +1/+1 counters on it."),
        *abilities_of(
            "Whenever another creature enters, if this has a +1/+1 counter on it, you may move a +1/+1 counter from"
            " this onto that creature."
        ),
    )


def job_select(_: Keyword) -> tuple[Ability, ...]:
    """Job select: a Hero token that wears it (702.182)."""
    return _arrives_worn("a 1/1 colorless Hero")


def increment(_: Keyword) -> tuple[Ability, ...]:
    """702.191: a counter for a spell on which more mana was spent than it has power or toughness."""
    spent = Value(MANA_SPENT, EVENT)
    more = (Truth(Compare(spent, ">", Value(field, SELF))) for field in ("power", "toughness"))
    is_creature = Truth(Compare(Fits(SELF, Filter((("creature",),))), "=", 1))
    condition = Compare(Math("*", is_creature, Math("+", *more)), ">=", 1)
    return (Triggered((Event("cast", who="you"),), Body((PutCounters(SELF, "+1/+1"),)), condition=condition),)


def living_weapon(_: Keyword) -> tuple[Ability, ...]:
    """Living weapon: a Germ token that wears it (702.92)."""
    return _arrives_worn("a 0/0 black Phyrexian Germ")


def _arrives_worn(token: str) -> tuple[Ability, ...]:
    return abilities_of(f"When this enters, create {token} creature token, then attach this to it.")


def mentor(_: Keyword) -> tuple[Ability, ...]:
    """702.134: a counter on an attacking creature of lesser power."""
    lesser = Filter(CREATURE.kinds, tests=(Test("attacking"), Test("power", "<", Value("power", SELF))))
    counter = PutCounters(Ref("target"), "+1/+1")
    return (Triggered((Event("attacks", source=True),), Body((counter,), (TargetSpec(lesser),))),)


def modular(keyword: Keyword) -> tuple[Ability, ...]:
    """702.43: it enters with counters, and leaves them to an artifact creature as it dies."""
    left = abilities_of(
        "When this dies, you may put X +1/+1 counters on target artifact creature,"
        " where X is the number of +1/+1 counters on this."
    )
    return (*abilities_of(f"This enters with {keyword.value} +1/+1 counters on it."), *left)


def level_up(keyword: Keyword) -> tuple[Ability, ...]:
    """Level up: a paid level counter, as a sorcery (702.87a)."""
    return (Activated(keyword.cost, Body((PutCounters(SELF, "level"),)), limits=SORCERY),)


def outlast(keyword: Keyword) -> tuple[Ability, ...]:
    """Outlast: a paid counter, as a sorcery (702.107)."""
    return (Activated((*keyword.cost, TapSelf()), Body((PutCounters(SELF, "+1/+1"),)), limits=SORCERY),)


def prowess(_: Keyword) -> tuple[Ability, ...]:
    """Prowess: a bonus for each noncreature spell (702.108)."""
    return abilities_of("Whenever you cast a noncreature spell, this gets +1/+1 until end of turn.")


def station(_: Keyword) -> tuple[Ability, ...]:
    """Station: as many charge counters as the power of another creature that is tapped, as a sorcery (702.184)."""
    return abilities_of(
        "Tap another untapped creature you control: Put X charge counters on this, where X is the tapped creature's"
        " power. Activate only as a sorcery."
    )


def persist(_: Keyword) -> tuple[Ability, ...]:
    """Persist: it returns with a -1/-1 counter (702.79)."""
    return abilities_of(RETURNS.format(mark="-1/-1"))


def umbra_armor(_: Keyword) -> tuple[Ability, ...]:
    """702.89: what it enchants loses all damage and this is destroyed instead."""
    return abilities_of(
        "If enchanted permanent would be destroyed, instead remove all damage from it and destroy this."
    )


def undaunted(_: Keyword) -> tuple[Ability, ...]:
    """702.125: it costs {1} less for each opponent."""
    return (CostChange("cast", "less", Count(Filter((("player", "opponent"),), "", "")), source=True),)


def undying(_: Keyword) -> tuple[Ability, ...]:
    """Undying: it returns with a +1/+1 counter (702.93)."""
    return abilities_of(RETURNS.format(mark="+1/+1"))


def scavenge(keyword: Keyword) -> tuple[Ability, ...]:
    """702.97: exiled from the graveyard it leaves its power in counters on a creature."""
    (grown,) = abilities_of(
        "Exile this card from your graveyard: Put X +1/+1 counters on target creature, where X is this card's power."
        " Activate only as a sorcery."
    )
    assert isinstance(grown, Activated)
    return (replace(grown, cost=(*keyword.cost, *grown.cost)),)


def soulshift(keyword: Keyword) -> tuple[Ability, ...]:
    """Soulshift: return a Spirit card (702.46)."""
    spirit = f"target Spirit card with mana value {keyword.value} or less"
    return abilities_of(f"When this dies, you may return {spirit} from your graveyard to your hand.")


def sunburst(_: Keyword) -> tuple[Ability, ...]:
    """Sunburst: a counter for each color of mana, +1/+1 on a creature and charge on anything else (702.44a)."""
    return (
        *abilities_of(f"If this is a creature, it enters with a +1/+1 counter on it for each {_COLOR_SPENT}."),
        *abilities_of(f"If this isn't a creature, it enters with a charge counter on it for each {_COLOR_SPENT}."),
    )


def unleash(_: Keyword) -> tuple[Ability, ...]:
    """Unleash: a counter, and no blocking with it (702.98)."""
    return (
        *abilities_of("You may have this enter with a +1/+1 counter on it."),
        *abilities_of("This can't block as long as it has a +1/+1 counter on it."),
    )


def vanishing(keyword: Keyword) -> tuple[Ability, ...]:
    """702.63: it enters with counters, loses one each upkeep, and is sacrificed with the last."""
    left = Compare(Value("counters time", SELF), ">=", 1)
    each = Triggered((YOUR_UPKEEP,), Body((TakeCounters(SELF, "time"),)), condition=left)
    none = Compare(Value("counters time", SELF), "=", 0)
    last = Event("counters removed", source=True, how="time", when=none)
    enters = abilities_of(f"This enters with {keyword.value} time counters on it.") if keyword.value else ()
    return (*enters, each, Triggered((last,), Body((SacrificeEffect(SELF),))))


def ward(keyword: Keyword) -> tuple[Ability, ...]:
    """702.21: what an opponent targets it with is countered unless that player pays."""
    text = Body((UnlessPays(1, Ref("event player"), keyword.cost), CounterSpell(Ref("event other"))))
    return (Triggered((Event("becomes target", source=True, who="opponent"),), text),)


RETURNS: Final = (
    "When this dies, if it had no {mark} counters on it,"
    " return it to the battlefield under its owner's control with a {mark} counter on it."
)
SERVOS: Final = "1/1 colorless Servo artifact creature tokens"
PERMANENTS: Final[dict[str, Callable[[Keyword], tuple[Ability, ...]]]] = {
    "absorb": absorb,
    "afflict": afflict,
    "afterlife": afterlife,
    "amplify": amplify,
    "annihilator": annihilator,
    "battle cry": battle_cry,
    "bloodthirst": bloodthirst,
    "bushido": bushido,
    "cumulative upkeep": cumulative_upkeep,
    "echo": echo,
    "changeling": changeling,
    DAYBOUND: daybound,
    "devoid": devoid,
    "enchant": enchant,
    "evolve": evolve,
    "exalted": exalted,
    "exploit": exploit,
    "extort": extort,
    "fabricate": fabricate,
    "fading": fading,
    "flanking": flanking,
    "for mirrodin !": for_mirrodin,
    "frenzy": frenzy,
    "graft": graft,
    "increment": increment,
    "job select": job_select,
    "living weapon": living_weapon,
    "mentor": mentor,
    "modular": modular,
    NIGHTBOUND: nightbound,
    "level up": level_up,
    "outlast": outlast,
    "persist": persist,
    "prowess": prowess,
    "scavenge": scavenge,
    "soulshift": soulshift,
    START: start_your_engines,
    "station": station,
    "totem armor": umbra_armor,
    "umbra armor": umbra_armor,
    "undaunted": undaunted,
    "undying": undying,
    "sunburst": sunburst,
    "unleash": unleash,
    "vanishing": vanishing,
    "ward": ward,
}
