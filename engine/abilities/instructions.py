"""Instructions: the parts of a text that are done step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.abilities.branches import Either, If, IfDid, Later, May, Otherwise, ThisTurn, UnlessPays
from engine.abilities.cooperative import (
    ActivationGets,
    AdvanceStage,
    AlsoAttack,
    AssignDamage,
    AttackDeals,
    AttackGains,
    AttackInstead,
    BoostIcons,
    BringIntoPlay,
    ByPrinted,
    Cancel,
    CancelBoost,
    ChangeForm,
    DamageByDiscarded,
    DealEncounter,
    DeclareDefender,
    Defeat,
    DiscardStatus,
    DiscardUntil,
    DrawUp,
    EachPlayer,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Engage,
    FlipCard,
    GiveBoost,
    Heal,
    Ignoring,
    IndirectDamage,
    MakeDeck,
    MoveDamage,
    NextCost,
    PlaceFacedown,
    RemoveStage,
    ResolveMoment,
    ResolveSpecial,
    Reveal,
    SetAside,
    SetAsideSets,
    SetHitPoints,
    ShuffleSet,
    StrengthenUse,
    Surge,
    TakeTop,
)
from engine.abilities.copies import CopyCard, CopyCards
from engine.abilities.in_combat import AddPhases, BlockIt, EndCombat, Fight, LeaveCombat, RedirectAttack
from engine.abilities.library import (
    ChoosePile,
    ChooseRevealed,
    Explore,
    Look,
    Peek,
    PutAmong,
    PutPiles,
    PutRest,
    RevealCards,
    RevealDrawn,
    RevealHand,
    RevealUntil,
    Scry,
    Search,
    Separate,
    Shuffle,
)
from engine.abilities.mana import Terms
from engine.abilities.nouns import SELF, YOU, Amount, Filter, Ref, UntilWord
from engine.abilities.of_counters import DoubleCounters, Load, Proliferate, PutCounters, PutItsCounters, TakeCounters
from engine.abilities.records import record
from engine.abilities.replacement_effects import Change, Replacement
from engine.abilities.to_players import (
    ChangeDirection,
    Discard,
    Draw,
    Empower,
    EndGame,
    ExchangeLife,
    ExchangeLifeFor,
    ExtraTurn,
    GainLife,
    GainMastery,
    IncreaseSpeed,
    LoseLife,
    Mill,
    PutOnMastery,
    RingTempts,
    Roll,
    SacrificeOneOfEach,
    SetLife,
    Venture,
)

if TYPE_CHECKING:
    from engine.abilities.printed_abilities import Ability

CHOSEN_MANA: Final = ("chosen",)
"""A choice of mana: one of the chosen colour."""


@record(frozen=True, slots=True)
class Damage:
    """``by`` deals ``amount`` damage to each of ``to``; with a divided target each gets its share.

    ``unpreventable``: no prevention effect prevents any of it. ``also`` are dealt as much at the same time.
    """

    amount: Amount
    to: Ref
    by: Ref = SELF
    unpreventable: bool = False
    also: tuple[Ref, ...] = ()


@record(frozen=True, slots=True)
class Flip:
    """You flip a coin; whether you won it was "done" or not."""


@record(frozen=True, slots=True)
class ManaOf:
    """One mana of what the things ``what`` tell: a color, with ``types`` any type.

    They tell what they could produce (``produced``) or what they are. ``every``: one of each that they tell.
    """

    what: Ref
    produced: bool = False
    types: bool = False
    every: bool = False


UNSPENT: Final = ManaOf(YOU, types=True, every=True)
"""As much of each type of mana as is in your pool."""


@record(frozen=True, slots=True)
class AddMana:
    """``who`` adds mana: one of ``choices`` (each a tuple of symbols W U B R G C), ``amount`` times.

    "{R}{R}" is ``choices=(("R","R"),)``; "one mana of any color" is five choices of one symbol; no choices are one mana
    of any type that the permanent of the event produced. ``mixed``: any combination of the choices, ``amount`` of them
    together. The symbol "chosen" is the chosen colour's. ``of`` tells the choices instead.
    """

    choices: tuple[tuple[str, ...], ...]
    amount: Amount = 1
    who: Ref = YOU
    terms: Terms | None = None
    mixed: bool = False
    of: ManaOf | None = None


@record(frozen=True, slots=True)
class Choose:
    """A target that the text goes on to speak of; nothing happens to it yet."""

    what: Ref


@record(frozen=True, slots=True)
class Destroy:
    """Destroy, at the same time as what ``also`` means; ``for_good``: what is destroyed can't be regenerated."""

    what: Ref
    for_good: bool = False
    also: tuple[Ref, ...] = ()


