"""The records that a library takes in and gives out: a card of a source, and the meaning of its table."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import orjson

import engine

Status: TypeAlias = Literal["whole", "part", "none"]
"""The part of a card's text that is understood."""
Table: TypeAlias = Mapping[str, Any]

MENTIONS: Final = "mentions"
"""The field of a table with the names and types of other cards that its text speaks of."""
AGAIN: Final = "again"
"""The kind of a record that is one more print of a card."""
UNPLAYED: Final = "form"
"""The kind of a record that is no card of a deck: a token, a print in another language."""

_DIGEST_BYTES: Final = 16
_LIKE: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2212": "-"})
_HALVES: Final = re.compile(r"\s*/+\s*")
_SPACES: Final = re.compile(r"\s+")


class Stop(NamedTuple):
    """One thing that is not understood: the paragraph, counted from 1 (0: none of the text), its phrase, and why.

    ``kind`` is that of the reason, as the engine has them: ``text``, ``faces``, ``type`` and so on.
    """

    paragraph: int
    phrase: str
    reason: str
    kind: str = "text"


class Meaning(NamedTuple):
    """The outcome of compiling a table.

    ``form`` is the compiled form, None where ``status`` is ``none``. ``left_out`` are the paragraphs that a card
    understood in part is played without. ``mentions`` are the names and types of other cards that were tried for its
    text; a card that is understood needs them.
    """

    status: Status
    form: bytes | None
    left_out: tuple[int, ...]
    stops: tuple[Stop, ...]
    mentions: tuple[str, ...] = ()


class Printing(NamedTuple):
    """A print of a card; 0 is a year that the source does not tell."""

    code: str
    number: str
    year: int


class Imported(NamedTuple):
    """A card as a source gives it.

    ``table`` is empty where there can be none; ``kind`` and ``reason`` say why then. ``record`` is all that the source
    tells and a match may want to show: faces and layout among it. ``names`` are other names that find it, as those of
    its faces.
    """

    game: str
    form: str
    key: str
    face: int
    name: str
    names: tuple[str, ...]
    type: str
    text: str
    table: Table
    record: Table
    kind: str
    reason: str
    printings: tuple[Printing, ...]
    legalities: Mapping[str, str]

    @property
    def facets(self) -> engine.Facets:
        """The cost and the colours of the card."""
        return facets_of(self.game, self.record)

    @property
    def digest(self) -> bytes:
        """The digest of the table by which its meaning is kept."""
        return digest_of(self.game, self.table)


class Kept(NamedTuple):
    """A card of the library.

    ``key`` is the digest of the table, in hexadecimal. ``meaning`` is None where the table was not compiled by these
    rules yet; ``kind`` and ``reason`` say why there is no table, or are empty. ``faces`` are all faces as printed, each
    with its layout, where the source gives them. ``further`` is the table of such a card with the names and types that
    other rules tried for its text, None where they tried none.
    """

    game: str
    name: str
    table: Table
    key: str
    meaning: Meaning | None
    kind: str
    reason: str
    legalities: Mapping[str, str]
    faces: tuple[Table, ...] = ()
    further: Table | None = None

    @property
    def status(self) -> Status:
        """The part that is understood; none of a table that was not compiled yet."""
        return self.meaning.status if self.meaning is not None else "none"


def digest_of(game: str, table: Table) -> bytes:
    """The digest of a table: equal for equal tables of a game, in whatever order their fields stand."""
    data = orjson.dumps([game, dict(table)], option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()


def facets_of(game: str, record: Table) -> engine.Facets:
    """The cost and the colours of a record: of its table, else of its first face."""
    faces: Sequence[Table] = record.get("faces") or ({},)
    return engine.card_facets(game, record.get("table") or faces[0])


def folded(name: str) -> str:
    """A name as it is looked up: without capitals and accents, one kind of quotation mark, and "//" between halves."""
    plain = name.casefold()
    if not plain.isascii():
        marked = unicodedata.normalize("NFKD", name.translate(_LIKE)).casefold()
        plain = "".join(letter for letter in marked if not unicodedata.combining(letter))
    return _HALVES.sub(" // ", _SPACES.sub(" ", plain).strip())


def is_spelled_alike(one: str, other: str) -> bool:
    """Whether names of two sources are one, and not of two cards that differ in capitals or accents."""
    return _in_one_type(one) == _in_one_type(other)


def _in_one_type(name: str) -> str:
    plain = unicodedata.normalize("NFC", name.translate(_LIKE))
    return _HALVES.sub(" // ", _SPACES.sub(" ", plain).strip())


def stops_of(written: str) -> tuple[Stop, ...]:
    """The stops of a column of JSON."""
    return tuple(Stop(*each) for each in orjson.loads(written))


def written_stops(stops: Sequence[Stop]) -> str:
    """The column of JSON that holds stops."""
    return orjson.dumps([list(each) for each in stops]).decode()
