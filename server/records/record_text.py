"""The record of a finished match as text, from its journal."""

import tomllib
from collections.abc import Iterable

import orjson

import engine
from server.match.agreements import DRAW
from server.match.feed import PUBLIC
from server.match.replayed_match import header_of, load
from server.runtime.errors import Unreadable
from server.store.entries import Agreed, Answered, Conceded, Entry, Head, Lapsed, Segment, Settled, TakenBack, decode


def record_text(entries: Iterable[bytes]) -> str:
    """Write a record.

    Raises:
        engine.BadRecord: the match has no result.
        Unreadable: the journal does not fit this engine.
    """
    decoded = [decode(entry) for entry in entries]
    if not decoded or not isinstance(decoded[0], Head):
        raise Unreadable("the journal begins without a head")
    header = header_of(decoded[0])
    try:
        text = engine.write_record(header, inputs(decoded[1:]), decoded[0].moves)
    except engine.Refusal as refusal:
        raise Unreadable(str(refusal)) from refusal
    last = decoded[-1]
    if isinstance(last, Segment) and tomllib.loads(text)["hash"] != load("", last, len(decoded)).match.hash():
        raise Unreadable(f"engine {last.engine} played it to another end than this one does")
    return text


class Move:
    """A commit that was not taken back: who gave what, and the number of the public view by then, if it changed."""

    __slots__ = ("entry", "input", "public", "seat")

    def __init__(self, entry: int, seat: int, input_: engine.Input, public: int) -> None:
        self.entry = entry
        self.seat = seat
        self.input = input_
        self.public = public


def inputs(entries: Iterable[Entry]) -> list[tuple[int, engine.Input]]:
    """Seat and input of every move."""
    return [(move.seat, move.input) for move in moves(entries)]


def moves(entries: Iterable[Entry]) -> list[Move]:
    """The moves of a match, from what follows the head of its journal."""
    found: list[Move] = []
    for number, entry in enumerate(entries, 2):
        input_: engine.Input
        match entry:
            case Answered() | Lapsed():
                input_ = engine.Answer.from_json(orjson.loads(bytes(entry.a)))
            case Settled():
                input_ = engine.Settings.from_json(orjson.loads(bytes(entry.settings)))
            case Conceded():
                input_ = None
            case Agreed() if entry.to == DRAW and entry.done:
                input_ = engine.Draw()
            case TakenBack():
                found = [move for move in found if move.entry <= entry.to]
                continue
            case _:
                continue
        found.append(Move(number, entry.s, input_, entry.views.get(PUBLIC, 0)))
    return found
