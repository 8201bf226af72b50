"""Mentions in a text: the things that "it" may mean next. Reading and writing keep the same account, so they agree."""

from __future__ import annotations

from typing import TypeAlias

from engine.abilities import (
    EVENT,
    SELF,
    ChooseRevealed,
    CopySpell,
    Discard,
    DiscardUntil,
    Edict,
    EncounterSearch,
    EnemyAttack,
    Event,
    Instruction,
    Look,
    Mill,
    Ref,
    RevealUntil,
    Search,
    Token,
    TokenCopy,
)

Kinds: TypeAlias = tuple[tuple[str, ...], ...]
ANY: Kinds = ((),)
"""The kinds of a thing that may be called by any noun."""
_CARD: Kinds = (("card",),)


def introduced(effect: Instruction) -> Kinds | None:
    """The kinds of what an instruction brings up that no reference of it names: what it makes, finds, gives up."""
    match effect:
        case Token(types=types):
            return ((*types, "token"),)
        case TokenCopy():
            return ANY
        case Search(what=what) | Edict(what=what) | EncounterSearch(what=what) | DiscardUntil(what=what):
            return tuple((*kind, "card") for kind in what.kinds)
        case Discard() | Mill() | Look() | RevealUntil() | ChooseRevealed():
            return _CARD
        case EnemyAttack():
            return (("character",),)
        case CopySpell():
            return (("copy", "spell", "ability"),)
        case _:
            return _named(getattr(effect, "what", None) or getattr(effect, "to", None))


def _named(ref: object) -> Kinds | None:
    """The kinds of what a reference means that is no target and not found again by its own words."""
    if not isinstance(ref, Ref) or ref.kind not in ("each", "chosen", "random", "attached"):
        return None
    return ref.what.kinds if ref.what is not None else ANY


def is_person(kinds: Kinds) -> bool:
    """Whether only players are meant."""
    return all("player" in kind or "opponent" in kind for kind in kinds)


def may_be_called(kinds: Kinds, word: str) -> bool:
    """Whether "that WORD" can mean something of these kinds."""
    return any(not kind or word in kind for kind in kinds)


def antecedent_of(events: tuple[Event, ...]) -> Ref:
    """The meaning of "it" in the text of a triggered ability: its source, or the object of the event."""
    first = events[0]
    return SELF if first.source or (first.what is None and not first.attached) else EVENT


def others_of(events: tuple[Event, ...]) -> tuple[tuple[Ref, Kinds], ...]:
    """The other things that a trigger speaks of besides the object of its event."""
    first = events[0]
    if first.name == "becomes target":
        return ((Ref("event other"), ((first.how,),) if first.how else (("spell",), ("ability",))),)
    what = first.other.what if first.other is not None and first.other.kind == "each" else None
    return ((Ref("event other"), what.kinds),) if what is not None and what.zone else ()
