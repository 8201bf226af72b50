"""Abilities that speak of what another ability of the same card has done (607): without that one they mean nothing.

"The sacrificed creature" is what the cost of the ability gave up, or an additional cost of its card; "the exiled card"
what any ability of the card exiles; "the chosen color" what is chosen as the card enters, or by the ability itself, if
only as the colour of the mana that it adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.abilities import (
    CHOSEN_MANA,
    GIVEN_UP,
    Ability,
    AdditionalCost,
    AddMana,
    AlternativeCost,
    Body,
    Chooses,
    ChooseWord,
    CostPart,
    Devotion,
    Filter,
    GivenUp,
    Grant,
    Keyword,
    Modify,
    Ref,
    Test,
)
from engine.text.mentions import SEVERAL, deeds_of, may_be_given_up
from engine.text.phrases import has, parts_of, records_in, records_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Deed: TypeAlias = tuple[str, CostPart | None]
"""The deed, as the text calls it, and the part of a cost that does it, if one does."""


def unlinked(ability: Ability, card: tuple[Ability, ...], types: Collection[str]) -> str:
    """The word by which an ability speaks of what no ability of its card does; "" if there is none."""
    if not _speaks_of_deeds(ability):
        return ""
    done: list[Deed] = [deed for each in card for deed in _paid_with_card(each)]
    if any(word == "exiled" for word, _ in done) and any(map(_is_exiled_with, records_of(ability, Ref))):
        return "exiled"  # nothing keeps what the cost of a permanent exiled (607.2q)
    if any(map(_exiles, card)):
        done.append(("exiled", None))
    made: list[str] = [part.what for part in records_of(card, Chooses)]
    made += [family for part in records_of(ability, AddMana, ChooseWord) if (family := _chooses(part))]
    done += [(f"chosen {_kind(family)}", None) for family in made]
    return next(_undone(ability, tuple(done), types), "")


def _speaks_of_deeds(ability: Ability) -> bool:
    """Whether an ability calls anything by what was done to it, or was chosen."""
    choices = records_of(ability, Test, Devotion, AddMana, Keyword, Modify, Grant)
    return has(ability, *GIVEN_UP) or any(map(_choice_in, choices))


def _undone(part: object, done: tuple[Deed, ...], types: Collection[str]) -> Iterator[str]:
    """The words in a part that speak of a deed which is neither done by its card nor paid for it."""
    if isinstance(part, tuple):
        for each in part:
            yield from _undone(each, done, types)
    elif isinstance(part, Ref) and part.kind in GIVEN_UP and not _is_done(part, done, types):
        yield part.kind
    elif (choice := _choice_in(part)) and all(word != f"chosen {choice}" for word, _ in done):
        yield "chosen"
    elif (inner := parts_of(part)) is not None:
        done += tuple(deeds_of(getattr(part, "cost", None) or ()))
        if isinstance(part, Body):
            done += tuple(deed for effect in part.effects for deed in deeds_of(getattr(effect, "cost", ())))
        for each in inner:
            yield from _undone(each, done, types)


def _is_done(ref: Ref, done: tuple[Deed, ...], types: Collection[str]) -> bool:
    """Whether one of the deeds was done to a thing that may be called so."""
    found = [part for word, part in done if word == ref.kind]
    what = ref.what
    if what is None:
        return bool(found)
    return any(part is None or may_be_given_up(part, what, types) for part in found)


def _choice_in(part: object) -> str:
    """The kind of choice for which a part stands: "color", "type", or "" for none."""
    match part:
        case Test(op="chosen", field=field):
            return _kind(field)
        case Devotion(colors=colors):
            return "color" if "chosen color" in colors else ""
        case AddMana(choices=choices):
            return "color" if CHOSEN_MANA in choices else ""
        case Keyword(what=Filter(kinds=kinds)) if any("chosen color" in kind for kind in kinds):
            return "color"
        case Modify(becomes=becomes, gains=gains) | Grant(becomes=becomes, gains=gains):
            said = [word for word in (*becomes, *gains) if word.startswith("chosen ") or " chosen " in word]
            return _kind(said[0]) if said else ""
        case _:
            return ""


def _chooses(part: object) -> str:
    """The kind of word that a part has its player choose, if only by the one mana it adds; "" for none."""
    if isinstance(part, AddMana):
        is_one = not part.mixed and len(part.choices) > 1 and all(len(set(choice)) == 1 for choice in part.choices)
        return "color" if is_one else ""
    return part.family if isinstance(part, ChooseWord) else ""


def _kind(family: str) -> str:
    """A family of words as "the chosen ..." tells it from others: a color is no type."""
    return "color" if "color" in family else "type" if "type" in family else family


def _is_exiled_with(part: object) -> bool:
    """Whether a part means all cards "exiled with" the source."""
    return isinstance(part, Ref) and part.kind == "exiled" and part.count == SEVERAL


def _paid_with_card(ability: Ability) -> list[tuple[GivenUp, CostPart]]:
    """The deeds by which the card of an ability may have been paid."""
    if isinstance(ability, AdditionalCost | AlternativeCost | Keyword):
        return deeds_of(ability.cost)
    return []


def _exiles(ability: Ability) -> bool:
    """Whether an ability puts anything into exile."""
    return any(
        getattr(part, "zone", "") == "exile" or bool(getattr(part, "exiled", False))
        for part in records_in(ability)
        if not hasattr(part, "kinds")
    )
