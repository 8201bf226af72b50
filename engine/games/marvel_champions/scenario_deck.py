"""Scenarios: what the players are up against, by name, difficulty and modular sets; the deck that comes of it.

A match names one in a line: ``rhino``, ``rhino expert``, ``rhino expert modular: Bomb Scare, Masters of Evil``.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.assets import package_of, read_folder
from engine.cards.definitions import card, card_names
from engine.cards.edition import LATEST
from engine.errors import Refusal

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef

NEMESIS: Final = " Nemesis"
"""The end of a nemesis set's name, after that of its hero."""
EXPERT: Final = "expert"

Entries = tuple[tuple[str, int], ...]
Table = dict[str, list[str]]


@cache
def tables(game: str) -> dict[str, Table]:
    """The scenarios that ship with the game, by key."""
    return {key: tomllib.loads(text) for key, text in read_folder(package_of(game), "scenarios", ".toml")}


@lru_cache(maxsize=64)
def deck_of(game: str, scenario: str, decks: tuple[Entries, ...], edition: int = LATEST) -> Entries:
    """All cards of the scenario's side against these decks: stages in order, encounter and nemesis sets, obligations.

    Raises:
        Refusal: ``unknown_scenario``.
    """
    words, _, named = scenario.partition("modular:")
    key, *rest = words.split() or [next(iter(tables(game)), "")]
    table = tables(game).get(key)
    if table is None or any(word not in ("standard", EXPERT) for word in rest):
        known = ", ".join(tables(game)) or "none"
        raise Refusal("", "unknown_scenario", f"no scenario {scenario!r}; there are {known}, standard or expert")
    is_expert = EXPERT in rest
    modular = [name.strip() for name in named.split(",")] if named else table["modular"]
    stages = table["expert" if is_expert else "villain"] + table["schemes"]
    sets = [*table["sets"], *(table["expert sets"] if is_expert else ()), *modular]
    heroes = [name for entries in decks for name in _heroes(game, entries, edition)]
    found = [entry for name in sets for entry in encounter_set(game, name, edition)]
    if not all(encounter_set(game, name) for name in sets):
        raise Refusal("", "unknown_scenario", f"no set {next(n for n in sets if not encounter_set(game, n))!r}")
    found += [entry for hero in heroes for entry in encounter_set(game, hero, edition)]
    found += [entry for hero in heroes for entry in encounter_set(game, hero + NEMESIS, edition)]
    return (*((name, 1) for name in stages), *found)


def _heroes(game: str, entries: Entries, edition: int) -> list[str]:
    """The sets of the identities in a deck."""
    return [set_of(game, name, edition) for name, _ in entries if "identity" in card(game, name, edition).words]


def set_of(game: str, name: str, edition: int = LATEST) -> str:
    """The set that a card belongs to, "" if to none."""
    return set_printed(card(game, name, edition))


def set_printed(definition: CardDef) -> str:
    """The set that is printed on a card, "" if none is."""
    return str(dict(definition.extra).get("set", ""))


ENCOUNTER: Final = frozenset(("minion", "side", "treachery", "attachment", "environment", "obligation"))


def encounter_set(game: str, name: str, edition: int = LATEST) -> Entries:
    """The encounter cards of a set with their quantities, in the order of the files; of a hero's set the obligation."""
    return _encounter_sets(game, edition).get(name, ())


@cache
def _encounter_sets(game: str, edition: int) -> dict[str, Entries]:
    """All of them: who creates a match may ask for any name, and names have no end."""
    found: dict[str, Entries] = {}
    for each in card_names(game, edition):
        definition, name = card(game, each, edition), set_of(game, each, edition)
        if name and not ENCOUNTER.isdisjoint(definition.words):
            found[name] = (*found.get(name, ()), (each, quantity_of(definition)))
    return found


def quantity_of(definition: CardDef) -> int:
    """The number of copies of a card in its set."""
    quantity = dict(definition.extra).get("quantity", 1)
    return quantity if isinstance(quantity, int) else 1
