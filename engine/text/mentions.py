"""Mentions in a text: the things that "it" may mean next. Reading and writing keep the same account, so they agree."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias, get_args

from engine.abilities import (
    EVENT,
    LEAVES_ALIVE,
    SELF,
    Amount,
    Attach,
    Choose,
    ChooseRevealed,
    CopySpell,
    Cost,
    CostPart,
    CounterSpell,
    Destroy,
    Discard,
    DiscardCost,
    DiscardSelf,
    DiscardUntil,
    Edict,
    EitherCost,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Event,
    EventAmount,
    Explore,
    Filter,
    GivenUp,
    If,
    Instruction,
    Later,
    LibraryCost,
    Look,
    Mana,
    Manifest,
    ManifestDread,
    May,
    Mill,
    Move,
    MoveCost,
    MoveSelf,
    OwnRef,
    PlaceFacedown,
    Proliferate,
    PutFacedown,
    Ref,
    RevealCards,
    RevealCost,
    RevealDrawn,
    RevealUntil,
    Sacrifice,
    SacrificeEffect,
    SacrificeSelf,
    Scry,
    Search,
    SetLife,
    TapOther,
    TapTotal,
    Token,
    TokenCopy,
    Variable,
)

Kinds: TypeAlias = tuple[tuple[str, ...], ...]
Scene: TypeAlias = tuple[tuple[Ref, Kinds], ...]
"""The things that a text may speak of without having mentioned them, by kind; the first fitting one is meant."""
ANY: Kinds = ((),)
"""The kinds of a thing that may be called by any noun."""
ITSELF: Scene = ((SELF, ANY),)
"""The scene of a text that can only speak of its source."""
SEVERAL: Final = -1
"""The number of the things that "those cards" means: more than one."""
_CARD: Kinds = (("card",),)


def introduced(effect: Instruction) -> Kinds | None:
    """The kinds of what an instruction brings up that no reference of it names: what it makes, finds, gives up."""
    match effect:
        case Token(types=types):
            return ((*types, "token"),)
        case TokenCopy():
            return (("token",),)
        case Search(what=what) | Edict(what=what) | EncounterSearch(what=what) | DiscardUntil(what=what):
            return tuple((*kind, "card") for kind in kinds_of(what))
        case Discard() | Mill() | Look() | RevealUntil() | RevealDrawn() | ChooseRevealed():
            return _CARD
        case RevealCards(what=Ref(kind="zone")):
            return _CARD
        case EnemyAttack():
            return (("character",),)
        case EnemyScheme() | EnemyActivation():
            return None
        case Manifest() | ManifestDread():
            return (("creature",),)
        case CopySpell():
            return (("copy", "spell", "ability"),)
        case _:
            return _named(getattr(effect, "what", None) or getattr(effect, "to", None))


def _is_of_each(ref: Ref) -> bool:
    """Whether each of several players chooses."""
    return ref.kind == "chosen" and ref.of is not None and ref.of.kind in EACH


def is_one(effect: Instruction) -> bool:
    """Whether what an instruction brings up is one thing for certain."""
    match effect:
        case Token(count=count, who=who) | TokenCopy(count=count, who=who):
            return count == 1 and who.kind not in EACH
        case Manifest(amount=count, who=who):
            return count == 1 and who.kind not in EACH
        case ManifestDread(who=who):
            return who.kind not in EACH
        case _:
            ref = getattr(effect, "what", None)
            if not isinstance(ref, Ref) or ref.kind not in ("chosen", "random"):
                return False
            return ref.count == 1 and not ref.up_to and not _is_of_each(ref)


ONLY_ONE: Final = ("villain", "identity", "hero", "alter-ego", "main scheme")
"""Kinds of which each player, or all of them, may only have one: "your identity" is no several things."""


def is_several(effect: Instruction) -> bool:
    """Whether the text says that what an instruction brings up is several things: all that fit."""
    ref = getattr(effect, "what", None)
    if isinstance(effect, Choose) and _is_of_each(effect.what):
        return True
    if not isinstance(ref, Ref) or ref.kind != "each" or ref.what is None:
        return False
    return not ref.what.name and not any(word in kind for kind in ref.what.kinds for word in ONLY_ONE)


def is_touching(effect: Instruction) -> bool:
    """Whether a text means something else by "it" once an instruction that brings up nothing has been followed."""
    if isinstance(effect, QUIET):
        return False
    if isinstance(
        effect, Proliferate | Scry | EnemyAttack | EnemyScheme | EnemyActivation | PutFacedown | PlaceFacedown
    ):
        return True
    refs = [getattr(effect, field, None) for field in ("what", "to", "other")]
    found = [ref for ref in refs if isinstance(ref, Ref)]
    return bool(found) and not any(ref.kind == "it" for ref in found)


QUIET: Final = (Later, If, Explore, SetLife, May)
"""Instructions about something that leave the meaning of "it"."""


def also_named(effect: Instruction) -> list[Ref]:
    """The things that an instruction names, or describes, and that "it" does not mean after it.

    An enemy that attacks or schemes is none that was touched, nor is that to which something is attached; where the
    source itself is attached to something chosen, its host is known by that.
    """
    if isinstance(effect, Attach) and effect.what == SELF and effect.to.kind == "chosen":
        return [ATTACHED]
    is_of_enemy = isinstance(effect, EnemyAttack | EnemyScheme | EnemyActivation)
    ref = getattr(effect, "what" if is_of_enemy else "to", None)
    has_both = is_of_enemy or hasattr(effect, "what")
    return [ref] if has_both and isinstance(ref, Ref) and ref.kind == "each" and ref.what is not None else []


def all_of(effects: tuple[Instruction, ...]) -> list[Ref]:
    """All things of some kind that instructions are done to, which their words find again."""
    refs = [getattr(effect, field, None) for effect in effects for field in ("what", "to")]
    return [ref for ref in refs if isinstance(ref, Ref) and ref.kind == "each" and _is_found_again(ref)]


def _is_found_again(ref: Ref) -> bool:
    return ref.what is not None and not ref.what.other and ref.what.zone == "battlefield"


def _named(ref: object) -> Kinds | None:
    """The kinds of what a reference means that is no target and not found again by its own words."""
    if not isinstance(ref, Ref) or ref.kind not in ("each", "chosen", "random", "attached"):
        return None
    return kinds_of(ref.what) if ref.what is not None else ANY


def kinds_of(what: Filter) -> Kinds:
    """The kinds of things of a description; one that has a name is a single one."""
    return tuple((*kind, "unique") for kind in what.kinds) if what.name else what.kinds


def is_person(kinds: Kinds) -> bool:
    """Whether only players are meant."""
    return all("player" in kind or "opponent" in kind for kind in kinds)


def may_be_called(kinds: Kinds, word: str, types: Collection[str], *, is_card: bool = True) -> bool:
    """Whether "that WORD" can mean something of these kinds: a Goblin may be that creature, a land may not.

    ``types`` are the card types of the game; without them only the word itself fits. ``is_card``: it may be called a
    card although the text has not called it so. An object in play may not, until it is moved.
    """
    if word == "card" and not is_card:
        return any("card" in kind for kind in kinds)
    return any(_is_called(kind, word, types) for kind in kinds)


def moves_away(effect: Instruction) -> bool:
    """Whether what an instruction is done to is a card from then on, and nothing in play or on the stack."""
    if isinstance(effect, Move):
        return effect.zone != "battlefield"
    return isinstance(effect, Destroy | Edict | SacrificeEffect | CounterSpell)


def puts_into_play(effect: Instruction) -> bool:
    """Whether what an instruction is done to, or what it finds, is in play from then on."""
    return getattr(getattr(effect, "place", effect), "zone", "") == "battlefield"


def _is_called(kind: tuple[str, ...], word: str, types: Collection[str]) -> bool:
    if word in kind:
        return True
    if not kind:
        return word not in ON_STACK
    if is_person((kind,)) or word in ("player", "opponent"):
        return False
    if word == "card" and "token" in kind:
        return False
    if word == "card" or (word == "permanent" and "card" not in kind):
        return True
    return word in types and not any(other in types or other in ON_STACK for other in kind)


ON_STACK: Final = ("spell", "ability")
"""Nouns of what is on the stack: nothing is called so that was not called so."""


def antecedent_of(events: tuple[Event, ...]) -> Ref:
    """The object that the events of a trigger are about: its source, or the object of the event."""
    return EVENT if any(_has_object(event) and not event.source for event in events) else SELF


def scene_of(events: tuple[Event, ...]) -> Scene:
    """The things that a trigger speaks of: the object of its event, what is on its other side, the player.

    Of several events, what each of them has.
    """
    antecedent = antecedent_of(events)
    scenes = [_scene(event, antecedent) for event in events]
    shared = [ref for ref in scenes[0] if all(ref in scene for scene in scenes)]
    return tuple((ref, tuple(dict.fromkeys(kind for scene in scenes for kind in scene[ref]))) for ref in shared)


def _has_object(event: Event) -> bool:
    return event.source or event.attached or event.name == "cast" or _is_about_thing(event)


def _is_about_thing(event: Event) -> bool:
    return event.what is not None and not is_person(event.what.kinds)


def _scene(event: Event, antecedent: Ref) -> dict[Ref, Kinds]:
    found: dict[Ref, Kinds] = {}
    if _has_object(event):
        found[antecedent] = kinds_in(event)
    if event.name == "step" and event.who == "attached":
        found[ATTACHED] = ANY
    found.update(_others(event))
    if _names_player(event):
        found[Ref("event player")] = (("player",),)
    return found


def kinds_in(event: Event) -> Kinds:
    """The kinds of an event's object: what is cast may be called a spell, too."""
    if event.what is None:
        return (("spell",),) if event.name == "cast" else ANY
    return tuple((*kind, "spell") for kind in event.what.kinds) if event.name == "cast" else event.what.kinds


