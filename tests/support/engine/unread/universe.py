"""All cells of a game: of its cards and those of its scenarios, of what keywords stand for, and of its grammar."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import engine
from engine.cards.definitions import define, load_cards
from engine.cards.faces import face_tables
from engine.formats.published_cards import read_published
from engine.games import list_games, profiles_of, rules_of
from engine.text import TextError
from engine.text.language import language
from tests.support.engine.unread.cells import Cell, cells_in, fields_of, keywords, records, spoken_in
from tests.support.engine.unread.readers import TEXT_LAYER
from tests.support.engine.unread.runs import ROOT

ENGINE: Final = Path(engine.__file__).parent
Words = dict[str, frozenset[str]]


@cache
def scenario_files(game: str) -> dict[str, dict[str, object]]:
    """The scenarios of a game, by "game/id"."""
    return {
        str(path.relative_to(ROOT).with_suffix("")): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / game).rglob("*.toml"))
    }


def _cards_of(table: dict[str, object]) -> list[dict[str, object]]:
    """The cards of a scenario, and their faces like cards of their own."""
    own = table.get("card", [])
    cases = table.get("case", [])
    assert isinstance(own, list)
    assert isinstance(cases, list)
    whole = [*own, *(card for case in cases for card in case.get("card", ()))]
    return [face for card in whole for face in (card, *face_tables(card))]


@cache
def meanings(game: str) -> tuple[object, ...]:
    """The meanings of the texts of all cards of the game, also in its scenarios, and of their keywords."""
    found: dict[object, None] = {}
    rules = rules_of(game, profiles_of(game)[0])
    printed = [definition.abilities for definition in load_cards(game).values()]
    for table in scenario_files(game).values():
        for card in _cards_of(table):
            try:
                printed.append(language(game).parse(str(card.get("text", "")), str(card["name"])))
            except TextError:
                continue
    for abilities in printed:
        for ability in abilities:
            found.update(dict.fromkeys(rules.expand(ability)))
    return tuple(found)


@cache
def cells_of(game: str) -> frozenset[Cell]:
    """All cells of a game."""
    return told_apart(frozenset(cells_in(meanings(game))) | frozenset(keywords(game)))


def told_apart(cells: frozenset[Cell]) -> frozenset[Cell]:
    """Cells without those that no code could tell from others: a keyword is one, however something comes to it.

    A token has it as a card does, and whoever asks whether it is there asks for any; by which effect it is gained is
    the same.
    """
    names = {cell.name for cell in cells if cell.kind == "keyword"}
    granted = {cell.word for cell in cells if cell.name.startswith("Grant.gains = ")}
    return frozenset(
        cell
        for cell in cells
        if not (cell.kind == "word" and cell.word in names and cell.field in ("keywords", "loses", "field"))
        and not (cell.name.startswith("Modify.gains = ") and cell.word in names & granted)
    )


def published(paths: list[Path]) -> list[tuple[str, Cell, int]]:
    """The cells of cards in files of others that no card here has, each with the number of cards; the most first."""
    counts: Counter[tuple[str, Cell]] = Counter()
    for cards in read_published(tuple((path.name, path.read_bytes()) for path in paths)):
        rules = rules_of(cards.game, profiles_of(cards.game)[0])
        for card in {card.name: card for card in cards.accepted}.values():
            found = frozenset(cells_in(rules.printed(define(cards.game, card.table))))
            counts.update((cards.game, cell) for cell in found)
    known = {game: cells_of(game) for game in list_games()}
    every = {game: told_apart(known[game] | {cell for where, cell in counts if where == game}) for game in known}
    return [
        (game, cell, count)
        for (game, cell), count in counts.most_common()
        if cell in every[game] and cell not in known[game]
    ]


@cache
def words_of(game: str) -> Words:
    """The words that each field holds in the texts of a game."""
    found: dict[str, set[str]] = {}
    for key, word in set(spoken_in(meanings(game))):
        found.setdefault(key, set()).add(word)
    return {key: frozenset(words) for key, words in found.items()}


@cache
def made_by_rules() -> frozenset[str]:
    """The record types that the rules make themselves, outside the text layer."""
    found = set()
    for path in sorted(ENGINE.rglob("*.py")):
        if not any(part in f"engine/{path.relative_to(ENGINE)}" for part in TEXT_LAYER):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in records():
                    found.add(node.func.id)
    return frozenset(found)


def _printed_by_rules(game: str) -> frozenset[Cell]:
    """The cells of what the rules make of what cards say: an event waits in hand."""
    rules = rules_of(game, profiles_of(game)[0])
    return frozenset(cells_in(tuple(rules.printed(definition) for definition in load_cards(game).values())))


def said_by_none() -> list[Cell]:
    """The record types that no text of any game has and the rules do not make, and the fields that no text has."""
    spoken = {cell.name for game in list_games() for cell in cells_of(game) if cell.kind == "record"}
    said = {cell for game in list_games() for cell in cells_of(game) | _printed_by_rules(game)}
    kinds = {name: kind for name, kind in records().items() if name in spoken or name not in made_by_rules()}
    every = [Cell("record", name) for name in kinds]
    every += [Cell("field", f"{name}.{field.name}") for name, kind in kinds.items() for field in fields_of(kind)]
    return [cell for cell in every if cell not in said]
