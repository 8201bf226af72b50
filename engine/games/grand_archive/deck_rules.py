"""What a deck must be: a main deck, and a material deck with a champion of level 0."""

from __future__ import annotations

from typing import Final

from engine.cards import UnknownCard, card

LEAST_MAIN: Final = 60
MOST_MAIN: Final = 250
"""A bound of ours, so that a deck cannot be used to exhaust a server."""
MOST_MATERIAL: Final = 12
MOST_COPIES: Final = 4


def check_deck(game: str, entries: tuple[tuple[str, int], ...]) -> list[str]:
    """Everything that is wrong with a deck, as sentences; nothing if it is legal."""
    problems = []
    main = material = champions = 0
    for name, count in entries:
        try:
            definition = card(game, name)
        except UnknownCard:
            problems.append(f"{name}: no such card")
            continue
        is_material = bool({"champion", "regalia"} & set(definition.words))
        most = 1 if is_material else MOST_COPIES
        if not 0 < count <= most:
            problems.append(f"{name}: {count} copies; a deck has at most {most}")
        if is_material:
            material += count
            champions += "champion" in definition.words and dict(definition.extra).get("level") == 0
        else:
            main += count
    if not LEAST_MAIN <= main <= MOST_MAIN:
        problems.append(f"{main} cards in the main deck; it has {LEAST_MAIN} to {MOST_MAIN}")
    if material > MOST_MATERIAL:
        problems.append(f"{material} cards in the material deck; it has at most {MOST_MATERIAL}")
    if not champions:
        problems.append("no champion of level 0 in the material deck")
    return problems
