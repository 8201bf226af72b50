"""Scenarios: what the players are up against, by name, difficulty and modular sets; the deck that comes of it.

A match names one in a line (``scenario_line``). Those that ship have tables; of any other the first side of its main
scheme says what it is played with, and it is called as the set of that card.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.assets import package_of, read_folder
from engine.cards.pool import shipped
from engine.errors import Refusal
from engine.games.marvel_champions.characters import title_of
from engine.games.marvel_champions.language.scenario_line import ScenarioLine
from engine.games.marvel_champions.language.shared_words import LINKED, MODES, PLAYER_SIDE
from engine.games.marvel_champions.marvelcdb_fronts import LEADER
from engine.queries.filters import has_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.definitions import CardDef
    from engine.cards.pool import Pool
    from engine.state.game import Game

NEMESIS: Final = " Nemesis"
"""The end of a nemesis set's name, after that of its hero."""
STAGES: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
DEALT: Final = ("Standard", "Expert")
"""The first words of the sets that each scenario is made harder with."""
OF_ANOTHER: Final = frozenset(("villain", "main", "identity"))
"""Kinds of cards that no modular set has; a leader is a villain, and chosen with the leader's set."""
EXPERT_SETS: Final = ["Expert"]
OF_EXPERTS: Final = (*EXPERT_SETS, "Expert II")
"""The sets one of which is in play in expert mode, and only then."""

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
    line = ScenarioLine(scenario)
    named = line.name or next(iter(tables(pool.game)), "")
    table = tables(pool.game).get(named) or brought_table(pool, line)
    if table is None:
        known = ", ".join(tables(pool.game)) or "none"
        raise Refusal("", "unknown_scenario", f"no scenario {scenario!r}; there are {known}, standard or expert")
    modular = line.modular if line.modular is not None else table["modular"]
    stages = table["expert" if line.is_expert else "villain"] + table["schemes"]
    sets = [*table["sets"], *(table["expert sets"] if line.is_expert else ()), *modular]
    heroes = [name for entries in decks for name in _heroes(pool, entries)]
    other_mode = MODES[not line.is_expert]
    found = [entry for name in sets for entry in encounter_set(pool, name) if not _has_word(pool, entry, other_mode)]
    missing = [name for name in sets if not encounter_set(pool, name)]
    if missing:
        raise Refusal("", "unknown_scenario", f"no set {missing[0]!r}")
    _check_sets(pool, sets, line.modular or ())
    found += [entry for hero in heroes for entry in encounter_set(pool, hero)]
    found += [entry for hero in heroes for entry in encounter_set(pool, hero + NEMESIS)]
    found += linked_with(pool, (tuple(found), *decks))
    return (*((name, 1) for name in stages), *found)


def _check_sets(pool: Pool, sets: list[str], chosen: tuple[str, ...]) -> None:
    """Refuse a set that is there twice, and the choice of one that is no modular set.

    Raises:
        Refusal: ``unknown_scenario``.
    """
    twice = next((name for place, name in enumerate(sets) if name in sets[:place]), None)
    if twice is not None:
        raise Refusal("", "unknown_scenario", f"the set {twice!r} is there once, and is played with once")
    other = next((name for name in chosen if not _is_modular(pool, name)), None)
    if other is not None:
        raise Refusal("", "unknown_scenario", f"{other!r} is no modular set")


def _is_modular(pool: Pool, name: str) -> bool:
    """Whether a set is none of a villain, of a hero, of a nemesis, or of a difficulty."""
    of_another = any(
        not OF_ANOTHER.isdisjoint(card.words) and "leader" not in card.words for card in sets_of(pool)[name]
    )
    return not (of_another or name.endswith(NEMESIS) or name.split()[0] in DEALT)


def is_expert(game: Game) -> int:
    """Whether a match is one with an expert encounter set (Expert Mode)."""
    return int(any(set_printed(print_.definition) in OF_EXPERTS for print_ in game.prints))


def brought_table(pool: Pool, line: ScenarioLine) -> Table | None:
    """The contents of a scenario of brought cards, as the first side of its main scheme says; none if it is not there.

    Of the stages those of the difficulty are told. A leader who is chosen is that of one of the named sets.

    Raises:
        Refusal: ``unknown_scenario``, a stage of its villain is missing, or a stage of the main scheme is there twice.
    """
    name, chosen = line.name, line.modular or ()
    own = next((cards for set_, cards in sets_of(pool).items() if set_.casefold() == name.casefold()), ())
    front = next((dict(card.extra) for card in own if "villain stages" in dict(card.extra)), None)
    if front is None:
        return None
    stages, expert = (_listed(front, field) for field in ("villain stages", "expert stages"))
    return {
        "villain": [] if line.is_expert else [_villain(pool, stage, chosen) for stage in stages],
        "expert": [_villain(pool, stage, chosen) for stage in expert] if line.is_expert else [],
        "schemes": _schemes(own, name, several=stages[:1] == [f"{LEADER} I"]),
        "sets": _listed(front, "sets"),
        "expert sets": EXPERT_SETS,
        "modular": _listed(front, "modular"),
    }