PLAYERS_DO: Final = (
    *("cast", "activated", "drawn", "discarded", "sacrificed", "cycled", "milled", "played"),
    *("gains life", "loses life", "tapped for mana", "step", "puts counters", "puts a counter"),
)
"""Events whose text begins with a player who does them, or in whose turn they are."""


def _names_player(event: Event) -> bool:
    """Whether a trigger speaks of a player who is not you."""
    if event.who == "you" and event.name in PLAYERS_DO:
        return False
    other = event.other.kind in ("players", "opponents") if event.other is not None else False
    if event.other is not None and event.other.what is not None:
        other = is_person(event.other.what.kinds)
    owned = event.what is not None and (event.what.of == "opponent" or event.what.whose is not None)
    return other or owned or event.name in PLAYERS_DO or event.who not in ("", "you") or bool(event.turn)


def _others(event: Event) -> dict[Ref, Kinds]:
    """The thing on the other side of an event, if it is no player."""
    if event.name == "becomes target":
        return {Ref("event other"): ((event.how,),) if event.how else (("spell",), ("ability",))}
    what = event.other.what if event.other is not None and event.other.kind == "each" else None
    return {Ref("event other"): what.kinds} if what is not None and what.zone else {}


def others_of(events: tuple[Event, ...]) -> Scene:
    """The other things that a trigger speaks of besides the object of its event."""
    return tuple(_others(events[0]).items())


