"""Who does what a sentence says: instructions of which the subject is somebody else than the player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeGuard

from engine.abilities import (
    ANY_NUMBER,
    IT,
    YOU,
    Choose,
    Count,
    Damage,
    Discard,
    Draw,
    Edict,
    Filter,
    GainLife,
    Instruction,
    LoseLife,
    Math,
    May,
    Mill,
    Move,
    PutCounters,
    Ref,
    RevealCards,
    SacrificeEffect,
    Tap,
    ThisTurn,
    Token,
    Untap,
    Value,
)
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.mentions import NAMED_BY_GAMES, PEOPLE, is_person
from engine.text.offers import BY_DEED
from engine.text.phrases import (
    PERSONS,
    TargetRef,
    rewrite,
    top_or_bottom,
    with_subject,
)

PLAYERS: Final = (*BY_DEED, *PERSONS)
"""References that mean players."""
EACH: Final = ("players", "opponents")
WHERE_EACH_PUTS: Final = ("exile", "memory", "graveyard", "hand", "battlefield")
"""The zones to which each of several players puts cards of its own choice."""
HELD: Final = ("hand", "memory")
"""The zones in which nobody else sees whether somebody has a card of a kind."""
SINGLE: Final = (*BY_DEED, "players", "that player", *PEOPLE, *NAMED_BY_GAMES)
"""References to one, or to each of several, of whom a text says "draws"; "your opponents" draw."""


NUMBERED: Final = (Draw, Discard, Edict, GainLife, LoseLife, Mill, Token)
"""Instructions that each of several players carries out so often."""


def done_by(subject: Ref, effects: Effects) -> Effects:
    """The deeds of a subject; what another player would do as you do, with nothing of its own, is not said of it."""
    if subject.kind == "owner" and subject.of is not None and is_brought_home(effects):
        return tuple(replace(effect, what=subject.of) for effect in effects)
    if (ends := top_or_bottom(effects)) is not None:
        if subject.kind != "owner" or subject.of is None or ends.kind != "pronoun":
            raise Reject
        moved = (replace(each, what=subject.of) if isinstance(each, Move) else each for each in effects[1:])
        return (May(1, subject), *moved)
    if (returned := _put_back_of_theirs(subject, effects)) is not None:
        return returned
    done = chosen_by(subject, with_subject(effects, subject))
    if subject != YOU and done == effects:
        raise Reject
    return done


def _put_back_of_theirs(subject: Ref, effects: Effects) -> Effects | None:
    """Targets in the graveyard of a player, itself a target, who shuffles them into the library; none if it is else."""
    match effects:
        case (Move(what=TargetRef() as cards, zone="library") as move,) if isinstance(subject, TargetRef):
            what = cards.spec.what
            if not is_player(subject) or what.zone != "graveyard" or what.whose is None or what.whose.kind != "they":
                return None
            own = replace(cards, spec=replace(cards.spec, what=replace(what, whose=subject)))
            return (replace(move, what=own),)
        case _:
            return None


def as_many_as_liked(subject: Ref, effects: Effects) -> Effects:
    """The card, or none, that each of several players may put somewhere, all at once (101.4)."""
    match effects:
        case (Move(what=Ref(kind="chosen", count=1, up_to=False) as what) as move,) if subject.kind in EACH:
            return (replace(move, what=replace(what, up_to=True)),)
        case _:
            return effects


def puts_any_number(effects: Effects) -> bool:
    """Whether each of several players puts any number of things somewhere, which may be none."""
    match effects:
        case (Move(what=Ref(kind="chosen", up_to=True, of=Ref(kind=kind))),):
            return kind in EACH
        case (May(steps=0, who=Ref(kind=kind)),):
            return kind in EACH
        case _:
            return False


def check_doer(who: Ref) -> None:
    """Refuse a doer that the text has not spoken of: whoever may do something is asked by a pronoun."""
    if isinstance(who, TargetRef) or who.kind in ("self", "each", "chosen", "attached"):
        raise Reject


def is_done_by_others(effects: Effects, doer: Ref) -> bool:
    """Whether a sentence says that one player does something, and the next one asks whether another player did.

    "You" may have had others do it; where nobody is named nobody is mistaken for another.
    """
    named = [who for effect in effects if isinstance(who := getattr(effect, "who", None), Ref)]
    asked = [effect.who for effect in effects if isinstance(effect, May)]
    if doer == YOU:
        doers = asked or (named if len(named) == len(effects) else [])
        return bool(doers) and YOU not in doers
    return bool(asked) and all(who == YOU for who in named)


def is_brought_home(effects: Effects) -> TypeGuard[tuple[Move, ...]]:
    """Whether a thing that was just named goes where it goes by its owner's hand as by any other."""
    return all(isinstance(effect, Move) and effect.what.kind in ("pronoun", "self") for effect in effects)


