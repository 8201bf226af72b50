"""Numbers, filters, references, targets and conditions."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from engine.abilities.hashed_records import HashedOnce, hashed_once
from engine.abilities.records import record

Who: TypeAlias = Literal["", "you", "opponent"]
"""The players meant, seen from the controller of a text; "" is everybody."""
Whose: TypeAlias = Who | Literal["friendly", "anyone"]
"""The controllers of what a noun means: "friendly" is everybody on your side; "anyone" is said by costs."""
Chooser: TypeAlias = Literal["you", "opponent"]
Extreme: TypeAlias = Literal["greatest", "least"]
AmongHow: TypeAlias = Extreme | Literal["total", "different", "alike"]
Comparison: TypeAlias = Literal["=", "<", ">", "<=", ">="]
COMPARISONS: Final[tuple[Comparison, ...]] = ("=", "<", ">", "<=", ">=")
TestOp: TypeAlias = (
    Comparison
    | Literal["is", "has", "lacks", "any of", "chosen", "same", "of", "shares"]
    | Literal["differs", "same object", "highest", "lowest", "even", "odd", "random", "of your choice"]
)
"""The ways to ask of an object; see ``Test``."""
MathOp: TypeAlias = Literal["+", "-", "*", "min", "half up", "half down", "groups of"]
UntilWord: TypeAlias = (
    Literal[
        "", "turn", "combat", "thwart", "use", "round", "your turn", "your upkeep", "next turn", "its turn", "untapped"
    ]
    | Literal["your end step"]
    | Literal["there", "tapped", "controlled", "controlled tapped"]
)
"""The time for which something lasts; "" is for ever.

