"""The titles by which texts call other cards: those of characters, schemes and environments."""

from __future__ import annotations

import tomllib
from typing import Final

from engine.assets import read_folder
from engine.text.words import split

CALLED: Final = ("hero", "alter-ego", "ally", "villain", "leader", "minion", "scheme", "environment")
"""Words of type lines of cards that texts call by name."""


def names_of_cards() -> tuple[str, ...]:
    """The titles; those of earlier editions as well, as their texts say them."""
    found: dict[str, str] = {}
    for _, text in read_folder(__package__, "cards", ".toml"):
        for table in tomllib.loads(text)["card"]:
            titles = [str(each.get("title", each["name"])) for each in (table, {**table, **table.get("formerly", {})})]
            kinds = str(table["type"]).lower().partition(" - ")[0].split()
            if any(word in CALLED for word in kinds):
                found |= {" ".join(word.lower for word in split(title)): title for title in titles}
    return tuple(found.values())
