"""Scenarios: what the players are up against, by name, difficulty and modular sets; the deck that comes of it.

A match names one in a line: ``rhino``, ``rhino expert``, ``rhino expert modular: Bomb Scare, Masters of Evil``.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.assets import package_of, read_folder
from engine.cards.pool import shipped
from engine.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.definitions import CardDef
    from engine.cards.pool import Pool

NEMESIS: Final = " Nemesis"
"""The end of a nemesis set's name, after that of its hero."""
EXPERT: Final = "expert"

MOST_POOLS: Final = 64
"""Of which the sets are kept; the cards that ship are one of them."""

Entries = tuple[tuple[str, int], ...]
Table = dict[str, list[str]]


@cache
def tables(game: str) -> dict[str, Table]:
    """The scenarios that ship with the game, by key."""
    return {key: tomllib.loads(text) for key, text in read_folder(package_of(game), "scenarios", ".toml")}


@lru_cache(maxsize=64)
def deck_of(pool: Pool, scenario: str, decks: tuple[Entries, ...]) -> Entries:
    """All cards of the scenario's side against these decks: stages in order, encounter and nemesis sets, obligations.

    Raises:
        Refusal: ``unknown_scenario``.
    """
    words, _, named = scenario.partition("modular:")
    key, *rest = words.split() or [next(iter(tables(pool.game)), "")]
    table = tables(pool.game).get(key)
    if table is None or any(word not in ("standard", EXPERT) for word in rest):
        known = ", ".join(tables(pool.game)) or "none"
        raise Refusal("", "unknown_scenario", f"no scenario {scenario!r}; there are {known}, standard or expert")
    is_expert = EXPERT in rest
    modular = [name.strip() for name in named.split(",")] if named else table["modular"]
    stages = table["expert" if is_expert else "villain"] + table["schemes"]
    sets = [*table["sets"], *(table["expert sets"] if is_expert else ()), *modular]
    heroes = [name for entries in decks for name in _heroes(pool, entries)]
    found = [entry for name in sets for entry in encounter_set(pool, name)]
    missing = [name for name in sets if not encounter_set(pool, name)]
    if missing:
        raise Refusal("", "unknown_scenario", f"no set {missing[0]!r}")
    found += [entry for hero in heroes for entry in encounter_set(pool, hero)]
    found += [entry for hero in heroes for entry in encounter_set(pool, hero + NEMESIS)]
    return (*((name, 1) for name in stages), *found)


def _heroes(pool: Pool, entries: Entries) -> list[str]:
    """The sets of the identities in a deck."""
    cards = (pool.card(name) for name, _ in entries)
    return [set_printed(definition) for definition in cards if "identity" in definition.words]


def set_printed(definition: CardDef) -> str:
    """The set that is printed on a card, "" if none is."""
    return str(dict(definition.extra).get("set", ""))


ENCOUNTER: Final = frozenset(("minion", "side", "treachery", "attachment", "environment", "obligation"))


def encounter_set(pool: Pool, name: str) -> Entries:
    """The encounter cards of a set with their quantities, in the order of the files; of a hero's set the obligation."""
    cards = sets_of(pool).get(name, ())
    return tuple((each.name, quantity_of(each)) for each in cards if not ENCOUNTER.isdisjoint(each.words))


@lru_cache(maxsize=MOST_POOLS)
def sets_of(pool: Pool) -> dict[str, tuple[CardDef, ...]]:
    """The cards of every set; a set that ships wins over the brought cards of its name."""
    if not pool.brought:
        return _grouped([pool.card(name) for name in pool.names()])
    return {**_grouped(pool.brought.values()), **sets_of(shipped(pool.game, pool.edition))}


def _grouped(cards: Iterable[CardDef]) -> dict[str, tuple[CardDef, ...]]:
    found: dict[str, tuple[CardDef, ...]] = {}
    for definition in cards:
        name = set_printed(definition)
        if name:
            found[name] = (*found.get(name, ()), definition)
    return found


def quantity_of(definition: CardDef) -> int:
    """The number of copies of a card in its set."""
    quantity = dict(definition.extra).get("quantity", 1)
    return quantity if isinstance(quantity, int) else 1
