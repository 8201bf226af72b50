"""Card files that somebody else wrote: taken in beside those that ship with a game, and what is wrong with them.

A file is TOML, a ``[[card]]`` table each, as those of the games. A fault is told with its line and column in the file:
of a text the place in it, of a field its line, of anything else that of its card.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Final

from engine.assets import add_texts, package_of, read_table
from engine.cards.definitions import BadCard, X, as_of, define, read_tables, strange_fields
from engine.cards.edition import LATEST
from engine.cards.faces import FACES, face_tables
from engine.formats.deck_list import folded
from engine.formats.print_back import print_back_of, read_otherwise
from engine.games import profiles_of, rules_of
from engine.text.errors import TextError
from engine.text.language import language

if TYPE_CHECKING:
    from engine.cards.card_sources import DeclineKind
    from engine.cards.definitions import CardDef, Table
    from engine.rules import Rules

_HEADER: Final = re.compile(r"\s*\[\[\s*card\s*\]\]")
_TEXT: Final = re.compile(r"(?P<before>\s*text\s*=\s*)(?P<quote>\"\"\"|'''|\"|')(?P<rest>.*)")
_FIELD: Final = re.compile(r"""\s*(?P<quote>["']?)(?P<key>[\w -]+?)(?P=quote)\s*[=.]""")
_AT: Final = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)")
_NUMBER: Final = re.compile(r"[0-9]+")
_LARGE: Final = re.compile(r"\d{7}")
_SUBTYPE: Final = re.compile(r"[^\W_][\w.'\u2019:!&/+-]{0,39}")
_MARKS: Final = re.compile('["#()]')
"""The marks that gestures and positions put around a name."""
_UNPRINTED: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\U000e0000-\U000e007f]"
)
"""Control characters, marks that turn the direction of writing, and letters without a width."""
MOST_LETTERS: Final = 64
"""Of a name: what a frame takes."""
MOST: Final = 999_999
"""The largest number on a card."""
MOST_WORDS: Final = 32
"""Of a type, and symbols of a cost; what is printed has a dozen at most."""
MOST_TOLD: Final = 80
"""Letters of a name, in words about what is wrong with its card."""
HALF: Final = "/"
"""Between the halves of a symbol that may be paid with either."""


class CardFault:
    """One thing that is wrong with a card file.

    ``line`` and ``column`` count from 1; ``column`` is 0 where none is to blame. ``card`` is a name, "" if it has none.
    """

    __slots__ = ("card", "column", "file", "line", "reason")

    def __init__(self, file: str, line: int, column: int, card: str, reason: str) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.card = card
        self.reason = reason

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" + (f":{self.column}" if self.column else "")
        return f"{place}: {self.card:.{MOST_TOLD}}: {self.reason}" if self.card else f"{place}: {self.reason}"


class CardPlace:
    """The place of a card: ``line`` of its header, and of its text the line and how far to the right that begins.

    ``lines`` are those of its fields, as far as they are known.
    """

    __slots__ = ("file", "line", "lines", "text_column", "text_line")

    def __init__(self, file: str, line: int) -> None:
        self.file = file
        self.line = line
        self.lines: dict[str, int] = {}
        self.text_line = line
        self.text_column = 0

    def fault(self, card: str, reason: str, field: str = "") -> CardFault:
        return CardFault(self.file, self.lines.get(field, self.line), 0, card, reason)

    def fault_in_text(self, error: TextError) -> CardFault:
        """The part that was not understood, at its place in the file."""
        column = error.column + (self.text_column if error.line == 1 else 0)
        reason = str(error).split(": ", 2)[-1]
        return CardFault(self.file, self.text_line + error.line - 1, column, error.card, reason)


def add_cards(game: str, files: tuple[tuple[str, str], ...]) -> list[CardFault]:
    """Take (name, text) of card files in, before any card of the game is read; returns what is wrong with them.

    Cards that ship with the game are passed over where a file says the same of them. If anything is wrong the game is
    not to be played with what was taken in.

    Raises:
        KeyError: there is no such game.
    """
    shipped = read_tables(game)
    alike = {folded(name): name for name in shipped}
    own: set[str] = set()
    cards: list[tuple[CardPlace, Table]] = []
    faults: list[CardFault] = []
    for file, text in files:
        for place, written in _tables_of(file, text, faults):
            name = written.get("name")
            table = as_of(LATEST, written) if name in shipped else written
            if not isinstance(name, str) or not name.strip():
                faults.append(place.fault("", "a card without a name"))
            elif name in own or shipped.get(name, table) != table:
                faults.append(place.fault(name, "there is another card of that name"))
            elif alike.setdefault(folded(name), name) != name:
                other = alike[folded(name)]
                faults.append(
                    place.fault(name, f"lists of cards could not tell its name from that of {other:.{MOST_TOLD}}")
                )
            else:
                own.add(name)
                cards.append((place, table))
    if not faults:
        add_texts(package_of(game), "cards", files)
    for place, table in cards:
        faults += _compiled(game, place, table)
    return sorted(faults, key=_place)


def _place(fault: CardFault) -> tuple[str, int]:
    return fault.file, fault.line


