"""Values of the compiler while a text is only partly read: references not yet bound, clauses, sentences.

Owns the values between grammar and records; ``engine.text.binding`` binds targets and pronouns once a body is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from types import NoneType
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    Chooser,
    Compare,
    Cost,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    Done,
    Event,
    EventAmount,
    Filter,
    If,
    IfDid,
    Instead,
    Instruction,
    Later,
    May,
    Modify,
    Move,
    Otherwise,
    Ref,
    RefKind,
    TargetSpec,
    Test,
    Token,
    Unchosen,
    Value,
    Whose,
)
from engine.abilities.records import BITS, NUMBERS, record
from engine.text.errors import Reject
from engine.text.mentions import is_person

T = TypeVar("T")
R = TypeVar("R")
W = TypeVar("W", bound=str)
CostAmount: TypeAlias = tuple[Literal["more", "less"], Amount, tuple[str, ...], str]
"""A change of a cost: the direction, the generic number, the other symbols and the action that is meant."""
MOST_KEPT: Final = 4096
"""Answers about parts of texts that are kept: matches ask the same ones again and again."""
ONE_EXILED_WITH: Final = Test(
    "id", "same object", Value("id", Ref("exiled", 0, Filter((("card",),), zone="hand"), count=-1))
)
"""Said of a card in exile that an ability of the source has exiled (607.2a)."""
EXILED_CARD: Final = Filter((("card",),), zone="exile")
"""Any of the cards that a text has just exiled."""
IN_GRAVEYARD: Final = Ref("self in graveyard")
"""The source, in its owner's graveyard: an ability that speaks of it works there."""
LIES_IN_YOURS: Final = Compare(
    Count(Filter((("card",),), "you", "graveyard", tests=(Test("id", "same object", Value("id", SELF)),))), ">=", 1
)
"""Whether the source lies in your graveyard: an ability that asks so works there."""
THOSE_COUNTERS: Final = "those"
"""The name of counters that a condition before has spoken of, until it is said."""
SUBJECT: Final = Ref("subject")
"""The subject that the clause will turn out to have."""
UNNAMED: Final = Ref("self", 1)
"""The source where it deals damage without being spoken of."""
ALL_ABILITIES: Final = "all abilities"
ALL_OTHERS: Final = "all other abilities"
"""All that something had before, said after what it gains."""
PERSONS: Final[tuple[RefKind, ...]] = (
    "that player",
    "players",
    "opponents",
    "controller",
    "owner",
    "defending player",
    "event player",
)
"""References that mean players by what they are."""
YOUR_OWN: Final = Ref("subject", 1)
"""That subject where its things are called yours: it is you."""
THEIR_OWN: Final = Ref("subject", 2)
"""That subject where its things are called theirs: it is somebody else."""


OTHER_PLAYERS: Final = Ref("opponents", 1)
"""Each player other than the one spoken of, or than you where no player is."""
SAME_VICTIM: Final = Ref("subject", 3)
"""The victim of the damage of the sentence before it: "it deals 4 damage instead"."""
ANYTHING: Final = TargetSpec(Filter())
WHOLE_HAND: Final = Count(Filter((("card",),), "you", "hand"))


@record(frozen=True, slots=True)
class TargetRef(Ref):
    """The word "target" at word ``index`` of the text, with what it says."""

    spec: TargetSpec = ANYTHING


@record(frozen=True, slots=True)
class ForGood(Destroy):
    """The destruction before it is for good: its objects can't be regenerated."""


@record(frozen=True, slots=True)
class Being(Modify):
    """A modification that a text states, with "is" or "has" instead of "becomes" or "gains" (611.2e)."""


@record(frozen=True, slots=True)
class CounteredInto(CounterSpell):
    """A spell that the text before it counters goes to ``zone``."""


@record(frozen=True, slots=True)
class IfSomebodyDid(IfDid):
    """A sentence that is carried out if the player did, or did not do, what the sentence before it says."""

    doer: Ref = YOU


@record(frozen=True, slots=True)
class NotPut(IfDid):
    """A sentence that is carried out if the card of the sentence before it was not put where that sentence says."""

    zone: str = ""


@record(frozen=True, slots=True)
class Lost(Otherwise):
    """The effects of a lost flip."""


@record(frozen=True, slots=True)
class InsteadIf(If):
    """The substitute for the sentence before it if the condition holds (614.15)."""


@record(frozen=True, slots=True)
class SameTokens(Token):
    """So many of the tokens that the sentence before it makes."""


@record(frozen=True, slots=True)
class ThisWay(EventAmount):
    """The amount prevented "this way": it belongs to the prevention effect before it."""


@record(frozen=True, slots=True)
class Difference(EventAmount):
    """The difference between the two numbers that the condition before it compares."""


