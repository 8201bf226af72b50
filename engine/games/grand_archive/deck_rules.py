"""The rules of a deck: a main deck, and a material deck with a champion of level 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.faults import Fault

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, DeckCards

MAIN: Final = "Main Deck"
MATERIAL: Final = "Material Deck"
DIVINE: Final = "divine relic"
PART: Final = "material"
"""The name of the second part of a deck list."""
LEAST_MAIN: Final = 60
MOST_MAIN: Final = 250
"""A bound of ours, so that a deck cannot be used to exhaust a server."""
MOST_MATERIAL: Final = 12
MOST_COPIES: Final = 4


def is_material(definition: CardDef) -> bool:
    """Whether a card is of the material deck."""
    return not {"champion", "regalia"}.isdisjoint(definition.words)


def check_deck(deck: DeckCards) -> list[Fault]:
    """Everything that is wrong with a deck; nothing if it is legal."""
    problems = []
    main = material = champions = 0
    for definition, count in deck:
        rule, most = (MATERIAL, 1) if is_material(definition) else (MAIN, MOST_COPIES)
        if not 0 < count <= most:
            problems.append(Fault(rule, f"{count} copies; a deck has at most {most}", definition.name))
        if "token" in definition.words:
            problems.append(Fault(rule, "a token is in no deck", definition.name))
        if rule == MATERIAL:
            material += count
            champions += "champion" in definition.words and dict(definition.extra).get("level") == 0
        else:
            main += count
    if not LEAST_MAIN <= main <= MOST_MAIN:
        problems.append(Fault(MAIN, f"{main} cards in the main deck; it has {LEAST_MAIN} to {MOST_MAIN}"))
    if material > MOST_MATERIAL:
        problems.append(Fault(MATERIAL, f"{material} cards in the material deck; it has at most {MOST_MATERIAL}"))
    if not champions:
        problems.append(Fault(MATERIAL, "no champion of level 0 in the material deck"))
    return [*problems, *_relics(deck)]


def _relics(deck: DeckCards) -> list[Fault]:
    """Divine Relic 1: only one card with this keyword in the material deck."""
    relics = [definition.name for definition, _ in deck if is_material(definition) and DIVINE in definition.keywords]
    return [Fault("Divine Relic 1", f"a divine relic beside {relics[0]}; a deck has one", name) for name in relics[1:]]
