"""The record of a finished match as text, from its journal."""

from collections.abc import Iterable, Iterator

import orjson

from engine import Answer, Header, write_record
from server.entries import Answered, Conceded, Head, decode


def record_text(head: Head, entries: Iterable[bytes]) -> str:
    """The record of a match that is over.

    Raises:
        BadRecord: the journal does not lead to the end of a match.
    """
    return write_record(Header.from_json(orjson.loads(head.header)), _inputs(entries))


def _inputs(entries: Iterable[bytes]) -> Iterator[tuple[int, Answer | None]]:
    for data in entries:
        match decode(data):
            case Answered(s=seat, a=answer):
                yield seat, Answer.from_json(orjson.loads(answer))
            case Conceded(s=seat):
                yield seat, None
            case _:
                continue
