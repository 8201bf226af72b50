"""Abilities that hold as long as they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.abilities.nouns import Amount, Compare, Filter, Ref, Who, Whose
from engine.abilities.records import record
from engine.abilities.replacement_effects import Replacement

if TYPE_CHECKING:
    from engine.abilities.costs import Cost
    from engine.abilities.printed_abilities import Ability


EITHER_EVENT: Final = " or "
"""Between the names of two events, of which either counts."""


@record(frozen=True, slots=True)
class Grant:
    """A continuous effect on all that fit ``what`` ; ``source``: on this object only.

    ``attached``: on what it is attached to. Its changes are those of ``Modify``; "it" in a number is the object that is
    changed.
    """

    what: Filter | None = None
    power: Amount = 0
    toughness: Amount = 0
    gains: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    condition: Compare | None = None
    source: bool = False
    attached: bool = False
    loses: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    base: tuple[Amount | None, Amount | None] | None = None
    keeps: bool = False
    defines: bool = False
    control: bool = False
    level: Amount = 0
    stats: tuple[tuple[str, Amount], ...] = ()
    keeps_colors: bool = False


CostOperation: TypeAlias = Literal["more", "less", "becomes", "at least", "free", "of color"]


@record(frozen=True, slots=True)
class CostChange:
    """A change of the cost of playing.

    ``action``: "cast" or "activate" (in words of the game); ``what`` the cards or sources meant (none: every one);
    ``source``: this very card only; ``who``: by whom; ``operation`` is what becomes of it; ``floor``: a reduction does
    not go below this much mana; ``colour``: the change is in coloured symbols. ``resource``: which cost is meant
    ("mana", "reserve", "memory"). ``once``: of the next thing only that is played this turn. ``targeting``: only if it
    targets one of these. "of color": {X} is paid in the mana of ``symbols`` alone.
    """

    action: str
    operation: CostOperation
    amount: Amount
    what: Filter | None = None
    source: bool = False
    who: Whose = ""
    floor: int = 0
    symbols: tuple[str, ...] = ()
    condition: Compare | None = None
    resource: str = "mana"
    once: bool = False
    targeting: Ref | None = None


@record(frozen=True, slots=True)
class NextEnters:
    """``effect`` waits for the arrival of the next card that you play (``action``) this turn and that fits ``what``."""

    action: str
    what: Filter | None
    effect: Replacement


@record(frozen=True, slots=True)
class AttacksOnly:
    """This object may be declared to attack nothing but what fits ``what``."""

    what: Filter
    condition: Compare | None = None


DONE_AS: Final = {"activate": "activated", "materialize": "materialized", "draw": "drawn"}
"""The events that tell how often somebody has done what is forbidden more often."""
LIFE_TO_PLAY: Final = "pay life to play"
SACRIFICE_TO_PLAY: Final = "sacrifice to play"
"""Actions that are forbidden as payments for spells and abilities."""
MADE_TO: Final = "be made to "
"""Before what the spells and abilities of opponents can't cause a player to do."""
UNLESS_MANA: Final = "activate unless mana"
"""The action that is forbidden if abilities can't be activated "unless they're mana abilities"."""


@record(frozen=True, slots=True)
class Forbid:
    """A card's words: "... can't ...": ``action`` is "cast", "activate", "attack", "block", "be blocked" ...

    Also "be countered", "untap", "be targeted", and ``UNLESS_MANA``. ``attached``: what
    it is attached to can't. ``most``: a player who has done it so often this turn can't. ``by``: not what fits does it.
    """

    action: str
    what: Filter | None = None
    source: bool = False
    who: Whose = ""
    condition: Compare | None = None
    attached: bool = False
    most: int = 0
    by: Filter | None = None


@record(frozen=True, slots=True)
class SpendAs:
    """A card's words: "You may spend C mana as though it were mana of any color" for casting or activating.

    ``color`` "" is any mana; ``types``: as though it were of any type, colourless too; ``what``: for what fits.
    """

    color: str
    action: str = ""
    what: Filter | None = None
    types: bool = False


@record(frozen=True, slots=True)
class AsThough:
    """Cards that fit are played as though they had ``keyword``: "You may cast sorceries as though they had flash".

    ``source``: this very card only; ``cost``: if that is paid besides.
    """

    keyword: str
    what: Filter | None = None
    condition: Compare | None = None
    source: bool = False
    cost: Cost = ()


@record(frozen=True, slots=True)
class TriggersAgain:
    """A triggered ability of what fits ``of`` triggers an additional time.

    With an ``event`` only one that triggered on that happening to what fits ``by``: "If a creature dying causes a
    triggered ability of a permanent you control to trigger, that ability triggers an additional time". Two events
    have ``EITHER_EVENT`` between them.
    """

    of: Filter
    event: str = ""
    by: Filter | None = None
    condition: Compare | None = None