def chosen_by(subject: Ref, effects: Effects) -> Effects:
    """The deeds of a player other than you with things of its own choice: "theirs" means that player's."""
    if subject == YOU:
        return effects
    return tuple(_chosen_by(subject, effect) for effect in effects)


def is_player(ref: Ref) -> bool:
    """Whether a subject is known to be a player."""
    if isinstance(ref, TargetRef):
        return ref.spec.what.zone == "" and is_person(ref.spec.what.kinds)
    return ref.kind in PLAYERS


def _is_zone_of_theirs(ref: Ref) -> bool:
    return ref.kind == "zone" and ref.of is not None and ref.of.kind == "that player"


def _of_each(effect: Instruction, who: Ref) -> Instruction:
    """The deed or damage of each of several players, as often as there are things of their own."""

    def own(part: object) -> object:
        if isinstance(part, Ref) and part.kind == "that player":
            return replace(part, of=who)
        return who if isinstance(part, Ref) and part.kind == "they" else part

    if isinstance(effect, Edict):
        effect = replace(effect, what=rewrite(effect.what, own))
    field = "count" if isinstance(effect, Edict | Token) else "amount"
    number = getattr(effect, field)
    if not isinstance(number, Count | Value | Math):
        return effect
    changed: dict[str, Any] = {field: rewrite(number, own)}
    return replace(effect, **changed)


def with_own_numbers(effects: Effects) -> Effects:
    """Instructions whose number each of several players has for themselves, where one X is said of it."""
    if len(effects) != 1:
        return effects
    who = getattr(effects[0], "who", None)
    if isinstance(effects[0], NUMBERED) and isinstance(who, Ref) and who.kind in EACH:
        return (_of_each(effects[0], who),)
    return tuple(_chosen_by(IT, effect) if isinstance(effect, Damage) else effect for effect in effects)