@record(frozen=True, slots=True)
class SacrificeEffect:
    """``who`` sacrifices ``what``, as far as that player controls it ("sacrifice this")."""

    what: Ref
    who: Ref = YOU


@record(frozen=True, slots=True)
class Edict:
    """``who`` sacrifices ``count`` permanents that fit, of its own choice."""

    who: Ref
    what: Filter
    count: Amount = 1


@record(frozen=True, slots=True)
class Move:
    """``what`` goes to ``zone`` of its owner ("hand", "graveyard", "exile", "library top", "library bottom").

    ``tapped``: it enters tapped, or ``attacking`` too; ``under`` whose control, "" or "owner" its owner's, "you" yours;
    with ``count`` counters called ``counter``. ``until`` "there": only if the source is, and as long as that is.
    Several go to a library in an order their mover likes, or at random. ``revealed``: everybody is told what it is.
    ``engaged`` with whom it enters. ``transformed``: it enters with its other face up; a card of one face stays.
    ``being``: what it is from then on, as of when it enters. ``attached``: to what it enters attached. ``also`` go
    there at the same time.
    """

    what: Ref
    zone: str
    tapped: bool = False
    under: Literal["", "owner", "you"] = ""
    attacking: bool = False
    counter: str = ""
    count: Amount = 1
    at_random: bool = False
    until: Literal["", "there"] = ""
    revealed: bool = False
    engaged: Ref | None = None
    transformed: bool = False
    being: Modify | None = None
    attached: Ref | None = None
    also: tuple[Ref, ...] = ()


@record(frozen=True, slots=True)
class Transform:
    """Turn these objects over, so that their other face is up; nothing happens to what has only one."""

    what: Ref


@record(frozen=True, slots=True)
class TurnUp:
    """Turn these objects face up, those of them that lie facedown."""

    what: Ref


@record(frozen=True, slots=True)
class Manifest:
    """``who`` puts the top ``amount`` cards of the library onto the battlefield facedown; cloaked ones have ward."""

    amount: Amount = 1
    word: Literal["manifest", "cloak"] = "manifest"
    who: Ref = YOU


@record(frozen=True, slots=True)
class ManifestDread:
    """``who`` looks at the top two cards of the library, manifests one, and puts the other into the graveyard."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class KeywordAction:
    """The next ``steps`` instructions are what the keyword action ``word`` means; it does nothing itself.

    ``amount`` and ``kind`` are the number and the subtype that the text says with it, ``what`` the target that it has;
    with no ``amount`` it is done to all of them alike.
    """

    word: str
    steps: int = 0
    amount: Amount = 1
    kind: str = ""
    what: Ref | None = None


@record(frozen=True, slots=True)
class Tap:
    """Tap (rest, exhaust) these objects."""

    what: Ref


@record(frozen=True, slots=True)
class Untap:
    """Untap (awaken, ready) these objects."""

    what: Ref


@record(frozen=True, slots=True)
class SkipUntapping:
    """Permanents that fit ``what`` stay tapped in the next untap step of each of ``who``, whenever they came there."""

    who: Ref
    what: Filter


@record(frozen=True, slots=True)
class CounterSpell:
    """Counter a spell or ability on the stack (negate); ``zone`` is where the card of a spell goes instead (614.15)."""

    what: Ref
    zone: str = ""


@record(frozen=True, slots=True)
class Exploit:
    """You may sacrifice a creature; if you do, the source has exploited it."""


@record(frozen=True, slots=True)
class CopySpell:
    """``who`` copies a spell or ability on the stack ``times``; ``retarget``: and may choose new targets."""

    what: Ref
    retarget: bool = False
    times: Amount = 1
    who: Ref = YOU


@record(frozen=True, slots=True)
class Token:
    """``who`` creates ``count`` tokens of the named kind, whose characteristics stand here.

    They enter ``attached`` to what that means, and are not created if they may not be. ``printed`` are the game's own
    fields of their cards, by name.
    """

    name: str
    types: tuple[str, ...]
    power: Amount = 0
    toughness: Amount = 0
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    count: Amount = 1
    who: Ref = YOU
    tapped: bool = False
    attacking: bool = False
    attached: Ref | None = None
    printed: tuple[tuple[str, int], ...] = ()


@record(frozen=True, slots=True)
class Gather:
    """You create one of ``tokens`` that chance picks, so many ``times``."""

    tokens: tuple[Token, ...]
    times: Amount = 1


@record(frozen=True, slots=True)
class TokenCopy:
    """``who`` creates ``count`` tokens that are copies of ``what``, but for ``more``, which is copied too (707.9a)."""

    what: Ref
    count: Amount = 1
    who: Ref = YOU
    tapped: bool = False
    attacking: bool = False
    more: Modify | None = None


@record(frozen=True, slots=True)
class UntilItLeaves:
    """The cards exiled just before return under their owner's control once the source leaves play (610.3)."""


