"""Records put together at random can be written down and read back: phrases combine freely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Activated,
    AddMana,
    Amount,
    Body,
    Compare,
    CostChange,
    CostPart,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    DiscardCost,
    DiscardSelf,
    Draw,
    Edict,
    Event,
    Filter,
    Forbid,
    GainLife,
    Grant,
    If,
    IfDid,
    Instruction,
    Limit,
    LoseLife,
    Mana,
    May,
    Mill,
    Modify,
    Move,
    Opponents,
    PayLife,
    PutCounters,
    Ref,
    RemoveCounters,
    Sacrifice,
    SacrificeSelf,
    Scry,
    Tap,
    TapOther,
    TapSelf,
    TargetSpec,
    Triggered,
    UnlessPays,
    Untap,
    UntapSelf,
    Value,
    Variable,
)
from engine.abilities import (
    Test as Check,
)
from engine.text import parse, render
from engine.text.phrases import put, rewrite

T = TypeVar("T")
KINDS = st.sampled_from(
    [
        (("creature",),),
        (("artifact",),),
        (("land",),),
        (("permanent", "!land"),),
        (("artifact", "creature"),),
        (("artifact",), ("creature",)),
        (("artifact",), ("enchantment",), ("land",)),
        (("elf",),),
        (("goblin", "creature"),),
        (("white", "creature"), ("black", "creature")),
        (("creature", "!artifact", "!black"),),
        (("legendary", "creature"),),
    ]
)
TESTS = st.sampled_from(
    [
        (),
        (Check("tapped"),),
        (Check("attacking"),),
        (Check("flying", "has"),),
        (Check("first strike", "lacks"),),
        (Check("power", "<=", 3),),
        (Check("mana value", ">=", 4),),
        (Check("toughness", "=", 1),),
        (Check("untapped"), Check("defender", "lacks")),
        (Check("counters +1/+1", ">=", 1),),
        (Check("counters charge", ">=", 2),),
    ]
)
PERMANENTS = st.builds(Filter, KINDS, st.sampled_from(["", "you", "opponent"]), tests=TESTS)
OTHERS = st.builds(lambda what, other: replace(what, other=other), PERMANENTS, st.booleans())
CARDS = st.builds(
    Filter,
    st.sampled_from([(("card",),), (("creature", "card"),), (("instant", "card"), ("sorcery", "card"))]),
    st.sampled_from(["", "you", "opponent"]),
    st.just("graveyard"),
)
SPELLS = st.builds(
    Filter,
    st.sampled_from([(("spell",),), (("creature", "spell"),), (("spell", "!creature"),), (("red", "spell"),)]),
    zone=st.just("stack"),
)
SMALL = st.integers(1, 12)
COUNTS = st.builds(Count, OTHERS, st.integers(1, 4))
AMOUNTS: st.SearchStrategy[Amount] = st.one_of(SMALL, st.just(Variable()), COUNTS)
SPECS = st.one_of(
    st.builds(TargetSpec, OTHERS),
    st.builds(TargetSpec, CARDS),
    st.just(TargetSpec(Filter((("creature",), ("player",), ("planeswalker",))))),
    st.builds(lambda what, n: TargetSpec(what, n, n), PERMANENTS, st.integers(2, 4)),
    st.builds(lambda what, n: TargetSpec(what, 0, n), PERMANENTS, st.integers(1, 4)),
    st.builds(lambda what: TargetSpec(what, 0, -1), PERMANENTS),
    st.builds(lambda what: TargetSpec(what, chooser="opponent"), PERMANENTS),
)
PLAYERS = st.sampled_from([YOU, Ref("opponents"), Ref("players")])
OBJECTS = st.one_of(
    st.just(SELF),
    st.builds(lambda what: Ref("each", 0, what), OTHERS),
    st.builds(lambda what: Ref("chosen", 0, what, YOU), OTHERS),
)
WHO = st.sampled_from(["", "you", "opponent"])
GAINS = st.sampled_from([("flying",), ("first strike", "trample"), ("haste", "vigilance", "reach")])


@dataclass(frozen=True)
class Part:
    """Instructions about target 0, and what that target is; without one they need no target."""

    effects: tuple[Instruction, ...]
    spec: TargetSpec | None = None


def about(what: Ref) -> st.SearchStrategy[Instruction]:
    """One instruction about an object."""
    return st.one_of(
        st.just(Destroy(what)),
        st.just(Tap(what)),
        st.just(Untap(what)),
        st.sampled_from([Move(what, zone) for zone in ("hand", "exile", "library top", "library bottom", "graveyard")]),
        st.builds(PutCounters, st.just(what), st.sampled_from(["+1/+1", "charge"]), AMOUNTS),
        st.builds(Modify, st.just(what), st.integers(-3, 5), st.integers(1, 5), st.one_of(st.just(()), GAINS)),
        st.builds(Modify, st.just(what), COUNTS),
        st.just(Modify(what, gains=("can't block",))),
        st.just(Modify(what, Variable(), 0)),
        st.just(Modify(what, becomes=("artifact", "creature"), base=(2, 2))),
        st.builds(Damage, st.one_of(AMOUNTS, st.just(Value("power", SELF))), st.just(what)),
    )


PLAYER_PARTS = st.one_of(
    st.builds(Draw, AMOUNTS, PLAYERS),
    st.builds(GainLife, st.one_of(AMOUNTS, st.just(Value("life", YOU))), PLAYERS),
    st.builds(LoseLife, AMOUNTS, PLAYERS),
    st.builds(Mill, AMOUNTS, PLAYERS),
    st.builds(Scry, SMALL),
    st.builds(Edict, PLAYERS, PERMANENTS, SMALL),
    st.just(AddMana((("R", "R"),))),
    st.just(AddMana((("G",), ("W",)))),
    st.builds(lambda n: AddMana(tuple((c,) for c in "WUBRG"), n), SMALL),
)
SINGLE = st.one_of(PLAYER_PARTS, OBJECTS.flatmap(about))


def targeting(spec: TargetSpec) -> st.SearchStrategy[Part]:
    """One instruction about target 0: of a card in a graveyard nothing reads what it gains."""
    lies_there = spec.what.zone == "graveyard"
    effects = about(Ref("target", 0)).filter(lambda effect: not (lies_there and isinstance(effect, Modify)))
    return st.builds(lambda effect: Part((effect,), spec), effects)


TARGETED = SPECS.flatmap(targeting)
COUNTERING = st.builds(lambda spec: Part((CounterSpell(Ref("target", 0)),), spec), st.builds(TargetSpec, SPELLS))
CONDITIONS = st.one_of(
    st.builds(lambda what, n: Compare(Count(replace(what, of="you")), ">=", n), OTHERS, st.integers(1, 4)),
    st.builds(lambda what: Compare(Count(replace(what, of="you")), "=", 0), PERMANENTS),
    st.builds(
        lambda what, n: Compare(Opponents("least", Count(replace(what, of="you"))), "<", n),
        PERMANENTS,
        st.integers(2, 4),
    ),
    st.sampled_from(
        [
            Compare(Value("life", YOU), "<=", 5),
            Compare(Value("tapped", SELF), "=", 1),
            Compare(Value("power", SELF), ">", 4),
            Compare(Count(Filter((("card",),), "you", "hand")), "=", 0),
            Compare(Count(Filter((("ability",),), zone="stack")), ">=", 1),
            Compare(Value("counters charge", SELF), ">=", 3),
        ]
    ),
)
MANA = st.builds(
    lambda symbols: Mana(tuple(symbols)),
    st.lists(st.sampled_from(["0", "1", "2", "11", "X", "W", "U", "C", "W/U", "2/B", "R/P"]), min_size=1, max_size=4),
)
COST_PARTS: st.SearchStrategy[CostPart] = st.one_of(
    MANA,
    st.sampled_from([TapSelf(), UntapSelf(), SacrificeSelf(), DiscardSelf(), PayLife(Variable())]),
    st.builds(Sacrifice, OTHERS, SMALL),
    st.builds(PayLife, SMALL),
    st.builds(lambda what, n: TapOther(replace(what, tests=()), n), OTHERS, st.integers(2, 4)),
    st.builds(RemoveCounters, st.sampled_from(["+1/+1", "charge"]), SMALL),
    st.builds(DiscardCost, st.just(Filter((("creature", "card"),), zone="hand")), SMALL),
)
COSTS = st.builds(tuple, st.lists(COST_PARTS, min_size=1, max_size=4)).filter(
    lambda cost: not any(isinstance(a, Mana) and isinstance(b, Mana) for a, b in pairwise(cost))
)


@st.composite
def bodies(draw: st.DrawFn) -> Body:
    """Up to three parts, each with its own target or none, some under a condition, a choice or a payment."""
    effects: list[Instruction] = []
    targets: tuple[TargetSpec, ...] = ()
    for _ in range(draw(st.integers(1, 3))):
        part = draw(st.one_of(st.builds(lambda effect: Part((effect,)), SINGLE), TARGETED, COUNTERING))
        inner = part.effects
        if part.spec is not None:
            inner = tuple(renumbered(effect, len(targets)) for effect in inner)
            targets = (*targets, part.spec)
        wrapped = draw(st.sampled_from(["", "", "if", "may", "may pay", "unless"]))
        first: dict[str, tuple[Instruction, ...]] = {
            "": (),
            "if": (If(1, draw(CONDITIONS)),),
            "may": (May(1, YOU),),
            "may pay": (May(0, YOU, (draw(MANA),)), IfDid(1)),
            "unless": (UnlessPays(1, YOU, (draw(MANA),)),),
        }
        some = (*first[wrapped], *inner)
        if effects or targets:  # "other" would mean other than what was spoken of
            some, targets = without_others(some), without_others(targets)
        effects += some
    return Body(tuple(effects), targets)


def without_others(value: T) -> T:
    """A value that speaks of things, and not of other things."""
    return rewrite(value, lambda part: replace(part, other=False) if isinstance(part, Filter) else part)


def renumbered(effect: Instruction, index: int) -> Instruction:
    """``effect`` with its target 0 as target ``index``."""
    return put(effect, Ref("target", 0), Ref("target", index))


LIMITS = st.sampled_from(
    [
        (),
        (Limit("once"),),
        (Limit("once", 3),),
        (Limit("during", step="turn", who="you"), Limit("once")),
        (Limit("during", step="upkeep", who="opponent"), Limit("before", step="attackers are declared")),
        (Limit("ever", 2), Limit("x at least", 1)),
        (Limit("less", value=Count(Filter((("creature",),), "you"), 2)),),
        (Limit("sorcery"),),
        (Limit("any player"),),
        (Limit("opponents"), Limit("instant")),
    ]
)


def survives(ability: Ability) -> None:
    text = render(ability, "magic")
    assert parse(text, "Test Card", "magic") == (ability,), text


@settings(max_examples=150, deadline=None)
@given(COSTS, bodies(), LIMITS)
def test_activated_abilities(cost: tuple[CostPart, ...], body: Body, limits: tuple[Limit, ...]) -> None:
    zone = "hand" if DiscardSelf() in cost else "battlefield"
    survives(Activated(cost, body, None, limits, zone))


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(["enters", "dies", "leaves", "attacks", "blocks", "taps"]),
    st.one_of(st.none(), OTHERS),
    st.one_of(st.none(), CONDITIONS),
    bodies(),
    st.booleans(),
)
def test_triggered_abilities(name: str, what: Filter | None, condition: Compare | None, body: Body, once: bool) -> None:
    assume(what is None or "other=True" not in repr((condition, body)))  # others than the object of the event then
    event = Event(name, what, source=what is None)
    survives(Triggered((event,), body, None, condition, once))


@settings(max_examples=80, deadline=None)
@given(
    st.one_of(
        st.builds(Grant, OTHERS, st.integers(-2, 3), st.integers(1, 3), st.one_of(st.just(()), GAINS)),
        st.builds(lambda gains, if_: Grant(None, gains=gains, condition=if_, source=True), GAINS, CONDITIONS),
        st.builds(lambda n, each: CostChange("cast", "less", Count(each, n), source=True), SMALL, OTHERS),
        st.builds(lambda n, what: CostChange("activate", "more", n, what), SMALL, PERMANENTS),
        st.builds(
            lambda n, who: CostChange("cast", "more", n, who=who), SMALL, st.sampled_from(["", "you", "opponent"])
        ),
        st.builds(lambda what: Forbid("attack", what), OTHERS),
        st.builds(lambda what: Forbid("activate", what), PERMANENTS),
    )
)
def test_static_abilities(ability: Ability) -> None:
    survives(ability)