@record(frozen=True, slots=True)
class OwnDeed(Done):
    """Of what each player did just before, your part; ``verb`` and ``what`` say what that was."""

    verb: str = ""
    what: Filter | None = None


@record(frozen=True, slots=True)
class LeadingIf(If):
    """An "if" before what it governs; directly after a trigger it is part of that."""


@record(frozen=True, slots=True)
class LeadingLater(Later):
    """A delayed ability whose event is said before what it does; what follows may be a part of it."""


def plain_form(part: LeadingLater | IfSomebodyDid) -> Later | IfDid:
    """The instruction without what only the place of its words told."""
    if isinstance(part, LeadingLater):
        return Later(part.steps, part.events, part.targets, part.about, part.once, part.until)
    return IfDid(part.steps, part.did, part.least, part.paid)


@record(frozen=True, slots=True)
class AmendingIf(If):
    """An "if ... instead" after the sentence that it changes: ``replaced`` instructions, behind its ``Otherwise``."""

    replaced: int


@record(frozen=True, slots=True)
class Already(Compare):
    """A condition that has to hold before what the text has just done: "if you are already stunned"."""


@record(frozen=True, slots=True)
class Clause:
    """Instructions with a subject or without; ``third``: the verb has the form of the third person.

    ``last``: so many of them are said behind "then", and a condition at the end is about these alone.
    """

    effects: tuple[Instruction, ...]
    third: bool = False
    subject: Ref | None = None
    may: bool = False
    last: int = 0


@record(frozen=True, slots=True)
class Sentences:
    """The instructions of a body, targets and pronouns not yet bound; of a mode also what has to hold for it."""

    effects: tuple[Instruction, ...]
    condition: Compare | None = None


@record(frozen=True, slots=True)
class Choice:
    """A modal text, not yet bound."""

    options: tuple[tuple[Instruction, ...], ...]
    least: int
    most: int
    chooser: Chooser
    conditions: tuple[Compare | None, ...] = ()
    instead: Instead | None = None
    fresh: bool = False
    costs: tuple[Cost, ...] = ()
    unchosen: Unchosen = ""
    again: bool = False
    apart: str = ""


NOTHING: Final = Filter(((),))


@record(frozen=True, slots=True)
class DoneTo(Done):
    """The number of things ``what`` to which a deed of one of these ``words`` was done just before.

    ``bare``: cards of a pile are called by their type alone, as a game may say it.
    """

    what: Filter = NOTHING
    words: tuple[str, ...] = ()
    bare: bool = False


@record(frozen=True, slots=True)
class Alternatives:
    """The alternatives of a noun (``kinds``), with the tests that its adjectives make."""

    kinds: tuple[tuple[str, ...], ...]
    tests: tuple[Test, ...] = ()


@record(frozen=True, slots=True)
class Suffix:
    """The words that follow a noun and narrow it; ``besides`` are not meant.

    ``is_open``: it ends with a noun, to which all that follows belongs. ``is_controlled``: what is meant lies in play.
    ``kinds``: subtypes of which it has one.
    """

    of: Whose = ""
    zone: str = ""
    tests: tuple[Test, ...] = ()
    name: str = ""
    other: bool = False
    whose: Ref | None = None
    besides: Filter | None = None
    is_open: bool = False
    is_controlled: bool = False
    kinds: tuple[tuple[str, ...], ...] = ()


_FIELDS: Final[dict[type, tuple[str, ...] | None]] = {}
"""The names of the fields by kind of record, as texts are taken apart again and again."""
_VALUES: Final[dict[type, Callable[[object], tuple[object, ...]]]] = {}
"""The functions that read them, by kind of record."""
Kind: TypeAlias = type | RefKind
"""A kind of records, or of references."""
_BITS_OF_REFS: Final = {kind: 1 << next(NUMBERS) for kinds in get_args(RefKind) for kind in get_args(kinds)}
"""The bit of each kind of reference."""
_WANTED: Final[dict[tuple[Kind, ...], tuple[int, int]]] = {}
"""By kinds that are asked for: how many kinds of records were known then, and the bits of those that fit."""
_Noted: TypeAlias = tuple[object, int, int, int]
"""A value, the bits of all records in it, of those in its parts, and of itself."""
_KINDS: Final[dict[int, _Noted]] = {}
"""By the identity of a value, which is kept there."""
_WORDS: Final = frozenset((str, int, bool, NoneType))
"""The kinds of the fields in which no record stands, most of all fields."""


def word_among(words: tuple[W, ...], word: str) -> W:
    """Return a word of a text as one of those that a record may hold.

    Raises:
        Reject: it is none of them.
    """
    for known in words:
        if known == word:
            return known
    raise Reject


