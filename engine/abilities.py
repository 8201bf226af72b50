"""What rules text means: the records that ``engine.text`` compiles to and the rules run.

Own: the closed vocabulary of quantities, filters, references, costs, instructions and abilities.
Every record is immutable, compares by value and names no game; a game's words stand in the fields.
An effect is a flat tuple of instructions: one that holds others says how many follow it
(``steps``), so that a position in it is one number.

These records are the printed text of cards, made once when a set is loaded. They are not state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

# --- quantities -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variable:
    """A number announced while playing, "X"."""

    name: str = "X"


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects or players fit, times ``times``: "the number of artifacts you control"."""

    what: Filter
    times: int = 1


@dataclass(frozen=True, slots=True)
class Value:
    """A number read off one object or player: "its power", "that card's mana value", "your life total"."""

    field: str
    of: Ref


@dataclass(frozen=True, slots=True)
class EventAmount:
    """The number of the event that triggered: "that much"."""


Amount: TypeAlias = int | Variable | Count | Value | EventAmount

# --- filters and references -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Test:
    """One comparison on an object: ``field`` ``op`` ``value``.

    ``op`` is one of ``= < > <= >=`` for numbers ("power 2 or less", "mana value", "counters NAME"),
    ``is`` for states ("tapped", "untapped", "attacking", "blocking", "awake", "rested") and
    ``has`` / ``lacks`` for keywords (``field`` is the keyword).
    """

    field: str
    op: str = "is"
    value: Amount = 0


@dataclass(frozen=True, slots=True)
class Filter:
    """Which objects or players are meant.

    ``kinds`` is a choice of conjunctions of words (types, subtypes, supertypes, colours, "card",
    "permanent", "spell", "ability", "player"); a word after "!" must be absent:
    "nonland permanent" is ``(("permanent", "!land"),)``, "artifact or creature" ``(("artifact",), ("creature",))``.
    ``of`` says whose: "" anybody's, "you", "opponent". ``zone`` is where; players have zone "".
    """

    kinds: tuple[tuple[str, ...], ...] = ((),)
    of: str = ""
    zone: str = "battlefield"
    other: bool = False
    tests: tuple[Test, ...] = ()
    name: str = ""


PLAYER: Final = Filter((("player",),), "", "")


@dataclass(frozen=True, slots=True)
class Ref:
    """Whom or what an instruction is about.

    ``kind``: "you", "self" (the source), "target" (``index``-th target word of the text, from 0),
    "each" (all that fit ``what`` when it happens), "event" (the object of the triggering event),
    "event player", "it" (what the instruction before touched), "controller" or "owner" (of ``of``),
    "chosen" (``what``, chosen by ``of`` on resolution), "opponents", "players", "champion", "attached".
    """

    kind: str
    index: int = 0
    what: Filter | None = None
    of: Ref | None = None


YOU: Final = Ref("you")
SELF: Final = Ref("self")
IT: Final = Ref("it")
EVENT: Final = Ref("event")


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """One instance of the word "target": what fits, how many, who chooses.

    ``most`` = -1 means any number. ``divided`` is the amount shared out among the chosen ones, at least 1 each.
    ``chooser`` is "you" or "opponent".
    """

    what: Filter
    least: Amount = 1
    most: Amount = 1
    chooser: str = "you"
    divided: Amount = 0


@dataclass(frozen=True, slots=True)
class Compare:
    """A condition: ``left`` ``op`` ``right``; "if you control an artifact" is ``Count(...) >= 1``."""

    left: Amount
    op: str
    right: Amount


# --- costs ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mana:
    """Mana symbols in printed order, without braces: ``("2", "R", "W/U", "B/P", "X", "C")``."""

    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TapSelf:
    """Tap (rest, exhaust) the source."""


@dataclass(frozen=True, slots=True)
class UntapSelf:
    """Untap (awaken, ready) the source."""


@dataclass(frozen=True, slots=True)
class TapOther:
    """Tap ``count`` untapped permanents that fit; the one with a unique fit such as "your champion" too."""

    what: Filter
    count: Amount = 1


@dataclass(frozen=True, slots=True)
class SacrificeSelf:
    """Sacrifice the source."""


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Sacrifice ``count`` permanents that fit."""

    what: Filter
    count: Amount = 1


@dataclass(frozen=True, slots=True)
class DiscardSelf:
    """Discard the source card."""


@dataclass(frozen=True, slots=True)
class DiscardCost:
    """Discard ``count`` cards that fit from one's hand."""

    what: Filter
    count: Amount = 1