@record(frozen=True, slots=True)
class Modify:
    """``what`` gets +power/+toughness, gains and loses keywords, becomes of kinds.

    ``abilities`` are gained as ``gains`` are; ``becomes`` are words of a type line that it gets, ``base`` its new power
    and toughness. It keeps other types and colours where the text says so (``keeps``, ``keeps_colors``), or the
    game's rules do.
    ``gains`` also holds "can't block", "can't attack" and the like, ``loses`` "all abilities". "chosen color" stands
    for the one chosen before. ``switched``: power and toughness change places. ``stats``: further numbers by name.
    """

    what: Ref
    power: Amount = 0
    toughness: Amount = 0
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    until: UntilWord = "turn"
    abilities: tuple[Ability, ...] = ()
    becomes: tuple[str, ...] = ()
    base: tuple[Amount | None, Amount | None] | None = None
    keeps: bool = False
    switched: bool = False
    level: Amount = 0
    stats: tuple[tuple[str, Amount], ...] = ()
    keeps_colors: bool = False


@record(frozen=True, slots=True)
class NextAttack:
    """The next attack of its objects this turn has this ``change``; ``later``: their first in your next turn."""

    change: Modify
    later: bool = False

    @property
    def what(self) -> Ref:
        """The objects whose attack is meant."""
        return self.change.what


@record(frozen=True, slots=True)
class Designate:
    """The source gets ``amount`` +1/+1 counters and becomes ``word`` while it is there, if it is not yet that."""

    word: str
    amount: Amount = 1


@record(frozen=True, slots=True)
class Become:
    """These objects get the designation ``word``, those of them that can and have it not yet."""

    what: Ref
    word: str = ""


@record(frozen=True, slots=True)
class Foretell:
    """These cards are exiled facedown and become foretold; they may be cast for their mana cost less ``less``."""

    what: Ref
    less: int


@record(frozen=True, slots=True)
class Attach:
    """``what`` becomes attached to ``to``; where it may not be, it stays as it is."""

    what: Ref
    to: Ref


@record(frozen=True, slots=True)
class GainControl:
    """``who`` gains control of ``what`` until ``until``."""

    what: Ref
    who: Ref = YOU
    until: UntilWord = ""


WordFamily: TypeAlias = Literal["color", "creature type", "basic land type"]


@record(frozen=True, slots=True)
class ChooseWord:
    """You choose a word of a family, none of ``besides``: the "chosen color" or "chosen type" of what follows."""

    family: WordFamily = "color"
    besides: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Exchange:
    """Control of two permanents is exchanged, if both are there under different players' control, ``until`` then."""

    what: Ref
    other: Ref | None = None
    until: UntilWord = ""


@record(frozen=True, slots=True)
class GetEmblem:
    """You get an emblem with these abilities; of those that have a name you have one at most."""

    abilities: tuple[Ability, ...]
    name: str = ""


@record(frozen=True, slots=True)
class ActAs:
    """The ability is of the kind ``word`` besides, and its source acts as a source of that kind meanwhile."""

    word: str


@record(frozen=True, slots=True)
class GainProperty:
    """``what`` gets a property of the rules, by its ``word`` and with its ``abilities``, ``until`` then."""

    what: Ref
    word: str
    until: UntilWord = ""
    abilities: tuple[Ability, ...] = ()

    @property
    def change(self) -> Modify:
        """The change of its objects."""
        return Modify(self.what, gains=(self.word,), abilities=self.abilities, until=self.until)


@record(frozen=True, slots=True)
class TapOrUntap:
    """``who`` taps or untaps each of ``what``."""

    what: Ref
    who: Ref = YOU


@record(frozen=True, slots=True)
class TurnDown:
    """Turn these permanents face down, those of them that lie face up and have more than one face by a keyword."""

    what: Ref


@record(frozen=True, slots=True)
class Shield:
    """A replacement or prevention effect that lasts until ``until`` ("turn", "" for ever).

    ``what``: whom or what it is about, fixed as this happens; its ``would`` calls that "it". ``amount``: how much
    damage it takes before it is used up, none: no such limit. ``uses``: how often it applies, -1: as often as it can.
    """

    effect: Replacement
    what: Ref | None = None
    amount: Amount | None = None
    uses: int = -1
    until: Literal["turn", ""] = "turn"


@record(frozen=True, slots=True)
class Alter:
    """The interrupted thing, which is about to happen, is changed ("prevent 2 of that damage")."""

    changes: tuple[Change, ...]


