"""The cells of the list: what the texts of a game can say, each of which some code must read.

A cell is a record type, a field of one that is not always at its default, a word in a field, or a keyword. They are
found in what all cards of the game compile to, those of its scenarios too, and in the terminals of its grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import engine.abilities
from engine.abilities import Keyword
from engine.assets import package_of
from engine.text.language import grammar_of
from engine.text.words import split

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CellKind: TypeAlias = Literal["keyword", "record", "field", "word"]
KINDS: Final[tuple[CellKind, ...]] = ("keyword", "record", "field", "word")


class Cell(NamedTuple):
    """One cell; ``name`` is that of the keyword, "Record", "Record.field" or "Record.field = word"."""

    kind: CellKind
    name: str

    @property
    def record(self) -> str:
        """The record type it is about, "" for a keyword."""
        return "" if self.kind == "keyword" else self.name.partition(" = ")[0].partition(".")[0]

    @property
    def field(self) -> str:
        """The field it is about, "" for a record type or a keyword."""
        return "" if self.kind == "keyword" else self.name.partition(" = ")[0].partition(".")[2]

    @property
    def word(self) -> str:
        """The word it is about, "" for a record type or a field."""
        return self.name if self.kind == "keyword" else self.name.partition(" = ")[2]


OPEN: Final = frozenset(
    {
        *("Token.name", "Token.types", "Filter.name", "Filter.kinds", "Modify.becomes", "Grant.becomes", "Paid.name"),
        *("Mana.symbols", "ManaInstead.symbols", "Resources.icons", "AddMana.choices", "Devotion.colors"),
        *("PutCounters.name", "TakeCounters.name", "DoubleCounters.name", "RemoveCounters.name", "Move.counter"),
        *("PutCountersCost.name", "Enters.counter", "Designate.counter", "ChooseWord.besides", "Chooses.besides"),
        *("Keyword.name", "PutFacedown.words", "ManaInstead.by", "CostChange.symbols", "Would.kind"),
    }
)
"""Fields whose words are names, types, colours or symbols: any of them is read as any other."""
_TERMINAL: Final = re.compile(
    r"^([A-Z_]*KEYWORD[A-Z_]*|BEARER|NUMBER_AND_COST|PLAY_NUMBER|LANDCYCLING|ACTIVATED_NAME): (.*(?:\n +\|.*)*)",
    re.MULTILINE,
)
_PHRASE: Final = re.compile(r'"([^"]+)"')


def records() -> dict[str, type[DataclassInstance]]:
    """Every record type that texts compile to, by its name."""
    found: dict[str, type[DataclassInstance]] = {}
    for module in iter_modules(engine.abilities.__path__, "engine.abilities."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and is_dataclass(value) and value.__module__.startswith("engine.abilities"):
                found[value.__name__] = value
    return found


@cache
def fields_of(record: type[DataclassInstance]) -> tuple[Field[object], ...]:
    """The fields of a record type."""
    return fields(record)


def words_in(value: object) -> Iterator[str]:
    """The words that a field holds, one or several."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            if isinstance(part, str):
                yield part
            elif isinstance(part, tuple):
                yield from words_in(part)


def general(word: str) -> str:
    """A word without what may be any: the name of a counter, the type of land that is cycled for."""
    if word.startswith("counters "):
        return "counters ..."
    return "...cycling" if word.endswith("cycling") and word != "cycling" else word


def cells_in(value: object) -> Iterator[Cell]:
    """Every cell but keywords that a compiled text has; often several times."""
    if isinstance(value, tuple):
        for part in value:
            yield from cells_in(part)
    elif is_dataclass(value) and not isinstance(value, type):
        name = type(value).__name__
        yield Cell("record", name)
        if isinstance(value, Keyword):
            yield Cell("keyword", value.name)
        for field in fields_of(type(value)):
            inner = getattr(value, field.name)
            if field.default is MISSING or inner != field.default:
                key = f"{name}.{field.name}"
                yield Cell("field", key)
                if key not in OPEN:
                    for word in words_in(inner):
                        if word:
                            yield Cell("word", f"{key} = {general(word)}")
            yield from cells_in(inner)


def spoken_in(value: object) -> Iterator[tuple[str, str]]:
    """Every ("Record.field", word) of a compiled text."""
    if isinstance(value, tuple):
        for part in value:
            yield from spoken_in(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields_of(type(value)):
            inner = getattr(value, field.name)
            yield from ((f"{type(value).__name__}.{field.name}", word) for word in words_in(inner))
            yield from spoken_in(inner)


def keywords(game: str) -> set[Cell]:
    """The keywords that the grammar of a game has, by its terminals."""
    found = set()
    for _, alternatives in _TERMINAL.findall(grammar_of(package_of(game))):
        if "(?!x)x" not in alternatives:
            found |= {_as_read(phrase.removesuffix(" —")) for phrase in _PHRASE.findall(alternatives)}
    return {Cell("keyword", word) for word in found}


def _as_read(phrase: str) -> str:
    return " ".join(word.text for word in split(phrase))


def ability_words(game: str) -> set[str]:
    """The words before a dash that the grammar of a game lets an ability have."""
    source = grammar_of(package_of(game))
    (alternatives,) = re.findall(r"^ABILITY_WORD: (.*(?:\n +\|.*)*)", source, re.MULTILINE)
    return set(_PHRASE.findall(alternatives))
