"""Whole abilities, as a card has them printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.abilities.costs import Cost
from engine.abilities.instructions import Instruction
from engine.abilities.nouns import Amount, Compare, Filter, TargetSpec
from engine.abilities.statics import Static


@dataclass(frozen=True, slots=True)
class Body:
    """What a text does: its target words and its instructions."""

    effects: tuple[Instruction, ...] = ()
    targets: tuple[TargetSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class Modes:
    """Between ``least`` and ``most`` of ``options``, "choose one -"; ``chooser`` "you" or "opponent"."""

    options: tuple[Body, ...]
    least: int = 1
    most: int = 1
    chooser: str = "you"


@dataclass(frozen=True, slots=True)
class Limit:
    """An activation instruction.

    ``kind``: "once" (``count`` times each turn), "ever" (``count`` times as long as the object is there), "during"
    (``step`` of ``who``: "", "you", "opponent"), "before" and "after" (the moment ``step`` of this turn), "sorcery",
    "instant", "any player", "opponents", "loyalty" (606.3), "x is" (``value`` defines X), "x at least" (``count``),
    "condition" (``condition`` must hold), "more" and "less" (it costs ``value`` more or less mana if ``condition``).
    """

    kind: str
    count: int = 1
    value: Amount = 0
    condition: Compare | None = None
    step: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class SpellText:
    """What a card does when it resolves."""

    body: Body
    modes: Modes | None = None


@dataclass(frozen=True, slots=True)
class AdditionalCost:
    """What a card says: "As an additional cost to cast this"; optional ones have a ``name`` (kicker, prepare)."""

    cost: Cost
    name: str = ""


@dataclass(frozen=True, slots=True)
class AlternativeCost:
    """What a card says: "You may ... rather than pay this spell's mana cost"; ``name`` "activate": activation cost."""

    cost: Cost
    name: str = ""


@dataclass(frozen=True, slots=True)
class Activated:
    """What a card says: "[Cost]: [Effect.] [Instructions.]"; ``zone`` is where it functions.

    ``keyword`` names what it was written as (cycling, equip).
    """

    cost: Cost
    body: Body
    modes: Modes | None = None
    limits: tuple[Limit, ...] = ()
    zone: str = "battlefield"
    keyword: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """What a trigger waits for.

    ``name``: "enters", "dies" (permanent to graveyard), "leaves", "sacrificed", "discarded", "drawn", "cast",
    "activated", "attacks", "blocks", "blocked", "becomes target", "taps", "untaps", "damaged", "combat damage to
    player", "gains life", "step" (``step`` names it), "counters", "tapped for mana". ``what`` is the object's
    filter ("self" objects: ``source`` true); ``who`` the acting player: "", "you", "opponent".
    """

    name: str
    what: Filter | None = None
    source: bool = False
    who: str = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class Triggered:
    """What a card says: "When/Whenever/At ..., [if condition,] effect": any one of ``events``."""

    events: tuple[Event, ...]
    body: Body
    modes: Modes | None = None
    condition: Compare | None = None
    once_each_turn: bool = False


@dataclass(frozen=True, slots=True)
class StateTriggered:
    """What a card says: "When you control no Islands, ...": triggers on a state, once until it has left the stack."""

    condition: Compare
    body: Body


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability that the game's rules know by name; ``value`` for "annihilator 2", ``cost`` for "ward {2}"."""

    name: str
    value: int = 0
    cost: Cost = ()


Ability: TypeAlias = (
    SpellText | AdditionalCost | AlternativeCost | Activated | Triggered | StateTriggered | Keyword | Static
)