@record(frozen=True, slots=True)
class MayPlay:
    """A card's words: "You may cast creature spells from your graveyard", "... without paying their mana costs".

    ``verb`` is "cast" or "play" (a land), or as the game says; ``free``: without paying mana costs; ``fast``: whenever
    one may act.
    """

    verb: str
    zone: str
    what: Filter | None = None
    free: bool = False
    condition: Compare | None = None
    fast: bool = False


@record(frozen=True, slots=True)
class ExtraLands:
    """A card's words: "You may play an additional land on each of your turns"."""

    count: int
    condition: Compare | None = None


CombatRuleKind: TypeAlias = (
    Literal["attacks", "blocks", "be blocked", "all block", "least blockers", "most blockers"]
    | Literal["not blocked by", "blocked only by", "not block", "block only", "block more"]
    | Literal["attack alone", "block alone", "despite", "unblocked"]
)


@record(frozen=True, slots=True)
class CombatRule:
    """An object's own rule about its attacks and blocks; others may grant it.

    ``kind``: "attacks", "blocks" (each combat if able), "be blocked" (must be, if able), "all block" (all creatures
    able to block it do so), "least blockers" and "most blockers" (``number``), "not blocked by" and "blocked only by",
    "not block" and "block only" (``what``), "block more" (``number`` additional creatures, -1 any), "attack alone" and
    "block alone" (it can't), "despite" (can attack as though it didn't have defender), "unblocked" (its controller may
    have it assign its combat damage as though it weren't blocked).
    """

    kind: CombatRuleKind
    what: Filter | None = None
    number: int = 0


@record(frozen=True, slots=True)
class MoreResources:
    """A card's words: "Double the number of resources this card generates while paying for" things that fit."""

    what: Filter
    times: Amount = 2
    condition: Compare | None = None


@record(frozen=True, slots=True)
class AddedCost:
    """Another card's words: "As an additional cost to play an ally, ...": ``action`` "play", or "use" an ability."""

    action: Literal["play", "use"]
    what: Filter
    cost: Cost
    who: Whose = ""


FightActions: TypeAlias = tuple[Literal["attack", "block"], ...]
FightWhom: TypeAlias = Literal["", "you", "you or yours"]


@record(frozen=True, slots=True)
class FightTerms:
    """The cost of attacking or blocking: "Creatures can't attack you unless their controller pays {2} ...".

    ``actions``: "attack", "block" or both; of ``what``, of this object (``source``) or of what it is ``attached`` to;
    ``whom`` is attacked: "" anybody, "you", "you or yours" (planeswalkers too); ``cost`` for each creature, none: they
    can't.
    """

    actions: FightActions
    cost: Cost | None
    what: Filter | None = None
    source: bool = False
    attached: bool = False
    whom: FightWhom = ""
    condition: Compare | None = None


@record(frozen=True, slots=True)
class PlayerHas:
    """A card's words: "You have hexproof"."""

    keyword: str
    condition: Compare | None = None


@record(frozen=True, slots=True)
class ProducesInstead:
    """A card's words: "If you tap a land for mana, it produces ... instead": what fits ``what``, tapped by ``who``.

    It produces ``times`` as much; or, with ``symbols``, mana of one of these types instead of any other type, and with
    ``one`` one such mana instead of any amount. ``least``: only what would produce so much or more.
    """

    what: Filter
    who: Whose = ""
    times: int = 1
    symbols: tuple[str, ...] = ()
    one: bool = False
    least: int = 1
    condition: Compare | None = None


@record(frozen=True, slots=True)
class GivesForetell:
    """Cards in your hand that fit have foretell, for their mana cost less ``less``."""

    what: Filter
    less: int


@record(frozen=True, slots=True)
class KeepsMana:
    """A card's words: "You don't lose unspent green mana as steps and phases end": mana of ``color``, "" any.

    ``becomes``: all that would be lost becomes mana of this type instead ("colorless").
    """

    who: Whose = "you"
    color: str = ""
    becomes: str = ""
    condition: Compare | None = None


HandOperation: TypeAlias = Literal["none", "more", "less", "becomes"]


@record(frozen=True, slots=True)
class HandSize:
    """The maximum hand size of players is none, or becomes a number, or grows or shrinks by it."""

    operation: HandOperation
    amount: Amount = 0
    who: Who = "you"
    condition: Compare | None = None


@record(frozen=True, slots=True)
class AlsoUntaps:
    """The permanents that fit ``what``, or the ``source``, untap in the untap step of each other player as well."""

    what: Filter | None = None
    source: bool = False
    condition: Compare | None = None


Unconditional: TypeAlias = SpendAs | CombatRule | MoreResources | AddedCost | GivesForetell
"""Static abilities that hold whatever is the case, or that say in their own words what has to be."""
Static: TypeAlias = (
    FightTerms
    | AlsoUntaps
    | KeepsMana
    | ProducesInstead
    | PlayerHas
    | HandSize
    | Grant
    | CostChange
    | AttacksOnly
    | Forbid
    | AsThough
    | MayPlay
    | ExtraLands
    | TriggersAgain
    | Replacement
    | Unconditional
)
