"""Whole abilities, as a card has them printed."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from engine.abilities.costs import Cost
from engine.abilities.instructions import Instruction
from engine.abilities.nouns import Amount, Chooser, Compare, Filter, Ref, TargetSpec, Who, Whose
from engine.abilities.records import record
from engine.abilities.statics import NextEnters, Static


@record(frozen=True, slots=True)
class Body:
    """The body of a text: its target words and its instructions."""

    effects: tuple[Instruction, ...] = ()
    targets: tuple[TargetSpec, ...] = ()


@record(frozen=True, slots=True)
class Instead:
    """If ``condition`` holds, between ``least`` and ``most`` modes are chosen instead."""

    condition: Compare
    least: int
    most: int


Unchosen: TypeAlias = Literal["", "turn"]


ANY_NUMBER: Final = 99
"""The number of modes that is as good as any."""


@record(frozen=True, slots=True)
class Modes:
    """Between ``least`` and ``most`` of ``options``, "choose one -"; ``chooser`` "you" or "opponent".

    ``conditions``, parallel to ``options`` or empty, say for which something has to hold while they are chosen and
    until they are carried out ("[Class Bonus]"). ``fresh``: each once only, as long as the object is there; with
    ``unchosen`` "turn" each once a turn. ``costs``, parallel to them or empty, are paid for those chosen. ``again``:
    each may be chosen more than once. ``apart``: each must target a different one of these ("player").
    """

    options: tuple[Body, ...]
    least: int = 1
    most: int = 1
    chooser: Chooser = "you"
    conditions: tuple[Compare | None, ...] = ()
    instead: Instead | None = None
    fresh: bool = False
    costs: tuple[Cost, ...] = ()
    unchosen: Unchosen = ""
    again: bool = False
    apart: str = ""


Form: TypeAlias = Literal["hero", "alter-ego"]
LimitKind: TypeAlias = (
    Literal["once", "ever", "during", "before", "after", "sorcery", "instant", "any player", "opponents"]
    | Literal["loyalty", "x is", "x at least", "condition", "more", "less", "less its cost", "zone"]
    | Form
)


@record(frozen=True, slots=True)
class Limit:
    """An activation instruction.

    ``kind``: "once" (``count`` times each turn, or each
    period ``step``), "ever" (``count`` times as long as the object is there), "during"
    (``step`` of ``who``: "", "you", "opponent"), "before" and "after" (the moment ``step`` of this turn), "sorcery",
    "instant", "any player", "opponents", "loyalty" (606.3), "x is" (``value`` defines X), "x at least" (``count``),
    "condition" (``condition`` must hold), "more" and "less" (it costs ``value`` more or less mana if ``condition``),
    "less its cost" (less by the mana cost of its source),
    "zone" (it works in ``step``; a whole ability has that as its own zone), or the form that its user is in.
    """

    kind: LimitKind
    count: int = 1
    value: Amount = 0
    condition: Compare | None = None
    step: str = ""
    who: Who = ""


@record(frozen=True, slots=True)
class SpellText:
    """The text that a card follows when it resolves."""

    body: Body
    modes: Modes | None = None


@record(frozen=True, slots=True)
class AdditionalCost:
    """A card's words: "As an additional cost to cast this"; optional ones have a ``name`` (kicker, prepare).

    ``many``: it may be paid any number of times. An optional one without a name of its own is called "optional".
    ``per``: it is paid as modes are chosen, once if they are "all modes" instead of so many as the text says, or once
    for each of "more modes" than the first, or with the "mode" that is the ``mode``-th.
    """

    cost: Cost
    name: str = ""
    many: bool = False
    condition: Compare | None = None
    per: Literal["", "all modes", "more modes", "mode"] = ""
    mode: int = 0


@record(frozen=True, slots=True)
class PlayLimits:
    """A card's words: "Cast this spell only ...": when and if it may be played."""

    limits: tuple[Limit, ...]


@record(frozen=True, slots=True)
class DeckLimit:
    """A card's words: "A deck can have up to seven cards named ..."; ``most`` -1: any number of them."""

    name: str
    most: int = -1


@record(frozen=True, slots=True)
class AlternativeCost:
    """A card's words: "You may ... rather than pay this spell's mana cost"; ``name`` "activate": activation cost.

    ``keyword`` names what it was written as (flashback); ``zone`` is where the card may be cast so; ``besides``: it is
    paid besides the mana cost; ``leaves``: where the card goes whenever it would leave the stack; ``resource``: which
    cost it is paid instead of. ``step``: it is for that step of its player's own turn, and for the time of an instant.
    """

    cost: Cost
    name: str = ""
    keyword: str = ""
    zone: str = "hand"
    besides: bool = False
    leaves: str = ""
    condition: Compare | None = None
    resource: str = "mana"
    step: str = ""


@record(frozen=True, slots=True)
class Activated:
    """A card's words: "[Cost]: [Effect.] [Instructions.]"; ``zone`` is where it functions.

    ``keyword`` names what it was written as (cycling, equip); ``labels`` are words in parentheses after that.
    """

    cost: Cost
    body: Body
    modes: Modes | None = None
    limits: tuple[Limit, ...] = ()
    zone: str = "battlefield"
    keyword: str = ""
    labels: tuple[str, ...] = ()


