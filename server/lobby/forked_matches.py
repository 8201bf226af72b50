"""A match that begins at a moment of another: from its record, which everybody has who may know all of it.

The earlier part is played again from the record's moves, by a worker; numbers that are drawn from then on follow from a
new secret, so that the holder of the record knows what lay where, and no more of what is to come than any player.
"""

import base64
import zlib
from typing import Annotated, Final, TypeAlias

import msgspec
import orjson

import engine
from protocol import messages as wire
from server.identity.display_names import BadName, called, distinct, read_name
from server.lobby.creation import is_bots
from server.lobby.placed_matches import check_position

Shares: TypeAlias = Annotated[tuple[wire.Gesture, ...], msgspec.Meta(max_length=64)]
Deck: TypeAlias = Annotated[tuple[tuple[wire.Name, wire.Count], ...], msgspec.Meta(max_length=250)]
MOST_BYTES: Final = 256 * 1024
"""Of a record, unpacked."""
MOST_TEXT_BYTES: Final = 64 * 1024
"""Of the cards in it that do not ship: a worker reads them."""
MOST_READ_BYTES: Final = 512 * 1024
"""Of these with their compiled forms, which the journal keeps; a form is a few times as long as its text."""
MOST_MOVES: Final = 3000
"""Played again for a fork: a second or two of one core."""
MOST_LETTERS: Final = 1024 + len("A: ")
"""Of a move, as of a gesture in a frame."""
BAD_RECORD: Final = "bad_record"


class RecordHeader(msgspec.Struct, frozen=True):
    """A record's header, as far as a client writes it: everybody is shown it, and the journal keeps it."""

    game: wire.Name
    profile: wire.Name
    names: Annotated[tuple[wire.Name, ...], msgspec.Meta(max_length=wire.MAX_SEATS)]
    decks: Annotated[tuple[Deck, ...], msgspec.Meta(max_length=wire.MAX_SEATS)]
    secret: wire.Gesture
    shares: Shares
    later: Annotated[tuple[tuple[wire.Count, wire.Gesture, Shares], ...], msgspec.Meta(max_length=64)] = ()
    chooser: int = -1
    scenario: Annotated[str, msgspec.Meta(max_length=1024)] = ""
    position: wire.Position = ""


def unpacked(fork: wire.Fork) -> tuple[engine.Header, tuple[str, ...]]:
    """The header of a record, and its moves up to where the fork begins.

    Raises:
        engine.Refusal: ``bad_record``.
    """
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(fork.record, validate=True), MOST_BYTES)
        if unpacker.unconsumed_tail:
            raise engine.Refusal("", BAD_RECORD, f"a record has at most {MOST_BYTES} bytes")
        record = engine.Record(data.decode())
        msgspec.convert(record.header.to_json(), RecordHeader)
    except (ValueError, zlib.error, engine.BadRecord, msgspec.ValidationError) as error:
        raise engine.Refusal("", BAD_RECORD, f"no record: {error}") from error
    names_of(record.header)
    if record.withheld:
        raise engine.Refusal("", BAD_RECORD, "it does not tell the texts of all cards that it is played with")
    if sum(map(len, record.header.cards)) > MOST_TEXT_BYTES:
        raise engine.Refusal("", BAD_RECORD, f"its cards that do not ship have at most {MOST_TEXT_BYTES} bytes")
    moves = record.moves
    if fork.at > min(len(moves), MOST_MOVES):
        raise engine.Refusal("", BAD_RECORD, f"there is no move {fork.at}, or it is beyond the {MOST_MOVES}th")
    if any(len(move) > MOST_LETTERS for move in moves[: fork.at]):
        raise engine.Refusal("", BAD_RECORD, f"a move has {MOST_LETTERS} letters at most")
    return record.header, tuple(moves[: fork.at])


def forked(asked: wire.Create, fork: wire.Fork, secret: str, shares: tuple[str, ...]) -> tuple[bytes, tuple[str, ...]]:
    """The fork as a worker makes it: the header of the match as JSON, and the moves that led there.

    Args:
        secret: of what is drawn from then on, with ``shares``.

    Raises:
        engine.Refusal: ``bad_record``, ``bad_name``.
    """
    began, moves = unpacked(fork)
    if began.game != asked.game:
        raise engine.Refusal("", BAD_RECORD, f"it is a record of {began.game}")
    if began.cards and not asked.private:
        raise engine.Refusal("", "not_private", "cards that a record brings are played in private matches only")
    check_bots(asked, began)
    if began.position:
        check_position(began.position)
    header = header_at(began, moves, called(asked.names), engine.Seed(secret, shares))
    return orjson.dumps(header.to_json()), moves