@dataclass(frozen=True, slots=True)
class PayLife:
    """Pay life."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class RemoveCounters:
    """Remove ``count`` counters called ``name`` from ``from_`` (the source, your champion)."""

    name: str
    count: Amount = 1
    from_: Ref = SELF


@dataclass(frozen=True, slots=True)
class PutCountersCost:
    """Put ``count`` counters called ``name`` on one permanent that fits (the source if ``what`` is none)."""

    name: str
    count: Amount = 1
    what: Filter | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve ``amount`` cards: each from hand face down to memory, or by what is Reservable."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Memory:
    """Banish ``amount`` cards at random from memory."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Resources:
    """Spend resources: icons in printed order, ``("any", "energy")``; ``each`` multiplies them ("spend X energy")."""

    icons: tuple[str, ...]
    times: Amount = 1


CostPart: TypeAlias = (
    Mana
    | TapSelf
    | UntapSelf
    | TapOther
    | SacrificeSelf
    | Sacrifice
    | DiscardSelf
    | DiscardCost
    | PayLife
    | RemoveCounters
    | PutCountersCost
    | Reserve
    | Memory
    | Resources
)
Cost: TypeAlias = tuple[CostPart, ...]

# --- instructions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Damage:
    """``by`` deals ``amount`` damage to each of ``to``; with a divided target each gets its share."""

    amount: Amount
    to: Ref
    by: Ref = SELF


@dataclass(frozen=True, slots=True)
class Draw:
    """``who`` draws."""

    amount: Amount
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Discard:
    """``who`` discards cards of its own choice, or at random."""

    amount: Amount
    who: Ref = YOU
    at_random: bool = False


@dataclass(frozen=True, slots=True)
class GainLife:
    """``who`` gains life (recovers)."""

    amount: Amount
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class LoseLife:
    """``who`` loses life."""

    amount: Amount
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class AddMana:
    """``who`` adds mana: one of ``choices`` (each a tuple of symbols W U B R G C), ``amount`` times.

    "{R}{R}" is ``choices=(("R","R"),)``; "one mana of any color" is five choices of one symbol.
    """

    choices: tuple[tuple[str, ...], ...]
    amount: Amount = 1
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy."""

    what: Ref


@dataclass(frozen=True, slots=True)
class SacrificeEffect:
    """``what`` is sacrificed by its controller ("sacrifice this")."""

    what: Ref


@dataclass(frozen=True, slots=True)
class Edict:
    """``who`` sacrifices ``count`` permanents that fit, of its own choice."""

    who: Ref
    what: Filter
    count: Amount = 1


@dataclass(frozen=True, slots=True)
class Move:
    """``what`` goes to ``zone`` of its owner ("hand", "graveyard", "exile", "library top", "library bottom").

    ``tapped``: it enters tapped; ``under`` whose control, "" or "owner" its owner's, "you" yours.
    """

    what: Ref
    zone: str
    tapped: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap (rest, exhaust)."""

    what: Ref


@dataclass(frozen=True, slots=True)
class Untap:
    """Untap (awaken, ready)."""

    what: Ref


@dataclass(frozen=True, slots=True)
class CounterSpell:
    """Counter a spell or ability on the stack (negate)."""

    what: Ref


@dataclass(frozen=True, slots=True)
class CopySpell:
    """Copy a spell or ability on the stack; ``retarget``: its controller may choose new targets."""

    what: Ref
    retarget: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """``who`` creates ``count`` tokens of the named kind, whose characteristics stand here."""

    name: str
    types: tuple[str, ...]
    power: int = 0
    toughness: int = 0
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    count: Amount = 1
    who: Ref = YOU
    tapped: bool = False


@dataclass(frozen=True, slots=True)
class PutCounters:
    """Put counters called ``name`` on each of ``what``."""

    what: Ref
    name: str
    amount: Amount = 1


@dataclass(frozen=True, slots=True)
class Modify:
    """``what`` gets +power/+toughness, gains and loses keywords, becomes of kinds.

    It lasts until ``until`` ("turn", "" for ever).

    ``abilities`` are gained as ``gains`` are; ``becomes`` are words it gets besides its own, ``base`` its new power
    and toughness. ``gains`` also holds "can't block", "can't attack" and the like.
    """

    what: Ref
    power: Amount = 0
    toughness: Amount = 0
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    until: str = "turn"
    abilities: tuple[Ability, ...] = ()
    becomes: tuple[str, ...] = ()
    base: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class GainControl:
    """``who`` gains control of ``what`` until ``until`` ("turn", "" for ever)."""

    what: Ref
    who: Ref = YOU
    until: str = ""