def _chosen_by(subject: Ref, effect: Instruction) -> Instruction:
    if isinstance(effect, Damage) and effect.to.kind in EACH and not effect.also and subject.kind not in EACH:
        return _of_each(effect, effect.to)
    if subject.kind in EACH and isinstance(effect, NUMBERED):
        effect = _of_each(effect, subject)
    if isinstance(effect, ThisTurn) and (subject.kind in EACH or not is_player(subject)):
        raise Reject  # of all of them it is said in words of their own
    if isinstance(effect, Mill) and effect.who.kind == "they" and is_player(subject):
        return replace(effect, who=subject)
    what = getattr(effect, "what", None)
    if isinstance(effect, SacrificeEffect) and effect.what.kind == "chosen":
        raise Reject  # whoever sacrifices chooses of its own, and these are yours
    if isinstance(effect, Move) and _is_zone_of_theirs(effect.what) and is_player(subject):
        return replace(effect, what=replace(effect.what, of=subject))
    if isinstance(effect, Move) and isinstance(what, Ref) and what.kind == "random" and is_player(subject):
        return _picked_from_theirs(subject, effect)
    if isinstance(effect, Discard):
        return _discarded_of_theirs(subject, effect)
    if not isinstance(what, Ref) or what.kind != "chosen" or what.what is None:
        return effect
    if isinstance(effect, Choose):
        return _named_by_them(subject, effect, what)
    if not isinstance(effect, Move | Tap | Untap | PutCounters | RevealCards):
        return effect
    if subject.kind == "they":
        subject = Ref("that player", subject.index)
    whose = what.what.whose
    if isinstance(effect, PutCounters):
        return _laden_of_theirs(subject, effect, what)
    exiled = isinstance(effect, Move) and effect.zone == "exile" and isinstance(subject, TargetRef)
    is_theirs = whose is not None and (whose.kind == "they" or (exiled and whose.kind == "that player"))
    is_one = is_player(subject) and subject.kind not in EACH
    if isinstance(effect, Move) and subject.kind in EACH and is_theirs and effect.zone in WHERE_EACH_PUTS:
        is_of_kind = replace(what.what, whose=None) != Filter((("card",),), zone=what.what.zone)
        is_held = is_of_kind and what.what.zone in HELD and not what.up_to
        if replace(effect, what=IT) != Move(IT, effect.zone) or is_held:
            raise Reject
        return replace(effect, what=replace(what, of=subject, what=replace(what.what, whose=subject)))
    if isinstance(effect, RevealCards) and not (is_one and is_theirs):
        return effect
    if not isinstance(effect, Move | RevealCards) or not is_one or not is_theirs:
        raise Reject  # what is not done by one player with cards of its own
    own = replace(what, of=subject, what=replace(what.what, whose=subject))
    if isinstance(effect, RevealCards):
        return replace(effect, what=own)
    on_battlefield = effect.zone == "battlefield" and not effect.under
    return replace(effect, what=own, under="owner" if on_battlefield else effect.under)


def _named_by_them(subject: Ref, effect: Choose, what: Ref) -> Choose:
    """Things that a player, or each of several, chooses and to which something is done by the text (608.2d)."""
    if subject.kind == "they":
        subject = Ref("that player", subject.index)
    whose = what.what.whose if what.what is not None else None
    is_theirs = whose is not None and whose.kind in ("they", "that player")
    if not is_player(subject) or what.what is None or (whose is not None and not is_theirs):
        raise Reject
    if subject.kind in EACH and (not is_theirs or what.up_to or what.count == ANY_NUMBER):
        raise Reject  # two of them might choose the same, and how many all of them chose is not said
    kind = replace(what.what, whose=subject) if is_theirs else what.what
    return replace(effect, what=replace(what, of=subject, what=kind))


def _laden_of_theirs(subject: Ref, effect: PutCounters, what: Ref) -> PutCounters:
    """Counters that one player puts on a thing of its own choice that it controls."""
    theirs = what.what.whose if what.what is not None else None
    is_one = is_player(subject) and subject.kind not in EACH
    if theirs is None or theirs.kind not in ("they", "that player") or not is_one or what.what is None:
        return effect
    return replace(effect, what=replace(what, of=subject, what=replace(what.what, whose=subject)))


def _picked_from_theirs(subject: Ref, effect: Move) -> Move:
    """The cards that chance picks from a zone of one player, who puts them elsewhere."""
    picked = effect.what.what
    is_theirs = picked is not None and picked.whose is not None and picked.whose.kind == "they"
    if not is_theirs or picked is None:
        return effect
    if subject.kind in EACH and picked.zone not in HELD:
        return effect
    return replace(effect, what=replace(effect.what, what=replace(picked, whose=subject)))


def _discarded_of_theirs(subject: Ref, effect: Discard) -> Discard:
    """Cards that a player discards from a zone of its own, by its choice or at random."""
    what = effect.what
    theirs = what.what.whose if what is not None and what.what is not None else None
    if what is None or what.what is None or theirs is None or theirs.kind != "they":
        return effect
    if not is_player(subject) or (subject.kind in EACH and what.kind == "chosen"):
        raise Reject
    own = replace(what.what, whose=subject)
    return replace(effect, what=replace(what, what=own, of=subject if what.kind == "chosen" else what.of))
