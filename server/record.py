"""The record of a finished match as text, from its journal."""

import tomllib
from collections.abc import Iterable

import orjson

import engine
from server.agreements import DRAW
from server.entries import Agreed, Answered, Conceded, Entry, Head, Lapsed, Segment, Settled, TakenBack, decode
from server.errors import Unreadable
from server.history import header_of, load


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
        text = engine.write_record(header, inputs(decoded[1:]))
    except engine.Refusal as refusal:
        raise Unreadable(str(refusal)) from refusal
    last = decoded[-1]
    if isinstance(last, Segment) and tomllib.loads(text)["hash"] != load("", last, len(decoded)).match.hash():
        raise Unreadable(f"engine {last.engine} played it to another end than this one does")
    return text


def inputs(entries: Iterable[Entry]) -> list[tuple[int, engine.Input]]:
    """Seat and input of every commit that was not taken back."""
    found: list[tuple[int, int, engine.Input]] = []
    for number, entry in enumerate(entries, 2):
        match entry:
            case Answered() | Lapsed():
                found.append((number, entry.s, engine.Answer.from_json(orjson.loads(bytes(entry.a)))))
            case Settled():
                found.append((number, entry.s, engine.Settings.from_json(orjson.loads(bytes(entry.settings)))))
            case Conceded():
                found.append((number, entry.s, None))
            case TakenBack():
                found = [each for each in found if each[0] <= entry.to]
            case Agreed() if entry.to == DRAW and entry.done:
                found.append((number, entry.s, engine.Draw()))
    return [(seat, input_) for _, seat, input_ in found]