def rewrite(
    value: T, change: Callable[[object], object], *, besides: tuple[type, ...] = (), only: tuple[Kind, ...] = ()
) -> T:
    """``value`` with ``change`` made to every record in it, innermost first; records ``besides`` stay as they are.

    A change of records of ``only`` these kinds looks for them alone.
    """
    noted = _KINDS.get(id(value)) or _noted(value)
    bits = _bits_of(only) if only else -1
    if not noted[1] & bits:
        return value
    return _rewrite(noted, change, _bits_of(besides) if besides else 0, bits)  # type: ignore[return-value]  # of its kind


def _rewrite(noted: _Noted, change: Callable[[object], object], besides: int, bits: int) -> object:
    """A value that has records of the kinds of these bits in it, changed."""
    value, _, inner, own = noted
    if own & besides:
        return value
    record = value
    if inner & bits:
        kind = type(value)
        old = value if isinstance(value, tuple) else _VALUES[kind](value)
        new: list[object] = []
        is_new = False
        for part in old:
            if part and type(part) not in _WORDS:
                of_part = _KINDS.get(id(part)) or _noted(part)
                if of_part[1] & bits:
                    changed = _rewrite(of_part, change, besides, bits)
                    is_new = is_new or changed is not part
                    part = changed
            new.append(part)
        if is_new:
            record = tuple(new) if kind is tuple else kind(*new)
    return change(record) if own & bits else record


def records_in(value: object, *, besides: tuple[type, ...] = ()) -> list[object]:
    """Every record in ``value``, itself included, innermost first; not those ``besides`` and what is in them."""
    found: list[object] = []
    _collect(_noted(value), _bits_of(besides), -1, found)
    return found


def records_of(value: object, *kinds: type[R], besides: tuple[type, ...] = ()) -> list[R]:
    """Every record of some kinds in ``value``, as ``records_in`` finds them."""
    found: list[R] = []
    noted = _KINDS.get(id(value)) or _noted(value)
    bits = _bits_of(kinds)
    if noted[1] & bits:
        _collect(noted, _bits_of(besides) if besides else 0, bits, found)
    return found


def refs_of(value: object, *kinds: RefKind, besides: tuple[type, ...] = ()) -> list[Ref]:
    """Every reference of some kinds in ``value``, as ``records_in`` finds them."""
    found: list[Ref] = []
    noted = _KINDS.get(id(value)) or _noted(value)
    bits = _bits_of(kinds)
    if noted[1] & bits:
        _collect(noted, _bits_of(besides) if besides else 0, bits, found)
    return found


def _collect(noted: _Noted, besides: int, bits: int, found: list[Any]) -> None:
    value, _, inner, own = noted
    if own & besides:
        return
    if inner & bits:
        for part in value if isinstance(value, tuple) else _VALUES[type(value)](value):
            if part and type(part) not in _WORDS:
                of_part = _KINDS.get(id(part)) or _noted(part)
                if of_part[1] & bits:
                    _collect(of_part, besides, bits, found)
    if own & bits:
        found.append(value)


def kinds_in(value: object) -> int:
    """The kinds of all records in ``value``, a bit for each."""
    return _noted(value)[1]


def _noted(value: object) -> _Noted:
    """The kinds of records in a value.

    They are kept for a while by the value itself, so a text that is put together from parts counts none of them twice.
    """
    kept = _KINDS.get(id(value))
    if kept is not None:
        return kept
    kind = type(value)
    if isinstance(value, tuple):
        own, parts = 0, value
    elif field_names(value) is None:
        return value, 0, 0, 0
    else:
        own, parts = BITS[kind], _VALUES[kind](value)
        if isinstance(value, Ref):
            own |= _BITS_OF_REFS[value.kind]
    inner = 0
    for part in parts:
        if part and type(part) not in _WORDS:
            inner |= (_KINDS.get(id(part)) or _noted(part))[1]
    if len(_KINDS) >= MOST_KEPT:
        _KINDS.clear()
    noted = _KINDS[id(value)] = value, own | inner, inner, own
    return noted


def _bits_of(kinds: tuple[Kind, ...]) -> int:
    """The bits of these kinds of records, and of those that are theirs, as far as any of them are loaded."""
    known, bits = _WANTED.get(kinds, (0, 0))
    if known != len(BITS):
        known = len(BITS)
        records = tuple([kind for kind in kinds if isinstance(kind, type)])
        bits = sum(bit for kind, bit in tuple(BITS.items()) if issubclass(kind, records))
        bits |= sum(bit for kind, bit in _BITS_OF_REFS.items() if kind in kinds)
        _WANTED[kinds] = known, bits
    return bits


