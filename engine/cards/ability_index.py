"""The index of an object's abilities by purpose: sorted once, shared by all objects that have the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AbilitiesOf, AlternativeCost, AsThough, CostChange, Forbid

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text


USED: Final = frozenset({"activated", "timed"})
"""The kinds of abilities that a player uses."""


def _may_be_mana(text: Text) -> bool:
    return text.is_mana or isinstance(text.ability, AbilitiesOf)


class Kit:
    """Abilities by what asks for them; ``known`` are all texts of the match, by number.

    ``activated`` are the texts of activated abilities, in order; ``is_shared``: some of them may be activated by others
    than the controller (602.2). ``offers`` are for each zone those that work there, each once, with its place among all
    of them. ``mana`` are the mana abilities, ``has_simple_mana``: all of them are simple; ``adders`` are the triggered
    ones; ``bears_on_mana``: some of them may change what others' cost or make. ``grants`` have continuous effects,
    ``statics`` are read where they matter. Of the object itself ``forbids`` say what can't be done, ``permits`` what
    can as though it were otherwise, ``changes`` what it costs more or less, ``instead`` for what its abilities may be
    activated instead (118.9); ``bears_on_price``: there are some of the last two.
    """

    __slots__ = (
        "activated",
        "adders",
        "bears_on_mana",
        "bears_on_price",
        "changes",
        "forbids",
        "grants",
        "has_simple_mana",
        "instead",
        "is_shared",
        "mana",
        "offers",
        "permits",
        "statics",
    )

    def __init__(self, texts: list[Text], known: list[Text]) -> None:
        self.activated = tuple(text.number for text in texts if text.kind in USED)
        self.is_shared = any(text.open_to for text in texts if text.kind == "activated")
        self.offers: dict[str, list[tuple[int, Text]]] = {}
        for place, number in enumerate(self.activated):
            if number not in self.activated[:place]:
                text = next(text for text in texts if text.number == number)
                self.offers.setdefault(text.zone, []).append((place, text))
        self.mana = tuple(text for text in texts if text.is_mana)
        self.has_simple_mana = all(text.simple for text in self.mana)
        self.adders = tuple(text for text in texts if text.adds_at_once)
        self.bears_on_mana = any(
            text.kind == "static" or any(_may_be_mana(known[number]) for number in text.granted) for text in texts
        )
        self.grants = tuple(text for text in texts if text.kind == "grant")
        self.statics = tuple(text for text in texts if text.kind == "static")
        abilities = [text.ability for text in texts]
        self.forbids = tuple(own for own in abilities if isinstance(own, Forbid))
        self.permits = tuple(own for own in abilities if isinstance(own, AsThough) and own.source)
        self.changes = tuple(own for own in abilities if isinstance(own, CostChange) and own.source)
        self.instead = tuple(own for own in abilities if isinstance(own, AlternativeCost) and own.name == "activate")
        self.bears_on_price = bool(self.changes or self.instead)
