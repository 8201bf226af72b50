"""Takes something away from a compiled text: a record, a field, a word or a keyword; all else stays."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from typing import Final, Literal, get_args, get_type_hints

import engine.abilities
from engine.abilities import (
    Activated,
    AdditionalCost,
    AlternativeCost,
    Body,
    Compare,
    Enters,
    Filter,
    If,
    Keyword,
    Math,
    Move,
    NextEnters,
    Ref,
    Replacement,
    SpendOn,
    Would,
)
from engine.abilities.nouns import Amount
from tests.support.engine.unread.cells import Cell, fields_of, general, records, words_in

AMOUNTS: Final = tuple(part for part in Amount.__args__ if part is not int)
ALWAYS: Final = Compare(0, "=", 0)
NEVER: Final = Compare(0, "=", 1)
NOTHING: Final = Filter((("nothing",),))
NO_OP: Final = If(0, ALWAYS)
"""An instruction that does nothing: taking one out instead would shift those that a condition governs."""
AS_IT_WOULD: Final = (Enters("untapped"),)
"""A change of what happens that changes nothing."""
NO_WORD: Final = "nothing"
"""A word that no code asks for."""
REFS: Final = {"you": Ref("you"), "source": Ref("self"), "opponents": Ref("opponents"), "players": Ref("players")}


def ways(cell: Cell, words: frozenset[str]) -> Iterator[str]:
    """The ways to take a cell away, the plain one first; ``words`` are those that its field holds in other texts."""
    if cell.kind in ("keyword", "record"):
        yield "absent"
        return
    if cell.kind == "field":
        yield from ("default", "one more", "none", "opposite", "empty", "one fewer", "always", "all", *REFS)
    else:
        yield "absent"
    for word in sorted(words | allowed(cell)):
        if word != cell.word and word != "counters ...":
            yield f"word {word}"
    yield f"word {NO_WORD}"
    if cell.kind == "word":
        yield "gone"


@cache
def allowed(cell: Cell) -> frozenset[str]:
    """The words that the type of a field lets it hold."""
    record = records()[cell.record]
    names = {**vars(engine.abilities), **vars(sys.modules[record.__module__]), "Literal": Literal}
    hint = get_type_hints(record, names)[cell.field]
    return frozenset(_literals(hint))


def _literals(hint: object) -> Iterator[str]:
    for part in get_args(hint):
        if isinstance(part, str):
            yield part
        else:
            yield from _literals(part)


def without(value: object, cell: Cell, way: str) -> object:
    """A compiled text without the cell; equal to it if that way means nothing there."""
    if cell.kind == "keyword":
        return _without_keyword(value, cell.word)
    kind = records()[cell.record]
    if cell.kind == "record":
        return _dropped(value, kind)
    return _changed(value, kind, cell, way)


def _changed(value: object, kind: type, cell: Cell, way: str) -> object:
    if isinstance(value, tuple):
        kept = (part for part in value if not (way == "gone" and _says(part, kind, cell)))
        return tuple(_changed(part, kind, cell, way) for part in kept)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    if way == "gone" and isinstance(value, AMOUNTS) and _says(value, kind, cell):
        return 0
    new = {}
    for field in fields_of(type(value)):
        old = getattr(value, field.name)
        inner = _changed(old, kind, cell, way)
        if type(value) is kind and field.name == cell.field:
            inner = (
                _word_changed(inner, cell.word, way, field.default)
                if cell.word
                else _altered(inner, way, field.default)
            )
        if inner is not old and inner != old:
            new[field.name] = inner
    return replace(value, **new) if new else value


def _says(value: object, kind: type, cell: Cell) -> bool:
    """Whether a record has the word of a cell."""
    return type(value) is kind and cell.word in words_in(getattr(value, cell.field))


def _word_changed(value: object, word: str, way: str, default: object) -> object:
    """A value with another word, or none, where it has this one."""
    if isinstance(value, str):
        if general(value) != word:
            return value
        if way.startswith("word "):
            return way.removeprefix("word ")
        return value if default is MISSING or way == "gone" else default
    if isinstance(value, tuple):
        if way == "gone":
            return value
        if way == "absent":
            kept = tuple(part for part in value if not (isinstance(part, str) and general(part) == word))
            return tuple(part for part in kept if not (isinstance(part, tuple) and part[:1] == (word,)))
        return tuple(_word_changed(part, word, way, MISSING) for part in value)
    return value


def _altered(value: object, way: str, default: object) -> object:
    """A field taken to its default, to one more, to the opposite ..."""
    if default is not MISSING and value == default:
        return value
    if way == "default":
        return value if default is MISSING else default
    if way.startswith("word "):
        return _other_words(value, way.removeprefix("word "))
    if isinstance(value, bool):
        return not value if way == "opposite" else value
    if way == "one more" and isinstance(value, (int, *AMOUNTS)):
        return value + 1 if isinstance(value, int) else Math("+", value, 1)  # type: ignore[arg-type]  # an amount
    match value, way:
        case int(), "none":
            return 0
        case tuple(), "empty":
            return ()
        case tuple(), "one fewer":
            return value[:-1]
        case tuple(), "one more":
            return tuple(part + 1 if isinstance(part, int) and not isinstance(part, bool) else part for part in value)
        case Body(), "empty":
            return Body()
        case Move(), "empty":
            return _nothing(value)
        case Would() | SpendOn(), "empty":
            return _nothing(value)
        case Compare(), "empty":
            return NEVER
        case Compare(), "always":
            return ALWAYS
        case Filter(), "empty":
            return NOTHING
        case Filter(), "all":
            return Filter(((),), zone=value.zone)
        case Ref(), _ if way in REFS:
            return REFS[way]
    if way == "empty" and is_dataclass(value) and not isinstance(value, type) and hasattr(value, "condition"):
        return replace(value, condition=NEVER)
    return value


def _other_words(value: object, word: str) -> object:
    """A value that says another word, whatever it says."""
    if isinstance(value, str):
        return word
    return tuple(_other_words(part, word) for part in value) if isinstance(value, tuple) else value


def _dropped(value: object, kind: type) -> object:
    """A value without the records of a type: out of the tuples, at the default, or something that means nothing."""
    if isinstance(value, tuple):
        return tuple(_dropped(part, kind) for part in value if type(part) is not kind)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {}
    for field in fields_of(type(value)):
        old = getattr(value, field.name)
        inner: object
        if isinstance(value, Body) and field.name == "effects":
            inner = tuple(NO_OP if type(part) is kind else _dropped(part, kind) for part in value.effects)
        elif isinstance(value, Replacement) and field.name == "changes":
            inner = _dropped(old, kind) or AS_IT_WOULD
        elif type(old) is kind:
            inner = _nothing(old) if field.default is MISSING or field.default == old else field.default
        else:
            inner = _dropped(old, kind)
        if inner is not old and inner != old:
            new[field.name] = inner
    return replace(value, **new) if new else value


def _nothing(value: object) -> object:
    """The least that may stand in the place of a record."""
    match value:
        case Body():
            return Body()
        case Compare():
            return ALWAYS
        case Filter():
            return NOTHING
        case SpendOn() | NextEnters():
            return replace(value, action=NO_WORD)
        case Ref(kind="you"):
            return Ref("opponents")
        case Ref():
            return Ref("you")
        case Move():
            return replace(value, zone="graveyard" if value.zone == "exile" else "exile")
        case Would():
            return replace(value, what=Ref("each", what=NOTHING))
        case _ if isinstance(value, AMOUNTS):
            return 0
    return value


def _without_keyword(value: object, word: str) -> object:
    """A value without a keyword: what says it, what is written out under its name, and what gains it."""
    if isinstance(value, tuple):
        return tuple(_without_keyword(part, word) for part in value if not _is_keyword(part, word))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {}
    for field in fields(value):
        old = getattr(value, field.name)
        inner = _without_keyword(old, word)
        if inner is not old and inner != old:
            new[field.name] = inner
    return replace(value, **new) if new else value


def _is_keyword(part: object, word: str) -> bool:
    match part:
        case str():
            return part == word
        case Keyword(name=name) | AdditionalCost(name=name):
            return name == word
        case Activated(keyword=name) | AlternativeCost(keyword=name):
            return name == word
    return False