def field_names(value: object) -> tuple[str, ...] | None:
    """The fields of a record; ``None`` for what is no record."""
    kind = type(value)
    if kind not in _FIELDS:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
        _VALUES[kind] = _reader(names or ())
        if names is not None and kind not in BITS:
            BITS.setdefault(kind, 1 << next(NUMBERS))
        _FIELDS[kind] = names
    return _FIELDS[kind]


def parts_of(value: object) -> list[object] | None:
    """The parts in the fields of a record, its words and numbers left out; ``None`` for what is no record."""
    if field_names(value) is None:
        return None
    return [part for part in _VALUES[type(value)](value) if part and type(part) not in _WORDS]


def _reader(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Read all these fields of a record at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def as_being(change: Modify) -> Being:
    """A modification, said as what something is."""
    return Being(*(getattr(change, name) for name in field_names(Modify(YOU)) or ()))


def plainly(value: T) -> T:
    """``value`` with what something is said as any other modification."""
    return rewrite(value, lambda part: _plain(part) if isinstance(part, Being) else part, only=(Being,))


def _plain(being: Being) -> Modify:
    return Modify(*(getattr(being, name) for name in field_names(being) or ()))


def apart(effect: Destroy | Move) -> tuple[Destroy | Move, ...]:
    """A deed with several things as one deed with each of them."""
    return tuple(replace(effect, what=ref, also=()) for ref in (effect.what, *effect.also))


def put(value: T, old: object, new: object) -> T:
    """``value`` with ``new`` wherever ``old`` stands."""
    return rewrite(value, lambda part: new if part == old else part, only=(type(old),))


def has(value: object, *kinds: Kind) -> bool:
    """Whether a record of one of these kinds stands in ``value``."""
    return bool((_KINDS.get(id(value)) or _noted(value))[1] & _bits_of(kinds))


def has_part(value: object, record: object) -> bool:
    """Whether this very record stands in ``value``."""
    noted = _KINDS.get(id(value)) or _noted(value)
    bits = _bits_of((record.kind,) if isinstance(record, Ref) else (type(record),))
    return bool(noted[1] & bits) and _has_part(noted, bits, record)


def _has_part(noted: _Noted, bits: int, record: object) -> bool:
    value, _, inner, own = noted
    if own & bits and value == record:
        return True
    if inner & bits:
        for part in value if isinstance(value, tuple) else _VALUES[type(value)](value):
            if part and type(part) not in _WORDS:
                of_part = _KINDS.get(id(part)) or _noted(part)
                if of_part[1] & bits and _has_part(of_part, bits, record):
                    return True
    return False


def has_test(value: object, field: str) -> bool:
    """Whether a test of this field stands in ``value``."""
    return any(test.field == field for test in records_of(value, Test))


def has_field(value: object, field: str) -> bool:
    """Whether a number of this name stands in ``value``."""
    return any(number.field == field for number in records_of(value, Value))


def has_way(value: object, how: str) -> bool:
    """Whether an event that happens in this way stands in ``value``: in this step, to this thing."""
    return any(event.how == how for event in records_of(value, Event))


_OF_SUBJECT: Final = (SUBJECT, YOUR_OWN, THEIR_OWN)


def with_subject(effects: tuple[Instruction, ...], subject: Ref) -> tuple[Instruction, ...]:
    """The effects of a verb with its subject put in. Further mentions of a target are pronouns.

    A player is no source of damage (120.7): what you may deal is dealt by the source of the text.

    Raises:
        Reject: the text gives another person what is the subject's own, or has another player deal damage.
    """
    effects = rewrite(
        effects, lambda part: _dealt_for(part, subject) if isinstance(part, Damage) else part, only=(Damage,)
    )
    if has_part(effects, THEIR_OWN if subject == YOU else YOUR_OWN):
        raise Reject
    return rewrite(
        effects, lambda part: subject if type(part) is Ref and part in _OF_SUBJECT else part, only=("subject",)
    )


def _dealt_for(damage: Damage, subject: Ref) -> Damage:
    """Damage that a player would deal."""
    if damage.by != SUBJECT:
        return damage
    if subject == YOU:
        return replace(damage, by=UNNAMED)
    if subject.kind in PERSONS or (isinstance(subject, TargetRef) and is_person(subject.spec.what.kinds)):
        raise Reject
    return damage


def top_or_bottom(effects: tuple[Instruction, ...]) -> Ref | None:
    """The thing that an owner puts on either end of a library, if that is what these instructions do."""
    match effects:
        case (May(steps=1, cost=()), Move(what=what, zone="library top") as top, IfDid(steps=1, did=False), bottom) if (
            bottom == replace(top, zone="library bottom")
        ):
            return what
        case _:
            return None
