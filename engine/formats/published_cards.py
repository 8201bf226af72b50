"""Card files as other programs publish them: which form they have, and which of their cards are understood."""

from __future__ import annotations

import tomllib
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Final

from engine.assets import read_table
from engine.cards.card_sources import BadSource, Decline, Seen, SourceCard
from engine.cards.faces import named_face
from engine.cards.mentions import Mentions
from engine.formats.published_bytes import GZIP
from engine.formats.published_records import records
from engine.formats.understanding import understand
from engine.games import sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.cards.card_sources import CardSource
    from engine.cards.definitions import CardDef
    from engine.formats.published_bytes import Stream
    from engine.formats.published_records import Placed

CARD_FILE: Final = "card file"
"""The form of files of our own."""
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
    return start.startswith((GZIP, b"{")) or (start[:1] == b"[" and start[1:].lstrip()[:1] in (b"{", b"]"))


class SourceMemory:
    """The memory of whoever reads several files: what one tells of the cards of another."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, Seen] = {}

    def of_form(self, form: str) -> Seen:
        """The cards of a form that were read before."""
        return self._seen.setdefault(form, Seen())


def read_records(name: str, stream: Stream, memory: SourceMemory | None = None) -> Iterator[SourceCard]:
    """The cards of a published file, as they are read; none is compiled.

    A text may speak of names and types of cards that are still to be read: ``Mentions`` adds them to a table.

    Args:
        name: that of the file, for what is told of it.
        stream: its bytes, which may be packed by gzip.
        memory: that of the files before, if there are several.

    Raises:
        BadSource: it has no form that is known here, has too large a record, or breaks off.
    """
    game, source, found = _source_of(name, records(name, stream))
    if source is not None:
        yield from _of_source(game, source, found, (memory or SourceMemory()).of_form(source.name))


def place_of_file(name: str, stream: Stream) -> str:
    """The place of a published file among those of its form, which are read in this order; "" where any order will do.

    Raises:
        BadSource: it has no form that is known here, or its first record cannot be read.
    """
    first = next(records(name, stream), None)
    if first is None:
        return ""
    return next((source.place_of(first[1]) for _, source in sources() if source.fits(first[1])), "")


def _note(card: SourceCard, mentions: Mentions) -> None:
    for face in card.faces or (card.table,):
        mentions.note(face)


def _mentioning(card: SourceCard, mentions: Mentions) -> SourceCard:
    if card.decline is None:
        card.table = mentions.added_to(card.table)
    return card


def read_published(files: Iterable[tuple[str, bytes | Stream]]) -> list[PublishedCards]:
    """The cards of (name, content) of files, by their form, each text compiled; a content may be an open file.

    All files of one form are read together, as one may name what stands in another.

    Raises:
        BadSource: one has no form that is known here, has too large a record, or breaks off.
    """
    found: dict[str, tuple[str, CardSource, list[Iterator[Placed]]]] = {}
    for file, data in files:
        stream = BytesIO(data) if isinstance(data, bytes) else data
        game, source, parts = _source_of(file, records(file, stream))
        if source is not None:
            found.setdefault(source.name, (game, source, []))[2].append(parts)
    return [
        PublishedCards(game, form, tuple(_judged(game, _of_source(game, source, chain(*parts), Seen()))))
        for form, (game, source, parts) in found.items()
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


def _source_of(file: str, found: Iterator[Placed]) -> tuple[str, CardSource | None, Iterator[Placed]]:
    """The game and the form of a file by the first of its records, and all of these; no form of an empty page.

    Raises:
        BadSource: it has none that is known here.
    """
    known = sources()
    first = next(found, None)
    if first is None:
        return "", None, iter(())
    for game, source in known:
        if source.fits(first[1]):
            return game, source, chain((first,), found)
    raise BadSource(file, "", f"no cards as {', '.join(source.name for _, source in known)} give them")


def _of_source(game: str, source: CardSource, found: Iterator[Placed], seen: Seen) -> Iterator[SourceCard]:
    for card in source.cards(found, seen):
        card.game, card.form = game, source.name
        yield card


def _judged(game: str, cards: Iterable[SourceCard]) -> list[SourceCard]:
    """The cards, with the reason of each that is not understood, or of which another face is not."""
    found, mentions = list(cards), Mentions(game)
    for card in found:
        _note(card, mentions)
    judged = {card.name: _judge(game, _mentioning(card, mentions)) for card in found if card.decline is None}
    others = {name: named_face(definition) for name, definition in judged.items() if definition is not None}
    for card in found:
        other = others.get(card.name, "")
        if card.decline is None and other and other not in others:
            card.decline = Decline("faces", f"the other face is not accepted: {other}")
    return found


def _judge(game: str, card: SourceCard) -> CardDef | None:
    """The definition of a card; where there is none, the reason is noted."""
    found = understand(game, card.table)
    if found.definition is None:
        first = found.faults[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        card.decline = Decline(first.kind, place + first.reason)
    return found.definition
