"""Card files as other programs publish them: which form they have, and which of their cards are understood.

A file is told by its content, whatever it is called: JSON, an object of JSON a line, either packed by gzip. All files
of one form are read together, as one may name what stands in another.
"""

from __future__ import annotations

import tomllib
import zlib
from typing import TYPE_CHECKING, Final

import orjson

from engine.assets import read_table
from engine.cards.card_sources import BadSource, Decline, Declined, Document, SourceCard
from engine.cards.definitions import BadCard, define, strange_fields
from engine.formats.card_files import doubts
from engine.games import profiles_of, rules_of, sources
from engine.text.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.card_sources import CardSource
    from engine.cards.definitions import CardDef

MOST_BYTES: Final = 512 * 1024 * 1024
"""Of a file once it is unpacked; the largest that are published have some 200 MB."""
CARD_FILE: Final = "card file"
"""The form of files of our own."""
_GZIP: Final = b"\x1f\x8b"
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_SNIFFED: Final = 256


class PublishedCards:
    """The cards of all files of one form."""

    __slots__ = ("cards", "form", "game")

    def __init__(self, game: str, form: str, cards: tuple[SourceCard, ...]) -> None:
        self.game = game
        self.form = form
        self.cards = cards

    @property
    def accepted(self) -> tuple[SourceCard, ...]:
        """The cards that a match can be played with."""
        return tuple(card for card in self.cards if card.decline is None)

    def declined(self) -> dict[str, int]:
        """The number of cards that are not accepted, by the kind of reason, the most frequent first."""
        counts: dict[str, int] = {}
        for card in self.cards:
            if card.decline is not None:
                counts[card.decline.kind] = counts.get(card.decline.kind, 0) + 1
        return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def is_published(data: bytes) -> bool:
    """Whether a file is JSON, or packed, rather than a card file of ours; its first bytes are enough."""
    start = data[:_SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((_GZIP, b"{")) or (start[:1] == b"[" and start[1:].lstrip()[:1] in (b"{", b"]"))


def read_published(files: tuple[tuple[str, bytes], ...]) -> list[PublishedCards]:
    """The cards of (name, content) of files, by their form, each text compiled.

    Raises:
        BadSource: one has no form that is known here, is too large, or breaks off.
    """
    found: dict[str, tuple[str, CardSource, list[Document]]] = {}
    for file, data in files:
        document = Document(file, _json(file, _unpacked(file, data)))
        game, source = _form_of(document)
        found.setdefault(source.name, (game, source, []))[2].append(document)
    return [
        PublishedCards(game, form, tuple(_judged(game, source.cards(documents))))
        for form, (game, source, documents) in found.items()
    ]


def read_card_file(game: str, file: str, text: str) -> PublishedCards:
    """The cards of a card file of ours, as if it were published.

    Raises:
        BadSource: it is none.
    """
    try:
        tables = read_table(text).get("card", [])
    except tomllib.TOMLDecodeError as error:
        raise BadSource(file, "", str(error)) from None
    if not isinstance(tables, list) or not all(isinstance(table, dict) and "name" in table for table in tables):
        raise BadSource(file, "", "a card is written under [[card]], and has a name")
    cards = (SourceCard(file, str(table["name"]), str(table["name"]), table) for table in tables)
    return PublishedCards(game, CARD_FILE, tuple(_judged(game, cards)))


def _unpacked(file: str, data: bytes) -> bytes:
    if data.startswith(_GZIP):
        unpacking = zlib.decompressobj(_GZIP_WINDOW)
        try:
            data = unpacking.decompress(data, MOST_BYTES + 1)
        except zlib.error as error:
            raise BadSource(file, "", f"cannot be unpacked: {error}") from None
        if len(data) <= MOST_BYTES and not unpacking.eof:
            raise BadSource(file, "", "packed, and breaks off")
    if len(data) > MOST_BYTES:
        raise BadSource(file, "", f"larger than {MOST_BYTES} bytes")
    return data.removeprefix(b"\xef\xbb\xbf")


def _json(file: str, data: bytes) -> object:
    """What a file holds; of an object a line, a list of these."""
    try:
        value: object = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        if data.lstrip()[:1] == b"{" and b"}\n" in data.replace(b"\r\n", b"\n"):
            return _json_lines(file, data)
        raise BadSource(file, f"line {error.lineno}", f"no JSON: {error.msg}") from None
    # a file of one card in lines is an object, as a whole page is
    if isinstance(value, dict) and value.get("object") == "card":
        return [value]
    return value


def _json_lines(file: str, data: bytes) -> list[object]:
    found: list[object] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(orjson.loads(line))
        except orjson.JSONDecodeError as error:
            raise BadSource(file, f"line {number}", f"no JSON: {error.msg}") from None
    return found


def _form_of(document: Document) -> tuple[str, CardSource]:
    known = sources()
    for game, source in known:
        if source.fits(document.data):
            return game, source
    raise BadSource(document.file, "", f"no cards as {', '.join(source.name for _, source in known)} give them")


def _judged(game: str, cards: Iterable[SourceCard]) -> list[SourceCard]:
    """The cards, with the reason of each that is not understood, or of which another face is not."""
    rules = rules_of(game, profiles_of(game)[0])
    found = list(cards)
    faces: list[tuple[SourceCard, str]] = []
    accepted = set()
    for card in found:
        if card.decline is not None:
            continue
        try:
            definition = _defined(game, card.table)
        except Declined as declined:
            card.decline = declined.decline
            continue
        accepted.add(definition.name)
        other = rules.other_face(definition)
        if other:
            faces.append((card, other))
    for card, other in faces:
        if other not in accepted:
            card.decline = Decline("faces", f"the other face is not accepted: {other}")
    return found


def _defined(game: str, table: dict[str, object]) -> CardDef:
    """A card that a match can be played with.

    Raises:
        Declined: there can be none, with the first reason.
    """
    for _, reason in strange_fields(game, table):
        raise Declined("field", reason)
    try:
        definition = define(game, table)
    except TextError as error:
        raise Declined("text", str(error).split(": ", 1)[-1]) from None
    except BadCard as error:
        raise Declined("field", error.reason) from None
    for kind, reason in doubts(game, table, definition):
        raise Declined(kind, reason)
    return definition
