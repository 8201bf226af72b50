"""Cards that are not accepted: a face that its layout does not have, or that is not all done; modes beside keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AdditionalCost, SpellText
from engine.games.magic.casting_modes import is_announced
from engine.games.magic.keywords.hidden import MADNESS
from engine.games.magic.keywords.spells import OF_SPELLS
from engine.games.magic.layouts import ADVENTURE, BESTOW, OMEN, PREPARED, ROOM, SPLIT
from engine.games.magic.splicing import doubts_of_splice

if TYPE_CHECKING:
    from engine.abilities import Mana
    from engine.cards.definitions import CardDef

_SPELLS: Final = frozenset(("instant", "sorcery"))
_OF_SPELLS: Final = (SpellText, AdditionalCost)
"""Abilities that mean nothing but on the stack: a split card that is no spell has those of both halves (709.4c)."""


def doubts_of_faces(definition: CardDef) -> list[str]:
    """The faults of a card's faces by the rules of its layout (702.103, 709, 712, 715, 720)."""
    if "battle" in definition.words:
        return ["a battle that is defeated is cast transformed, which is not done (310.11b)"]
    is_modal = any(isinstance(own, SpellText) and own.modes is not None for own in definition.abilities)
    if is_modal and not OF_SPELLS.isdisjoint(definition.keywords):
        return ["what a keyword has a spell do before or after all else is not done with modes"]
    if BESTOW in definition.keywords and definition.layout != BESTOW:
        return ["a card with bestow has the layout of that, and the face of an Aura (702.103b)"]
    if doubts := doubts_of_splice(definition):
        return doubts
    if not definition.faces:
        return []
    if any(MADNESS in face.keywords for face in (definition, *definition.faces)):
        return ["a card of several faces is not cast with madness (702.35a)"]
    additions = [own for face in (definition, *definition.faces) for own in face.abilities]
    if any(isinstance(own, AdditionalCost) and is_announced(own) for own in additions):
        return ["of a card of several faces the choice among additional costs is not announced (601.2b)"]
    if definition.layout in (ADVENTURE, OMEN, PREPARED):
        return _doubts_of_inset(definition)
    if definition.layout == ROOM:
        return _doubts_of_doors(definition)
    return _doubts_of_halves(definition) if definition.layout == SPLIT else []


def _doubts_of_doors(definition: CardDef) -> list[str]:
    found = [f"{half.name} is no Room" for half in definition.faces if "room" not in half.words]
    open_costs = [half.name for half in definition.faces if not _is_plain(half.cost)]
    found += [f"the cost of {name} is not paid in one way alone" for name in open_costs]
    return found + _doubts_of_cost(definition)


def _doubts_of_inset(definition: CardDef) -> list[str]:
    (inset,) = definition.faces
    if _SPELLS.isdisjoint(inset.words):
        return [f"{inset.name} is no instant or sorcery"]
    if definition.layout != PREPARED and definition.layout not in inset.words:
        return [f"{inset.name} has not the subtype {definition.layout}"]
    return [] if inset.cost is not None else [f"{inset.name} has no mana cost"]


def _doubts_of_halves(definition: CardDef) -> list[str]:
    found = [f"{half.name} is no instant or sorcery" for half in definition.faces if _SPELLS.isdisjoint(half.words)]
    others = [half.name for half in definition.faces if not all(isinstance(a, _OF_SPELLS) for a in half.abilities)]
    found += [f"{name} has abilities that work elsewhere than on the stack" for name in others]
    return found + _doubts_of_cost(definition)


def _is_plain(cost: Mana | None) -> bool:
    """Whether a cost has neither an X nor a symbol that is paid in one of several ways."""
    return cost is not None and set("/X").isdisjoint("".join(cost.symbols))


def _doubts_of_cost(definition: CardDef) -> list[str]:
    symbols = [symbol for half in definition.faces if half.cost is not None for symbol in half.cost.symbols]
    if definition.cost is not None and list(definition.cost.symbols) == symbols:
        return []
    return ["the mana cost of a split card is that of its halves"]
