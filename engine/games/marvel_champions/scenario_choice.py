"""Scenarios, difficulties and modular sets to choose from: those that ship, and those of imported cards.

An imported scenario is the set of a main scheme that lists what it is played with. A modular set is one of encounter
cards alone that no scenario lists, and that comes with no hero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards.scenario_parts import LineOption, LinePart
from engine.games.marvel_champions.language.scenario_line import EXPERT, MODULAR
from engine.games.marvel_champions.marvelcdb_fronts import LEADER
from engine.games.marvel_champions.scenario_deck import DEALT, ENCOUNTER, NEMESIS, sets_of, tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.cards.pool import Pool
    from engine.cards.scenario_parts import PrintedCard

SCENARIO: Final = "Scenario"
DIFFICULTY: Final = "Difficulty"
MODULAR_SET: Final = "Modular set"
DIFFICULTIES: Final = (LineOption("", "Standard"), LineOption(EXPERT, "Expert"))
MODULAR_KINDS: Final = ENCOUNTER | {"leader"}
"""The kinds of cards of which modular sets are; a leader is chosen with the leader's set."""


class _Set(NamedTuple):
    """A set: the words of each card's type line, what its main scheme lists, and how many cards are not whole."""

    words: list[frozenset[str]]
    front: dict[str, tuple[str, ...]]
    unread: int = 0
    partial: int = 0


def parts_of(pool: Pool, imported: Iterable[PrintedCard]) -> tuple[LinePart, ...]:
    """The parts of a scenario line, with all that can be named in them."""
    shipped = {name: _Set([frozenset(card.words) for card in cards], {}) for name, cards in sets_of(pool).items()}
    sets = {**_imported(pool, imported), **shipped}
    own = [
        LineOption(key, _title(table), {MODULAR_SET: tuple(table["modular"])})
        for key, table in tables(pool.game).items()
    ]
    known = {word.casefold() for option in own for word in (option.text, option.title)}
    brought = {name: found for name, found in sets.items() if found.front and name.casefold() not in known}
    own += sorted((_scenario(name, found, sets) for name, found in brought.items()), key=_place)
    listed = {name for table in tables(pool.game).values() for name in (*table["sets"], *table["expert sets"])}
    listed |= {name for found in sets.values() for name in found.front.get("sets", ())}
    modular = [
        LineOption(name, name, unread=found.unread, partial=found.partial)
        for name, found in sets.items()
        if name not in listed and _is_modular(name, found)
    ]
    return (
        LinePart(SCENARIO, tuple(own)),
        LinePart(DIFFICULTY, DIFFICULTIES),
        LinePart(MODULAR_SET, tuple(sorted(modular, key=_place)), several=True, before=f"{MODULAR} "),
    )


def _title(table: Mapping[str, object]) -> str:
    """The name of a scenario that ships, which alone of what is written there is no list."""
    return str(table["name"])


def _imported(pool: Pool, imported: Iterable[PrintedCard]) -> dict[str, _Set]:
    """The sets of imported cards; a card that ships is that one."""
    found: dict[str, _Set] = {}
    for table, understood in imported:
        if pool.has(str(table.get("name"))):
            continue
        name = str(table["set"])
        words, front, unread, partial = found.get(name, _Set([], {}))
        words.append(frozenset(str(table.get("type", "")).casefold().split()))
        unread, partial = unread + (understood == "none"), partial + (understood == "part")
        found[name] = _Set(words, front or _front(table), unread, partial)
    return found


def _front(table: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """The lists of a main scheme's first side, none of any other card."""
    if not table.get("villain stages"):
        return {}
    lists = {field: table.get(field) for field in ("villain stages", "sets", "modular")}
    return {field: tuple(map(str, listed)) for field, listed in lists.items() if isinstance(listed, list | tuple)}


def _scenario(name: str, found: _Set, sets: Mapping[str, _Set]) -> LineOption:
    """An imported scenario: all sets that its main scheme lists come with it, those that it recommends too."""
    modular = found.front.get("modular", ()) or _leader(found, sets)
    further = [sets.get(each) for each in (*found.front.get("sets", ()), *modular) if each != name]
    unread = found.unread + sum(1 if each is None else each.unread for each in further)
    partial = found.partial + sum(each.partial for each in further if each is not None)
    return LineOption(name, name, {MODULAR_SET: modular}, unread, partial)


def _leader(found: _Set, sets: Mapping[str, _Set]) -> tuple[str, ...]:
    """The first set with a leader for a scenario that is played with one who is chosen, no set for any other."""
    if not any(stage.startswith(LEADER) for stage in found.front.get("villain stages", ())):
        return ()
    return tuple(name for name, each in sets.items() if any("leader" in words for words in each.words))[:1]


def _place(option: LineOption) -> tuple[bool, bool, str]:
    """Whole ones come first, then those that are understood in part, and at last what cannot be played."""
    return option.unread > 0, option.partial > 0, option.title


def _is_modular(name: str, found: _Set) -> bool:
    if name.endswith(NEMESIS) or name.split()[0] in DEALT:
        return False
    return all(not MODULAR_KINDS.isdisjoint(words) and "obligation" not in words for words in found.words)
