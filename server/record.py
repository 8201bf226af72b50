"""The record of a finished match as text, from its journal."""

from collections.abc import Iterable, Iterator

import orjson

import engine
from server.entries import Answered, Conceded, Entry, Head, Settled, decode
from server.errors import Unreadable


def record_text(entries: Iterable[bytes]) -> str:
    """Write a record.

    Raises:
        engine.BadRecord: the match has no result.
        Unreadable: the journal does not fit this engine.
    """
    decoded = map(decode, entries)
    head = next(decoded, None)
    if not isinstance(head, Head):
        raise Unreadable("the journal begins without a head")
    header = engine.Header.from_json(orjson.loads(bytes(head.header)))
    try:
        return engine.write_record(header, inputs(decoded))
    except engine.Refusal as refusal:
        raise Unreadable(str(refusal)) from refusal


def inputs(entries: Iterable[Entry]) -> Iterator[tuple[int, engine.Input]]:
    """Seat and input of every commit."""
    for entry in entries:
        match entry:
            case Answered():
                yield entry.s, engine.Answer.from_json(orjson.loads(bytes(entry.a)))
            case Settled():
                yield entry.s, engine.Settings.from_json(orjson.loads(bytes(entry.settings)))
            case Conceded():
                yield entry.s, None