@record(frozen=True, slots=True)
class LetPlay:
    """You may play ``what`` ("play", lands too, or "cast") ``until``, wherever it is.

    ``free``: without paying its mana cost; ``later``: after this turn has ended. ``among``: those that fit it alone.
    """

    what: Ref
    verb: str = "play"
    until: UntilWord = ""
    free: bool = False
    later: bool = False
    among: Filter | None = None


@record(frozen=True, slots=True)
class PlayNow:
    """You play one of ``what``, in the middle of this text and whatever the time; ``verb`` says how.

    ``free``: without paying its cost; ``optional``: or you don't. ``way``: for the alternative cost of that name alone;
    without paying, that counts as having been paid. ``most``: the highest mana value that it may have as it is cast.
    ``leaves``: where it goes instead of a graveyard. ``among``: one that fits it; ``several``: any number, one by one.
    """

    what: Ref
    verb: str = "cast"
    free: bool = False
    optional: bool = False
    way: str = ""
    most: Amount | None = None
    leaves: str = ""
    among: Filter | None = None
    several: bool = False


@record(frozen=True, slots=True)
class LoseLevel:
    """The top card of each champion among ``what`` is taken off its lineage."""

    what: Ref


@record(frozen=True, slots=True)
class LevelUp:
    """The champion card ``what`` is put on top of its owner's lineage."""

    what: Ref


@record(frozen=True, slots=True)
class PutFacedown:
    """``who`` puts the top ``amount`` cards of the deck into play facedown, engaged with them, with these ``words``."""

    words: tuple[str, ...]
    amount: Amount = 1
    who: Ref = YOU


Instruction: TypeAlias = (
    Damage
    | Draw
    | Discard
    | GainLife
    | LoseLife
    | AddMana
    | Choose
    | Destroy
    | SacrificeEffect
    | SacrificeOneOfEach
    | Edict
    | Move
    | Tap
    | Untap
    | CounterSpell
    | CopySpell
    | CopyCard
    | CopyCards
    | SkipUntapping
    | Token
    | Gather
    | TokenCopy
    | Transform
    | UntilItLeaves
    | ExtraTurn
    | PutCounters
    | Modify
    | Designate
    | Attach
    | Become
    | Foretell
    | IncreaseSpeed
    | TurnUp
    | Manifest
    | ManifestDread
    | KeywordAction
    | BlockIt
    | GainControl
    | ChooseWord
    | Fight
    | Exchange
    | TapOrUntap
    | TakeCounters
    | DoubleCounters
    | PutItsCounters
    | TurnDown
    | Proliferate
    | ChangeDirection
    | Empower
    | ActAs
    | GainMastery
    | PutOnMastery
    | GetEmblem
    | RingTempts
    | Venture
    | Roll
    | GainProperty
    | NextAttack
    | EndCombat
    | Exploit
    | AddPhases
    | Load
    | RedirectAttack
    | Mill
    | Look
    | RevealCards
    | RevealDrawn
    | RevealHand
    | RevealUntil
    | Peek
    | ChooseRevealed
    | PutAmong
    | PutRest
    | Separate
    | ChoosePile
    | PutPiles
    | Scry
    | Search
    | Shuffle
    | Explore
    | Shield
    | Alter
    | May
    | UnlessPays
    | Either
    | SetLife
    | ExchangeLife
    | ExchangeLifeFor
    | EndGame
    | Flip
    | LeaveCombat
    | If
    | IfDid
    | Otherwise
    | Later
    | LetPlay
    | ThisTurn
    | PlayNow
    | LevelUp
    | LoseLevel
    | AssignDamage
    | DiscardStatus
    | IndirectDamage
    | ActivationGets
    | AttackDeals
    | AttackGains
    | Cancel
    | ChangeForm
    | DealEncounter
    | DiscardUntil
    | DrawUp
    | EncounterSearch
    | EnemyAttack
    | EnemyScheme
    | Engage
    | GiveBoost
    | BoostIcons
    | EnemyActivation
    | Heal
    | MoveDamage
    | NextCost
    | PlaceFacedown
    | Reveal
    | Surge
    | AdvanceStage
    | FlipCard
    | RemoveStage
    | SetAsideSets
    | ShuffleSet
    | MakeDeck
    | TakeTop
    | BringIntoPlay
    | SetAside
    | PutFacedown
    | EachPlayer
    | ByPrinted
    | ResolveSpecial
    | AlsoAttack
    | DamageByDiscarded
    | SetHitPoints
    | StrengthenUse
    | Defeat
    | DeclareDefender
    | AttackInstead
    | CancelBoost
    | Ignoring
    | ResolveMoment
)