Actor: TypeAlias = Whose | Literal["attached", "attached player"]
Turn: TypeAlias = Who | Literal["each"]
"""The turns on which an event counts; "each" until the whole trigger is read."""


@record(frozen=True, slots=True)
class Event:
    """The event that a trigger waits for.

    ``name`` says what happens to an object: "enters", "dies" (permanent to graveyard), "exiled" (permanent to
    exile), "leaves", "buried" (card to graveyard from anywhere), "leaves graveyard", "sacrificed",
    "discarded", "drawn", "cycled", "milled", "played", "cast", "activated", "attacks", "unblocked", "blocks",
    "blocked", "blocked by" (for each blocker), "becomes target",
    "taps", "untaps", "tapped for mana", "damage" (deals it), "damaged" (is dealt it), "counters" (are put on it),
    "counter" (each of them), "puts counters" (a player does); or to a player: "gains life", "loses life", "step".

    It happens to the source itself (``source``), to what that is ``attached`` to, or to whatever fits ``what``.
    ``who`` acts: "", "you", "opponent", "attached" (the controller of what the source is attached to), "attached
    player"; on whose ``turn``. ``how`` is what else is asked: which step, which counter, damage or attack of which kind
    ("combat", "alone"), a target of what ("spell", "ability"); ``other`` what is on the other side: blocked, dealt
    damage or dealing it. ``batch``: "one or more", once for all that happens at once. ``nth``: only the nth of its kind
    each turn that befalls or is done by a player. ``when``: only if that holds as it happens, which is not asked again.
    """

    name: str
    what: Filter | None = None
    source: bool = False
    who: Actor = ""
    how: str = ""
    attached: bool = False
    other: Ref | None = None
    batch: bool = False
    turn: Turn = ""
    nth: int = 0
    when: Compare | None = None


@record(frozen=True, slots=True)
class Triggered:
    """A card's words: "When/Whenever/At ..., [if condition,] effect": any one of ``events``.

    ``zone`` is where it works. ``once_each_turn`` it triggers only, ``done_once`` is done only what it says.
    """

    events: tuple[Event, ...]
    body: Body
    modes: Modes | None = None
    condition: Compare | None = None
    once_each_turn: bool = False
    zone: str = "battlefield"
    done_once: bool = False


WindowTiming: TypeAlias = Literal["interrupt", "response"]
Timing: TypeAlias = (
    WindowTiming | Literal["when revealed", "when completed", "when defeated", "boost", "setup", "special"]
)


@record(frozen=True, slots=True)
class Timed:
    """A card's words after a bold timing word: "Hero Interrupt (defense): When ..., exhaust this -> ...".

    ``timing``: "interrupt" (just before any one of ``events``), "response" (just after it), or a moment of the card
    itself ("when revealed", "when completed", "when defeated", "boost", "setup") without events. ``forced``: nobody is
    asked. ``labels`` are the words in parentheses ("attack", "thwart", "defense"); the form it needs is one of its
    ``limits``. ``title`` is the name by which other texts have it resolved.
    """

    timing: Timing
    events: tuple[Event, ...]
    cost: Cost
    body: Body
    modes: Modes | None = None
    condition: Compare | None = None
    limits: tuple[Limit, ...] = ()
    forced: bool = False
    labels: tuple[str, ...] = ()
    zone: str = "battlefield"
    title: str = ""


@record(frozen=True, slots=True)
class StateTriggered:
    """A card's words: "When you control no Islands, ...": triggers on a state, once until it has left the stack."""

    condition: Compare
    body: Body


@record(frozen=True, slots=True)
class Keyword:
    """A keyword ability that the game's rules know by name.

    "chosen color" as a word of ``what`` stands for the one chosen before.
    ``value`` for "annihilator 2", ``cost`` for "ward {2}", ``what`` for "protection from red" and "enchant creature",
    ``otherwise`` for what it attaches to where there is nothing of the first kind.
    """

    name: str
    value: int = 0
    cost: Cost = ()
    what: Filter | None = None
    otherwise: Filter | None = None


@record(frozen=True, slots=True)
class Inherited:
    """A champion card's words: "Inherited Effect": its champion has it whatever card of the lineage is on top."""

    ability: Ability


@record(frozen=True, slots=True)
class AbilitiesOf:
    """All activated abilities of ``of``, which an effect gives as they are: "has all activated abilities of ...".

    ``only``: those that have a limit of this kind. ``besides_mana``: none that are mana abilities.
    """

    of: Ref
    only: str = ""
    besides_mana: bool = False


Ability: TypeAlias = (
    SpellText
    | AdditionalCost
    | AlternativeCost
    | PlayLimits
    | DeckLimit
    | Activated
    | Triggered
    | Timed
    | StateTriggered
    | Inherited
    | AbilitiesOf
    | Keyword
    | NextEnters
    | Static
)