def check_bots(asked: wire.Create, began: engine.Header) -> None:
    """Refuse cards that are understood in part in the decks of bots of the house.

    Raises:
        engine.Refusal: ``unread_card``.
    """
    in_part = {card.name for card in map(engine.BroughtCard.from_json, began.cards) if card.left_out}
    for seat, deck in enumerate(began.decks):
        if is_bots(asked.seats, seat, len(began.decks)) and not in_part.isdisjoint(name for name, _ in deck):
            raise engine.Refusal("", "unread_card", "bots of the house play no cards that are understood in part")


def names_of(header: engine.Header) -> tuple[str, ...]:
    """The names of a record's seats; raises ``engine.Refusal`` (``bad_record``)."""
    try:
        return tuple(map(read_name, header.names))
    except BadName as error:
        raise engine.Refusal("", BAD_RECORD, str(error)) from error


def header_at(began: engine.Header, moves: tuple[str, ...], names: tuple[str, ...], seed: engine.Seed) -> engine.Header:
    """The header of a match that begins where these moves of another lead; takes as long as they took the engine.

    Raises:
        engine.Refusal: ``bad_record``: the rules refuse a move, or there is nothing left to play.
    """
    if names and len(names) != len(began.names):
        raise engine.Refusal("", "bad_seats", f"the record has {len(began.names)} seats")
    names = distinct(names or names_of(began))
    header = engine.Header(
        began.game,
        names,
        began.decks,
        began.seed,
        began.profile,
        None,
        began.scenario,
        began.chooser,
        cards=read_through(began),
        position=began.position,
    )
    try:
        match = engine.begun(header, moves)
    except engine.Refusal as refusal:
        raise engine.Refusal(refusal.rule, BAD_RECORD, f"a move is refused: {refusal.reason}") from refusal
    if match.result is not None:
        raise engine.Refusal("", BAD_RECORD, "the match is over there")
    later = header.seed.going_on(match.game.root.cursor, seed)
    return engine.Header(
        header.game,
        header.names,
        header.decks,
        later,
        header.profile,
        None,
        header.scenario,
        header.chooser,
        cards=header.cards,
        position=header.position,
    )


def read_through(began: engine.Header) -> tuple[str, ...]:
    """The cards of a record that do not ship, with their compiled forms: no other process reads their texts.

    Raises:
        engine.Refusal: ``bad_record``: one is not understood.
    """
    ships = engine.shipped(began.game) if began.cards else None
    cards = [engine.BroughtCard.from_json(card) for card in began.cards]
    cards = [card for card in cards if ships is not None and not ships.has(card.name)]
    if len({card.name for card in cards}) < len(cards):
        raise engine.Refusal("", BAD_RECORD, "two of its cards have one name")
    for card in cards:
        found = engine.understand(began.game, card.table)
        if card.left_out and found.left_out != card.left_out:
            raise engine.Refusal("", BAD_RECORD, f"{card.name!r:.80} is not played without those paragraphs")
        if not card.left_out and found.definition is None:
            fault = found.faults[0]
            raise engine.Refusal("", BAD_RECORD, f"{card.name!r:.80} is not understood: {fault.phrase[:80]!r}")
    try:
        read = tuple(card.with_form(began.game).to_json() for card in cards)
    except engine.Refusal as refusal:
        raise engine.Refusal("", BAD_RECORD, refusal.reason) from refusal
    if sum(map(len, read)) > MOST_READ_BYTES:
        raise engine.Refusal("", BAD_RECORD, "its cards that do not ship say too much")
    return read


def packed(text: str, at: int) -> wire.Fork:
    """As much of a record as a fork needs, to be sent; nothing is checked."""
    kept, skips = [], False
    moves = 0
    for line in text.splitlines():
        if line == "chance = '''":
            skips = True
        is_move = line[1:3] == ": " and not skips
        moves += is_move
        if not skips and not (is_move and moves > at) and not line.startswith("# "):
            kept.append(line)
        skips = skips and line != "'''"
    data = zlib.compress("\n".join([*kept, ""]).encode(), 9)
    return wire.Fork(base64.b64encode(data).decode(), at)