@dataclass(frozen=True, slots=True)
class Mill:
    """``who`` puts cards from the top of the library into the graveyard."""

    amount: Amount
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Scry:
    """Look at cards from the top, put any number on the bottom."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Search:
    """``who`` searches the library for up to ``count`` cards that fit, puts them into ``zone`` and shuffles."""

    what: Filter
    zone: str
    count: Amount = 1
    tapped: bool = False
    reveal: bool = True
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Prevent:
    """Prevent the next ``amount`` damage that would be dealt to ``to`` this turn.

    An amount of -1 is all of it, no ``to`` to whatever it would be dealt; ``combat``: only combat damage.
    """

    amount: Amount
    to: Ref | None
    combat: bool = False


@dataclass(frozen=True, slots=True)
class May:
    """``who`` may have the next ``steps`` instructions happen; with ``cost``, by paying it."""

    steps: int
    who: Ref = YOU
    cost: Cost = ()


@dataclass(frozen=True, slots=True)
class UnlessPays:
    """The next ``steps`` instructions happen unless ``who`` pays ``cost``."""

    steps: int
    who: Ref
    cost: Cost


@dataclass(frozen=True, slots=True)
class If:
    """The next ``steps`` instructions happen only if the condition holds."""

    steps: int
    condition: Compare


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """A static ability that holds until end of turn ("spells and abilities cost {2} more this turn")."""

    ability: Static


Instruction: TypeAlias = (
    Damage
    | Draw
    | Discard
    | GainLife
    | LoseLife
    | AddMana
    | Destroy
    | SacrificeEffect
    | Edict
    | Move
    | Tap
    | Untap
    | CounterSpell
    | CopySpell
    | Token
    | PutCounters
    | Modify
    | GainControl
    | Mill
    | Scry
    | Search
    | Prevent
    | May
    | UnlessPays
    | If
    | ThisTurn
)

# --- abilities ------------------------------------------------------------------------------


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

    ``kind``: "once" (``count`` times each turn), "your turn", "sorcery", "instant", "any player", "opponents",
    "x is" (``value`` defines X), "condition" (``condition`` must hold), "upkeep", "combat".
    """

    kind: str
    count: int = 1
    value: Amount = 0
    condition: Compare | None = None


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


@dataclass(frozen=True, slots=True)
class Grant:
    """A continuous effect on all that fit ``what`` ; ``source``: on this object only.

    ``attached``: on what it is attached to.
    """

    what: Filter | None = None
    power: Amount = 0
    toughness: Amount = 0
    gains: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    condition: Compare | None = None
    source: bool = False
    attached: bool = False


@dataclass(frozen=True, slots=True)
class CostChange:
    """What playing costs is changed.

    ``action``: "cast" or "activate" (in words of the game); ``what`` the cards or sources meant (none: every one);
    ``source``: this very card only; ``who`` "", "you", "opponent"; ``operation``: "more", "less", "becomes", "at
    least", "free"; ``floor``: a reduction does not go below this much mana; ``colour``: the change is in coloured
    symbols. ``resource``: which cost is meant ("mana", "reserve", "memory").
    """

    action: str
    operation: str
    amount: Amount
    what: Filter | None = None
    source: bool = False
    who: str = ""
    floor: int = 0
    symbols: tuple[str, ...] = ()
    condition: Compare | None = None
    resource: str = "mana"


@dataclass(frozen=True, slots=True)
class Forbid:
    """What a card says: "... can't ...": ``action`` is "cast", "activate", "attack", "block", "be blocked" ...

    Also "be countered", "untap" and "be targeted".
    """

    action: str
    what: Filter | None = None
    source: bool = False
    who: str = ""
    condition: Compare | None = None


@dataclass(frozen=True, slots=True)
class SpendAs:
    """What a card says: "You may spend C mana as though it were mana of any color" for casting or activating."""

    color: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class EntersWith:
    """This enters tapped and/or with counters."""

    tapped: bool = False
    counter: str = ""
    amount: Amount = 0
    condition: Compare | None = None


@dataclass(frozen=True, slots=True)
class EntersAsCopy:
    """What a card says: "You may have this enter as a copy of any creature on the battlefield"."""

    what: Filter
    condition: Compare | None = None


@dataclass(frozen=True, slots=True)
class AsThough:
    """What fits is played as though it had ``keyword``: "You may cast sorceries as though they had flash"."""

    keyword: str
    what: Filter | None = None
    condition: Compare | None = None


Static: TypeAlias = Grant | CostChange | Forbid | SpendAs | EntersWith | EntersAsCopy | AsThough
Ability: TypeAlias = (
    SpellText | AdditionalCost | AlternativeCost | Activated | Triggered | StateTriggered | Keyword | Static
)
