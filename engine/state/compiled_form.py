"""The compiled form of a card: what was read out of its words, as JSON, so that nobody has to read them again.

It is written where a card is read, and goes with a match, which keeps its meaning wherever it goes on: a reader that
does not know all of it refuses it. Classes and fields have their names in ``engine.state.dump_names``; a field that
holds its default is left out.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

import orjson

from engine.cards.definitions import BadCard, Meaning, defined
from engine.errors import Refusal
from engine.state.dump_names import KINDS, LAYOUTS

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, Table

VERSION: Final = 1
"""A form that an engine before this one would misread has another number."""
MOST_BYTES: Final = 65_536
"""Of one form; the largest of a card that ships has about 4,000."""
MOST_DEEP: Final = 64
"""Records and lists in each other; those of cards that ship have about 15."""
OTHER_RULES: Final = "other_rules"
PARTS: Final = frozenset(("v", "kinds", "words", "colors", "abilities", "left_out", "faces"))


def compiled_form(definition: CardDef) -> bytes:
    """The meaning of a card, to be read by ``read_compiled`` beside its table.

    Raises:
        ValueError: it is larger or deeper than a form may be.
    """
    found = orjson.dumps({"v": VERSION, **_parts(definition)})
    if len(found) > MOST_BYTES:
        raise ValueError(f"a form of {len(found)} bytes; it has at most {MOST_BYTES}")
    return found


def _parts(definition: CardDef) -> dict[str, object]:
    """The meaning of a card's words, or of those of one of its faces."""
    parts: dict[str, object] = {
        "kinds": [list(kind) for kind in (definition.supertypes, definition.types, definition.subtypes)],
        "words": list(definition.words),
        "colors": list(definition.colors),
        "abilities": _written(definition.abilities, 0),
    }
    if definition.left_out:
        parts["left_out"] = list(definition.left_out)
    if definition.faces:
        parts["faces"] = [_parts(face) for face in definition.faces]
    return parts


def read_compiled(game: str, table: Table, form: bytes | str) -> CardDef:
    """A card from its table and its compiled form.

    Raises:
        Refusal: ``other_rules``: the form holds what these rules do not know, or is larger than any of theirs.
    """
    name = str(table.get("name"))
    if len(form) > MOST_BYTES:
        raise _other(name, f"a form of {len(form)} bytes")
    try:
        data = orjson.loads(form)
        if not isinstance(data, dict) or data.get("v") != VERSION or not PARTS.issuperset(data):
            raise _other(name, "a form of another version")
        return defined(game, table, _meaning(data))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, BadCard) as error:
        raise _other(name, f"{type(error).__name__}: {error}") from error


def _meaning(data: Any) -> Meaning:  # plain data, as JSON has it
    """The parts of a card, or of one of its faces; raises as ``_read``."""
    supertypes, types, subtypes = (_texts(kind) for kind in data["kinds"])
    return Meaning(
        (supertypes, types, subtypes),
        _texts(data["words"]),
        _texts(data["colors"]),
        tuple([_read(part, 1) for part in data["abilities"]]),
        tuple([int(number) for number in data.get("left_out", ())]),
        tuple([_face(face) for face in data.get("faces", ())]),
    )


def _face(data: Any) -> Meaning:
    """A face of a card, which has no faces itself."""
    if not PARTS.issuperset(data) or "v" in data or "faces" in data:
        raise ValueError("no face of a card")
    return _meaning(data)


def _other(name: str, reason: str) -> Refusal:
    return Refusal("", OTHER_RULES, f"{name!r:.80} was read by other rules than these: {reason:.80}")


def _written(value: object, depth: int) -> object:
    """A value of a field as JSON has it: a record as an object, a tuple as an array."""
    if depth > MOST_DEEP:
        raise ValueError(f"a form with more than {MOST_DEEP} records in each other")
    if isinstance(value, tuple):
        return [_written(part, depth + 1) for part in value]
    layout = LAYOUTS.get(type(value))
    if layout is None:
        if value is None or isinstance(value, str | int):
            return value
        raise TypeError(f"{value!r:.80} is nothing that a record holds")
    found: dict[str, object] = {"$": layout.name}
    for field in dataclasses.fields(layout.kind):
        part = getattr(value, field.name)
        if field.default is dataclasses.MISSING or part != field.default:
            found[field.name] = _written(part, depth + 1)
    return found


def _read(value: Any, depth: int) -> Any:  # plain data, as JSON has it
    """Back from ``_written``; raises ``KeyError`` and ``TypeError`` for a class and a field that there are not."""
    if depth > MOST_DEEP:
        raise ValueError("too deep")
    if isinstance(value, list):
        return tuple([_read(part, depth + 1) for part in value])
    if isinstance(value, dict):
        kind = KINDS[value["$"]]
        return kind(**{key: _read(part, depth + 1) for key, part in value.items() if key != "$"})
    if isinstance(value, float):
        raise TypeError("a number with a fraction")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TypeError("no list of words")
    return tuple(value)