def mentioned(effect: Instruction) -> Ref | None:
    """The thing that an instruction is done to, if the text or its game has a noun for it: the next "it" means that."""
    for field in ("to", "what"):
        ref = getattr(effect, field, None)
        if isinstance(ref, Ref) and (ref.kind in ("event", "event other") or ref.kind in NAMED_BY_GAMES):
            return ref
    return None


ATTACHED: Final = Ref("attached")
EACH: Final = ("players", "opponents")
"""Players who each act by themselves."""
PEOPLE: Final = ("controller", "owner", "defending player")
"""The players that an instruction names as its actors, whom "that player" means after it."""
NAMED_BY_GAMES: Final[tuple[OwnRef, ...]] = get_args(OwnRef)

UNNUMBERED: Final = (
    "enters",
    "leaves",
    LEAVES_ALIVE,
    "dies",
    "buried",
    "step",
    "attacks",
    "attacked",
    "blocks",
    "cast",
    "becomes target",
    "drawn",
    "discarded",
    "sacrificed",
    "cycled",
    "milled",
    "played",
)
"""Events that have no number, unless several of them are taken together."""


def has_number(events: tuple[Event, ...]) -> bool:
    """Whether "that many" can be the number of an event: of damage, of life, of the things together."""
    return all(event.batch or event.name not in UNNUMBERED for event in events)


GIVING: Final[dict[type, GivenUp]] = {
    Sacrifice: "sacrificed",
    SacrificeSelf: "sacrificed",
    Edict: "sacrificed",
    DiscardCost: "discarded",
    DiscardSelf: "discarded",
    Discard: "discarded",
    DiscardUntil: "discarded",
    TapOther: "tapped",
    TapTotal: "tapped",
    RevealCost: "revealed",
    Mill: "milled",
}
"""The deeds of parts of a cost and of instructions, as the text calls afterwards what they were done to."""
MOVING: Final[dict[str, GivenUp]] = {"exile": "exiled", "hand": "returned", "graveyard": "milled"}


def deeds(parts: Cost) -> frozenset[GivenUp]:
    """The deeds of a cost that a text can speak of: "sacrificed", "exiled"."""
    return frozenset(word for word, _ in deeds_of(parts))


def deeds_of(parts: Cost) -> list[tuple[GivenUp, CostPart]]:
    """The parts of a cost that a text can speak of, by what each does: "sacrificed", "exiled"."""
    found: list[tuple[GivenUp, CostPart]] = []
    for part in parts:
        if isinstance(part, EitherCost):
            found += [each for way in part.options for each in deeds_of(way)]
        elif isinstance(part, MoveCost | MoveSelf | LibraryCost):
            found += [(MOVING[part.zone], part)] if part.zone in MOVING else []
        elif type(part) in GIVING:
            found.append((GIVING[type(part)], part))
    return found


def number_of(cost: Cost) -> Amount | None:
    """The number that a cost speaks of, if it is one: of the cards discarded for it, of the life, X."""
    found: list[Amount] = []
    for part in cost:
        if isinstance(part, Mana):
            found += [Variable()] if "X" in part.symbols else []
            continue
        count = next((getattr(part, name) for name in ("amount", "count", "times") if hasattr(part, name)), None)
        is_any = isinstance(count, Variable) and count != Variable()
        found += [] if count is None or count == 1 else [EventAmount() if is_any else count]
    return found[0] if len(found) == 1 else None


def may_be_given_up(part: CostPart, what: Filter, types: Collection[str]) -> bool:
    """Whether one thing that a part of a cost gives up may be called so: it is one, and of such a kind.

    Of several things none is "the sacrificed creature", and of an artifact none is called a creature.
    """
    given, count = getattr(part, "what", None), getattr(part, "count", 1)
    if count != 1 or isinstance(part, TapTotal):
        return False
    words = [kind[-1] for kind in what.kinds]
    return not isinstance(given, Filter) or any(may_be_called(given.kinds, word, types) for word in words)
