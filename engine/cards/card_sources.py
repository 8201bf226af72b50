"""Cards as other programs publish them, turned into tables like those of card files.

A source is a form in which somebody else publishes cards. Each has a module in the folder of its game that knows its
fields. It makes of a record a ``SourceCard``: a table with the fields of this game's cards, or the
reason why there can be none. Whether the text of a table is understood is not asked here.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

DeclineKind: TypeAlias = Literal[
    "again", "cost", "faces", "field", "form", "name", "number", "otherwise", "text", "type"
]
"""The kinds of reasons for which a card is not accepted.

``again``: printed before. ``faces``: more than one face. ``form``: no card that is played. ``field``: something printed
that cards of this game do not have here. ``otherwise``: the rules would not write what the text says.
"""
Json: TypeAlias = Mapping[str, object]
"""A record of a source: an object of JSON."""

Printing: TypeAlias = tuple[str, str, int]
"""A print of a card: the set, the number in it and the year."""
_YEAR: Final = re.compile(r"[0-9]{4}")
_SPACES: Final = re.compile(r"[ \t\u00a0]+")


class BadSource(Exception):
    """A file that is no card source, or breaks off in the middle of one.

    Attributes:
        file: as it was handed in.
        place: the line or the card at fault, "" if it is the whole file.
    """

    def __init__(self, file: str, place: str, reason: str) -> None:
        super().__init__(f"{file}: {place}: {reason}" if place else f"{file}: {reason}")
        self.file = file
        self.place = place
        self.reason = reason


class Decline:
    """The reason why a card cannot be one of ours."""

    __slots__ = ("kind", "reason")

    def __init__(self, kind: DeclineKind, reason: str) -> None:
        self.kind = kind
        self.reason = reason


class Declined(Exception):
    """Raised while a table is made, where there can be none."""

    def __init__(self, kind: DeclineKind, reason: str) -> None:
        super().__init__(reason)
        self.decline = Decline(kind, reason)


class SourceCard:
    """One card of a source.

    ``game`` and ``form`` are those of its source. ``key`` is what the source calls it by, ``name`` what is printed on
    it. ``table`` is empty where there is a ``decline``. ``lacks`` are the fields of the table that such a card has and
    the source does not tell. ``faces`` are all faces of the card as printed, tables with their ``layout``, and ``face``
    which of them this is. ``printings`` are (set, number, year), "" or 0 where the source does not tell;
    ``legalities`` the status of the card by format.
    """

    __slots__ = (
        "decline",
        "face",
        "faces",
        "form",
        "game",
        "key",
        "lacks",
        "legalities",
        "name",
        "place",
        "printings",
        "table",
    )

    def __init__(
        self,
        place: str,
        key: str,
        name: str,
        table: dict[str, object],
        decline: Decline | None = None,
        lacks: tuple[str, ...] = (),
    ) -> None:
        self.place = place
        self.key = key
        self.name = name
        self.table = table
        self.decline = decline
        self.lacks = lacks
        self.game = ""
        self.form = ""
        self.face = 0
        self.faces: tuple[dict[str, object], ...] = ()
        self.printings: tuple[Printing, ...] = ()
        self.legalities: Mapping[str, str] = {}


class Seen:
    """The cards of one form that were read before, in this file or another.

    ``printed`` are the keys of those that have a table, ``names`` the keys by name, ``sets`` the names of sets by code.
    """

    __slots__ = ("names", "printed", "sets")

    def __init__(self) -> None:
        self.printed: set[str] = set()
        self.names: dict[str, str] = {}
        self.sets: dict[str, str] = {}


class CardSource(ABC):
    """A form in which cards are published."""

    name: str

    @abstractmethod
    def fits(self, record: Json) -> bool:
        """Whether a file holds this form, by the first of its records."""

    def place_of(self, record: Json) -> str:
        """The place of a file among others of this form, by the first of its records; "" where any order will do."""
        del record
        return ""

    @abstractmethod
    def cards(self, records: Iterator[tuple[str, Json]], seen: Seen) -> Iterator[SourceCard]:
        """The cards of records, each record with its place, in their order.

        Raises:
            BadSource: a record lacks what every card has.
        """


def text_of(place: str, record: Json, key: str) -> str:
    """A text that every card has.

    Raises:
        BadSource: it is not there.
    """
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        file, _, card = place.rpartition(": ")
        raise BadSource(file, card, f"{key} is no text")
    return value.strip()


def optional_text(record: Json, key: str) -> str:
    """A text that may be missing: then "".

    Raises:
        Declined: it is something else.
    """
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Declined("field", f"{key} is no text")
    return value


def optional_number(record: Json, key: str) -> int | None:
    """A whole number that may be missing, and may be written as a text.

    Raises:
        Declined: it is something else, as X.
    """
    value = record.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Declined("number", f"{key} is no number")
    try:
        number = int(value)
    except (ValueError, OverflowError):
        raise Declined("number", f"{key} is {value!r:.20}") from None
    if number != value and str(number) != str(value):
        raise Declined("number", f"{key} is {value!r:.20}")
    return number


def texts_in(record: Json, key: str) -> tuple[str, ...]:
    """A list of texts, one text alone too; none if it is missing.

    Raises:
        Declined: it is something else.
    """
    value = record.get(key)
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Declined("field", f"{key} is no list of texts")
    return tuple(value)


def tidied(text: str) -> str:
    """A text as printed, with single spaces and without empty lines."""
    lines = (_SPACES.sub(" ", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def year_of(value: object) -> int:
    """The year of a date, or a year by itself; 0 where there is none."""
    found = _YEAR.match(str(value))
    return int(found[0]) if found is not None else 0


def statuses_in(record: Json, key: str) -> dict[str, str]:
    """The status of a card by format, both in lower case; none where a source tells it otherwise."""
    told = record.get(key)
    if not isinstance(told, dict):
        return {}
    return {str(name).lower(): status.lower() for name, status in told.items() if isinstance(status, str)}