def _tables_of(file: str, text: str, faults: list[CardFault]) -> list[tuple[CardPlace, Table]]:
    """The tables of a file with their places; what keeps it from being read is a fault."""
    try:
        data = read_table(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line, column = text.count("\n") + 1, 0
        if at is not None and at["line"]:
            line, column = int(at["line"]), int(at["column"])
        faults.append(CardFault(file, line, column, "", _AT.sub("", str(error)).lower()))
        return []
    tables = data.pop("card", [])
    faults += [CardFault(file, 1, 0, "", f"{key!r} is no part of a card file") for key in data]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        faults.append(CardFault(file, 1, 0, "", "a card is written under [[card]]"))
        return []
    places = _places(file, text)
    return [(places[n] if n < len(places) else CardPlace(file, 1), table) for n, table in enumerate(tables)]


def _places(file: str, text: str) -> list[CardPlace]:
    """The places of a file's cards, in order."""
    places: list[CardPlace] = []
    for number, row in enumerate(text.split("\n"), 1):
        if _HEADER.match(row):
            places.append(CardPlace(file, number))
            continue
        field = _FIELD.match(row)
        if field is not None and places:
            places[-1].lines.setdefault(field["key"], number)
        found = _TEXT.match(row)
        if found is not None and places and places[-1].text_line == places[-1].line:
            starts_below = len(found["quote"]) == 3 and not found["rest"].strip()  # TOML drops that line break
            places[-1].text_line = number + starts_below
            places[-1].text_column = 0 if starts_below else len(found["before"]) + len(found["quote"])
    return places


def _compiled(game: str, place: CardPlace, table: Table) -> list[CardFault]:
    """The faults of one card."""
    name = str(table["name"])
    strange = strange_fields(game, table)
    if strange:
        return [place.fault(name, reason, field) for field, reason in strange]
    try:
        definition = define(game, table)
    except TextError as error:
        return [place.fault_in_text(error)]
    except BadCard as error:
        return [place.fault(name, error.reason)]
    doubtful = [place.fault(name, reason) for _, reason in doubts(game, table, definition)]
    differences = [] if doubtful else print_back_of(game).differences(table)
    return doubtful or [place.fault(name, read_otherwise(each), "text") for each in differences]


def _numbers(value: object) -> list[int]:
    """The whole numbers of a field, and those in its symbols."""
    if isinstance(value, dict | list):
        return [number for part in (value.values() if isinstance(value, dict) else value) for number in _numbers(part)]
    if isinstance(value, str):
        return [MOST + 1] if _LARGE.search(value) else []
    return [value] if isinstance(value, int) else []


def doubts(game: str, table: Table, definition: CardDef) -> list[tuple[DeclineKind, str]]:
    """The parts of a card that mean nothing in its game, each with its kind."""
    vocabulary, rules = language(game).vocabulary, rules_of(game, profiles_of(game)[0])
    kinds = vocabulary.types | vocabulary.supertypes | {"token"}
    if len(definition.type.split()) > MOST_WORDS:
        return [("type", f"a type has {MOST_WORDS} words at most")]
    found: list[tuple[DeclineKind, str]] = [
        ("type", f"{word!r} is no type of card of this game") for word in definition.types if word not in kinds
    ]
    if not 0 < len(definition.name) <= MOST_LETTERS or _UNPRINTED.search(definition.name):
        found.append(("name", f"a name has 1 to {MOST_LETTERS} letters, and nothing that is not printed"))
    if _MARKS.search(definition.name):
        found.append(("name", "a name has no quotation mark, # or parenthesis: gestures could not say it"))
    own = [(key, value) for key, value in table.items() if key != FACES]
    large = [key for key, value in own if any(abs(number) > MOST for number in _numbers(value))]
    found += [("number", f"{key}: no number is larger than {MOST}") for key in large]
    if not definition.types:
        found.append(("type", "a card has a type"))
    found += [
        ("type", f"{word!r:.{MOST_TOLD}} is no word") for word in definition.subtypes if not _SUBTYPE.fullmatch(word)
    ]
    found += [("faces", reason) for reason in rules.doubts_of_faces(definition)]
    found += [("cost", reason) for reason in _doubts_of_cost(rules, table, definition)]
    faces = zip(face_tables(table), definition.faces, strict=True)
    return found + [doubt for face, own in faces for doubt in doubts(game, face, own)]


def _doubts_of_cost(rules: Rules, table: Table, definition: CardDef) -> list[str]:
    """The part of a cost of symbols that is no symbol."""
    printed = table.get("cost")
    if definition.cost is None:
        return []
    if len(definition.cost.symbols) > MOST_WORDS:
        return [f"a cost has {MOST_WORDS} symbols at most"]
    found: list[str] = []
    if "".join(f"{{{symbol}}}" for symbol in definition.cost.symbols) != printed:
        found.append(f"the cost {printed!r} is not made of symbols, as in {{2}}")
    parts = [part for symbol in definition.cost.symbols for part in symbol.split(HALF)]
    strange = [part for part in parts if part not in rules.presentation.symbols and not _NUMBER.fullmatch(part)]
    return found + [f"{{{part}}} is no symbol of a cost" for part in strange if part != X]