def linked_with(pool: Pool, decks: tuple[Entries, ...]) -> list[tuple[str, int]]:
    """The cards that lie aside since a deck has the card that they name, as many for each such deck (Linked)."""
    found = []
    for card, name, kinds in linked_cards(pool):
        namesakes = [
            {pool.card(entry).name for entry, _ in deck if _is_called(pool.card(entry), name, kinds)} for deck in decks
        ]
        number = quantity_of(card) * sum(map(bool, namesakes))
        if number:
            found.append((card.name, number))
    return found


def _is_called(card: CardDef, name: str, kinds: tuple[tuple[str, ...], ...]) -> bool:
    return title_of(card) == name and (not kinds or has_words(card.words, kinds))


@lru_cache(maxsize=MOST_POOLS)
def linked_cards(pool: Pool) -> tuple[tuple[CardDef, str, tuple[tuple[str, ...], ...]], ...]:
    """The brought cards that are linked, with the name and the kinds of those they are linked to."""
    keywords = ((card, own) for card in pool.brought.values() for own in card.abilities if isinstance(own, Keyword))
    return tuple(
        (card, own.what.name or title_of(card), own.what.kinds)
        for card, own in keywords
        if own.name == LINKED and own.what
    )


def _listed(extra: dict[str, object], field: str) -> list[str]:
    listed = extra.get(field, ())
    return [str(each) for each in listed] if isinstance(listed, tuple) else []


def _villain(pool: Pool, stage: str, chosen: tuple[str, ...]) -> str:
    """The card of a villain's stage, "Klaw II", or of the leader of one of the sets."""
    title, _, number = stage.rpartition(" ")
    sets = sets_of(pool)
    cards = [card for name in (chosen if title == LEADER else sets) for card in sets.get(name, ())]
    for card in (card for card in cards if "villain" in card.words):
        is_it = "leader" in card.words if title == LEADER else title_of(card) == title
        if is_it and dict(card.extra).get("stage") == STAGES.get(number):
            return card.name
    if title == LEADER:
        raise Refusal("", "unknown_scenario", "no leader is chosen: the leader's set is named among the modular sets")
    raise Refusal("", "unknown_scenario", f"no villain {stage!r}")


def _schemes(own: tuple[CardDef, ...], name: str, *, several: bool) -> list[str]:
    """The stages of the main scheme in order, each with its first side if it has one.

    With a leader come ``several`` of each stage, of which one is played with (``setup``).
    """
    mains = [card for card in own if "main" in card.words]
    backs = {dict(card.extra).get("other face") for card in mains}
    found: dict[int, list[str]] = {}
    for card in mains:
        stage = dict(card.extra).get("stage")
        if card.name in backs or not isinstance(stage, int):
            continue
        if stage in found and not several:
            raise Refusal("", "unknown_scenario", f"{name!r} has several stages {stage} of its main scheme")
        found.setdefault(stage, []).append(card.name)
    return [card for stage in sorted(found) for card in found[stage]]


def _heroes(pool: Pool, entries: Entries) -> list[str]:
    """The sets of the identities in a deck."""
    cards = (pool.card(name) for name, _ in entries)
    return [set_printed(definition) for definition in cards if "identity" in definition.words]


def set_printed(definition: CardDef) -> str:
    """The set that is printed on a card, "" if none is."""
    return str(dict(definition.extra).get("set", ""))


ENCOUNTER: Final = frozenset(("minion", "side", "treachery", "attachment", "environment", "obligation"))
IN_ENCOUNTERS: Final = ENCOUNTER | {"villain", "main"}


def is_encounter(words: Iterable[str]) -> bool:
    """Whether a card with these words is one of the scenario's, which no player's deck has."""
    return not IN_ENCOUNTERS.isdisjoint(words) and PLAYER_SIDE not in words


def encounter_set(pool: Pool, name: str) -> Entries:
    """The encounter cards of a set with their quantities, in the order of the files; of a hero's set the obligation.

    A card of two faces is dealt as its front.
    """
    cards = sets_of(pool).get(name, ())
    backs = {dict(card.extra).get("other face") for card in cards}
    return tuple((each.name, quantity_of(each)) for each in cards if _is_dealt(each.words) and each.name not in backs)


def _has_word(pool: Pool, entry: tuple[str, int], word: str) -> bool:
    """Whether a card has a keyword (Modes of Play)."""
    return any(isinstance(own, Keyword) and own.name == word for own in pool.card(entry[0]).abilities)


def _is_dealt(words: Iterable[str]) -> bool:
    """Whether a card with these words lies in an encounter deck."""
    return is_encounter(words) and not ENCOUNTER.isdisjoint(words)


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