Until the end of this turn, combat, thwart, round or use of a power, of your next turn, of this or the next turn of
its controller ("its turn"); until your next turn, upkeep or end step begins; until its controller's next untap step is
over. Or as long as the source is in play, tapped, or under your control.
"""


@record(frozen=True, slots=True)
class Variable:
    """A number announced while playing, "X"; "any number", ``most`` "up to" so many (0: as many as there are)."""

    name: str = "X"
    most: int = 0


ANNOUNCED: Final = Variable()
"""The X that was announced."""


@record(frozen=True, slots=True)
class Count:
    """The number of objects or players that fit, times ``times``: "the number of artifacts you control"."""

    what: Filter
    times: int = 1


@record(frozen=True, slots=True)
class Value:
    """A number read off one object or player: "its power", "that card's mana value", "your life total"."""

    field: str
    of: Ref


@record(frozen=True, slots=True)
class EventAmount:
    """The number of the event that triggered, or of what was given up for a cost: "that much"."""


@record(frozen=True, slots=True)
class Done:
    """The amount or number that the text did just before: "that much", "two for each card discarded this way".

    ``own``: of what several players did, the part of the one who is asked about.
    """

    times: int = 1
    own: bool = False


BEGUN: Final = " begun"
"""Behind the name of a part of the turn: the event that it began, which is kept only where a text counts from then."""


@record(frozen=True, slots=True)
class Tally:
    """Events of this turn: how many are called ``event``, or with ``much`` how much they came to together.

    ``event`` is the name of an ``Event``; ``what`` the objects it happened to, as they were then; ``who`` the acting
    players, "" all, "you", "opponent"; ``before``: only what happened before the event that triggered. ``since``: only
    what happened since the last part of the turn that is called so began.
    """

    event: str
    what: Filter | None = None
    who: Whose = ""
    much: bool = False
    before: bool = False
    since: str = ""


@record(frozen=True, slots=True)
class Paid:
    """The number of times that the cost called ``name`` was paid for the source, times ``times``."""

    name: str
    times: int = 1


@record(frozen=True, slots=True)
class Per:
    """``times`` for each of what ``of`` counts: "two for each +1/+1 counter on this"."""

    of: Amount
    times: int = 1


@record(frozen=True, slots=True)
class Among:
    """A number of several objects together: ``how`` is "greatest", "least", "total", "different" or "alike".

    ``field`` is a number of each, or for "different" a family of words ("color", "card type"). "alike" is how many of
    them share one such number, at most.
    """

    how: AmongHow
    field: str
    what: Filter


@record(frozen=True, slots=True)
class Targets:
    """The number of things that what is cast targets, but for ``beyond`` of them; ``what``: only those that fit."""

    what: Filter | None = None
    beyond: int = 0


@record(frozen=True, slots=True)
class CastLastTurn:
    """The number of spells that were cast in the turn before this one; ``most``: by the player who cast the most."""

    most: bool = False


@record(frozen=True, slots=True)
class AttackedThisStep:
    """1 if you were attacked in this step of declaring attackers, else 0 (508.6)."""


@record(frozen=True, slots=True)
class TimesResolved:
    """The times that this ability has resolved this turn, with this one."""


@record(frozen=True, slots=True)
class DieResult:
    """The result of the die that the text has rolled; with ``least`` 1 or 0: whether it is so much up to ``most``.

    Without ``most`` so much or more.
    """

    least: int = 0
    most: int = 0


@record(frozen=True, slots=True)
class StillWaiting:
    """The number of delayed abilities that this text has set going for you and that wait to trigger again."""


@record(frozen=True, slots=True)
class Devotion:
    """The number of mana symbols of these colours in the mana costs of permanents you control (700.5)."""

    colors: tuple[str, ...]


@record(frozen=True, slots=True)
class Math:
    """``left`` ``op`` ``right``: "+", "-", "*", "min", "half up" and "half down" (of ``left``), "groups of"."""

    op: MathOp
    left: Amount
    right: Amount = 0


@record(frozen=True, slots=True)
class Opponents:
    """The "greatest", "least" or "total" of what ``amount`` is for each opponent, said as if that one were you."""

    how: Extreme | Literal["total"]
    amount: Amount


@record(frozen=True, slots=True)
class Fits:
    """The number of things that ``of`` means and that fit: 1 if "it's a creature card"."""

    of: Ref
    what: Filter


@record(frozen=True, slots=True)
class Truth:
    """1 if a condition holds, else 0: two conditions are one that way."""

    condition: Compare


@record(frozen=True, slots=True)
class InCase:
    """A number that depends: ``amount`` if the condition holds, else ``otherwise``."""

    amount: Amount
    condition: Compare
    otherwise: Amount


Amount: TypeAlias = (
    int
    | InCase
    | Variable
    | Count
    | Value
    | EventAmount
    | Done
    | Tally
    | Targets
    | Per
    | Among
    | AttackedThisStep
    | CastLastTurn
    | Devotion
    | StillWaiting
    | TimesResolved
    | DieResult
    | Math
    | Opponents
    | Fits
    | Truth
    | Paid
)

HISTORY: Final = {
    "attacked this turn": "attacks",
    "blocked this turn": "blocks",
    "entered this turn": "enters",
    "was dealt damage this turn": "damaged",
    "dealt damage this turn": "damage",
    "was put there this turn": "buried",
    "was put there from the battlefield this turn": "dies",
    "was discarded this turn": "discarded",
    "your champion has dealt combat damage to this turn": "struck by champion",
}
"""States of an object that are events of this turn which happened to it, or to what became it."""
PUT_THERE: Final = ("was put there this turn", "was put there from the battlefield this turn")
"""Those of a card in a graveyard."""


@record(frozen=True, slots=True)
class Test:
    """One comparison on an object: ``field`` ``op`` ``value``.

    ``op`` is one of ``= < > <= >=`` for numbers ("power 2 or less", "mana value", "counters NAME"),
    ``is`` for states ("tapped", "untapped", "attacking", "blocking", "awake", "rested"), ``has`` / ``lacks`` for
    keywords (``field`` is the keyword, or several of which one will do),
    ``any of`` where one of ``tests`` will do, ``chosen`` for what was chosen as the source
    entered (``field`` is "color" or "type"), ``of your choice`` until that is said, ``same`` for the name of what the
    value is about, ``shares`` for one of its words of a family, ``same object`` and ``differs`` for whether it is that,
    and ``of`` for what blocks it or is blocked by it. ``highest`` and ``lowest`` ask all that fit,
    ``random`` is left to chance.
    """

    field: str
    op: TestOp = "is"
    value: Amount = 0
    tests: tuple[Test, ...] = ()


@hashed_once
@record(frozen=True, slots=True)
class Filter(HashedOnce):
    """A description of objects or players.

    ``kinds`` is a choice of conjunctions of words (types, subtypes, supertypes, colours, "card",
    "permanent", "spell", "ability", "player"); a word after "!" must be absent:
    "nonland permanent" is ``(("permanent", "!land"),)``, "artifact or creature" ``(("artifact",), ("creature",))``.
    ``of`` says whose, or ``whose`` does ("that player controls"). ``zone`` is where; players have zone "".
    """

    kinds: tuple[tuple[str, ...], ...] = ((),)
    of: Whose = ""
    zone: str = "battlefield"
    other: bool = False
    tests: tuple[Test, ...] = ()
    name: str = ""
    whose: Ref | None = None


MILLED: Final = "library"
"""The zone of a description of cards that were milled just before, wherever they are now."""
DONE_TO: Final = {"graveyard": "discarded", "exile": "exiled", MILLED: "milled"}
"""The deeds by which cards are counted that something was done to just before, by the zone of their description."""
YOU_OWN: Final = "you own"
"""The field of a test whether you own a thing, whoever controls it."""
NOT_YOURS: Final = "you don't own"
"""The field of a test whether another player owns a thing."""
PLAYER: Final = Filter((("player",),), "", "")


GivenUp: TypeAlias = Literal["sacrificed", "discarded", "exiled", "returned", "tapped", "revealed", "milled"]
UnboundRef: TypeAlias = Literal[
    "pronoun", "they", "that player", "nth target", "subject", "choice", "self in graveyard"
]
"""A reference of a text that is still being read."""
OwnRef: TypeAlias = Literal[
    "champion",
    "attacked",
    "attacker",
    "activating",
    "first player",
    "engaged player",
    "other players",
    "side",
    "topmost",
    "paid for",
    "defeater",
    "identity",
    "recipient",
]
"""A reference that only the texts of one game have: ``Rules.references`` says what it means."""
RefKind: TypeAlias = (
    Literal["you", "self", "target", "new target", "each", "event", "event player", "event other", "it"]
    | Literal["controller", "owner", "defending player", "chosen", "random", "zone", "opponents", "players", "attached"]
    | Literal["attached player"]
    | Literal["who did", "who didn't", "who can't"]
    | GivenUp
    | OwnRef
    | UnboundRef
)


@hashed_once
@record(frozen=True, slots=True)
class Ref(HashedOnce):
    """The objects or players that an instruction is about.

    ``kind``: "you", "self" (the source), "target" (``index``-th target word of the text, from 0),
    "each" (all that fit ``what`` when it happens), "event" (the object of the triggering event),
    "event player", "it" (what the instruction before touched), "controller" or "owner" (of ``of``),
    "event other" (what is on its other side), "defending player",
    "chosen" (``count`` of ``what``, chosen by ``of`` on resolution, with ``up_to`` or fewer, -1: any number), "zone"
    (all cards in the zone of ``what`` of the players ``of``), a word of ``GIVEN_UP`` (what was so used to pay the cost;
    ``what`` is the noun it is called by), "opponents", "players", "champion", "attached", "attached player",
    "who did", "who didn't", "who can't" (those of the players ``of`` who did what the instruction before says, or not).
    """

    kind: RefKind
    index: int = 0
    what: Filter | None = None
    of: Ref | None = None
    count: Amount = 1
    up_to: bool = False


NOT_FROM_PLAY: Final = "from elsewhere"
"""The way in which a card comes to a graveyard from anywhere but the battlefield."""
LEAVES_ALIVE: Final = "leaves without dying"
"""The event that something leaves the battlefield, and not for a graveyard."""
MANA_SPENT: Final = "mana spent"
"""The number of how much mana was spent to play something, and the event that it was."""
COLORS_SPENT: Final = "colors spent"
"""The number of how many colors of mana were spent to play something."""
STRUCK_BY: Final = "deals combat damage to a player"
"""The event that something deals combat damage to a player, counted for whoever controls it then."""
EXCESS: Final = "excess damage"
"""The number of how much excess damage a text has dealt, to an object or (``you``) to all."""
GIVEN_UP: Final[tuple[GivenUp, ...]] = ("sacrificed", "discarded", "exiled", "returned", "tapped", "revealed", "milled")
"""Deeds that pay a cost and are done to objects; the text speaks of them so."""
LYING: Final = ("graveyard", "exile", "library")
"""The zones in which cards lie that something is said to be played from."""
YOU: Final = Ref("you")
SELF: Final = Ref("self")
IT: Final = Ref("it")
GONE_BY: Final = {Ref("it", 1): "destroyed", Ref("it", 2): "exiled", Ref("it", 3): "sacrificed"}
"""The things that a text has just taken away, with the deed by which a condition counts them."""
DEALT_BY: Final = Test("dealt damage by", "of", Value("id", SELF))
"""Said of what the source has dealt damage to this turn."""
GIVES: Final = Test("gives", "of", Value("id", SELF))
"""Said of what is attached to the source and gives it an ability that speaks of its giver by name (201.5a)."""
EVENT: Final = Ref("event")


@record(frozen=True, slots=True)
class TargetSpec:
    """One instance of the word "target": what fits, how many, who chooses.

    ``most`` = -1 means any number. ``divided`` is the amount shared out among the chosen ones, at least 1 each.
    ``chooser`` is "you" or "opponent". ``single``: all of them are cards of one graveyard.
    """

    what: Filter
    least: Amount = 1
    most: Amount = 1
    chooser: Chooser = "you"
    divided: Amount = 0
    single: bool = False


@record(frozen=True, slots=True)
class Compare:
    """A condition: ``left`` ``op`` ``right``; "if you control an artifact" is ``Count(...) >= 1``."""

    left: Amount
    op: Comparison
    right: Amount
